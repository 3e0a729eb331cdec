# SPDX-License-Identifier: Apache-2.0
"""How the library's Compound Capture is compared with the reference.

Chemistry Canasta, which has the same table, is compared in the same way.
"""

from __future__ import annotations

from typing import Any

import chemix
from games.comparison import Case, Table, Values, expansion_decks


def table(state: chemix.State, at: Values) -> Table:
    compounds = at.open["compounds"]
    phase = at.open["phase"]
    runs: list[list[Any]] = [[] for _ in range(state.game.players)]
    for run in at.open.get("runs", []):
        wilds = sum(1 << place for place, card in enumerate(run["cards"]) if card == "wild")
        runs[run["owner"]].append([run["lowest"], wilds])
    shown: Table = {
        "phase": phase,
        "current_player": state.current_player,
        "hands": [own["hand"] for own in at.own],
        "draw_pile": at.hidden["draw_pile"],
        "discard_pile": at.open["discard_pile"],
        "open": sorted(compounds["open"]),
        "compound_stack": dict.fromkeys(compounds["stack"], 1),
        "captured": [sorted(own) for own in compounds["captured"]],
        "turns": at.open["turns"],
    }
    if "runs" in at.open:
        shown["runs"] = [sorted(own) for own in runs]
    if "totals" in at.open:
        # The library counts the games before the running one.
        shown["games"] = at.open["games"] + (phase == "over")
        shown["totals"] = at.open["totals"]
    return shown


def case(game: str, players: list[int], options: list[dict[str, Any]]) -> Case:
    """Compare a game with the expansion decks, or a match of it."""
    is_match = game.endswith("_match")
    return Case(
        game=game,
        players=players,
        table=table,
        score="totals" if is_match else "points",
        options=options,
        make=lambda reference, players, options: reference.new_game(
            players, expansion_decks(), is_match, **options
        ),
    )


CASES = [
    case(
        "compound_capture",
        [1, 2, 3],
        [{}, {"decks": "ionic", "stall_turns": 20}, {"decks": "both", "stall_turns": 12}],
    ),
    case("compound_capture", [4, 5, 6], [{}, {"decks": "both", "stall_turns": 25}]),
    case("compound_capture_match", [1, 2, 3], [{"target": 30, "stall_turns": 9}]),
    case("compound_capture_match", [4, 5, 6], [{"max_rounds": 3}]),
]
