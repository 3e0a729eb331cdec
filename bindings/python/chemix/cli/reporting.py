# SPDX-License-Identifier: Apache-2.0
"""The command that reports on games and decks."""

from __future__ import annotations

from pathlib import Path

import click

import chemix
from chemix._errors import wrong
from chemix._files import write_text
from chemix.cli import answers
from chemix.cli.studies import executor_of, running
from chemix.lab.report_page import Contents
from chemix.values import OptionValue

_NOTHING = "none"
# Default number of games for a report on a deck, which uses a slower policy.
_DECK_GAMES = 100
_DECK_POLICIES = ("heuristic",)


def _varied(
    _: click.Context, __: click.Parameter, given: tuple[str, ...]
) -> dict[str, list[OptionValue]] | None:
    if not given:
        return None
    values: dict[str, list[OptionValue]] = {}
    if _NOTHING in given and len(given) > 1:
        raise click.BadParameter(f"{_NOTHING} cannot be combined with other values")
    for word in given:
        name, equals, value = word.partition("=")
        if word != _NOTHING and not equals:
            reason = "must be none or name=value; chemix describe lists options"
            raise click.BadParameter(f"{word}: {reason}")
        if equals:
            values.setdefault(name, []).append(value)
    return values


@click.command()
@click.argument("game", type=answers.GAME, required=False, metavar="[GAME]")
@answers.players
@click.option(
    "--deck",
    "decks",
    multiple=True,
    help="Name of a built-in deck, or a deck file; may be repeated.",
)
@answers.options
@answers.policies
@click.option(
    "--games",
    type=click.IntRange(min=1),
    help="Number of games for each GAME and deck; by default 1000, "
    f"or {_DECK_GAMES} without a GAME.",
)
@answers.seed
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    default=500,
    show_default=True,
    help="Maximum number of games in which cards and phases are counted.",
)
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_varied,
    help="Option value to try, or none; may be repeated. By default, several values of each option "
    "are tried.",
)
@click.option(
    "--output", type=click.Path(dir_okay=False), help="Write a page with plots to an .html file."
)
@running
@answers.language
@answers.as_json
def report(
    game: str | None,
    players: int | None,
    decks: tuple[str, ...],
    options: dict[str, str],
    policies: tuple[str, ...],
    games: int | None,
    seed: int,
    sample: int,
    vary: dict[str, list[OptionValue]] | None,
    output: str | None,
    executor: str,
    workers: int | None,
    address: str | None,
    chunk: int | None,
    language: str,
    as_json: bool,
) -> None:
    """Report how a GAME plays: seats, length, choices, cards, rules, options.

    If --deck is repeated, the decks are compared. Without a GAME, report on one deck: play all
    games that accept it, by default with the policy heuristic.
    """
    answers.expect_place("output", output, ".html")
    if game:
        tables = [answers.game_of(game, players, deck, options) for deck in decks or (None,)]
    else:
        if len(decks) != 1:
            raise click.UsageError("pass a GAME (chemix games lists them) or one --deck")
        if options or vary:
            raise click.UsageError("--option and --vary require a GAME")
        tables, vary = _games_of(decks[0], players), {}
    with executor_of(executor, workers, address) as runs, answers.playing(policies):
        made = chemix.report(
            tables,
            games=games or (1000 if game else _DECK_GAMES),
            policies=answers.policies_of(policies or (() if game else _DECK_POLICIES)),
            seed=seed,
            sample=sample,
            vary=vary,
            executor=runs,
            chunk=chunk,
        )
    if output:
        write_text(Path(output), made.to_html(language))
    if as_json:
        answers.told(made.to_dict())
        return
    contents = Contents(made.to_dict(), language)
    console = answers.console()
    title, *lines = contents.summary()
    console.print(title, style="bold")
    for line in lines:
        console.print(line)
    if output:
        console.print(contents.words["written"].format(output))
        return
    for section in contents.sections():
        console.print()
        console.print(section["title"], style="bold")
        console.print(section["text"].strip())
        for table in section["tables"]:
            console.print()
            answers.tabled(table["columns"], table["rows"])


COMMANDS = (report,)


def _games_of(deck: str, players: int | None) -> list[chemix.Game]:
    """Load all games that accept a deck, except matches."""
    name = chemix.read_deck(deck)["deck"]
    names = chemix.games()
    count = 2 if players is None else players
    made = []
    for game in names:
        if any(game.startswith(f"{other}_") for other in names):
            continue
        try:
            made.append(chemix.load(game, players=count, deck=deck))
        except chemix.InputError:
            continue
    if not made:
        raise wrong("deck", name, f"no game accepts it with {count} players")
    return made
