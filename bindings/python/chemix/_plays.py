# SPDX-License-Identifier: Apache-2.0
"""Single plays by policies, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import chemix
from chemix._policies import Policy, function_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np


class Step(NamedTuple):
    """What was done: the player is None where chance acted."""

    player: int | None
    action: chemix.Action
    state: chemix.State


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
                chosen = function(state.observation(player), sources[player])
                action = chosen if isinstance(chosen, chemix.Action) else game.action(chosen)
            state = state.apply(action, player)
            batch.step([action.id])
        yield Step(player, action, state)
