# SPDX-License-Identifier: Apache-2.0
"""Connections that break, servers that are killed, clients that misbehave."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast

import chemix
import pytest
import server
from messages import MAX_BYTES, Create, Refused
from rooms import Room
from server_players import PATIENCE, SERVER, Player, Served, begin, play_on, serving, wish
from store import Store
from test_server_games import verified
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as one:
        yield one


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for tests that do not change it."""
    with serving(tmp_path_factory.mktemp("shared")) as one:
        yield one


def returned(served: Served, before: Player, number: int | None = None) -> Player:
    """Return to a seat with its token and the number of its last view."""
    player = Player(served)
    player.code, player.token, player.seat = before.code, before.token, before.seat
    player.commitment, player.contribution = before.commitment, before.contribution
    since = before.view["steps"] if number is None else number
    given = player.ask("return", room=before.code, token=before.token, number=since)
    assert given == {"seat": before.seat, "commitment": before.commitment}
    return player


def test_a_returning_client_receives_missed_events(served: Served) -> None:
    first, second = begin(served, "showdown", [None, None])
    play_on([first, second], 6)
    while second.view["choices"]:
        second.act(second.view["choices"][0]["id"])
    first.look()
    seen, told = second.view, len(second.news)
    second.socket.close()
    while first.view["choices"]:
        first.act(first.view["choices"][0]["id"])
    again = returned(served, second)
    assert again.view["steps"] > seen["steps"]
    assert again.news
    # A client without memory receives everything from the beginning.
    rejoined = returned(served, second, 0)
    assert rejoined.view == again.view
    assert rejoined.news == second.news[:told] + again.news
    # The newest connection takes over the seat, and the previous one is notified.
    with pytest.raises(ConnectionClosed) as closed:
        again.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4000
    play_on([first, rejoined])
    verified([first, rejoined])


@pytest.mark.parametrize("name", ["react", "chip_it_duel"])
def test_a_killed_server_resumes_where_it_was(served: Served, name: str) -> None:
    players = begin(served, name, [None, None])
    for _ in range(6):
        play_on(players, 3)
        before = [player.view for player in players]
        served.kill()
        served.start()
        players = [returned(served, player) for player in players]
        assert [player.view for player in players] == before
        assert not any(player.news for player in players)
    play_on(players)
    end = verified(players)
    # The same holds after the end, from the file alone.
    served.kill()
    served.start()
    players = [returned(served, player) for player in players]
    assert verified(players).digest == end.digest


def test_answered_moves_are_stored(served: Served) -> None:
    """Kill the server right after an answer, repeatedly: the decision is in the file."""
    players = begin(served, "chemuno", [None, None])
    for _ in range(8):
        actor = next(player for player in players if player.view["choices"])
        number = actor.act(actor.view["choices"][0]["id"])
        served.kill()
        served.start()
        players = [returned(served, player) for player in players]
        assert players[actor.seat].view["steps"] == number


def test_a_killed_server_resumes_before_the_game(served: Served) -> None:
    first = Player(served).sit("create", **wish("chemuno", [None, None]))
    first.ready()
    served.kill()
    served.start()
    first = returned(served, first, 0)
    assert first.refused("ready", contribution="00" * 32)["code"] == "ready"
    second = Player(served).sit("join", room=first.code, name="Zoë")
    assert not second.room["hasBegun"] and second.room["contributions"] == []
    second.ready()
    first.look()
    assert first.room["hasBegun"]
    assert first.room["contributions"][0] == first.contribution.hex()
    assert [seat["name"] for seat in first.room["seats"]] == ["Seat 0", "Zoë"]


def not_served(data: Path, *arguments: str) -> str:
    """Start a server that fails to start; return its error output."""
    command = [sys.executable, str(SERVER), "--port", "0", "--data", str(data), *arguments]
    other = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert other.returncode != 0
    return other.stderr


def change(served: Served, statement: str) -> None:
    """Kill the server, change its file, and restart it."""
    served.kill()
    db = sqlite3.connect(served.data)
    with db:
        db.execute(statement)
    db.close()
    served.start()


