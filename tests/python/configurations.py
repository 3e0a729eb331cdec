# SPDX-License-Identifier: Apache-2.0
"""All games with the minimum and maximum numbers of players, and with other options."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import chemix
import pytest

# A factor for the length of adapter tests; 1 is enough to find errors that occur everywhere.
EFFORT = int(os.environ.get("ADAPTERS", "1"))

OTHER_OPTIONS: dict[str, dict[str, Any]] = {
    "chemuno": {"hand_size": 5, "penalty_growth": "additive", "voluntary_draw": True},
    "showdown": {"removed_elements": "Na,Fe"},
    "react": {"claims": "realtime"},
    "classic": {"ruleset": "simplified"},
    "chemistry_battle": {"lead": "winner"},
    "chip_it": {"placements": True},
    "chip_it_tournament": {"max_value": 50},
    "chip_it_duel": {"second_player_chips": 2},
    "compound_capture": {"decks": "both"},
    "compound_capture_match": {"decks": "ionic", "target": 100},
    "chemistry_canasta": {"decks": "covalent", "runs": "always"},
    "chemistry_canasta_match": {"runs": "always", "target": 100},
}


class Configuration(NamedTuple):
    """A game with its number of players and its options."""

    name: str
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.name} {self.players}{options}"

    def load(self) -> chemix.Game:
        return chemix.load(self.name, players=self.players, **self.options)


def _configurations(name: str) -> list[Configuration]:
    about = chemix.describe(name)
    fewest, most = about["min_players"], about["max_players"]
    usual = [Configuration(name, players, {}) for players in sorted({fewest, most})]
    return [*usual, Configuration(name, max(fewest, 2), OTHER_OPTIONS[name])]


CONFIGURATIONS = [
    configuration for name in chemix.games() for configuration in _configurations(name)
]


def suites(framework: str, module: Mapping[str, Any]) -> Callable[..., None]:
    """Make the test that runs a module's ``run_...`` functions, a framework's own tests, on all."""
    runs = {name.removeprefix("run_"): run for name, run in module.items() if name[:4] == "run_"}

    def test_suite(
        suite: str, at: Configuration, record_property: Callable[[str, object], None]
    ) -> None:
        record_property("suite", f"{framework} {suite}")
        record_property("configuration", str(at))
        runs[suite](at)

    on_all = pytest.mark.parametrize("at", CONFIGURATIONS, ids=str)
    by_suite: Callable[..., None] = on_all(pytest.mark.parametrize("suite", runs)(test_suite))
    return by_suite
