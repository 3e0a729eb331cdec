# SPDX-License-Identifier: Apache-2.0
"""The server of the Model Context Protocol, called by the official client, tells no secrets."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import chemix
import chemix.mcp
import pytest
from chemix.lab.mcp_server import _Table, server
from mcp import Client
from mcp.client.stdio import StdioServerParameters

ROOT = Path(__file__).parents[2]

Call = Callable[..., Awaitable[Any]]


class ToolFailed(Exception):
    """The message that the model reads."""


def connected(play: Callable[[Call], Awaitable[None]], to: Any = None, **given: Any) -> None:
    """Run a coroutine with a function that calls tools and returns their structured answers."""

    async def run() -> None:
        async with Client(to or server(**given)) as client:

            async def call(tool: str, **arguments: Any) -> Any:
                answer = await client.call_tool(tool, arguments)
                if answer.is_error:
                    raise ToolFailed(answer.content[0].text)  # type: ignore[union-attr]
                told = answer.structured_content
                return told["result"] if set(told) == {"result"} else told

            await play(call)

    anyio.run(run)


@pytest.mark.parametrize("game", chemix.games())
def test_every_game_is_played_to_its_end(game: str) -> None:
    async def play(call: Call) -> None:
        about = await call("describe_game", game=game)
        assert about["summary"]
        assert about["title"] == chemix.words(game)["title"]
        assert {option["name"] for option in about["options"]} == {
            option["name"] for option in chemix.describe(game)["options"]
        }
        seen = await call("start_game", game=game, policy="random")
        events = seen["events"]
        while not seen["over"]:
            assert seen["may_act"]
            legal = await call("legal_actions")
            chosen = legal[len(events) % len(legal)]
            given = chosen["id"] if len(events) % 2 else chosen["action"]
            seen = await call("act", action=given)
            assert seen["refusal"] is None
            assert seen["seat"] == 0
            events += seen["events"]
        assert await call("legal_actions") == []
        assert len(seen["returns"]) == about["min_players"]
        assert events
        assert (await call("observe"))["events"] == []

    connected(play, seed=7)


def test_a_refusal_names_its_rule_and_changes_nothing() -> None:
    async def play(call: Call) -> None:
        before = await call("start_game", game="chemuno")
        held = {action["action"] for action in await call("legal_actions")}
        refused = next(
            action for action in ("lay He", "lay Fe", "lay O", "lay H") if action not in held
        )
        after = await call("act", action=refused)
        rule = after["refusal"]["rule"]
        assert after["refusal"]["reason"].endswith("in your hand.")
        assert after["table"] == before["table"]
        (stated,) = await call("rule", name=rule)
        assert stated["rule"] == rule
        assert stated["text"] == chemix.rules(rule)[0]["text"]

    connected(play, seed=3)


def test_texts_are_in_the_language() -> None:
    async def play(call: Call) -> None:
        seen = await call("start_game", game="chemuno")
        assert seen["prompt"] == chemix.load("chemuno", players=2).deal(3).prompt(language="de")
        titles = {game["name"]: game["title"] for game in await call("list_games")}
        assert titles == {name: chemix.words(name, "de")["title"] for name in chemix.games()}

    connected(play, language="de", seed=3)


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("observe", {}, "call start_game"),
        ("act", {"action": 0}, "call start_game"),
        ("start_game", {"game": "poker"}, "known: chemuno"),
        ("start_game", {"game": "chemuno", "players": 9}, "players = 9"),
        ("start_game", {"game": "chemuno", "seat": 2}, "must be from 0 to 1, or all"),
        ("start_game", {"game": "chemuno", "policy": "clever"}, "clever"),
        ("start_game", {"game": "chemuno", "options": {"hand_size": 99}}, "hand_size = 99"),
        ("start_game", {"game": "chemuno", "deck": "/etc/passwd"}, "must be one of chemix"),
        ("rule", {"name": "ZZ-1"}, "ZZ-1"),
    ],
)
def test_wrong_calls_are_explained(tool: str, arguments: dict[str, Any], reason: str) -> None:
    async def play(call: Call) -> None:
        with pytest.raises(ToolFailed, match=reason):
            await call(tool, **arguments)

    connected(play)


# ---- Secrecy ----


def test_no_other_seat_can_be_asked_for() -> None:
    async def play(call: Call) -> None:
        await call("start_game", game="chemuno", players=3, seat=1)
        for tool, arguments in (("observe", {}), ("legal_actions", {}), ("act", {"action": 0})):
            for seat in (0, 2, 3, -1):
                with pytest.raises(ToolFailed, match="is not yours in this game"):
                    await call(tool, seat=seat, **arguments)
        assert (await call("observe", seat=1))["seat"] == 1

    connected(play)


def test_who_plays_all_seats_sees_each_of_them() -> None:
    async def play(call: Call) -> None:
        await call("start_game", game="react", players=3, seat="all")
        tables = [(await call("observe", seat=seat))["table"] for seat in range(3)]
        assert len(set(tables)) == 3
        seen = await call("observe")
        for _ in range(5000):
            if seen["over"]:
                break
            legal = await call("legal_actions", seat=seen["seat"])
            await call("act", action=legal[0]["id"], seat=seen["seat"])
            seen = await call("observe")
        assert seen["over"]

    connected(play, seed=5)


@pytest.mark.parametrize("seed", [None, 2**64 - 1])
def test_a_game_that_is_started_again_has_other_cards(seed: int | None) -> None:
    """Otherwise a client could sit down at one seat after the other, and know all hands."""

    async def play(call: Call) -> None:
        hands = [(await call("start_game", game="chemuno"))["events"] for _ in range(4)]
        assert len({tuple(events) for events in hands}) == 4

    connected(play, seed=seed)


def answers(table: _Table, seat: int) -> list[object]:
    """Return all that a client can learn: its view, its actions, and how others are refused."""
    view = table.view(seat)
    legal = table.legal_actions(seat)
    ids = {action.id for action in legal}
    others = [id for id in range(table._session.game.action_count) if id not in ids]
    return [view, legal, [table.act(seat, id) for id in others[:: len(others) // 40 + 1]]]


@pytest.mark.parametrize("game", chemix.games())
def test_answers_do_not_depend_on_what_the_seat_does_not_know(game: str) -> None:
    made = chemix.load(game, players=chemix.describe(game)["min_players"])
    session = chemix.Session(made, seed=11)
    for seat in range(made.players):
        session.set_policy(seat, "random")
    compared = differ = 0
    while compared < 12 and session.advance(1):
        state = session.state
        if state.is_chance or state.is_terminal:
            continue
        compared += 1
        for seat in range(made.players):
            worlds = [state.determinize(seat, seed=compared + of) for of in (0, 100)]
            differ += worlds[0] != worlds[1]
            told = [
                answers(_Table(chemix.Session.resume(world), {seat}, "en"), seat)
                for world in worlds
            ]
            assert told[0] == told[1]
    # In two games all cards are dealt from the start or taken openly.
    assert differ or made.players == 1 or game in {"showdown", "chemistry_battle"}


# ---- The command ----


def test_the_page_lists_every_tool() -> None:
    page = (ROOT / "docs/mcp.md").read_text(encoding="utf-8")

    async def compare() -> None:
        async with Client(server()) as client:
            tools = (await client.list_tools()).tools
        rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", page, re.M))
        assert [*rows] == [tool.name for tool in tools]
        for tool in tools:
            assert re.findall(r"`([a-z]+)`", rows[tool.name]) == [*tool.input_schema["properties"]]

    anyio.run(compare)


def test_the_command_serves_the_official_client() -> None:
    async def play(call: Call) -> None:
        assert len(await call("list_games")) == len(chemix.games())
        assert (await call("start_game", game="chemuno"))["prompt"].startswith("Joueur 1")

    command = [sys.executable, "-m", "chemix", "mcp", "--seed", "3", "--language", "fr"]
    connected(play, StdioServerParameters(command=command[0], args=command[1:]))


def test_without_the_package_the_command_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['mcp'] = None; sys.argv = ['chemix', 'mcp'];"
        "from chemix.__main__ import main; main()"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.returncode == 1
    assert 'pip install "chemix-engine[mcp]"' in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_documented_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs/mcp.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.S)
    exec(compile(block, "mcp.md", "exec"), {})
    assert " wins." in capsys.readouterr().out
    assert doctest.testmod(chemix.mcp).attempted > 0
    assert doctest.testmod(chemix.mcp).failed == 0


@pytest.mark.parametrize("wrong", [{"language": "it"}, {"seed": -1}, {"seed": 2**64}])
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(chemix.InputError):
        partial(server, **wrong)()