def test_a_file_has_one_server(served: Served) -> None:
    said = not_served(served.data)
    assert said.startswith(f"--data {served.data}: database is locked; another server")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "{port}"], "127.0.0.1:{port}: "),
        (["--port", "99999"], "99999: must be from 0 to 65535"),
        (["--data", "{folder}"], "--data {folder}: "),
        (
            ["--data", "{folder}/none/games.sqlite"],
            "--data {folder}/none/games.sqlite: No such file",
        ),
        (["--data", "{folder}/text"], "--data {folder}/text: file is not a database; "),
        (["--page", "{folder}"], "{folder}: has no index.html; build it with make web-build"),
        (["--host", "none.invalid"], "none.invalid:0: "),
    ],
)
def test_startup_errors_are_one_sentence(
    served: Served, tmp_path: Path, arguments: list[str], said: str
) -> None:
    (tmp_path / "text").write_text("no games, but much text" * 100)
    facts = {"folder": tmp_path, "port": served.host.split(":")[1]}
    given = [argument.format(**facts) for argument in arguments]
    complaint = not_served(tmp_path / "new.sqlite", *given)
    assert said.format(**facts) in complaint
    assert "Traceback" not in complaint


class Socket:
    """A replacement for a connection that only counts messages."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.codes: list[int] = []

    async def send(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int, reason: str) -> None:
        assert reason
        self.codes.append(code)


def opening() -> Create:
    return Create(id=1, ask="create", **wish("chemuno", [None, "random"]))


def test_moves_that_cannot_be_stored_are_not_applied(tmp_path: Path) -> None:
    async def sit_and_fail() -> None:
        store = Store(tmp_path / "games.sqlite")
        served = server.Server(store)
        sockets = [Socket(), Socket()]
        first, second = (server.Client(served, cast(Any, socket)) for socket in sockets)
        create = json.dumps({"id": 1, "ask": "create", **wish("chemuno", [None, None])})
        code = (await first.answered(create))["answer"]["room"]
        join = json.dumps({"id": 1, "ask": "join", "room": code, "name": "Zoë"})
        store.close()
        with pytest.raises(sqlite3.Error):
            await second.answered(join)
        await asyncio.sleep(0)
        # The connected player is asked to reconnect, and the seat is still free.
        assert sockets[0].codes == [1011]
        assert sockets[1].sent == []
        served.store = Store(tmp_path / "games.sqlite")
        shown = (await second.answered(join))["answer"]
        assert shown["seat"] == 1
        served.store.close()

    asyncio.run(sit_and_fail())


def test_a_failing_room_does_not_affect_others(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    served = server.Server(store)
    broken = served.open(opening())
    broken.break_up()
    again = served.table(broken.room.code)
    assert again is not broken
    broken.break_up()
    assert served.table(broken.room.code) is again
    store.close()


def test_rooms_that_never_began_expire_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "games.sqlite")
    old = server.Server(store).open(opening()).room
    begun = server.Server(store).open(opening()).room
    store.keep(begun, begun.dealt())
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 2 * 24 * 3600)
    server.Server(store).open(opening())
    assert store.load(begun.code).has_begun
    with pytest.raises(Refused):
        store.load(old.code)
    store.close()


def test_undecided_rooms_are_deleted_if_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.MAX_ROOMS", 4)
    store = Store(tmp_path / "games.sqlite")
    dealt, old, begun, newer = (server.Server(store).open(opening()).room for _ in range(4))
    for room in (dealt, begun):
        moves = room.dealt()
        store.keep(room, moves)
        room.take(moves)
    seat = min(begun.state.acting)
    store.keep(begun, begun.decided(seat, begun.state.legal_actions(seat)[0].id))
    held = server.Server(store)
    seated = held.table(newer.code)
    opened = [held.open(opening()) for _ in range(2)]
    for room in (dealt, old):
        with pytest.raises(Refused):
            store.load(room.code)
    assert store.load(begun.code).has_begun
    # Rooms with connected players are never deleted.
    with pytest.raises(Refused) as caught:
        held.open(opening())
    assert caught.value.error["code"] == "busy"
    assert held.table(newer.code) is seated
    for table in opened:
        assert held.table(table.room.code) is table
    store.close()


def test_a_seat_without_contribution_becomes_free_again() -> None:
    asked = Create(id=1, ask="create", **wish("chemuno", [None, None, None]))
    room, count = Room.create("A" * 10, asked), 3
    taken = [room.sit_down(f"P{i}", range(i)) for i in range(count)]
    assert [seat for seat, _ in taken] == list(range(count))
    with pytest.raises(Refused):
        room.sit_down("late", range(count))
    # A player who left can return until somebody else takes the seat.
    assert room.seat_of(taken[0][1]) == 0
    assert room.public(range(1, count))["seats"][0]["isFree"]
    assert room.sit_down("again", range(1, count))[0] == 0
    with pytest.raises(Refused):
        room.seat_of(taken[0][1])
    room.contribute(0, bytes(32))
    with pytest.raises(Refused):
        room.sit_down("late", range(1, count))


def test_the_page_is_compressed_for_clients_that_accept_it(tmp_path: Path) -> None:
    body = b"<!doctype html>" + b"x" * 1000
    (tmp_path / "index.html").write_bytes(body)
    page = server.Page(tmp_path)

    def answer(*headers: tuple[str, str]) -> Any:
        given = Headers(headers)
        return page.answer(cast("Any", None), Request("/", given))

    plain, packed = answer(), answer(("Accept-Encoding", "br, GZIP"))
    assert plain.body == gzip.decompress(packed.body) == body
    assert (plain.headers.get("Content-Encoding"), packed.headers["Content-Encoding"]) == (
        None,
        "gzip",
    )
    assert packed.headers["Content-Length"] == str(len(packed.body))
    assert answer(("Upgrade", "websocket")) is None
    assert answer(("Upgrade", "h2c"), ("Upgrade", "websocket")) is None


def test_a_damaged_room_is_rejected_by_its_code(tmp_path: Path) -> None:
    served = Served(tmp_path)
    first, _ = begin(served, "chemuno", [None, None])
    change(served, "UPDATE step SET action = 99999 WHERE number = 3")
    error = Player(served).refused("return", room=first.code, token=first.token, number=0)
    assert (error["code"], error["value"]) == ("room", first.code)
    assert "damaged" in error["reason"]
    complained = served.stop()
    assert f"room {first.code} in {served.data}: action = 99999" in complained
    assert "Traceback" not in complained


class Open(Socket):
    """A connection that stays silent until it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.closed = asyncio.Event()

    async def close(self, code: int, reason: str) -> None:
        await super().close(code, reason)
        self.closed.set()

    def __aiter__(self) -> Open:
        return self

    async def __anext__(self) -> str:
        await self.closed.wait()
        raise StopAsyncIteration


