# SPDX-License-Identifier: Apache-2.0
"""Values can be pickled, copied, hashed and compared, including their knowledge."""

from __future__ import annotations

import copy
import json
import pickle
from itertools import islice
from pathlib import Path
from typing import Any

import chemix
import pytest
from guided import guided_steps

DEALER = chemix.Dealer(seed=2**100 + 7)


def players_of(name: str) -> int:
    least: int = chemix.describe(name)["min_players"]
    return max(2, least)


def values_of(name: str) -> list[Any]:
    """Collect values of all types during a game."""
    game = chemix.load(name, players=players_of(name))
    values: list[Any] = [game, DEALER]
    for before, _, after in islice(guided_steps(game, 3), 0, 150, 15):
        values += [before, after, after.copy(), after.observation(0)]
        values += [after.observation("spectator"), *after.events(1), *after.events("spectator")]
        if after.is_chance:
            values.append(DEALER.choose(after))
        for seat in after.acting:
            values += after.legal_actions(seat)[:3]
    return values


@pytest.mark.parametrize("name", chemix.games())
def test_values_are_pickled_copied_hashed_and_compared(name: str) -> None:
    values = values_of(name)
    assert {type(value).__name__ for value in values} == {
        *("Game", "Dealer", "State", "Observation", "Event", "Action")
    }
    for value in values:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(value, protocol))
            assert type(again) is type(value)
            assert again == value
            assert hash(again) == hash(value)
            assert str(again) == str(value) or isinstance(value, chemix.Dealer)
        # An immutable value is its own copy.
        assert copy.copy(value) is value
        assert copy.deepcopy([value])[0] is value
        assert value != "a value"
    for one in values[:40]:
        for other in values[:40]:
            assert (one == other) <= (hash(one) == hash(other))
            if type(one) is not type(other):
                assert one != other


@pytest.mark.parametrize("name", chemix.games())
def test_events_survive(name: str) -> None:
    game = chemix.load(name, players=players_of(name))
    for _, _, state in islice(guided_steps(game, 5), 60):
        again = pickle.loads(pickle.dumps(state))
        for viewer in (0, 1, "spectator"):
            assert again.events(viewer) == state.events(viewer)
            assert [str(event) for event in again.events(viewer)] == [
                str(event) for event in state.events(viewer)
            ]


def test_unpickled_games_are_shared(tmp_path: Path) -> None:
    game = chemix.load("chemuno", players=3, hand_size=5)
    states = [pickle.loads(pickle.dumps(game.deal(seed))) for seed in range(3)]
    assert states[0].game is states[1].game is states[2].game
    assert states[0].game == game
    deck = json.loads(
        (Path(__file__).parents[2] / "decks" / "chemix.json").read_text(encoding="utf-8")
    )
    deck["deck"] = "mine"
    # Plays identically, but has another name.
    deck["compounds"][0]["names"]["en"] = "Something else"
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(deck), encoding="utf-8")
    mine = chemix.load("chemuno", players=3, hand_size=5, deck=path)
    path.unlink()
    again = pickle.loads(pickle.dumps(mine.deal(seed=1)))
    assert again.game.deck == "mine"
    assert pickle.loads(pickle.dumps(mine)) is again.game
    card = deck["compounds"][0]["formula"]
    assert again.game.card_words(card).startswith(f"{card}, something else")
    assert not game.card_words(card).startswith(f"{card}, something else")


def test_pickles_of_another_build_are_validated() -> None:
    state = chemix.load("chemuno", players=2).deal(seed=7).apply("lay N")
    for value in (state, state.observation(0)):
        restored, (game, _, image, saved, *step) = value.__reduce__()
        assert restored(game, b"another", image, saved, *step) == value
        assert restored(game, b"another", b"", saved, *step) == value
        with pytest.raises(chemix.InputError):
            restored(game, b"another", image, saved[:-1], *step)
    again = pickle.loads(pickle.dumps(state))
    restored, (game, _, image, saved, step) = state.__reduce__()
    assert restored(game, b"another", image, saved, step).events(1) == again.events(1)
    restored, (game, _, image) = state.events(0)[0].__reduce__()
    with pytest.raises(chemix.InputError, match="pickled by another build"):
        restored(game, b"another", image)


def test_damaged_pickles_are_rejected() -> None:
    state = chemix.load("chemuno", players=2).deal(seed=7).apply("lay N")
    action = state.legal_actions(1)[0]
    values: list[Any] = [state, state.table, state.observation(0), state.events(0)[0]]
    for value in values:
        restored, (game, build, image, *rest) = value.__reduce__()
        for at in range(len(image)):
            damaged = bytearray(image)
            damaged[at] ^= 4
            with pytest.raises(chemix.InputError, match="is corrupt"):
                restored(game, build, bytes(damaged), *rest)
    restored, (game, _, is_chance) = action.__reduce__()
    for wrong in (-1, game.action_count):
        with pytest.raises(chemix.InputError, match="must be an id from 0"):
            restored(game, wrong, is_chance)
    for value in [*values, action]:
        restored, (_, *saved) = value.__reduce__()
        with pytest.raises(TypeError):
            restored(None, *saved)


def test_the_step_of_a_pickled_state_is_checked() -> None:
    state = chemix.load("chemuno", players=2).deal(seed=7).apply("lay N")
    restored, (game, build, image, saved, step) = state.__reduce__()
    before, before_saved, seat, action = step
    assert restored(game, build, image, saved, step).events(1) == state.events(1)
    for wrong in (-1, game.action_count):
        with pytest.raises(chemix.InputError, match="must be an id from 0"):
            restored(game, build, image, saved, (before, before_saved, seat, wrong))
    for who, wrong in ((1 - seat, action), (seat, game.action("draw").id)):
        with pytest.raises(chemix.InputError, match="is corrupt"):
            restored(game, build, image, saved, (before, before_saved, who, wrong))
    with pytest.raises(chemix.InputError, match="player = 2"):
        restored(game, build, image, saved, (before, before_saved, 2, action))


def test_dealers_are_equal_for_equal_seeds() -> None:
    assert chemix.Dealer(7) == chemix.Dealer((7).to_bytes(32, "little"))
    assert chemix.Dealer(7) != chemix.Dealer(8)
    assert hash(chemix.Dealer(7)) == hash(chemix.Dealer((7).to_bytes(32, "little")))
    big = pickle.loads(pickle.dumps(DEALER))
    game = chemix.load("chemuno", players=2)
    assert big.resolve(game.initial_state()) == DEALER.resolve(game.initial_state())


def test_table_equality_ignores_knowledge() -> None:
    game = chemix.load("chemuno", players=2)
    state = game.deal(seed=7).apply("lay N")
    values: dict[str, Any] = dict(state.to_dict())
    del values["knowledge"]
    forgotten = game.state_from_dict(values)
    assert forgotten.digest != state.digest
    assert forgotten.table_digest == state.table_digest
    assert game.deal(seed=7).table_digest != state.table_digest


def test_errors_survive() -> None:
    state = chemix.load("chemuno", players=2).deal(seed=7)
    with pytest.raises(chemix.RuleError) as refused:
        state.apply("draw")
    with pytest.raises(chemix.InputError) as wrong:
        state.observation(9)
    for error in (refused.value, wrong.value):
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error)
        assert again.to_dict() == error.to_dict()
