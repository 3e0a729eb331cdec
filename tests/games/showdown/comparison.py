# SPDX-License-Identifier: Apache-2.0
"""How the library's Showdown is compared with the reference."""

from __future__ import annotations

from typing import Any

import chemix
from games.comparison import Case, Table, Values, chemix_deck, listed


def table(state: chemix.State, at: Values) -> Table:
    phase = at.open["phase"]
    names = {element["symbol"] for element in chemix_deck()["elements"]}
    points = [listed(points) for points in at.open["points"]]
    finished = at.open["finished_by"]
    stacks: dict[str, dict[str, Any]] = {}
    for seat, laid in enumerate(at.open["stacks"]):
        for formula in listed(laid):
            stacks[formula] = {"owner": seat}
    table: Table = {
        "phase": phase,
        "current_player": state.current_player,
        "round": at.open["round"],
        "points": [
            {
                "compounds": sorted(card for card in own if card not in names),
                "elements": {card: 1 for card in own if card in names},
            }
            for own in points
        ],
        "finished": {element: by for element, by in finished.items() if by is not None},
    }
    if phase == "over":
        # Removed cards need not be in any place.
        return table
    passed = [seat for seat, out in enumerate(at.open["passed"]) if out]
    return table | {
        "display": sorted(listed(at.open["display"])),
        "multipliers": {n: at.open["multipliers"].get(n, 0) for n in ("2", "3", "4")},
        "hands": [own["hand"] for own in at.own],
        "gases": [listed(gases) for gases in at.open["gases"]],
        "stacks": stacks,
        "passed": [] if phase in ("give", "collect") else passed,
        "pile": at.open["gas_pile"] if phase == "deal_gases" else at.hidden["draw_pile"],
    }


def shown(theirs: Table) -> Table:
    # The library keeps no bag for each stack: the cards of all lie together.
    stacks = {formula: {"owner": stack["owner"]} for formula, stack in theirs["stacks"].items()}
    return theirs | {"stacks": stacks}


CASES = [
    Case(
        game="showdown",
        players=[2, 3, 4],
        table=table,
        shown=shown,
        score="points",
        options=[
            {},
            {"simplified": True},
            {"simplified": True, "removed_elements": "N,Fe"},
        ],
        make=lambda reference, players, options: reference.new_game(
            players, chemix_deck(), **options
        ),
    ),
]
