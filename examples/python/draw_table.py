#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the table of any game as text, as one player sees it, and plays the game through.

Nothing here is specific to a game: `chemix.drawing` shows values by name, and looks up card
data in the catalogue.
"""

from __future__ import annotations

import argparse
import random

import chemix
from chemix.drawing import Drawing


def draw(drawing: Drawing, state: chemix.State, viewer: int | str) -> None:
    """Print the viewer's observation, the prompt and the scores."""
    print(drawing.text(state.observation(viewer)))
    print(f"   {state.words(drawing.language)}")


def play(name: str, players: int | None, language: str, seed: int, viewer: int | str) -> None:
    """Play one game at random; draw the table at the start, in between and at the end."""
    game = chemix.load(name, players=players or chemix.describe(name)["min_players"])
    drawing = Drawing(game, language)
    dealer = chemix.Dealer(seed)
    chooser = random.Random(seed)
    state = game.deal(seed)
    decisions = 0
    while not state.is_terminal:
        if decisions % 25 == 0:
            draw(drawing, state, viewer)
        decisions += 1
        player = chooser.choice(sorted(state.acting))
        state = state.apply(chooser.choice(state.legal_actions(player)), player)
        for sentence in state.event_words(viewer, language):
            print(f"   {sentence}")
        state = dealer.resolve(state)
    draw(drawing, state, viewer)


def main() -> None:
    """Play the named games, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=chemix.games(), help="default: all of them")
    parser.add_argument("--players", type=int, help="default: the minimum")
    parser.add_argument("--language", choices=chemix.languages(), default="en")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--viewer", type=int, help="a seat; default: spectator")
    arguments = parser.parse_args()
    viewer = "spectator" if arguments.viewer is None else arguments.viewer
    for name in arguments.games:
        play(name, arguments.players, arguments.language, arguments.seed, viewer)


if __name__ == "__main__":
    main()
