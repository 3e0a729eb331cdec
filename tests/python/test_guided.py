# SPDX-License-Identifier: Apache-2.0
"""The table of preferences matches the games."""

from __future__ import annotations

import chemix
from guided import PREFERENCES


def test_every_listed_kind_is_an_action_of_a_game() -> None:
    games = [
        chemix.load(name, players=chemix.describe(name)["min_players"]) for name in chemix.games()
    ]
    kinds = {game.action(id).kind for game in games for id in range(game.action_count)}
    assert PREFERENCES
    assert set(PREFERENCES) <= kinds
