#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays the same game of Chemuno as the C and C++ examples."""

from __future__ import annotations

import argparse

import chemix


def main() -> None:
    """Play one game and print its public events."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="?", type=int, default=3)
    parser.add_argument("seed", nargs="?", type=lambda text: int(text, 0), default=7)
    arguments = parser.parse_args()

    game = chemix.load("chemuno", players=arguments.players)
    dealer = chemix.Dealer(arguments.seed)
    random = arguments.seed & 0xFFFFFFFF
    state = game.deal(arguments.seed)
    while not state.is_terminal:
        player = state.current_player
        legal = state.legal_actions()
        # Never forget to call and never keep a matching card; otherwise play at random.
        liked = [action for action in legal if str(action) not in ("stay_silent", "keep")] or legal
        random = (random * 1664525 + 1013904223) & 0xFFFFFFFF
        action = liked[(random >> 16) % len(liked)]
        print(f"player {player}: {action}")
        state = dealer.resolve(state.apply(action))
    for player, (cards, share) in enumerate(zip(state.scores(), state.returns(), strict=True)):
        print(f"player {player}: {cards} cards left, {share:+.2f}")
    print(f"digest {state.digest:016x}")


if __name__ == "__main__":
    main()
