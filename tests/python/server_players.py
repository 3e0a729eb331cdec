# SPDX-License-Identifier: Apache-2.0
"""A server in its own process, and players that connect to it like any client."""

from __future__ import annotations

import json
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import chemix
import pytest
from websockets.sync.client import connect

SERVER = Path(__file__).parents[2] / "examples" / "server" / "server.py"
PATIENCE = 30

# Options that shorten games that are long with random play.
SHORTER: dict[str, dict[str, int]] = {
    "chemistry_battle": {"max_rounds": 60},
    "chemistry_canasta": {"max_turns": 60},
    "chemistry_canasta_match": {"target": 1, "max_turns": 60},
    "compound_capture_match": {"target": 1},
}


class Declined(Exception):
    """A refusal by the server, with its error message."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(json.dumps(error))
        self.error = error


class Served:
    """A server that can be killed and restarted with the same file."""

    def __init__(self, folder: Path, page: Path | None = None) -> None:
        self.data = folder / "games.sqlite"
        self.page = page
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(SERVER), "--port", "0", "--data", str(self.data)]
        command += ["--page", str(self.page)] if self.page else []
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        said = self.process.stdout.readline()
        found = re.search(r"http://([^/]+)/", said)
        assert found, said + str(self.process.stderr and self.process.stderr.read())
        self.host = found[1]

    def kill(self) -> None:
        """Kill the process without running any handler."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """Terminate the process as a system would, and return its error output."""
        self.process.terminate()
        return self.process.communicate(timeout=PATIENCE)[1]


class Player:
    """A connection with all received messages and the latest view of its seat."""

    def __init__(self, served: Served) -> None:
        # Never closed: players stay until the test or their server ends.
        opened = connect(f"ws://{served.host}/", open_timeout=PATIENCE, max_size=2**24)
        self.socket = opened.__enter__()
        self.received: list[str] = []
        self.room: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.end: dict[str, Any] = {}
        self.news: list[dict[str, Any]] = []
        self.token = ""
        self.code = ""
        self.commitment = ""
        self.contribution = secrets.token_bytes(32)
        self._last = 0

    def send(self, text: str | bytes) -> None:
        self.socket.send(text)

    def hear(self) -> dict[str, Any]:
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        if "room" in message:
            self.room = message["room"]
        if "view" in message:
            self.view = message["view"]
            self.news += message["news"]
            self.end = message.get("reveal", {})
        return message

    def answer(self) -> Any:
        """Receive messages until the answer; all updates arrive before it."""
        while "id" not in (message := self.hear()):
            pass
        if "error" in message:
            raise Declined(message["error"])
        return message["answer"]

    def ask(self, ask: str, **fields: Any) -> Any:
        self._last += 1
        self.send(json.dumps({"id": self._last, "ask": ask, **fields}))
        return self.answer()

    def refused(self, ask: str, **fields: Any) -> dict[str, Any]:
        with pytest.raises(Declined) as caught:
            self.ask(ask, **fields)
        return caught.value.error

    def sit(self, ask: str, **fields: Any) -> Player:
        given = self.ask(ask, **fields)
        self.code, self.token = given["room"], given["token"]
        self.commitment, self.seat = given["commitment"], given["seat"]
        return self

    def ready(self) -> None:
        self.ask("ready", contribution=self.contribution.hex())

    def act(self, action: int) -> Any:
        return self.ask("act", number=self.view["steps"], action=action)

    def look(self) -> None:
        """Receive all pending updates."""
        self.ask("look", room=self.code)


def wish(game: str, policies: list[str | None], **options: Any) -> dict[str, Any]:
    seats = [{"name": f"Seat {i}", "policy": policy} for i, policy in enumerate(policies)]
    return {"game": game, "options": options, "seats": seats}


def begin(served: Served, game: str, policies: list[str | None], **options: Any) -> list[Player]:
    """Open a room, fill it with people, and wait for the deal."""
    first = Player(served).sit("create", **wish(game, policies, **options))
    others = [
        Player(served).sit("join", room=first.code, name=f"Guest {i}")
        for i, policy in enumerate(policies[1:])
        if policy is None
    ]
    players = [first, *others]
    for player in players:
        player.ready()
    for player in players:
        player.look()
    return players


def play_on(players: list[Player], most: int = 10**6) -> int:
    """Play legal actions until the game is over; return the number of decisions."""
    count = 0
    while count < most and not players[0].view["isOver"]:
        for player in players:
            player.look()
            if player.view["choices"] and count < most:
                choices = player.view["choices"]
                player.act(choices[7 * count % len(choices)]["id"])
                count += 1
    for player in players:
        player.look()
    return count


def people(game: str) -> list[str | None]:
    return [None] * max(2, chemix.describe(game)["min_players"])


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """Run a server, and check that it reported no errors."""
    served = Served(folder)
    yield served
    assert served.stop() == ""
