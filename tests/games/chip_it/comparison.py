# SPDX-License-Identifier: Apache-2.0
"""How the library's Chip it is compared with the reference."""

from __future__ import annotations

from typing import Any

import chemix
from games.comparison import Case, Table, Values


def table(state: chemix.State, at: Values) -> Table:
    phase = at.open["phase"]
    over = phase == "over"
    stands = at.open["standing_value"] is not None
    place = at.open["place"]
    front = zip(at.open["front"], at.open["front_value"], at.open["front_chips"], strict=True)
    table = {
        "phase": phase,
        "current_player": state.current_player,
        "hands": [own["hand"] for own in at.own],
        "removed": at.hidden["removed"],
        "supply": at.open["supply"],
        "chips": at.open["chips"],
        "front": [
            {"cards": lying, "value": value or 0, "chips": chips} for lying, value, chips in front
        ],
        "discard": at.open["discard_pile"],
        "standing": {
            "player": at.open["standing_player"],
            "size": at.open["size"],
            "value": at.open["standing_value"],
        }
        if stands
        else None,
        "turns": at.open["turns"],
        "places": sorted((p for p, n in enumerate(place) if n), key=lambda p: place[p]),
        # The library counts the games before the running one.
        "games": at.open["games"] + over if "games" in at.open else 0,
        "totals": at.open.get("totals", []),
    }
    if over:
        # Whether the turn that ends the game by an empty hand counts as completed.
        del table["turns"]
    return table


PARTS: list[tuple[str, str, list[int], str, list[dict[str, Any]]]] = [
    (
        "chip_it",
        "game",
        [3, 4, 5, 6],
        "left",
        [
            {"max_turns": 300},
            {"placements": True, "max_turns": 400},
            {"max_value": 30, "max_turns": 150},
        ],
    ),
    ("chip_it_tournament", "tournament", [3, 4], "totals", [{"max_turns": 120}]),
    (
        "chip_it_duel",
        "duel",
        [2],
        "totals",
        [{"max_turns": 200}, {"max_value": 24, "second_player_chips": 0, "max_turns": 60}],
    ),
]

CASES = [
    Case(
        game=game,
        players=players,
        table=table,
        score=score,
        options=options,
        make=lambda reference, players, options, variant=variant: reference.new_game(  # type: ignore[misc]
            players, variant, **options
        ),
    )
    for game, variant, players, score, options in PARTS
]
