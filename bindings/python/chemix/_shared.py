# SPDX-License-Identifier: Apache-2.0
"""Games made from games, and what pickles name: functions that make values again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from chemix import _core


@lru_cache(maxsize=256)
def game(
    name: str, players: int, options: str, deck: str, deck_text: str, deck_file: str
) -> _core.Game:
    """Make a game, or take the one that was made of the same before."""
    values = dict(word.split("=", 1) for word in options.split())
    return _core.make_game(name, players, values, deck, deck_text, deck_file)


def varied(made: _core.Game, others: Mapping[str, Any]) -> _core.Game:
    """Make a game with other values of some options."""
    _, (name, players, options, *deck) = made.__reduce__()
    values = dict(word.split("=", 1) for word in options.split())
    return _core.make_game(name, players, {**values, **others}, *deck)


def action(*saved: Any) -> _core.Action:
    """Make an action of what was pickled."""
    return _core.restored_action(*saved)


def event(*saved: Any) -> _core.Event:
    """Make an event of what was pickled."""
    return _core.restored_event(*saved)


def observation(*saved: Any) -> _core.Observation:
    """Make an observation of what was pickled."""
    return _core.restored_observation(*saved)


def table(*saved: Any) -> _core.Table:
    """Make a table of what was pickled."""
    return _core.restored_table(*saved)


def state(*saved: Any) -> _core.State:
    """Make a state of what was pickled."""
    return _core.restored_state(*saved)
