# SPDX-License-Identifier: Apache-2.0
"""The signature of all games, through Python; see tests/golden/signature.cpp."""

from __future__ import annotations

from pathlib import Path

import chemix

GOLDEN = Path(__file__).parents[1] / "golden" / "signature.txt"


def play(game: chemix.Game, seed: int) -> int:
    dealer = chemix.Dealer(seed=seed)
    state = dealer.resolve(game.initial_state())
    decisions = 0
    while not state.is_terminal:
        player = min(state.acting)
        ids = state.legal_action_ids(player)
        state = state.apply(int(ids[(7919 * decisions + 104729 * seed) % len(ids)]), player)
        state = dealer.resolve(state)
        decisions += 1
    return state.digest


def test_signature_matches_the_golden_file() -> None:
    signature = 14695981039346656037
    for name in chemix.games():
        about = chemix.describe(name)
        for players in range(about["min_players"], about["max_players"] + 1):
            game = chemix.load(name, players=players)
            for seed in range(10):
                signature = (signature * 1099511628211 + play(game, seed)) % 2**64
    assert f"{signature:016x}" == GOLDEN.read_text(encoding="utf-8").strip()
