# SPDX-License-Identifier: Apache-2.0
"""Static facts about a deck: the compounds that its cards can form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import lcm
from typing import TypedDict

from chemix.values import CardKind

# Usual charges. Metals with several charges combine with every group, but are not used to infer
# the charge of a group.
_CATIONS = {
    "H": (1,), "Li": (1,), "Na": (1,), "K": (1,), "Rb": (1,), "Ag": (1,), "Be": (2,), "Mg": (2,),
    "Ca": (2,), "Sr": (2,), "Zn": (2,), "Al": (3,), "Cu": (1, 2), "Fe": (2, 3),
}  # fmt: skip
_ANIONS = {"F": 1, "Cl": 1, "Br": 1, "I": 1, "O": 2, "S": 2, "Se": 2}


class CardUse(TypedDict):
    """The demand for an element or multiplier card.

    Attributes:
        card: an element or a multiplier.
        copies: the number of copies in the deck.
        compounds: the number of compounds that use it; an element is finished when all are laid.
        needed: the number of copies that these compounds need in total.
        at_once: the maximum number of these compounds that the copies allow at the same time,
            ignoring wild cards and the other cards of the compounds.

    """

    card: str
    copies: int
    compounds: int
    needed: int
    at_once: int


class DeckFacts(TypedDict):
    """Facts about the compounds that a deck can form.

    Attributes:
        cards: the demand for elements and multipliers.
        lacking: compounds that need more cards than the deck has, wild cards included.
        further: formulas that the cards can form but the deck does not contain. They are neutral
            by the usual charges and by the charges of the groups in the deck's compounds.

    """

    cards: list[CardUse]
    lacking: list[str]
    further: list[str]


def deck_facts(cards: Sequence[CardKind]) -> DeckFacts:
    """Return the facts about the cards of a game's catalogue."""
    compounds = [card for card in cards if card["type"] == "compound"]
    copies = {card["name"]: card["copies"] for card in cards if card["type"] != "compound"}
    wild = copies.get("wild", 0)
    used: list[CardUse] = []
    for name, count in copies.items():
        needs = sorted(card["needs"][name] for card in compounds if name in card["needs"])
        if needs:
            fit = sum(sum(needs[: i + 1]) <= count for i in range(len(needs)))
            used.append(
                {
                    "card": name,
                    "copies": count,
                    "compounds": len(needs),
                    "needed": sum(needs),
                    "at_once": fit,
                }
            )
    has_multipliers = any(card["type"] == "multiplier" for card in cards)
    known = [_atoms(card["name"]) for card in compounds]
    return {
        "cards": used,
        "lacking": [
            card["name"]
            for card in compounds
            if sum(max(0, n - copies[name]) for name, n in card["needs"].items()) > wild
        ],
        "further": [
            formula
            for formula in _neutral([card["name"] for card in compounds], copies)
            if _atoms(formula) not in known
            and _is_made_of(copies, _tokens(formula) if has_multipliers else _atoms(formula))
        ],
    }


def _neutral(formulas: Sequence[str], copies: dict[str, int]) -> Iterator[str]:
    """Yield neutral formulas from the known cations and the groups of the formulas."""
    groups = {name: charge for name, charge in _ANIONS.items() if copies.get(name)}
    for formula in formulas:
        found = re.fullmatch(r"([A-Z][a-z]?)(\d?)(?:\((\w+)\)(\d)|(\w+))", formula)
        if found is None or len(_CATIONS.get(found[1], ())) != 1:
            continue
        group, count = found[3] or found[5], int(found[4] or 1)
        charge, rest = divmod(_CATIONS[found[1]][0] * int(found[2] or 1), count)
        # Skip single elements, whose charge is known, and groups with hydrogen other than OH: they
        # are parts of acids.
        if len(_atoms(group)) > 1 and not rest and (group == "OH" or "H" not in _atoms(group)):
            groups[group] = charge
    for cation in _CATIONS:
        for positive in _CATIONS[cation] if copies.get(cation) else ():
            for group, negative in groups.items():
                if (cation, group) == ("H", "OH"):  # water
                    continue
                most = lcm(positive, negative)
                yield f"{_times(cation, most // positive)}{_times(group, most // negative)}"


def _times(group: str, count: int) -> str:
    if count == 1:
        return group
    return f"{group}{count}" if re.fullmatch("[A-Z][a-z]?", group) else f"({group}){count}"


def _tokens(formula: str) -> Counter[str]:
    """Count the cards of a formula; each number is a multiplier card."""
    return Counter(re.findall(r"[A-Z][a-z]?|\d+", formula))


def _atoms(formula: str) -> Counter[str]:
    """Count the atoms of a formula."""
    atoms: Counter[str] = Counter()
    for group, count, element, some in re.findall(r"\(([^)]*)\)(\d*)|([A-Z][a-z]?)(\d*)", formula):
        inside = _atoms(group) if group else Counter({element: int(some or 1)})
        for name, number in inside.items():
            atoms[name] += number * int(count or 1)
    return atoms


def _is_made_of(copies: dict[str, int], needed: Counter[str]) -> bool:
    return all(copies.get(name, 0) >= count for name, count in needed.items())
