# SPDX-License-Identifier: Apache-2.0
"""Policies that see the complete state, and the random numbers of policies."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import update_wrapper
from operator import attrgetter, index
from sys import modules
from typing import TYPE_CHECKING, Any

import numpy as np

from chemix._errors import quoted, wrong

if TYPE_CHECKING:
    from chemix import protocol


class FullState:
    """A policy that sees the complete state; see :func:`full_state`."""

    def __init__(
        self,
        policy: Callable[[Any, int, np.random.Generator], protocol.Action | int | str],
        random: np.random.Generator | None = None,
    ) -> None:
        self.policy = policy
        # Passed instead of the random numbers of the seed and the seat.
        self.random = random
        update_wrapper(self, policy)

    def __call__(
        self, state: Any, seat: int, random: np.random.Generator
    ) -> protocol.Action | int | str:
        """Choose an action for a seat, with the function that is wrapped."""
        return self.policy(state, seat, random)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FullState) and self.policy == other.policy

    def __hash__(self) -> int:
        return hash((FullState, self.policy))

    def __reduce__(self) -> str | tuple[Any, ...]:
        # A decorated function has the name of its wrapper, so pickle only this name.
        name = getattr(self, "__qualname__", "")
        try:
            if attrgetter(name)(modules[self.__module__]) is self:
                return name
        except (AttributeError, KeyError):
            pass
        return FullState, (self.policy, self.random)


def full_state(
    policy: Callable[[Any, int, np.random.Generator], protocol.Action | int | str],
) -> FullState:
    """Let a policy see the complete state, the cards of others included.

    All other policies are functions of their player's observation, so that they cannot look at
    hidden cards by mistake. Wrap a function to measure what that knowledge is worth, to test the
    rules, or to play a game without hidden information. It can be a decorator.

    >>> import chemix
    >>> @chemix.full_state
    ... def last(state, seat, random):
    ...     return state.legal_actions(seat)[-1]
    >>> chemix.load("chemuno").playout(seed=7, policies=[last, "random"]).is_terminal
    True

    Args:
        policy: a function of the state (a :class:`chemix.State`, or that of a Python game), the
            seat to act, and a :class:`numpy.random.Generator`. It returns an action, its id or its
            text.

    Returns:
        a policy, accepted wherever functions are.

    Raises:
        InputError: the policy is not a function.

    """
    if not callable(policy) or isinstance(policy, FullState):
        raise wrong("policy", quoted(policy), "must be a function of state, seat and random")
    return FullState(policy)


def source_of(*numbers: int) -> np.random.Generator:
    """Return random numbers for a policy, derived from the given numbers by a one-way hash.

    With the seed of the episode itself, a policy could compute the deal.
    """
    text = "chemix policy " + " ".join(map(str, numbers))
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest(), "little"))


def source_of_seat(seed: int | bytes, seat: int) -> np.random.Generator:
    """Return the random numbers of a seat's policy in the game of a seed.

    The native core calls this function too, for functions in its playouts.
    """
    number = int.from_bytes(seed, "little") if isinstance(seed, bytes) else index(seed)
    return source_of(number, seat)
