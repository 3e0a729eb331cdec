# SPDX-License-Identifier: Apache-2.0
"""Tables are states without what anybody remembers: alike in all else, and values."""

from __future__ import annotations

import copy
import pickle
from itertools import islice
from typing import Any

import chemix
import numpy as np
import pytest
from configurations import CONFIGURATIONS, Configuration
from guided import guided_steps

# Properties that states and tables share, with equal values.
SHARED = ["acting", "current_player", "is_chance", "is_sealed", "is_terminal", "phase"]


def told(position: chemix.State | chemix.Table) -> list[Any]:
    """Gather what a state and its table must agree in."""
    seats = sorted(position.acting)
    return [
        *(getattr(position, name) for name in SHARED),
        [position.legal_action_ids(seat) for seat in seats],
        [position.legal_actions(seat) for seat in seats],
        [position.legal_action_mask(seat).tobytes() for seat in seats],
        [position.check(0, seat) for seat in range(position.game.players)],
        position.chance_outcomes(),
        position.returns(),
        position.scores(),
        position.state_tensor(0).tobytes(),
    ]


@pytest.mark.parametrize("at", CONFIGURATIONS, ids=str)
def test_a_table_goes_the_way_of_its_state(at: Configuration) -> None:
    game, dealer = at.load(), chemix.Dealer(seed=3)
    state, table = game.initial_state(), game.initial_state().table
    random = np.random.default_rng(1)
    for step in range(150):
        assert state.table == table
        assert hash(state.table) == hash(table)
        assert table.digest == state.table_digest
        assert table.game == game
        assert told(table) == told(state)
        if state.is_terminal:
            break
        if state.is_chance:
            action: chemix.Action | int = dealer.choose(state)
            assert dealer.choose(table) == dealer.choose(state.table) == action
            state, table = state.apply(action), table.apply(action)
            if step % 2:
                state, table = dealer.resolve(state), dealer.resolve(table)
        else:
            seat = min(state.acting)
            action = int(random.choice(state.legal_action_ids(seat)))
            state, table = state.apply(action, seat), table.apply(action, seat)
    for seed in range(3):
        end, table_end = state.playout(seed), table.playout(seed)
        assert end.table == table_end
        assert table_end.returns() == end.returns()
        assert table.playout(seed) == table_end
        assert table.playout(seed, guided=True).is_terminal


@pytest.mark.parametrize("name", chemix.games())
def test_tables_are_values(name: str) -> None:
    game = chemix.load(name, players=max(2, chemix.describe(name)["min_players"]))
    dealer = chemix.Dealer(seed=5)
    for _, _, state in islice(guided_steps(game, 3), 0, 150, 15):
        table = state.table
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(table, protocol))
            assert again == table and hash(again) == hash(table)
            assert str(again) == str(table)
            assert dealer.resolve(again) == dealer.resolve(table)
        restored, (game_, _, image, saved, count) = table.__reduce__()
        # A pickle of another build is read from its canonical bytes.
        assert restored(game_, b"another", b"", saved, count) == table
        assert str(restored(game_, b"another", image, saved, count)) == str(table)
        with pytest.raises(chemix.InputError):
            restored(game_, b"another", image, saved[:-1], count)
        assert copy.copy(table) is table
        assert copy.deepcopy([table])[0] is table
        assert table.copy() == table
        assert table != state
        assert game.parse_state(str(table)).table == table


def test_equal_tables_are_found_again_whatever_led_there() -> None:
    game = chemix.load("chemuno", players=2)
    state = game.deal(seed=7).apply("lay N")
    values: dict[str, Any] = dict(state.to_dict())
    del values["knowledge"], values["chance_count"]
    forgotten = game.state_from_dict(values)
    assert forgotten != state
    assert forgotten.table == state.table
    assert {state.table: 1}[forgotten.table] == 1
    assert chemix.load("chemuno", players=2, hand_size=5).deal(7).table != game.deal(7).table


def test_a_table_has_nothing_that_needs_a_memory() -> None:
    table = chemix.load("chemuno", players=2).deal(seed=7).table
    needs = {"observation", "observation_tensor", "information_state", "information_state_tensor"}
    needs |= {"events", "determinize", "can_undo", "acting_seen_by", "prompt"}
    for name in needs:
        assert hasattr(chemix.State, name)
        with pytest.raises(AttributeError, match=f"'chemix._core.Table' object has no .*'{name}'"):
            getattr(table, name)
    with pytest.raises(TypeError):
        chemix.Policy("random").choose(table, 1)  # type: ignore[arg-type]


def test_what_may_not_be_done_is_refused_as_in_a_state() -> None:
    game = chemix.load("chemuno", players=2)
    table = game.deal(seed=7).table
    before = table.digest
    with pytest.raises(chemix.RuleError) as refused:
        table.apply("draw")
    assert refused.value.rule == "GN-10"
    for wrong in (-1, game.action_count, "no such word"):
        with pytest.raises(chemix.InputError):
            table.apply(wrong)
    with pytest.raises(chemix.InputError, match="belongs to another game"):
        table.apply(chemix.load("chemuno", players=3).action(0))
    with pytest.raises(chemix.InputError, match="must be a state in which chance acts"):
        chemix.Dealer(1).choose(table)
    with pytest.raises(chemix.InputError, match="the game is over"):
        table.playout(1).apply(0)
    assert table.digest == before


@pytest.mark.parametrize("name", chemix.games())
def test_policies_draw_worlds_from_what_they_see(name: str) -> None:
    game = chemix.load(name, players=max(2, chemix.describe(name)["min_players"]))
    for _, _, state in islice(guided_steps(game, 4), 0, 120, 24):
        for viewer in (0, 1, "spectator"):
            seen = state.observation(viewer)
            for others in ("decided", "undecided"):
                drawn = seen.determinize(seed=5, others=others)
                assert drawn == state.determinize(viewer, seed=5, others=others)
            assert drawn.observation(viewer) == seen


def test_worlds_of_what_cannot_be_are_refused() -> None:
    game = chemix.load("chemuno", players=2)
    state = game.deal(seed=7)
    with pytest.raises(chemix.InputError, match="others = maybe"):
        state.observation(0).determinize(seed=1, others="maybe")
    with pytest.raises(chemix.InputError, match="seed"):
        state.observation(0).determinize(seed=-1)
    seen = state.observation(0)
    for event in state.apply("lay N").events(0) * 3:
        seen = seen.fold(event)
    with pytest.raises(chemix.InputError, match=r"the game has \d cop(y|ies), not \d"):
        seen.determinize(seed=1)
