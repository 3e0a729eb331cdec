# SPDX-License-Identifier: Apache-2.0
"""Shared games, and the functions that restore pickled values; pickles refer to them by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from chemix import _core
from chemix._errors import quoted, wrong


def game(*saved: Any) -> _core.Game:
    """Restore a pickled game, or return the existing one that was restored from equal values."""
    if not all(isinstance(one, str | int) for one in saved):
        raise TypeError("a saved game consists of texts and a number of players")
    return _made(*saved)


@lru_cache(maxsize=256)
def _made(
    name: str, players: int, options: str, deck: str, deck_text: str, deck_file: str
) -> _core.Game:
    return _core.make_game(name, players, _values_of(options), deck, deck_text, deck_file)


def _values_of(options: str) -> dict[str, str]:
    if not isinstance(options, str):
        raise wrong("options", quoted(options), "must be a text")
    parts = (word.partition("=") for word in options.split())
    return {name: value for name, _, value in parts}


def varied(made: _core.Game, others: Mapping[str, Any]) -> _core.Game:
    """Return the game with other values of some options."""
    _, (name, players, options, *deck) = made.__reduce__()
    values = _values_of(options)
    return _core.make_game(name, players, {**values, **others}, *deck)


def action(*saved: Any) -> _core.Action:
    """Restore a pickled action."""
    return _core.restored_action(*saved)


def event(*saved: Any) -> _core.Event:
    """Restore a pickled event."""
    return _core.restored_event(*saved)


def observation(*saved: Any) -> _core.Observation:
    """Restore a pickled observation."""
    return _core.restored_observation(*saved)


def table(*saved: Any) -> _core.Table:
    """Restore a pickled table."""
    return _core.restored_table(*saved)


def state(*saved: Any) -> _core.State:
    """Restore a pickled state."""
    return _core.restored_state(*saved)


def batch(*saved: Any) -> _core.Batch:
    """Restore a pickled batch."""
    return _core.restored_batch(*saved)


def session(text: str) -> _core.Session:
    """Restore a pickled session."""
    return _core.Session.load(text)


def client(text: str) -> _core.Client:
    """Restore a pickled client."""
    return _core.Client.load(text)