def test_a_full_server_closes_clients_without_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MAX_CLIENTS", 2)

    async def come() -> None:
        store = Store(tmp_path / "games.sqlite")
        served = server.Server(store)
        sockets = [Open() for _ in range(4)]
        tasks = []
        for socket in sockets[:3]:
            tasks.append(asyncio.create_task(served.serve(cast(Any, socket))))
            await asyncio.sleep(0.01)
        assert [socket.codes for socket in sockets] == [[server.STANDING], [], [], []]
        create = json.dumps({"id": 1, "ask": "create", **wish("chemuno", [None, None])})
        for client in list(served.standing):
            assert "answer" in await client.answered(create)
        assert not served.standing
        await served.serve(cast(Any, sockets[3]))
        assert [socket.codes for socket in sockets[1:]] == [[], [], [server.FULL]]
        for socket in sockets:
            socket.closed.set()
        await asyncio.gather(*tasks)
        served.close()
        store.close()

    asyncio.run(come())


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").touch(mode=0o644)
    store = Store(tmp_path / "games.sqlite")
    server.Server(store).open(opening())
    files = list(tmp_path.iterdir())
    assert len(files) >= 2
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)
    store.close()


def test_a_room_with_other_rules_is_rejected(served: Served) -> None:
    first, _ = begin(served, "chemuno", [None, None])
    change(served, "UPDATE room SET key = '0123456789abcdef'")
    error = Player(served).refused("return", room=first.code, token=first.token, number=0)
    assert (error["code"], error["field"]) == ("room", "room")
    assert "other rules" in error["reason"]


# ---- Misuse ----

