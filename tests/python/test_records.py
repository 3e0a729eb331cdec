# SPDX-License-Identifier: Apache-2.0
"""Records of resumed games, and records as one viewer saw the game."""

from __future__ import annotations

import json
import random

import chemix
import pytest

Step = tuple[int | None, int]


def played(name: str, seed: int = 5, most: int = 150) -> tuple[list[chemix.State], list[Step]]:
    """Play a random game; return its states, the first before the deal, and its steps."""
    game = chemix.load(name, players=min(3, chemix.describe(name)["max_players"]))
    dealer, chooser = chemix.Dealer(seed), random.Random(seed)
    states: list[chemix.State] = [game.initial_state()]
    steps: list[Step] = []
    while not states[-1].is_terminal and len(steps) < most:
        state = states[-1]
        who = None if state.is_chance else chooser.choice(sorted(state.acting))
        action = dealer.choose(state) if who is None else chooser.choice(state.legal_actions(who))
        steps.append((who, action.id))
        states.append(state.apply(action, who))
    return states, steps


TWO_PLAYERS = [name for name in chemix.games() if chemix.describe(name)["max_players"] > 1]


@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_a_resumed_game_has_a_record(name: str) -> None:
    states, steps = played(name)
    middle = len(steps) // 2
    text = chemix.write_record(states[middle], steps[middle:])
    assert chemix.read_record(text) == states[middle:]
    values = chemix.record_to_dict(text)
    assert values["start_player"] is None
    assert values["start_state"] == str(states[middle])
    with pytest.raises(chemix.InputError, match="start_state"):
        chemix.verify_deal(text, commitment="0" * 64, seed=bytes(32), salt=bytes(32))


def test_a_record_has_one_valid_start() -> None:
    states, steps = played("chemuno")
    record = json.loads(chemix.write_record(states[3], steps[3:]))
    for change, field in (
        ({"start_player": 0}, "start_player"),
        ({"start_state": 3}, "start_state"),
        ({"start_state": "nonsense"}, "start_state"),
        ({"start_state": str(states[4])}, r"steps\[\d+\]"),
    ):
        with pytest.raises(chemix.InputError, match=field):
            chemix.read_record(json.dumps(record | change))
    del record["start_state"]
    with pytest.raises(chemix.InputError, match=r"start_player.*missing"):
        chemix.read_record(json.dumps(record))


@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_a_viewer_can_follow_the_game_by_its_record(name: str) -> None:
    states, steps = played(name)
    record = chemix.write_record(states[0].game, 0, steps)
    for viewer in (*range(states[0].game.players), "spectator"):
        seen = chemix.read_seen_record(chemix.write_seen_record(record, viewer))
        views = [state.observation(viewer) for state in states]
        noticed = [i for i in range(1, len(states)) if states[i].events(viewer)]
        assert [view for _, view in seen] == [views[0], *(views[i] for i in noticed)]
        assert [events for events, _ in seen[1:]] == [states[i].events(viewer) for i in noticed]


@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_seen_records_reveal_no_secrets(name: str) -> None:
    """Games that a viewer cannot distinguish have the same seen record."""
    states, steps = played(name)
    told = 0
    for middle in range(0, len(states) - 1, 7):
        who, action = steps[middle]
        if who is None:
            continue
        for viewer in range(states[0].game.players):
            world = states[middle].determinize(viewer, seed=middle)
            if world == states[middle] or world.check(action, who) is not None:
                continue
            one, other = states[middle].apply(action, who), world.apply(action, who)
            if one.observation(viewer) != other.observation(viewer):
                continue
            step = [(who, action)]
            records = (chemix.write_record(states[middle], step), chemix.write_record(world, step))
            texts = {chemix.write_seen_record(record, viewer) for record in records}
            assert len(texts) == 1
            told += 1
    assert told > 0


def test_invalid_seen_records_are_rejected() -> None:
    states, steps = played("react", most=60)
    text = chemix.write_seen_record(chemix.write_record(states[0].game, 0, steps), "spectator")
    record = json.loads(text)
    for change, message in (
        ({"digest": "0" * 16}, "digest = 0"),
        ({"steps": record["steps"][:-1]}, "digest"),
        ({"steps": ["zz"]}, r"steps\[0\] = zz: must be events of 16 hexadecimal digits each"),
        ({"steps": ["f" * 16]}, r"steps\[0\] = ffffffffffffffff: event.verb must be from 0 to 20"),
        ({"steps": [""]}, r"steps\[0\].*must contain an event"),
        ({"steps": [3]}, r"steps\[0\].*must be a string"),
        ({"start": ""}, "start"),
        ({"viewer": 1}, "viewer.*not a field"),
        ({"key": "0" * 16}, "key"),
    ):
        with pytest.raises(chemix.InputError, match=message):
            chemix.read_seen_record(json.dumps(record | change))
    with pytest.raises(chemix.InputError, match="viewer = 4"):
        chemix.write_seen_record(chemix.write_record(states[0].game, 0, steps), 4)
    with pytest.raises(chemix.InputError) as caught:
        chemix.write_record(states[0].game, 0, [(0, 0)])
    action = states[0].game.action(0)
    assert str(caught.value) == f"steps[0] = 0 {action}: Chance decides now. [GN-10]"
    with pytest.raises(chemix.InputError, match="chemix_seen_record"):
        chemix.read_record(text)
