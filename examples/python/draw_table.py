#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the table of any game as text, as one player sees it, and plays the game through.

It knows no game: what it shows is values by name, with what the catalogue says of the cards.
"""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING, Any

import chemix

if TYPE_CHECKING:
    from chemix import values


class Drawing:
    """How the values of one game are shown in one language."""

    def __init__(self, game: chemix.Game, language: str) -> None:
        self.language = language
        self.catalogue = game.catalogue
        self.cards = {card["name"]: self.label(card) for card in self.catalogue["cards"]}

    def label(self, card: values.CardKind) -> str:
        """Name a card, with its points."""
        about = [card["names"][self.language]] if card["names"] else []
        about += [str(card["points"])] if card["points"] is not None else []
        return f"{card['name']} ({', '.join(about)})" if about else str(card["name"])

    def shown(self, value: Any) -> str:
        """Write any value: cards by their labels, what is by player side by side."""
        if isinstance(value, dict) and value.keys() <= self.cards.keys():
            counts = (f"{copies} × {self.shown(card)}" for card, copies in value.items())
            return ", ".join(counts) or "–"
        if isinstance(value, dict):
            return "; ".join(f"{name} {self.shown(part)}" for name, part in value.items())
        if isinstance(value, list):
            return " | ".join(self.shown(part) for part in value) or "–"
        if isinstance(value, str):
            return self.cards.get(value, value)
        return "–" if value is None else str(value)

    def draw(self, state: chemix.State, viewer: int | str) -> None:
        """Print what the viewer sees, and what everybody is asked."""
        seen = state.observation(viewer).to_dict()
        phases = {phase["name"]: phase["words"] for phase in self.catalogue["phases"]}
        print(f"== {self.catalogue['title'][self.language]}: {phases[state.phase][self.language]}")
        for part in ("open", "own"):
            for name, value in (seen[part] or {}).items():
                print(f"   {name:16} {self.shown(value)}")
        print(f"   {state.words(self.language)}")
        for player in sorted(state.acting):
            print(f"-> {state.prompt(player, self.language)}")


def play(name: str, players: int | None, language: str, seed: int, viewer: int | str) -> None:
    """Play one game at random; draw the table at its start, in between and at its end."""
    game = chemix.load(name, players=players or chemix.describe(name)["min_players"])
    drawing = Drawing(game, language)
    dealer = chemix.Dealer(seed)
    chooser = random.Random(seed)
    state = game.deal(seed)
    decisions = 0
    while not state.is_terminal:
        if decisions % 25 == 0:
            drawing.draw(state, viewer)
        decisions += 1
        player = chooser.choice(sorted(state.acting))
        state = state.apply(chooser.choice(state.legal_actions(player)), player)
        for event in state.events(viewer):
            print(f"   {event.words(language)}")
        state = dealer.resolve(state)
    drawing.draw(state, viewer)


def main() -> None:
    """Play the games that are named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=chemix.games(), help="default: all of them")
    parser.add_argument("--players", type=int, help="default: the fewest")
    parser.add_argument("--language", choices=chemix.languages(), default="en")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--viewer", type=int, help="a seat; default: a spectator")
    arguments = parser.parse_args()
    viewer = "spectator" if arguments.viewer is None else arguments.viewer
    for name in arguments.games:
        play(name, arguments.players, arguments.language, arguments.seed, viewer)


if __name__ == "__main__":
    main()
