# SPDX-License-Identifier: Apache-2.0
"""Exceptions of the package."""

from __future__ import annotations

import copy
import re
from difflib import get_close_matches
from operator import index
from typing import TYPE_CHECKING

from chemix import _core

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chemix import values


# Of numbers of 64 bits: digests, keys and seeds of plays.
MOST_OF_64_BITS = 2**64 - 1


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
    text = str(value)
    # As the library shows values: the beginning of what is too long to be read.
    shown = text if len(text) <= 200 else text[:200] + "…"
    return input_error(f"{field} = {shown}: {reason}", field, text, reason, rule)


def wrong_choice(policy: object, seat: int, chosen: object, error: Exception) -> InputError:
    """Make the error that says what a policy has chosen that cannot be, and why not.

    What a function chooses in a playout of the library comes through here too.
    """
    inside = getattr(policy, "__qualname__", None)
    known = f"{policy.__module__}:{inside}" if inside else repr(policy)
    name = getattr(policy, "name", None) or known
    reason, rule = "must be a legal action, its id or its text", ""
    if isinstance(error, InputError | RuleError):
        reason, rule = getattr(error, "reason", str(error)), error.rule
    return wrong("policies", name, f"chose {chosen!r:.60} for seat {seat}: {reason}", rule)


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
            raise wrong(field, repr(value), f"must be a whole number, {bounds}", rule)
        raise wrong(field, number, f"must be {bounds}", rule)
    return number


def expect(name: str, value: object, known: tuple[object, ...]) -> None:
    """Raise InputError when an argument is none of the known words."""
    if value not in known:
        words = [str(word) for word in known]
        # A text is told from the number that it looks like.
        shown = repr(value) if str(value) in words else value
        raise wrong(name, shown, "must be one of " + ", ".join(words))
