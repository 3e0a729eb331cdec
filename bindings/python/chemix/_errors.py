# SPDX-License-Identifier: Apache-2.0
"""Exceptions of the package."""

from __future__ import annotations

import copy
import re
import reprlib
import sys
from difflib import get_close_matches
from numbers import Integral
from operator import index
from typing import TYPE_CHECKING

from chemix import _core

if TYPE_CHECKING:
    from collections.abc import Sequence, Sized

    from chemix import values


# Of numbers of 64 bits: digests, keys and seeds of plays.
MOST_OF_64_BITS = 2**64 - 1
# Messages quote no more characters of a value.
MOST_QUOTED = 200


class RuleError(ValueError):
    """A rule refuses an action; nothing was changed.

    Attributes:
        rule: the ID of the rule, such as ``"CU-11"``; its page says it in full.
        action: the refused action as text.
        detail: tells apart the refusals of one rule.
        arguments: small numbers that the words mention.
        game: the game whose rule it is.

    """

    def __init__(
        self,
        message: str,
        rule: str,
        action: str,
        detail: int,
        arguments: tuple[int, int, int],
        game: _core.Game,
        data: values.RefusalDict,
    ) -> None:
        super().__init__(message, rule, action, detail, arguments, game, data)
        self.rule = rule
        self.action = action
        self.detail = detail
        self.arguments = arguments
        self.game = game
        self._data = data

    def to_dict(self) -> values.RefusalDict:
        """Make plain values: rule, detail, arguments and the action."""
        return copy.deepcopy(self._data)

    def words(
        self, language: str = "en", *, aloud: bool = False, players: Sequence[str] | None = None
    ) -> str:
        """Say what is wrong and what may be done instead.

        ``players`` are their names; ``aloud`` spells formulas.
        """
        return _core.refusal_words(
            self.game, self.rule, self.detail, self.arguments, language, aloud, players
        )

    def __str__(self) -> str:
        return str(self.args[0])


class InputError(ValueError):
    """An option, a name, a text, a file or saved bytes are not what they should be.

    Attributes:
        field: what is wrong, by name.
        value: what was given, as text.
        reason: what would be right.
        rule: the ID of the rule that says so, or ``""``.

    """

    def __init__(self, message: str, field: str, value: str, reason: str, rule: str) -> None:
        super().__init__(message, field, value, reason, rule)
        self.field = field
        self.value = value
        self.reason = reason
        self.rule = rule

    def to_dict(self) -> values.ErrorDict:
        """Make plain values: field, value, reason and rule."""
        return {
            "field": self.field,
            "value": self.value,
            "reason": self.reason,
            "rule": self.rule,
        }

    def __str__(self) -> str:
        return str(self.args[0])


def input_error(message: str, field: str, value: str, reason: str, rule: str) -> InputError:
    """Make the error; where its reason lists what is known, it suggests the nearest word.

    What the library refuses comes through here too.
    """
    listed = re.search(r"(?:\bknown: |^must be (?:one of )?)([^;]*)", reason)
    if len(value) > MOST_QUOTED:
        return InputError(message, field, value, reason, rule)
    words = re.split(", | or ", listed[1]) if listed else []
    # Names only: of numbers none is meant more than another, and "32 bytes" is a sentence.
    names = [word for word in words if re.fullmatch(r"[^\W\d][\w-]*", word)]
    near = get_close_matches(value, names, n=1)
    if near and near[0] != value:
        suggested = f"{reason}; did you mean {near[0]}?"
        message, reason = message.replace(reason, suggested), suggested
    return InputError(message, field, value, reason, rule)


def wrong(field: str, value: object, reason: str, rule: str = "") -> InputError:
    """Make the error that says what is wrong with a value."""
    text = encodable(value) if isinstance(value, str) else _written(value)
    message = f"{cut(encodable(field))} = {cut(text)}: {reason}"
    return input_error(message, encodable(field), text, reason, rule)


class _Quoting(reprlib.Repr):
    """Bounded repr: containers may hold any number of values, also themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 12
        self.maxdeque = self.maxarray = 12
        self.maxstring = self.maxother = MOST_QUOTED

    def repr_int(self, number: int, level: int) -> str:
        """Write a number, those of thousands of digits in hexadecimal digits."""
        return str(number) if number.bit_length() < 4000 else f"{number:#x}"


_QUOTING = _Quoting()


def cut(text: str, most: int = MOST_QUOTED) -> str:
    """Shorten a text that a message quotes."""
    return text if len(text) <= most else text[:most] + "…"


def encodable(text: str) -> str:
    """Escape lone surrogates, which have no UTF-8: a message with them could not be printed."""
    return text.encode("utf-8", "backslashreplace").decode()


def quoted(value: object, most: int = MOST_QUOTED) -> str:
    """Write the repr of a value for a message, whatever it is; never raise an Exception."""
    try:
        if isinstance(value, str | bytes | bytearray):
            text = repr(value[: most + 1])
        elif isinstance(value, int):
            text = _QUOTING.repr_int(value, 0)
        else:
            text = _QUOTING.repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return cut(encodable(text), most)


def _written(value: object) -> str:
    """Write a value as text; of what contains others its beginning."""
    if isinstance(value, int) or hasattr(value, "__len__"):
        return quoted(value)
    try:
        return encodable(str(value))
    except Exception:
        return quoted(value)


def wrong_choice(policy: object, seat: int, chosen: object, error: Exception) -> InputError:
    """Make the error that says what a policy has chosen that cannot be, and why not.

    What a function chooses in a playout of the library comes through here too.
    """
    inside = getattr(policy, "__qualname__", None)
    known = f"{policy.__module__}:{inside}" if inside else quoted(policy)
    name = getattr(policy, "name", None) or known
    reason, rule = "must be a legal action, its id or its text", ""
    if isinstance(error, InputError | RuleError):
        reason, rule = cut(getattr(error, "reason", str(error)), 1000), error.rule
    return wrong("policies", name, f"chose {quoted(chosen, 60)} for seat {seat}: {reason}", rule)


def whole(
    field: str, value: object, least: int = 0, most: int | None = None, *, rule: str = ""
) -> int:
    """Make an int of a whole number, also of NumPy; raise InputError for what is none in bounds."""
    try:
        number = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        bounds = f"{least} or more" if most is None else f"from {least} to {most}"
        if number is None:
            raise wrong(field, quoted(value), f"must be a whole number, {bounds}", rule)
        raise wrong(field, number, f"must be {bounds}", rule)
    return number


def length(value: Sized) -> int:
    """Tell how long something is; of what Python cannot count, the most that it counts."""
    try:
        return len(value)
    except (OverflowError, ValueError):
        return sys.maxsize


def expect(name: str, value: object, known: tuple[object, ...]) -> None:
    """Raise InputError when an argument is none of the known words."""
    # Of arrays each entry would be compared.
    if isinstance(value, str | Integral | None) and value in known:
        return
    words = [str(word) for word in known]
    # A text is told from the number that it looks like.
    is_text = isinstance(value, str) and value not in words
    raise wrong(name, value if is_text else quoted(value), "must be one of " + ", ".join(words))
