# SPDX-License-Identifier: Apache-2.0
"""How the library's REACT! is compared with the reference."""

from __future__ import annotations

from collections import Counter

import chemix
from games.comparison import Case, Table, Values, chemix_deck, listed


def table(state: chemix.State, at: Values) -> Table:
    put: Counter[str] = Counter()
    for own in at.own:
        put += Counter(own["aside"])
    # Claims are open, or sealed in the players' parts.
    claims: list[str | None] = []
    for claim, passed, own in zip(at.open["claims"], at.open["passed"], at.own, strict=True):
        silent = passed or own["decided"]
        claims.append(claim or own["claim"] or ("nothing" if silent else None))
    return {
        "acting": sorted(state.acting),
        "leader": at.open["leader"],
        "hands": [own["hand"] for own in at.own],
        "stack": at.hidden["draw_pile"],
        "discard": at.hidden["discard_pile"],
        "market": at.open["market"],
        "put": dict(put),
        "taken": dict(Counter(at.open["taken"])),
        "compound_stack": sorted(listed(at.open["compound_pile"])),
        "bottom": at.open["bottom"],
        "open": sorted(at.open["display"]),
        "reserved": [sorted(listed(reserved)) for reserved in at.open["reserved"]],
        "won": [sorted(listed(won)) for won in at.open["won"]],
        "claims": claims,
        "rounds": at.open["rounds"],
    }


CASES = [
    Case(
        game="react",
        players=[2, 3, 4],
        table=table,
        score="points",
        options=[
            {},
            {"claims": "realtime", "market_size": 5},
            {"sweep": "before_exchange", "hand_size": 4, "target": 2, "max_rounds": 40},
        ],
        make=lambda reference, players, options: reference.new_game(
            players, chemix_deck(), **options
        ),
    ),
]
