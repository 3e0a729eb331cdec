# SPDX-License-Identifier: Apache-2.0
"""The exceptions of the package, and validation that raises them with bounded messages."""

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


# The largest 64-bit number: the bound of digests, keys and seeds.
MAX_OF_64_BITS = 2**64 - 1
# Maximum number of characters of a value that a message quotes.
MAX_QUOTED = 200


class RuleError(ValueError):
    """A rule refused an action; the state is unchanged.

    >>> state = chemix.load("chemuno").deal(seed=7)
    >>> try:
    ...     state.apply("pass")
    ... except chemix.RuleError as error:
    ...     print(error.rule, error.action, error.game == state.game)
    GN-10 pass True

    Attributes:
        rule: the ID of the rule, such as ``"CU-11"``; the rules page states it in full.
        action: the refused action as text.
        detail: distinguishes several refusals by the same rule.
        arguments: small integers that the message mentions.
        game: the game of the rule.

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
        """Return rule, detail, arguments and action as JSON-compatible values.

        >>> try:
        ...     chemix.load("chemuno").deal(seed=7).apply("pass")
        ... except chemix.RuleError as error:
        ...     print(sorted(error.to_dict()))
        ['action', 'arguments', 'detail', 'rule']
        """
        return copy.deepcopy(self._data)

    def words(
        self, language: str = "en", *, aloud: bool = False, players: Sequence[str] | None = None
    ) -> str:
        """Return a sentence on why the action is refused, and what is allowed instead.

        ``players`` are the names of the players; ``aloud`` spells out formulas.

        >>> try:
        ...     chemix.load("chemuno").deal(seed=7).apply("pass")
        ... except chemix.RuleError as error:
        ...     print(error.words("de"))
        Das geht jetzt nicht; lege eine beliebige Karte.
        """
        return _core.refusal_words(
            self.game, self.rule, self.detail, self.arguments, language, aloud, players
        )

    def __str__(self) -> str:
        return str(self.args[0])


class InputError(ValueError):
    """Invalid input: an option, a name, a text, a file or saved bytes.

    >>> try:
    ...     chemix.load("chemuno", players=3, hand_size=99)
    ... except chemix.InputError as error:
    ...     print(error.field, error.value, error.rule)
    hand_size 99 CU-2

    Attributes:
        field: the name of the invalid field or argument.
        value: the given value, as text.
        reason: what is allowed.
        rule: the ID of the rule that requires it, or ``""``.

    """

    def __init__(self, message: str, field: str, value: str, reason: str, rule: str) -> None:
        super().__init__(message, field, value, reason, rule)
        self.field = field
        self.value = value
        self.reason = reason
        self.rule = rule

    def to_dict(self) -> values.ErrorDict:
        """Return field, value, reason and rule as JSON-compatible values.

        >>> try:
        ...     chemix.load("chemuno", players=9)
        ... except chemix.InputError as error:
        ...     print(error.to_dict())
        {'field': 'players', 'value': '9', 'reason': 'must be from 2 to 4', 'rule': ''}
        """
        return {
            "field": self.field,
            "value": self.value,
            "reason": self.reason,
            "rule": self.rule,
        }

    def words(self, language: str = "en") -> str:
        """Return the message in a language; a reason without a translation stays in English.

        >>> try:
        ...     chemix.load("chemuno", players=9)
        ... except chemix.InputError as error:
        ...     print(error.words("de"))
        Anzahl Personen = 9: muss von 2 bis 4 sein
        """
        return _core.input_error_words(self.field, self.value, self.reason, self.rule, language)

    def __str__(self) -> str:
        return str(self.args[0])


class Stopped(Exception):
    """A call was ended by its ``stop`` object, or had no result within its time budget.

    >>> import threading
    >>> stop = threading.Event()
    >>> stop.set()
    >>> batch = chemix.Batch(chemix.load("chemuno"), seeds=range(4))
    >>> batch.playouts(seed=1, stop=stop)
    Traceback (most recent call last):
        ...
    chemix.Stopped: the call was stopped, or its time is up
    """

    def __init__(self, message: str = "the call was stopped, or its time is up") -> None:
        super().__init__(message)


def input_error(message: str, field: str, value: str, reason: str, rule: str) -> InputError:
    """Make an InputError; if the reason lists known words, suggest the nearest one.

    The native core calls this function too.
    """
    listed = re.search(r"(?:\bknown: |^must be (?:one of )?)([^;]*)", reason)
    if len(value) > MAX_QUOTED:
        return InputError(message, field, value, reason, rule)
    words = re.split(", | or ", listed[1]) if listed else []
    # Suggest names only: a near number is no likelier to be meant, and "32 bytes" is not a word.
    names = [word for word in words if re.fullmatch(r"[^\W\d][\w-]*", word)]
    near = get_close_matches(value, names, n=1)
    if near and near[0] != value:
        suggested = f"{reason}; did you mean {near[0]}?"
        message, reason = message.replace(reason, suggested), suggested
    return InputError(message, field, value, reason, rule)


def wrong(field: str, value: object, reason: str, rule: str = "") -> InputError:
    """Make an InputError that quotes a value."""
    text = encodable(value) if isinstance(value, str) else _written(value)
    message = f"{cut(encodable(field))} = {cut(text)}: {reason}"
    return input_error(message, encodable(field), text, reason, rule)


class _Quoting(reprlib.Repr):
    """Bounded repr, safe for huge containers and for containers that contain themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 12
        self.maxdeque = self.maxarray = 12
        self.maxstring = self.maxother = MAX_QUOTED

    # Their own repr shows cards, which may be hidden from readers of the message.
    def repr_Action(self, value: object, level: int) -> str:
        """Show only the kind of an action."""
        if not isinstance(value, _core.Action):
            return self.repr_instance(value, level)
        return f"<Action {value.kind}>"

    def repr_Event(self, value: object, level: int) -> str:
        """Show only the verb of an event."""
        if not isinstance(value, _core.Event):
            return self.repr_instance(value, level)
        return f"<Event {value.verb}>"

    def repr_int(self, number: int, level: int) -> str:
        """Format an int; use hexadecimal for huge ones, whose decimal form Python refuses."""
        return str(number) if number.bit_length() < 4000 else f"{number:#x}"