SEAT = {"name": "A", "policy": None}
GOOD: dict[str, Any] = {"ask": "create", "game": "chemuno", "options": {}, "seats": [SEAT, SEAT]}


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ("", "message"),
        ("{", "message"),
        ("[]", "message"),
        ("null", "message"),
        ("[" * 2000, "message"),
        (b"\0\1", "message"),
        ("x" * (MAX_BYTES + 1), "message"),
        ({}, "ask"),
        ({"ask": "steal"}, "ask"),
        ({"ask": ["act"]}, "ask"),
        ({"ask": "look"}, "room"),
        ({"ask": "look", "room": "abc"}, "room"),
        ({"ask": "look", "room": "ABCDE GHJK"}, "room"),
        ({"ask": "look", "room": 7}, "room"),
        ({"ask": "look", "room": "ABCDEFGHJK", "more": 1}, "more"),
        ({"ask": "look", "room": "ABCDEFGHJK", "id": -1}, "id"),
        ({"ask": "look", "room": "ABCDEFGHJK", "id": "7"}, "id"),
        ({"ask": "join", "room": "ABCDEFGHJK", "name": ""}, "name"),
        ({"ask": "join", "room": "ABCDEFGHJK", "name": "x" * 25}, "name"),
        ({"ask": "join", "room": "ABCDEFGHJK", "name": "a\nb"}, "name"),
        ({"ask": "join", "room": "ABCDEFGHJK", "name": "‮"}, "name"),
        ({"ask": "join", "room": "ABCDEFGHJK", "name": "\u2800"}, "name"),
        ({"ask": "join", "room": "ABCDEFGHJK", "name": "\u3164"}, "name"),
        ({"ask": "return", "room": "ABCDEFGHJK", "token": "x" * 101, "number": 0}, "token"),
        ({"ask": "return", "room": "ABCDEFGHJK", "token": "x", "number": 2**40}, "number"),
        ({"ask": "ready", "contribution": "00"}, "contribution"),
        ({"ask": "ready", "contribution": "AB" * 32}, "contribution"),
        ({"ask": "act", "number": 0, "action": 1.5}, "action"),
        ({"ask": "act", "number": 0, "action": True}, "action"),
        ({"ask": "act", "number": 0, "action": 2**31}, "action"),
        ({"ask": "act", "number": "0", "action": 0}, "number"),
        ({"ask": "speak", "language": "tlh"}, "language"),
        (GOOD | {"seats": []}, "seats"),
        (GOOD | {"seats": [SEAT] * 7}, "seats"),
        (
            GOOD | {"seats": [SEAT, {"name": "B", "policy": "search iterations=9"}]},
            "seats.1.policy",
        ),
        (GOOD | {"options": {"x" * 41: 1}}, "options"),
        (GOOD | {"options": {"hand_size": None}}, "options.hand_size"),
        (GOOD | {"options": {"hand_size": [1]}}, "options.hand_size"),
    ],
)
def test_malformed_messages_are_rejected_by_field(
    shared: Served, message: str | bytes | dict[str, Any], field: str
) -> None:
    player = Player(shared)
    player.send(json.dumps({"id": 1} | message) if isinstance(message, dict) else message)
    heard = player.hear()
    assert heard["error"]["code"] == "message"
    assert heard["error"]["field"].startswith(field)
    assert heard["error"]["reason"]
    assert len(heard["error"]["value"]) <= 60
    # The connection stays open.
    assert player.refused("look", room="ABCDEFGHJK")["code"] == "room"


@pytest.mark.parametrize(
    ("changed", "field", "rule"),
    [
        ({"game": "poker"}, "game", ""),
        ({"game": "../chemuno"}, "game", ""),
        ({"seats": [SEAT] * 5}, "players", ""),
        ({"options": {"hand_size": 99}}, "hand_size", "CU-2"),
        ({"options": {"hand_size": "five"}}, "hand_size", "CU-2"),
        ({"options": {"hand_size": 1e300}}, "hand_size", "CU-2"),
        ({"options": {"hand_size": 10**30}}, "hand_size", "CU-2"),
        ({"options": {"hand_size": "5 deck=x"}}, "hand_size", ""),
        ({"options": {"no_such": 1}}, "options", ""),
        # Arguments of chemix.load that are not options of the game.
        ({"options": {"deck": "/etc/passwd.json"}}, "options", ""),
        ({"options": {"players": 2}}, "options", ""),
        ({"options": {"name": "react"}}, "options", ""),
        ({"seats": [{"name": "B", "policy": "heuristic"}] * 2}, "seats", ""),
    ],
)
def test_invalid_games_are_rejected(
    shared: Served, changed: dict[str, Any], field: str, rule: str
) -> None:
    fields = {key: value for key, value in (GOOD | changed).items() if key != "ask"}
    error = Player(shared).refused("create", **fields)
    assert (error["code"], error["field"], error["rule"]) == ("input", field, rule)


