# SPDX-License-Identifier: Apache-2.0
"""How the library's Chemistry Battle is compared with the reference."""

from __future__ import annotations

import chemix
from games.comparison import Case, Table, Values


def table(state: chemix.State, at: Values) -> Table:
    players = state.game.players
    piles = at.open["pile"]
    owner = at.open["kitty_owner"]
    if owner is not None:
        above = at.open["above_kitty"]
        piles[owner][above:above] = ["?"] * at.open["kitty_size"]
    played = at.open["played"]
    order = [(at.open["leader"] + i) % players for i in range(players)]
    return {
        "phase": at.open["phase"],
        "current_player": state.current_player,
        "leader": at.open["leader"],
        "hands": [own["hand"] for own in at.own],
        "piles": piles,
        "kitty": at.hidden["kitty"],
        "played": [[seat, *played[seat]] for seat in order if played[seat]],
        "rounds": at.open["rounds"],
    }


CASES = [
    Case(
        game="chemistry_battle",
        players=[2, 3, 4, 5, 6],
        table=table,
        score="cards",
        options=[{"max_rounds": 60}, {"lead": "winner", "max_rounds": 40}],
    ),
]
