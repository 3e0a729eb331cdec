# SPDX-License-Identifier: Apache-2.0
"""Kuhn poker with three noble gases: a Python game that studies and adapters can play.

Two players ante one point each and get one of three cards; the heavier gas wins. In turn they pass
or bet `stake` points; passing after a bet folds. Optimal play has been known since 1950: with a
stake of 1, the first player loses 1/18 of a point per game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from chemix import protocol, values

CARDS = ("He", "Ne", "Ar")
DECISIONS = ("pass", "bet")
# The decision sequences that end a game, by initials.
ENDS = ("pp", "pbp", "pbb", "bp", "bb")


class Action(NamedTuple):
    """A decision of a player, or a card dealt by chance."""

    id: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Kuhn:
    """The game, with its options."""

    stake: int = 1
    name = "kuhn"
    revision = 1
    players = 2
    deck = "noble gases"
    action_count = len(DECISIONS)
    chance_action_count = len(CARDS)
    max_steps = 2 + 3
    has_sealed_decisions = False

    @property
    def option_values(self) -> Mapping[str, Any]:
        """All options by name."""
        return {"stake": self.stake}

    @property
    def key(self) -> int:
        """A hash of the rules and options."""
        return protocol.digest([self.name, self.revision, self.stake])

    @property
    def min_return(self) -> float:
        """The lowest possible return."""
        return -self.max_return

    @property
    def max_return(self) -> float:
        """The highest possible return."""
        return 1 + self.stake

    def tensor_layout(self) -> values.TensorLayoutDict:
        """Describe the tensor: the viewer's card, then the first three decisions."""
        card: values.TensorField = {
            "name": "card",
            "offset": 0,
            "size": 3,
            "shape": [3],
            "labels": list(CARDS),
            "low": 0,
            "high": 1,
            "meaning": "the viewer's card",
        }
        done: values.TensorField = {
            "name": "done",
            "offset": 3,
            "size": 6,
            "shape": [3, 2],
            "labels": list(DECISIONS),
            "low": 0,
            "high": 1,
            "meaning": "the decisions, in order",
        }
        return {"fields": [card, done], "left_out": []}

    def initial_state(self) -> State:
        """Return the state before the cards are dealt."""
        return State(self)

    def action(self, action: int | str, *, chance: bool = False) -> Action:
        """Return the action with this id or text."""
        texts = CARDS if chance else DECISIONS
        id = texts.index(action) if isinstance(action, str) else int(action)
        return Action(id, texts[id])


@dataclass(frozen=True)
class State:
    """A state: the dealt cards and the decisions so far."""

    game: Kuhn
    cards: tuple[int, ...] = ()
    done: str = ""

    is_sealed = False

    @property
    def is_chance(self) -> bool:
        """Whether a card is to be dealt."""
        return len(self.cards) < 2

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.done in ENDS

    @property
    def acting(self) -> frozenset[int]:
        """The seat that decides, as a set."""
        over = self.is_chance or self.is_terminal
        return frozenset() if over else frozenset({len(self.done) % 2})

    @property
    def digest(self) -> int:
        """A hash of the state."""
        return protocol.digest([self.game.key, self.cards, self.done])

    def legal_action_ids(self, player: int) -> list[int]:
        """Return the ids of a player's legal actions."""
        return [0, 1] if player in self.acting else []

    def check(self, action: int, player: int) -> str | None:
        """Return the rule that refuses an action, or None."""
        return None if action in self.legal_action_ids(player) else "KU-1"

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """Return the undealt cards with their probabilities."""
        if not self.is_chance:
            return []
        left = [card for card in range(len(CARDS)) if card not in self.cards]
        return [(self.game.action(card, chance=True), 1 / len(left)) for card in left]

    def apply(self, action: int, player: int | None = None) -> State:
        """Return the state after a deal or a decision."""
        if self.is_chance:
            return replace(self, cards=(*self.cards, action))
        return replace(self, done=self.done + DECISIONS[action][0])

    def observation(self, player: int | str) -> Observation:
        """Return what a viewer sees: the viewer's card, and the decisions."""
        dealt = isinstance(player, int) and player < len(self.cards)
        may = [self.game.action(id) for id in (0, 1) if player in self.acting]
        return Observation(self.cards[int(player)] if dealt else None, self.done, tuple(may))

    def information_state(self, player: int) -> str:
        """Return a text of everything that a seat saw and did."""
        return str(self.observation(player))

    def returns(self) -> list[float]:
        """Return the return of each player."""
        if not self.is_terminal:
            return [0.0, 0.0]
        if self.done[-2:] == "bp":
            winner, points = len(self.done) % 2, 1
        else:
            winner = int(self.cards[1] > self.cards[0])
            points = 1 + self.game.stake if self.done[-1] == "b" else 1
        return [float(points if seat == winner else -points) for seat in range(2)]

    def scores(self) -> list[int]:
        """Return the points won so far."""
        return [int(points) for points in self.returns()]


class Observation(NamedTuple):
    """The observation of a viewer."""

    card: int | None
    done: str
    may: tuple[Action, ...]

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the viewer's legal actions."""
        return self.may

    def tensor(self) -> npt.NDArray[np.float32]:
        """Return the tensor that `tensor_layout` describes."""
        tensor = np.zeros(9, np.float32)
        if self.card is not None:
            tensor[self.card] = 1
        for turn, letter in enumerate(self.done):
            tensor[3 + 2 * turn + "pb".index(letter)] = 1
        return tensor

    def __str__(self) -> str:
        return f"{'?' if self.card is None else CARDS[self.card]} {self.done}"


if __name__ == "__main__":
    from chemix.study import Study

    print(Study(Kuhn(), "random", games=1000, seed=7).run().by_seat())
