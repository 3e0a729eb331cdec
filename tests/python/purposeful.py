# SPDX-License-Identifier: Apache-2.0
"""Purposeful play, as `tests/support/purposeful.hpp` has it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import chemix

TABLE = Path(__file__).parents[1] / "support" / "preferences.inc"
PREFERENCES = {
    kind: int(preference)
    for kind, preference in re.findall(
        r'^\{"(\w+)", (\d)\},$', TABLE.read_text(encoding="utf-8"), re.MULTILINE
    )
}


def preference(action: chemix.Action) -> int:
    return PREFERENCES.get(action.kind, 2)


def purposeful_action(legal: list[chemix.Action], chooser: random.Random) -> chemix.Action:
    if chooser.randrange(8) == 0:
        return chooser.choice(legal)
    highest = max(map(preference, legal))
    return chooser.choice([action for action in legal if preference(action) == highest])


def random_action(legal: list[chemix.Action], chooser: random.Random) -> chemix.Action:
    return chooser.choice(legal)
