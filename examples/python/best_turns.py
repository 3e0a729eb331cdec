#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays ChemiX Classic by whole turns: every player chooses the best of all possible turns."""

from __future__ import annotations

import argparse

import chemix


def main() -> None:
    """Play one game; print every turn with its points and the number of possible turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--ruleset", choices=["booklet", "simplified"], default="booklet")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()

    game = chemix.load("classic", players=arguments.players, ruleset=arguments.ruleset)
    dealer = chemix.Dealer(arguments.seed)
    state = game.deal(seed=arguments.seed)
    while not state.is_terminal:
        turns = state.whole_turns()
        best, _ = turns.best()
        told = ", ".join(str(action) for action in best.actions)
        print(f"player {state.current_player}: {told} {best.points} (of {len(turns)} turns)")
        for action in best.actions:
            state = state.apply(action)
        if state.phase == "fill":
            state = state.apply("fill")
        state = dealer.resolve(state)
    for player, (score, share) in enumerate(zip(state.scores(), state.returns(), strict=True)):
        print(f"player {player}: score {score}, return {share:+.2f}")


if __name__ == "__main__":
    main()
