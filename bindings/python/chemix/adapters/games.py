# SPDX-License-Identifier: Apache-2.0
"""Shared parts of all adapters: loading and naming games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chemix
from chemix._errors import wrong
from chemix.lab.python_games import expect_game

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from chemix import protocol


def game_of(
    game: str | protocol.Game,
    players: int | None,
    deck: str | PathLike[str] | Mapping[str, Any] | None,
    options: dict[str, float | bool | str],
) -> protocol.Game:
    """Return a given game, or load one by name, by default for the minimum number of players.

    Raises:
        InputError: as :func:`chemix.load`; or players, deck or options are given for an existing
            game; or a Python game does not implement :mod:`chemix.protocol`.

    """
    if isinstance(game, str):
        return chemix.load(game, players=players, deck=deck, **options)
    given = {"players": players, "deck": deck, **options}
    for name, value in given.items():
        if value is not None:
            raise wrong(name, value, "must be left out: the game already has its options")
    expect_game(game)
    return game


def camel_case(name: str) -> str:
    """Convert a game's name to that of an environment: chip_it_duel to ChipItDuel."""
    return "".join(word.capitalize() for word in name.split("_"))
