# SPDX-License-Identifier: Apache-2.0
"""Custom decks as JSON-compatible values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from functools import cache
from itertools import islice
from typing import Any, SupportsIndex

from chemix import _core
from chemix._errors import input_error, quoted, whole, wrong

_LANGUAGES = ("de", "fr", "en")
_MAX_LISTED = 1000
_MARKS = {"formula": "reconstructed", "points": "reconstructed", "names": "reconstructed"}


def small_deck(
    compounds: Iterable[str] | Mapping[str, int],
    *,
    copies: SupportsIndex = 1,
    noble_gases: Iterable[str] = (),
    name: str = "small",
) -> dict[str, Any]:
    """Make a small ChemiX-like deck from a few compounds, for exact solving and for tests.

    It contains the elements and multipliers that the compounds need. Compounds are named by their
    formulas.

    >>> deck = chemix.small_deck(["H2", "O2", "H2O"], copies=2)
    >>> [(card["symbol"], card["copies"]) for card in deck["elements"]]
    [('H', 2), ('O', 2)]
    >>> game = chemix.load("chemuno", players=2, hand_size=2, deck=deck)
    >>> game.deck, game.max_copies
    ('small', 2)

    Args:
        compounds: formulas such as ``"H2O"``, each worth as many points as it has cards; or a
            mapping of formulas to points.
        copies: the number of copies of each element and multiplier, raised where a compound needs
            more. ``load`` rejects a deck with more copies of a card than the ChemiX deck
            (``chemix.read_deck("chemix")``) has: 4 of H, 2 of C, 1 of N.
        noble_gases: noble gases to include, one copy each.
        name: the name of the deck.

    Returns:
        Values for ``chemix.load(..., deck=...)``, which validates the deck.

    Raises:
        InputError: there is no compound, ``copies`` is below 1, an argument is not a list, or a
            formula is not a text, is duplicated or shows an element or a number that the ChemiX
            deck has no card of.

    """
    fields = ("compounds", compounds), ("noble_gases", noble_gases)
    for field, listed in fields:
        if isinstance(listed, str):
            reason = f"must be a list: [{quoted(listed, 60)}]"
            raise wrong(field, listed, reason, "DK-6")
        # The order of a set differs between processes, and so would the deck.
        if not isinstance(listed, Iterable) or isinstance(listed, Set | memoryview):
            raise wrong(field, quoted(listed), "must be a list of formulas", "DK-6")
    least = whole("copies", copies, 1, rule="DK-6")
    named, gases = (_listed(*each) for each in fields)
    if not named:
        reason = "must name at least one formula"
        raise input_error(f"compounds: {reason}", "compounds", "", reason, "DK-6")
    for place, formula in enumerate(named):
        if not isinstance(formula, str):
            raise wrong("compounds", quoted(formula), "must be a formula, as a text", "DK-6")
        if formula in named[:place]:
            raise wrong("compounds", formula, "is listed twice", "DK-6")
    points = dict(compounds) if isinstance(compounds, Mapping) else dict.fromkeys(named)
    tokens = {formula: re.findall(r"[A-Z][a-z]?|\d", formula) for formula in points}
    for formula, needed in tokens.items():
        for token in needed:
            if token not in _tokens():
                reason = f"{token} must be one of {', '.join(_tokens())}"
                raise wrong("compounds", formula, reason, "DK-6")
    most: Counter[str] = Counter()
    for needed in tokens.values():
        most |= Counter(needed)
    cards = {token: max(least, needed) for token, needed in most.items()}
    return {
        "deck": name,
        "title": name,
        "elements": [
            {"symbol": token, "copies": n} for token, n in cards.items() if not token.isdigit()
        ],
        "noble_gases": [{"symbol": symbol, "copies": 1} for symbol in gases],
        "multipliers": [
            {"value": int(token), "copies": n}
            for token, n in sorted(cards.items())
            if token.isdigit()
        ],
        "compounds": [
            {
                "formula": formula,
                "tokens": needed,
                "points": len(needed) if points[formula] is None else points[formula],
                "names": dict.fromkeys(_LANGUAGES, formula),
                "marks": dict(_MARKS),
            }
            for formula, needed in tokens.items()
        ],
    }


@cache
def _tokens() -> tuple[str, ...]:
    """Return the cards of which compounds consist."""
    deck = _core.read_deck("chemix")
    elements = (card["symbol"] for card in deck["elements"])
    return (*elements, *(str(card["value"]) for card in deck["multipliers"]))


def _listed(field: str, given: Iterable[str]) -> list[str]:
    """Collect an iterable that may be endless, up to a limit."""
    listed = list(islice(given, _MAX_LISTED + 1))
    if len(listed) > _MAX_LISTED:
        raise wrong(field, quoted(given), f"must be at most {_MAX_LISTED} formulas", "DK-6")
    return listed
