# SPDX-License-Identifier: Apache-2.0
"""Policies by name: the one place where a word becomes what plays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

import chemix
from chemix._errors import cut, encodable, length, quoted, wrong

if TYPE_CHECKING:
    from chemix import protocol

# From what a seat sees, a chemix.Observation or that of a game in Python, and random numbers.
Policy: TypeAlias = Callable[[Any, np.random.Generator], "protocol.Action | int | str"]

# Some sequences are longer than any list.
_MOST_LISTED = 1000

# What plays where no policy is.
RANDOM = "random"
NAMES = tuple(policy["name"] for policy in chemix.policies())


class Native:
    """A policy of the library, also as a function for where no playout is."""

    def __init__(self, text: str) -> None:
        self.policy = chemix.Policy(text)

    def __call__(self, seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        """Choose by a seed that is drawn."""
        return self.policy.choose(seen, int(random.integers(2**63)))


def policies_of(
    given: str | chemix.Policy | Policy | Sequence[str | chemix.Policy | Policy],
    game: protocol.Game,
) -> tuple[str | Policy, ...]:
    """List a policy for each seat; one alone is for all.

    Raises:
        InputError: not as many as seats, what has no order, an unknown name, a function that has
            none, two of one name, or one of the library that does not know the game: of games in
            Python all but those at random.

    """
    seats = game.players
    alone = isinstance(given, str | chemix.Policy) or callable(given)
    listed: Any = (given,) * seats if alone else listed_in_order(given)
    # One of the library is what its text says.
    policies: tuple[str | Policy, ...] = tuple(
        policy.text if isinstance(policy, chemix.Policy) else policy for policy in listed
    )
    if len(policies) != seats:
        raise wrong("policies", len(policies), f"must be one, or as many as players: {seats}")
    by_name: dict[str, str | Policy] = {}
    for policy in policies:
        name = name_of(policy)
        if isinstance(policy, str):
            is_native = isinstance(function_of(policy), Native)
            if is_native and not isinstance(game, chemix.Game):
                raise wrong("policies", policy, "plays games of the library only")
        # Equal texts are one policy; so are a function and the text that names it.
        same = by_name.setdefault(name, policy)
        if same != policy and function_of(same) != function_of(policy):
            raise wrong("policies", name, "is the name of two policies: give each its own")
    return policies


def listed_in_order(
    given: Any,
    reason: str = "must be a text or a function, or a list of them in the order of the seats",
) -> Sequence[Any]:
    """Give the policies as they are; raise InputError for what is no sequence, such as a set."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        is_text = isinstance(given, str) or not isinstance(given, Iterable)
        kind = quoted(given) if is_text else f"a {type(given).__name__}"
        raise wrong("policies", kind, reason)
    count = length(given)
    if count > _MOST_LISTED:
        raise wrong("policies", count, f"must be at most {_MOST_LISTED}")
    return given


def name_of(policy: str | chemix.Policy | Policy) -> str:
    """Name a policy: results are bound to it.

    A function of the program that was started has the name of its file for that of its module.

    Raises:
        InputError: a function that no module has by name, without an attribute ``name``, or with
            the name of a policy of the library.

    """
    if isinstance(policy, str | chemix.Policy):
        return policy if isinstance(policy, str) else policy.text
    if not callable(policy):
        raise wrong("policies", quoted(policy), "must be a text or a function")
    name = getattr(policy, "name", None)
    if isinstance(name, str):
        if _is_of_library(name):
            raise wrong("policies", name, "is the name of a policy of the library: take another")
        return name
    module, inside = getattr(policy, "__module__", ""), getattr(policy, "__qualname__", "<")
    if "<" in inside:
        raise wrong("policies", policy, "must be a function of a module, or have a name")
    if module == "__main__":
        module = Path(getattr(sys.modules[module], "__file__", None) or module).stem
    return f"{module}:{inside}"


def function_of(policy: str | Policy) -> Policy | None:
    """Find the function of a policy, None for who decides at random.

    Args:
        policy: a function, the text of a policy of the library (:class:`chemix.Policy`), or
            ``"module:function"``.

    Raises:
        InputError: an unknown name, a wrong parameter, or a module without such a function.

    """
    if not isinstance(policy, str):
        return policy
    if policy == RANDOM:
        return None
    if _is_of_library(policy):
        return Native(policy)
    module, _, inside = policy.partition(":")
    if not inside:
        known = ", ".join(NAMES)
        raise wrong("policies", policy, f"known: {known}; others are given as module:function")
    if not module or module.startswith("."):
        raise wrong("policies", policy, "must be module:function")
    try:
        found: Policy = getattr(import_module(module), inside)
    except (ImportError, AttributeError) as error:
        raise wrong("policies", policy, cut(encodable(str(error)))) from error
    except (Exception, SystemExit) as error:
        reason = f"{cut(module)} cannot be imported: {type(error).__name__}: {cut(str(error))}"
        raise wrong("policies", policy, reason) from error
    if not callable(found):
        raise wrong("policies", policy, "is no function")
    return found


def _is_of_library(name: str) -> bool:
    """Tell whether a name is that of a policy of the library, with parameters or without."""
    return name.partition(" ")[0] in NAMES
