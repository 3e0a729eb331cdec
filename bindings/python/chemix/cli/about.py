# SPDX-License-Identifier: Apache-2.0
"""Commands that print reference information: games, describe, rules, deck, check-deck."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import chemix
from chemix._rule_pages import summary
from chemix.cli import answers


@click.command()
@answers.language
@answers.as_json
def games(language: str, as_json: bool) -> None:
    """List all games."""
    listed = [
        {
            "name": name,
            "title": chemix.words(name, language)["title"],
            **{key: chemix.describe(name)[key] for key in ("min_players", "max_players", "deck")},
        }
        for name in chemix.games()
    ]
    if as_json:
        answers.told(listed)
        return
    rows = [
        (
            game["name"],
            game["title"],
            _range(game["min_players"], game["max_players"]),
            game["deck"],
        )
        for game in listed
    ]
    answers.tabled(("game", "title", "players", "deck"), rows)


@click.command()
@answers.game_name
@answers.language
@answers.as_json
def describe(game: str, language: str, as_json: bool) -> None:
    """Describe a GAME: its players, decks and options."""
    about, words = chemix.describe(game), chemix.words(game, language)
    if as_json:
        answers.told({**about, "words": words})
        return
    console = answers.console()
    players = _range(about["min_players"], about["max_players"])
    console.print(f"{words['title']} ({game}), revision {about['revision']}", style="bold")
    console.print(f"{players} players, deck {about['deck']}")
    console.print(words["scores"])
    rows = [_option_row(option, words["options"]) for option in about["options"]]
    answers.tabled(("option", "values", "default", "rule", "meaning"), rows)
    if about["turn_weights"]:
        weights = [_option_row(one, words["turn_weights"]) for one in about["turn_weights"]]
        answers.tabled(("turn weight", "values", "default", "rule", "meaning"), weights)


@click.command()
@click.argument("ids", nargs=-1, metavar="[GAME | ID | PREFIX]...")
@answers.language
@answers.as_json
def rules(ids: tuple[str, ...], language: str, as_json: bool) -> None:
    """Print the summary of a GAME, rules by ID or prefix, or a list of the prefixes.

    Examples: rules chemuno, rules CU-7, rules CU.
    """
    games = [name for name in ids if name in chemix.games()]
    summaries = [
        {"game": name, "language": language, "text": "\n\n".join(summary(name, language))}
        for name in games
    ]
    named = [name for name in ids if name not in games]
    asked = chemix.rules(*named, language=language) if named or not games else []
    if not ids:
        prefixes: dict[str, list[str]] = {}
        for rule in asked:
            prefixes.setdefault(rule["rule"].split("-")[0], []).append(rule["page"])
        listed = [
            {"prefix": prefix, "page": pages[0], "rules": len(pages)}
            for prefix, pages in prefixes.items()
        ]
        if as_json:
            answers.told(listed)
        else:
            rows = [tuple(row.values()) for row in listed]
            answers.tabled(("prefix", "page", "rules"), rows)
        return
    if as_json:
        answers.told([*summaries, *asked])
        return
    console = answers.console()
    for one in summaries:
        console.print(chemix.words(one["game"], language)["title"], style="bold")
        console.print(one["text"])
    for rule in asked:
        console.print(rule["rule"], style="bold", end=" ")
        console.print(rule["text"])


@click.command()
@click.argument("deck", metavar="NAME | FILE")
@answers.language
@answers.as_json
def deck(deck: str, language: str, as_json: bool) -> None:
    """List the cards of a deck, and what of them is reconstructed rather than attested."""
    is_file = deck not in chemix.decks() and Path(deck).is_file()
    content = chemix.read_deck(Path(deck) if is_file else deck)
    if as_json:
        answers.told(content)
        return
    console = answers.console()
    console.print(f"{content['title']} ({content['deck']})", style="bold")
    if content.get("about"):
        console.print(content["about"])
    rows = [
        (
            card.get("formula", "wild"),
            card["names"].get(language, card["names"]["en"]),
            card.get("points", ""),
            card.get("copies", 1),
            ", ".join(part for part, mark in card.get("marks", {}).items() if mark != "attested"),
        )
        for card in [*content["compounds"], *content.get("wild_cards", [])]
    ]
    answers.tabled(("card", "name", "points", "copies", "reconstructed"), rows)
    for part in ("elements", "noble_gases", "multipliers"):
        small = [
            f"{card['copies']} × {card.get('symbol', card.get('value'))}"
            for card in content.get(part, [])
        ]
        if small:
            console.print(f"{part.replace('_', ' ')}: {', '.join(small)}")


@click.command("check-deck")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@answers.as_json
def check_deck(file: str, as_json: bool) -> None:
    """Validate a deck FILE.

    To see the compounds that it can form, and how it plays: chemix report --deck FILE.
    """
    deck = chemix.read_deck(Path(file))
    counts = {
        part: sum(card.get("copies", 1) for card in cards)
        for part, cards in deck.items()
        if isinstance(cards, list) and part != "sources"
    }
    if as_json:
        answers.told({"deck": deck["deck"], "title": deck["title"], "cards": counts})
    else:
        cards = ", ".join(f"{count} {part.replace('_', ' ')}" for part, count in counts.items())
        answers.console().print(f"{file}: {deck['title']}: {cards}")


COMMANDS = (games, describe, rules, deck, check_deck)


def _range(least: Any, most: Any) -> str:
    return str(least) if least == most else f"{least}–{most}"


def _option_row(option: Any, words: Any) -> tuple[str, ...]:
    values = ", ".join(_shown(choice) for choice in option["choices"])
    if option["least"] is not None:
        values = _range(option["least"], option["most"])
    said = words[option["name"]]
    meaning = said if isinstance(said, str) else said["meaning"]
    return option["name"], values, _shown(option["default"]), option["rule"], meaning


def _shown(value: object) -> str:
    """Format a value as ``--option`` accepts it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
