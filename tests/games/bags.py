# SPDX-License-Identifier: Apache-2.0
"""The data of all references: what they are made of, and bags of cards by name."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
Game = dict[str, Any]
Bag = dict[str, int]
Action = tuple[str, ...]


def add(bag: Bag, card: str, count: int = 1) -> None:
    """Put cards of a kind into a bag."""
    if count > 0:
        bag[card] = bag.get(card, 0) + count


def remove(bag: Bag, card: str, count: int = 1) -> None:
    """Take cards of a kind out of a bag that has them."""
    if count > bag.get(card, 0):
        raise AssertionError(f"there are not {count} cards {card}")
    if count > 0:
        bag[card] -= count
        if bag[card] == 0:
            del bag[card]


def size(bag: Bag) -> int:
    """Count the cards of a bag."""
    return sum(bag.values())


def bag_of(cards: list[str]) -> Bag:
    """Give the bag of some cards."""
    bag: Bag = {}
    for card in cards:
        add(bag, card)
    return bag
