# SPDX-License-Identifier: Apache-2.0
"""Comparing a game of the library with its reference: what each folder's comparison.py uses."""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import chemix

DECKS = Path(__file__).parents[2] / "decks"

Table = dict[str, Any]


@functools.cache
def expansion_decks() -> Any:
    """The expansion decks, requirements in the order of the files."""
    return {
        name: json.loads((DECKS / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("covalent", "ionic")
    }


@functools.cache
def chemix_deck() -> Any:
    deck = json.loads((DECKS / "chemix.json").read_text(encoding="utf-8"))
    for gas in deck["noble_gases"]:
        gas["atomic_number"] = {"He": 2, "Ne": 10, "Ar": 18, "Rn": 86}[gas["symbol"]]
    return deck


@functools.cache
def small_deck() -> Any:
    """A few compounds and their elements, which are soon needed no more."""
    deck = json.loads((DECKS / "chemix.json").read_text(encoding="utf-8"))
    few = {"H2", "CO", "HCl", "NaCl", "H2O", "CO2"}
    deck["compounds"] = [card for card in deck["compounds"] if card["formula"] in few]
    needed = {token for card in deck["compounds"] for token in card["tokens"]}
    deck["elements"] = [card for card in deck["elements"] if card["symbol"] in needed]
    return deck


class Values:
    """A state as values: what everybody sees, each player's part, what nobody sees."""

    def __init__(self, state: chemix.State) -> None:
        values: Any = state.to_dict()
        self.open: Table = values["open"]
        self.own: list[Table] = values["own"]
        self.hidden: Table = values["hidden"]


def listed(cards: dict[str, int]) -> list[str]:
    return list(Counter(cards).elements())


@dataclass
class Case:
    """A game of the library and how its reference is called."""

    game: str
    players: list[int]
    # The library's table, in the form in which the reference shows its own.
    table: Callable[[chemix.State, Values], Table]
    # The key of the reference's scores that the library gives.
    score: str
    options: list[dict[str, Any]] = field(default_factory=lambda: [{}])
    # Makes the reference's game.
    make: Callable[[ModuleType, int, dict[str, Any]], Any] = lambda reference, players, options: (
        reference.new_game(players, **options)
    )
    # The deck, if it is not the game's own.
    deck: Any = None
    # Selects the compared part of the reference's table.
    shown: Callable[[Table], Table] = lambda shown: shown
