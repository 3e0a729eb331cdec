# SPDX-License-Identifier: Apache-2.0
"""How the library's Chemistry Canasta is compared with the reference."""

from __future__ import annotations

from games.compound_capture.comparison import case

CASES = [
    case(
        "chemistry_canasta",
        [1, 2, 3, 4, 5, 6],
        [
            {"max_turns": 60},
            {"decks": "covalent", "runs": "always"},
            {"decks": "ionic", "max_turns": 90},
        ],
    ),
    case(
        "chemistry_canasta_match",
        [1, 3, 6],
        [{"max_turns": 25, "max_rounds": 4}, {"runs": "always", "max_turns": 20, "max_rounds": 2}],
    ),
]
