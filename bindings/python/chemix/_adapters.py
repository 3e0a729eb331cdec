# SPDX-License-Identifier: Apache-2.0
"""Shared parts of all adapters: validation of games, loading and naming."""

from __future__ import annotations

import json
import re
from inspect import isfunction
from numbers import Real
from typing import TYPE_CHECKING, Any

import chemix
from chemix import protocol
from chemix._errors import MAX_OF_64_BITS, cut, quoted, whole, wrong

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike


# Integer members with their bounds: seats are int8, ids int32.
_WHOLE = (
    ("revision", 0, None),
    ("players", 1, 127),
    ("key", 0, MAX_OF_64_BITS),
    ("action_count", 1, 2**31 - 1),
    ("chance_action_count", 0, 2**31 - 1),
    ("max_steps", 1, None),
)


def expect_game(game: protocol.Game) -> None:
    """Raise InputError unless a game and its states and observations implement their protocols.

    Only the first value of each kind is checked.
    """
    if isinstance(game, chemix.Game):
        return
    if isinstance(game, type):
        raise wrong("game", game.__name__, "is a class; pass an instance")
    if isinstance(game, str):
        raise wrong("game", game, "is a text; load the game with chemix.load")
    _expect_members(game, protocol.Game)
    _expect_numbers(game)
    state = game.initial_state()
    _expect_members(state, protocol.State)
    whole("state.digest", state.digest, 0, MAX_OF_64_BITS)
    for seat in range(game.players):
        _expect_members(state.observation(seat), protocol.Observation)
    _expect_members(state.observation("spectator"), protocol.Observation)
    _expect_members(game.action(0), protocol.Action)


def _expect_numbers(game: protocol.Game) -> None:
    """Raise InputError if the properties of a game have impossible values."""
    if not isinstance(game.name, str) or not re.fullmatch("[a-z0-9_]+", game.name):
        raise wrong(
            "game.name", quoted(game.name), "must consist of lowercase letters, digits and _"
        )
    if not isinstance(game.deck, str):
        raise wrong("game.deck", quoted(game.deck), "must be a text")
    for name, least, most in _WHOLE:
        whole(f"game.{name}", getattr(game, name), least, most)
    bounds: tuple[Any, Any] = game.min_return, game.max_return
    if not all(isinstance(bound, Real) for bound in bounds) or not bounds[0] <= bounds[1]:
        reason = f"must be a number and at most max_return, {bounds[1]}"
        raise wrong("game.min_return", bounds[0], reason)
    try:
        fields = game.tensor_layout()["fields"]
        sizes = [(field["size"], field["low"], field["high"])[0] for field in fields]
    except (TypeError, KeyError) as error:
        reason = (
            "must be a dict of fields, each with its size, low and high: "
            "see chemix.values.TensorLayoutDict"
        )
        raise wrong("game.tensor_layout", game.tensor_layout(), reason) from error
    for size in sizes:
        whole("game.tensor_layout", size, 1)
    try:
        json.dumps(dict(game.option_values))
    except (TypeError, ValueError, RecursionError) as error:
        reason = f"must map names to JSON-compatible values: {cut(str(error))}"
        raise wrong("game.option_values", quoted(game.option_values), reason) from error


def _expect_members(value: object, kind: type) -> None:
    """Raise InputError if a value lacks members of a protocol."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        where = f"{kind.__name__.lower()}.{name}"
        given = type(value).__name__
        try:
            found = getattr(value, name)
        except AttributeError as missing:
            # A property may exist and fail: chain its own error.
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
    """Return a given game, or load one by name, by default for the minimum number of players.

    Raises:
        InputError: as :func:`chemix.load`; or players, deck or options are given for an existing
            game; or a Python game does not implement :mod:`chemix.protocol`.

    """
    if isinstance(game, str):
        fewest: int = chemix.describe(game)["min_players"]
        return chemix.load(
            game, players=fewest if players is None else players, deck=deck, **options
        )
    given = {"players": players, "deck": deck, **options}
    for name, value in given.items():
        if value is not None:
            raise wrong(name, value, "must be left out: the game already has its options")
    expect_game(game)
    return game


def camel_case(name: str) -> str:
    """Convert a game's name to that of an environment: chip_it_duel to ChipItDuel."""
    return "".join(word.capitalize() for word in name.split("_"))
