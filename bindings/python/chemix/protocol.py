# SPDX-License-Identifier: Apache-2.0
"""What a game must offer to be played by studies, tournaments and adapters.

:class:`chemix.Game` does, and so may a game that is written in Python: it needs no base class, only
what these protocols name. docs/python_games.md shows a whole one.

>>> import chemix
>>> from chemix import protocol
>>> state: protocol.State = chemix.load("chemuno", players=2).initial_state()
>>> state.is_chance
True

All are values: nothing that is named here changes one. To be played in other processes they must be
saved by pickle, and so found by import.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from chemix._errors import cut, quoted, wrong

if TYPE_CHECKING:
    from chemix import values

__all__ = ["Action", "Game", "Observation", "State", "digest"]


class Action(Protocol):
    """One decision, or what chance does; its text names it."""

    @property
    def id(self) -> int:
        """The id: from 0, below the game's action_count, or chance_action_count if of chance."""


class Observation(Protocol):
    """All that a seat or a spectator sees and knows, and nothing else; its text is for people."""

    def legal_actions(self) -> Sequence[Action]:
        """List what the viewer may do, by ascending id; nothing for who is not asked."""

    def tensor(self) -> npt.NDArray[np.float32]:
        """Make a new float32 array of one axis, as the game's tensor_layout tells it."""


class State(Protocol):
    """Everything at one point of a game; its text is for people who may see all."""

    @property
    def game(self) -> Game:
        """The game that it is a state of."""

    @property
    def acting(self) -> AbstractSet[int]:
        """The seats that may decide now; none when chance acts or the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether chance acts."""

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @property
    def is_sealed(self) -> bool:
        """Whether several decide and none sees what others do, nor who has, until all have."""

    @property
    def digest(self) -> int:
        """A number below 2**64 that tells this state from others, the same in every process."""

    def legal_action_ids(self, player: int) -> Sequence[int]:
        """List the ids of what a player may do, ascending; nothing of who is not asked."""

    def check(self, action: int, player: int) -> str | None:
        """Name the rule that refuses an action, None when it is legal."""

    def chance_outcomes(self) -> Sequence[tuple[Action, float]]:
        """List what chance may do with its probability; nothing when it does not act."""

    def apply(self, action: int, player: int | None = None) -> State:
        """Make the state after an action, of chance when it acts; this one stays as it is.

        It is asked for what is legal only. That the digest of this one stays the same is looked at
        in the first steps of plays, and of each state in OpenSpiel.
        """

    def observation(self, player: int | str) -> Observation:
        """Make what a seat, or 'spectator', sees and knows, of any state."""

    def information_state(self, player: int) -> str:
        """Make a text that is equal exactly when the seat saw and did the same all game long."""

    def returns(self) -> Sequence[float]:
        """List what everybody gets; 0 before the end. Those of several players sum to zero."""

    def scores(self) -> Sequence[int]:
        """List the points as they stand, in whole numbers."""


class Game(Protocol):
    """A game: its rules with their options, for so many players."""

    @property
    def name(self) -> str:
        """The name, one word of small letters, digits and ``_``."""

    @property
    def revision(self) -> int:
        """The number of the rules: another one where games are played otherwise."""

    @property
    def players(self) -> int:
        """How many play; seats are ``0..players-1``."""

    @property
    def deck(self) -> str:
        """What is played with, a name."""

    @property
    def option_values(self) -> Mapping[str, Any]:
        """All options by name, as JSON has them."""

    @property
    def key(self) -> int:
        """A number below 2**64, equal for games that play alike, in every process."""

    @property
    def action_count(self) -> int:
        """How many ids players have."""

    @property
    def chance_action_count(self) -> int:
        """How many ids chance has."""

    @property
    def max_steps(self) -> int:
        """No play has more actions, those of chance included."""

    @property
    def least_return(self) -> float:
        """No play returns less to anybody."""

    @property
    def most_return(self) -> float:
        """No play returns more to anybody."""

    @property
    def has_sealed_decisions(self) -> bool:
        """Whether there are states that are sealed."""

    def tensor_layout(self) -> values.TensorLayoutDict:
        """Describe the tensor of an observation: fields one after another, with their bounds."""

    def initial_state(self) -> State:
        """Make the state before chance did anything."""

    def action(self, action: int | str, *, chance: bool = False) -> Action:
        """Make an action of its id or its text.

        Raises:
            InputError: or another ValueError, for what is none.

        """


def digest(value: object) -> int:
    """Make a number below 2**64 of a value that JSON can say, the same in every process.

    >>> digest({"bet": 1}) == digest({"bet": 1}) != digest({"bet": 2})
    True

    Raises:
        InputError: a value that JSON cannot say: one that contains itself, is nested too deep, or
            has a number of thousands of digits.
        TypeError: a value of another type.

    """
    try:
        text = json.dumps(value, sort_keys=True)
    except (ValueError, RecursionError) as error:
        reason = f"must be a value that JSON can say: {cut(str(error))}"
        raise wrong("value", quoted(value), reason) from error
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
