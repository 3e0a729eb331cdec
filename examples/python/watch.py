#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays any game at random and narrates it as one player (or a spectator) sees it."""

from __future__ import annotations

import argparse
import random

import chemix


def main() -> None:
    """Play one game and print its events step by step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=chemix.games())
    parser.add_argument("--players", type=int, help="default: the minimum")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--viewer", type=int, help="a seat; default: spectator")
    arguments = parser.parse_args()
    viewer = "spectator" if arguments.viewer is None else arguments.viewer

    fewest = chemix.describe(arguments.game)["min_players"]
    game = chemix.load(arguments.game, players=arguments.players or fewest)
    dealer = chemix.Dealer(arguments.seed)
    chooser = random.Random(arguments.seed)
    state = game.initial_state()
    while not state.is_terminal:
        if state.is_chance:
            state = state.apply(dealer.choose(state))
        else:
            player = chooser.choice(sorted(state.acting))
            action = chooser.choice(state.legal_actions(player=player))
            print(f"player {player}: {action}")
            state = state.apply(action, player=player)
        for event in state.events(viewer):
            print(f"    {event}")
    for player, (score, share) in enumerate(zip(state.scores(), state.returns(), strict=True)):
        print(f"player {player}: score {score}, return {share:+.2f}")


if __name__ == "__main__":
    main()
