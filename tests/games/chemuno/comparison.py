# SPDX-License-Identifier: Apache-2.0
"""How the library's Chemuno is compared with the reference."""

from __future__ import annotations

import chemix
from games.comparison import Case, Table, Values, chemix_deck


def table(state: chemix.State, at: Values) -> Table:
    drawn = [own["drawn"] for own in at.own if own["drawn"] is not None]
    phase = at.open["phase"]
    table = {
        "phase": "drawing" if phase.startswith("drawing") else phase,
        "current_player": state.current_player,
        "top": at.open["top"],
        "laid": at.open["laid"],
        "draw_pile": at.hidden["draw_pile"],
        "hands": [own["hand"] for own in at.own],
        "wish": at.open["wish"],
        "penalty": at.open["penalty"],
        "drawn": drawn[0] if drawn else None,
        "turns": at.open["turns"],
        "idle_turns": at.open["idle_turns"],
    }
    # Details that the rules leave open, and that both sides may show differently:
    if table["phase"] == "drawing":
        # A penalty that is being drawn is shown until it is paid, or no more.
        del table["penalty"]
    if phase == "over" and not all(own["hand"] for own in at.own):
        # Whether the turn that ends the game by an empty hand counts as completed.
        del table["turns"], table["idle_turns"]
    return table


CASES = [
    Case(
        game="chemuno",
        players=[2, 3, 4],
        table=table,
        score="cards_left",
        options=[
            {},
            {"voluntary_draw": True},
            {"penalty_growth": "additive", "auto_call": True},
            {"hand_size": 2, "max_turns": 40},
        ],
        make=lambda reference, players, options: reference.new_game(
            reference.load_deck(chemix_deck()), players, **options
        ),
    ),
]