def test_a_huge_message_ends_only_its_connection(served: Served) -> None:
    first, second = begin(served, "chemuno", [None, None])
    first.send("x" * (5 * MAX_BYTES))
    with pytest.raises(ConnectionClosed) as closed:
        first.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    first = returned(served, first)
    play_on([first, second], 2)


def test_untimely_actions_change_nothing(served: Served) -> None:
    players = begin(served, "chemuno", [None, None])
    actor = next(player for player in players if player.view["choices"])
    other = players[1 - actor.seat]
    views = [actor.view, other.view]
    legal = [choice["id"] for choice in actor.view["choices"]]
    game = chemix.load("chemuno", players=2)
    number = actor.view["steps"]

    error = other.refused("act", number=other.view["steps"], action=legal[0])
    assert (error["code"], error["field"], error["rule"]) == ("rule", "action", "GN-10")
    illegal = next(id for id in range(game.action_count) if id not in legal)
    error = actor.refused("act", number=number, action=illegal)
    assert error["code"] == "rule" and error["rule"] and error["reason"]
    error = actor.refused("act", number=number, action=game.action_count)
    assert (error["code"], error["field"]) == ("input", "action")
    for wrong in (number - 1, number + 1):
        error = actor.refused("act", number=wrong, action=legal[0])
        assert (error["code"], error["field"]) == ("stale", "number")
    for ask, fields in {
        "create": wish("chemuno", [None, None]),
        "join": {"room": actor.code, "name": "A"},
        "return": {"room": actor.code, "token": actor.token, "number": 0},
    }.items():
        assert actor.refused(ask, **fields)["code"] == "seated"
    assert actor.refused("ready", contribution="00" * 32)["code"] == "ready"
    for player in players:
        player.look()
    assert [actor.view, other.view] == views

    actor.act(legal[0])
    # The same click, sent twice.
    error = actor.refused("act", number=number, action=legal[0])
    assert error["code"] == "stale"


ODD: list[Any] = [
    None, True, -1, 2**31, 2**64, 10**40, 1e308, "", "\0", "a" * 41, "1 deck=/etc/passwd",
    [], {}, [[]], {"a": {"b": 1}}, "deck", "__class__",
]  # fmt: skip


def damaged(message: dict[str, Any], draw: random.Random) -> str:
    """Change a random part of a message, and sometimes a character of its text."""
    copied = json.loads(json.dumps(message))
    place: Any = copied
    while isinstance(place, dict | list) and place:
        key = draw.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if draw.random() < 0.5 or not isinstance(place[key], dict | list):
            if draw.random() < 0.2:
                del place[key]
            else:
                place[key] = draw.choice(ODD)
            break
        place = place[key]
    text = json.dumps(copied)
    at = draw.randrange(len(text))
    return text if draw.random() < 0.8 else text[:at] + chr(draw.randrange(1, 300)) + text[at + 1 :]


def test_damaged_messages_are_answered_and_affect_nobody_else(served: Served) -> None:
    players = begin(served, "chemuno", [None, None])
    views = [player.view for player in players]
    code, token = players[0].code, players[0].token
    messages: list[dict[str, Any]] = [
        {"id": 1, "ask": "create", **wish("chemuno", [None, "heuristic"], hand_size=3)},
        {"id": 1, "ask": "look", "room": code},
        {"id": 1, "ask": "join", "room": code, "name": "Eve"},
        {"id": 1, "ask": "return", "room": code, "token": token[:-1] + "_", "number": 0},
        {"id": 1, "ask": "ready", "contribution": "00" * 32},
        {"id": 1, "ask": "act", "number": 1, "action": 3},
        {"id": 1, "ask": "speak", "language": "de"},
    ]
    draw = random.Random(7)
    stranger = Player(served)
    for _ in range(600):
        stranger.send(damaged(draw.choice(messages), draw))
        while "id" not in (heard := stranger.hear()):
            pass
        if "error" in heard:
            assert heard["error"]["field"] and heard["error"]["reason"]
    for player in players:
        player.look()
    assert [player.view for player in players] == views
    play_on(players, 2)


