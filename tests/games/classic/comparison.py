# SPDX-License-Identifier: Apache-2.0
"""How the library's Classic is compared with the reference."""

from __future__ import annotations

import chemix
from games.comparison import Case, Table, Values, chemix_deck, listed, small_deck


def table(state: chemix.State, at: Values) -> Table:
    phase = at.open["phase"]
    formed = at.open["formed"]
    dissolved = at.open["dissolved"]
    owners = {compound: seat for seat, laid in enumerate(at.open["laid"]) for compound in laid}
    table = {
        "phase": {"deal_gases": "gases", "draw": "drawing"}.get(phase, phase),
        "current_player": state.current_player,
        "display": sorted(listed(at.open["display"])),
        "multipliers": {n: at.open["multipliers"].get(n, 0) for n in ("2", "3", "4")},
        "hands": [own["hand"] for own in at.own],
        "gases": [listed(gases) for gases in at.open["gases"]],
        "free": at.open["free_cards"],
        "laid": {compound: by for compound, by in owners.items() if compound not in dissolved},
        "formed": sorted(formed),
        "dissolved": {compound: by for compound, by in owners.items() if compound in dissolved},
        "minus": at.open["minus"],
        "won": [sorted(listed(won)) for won in at.open["won"]],
        "draw_pile": at.hidden["draw_pile"],
        "discard": at.open["discard_pile"],
        "passes": at.open["passes"],
        "turns": at.open["turns"],
    }
    if phase in ("fill", "draw"):
        # The library counts a pass as soon as the turn's compounds are final.
        del table["passes"]
    return table


CASES = [
    Case(
        game="classic",
        players=[2, 3, 4],
        table=table,
        score="points",
        options=[{}, {"ruleset": "simplified"}],
        make=lambda reference, players, options: reference.new_game(
            players, chemix_deck(), **options
        ),
    ),
    Case(
        game="classic",
        players=[2, 3],
        table=table,
        score="points",
        options=[{}, {"ruleset": "simplified"}],
        deck=small_deck(),
        make=lambda reference, players, options: reference.new_game(
            players, small_deck(), **options
        ),
    ),
]
