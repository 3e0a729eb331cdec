# SPDX-License-Identifier: Apache-2.0
"""Guided playouts, as in `chemix/agents/guided.hpp`."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import chemix

if TYPE_CHECKING:
    from collections.abc import Iterator

# The state before, the actor (None: chance) and the state after.
Step = tuple[chemix.State, int | None, chemix.State]

HEADERS = Path(__file__).parents[2] / "include/chemix/games"
# By kind of action, in every game.
PREFERENCES = {
    kind: int(preference)
    for header in HEADERS.glob("*/*.hpp")
    for kind, preference in re.findall(
        r'name = "(\w+)";\s*static constexpr int preference = (\d);',
        header.read_text(encoding="utf-8"),
    )
}


def preference(action: chemix.Action) -> int:
    return PREFERENCES.get(action.kind, 2)


def guided_action(legal: list[chemix.Action], chooser: random.Random) -> chemix.Action:
    if chooser.randrange(8) == 0:
        return chooser.choice(legal)
    highest = max(map(preference, legal))
    return chooser.choice([action for action in legal if preference(action) == highest])


def guided_steps(game: chemix.Game, seed: int) -> Iterator[Step]:
    """Play a game to its end, and yield each step."""
    dealer = chemix.Dealer(seed)
    chooser = random.Random(seed)
    state = game.initial_state()
    while not state.is_terminal:
        if state.is_chance:
            player = None
            after = state.apply(dealer.choose(state))
        else:
            player = chooser.choice(sorted(state.acting))
            after = state.apply(guided_action(state.legal_actions(player), chooser), player)
        yield state, player, after
        state = after


def random_action(legal: list[chemix.Action], chooser: random.Random) -> chemix.Action:
    return chooser.choice(legal)