def test_a_flood_delays_only_its_sender(served: Served) -> None:
    players = begin(served, "chemuno", [None, None])
    stranger = Player(served)
    question = json.dumps({"id": 1, "ask": "look", "room": players[0].code})

    def flood() -> None:
        # Send until nobody reads any more, or the server ends.
        with contextlib.suppress(ConnectionClosed, OSError):
            for _ in range(100_000):
                stranger.send(question)

    threading.Thread(target=flood, daemon=True).start()
    count = play_on(players, 20)
    # Some games are over earlier.
    assert count == 20 or players[0].view["isOver"]


def test_searching_bots_do_not_delay_other_bots(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    served = server.Server(store)
    quick, other, search = (
        served.threads_of(chemix.Policy(policy))
        for policy in ("random", "heuristic", "search milliseconds=500")
    )
    assert quick is other
    assert quick is not search
    served.close()
    store.close()


def test_player_names_are_unique(served: Served) -> None:
    seats = [{"name": "Ann", "policy": None}] * 3
    first = Player(served).sit("create", game="chemuno", options={}, seats=seats)
    Player(served).sit("join", room=first.code, name="Ann 3")
    Player(served).sit("join", room=first.code, name="Ann")
    first.look()
    names = [seat["name"] for seat in first.room["seats"]]
    assert names[0] == "Ann"
    assert len(set(names)) == 3


def test_strangers_learn_nothing(served: Served) -> None:
    first, second = begin(served, "chemuno", [None, None])
    stranger = Player(served)
    shown = stranger.ask("look", room=first.code)
    assert shown == first.room
    assert stranger.refused("join", room=first.code, name="Eve")["code"] == "full"
    other = Player(served).sit("create", **wish("chemuno", [None, None]))
    for token in ("", "x", first.token[:-1], other.token):
        error = stranger.refused("return", room=first.code, token=token, number=0)
        # A wrong token is not repeated.
        assert (error["code"], error["field"], error["value"]) == ("token", "token", "")
    error = stranger.refused("return", room=first.code, token=first.token, number=10**6)
    assert error["code"] == "stale"
    assert stranger.refused("act", number=1, action=0)["code"] == "seated"
    assert stranger.refused("ready", contribution="00" * 32)["code"] == "seated"
    assert stranger.refused("look", room="ZZZZZZZZZZ")["code"] == "room"
    assert other.refused("act", number=0, action=0)["code"] == "early"
    stranger.look = lambda: None  # type: ignore[method-assign]
    assert not stranger.view and not stranger.room
    # No message before the end contains a secret of the server.
    served.kill()
    db = sqlite3.connect(served.data)
    kept = [row for row in db.execute("SELECT seed, salt FROM room")]
    hashes = [row[0] for row in db.execute("SELECT token_hash FROM seat") if row[0]]
    db.close()
    served.start()
    heard = "".join(first.received + second.received + stranger.received + other.received)
    for secret in [part for row in kept for part in row] + hashes:
        assert secret.hex() not in heard
    assert all(first.token not in text for text in second.received + stranger.received)


def test_only_files_of_the_page_are_served(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<title>chemix</title>")
    (page / "assets" / "chemix.wasm").write_bytes(b"\0asm")
    (tmp_path / "secret").write_text("secret")
    served = Served(tmp_path, page)

    def get(path: str) -> tuple[int, str, bytes]:
        host, port = served.host.split(":")
        connection = HTTPConnection(host, int(port), timeout=PATIENCE)
        connection.request("GET", path)
        response = connection.getresponse()
        kind = response.headers.get_content_type()
        return response.status, kind, response.read()

    assert get("/") == get("/index.html") == get("/?pace=0")
    assert get("/") == (200, "text/html", b"<title>chemix</title>")
    assert get("/assets/chemix.wasm") == (200, "application/wasm", b"\0asm")
    for path in ("/../secret", "/%2e%2e/secret", "//secret", "/games.sqlite", "/assets", "/x"):
        assert get(path)[0] == 404
    Player(served).refused("look", room="ABCDEFGHJK")
    assert served.stop() == ""
