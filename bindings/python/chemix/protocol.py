# SPDX-License-Identifier: Apache-2.0
"""The protocols that a game must implement for studies, tournaments and adapters.

:class:`chemix.Game` implements them. A game written in Python may do so too; it needs no base
class. docs/python_games.md shows a complete example.

>>> import chemix
>>> from chemix import protocol
>>> state: protocol.State = chemix.load("chemuno", players=2).initial_state()
>>> state.is_chance
True

All of them are immutable values: no member changes its object. To be played in other processes,
they must be picklable, and therefore importable.
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

__all__ = ["Action", "Game", "Observation", "State", "Stop", "digest"]


class Stop(Protocol):
    """An object that ends long calls once it is set, such as :class:`threading.Event`.

    >>> import threading
    >>> stop: chemix.protocol.Stop = threading.Event()
    >>> stop.is_set()
    False
    """

    def is_set(self) -> bool:
        """Return whether to end the calls."""


class Action(Protocol):
    """An action of a player or of chance; ``str`` returns its text.

    >>> from chemix import protocol
    >>> action: protocol.Action = chemix.load("chemuno").action("lay H2O")
    >>> action.id < chemix.load("chemuno").action_count
    True
    """

    @property
    def id(self) -> int:
        """The id: 0 or more, below action_count of the game (chance: chance_action_count)."""


class Observation(Protocol):
    """Exactly what a seat or a spectator sees and knows; ``str`` returns a readable text.

    >>> from chemix import protocol
    >>> seen: protocol.Observation = chemix.load("chemuno").deal(seed=7).observation(1)
    >>> seen.legal_actions(), seen.tensor().ndim
    ([], 1)
    """

    def legal_actions(self) -> Sequence[Action]:
        """Return the viewer's legal actions, by ascending id; empty if the viewer cannot act."""

    def tensor(self) -> npt.NDArray[np.float32]:
        """Return a new one-dimensional float32 array, as described by tensor_layout of the game."""


class State(Protocol):
    """The complete state of a game, hidden parts included; ``str`` returns a readable text.

    >>> from chemix import protocol
    >>> state: protocol.State = chemix.load("chemuno").deal(seed=7)
    >>> state.acting, state.is_chance, state.returns()
    (frozenset({0}), False, [0.0, 0.0])
    """

    @property
    def game(self) -> Game:
        """The game of this state."""

    @property
    def acting(self) -> AbstractSet[int]:
        """The seats that may act now; empty when chance acts or the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether chance acts."""

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @property
    def is_sealed(self) -> bool:
        """Whether several players decide in secret.

        Choices, and who has already chosen, stay hidden until all players have chosen.
        """

    @property
    def digest(self) -> int:
        """A hash of the state, below 2**64 and the same in every process."""

    def legal_action_ids(self, player: int) -> Sequence[int]:
        """Return the ids of a player's legal actions, ascending; empty if the player cannot act."""

    def check(self, action: int, player: int) -> str | None:
        """Return the ID of the rule that refuses an action, or None if it is legal."""

    def chance_outcomes(self) -> Sequence[tuple[Action, float]]:
        """Return the outcomes of chance with their probabilities; empty if chance does not act."""

    def apply(self, action: int, player: int | None = None) -> State:
        """Return the state after an action of a player, or of chance; do not change this state.

        Callers pass only legal actions. They check that the digest of this state is unchanged: in
        the first steps of each game, and in OpenSpiel at every step.
        """

    def observation(self, player: int | str) -> Observation:
        """Return the observation of a seat or of 'spectator', in any state."""

    def information_state(self, player: int) -> str:
        """Return a text that is equal exactly if the seat saw and did the same since the start."""

    def returns(self) -> Sequence[float]:
        """Return the return of each player; 0 before the end. With several players the sum is 0."""

    def scores(self) -> Sequence[int]:
        """Return the current score of each player, as integers."""


class Game(Protocol):
    """A game: its rules with fixed options and a fixed number of players.

    >>> from chemix import protocol
    >>> game: protocol.Game = chemix.load("chemuno")
    >>> game.players, game.min_return <= 0 <= game.max_return
    (2, True)
    """

    @property
    def name(self) -> str:
        """The name, of lowercase letters, digits and ``_``."""

    @property
    def revision(self) -> int:
        """The revision of the rules; it changes when the same actions may lead to another game."""

    @property
    def players(self) -> int:
        """The number of players; seats are ``0..players-1``."""

    @property
    def deck(self) -> str:
        """The name of the deck."""

    @property
    def option_values(self) -> Mapping[str, Any]:
        """All options by name, as JSON-compatible values."""

    @property
    def key(self) -> int:
        """A hash of the rules and options, below 2**64 and the same in every process."""

    @property
    def action_count(self) -> int:
        """The number of player action ids."""

    @property
    def chance_action_count(self) -> int:
        """The number of chance action ids."""

    @property
    def max_steps(self) -> int:
        """An upper bound on the actions of a game, chance included."""

    @property
    def min_return(self) -> float:
        """A lower bound on any player's return."""

    @property
    def max_return(self) -> float:
        """An upper bound on any player's return."""

    @property
    def has_sealed_decisions(self) -> bool:
        """Whether the game has sealed states."""

    def tensor_layout(self) -> values.TensorLayoutDict:
        """Describe the tensor of an observation: its consecutive fields, with their bounds."""

    def initial_state(self) -> State:
        """Return the state before any chance action."""

    def action(self, action: int | str, *, chance: bool = False) -> Action:
        """Return the action with this id or text.

        Raises:
            InputError: there is no such action; another ValueError is accepted too.

        """


def digest(value: object) -> int:
    """Hash a JSON-compatible value to a number below 2**64, the same in every process.

    >>> from chemix.protocol import digest
    >>> digest({"bet": 1}) == digest({"bet": 1}) != digest({"bet": 2})
    True

    Raises:
        InputError: JSON cannot represent the value: it contains itself, is nested too deeply, or
            has an integer with thousands of digits.
        TypeError: the value has a type that JSON lacks.

    """
    try:
        text = json.dumps(value, sort_keys=True)
    except (ValueError, RecursionError) as error:
        reason = f"must be a JSON-compatible value: {cut(str(error))}"
        raise wrong("value", quoted(value), reason) from error
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
