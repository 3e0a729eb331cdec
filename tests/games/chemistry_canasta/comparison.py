# SPDX-License-Identifier: Apache-2.0
"""How the library's Chemistry Canasta is compared with the reference."""

from __future__ import annotations

from typing import Any

from games.comparison import Case
from games.compound_capture.comparison import maker, table

PARTS: list[tuple[str, str, list[int], list[dict[str, Any]]]] = [
    (
        "chemistry_canasta",
        "points",
        [1, 2, 3, 4, 5, 6],
        [
            {"max_turns": 60},
            {"decks": "covalent", "runs": "always"},
            {"decks": "ionic", "max_turns": 90},
        ],
    ),
    (
        "chemistry_canasta_match",
        "totals",
        [1, 3, 6],
        [{"max_turns": 25, "max_rounds": 4}, {"runs": "always", "max_turns": 20, "max_rounds": 2}],
    ),
]

CASES = [
    Case(
        game=game,
        players=players,
        table=table,
        score=score,
        options=options,
        make=maker(game.endswith("_match")),
    )
    for game, score, players, options in PARTS
]
