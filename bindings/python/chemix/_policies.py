# SPDX-License-Identifier: Apache-2.0
"""Policies by name: the one place where a word becomes what plays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

import chemix
from chemix._adapters import wrong

if TYPE_CHECKING:
    from typing import Any

    # What State.playout takes for a seat; None is for what it plays natively, at random.
    Seated: TypeAlias = Callable[[chemix.State, int], Any] | None

Policy: TypeAlias = Callable[[chemix.Observation, np.random.Generator], "chemix.Action | int | str"]

# What is at random is played natively; other policies of the library decide one by one.
RANDOM = "random"
NAMES = tuple(policy["name"] for policy in chemix.policies())


class Native:
    """A policy of the library as a function."""

    def __init__(self, text: str) -> None:
        self.policy = chemix.Policy(text)

    def __call__(self, seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        """Choose by a seed that is drawn."""
        return self.policy.choose(seen, int(random.integers(2**63)))


def policies_of(
    given: str | Policy | Sequence[str | Policy], seats: int
) -> tuple[str | Policy, ...]:
    """List a policy for each seat; one alone is for all.

    Raises:
        InputError: not as many as seats, an unknown name, or a function that has none.

    """
    alone = isinstance(given, str) or callable(given)
    policies: tuple[str | Policy, ...] = (given,) * seats if alone else tuple(given)  # type: ignore[assignment, arg-type]
    if len(policies) != seats:
        raise wrong("policies", len(policies), f"must be one, or as many as players: {seats}")
    for policy in policies:
        name_of(policy)
        if isinstance(policy, str):
            function_of(policy)
    return policies


def name_of(policy: str | Policy) -> str:
    """Name a policy: results are bound to it.

    A function of the program that was started has the name of its file for that of its module.

    Raises:
        InputError: a function that no module has by name, without an attribute ``name``.

    """
    if isinstance(policy, str):
        return policy
    name = getattr(policy, "name", None)
    if isinstance(name, str):
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
    if policy.partition(" ")[0] in NAMES:
        return Native(policy)
    module, _, inside = policy.partition(":")
    if not inside:
        known = ", ".join(NAMES)
        raise wrong("policies", policy, f"known: {known}; others are given as module:function")
    try:
        found: Policy = getattr(import_module(module), inside)
    except (ImportError, AttributeError) as error:
        raise wrong("policies", policy, str(error)) from error
    if not callable(found):
        raise wrong("policies", policy, "is no function")
    return found


def seated(policy: str | Policy, random: Callable[[], np.random.Generator]) -> Seated:
    """Make what ``State.playout`` takes for a seat.

    Args:
        policy: a function, the text of a policy of the library, or ``"module:function"``.
        random: makes the policy's source of random numbers for this play; asked only if needed.

    """
    function = function_of(policy)
    if function is None:
        return None
    source = random()

    def choose(state: chemix.State, player: int) -> chemix.Action | int | str:
        return function(state.observation(player), source)

    return choose
