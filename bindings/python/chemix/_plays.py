# SPDX-License-Identifier: Apache-2.0
"""Single plays by policies, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import chemix
from chemix._policies import Policy, function_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Step(NamedTuple):
    """What was done: the player is None where chance acted."""

    player: int | None
    action: chemix.Action
    state: chemix.State


def sources_of(seed: int, players: int) -> list[np.random.Generator]:
    """Make random numbers for policies, by seat, for a play alone."""
    keys = [np.random.SeedSequence(seed, spawn_key=(player,)) for player in range(players)]
    return [np.random.default_rng(key) for key in keys]


def decision(
    policy: str | Policy, state: chemix.State, player: int, source: np.random.Generator
) -> chemix.Action:
    """Let a policy decide once; at random is drawn from the source too."""
    function = function_of(policy)
    if function is None:
        legal = state.legal_actions(player)
        return legal[int(source.integers(len(legal)))]
    return action_of(state.game, function(state.observation(player), source))


def action_of(game: chemix.Game, chosen: chemix.Action | int | str) -> chemix.Action:
    """Make an action of what a policy returned."""
    return chosen if isinstance(chosen, chemix.Action) else game.action(chosen)


def steps(
    game: chemix.Game,
    policies: Sequence[str | Policy],
    sources: Sequence[np.random.Generator],
    seed: int,
) -> Iterator[Step]:
    """Play as :meth:`chemix.Game.playout` does, and give each step.

    Args:
        game: what is played.
        policies: by seat.
        sources: random numbers for the policies, by seat.
        seed: below 2**64.

    """
    functions = [function_of(policy) for policy in policies]
    dealer, state = chemix.Dealer(seed), game.initial_state()
    # Who of several decides, and what is decided at random, a batch draws as a playout does.
    batch = chemix.Batch(game, [seed], auto_reset=False)
    while not state.is_terminal:
        player = None
        if state.is_chance:
            action = dealer.choose(state)
            state = state.apply(action)
        else:
            player = int(batch.acting[0])
            function = functions[player]
            if function is None:
                action = game.action(int(batch.random_actions()[0]))
            else:
                action = action_of(game, function(state.observation(player), sources[player]))
            state = state.apply(action, player)
            batch.step([action.id])
        yield Step(player, action, state)
