# SPDX-License-Identifier: Apache-2.0
"""Policies by name: the single place that resolves a text to a policy."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

import chemix
from chemix._errors import cut, encodable, length, quoted, wrong
from chemix._full_state import FullState

if TYPE_CHECKING:
    from chemix import protocol

# A function of the observation of a seat (a chemix.Observation, or that of a Python game) and a
# random generator, which returns an action, its id or its text; or a full-state policy.
Policy: TypeAlias = Callable[[Any, np.random.Generator], "protocol.Action | int | str"] | FullState

# Some sequences, such as a range, are too long to list.
_MAX_LISTED = 1000

# The policy of seats without one.
RANDOM = "random"
NAMES = tuple(policy["name"] for policy in chemix.policies())


class Native:
    """A built-in policy, callable like a function outside of playouts."""

    def __init__(self, text: str) -> None:
        self.policy = chemix.Policy(text)

    def __call__(self, seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        """Choose with a seed drawn from ``random``."""
        return self.policy.choose(seen, int(random.integers(2**63)))


def policies_of(
    given: str | chemix.Policy | Policy | Sequence[str | chemix.Policy | Policy],
    game: protocol.Game,
) -> tuple[str | Policy, ...]:
    """Return a policy for each seat; a single policy is used for all seats.

    Raises:
        InputError: the number of policies differs from that of the seats, their collection is
            unordered, a name is unknown, a function has no name, two policies share a name, or a
            built-in policy other than ``"random"`` is given for a Python game.

    """
    seats = game.players
    alone = isinstance(given, str | chemix.Policy) or callable(given)
    listed: Any = (given,) * seats if alone else listed_in_order(given)
    # A chemix.Policy is equivalent to its text.
    policies: tuple[str | Policy, ...] = tuple(
        policy.text if isinstance(policy, chemix.Policy) else policy for policy in listed
    )
    if len(policies) != seats:
        raise wrong("policies", len(policies), f"must be one, or {seats}: one for each player")
    by_name: dict[str, str | Policy] = {}
    for policy in policies:
        name = name_of(policy)
        if isinstance(policy, str):
            is_native = isinstance(function_of(policy), Native)
            if is_native and not isinstance(game, chemix.Game):
                raise wrong("policies", policy, "a built-in policy plays only built-in games")
        # Equal texts are the same policy, and so are a function and the text that names it.
        same = by_name.setdefault(name, policy)
        if same != policy and function_of(same) != function_of(policy):
            raise wrong("policies", name, "is the name of two policies; give each a unique name")
    return policies


def listed_in_order(
    given: Any,
    reason: str = "must be a text or a function, or a list of them in the order of the seats",
) -> Sequence[Any]:
    """Return the policies unchanged; raise InputError if they are not a sequence (a set, say)."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        is_text = isinstance(given, str) or not isinstance(given, Iterable)
        kind = quoted(given) if is_text else f"a {type(given).__name__}"
        raise wrong("policies", kind, reason)
    count = length(given)
    if count > _MAX_LISTED:
        raise wrong("policies", count, f"must be at most {_MAX_LISTED}")
    return given


def name_of(policy: str | chemix.Policy | Policy) -> str:
    """Return the name of a policy, by which results are keyed.

    A function of ``__main__`` is named after the file of the program.

    Raises:
        InputError: a function has the name of a built-in policy, or has neither an attribute
            ``name`` nor a name in a module.

    """
    if isinstance(policy, str | chemix.Policy):
        return policy if isinstance(policy, str) else policy.text
    if not callable(policy):
        raise wrong("policies", quoted(policy), "must be a text or a function")
    name = getattr(policy, "name", None)
    if isinstance(name, str):
        if _is_of_library(name):
            raise wrong("policies", name, "is the name of a built-in policy; choose another")
        return name
    module, inside = getattr(policy, "__module__", ""), getattr(policy, "__qualname__", "<")
    if "<" in inside:
        raise wrong("policies", policy, "must be a function of a module, or have an attribute name")
    if module == "__main__":
        module = Path(getattr(sys.modules[module], "__file__", None) or module).stem
    return f"{module}:{inside}"


def function_of(policy: str | Policy) -> Policy | None:
    """Return the function of a policy, or None for the random policy.

    Args:
        policy: a function, the text of a built-in policy (:class:`chemix.Policy`), or
            ``"module:function"``.

    Raises:
        InputError: the name is unknown, a parameter is wrong, or the module has no such function.

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
        raise wrong(
            "policies", policy, f"unknown policy; known: {known}; pass others as module:function"
        )
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
        raise wrong("policies", policy, "is not a function")
    return found


def _is_of_library(name: str) -> bool:
    """Return whether a text names a built-in policy, with or without parameters."""
    return name.partition(" ")[0] in NAMES
