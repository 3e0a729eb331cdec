# SPDX-License-Identifier: Apache-2.0
"""OpenSpiel: counterfactual regret minimization solves Chemuno with a deck of five cards.

Requires ``pip install "chemix-engine[openspiel]"``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import chemix
import chemix.openspiel  # registers the games
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

with tempfile.TemporaryDirectory() as folder:
    # OpenSpiel saves games as text, so the deck is a file.
    deck = Path(folder) / "small.json"
    deck.write_text(chemix.write_deck(chemix.small_deck(["H2", "O2"])), encoding="utf-8")
    game = pyspiel.load_game(f"chemix_chemuno(deck={deck},hand_size=2,max_turns=2)")
    solver = cfr.CFRPlusSolver(game)
    found = []
    for _ in range(8):
        solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))

print("exploitability by iteration:", *(f"{value:.4f}" for value in found))
assert found[-1] < 0.1 * found[0]
