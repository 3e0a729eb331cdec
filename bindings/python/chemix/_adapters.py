# SPDX-License-Identifier: Apache-2.0
"""What all adapters to other frameworks have alike."""

from __future__ import annotations

from inspect import isfunction
from typing import TYPE_CHECKING, Any

import chemix
from chemix import protocol
from chemix._errors import wrong

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike


def expect_game(game: protocol.Game) -> None:
    """Raise InputError when a game, a state or an observation of it lacks what its protocol names.

    Of values that are made in a play the first of each kind is looked at.
    """
    if isinstance(game, chemix.Game):
        return
    if isinstance(game, type):
        raise wrong("game", game.__name__, "is a class: make a game of it")
    _expect_members(game, protocol.Game)
    if game.players < 1:
        raise wrong("game.players", game.players, "must be 1 or more")
    state = game.initial_state()
    _expect_members(state, protocol.State)
    _expect_members(state.observation(0), protocol.Observation)
    _expect_members(game.action(0), protocol.Action)


def _expect_members(value: object, kind: type) -> None:
    """Raise InputError when a value lacks what a protocol names."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        where = f"{kind.__name__.lower()}.{name}"
        given = type(value).__name__
        try:
            found = getattr(value, name)
        except AttributeError as missing:
            # A property may be there and fail: what it says is told besides.
            reason = f"lacks {name}: see chemix.protocol.{kind.__name__}"
            raise wrong(where, given, reason) from missing
        if callable(found) != isfunction(member):
            what = "a method" if isfunction(member) else "a property"
            raise wrong(where, given, f"must be {what}: see chemix.protocol.{kind.__name__}")


def game_of(
    game: str | protocol.Game,
    players: int | None,
    deck: str | PathLike[str] | Mapping[str, Any] | None,
    options: dict[str, float | bool | str],
) -> protocol.Game:
    """Make the game that is meant: one that is there already, or by name, for the fewest players.

    Raises:
        InputError: as :func:`chemix.load`; for players, deck or options beside a game that is
            there already; and for one in Python that lacks what :mod:`chemix.protocol` names.

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
    expect_game(game)
    return game


def camel_case(name: str) -> str:
    """Write the name of a game as environments are named: ChipItDuel."""
    return "".join(word.capitalize() for word in name.split("_"))
