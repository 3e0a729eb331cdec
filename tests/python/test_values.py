# SPDX-License-Identifier: Apache-2.0
"""JSON-compatible values of states, observations, actions, events, refusals and records."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import chemix
import jsonschema
import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = chemix.games()


def smallest(name: str) -> chemix.Game:
    return chemix.load(name, players=chemix.describe(name)["min_players"])


def states_of(game: chemix.Game, seed: int, most: int = 60) -> Iterator[chemix.State]:
    """Play a random game; yield some of its states, chance states included."""
    draw = random.Random(seed)
    state = game.initial_state()
    for _ in range(most):
        yield state
        for _ in range(draw.randrange(1, 30)):
            if state.is_terminal:
                yield state
                return
            if state.is_chance:
                actions = [action for action, _ in state.chance_outcomes()]
                state = state.apply(draw.choice(actions))
            else:
                player = draw.choice(sorted(state.acting))
                state = state.apply(draw.choice(state.legal_actions(player)), player)


def assert_plain(value: Any) -> None:
    if isinstance(value, dict):
        assert all(type(name) is str for name in value)
        for part in value.values():
            assert_plain(part)
    elif isinstance(value, list):
        for part in value:
            assert_plain(part)
    else:
        assert value is None or type(value) in (bool, int, str)


def validator(game: chemix.Game, what: str) -> jsonschema.Draft202012Validator:
    schema = game.schema(what)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", GAMES)
def test_states_convert_to_values_and_back(name: str) -> None:
    game = smallest(name)
    schema = validator(game, "state")
    seen_schema = validator(game, "observation")
    for state in states_of(game, seed=3):
        values = state.to_dict()
        assert_plain(values)
        schema.validate(values)
        assert values["open"]["phase"] == state.phase
        assert state.phase in {phase["name"] for phase in game.catalogue["phases"]}
        assert game.state_from_dict(values) == state
        assert game.state_from_dict(json.loads(json.dumps(values))) == state
        for viewer in ("spectator", *range(game.players)):
            seen = state.observation(viewer).to_dict()
            assert_plain(seen)
            seen_schema.validate(seen)
            player = None if viewer == "spectator" else viewer
            assert seen["viewer"] == player
            assert seen["open"] == values["open"]
            assert seen["own"] == (None if player is None else values["own"][player])


def test_a_position_is_made_from_partial_values() -> None:
    game = chemix.load("chemuno", players=2)
    state = game.state_from_dict(
        {
            "open": {
                "phase": "turn",
                "current_player": 1,
                "turns": 1,
                "top": "H2O",
                "laid": {"H2O": 1},
            },
            "own": [{"hand": {"O": 2}}, {"hand": {"H": 1, "He": 1, "NaCl": 1}}],
        }
    )
    assert state.current_player == 1
    assert [str(action) for action in state.legal_actions()] == ["lay H", "lay He"]
    values = state.to_dict()
    before = game.initial_state().to_dict()
    # Type checkers now know the fields.
    assert values["game"] == "chemuno"
    assert before["game"] == "chemuno"
    assert values["open"]["hand_size"] == [2, 3]
    assert values["open"]["draw_pile_size"] == sum(values["hidden"]["draw_pile"].values())
    assert before["hidden"]["draw_pile"]["O"] - values["hidden"]["draw_pile"]["O"] == 2
    assert values["knowledge"]["log"] == {"entries": [], "forgotten": 0}
    # The position can be played.
    assert chemix.Dealer(seed=1).resolve(state.apply("lay H")).current_player == 0


@pytest.mark.parametrize(
    ("values", "field", "reason"),
    [
        ({"opened": {}}, "opened", "no such field"),
        ({"open": 3}, "open", "must be a map"),
        ({"open": {"phase": "tern"}}, "open.phase", "must be one of deal"),
        ({"open": {"current_player": 2}}, "open.current_player", "from 0 to 1"),
        ({"open": {"current_player": True}}, "open.current_player", "from 0 to 1"),
        ({"open": {"top": "Gold"}}, "open.top", "is not a card of the deck"),
        ({"open": {"turns": 1.5}}, "open.turns", "must be a whole number"),
        ({"open": {"turns": 2**80}}, "open.turns", "must fit in 64 bits"),
        ({"open": {"acted": 1}}, "open.acted", "must be true or false"),
        ({"own": [{}]}, "own", "must be a list of 2 entries"),
        ({"own": [{"hand": {"Xx": 1}}, {}]}, "own[0].hand.Xx", "is not a card of the deck"),
        ({"own": [{"hand": {"H": 99}}, {}]}, "own[0].hand.H", "must be a whole number"),
        ({"own": [{"hand": ["H"]}, {}]}, "own[0].hand", "must be a map"),
        ({"knowledge": {"log": {"entry": []}}}, "knowledge.log.entry", "no such field"),
        ({"knowledge": {"history": "12"}}, "knowledge.history", "16 hexadecimal digits"),
        ({"game": "classic"}, "game", "must be chemuno"),
    ],
)
def test_invalid_states_are_rejected_by_field(
    values: dict[str, Any], field: str, reason: str
) -> None:
    game = chemix.load("chemuno", players=2)
    with pytest.raises(chemix.InputError) as caught:
        game.state_from_dict(values)
    assert caught.value.field == field
    assert reason in caught.value.reason
    assert caught.value.to_dict()["field"] == field


def test_numpy_integers_are_accepted() -> None:
    game = chemix.load("chemuno", players=2)
    values = game.deal(seed=7).to_dict()
    of_numpy: Any = {**values, "chance_count": np.int64(values["chance_count"])}
    assert game.state_from_dict(of_numpy) == game.deal(seed=7)


def test_impossible_states_are_rejected_by_rule() -> None:
    game = chemix.load("chemuno", players=2)
    values = game.deal(seed=1).to_dict()
    values["open"]["hand_size"] = [1, 7]
    with pytest.raises(chemix.InputError, match="CU-2") as caught:
        game.state_from_dict(values)
    assert caught.value.field == "hand_size"
    with pytest.raises(TypeError):
        game.state_from_dict({"open": {1: 2}})
    with pytest.raises(TypeError):
        game.state_from_dict({"open": object()})
    deep: dict[str, Any] = {}
    for _ in range(100):
        deep = {"open": deep}
    with pytest.raises(chemix.InputError, match="deeper"):
        game.state_from_dict(deep)
    with pytest.raises(chemix.InputError, match="what"):
        game.schema("hand")


def word_of(value: int | str | list[str] | None) -> str:
    """Format a value as in the notation."""
    if isinstance(value, list):
        return ",".join(value) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


@pytest.mark.parametrize("name", GAMES)
def test_actions_and_events_convert_to_values(name: str) -> None:
    game = smallest(name)
    action_schema = validator(game, "action")
    event_schema = validator(game, "event")
    for number in range(game.action_count):
        action = game.action(number)
        values = action.to_dict()
        assert_plain(values)
        action_schema.validate(values)
        assert values == {
            "kind": action.kind,
            "id": number,
            "chance": False,
            "fields": action.fields,
        }
        assert str(action) == " ".join([action.kind, *map(word_of, action.fields.values())])
    verbs = set()
    for state in states_of(game, seed=5):
        for viewer in ("spectator", *range(game.players)):
            for event in state.events(viewer):
                told = event.to_dict()
                assert_plain(told)
                event_schema.validate(told)
                verbs.add(told["verb"])
                assert told["verb"] == event.verb
                assert told.get("card", event.card) == event.card
                if told["verb"] == "deal" or told["verb"] == "move":
                    assert set(told["source"]) == set(told["target"]) == {"zone", "player"}
    assert verbs


def test_refusals_convert_to_values() -> None:
    game = chemix.load("chemuno", players=2)
    with pytest.raises(chemix.RuleError) as caught:
        game.deal(seed=7).apply("lay He")
    assert caught.value.to_dict() == {
        "rule": "GN-11",
        "detail": 0,
        "arguments": [10, 0, 0],
        "action": game.action("lay He").to_dict(),
    }
    validator(caught.value.game, "refusal").validate(caught.value.to_dict())
    with pytest.raises(chemix.InputError) as wrong:
        chemix.load("chemuno", players=9)
    validator(game, "error").validate(wrong.value.to_dict())


def test_options_and_records_convert_to_values() -> None:
    game = chemix.load("chemuno", players=2, hand_size=3, auto_call=True)
    assert game.option_values == {
        "hand_size": 3,
        "voluntary_draw": False,
        "penalty_growth": "doubling",
        "auto_call": True,
        "max_turns": 1000,
    }
    state = game.initial_state()
    steps: list[tuple[int | None, int]] = []
    while not state.is_terminal:
        action = (
            chemix.Dealer(seed=2).choose(state) if state.is_chance else state.legal_actions()[0]
        )
        steps.append((state.current_player, action.id))
        state = state.apply(action)
    record = chemix.record_to_dict(chemix.write_record(game, 0, steps))
    assert_plain(record)
    validator(game, "record").validate(record)
    assert (record["game"], record["options"]) == ("chemuno", game.option_values)
    assert [(step["player"], step["action"]["id"]) for step in record["steps"]] == steps
    assert record["digest"] == f"{state.digest:016x}"