_QUOTING = _Quoting()


def cut(text: str, most: int = MAX_QUOTED) -> str:
    """Truncate a text for a message."""
    return text if len(text) <= most else text[:most] + "…"


def encodable(text: str) -> str:
    """Escape lone surrogates: UTF-8 cannot encode them, so the message could not be printed."""
    return text.encode("utf-8", "backslashreplace").decode()


def quoted(value: object, most: int = MAX_QUOTED) -> str:
    """Return a bounded repr of any value for a message; never raise an Exception."""
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
    """Return a value as text; a bounded repr for containers and integers."""
    if isinstance(value, int) or hasattr(value, "__len__"):
        return quoted(value)
    try:
        return encodable(str(value))
    except Exception:
        return quoted(value)


def wrong_choice(policy: object, seat: int, chosen: object, error: Exception) -> InputError:
    """Make the InputError for an invalid choice of a policy.

    The native core calls this function too, for functions in its playouts.
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
    """Convert an integer, NumPy's included, to an int; raise InputError if out of bounds."""
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
    """Return the length of a value, or ``sys.maxsize`` if ``len`` fails or overflows."""
    try:
        return len(value)
    except (OverflowError, ValueError):
        return sys.maxsize


def expect(name: str, value: object, known: tuple[object, ...]) -> None:
    """Raise InputError unless an argument is one of the known values."""
    # Check the type first: `in` would compare an array elementwise.
    if isinstance(value, str | Integral | None) and value in known:
        return
    words = [str(word) for word in known]
    # Quote a text that looks like one of the known numbers, such as "1".
    is_text = isinstance(value, str) and value not in words
    raise wrong(name, value if is_text else quoted(value), "must be one of " + ", ".join(words))


# Tracebacks and pickles name the public module.
for _public in (InputError, RuleError, Stopped):
    _public.__module__ = "chemix"
