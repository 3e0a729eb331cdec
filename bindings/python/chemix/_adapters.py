# SPDX-License-Identifier: Apache-2.0
"""What all adapters to other frameworks have alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chemix
from chemix._errors import input_error

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike


def wrong(field: str, value: object, reason: str, rule: str = "") -> chemix.InputError:
    """Make the error that says what is wrong with a value."""
    return input_error(f"{field} = {value}: {reason}", field, str(value), reason, rule)


def game_of(
    game: str | chemix.Game,
    players: int | None,
    deck: str | PathLike[str] | Mapping[str, Any] | None,
    options: dict[str, float | bool | str],
) -> chemix.Game:
    """Make the game that is meant: one that is there already, or by name, for the fewest players.

    Raises:
        InputError: as :func:`chemix.load`; and for players, deck or options beside a game that is
            there already.

    """
    if isinstance(game, str):
        fewest: int = chemix.describe(game)["min_players"]
        return chemix.load(
            game, players=fewest if players is None else players, deck=deck, **options
        )
    given = {"players": players, "deck": deck, **options}
    for name, value in given.items():
        if value is not None:
            raise wrong(name, value, "the game is made already, with all its options")
    return game


def camel_case(name: str) -> str:
    """Write the name of a game as environments are named: ChipItDuel."""
    return "".join(word.capitalize() for word in name.split("_"))


def expect(name: str, value: object, known: tuple[object, ...]) -> None:
    """Raise InputError when an argument is none of the known words."""
    if value not in known:
        raise wrong(name, value, "must be one of " + ", ".join(str(word) for word in known))
