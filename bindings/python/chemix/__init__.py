# SPDX-License-Identifier: Apache-2.0
"""chemix: a rules engine for card games about chemistry.

>>> import chemix
>>> game = chemix.load("chemuno", players=3)
>>> state = game.deal(seed=7)
>>> state.current_player, state.phase
(0, 'lead')
>>> state = state.apply(state.legal_actions()[0])
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chemix._core import (
    Action,
    Batch,
    Client,
    Dealer,
    Event,
    Game,
    Observation,
    Policy,
    Session,
    State,
    Table,
    WholeTurn,
    WholeTurns,
    __version__,
    decks,
    describe,
    games,
    languages,
    make_game,
    policies,
    read_record,
    read_seen_record,
    record_to_dict,
    words,
    write_deck,
    write_record,
    write_seen_record,
)
from chemix._core import read_deck as _built_in_deck
from chemix._core import read_deck_text as _read_deck_text
from chemix._decks import small_deck
from chemix._errors import InputError, RuleError, Stopped, quoted, wrong
from chemix._fair_deal import commit, dealing_seed, verify_deal
from chemix._files import MAX_OF_DECK, is_path, named, text_of
from chemix._full_state import full_state
from chemix._rule_pages import rules

if TYPE_CHECKING:
    from chemix.reports import report

__all__ = [
    "Action",
    "Batch",
    "Client",
    "Dealer",
    "Event",
    "Game",
    "InputError",
    "Observation",
    "Policy",
    "RuleError",
    "Session",
    "State",
    "Stopped",
    "Table",
    "WholeTurn",
    "WholeTurns",
    "__version__",
    "commit",
    "dealing_seed",
    "decks",
    "describe",
    "full_state",
    "games",
    "languages",
    "load",
    "policies",
    "read_deck",
    "read_record",
    "read_seen_record",
    "record_to_dict",
    "report",
    "rules",
    "small_deck",
    "verify_deal",
    "words",
    "write_deck",
    "write_record",
    "write_seen_record",
]


def load(
    name: str,
    *,
    players: int | None = None,
    deck: str | PathLike[str] | Mapping[str, Any] | None = None,
    **options: float | bool | str,
) -> Game:
    """Load a game.

    >>> game = chemix.load("chemuno", players=3, hand_size=5)
    >>> game.players, game.option_values["hand_size"]
    (3, 5)
    >>> chemix.load("chemuno", players=9)
    Traceback (most recent call last):
        ...
    chemix.InputError: players = 9: must be from 2 to 4

    Args:
        name: one of :func:`games`.
        players: the number of players, by default the minimum; seats are ``0..players-1``.
        deck: the name of a built-in deck, the path of a deck file, or values as returned by
            :func:`read_deck` and :func:`small_deck`; by default the game's own deck.
        **options: the game's options, see :func:`describe`; omitted options keep their default.

    Raises:
        InputError: the name is unknown, an option is out of range, or the deck is rejected.
        OSError: the deck file does not exist or cannot be read.

    """
    if not isinstance(name, str):
        raise wrong("game", quoted(name), "must be a text: the name of a game")
    if players is None:
        players = int(describe(name)["min_players"])
    elif isinstance(players, bool) or not hasattr(players, "__index__"):
        raise wrong("players", quoted(players), "must be a whole number", "GN-1")
    deck_name, deck_text, deck_file = "", "", ""
    if isinstance(deck, Mapping):
        deck_text, deck_file = write_deck(dict(deck)), "deck"
    elif deck is not None:
        deck_name, deck_file = _deck_of(deck)
        deck_text = _text_of(deck_file) if deck_file else ""
    return make_game(name, players, options, deck_name, deck_text, deck_file)


def read_deck(deck: str | PathLike[str]) -> dict[str, Any]:
    """Read a deck into JSON-compatible values.

    >>> deck = chemix.read_deck("ionic")
    >>> deck["deck"], deck["elements"][0]["symbol"]
    ('ionic', 'H')
    >>> chemix.load("chemuno", deck=chemix.read_deck("chemix")) == chemix.load("chemuno")
    True

    Args:
        deck: the name of a built-in deck, one of :func:`decks`, or the path of a deck file.

    Raises:
        InputError: the name is unknown, or the file is rejected.
        OSError: the file does not exist or cannot be read.

    """
    name, file = _deck_of(deck)
    return _read_deck_text(_text_of(file), file) if file else _built_in_deck(name)


def _deck_of(deck: object) -> tuple[str, str]:
    """Return the name of a built-in deck or the path of a file, and "" for the other."""
    name = fspath(deck) if isinstance(deck, str | PathLike) else deck
    if not is_path(name):
        known = ", ".join(decks())
        reason = f"must be the name of a deck, one of {known}, or the path of a deck file"
        raise wrong("deck", quoted(name), reason, "DK-6")
    is_file = isinstance(deck, PathLike) or name.endswith(".json") or Path(name).name != name
    # A file never shadows a built-in deck.
    built_in = {*decks(), *(describe(game)["deck"] for game in games())}
    if not is_file and name not in built_in:
        with named(name):
            is_file = Path(name).is_file()
    return ("", name) if is_file else (name, "")


def __getattr__(name: str) -> Any:
    """Import `report` lazily, on first use."""
    if name == "report":
        from chemix.reports import report

        return report
    raise AttributeError(f"module {__name__!r} has no attribute {quoted(name)}")


def _text_of(file: str) -> str:
    text = text_of(file, MAX_OF_DECK, "DK-6")
    if not text:
        message = f"{file}: the file is empty"
        raise InputError(message, file, "", "the file is empty", "DK-6")
    return text
