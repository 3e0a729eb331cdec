# SPDX-License-Identifier: Apache-2.0
"""Validation of games that are written in Python, and of the values that they return."""

from __future__ import annotations

import json
import re
from inspect import isfunction
from numbers import Real
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

import chemix
from chemix import protocol
from chemix._errors import MAX_OF_64_BITS, cut, quoted, whole, wrong

if TYPE_CHECKING:
    from chemix import values

Numbers: TypeAlias = npt.NDArray[np.float32]

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


def largest_return(game: protocol.Game) -> float:
    """Return the largest absolute return that a game allows; 1 if all its returns are 0."""
    return max(-float(game.min_return), float(game.max_return)) or 1.0


def tensor_bounds(layout: values.TensorLayoutDict) -> tuple[Numbers, Numbers]:
    """Return the lower and upper bounds of each number of a tensor."""
    fields = layout["fields"]
    sizes = np.array([field["size"] for field in fields], np.int64)
    low = np.array([field["low"] for field in fields], np.float32)
    high = np.array([field["high"] for field in fields], np.float32)
    return np.repeat(low, sizes), np.repeat(high, sizes)


def tensor_of(seen: protocol.Observation, low: Numbers, high: Numbers) -> Numbers:
    """Return the tensor of an observation; validate that of a Python game."""
    if isinstance(seen, chemix.Observation):
        return seen.tensor()
    given: Any = seen.tensor()
    try:
        numbers = np.asarray(given, np.float32)
    except (TypeError, ValueError) as error:
        reason = f"must be numbers: {cut(str(error))}"
        raise wrong("observation.tensor", quoted(given), reason) from error
    if numbers.shape != low.shape:
        reason = f"must have the shape {low.shape}, as in tensor_layout"
        raise wrong("observation.tensor", numbers.shape, reason)
    fits = np.isfinite(numbers) & (low <= numbers) & (numbers <= high)
    if not fits.all():
        i = int(np.argmin(fits))
        reason = f"must be from {low[i]:g} to {high[i]:g}, as in tensor_layout"
        raise wrong(f"observation.tensor[{i}]", numbers[i], reason)
    return numbers


def legal_ids(state: protocol.State, seat: int) -> list[int]:
    """Return the legal action ids of an acting seat; validate those of a Python game."""
    given: Any = state.legal_action_ids(seat)
    if isinstance(state, chemix.State):
        return list(given)
    try:
        legal = [index(id) for id in given]
    except TypeError:
        legal = []
    most = state.game.action_count - 1
    if not legal or legal != sorted(set(legal)) or legal[0] < 0 or legal[-1] > most:
        reason = f"must be one or more ids from 0 to {most}, ascending, for an acting seat"
        raise wrong("state.legal_action_ids", given, reason)
    return legal


def refusal_of(state: protocol.State, action: int, seat: int) -> str | None:
    """Return the rule that refuses an action, or None; validate the answer of a Python game."""
    rule = state.check(action, seat)
    if not isinstance(rule, str | None):
        reason = "must be None for a legal action, otherwise a rule ID"
        raise wrong("state.check", quoted(rule), reason)
    return rule


def chances_of(state: protocol.State) -> list[tuple[int, float]]:
    """Return the ids of chance outcomes with probabilities; validate those of a Python game."""
    given = state.chance_outcomes()
    try:
        outcomes = [(action.id, float(share)) for action, share in given]
    except (AttributeError, TypeError, ValueError) as error:
        reason = "must be pairs of an action and its probability"
        raise wrong("state.chance_outcomes", given, reason) from error
    if isinstance(state, chemix.State):
        return outcomes
    most = state.game.chance_action_count - 1
    for id, _ in outcomes:
        whole("state.chance_outcomes", id, 0, most)
    shares = [share for _, share in outcomes]
    if not all(share >= 0 for share in shares):
        raise wrong("state.chance_outcomes", shares, "must be probabilities of at least 0")
    if not np.isclose(sum(shares), 1):
        reason = f"must be probabilities that sum to 1, not to {sum(shares):g}"
        raise wrong("state.chance_outcomes", shares, reason)
    return outcomes


def applied(state: protocol.State, action: int, player: int | None = None) -> protocol.State:
    """Apply an action of a Python game, and verify that it left this state unchanged."""
    before = state.digest
    after = state.apply(action, player)
    if not hasattr(after, "is_chance") or state.digest != before:
        reason = "must return a new state and leave this one unchanged"
        raise wrong("state.apply", type(state).__name__, reason)
    return after


def gains_of(state: protocol.State) -> list[float]:
    """Return the returns of all players; validate those of a Python game."""
    gains = state.returns()
    if isinstance(state, chemix.State):
        return list(gains)
    game = state.game
    try:
        numbers = np.array(gains, np.float64)
    except (TypeError, ValueError):
        numbers = np.empty(0)
    fits = numbers.shape == (game.players,) and bool(np.isfinite(numbers).all())
    if fits and game.players > 1:
        fits = bool(np.isclose(numbers.sum(), 0, atol=1e-6))
    # Tolerate rounding.
    least, most = game.min_return - 1e-6, game.max_return + 1e-6
    if not fits or numbers.min() < least or numbers.max() > most:
        zero = " that sum to 0" if game.players > 1 else ""
        reason = f"must be {game.players} numbers from {game.min_return} to {game.max_return}{zero}"
        raise wrong("state.returns", gains, reason)
    return [float(number) for number in numbers]
