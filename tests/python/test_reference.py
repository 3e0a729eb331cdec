# SPDX-License-Identifier: Apache-2.0
"""The library against a second, slow implementation written from the rules page alone."""

from __future__ import annotations

import importlib.util
import json
import os
import random
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import chemix
import pytest

ROOT = Path(__file__).parents[2]
GAMES = int(os.environ.get("REFERENCE_GAMES", "500"))

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"voluntary_draw": True},
    {"penalty_growth": "additive", "auto_call": True},
    {"hand_size": 2, "max_turns": 40},
]


def load_reference(game: str) -> ModuleType:
    path = ROOT / "tests" / "reference" / f"{game}.py"
    spec = importlib.util.spec_from_file_location(f"reference_{game}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cards(text: str) -> dict[str, int]:
    return {} if text == "-" else dict(Counter(text.split(",")))


def tuple_of(action: chemix.Action) -> tuple[str, ...]:
    return (action.kind, *action.fields.values())


def table_of(state: chemix.State) -> dict[str, Any]:
    """Read a whole state's notation as the reference's table."""
    parts = repr(state).split(" | ")
    fields = dict(word.split("=", 1) for word in " ".join(parts[1:2]).split())
    players = state.game.players
    hands = [dict(word.split("=", 1) for word in part.split()) for part in parts[2 : 2 + players]]
    pile = dict(word.split("=", 1) for word in parts[2 + players].split())
    drawn = [hand["drawn"] for hand in hands if hand["drawn"] != "-"]
    phase = fields["phase"]
    return {
        "phase": "drawing" if phase.startswith("drawing") else phase,
        "current_player": state.current_player,
        "top": None if fields["top"] == "-" else fields["top"],
        "laid": cards(fields["laid"]),
        "draw_pile": cards(pile["draw_pile"]),
        "hands": [cards(hand["hand"]) for hand in hands],
        "wish": None if fields["wish"] == "-" else fields["wish"],
        "penalty": int(fields["penalty"]),
        "drawn": drawn[0] if drawn else None,
        "turns": int(fields["turns"]),
        "idle_turns": int(fields["idle_turns"]),
    }


def comparable(table: dict[str, Any]) -> dict[str, Any]:
    """Leave out what the rules do not say and both may show as they like."""
    table = dict(table)
    if table["phase"] == "drawing":
        # A penalty that is being drawn is shown until it is paid, or no more.
        del table["penalty"]
    if table["phase"] == "over" and not all(table["hands"]):
        # Whether the turn that ends the game by an empty hand counts as completed.
        del table["turns"], table["idle_turns"]
    return table


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_chemuno_agrees_with_the_reference(players: int, options: dict[str, Any]) -> None:
    reference = load_reference("chemuno")
    deck = reference.load_deck(
        json.loads((ROOT / "decks" / "chemix.json").read_text(encoding="utf-8"))
    )
    theirs_game = reference.new_game(deck, players, **options)
    game = chemix.load("chemuno", players=players, **options)
    chooser = random.Random(f"{players} {options}")
    for number in range(GAMES):
        state = game.initial_state(start_player=number % players)
        theirs = reference.initial_state(theirs_game, number % players)
        while True:
            acting = reference.acting(theirs_game, theirs)
            assert comparable(table_of(state)) == comparable(reference.table(theirs_game, theirs))
            if state.is_chance:
                assert acting == "chance"
                outcomes = {
                    card: weight for card, weight in reference.chance_outcomes(theirs_game, theirs)
                }
                total = sum(outcomes.values())
                ours = {action.fields["card"]: share for action, share in state.chance_outcomes()}
                assert ours == {card: weight / total for card, weight in outcomes.items()}
                card = chooser.choices(list(outcomes), list(outcomes.values()))[0]
                state = state.apply(f"drawn {card}")
                theirs = reference.apply(theirs_game, theirs, "chance", card)
                continue
            if state.is_terminal:
                assert acting is None
                break
            player = state.current_player
            assert acting == {player}
            legal = state.legal_actions()
            assert sorted(map(tuple_of, legal)) == reference.legal_actions(
                theirs_game, theirs, player
            )
            for other in range(players):
                if other != player:
                    assert reference.legal_actions(theirs_game, theirs, other) == []
            action = chooser.choice(legal)
            state = state.apply(action)
            theirs = reference.apply(theirs_game, theirs, player, tuple_of(action))
        assert state.scores() == reference.scores(theirs_game, theirs)["cards_left"]
        assert state.returns() == [float(x) for x in reference.returns(theirs_game, theirs)]
