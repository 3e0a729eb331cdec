# SPDX-License-Identifier: Apache-2.0
"""Whole games over the network: seats receive only their own view, and deals are verified."""

from __future__ import annotations

import base64
import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chemix
import pytest
from messages import Create
from rooms import MAX_NEWS, Room, view_of
from server_players import SHORTER, Player, Served, begin, people, play_on, serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as one:
        yield one


def verified(players: list[Player]) -> chemix.State:
    """Verify the deal as a client does; return the final state."""
    one = players[0]
    contributions = [bytes.fromhex(text) for text in one.room["contributions"]]
    for player in players:
        assert player.end == one.end
        assert player.room["contributions"] == one.room["contributions"]
        assert contributions[player.seat] == player.contribution
    seed, salt = bytes.fromhex(one.end["seed"]), bytes.fromhex(one.end["salt"])
    record = one.end["record"]
    states = chemix.verify_deal(record, one.commitment, seed, salt, contributions)
    return states[-1]


def expected(
    record: str, seat: int, names: list[str]
) -> tuple[list[dict[str, Any]], list[list[dict[str, Any]]]]:
    """Compute all views of a seat and their news from its seen record.

    The seen record contains nobody else's secrets.
    """
    seen = chemix.read_seen_record(chemix.write_seen_record(record, seat))
    views, news = [], []
    for events, observation in seen:
        if not events:
            continue
        news.append([{"words": e.words(players=names), "event": e.to_dict()} for e in events])
        view = view_of(observation, "en", names) | {"steps": len(news)}
        views.append({"view": view, "seen": base64.b64encode(bytes(observation)).decode()})
    return views, news


def expected_updates(record: str, seat: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Compute what clients with the library receive: by view, what loads one, and the messages."""
    full = chemix.write_seen_record(record, seat)
    plain = json.loads(full)
    # The first observation is the one before any step.
    digests = [f"{observation.digest:016x}" for _, observation in chemix.read_seen_record(full)][1:]
    loads = [
        plain | {"steps": plain["steps"][: i + 1], "digest": digest}
        for i, digest in enumerate(digests)
    ]
    messages = [
        {"seen": i, "events": plain["steps"][i].split(), "digest": digest}
        for i, digest in enumerate(digests)
    ]
    return loads, [json.dumps(message) for message in messages]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, SHORTER.get(name, {})) for name in chemix.games()),
        ("react", {"claims": "realtime"}),
    ],
)
def test_clients_receive_only_what_they_may_see(
    served: Served, name: str, options: dict[str, Any]
) -> None:
    players = begin(served, name, people(name), **options)
    assert play_on(players) > 0
    end = verified(players)
    record = players[0].end["record"]
    assert json.loads(record)["digest"] == f"{end.digest:016x}"
    for player in players:
        names = [seat["name"] for seat in player.room["seats"]]
        views, news = expected(record, player.seat, names)
        loads, messages = expected_updates(record, player.seat)
        told = 0
        for text in player.received:
            message = json.loads(text)
            if "view" not in message:
                # The data of the room is public and contains nothing else.
                assert set(message) <= {"id", "answer", "room", "seat"}
                continue
            number = message["view"]["steps"]
            wanted = views[number - 1]
            if told == 0:
                assert json.loads(message.pop("client")) == loads[number - 1]
            wanted["messages"] = messages[told:number] if told else []
            wanted["news"] = [line for lines in news[told:number] for line in lines][-MAX_NEWS:]
            told = number
            if message["view"]["isOver"]:
                del message["reveal"]
                assert wanted["view"]["prompt"] == end.words(players=names)
            assert message == json.loads(json.dumps(wanted))
        assert told == len(views)


@pytest.mark.parametrize("name", chemix.games())
def test_indistinguishable_states_give_equal_messages(name: str) -> None:
    policies = people(name)
    seats = [{"name": f"Seat {i}", "policy": None} for i in range(len(policies))]
    wish = {"id": 0, "ask": "create", "game": name, "options": SHORTER.get(name, {})}
    room = Room.create("ABCDEF", Create.model_validate(wish | {"seats": seats}))
    room.take(room.dealt())
    draw = random.Random(7)
    compared = 0
    for _ in range(80):
        if room.state.is_terminal:
            break
        for seat in range(len(policies)):
            for others in ("decided", "undecided"):
                seed = draw.getrandbits(32)
                twin = copy.copy(room)
                alike = room.state.determinize(seat, seed=seed, others=others)
                twin.state = alike
                since = room.numbers[seat]
                assert twin.told(seat, "de", since) == room.told(seat, "de", since)
                assert twin.public([0]) == room.public([0])
                compared += alike != room.state
        seat = draw.choice(sorted(room.state.acting))
        action = draw.choice(room.state.legal_actions(seat))
        room.take(room.decided(seat, action.id))
    assert compared > 0


def test_nobody_learns_who_has_decided_while_a_decision_is_sealed(served: Served) -> None:
    players = begin(served, "react", [None, None, None], claims="simultaneous")
    sealed = 0
    for _ in range(200):
        for player in players:
            player.look()
        asked = [player for player in players if player.view["choices"]]
        if len(asked) < 2:
            asked[0].act(asked[0].view["choices"][-1]["id"])
            continue
        sealed += 1
        for place, player in enumerate(asked[:-1]):
            others = [one for one in players if one is not player]
            before = [len(other.received) for other in others]
            player.act(player.view["choices"][place % len(player.view["choices"])]["id"])
            for other, count in zip(others, before, strict=True):
                other.look()
                # Only the answer to their own request arrives.
                assert len(other.received) == count + 1
                assert player.seat in other.view["acting"]
        asked[-1].act(asked[-1].view["choices"][0]["id"])
        if sealed == 5:
            break
    assert sealed == 5


def test_bots_play_and_language_follows(served: Served) -> None:
    (player,) = begin(served, "chemuno", [None, "heuristic", "search milliseconds=500"])
    game = chemix.load("chemuno", players=3)
    for language in ("de", "fr", "en"):
        player.ask("speak", language=language)
        phase = player.view["open"]["phase"]
        assert player.view["phase"] == game.phase_words(phase, language)
    for _ in range(2):
        while not player.view["choices"] and not player.view["isOver"]:
            player.hear()
        player.act(player.view["choices"][0]["id"])
