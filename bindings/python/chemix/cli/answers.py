# SPDX-License-Identifier: Apache-2.0
"""Shared parts of all commands: arguments, tables, JSON output and error reporting."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import wraps
from itertools import pairwise
from traceback import walk_tb
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table

import chemix
from chemix._errors import wrong
from chemix._files import path_of
from chemix.lab.episodes import choice

C = TypeVar("C", bound=Callable[..., Any])

_JSON = "chemix.json"


class Refused(click.ClickException):
    """An error that is reported as one sentence, with exit status 1."""

    exit_code = 1


class RefusedInput(Refused):
    """Invalid input, with the same exit status as Click's own usage errors."""

    exit_code = click.UsageError.exit_code


# Errors that are reported as one sentence, without a traceback.
_TOLD = chemix.InputError, chemix.RuleError, OSError, ImportError, Refused


class Commands(click.Group):
    """Commands that report errors on standard error, as one line or as JSON."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments before the command; this prints help and version."""
        with _saying(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _saying(ctx):
            return super().invoke(ctx)


@contextmanager
def _saying(ctx: click.Context) -> Iterator[None]:
    """Report an error and exit: with 2 for invalid input, as Click does, otherwise with 1."""
    try:
        yield
    except _TOLD as error:
        # The reader closed the pipe: let Click exit silently.
        if isinstance(error, BrokenPipeError):
            raise
        said: Any = {"reason": str(error)}
        refused = Refused
        if isinstance(error, chemix.InputError | chemix.RuleError):
            said, refused = error.to_dict(), RefusedInput
        if not ctx.meta.get(_JSON):
            raise refused(str(error)) from None
        click.echo(json.dumps(said, ensure_ascii=False), err=True)
        ctx.exit(refused.exit_code)


def console() -> Console:
    """Return a console that prints colors on a terminal, and plain lines elsewhere."""
    made = Console(highlight=False, soft_wrap=False, emoji=False, markup=False)
    if not made.is_terminal:
        made.width = 120
    return made


def told(value: object) -> None:
    """Print values as JSON, with null for NaN."""
    click.echo(json.dumps(_known(value), ensure_ascii=False, indent=2, allow_nan=False))


def _known(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _known(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_known(part) for part in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def tabled(columns: Sequence[str], rows: Sequence[Sequence[object]], title: str = "") -> None:
    """Print a table; columns of numbers are right-aligned."""
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    for index, column in enumerate(columns):
        is_number = all(isinstance(row[index], int | float) for row in rows)
        table.add_column(column, justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    console().print(table)


# ---- Arguments ----


def _noted(context: click.Context, _: click.Parameter, value: bool) -> bool:
    context.meta[_JSON] = value
    return value


def _option(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    words = [word.partition("=") for word in given]
    for name, equals, _value in words:
        if not re.fullmatch(r"[a-z_]+", name) or not equals:
            raise click.BadParameter(f"{name}: must be name=value; chemix describe lists options")
    made = {name: value for name, _equals, value in words}
    if len(made) < len(words):
        names = [name for name, _equals, _value in words]
        twice = next(name for name in names if names.count(name) > 1)
        raise click.BadParameter(f"{twice}: is given more than once")
    return made


def together(*options: Callable[[C], C]) -> Callable[[C], C]:
    """Combine several option decorators into one."""

    def put(command: C) -> C:
        for option in reversed(options):
            command = option(command)
        return command

    return put


as_json = click.option(
    "--json", "as_json", is_flag=True, callback=_noted, is_eager=True, help="Print JSON."
)
language = click.option(
    "--language",
    "-l",
    type=click.Choice(chemix.languages()),
    default="en",
    envvar="CHEMIX_LANGUAGE",
    show_default=True,
    help="Language of the output.",
)


class _GameName(click.Choice):  # type: ignore[type-arg]
    """The name of a game; an error suggests the nearest one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            near = get_close_matches(str(value), chemix.games(), n=1)
            suggested = f" Did you mean {near[0]}?" if near else ""
            raise click.BadParameter(error.message + suggested, ctx, param) from None


class Folder(click.Path):
    """A folder that need not exist yet, but no file or device."""

    def __init__(self) -> None:
        super().__init__(file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Also reject devices, which Click accepts."""
        made = super().convert(value, param, ctx)
        if os.path.exists(made) and not os.path.isdir(made):
            raise click.BadParameter(f"{value}: must be a folder", ctx, param)
        return made


GAME = _GameName(chemix.games())
game_name = click.argument("game", type=GAME, metavar="GAME")
players = click.option(
    "--players", "-n", type=int, help="Number of players; by default the minimum."
)
options = click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_option,
    help="Set an option of the game; may be repeated.",
)
game_options = together(
    players, click.option("--deck", help="Name of a built-in deck, or a deck file."), options
)
policies = click.option(
    "--policy",
    "-p",
    "policies",
    multiple=True,
    metavar="NAME",
    help="Policy of each seat in order, or of all seats: random, greedy, heuristic, search or "
    "solver, also with parameters, such as 'search iterations=200'; or module:function.",
)
seed = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=7,
    show_default=True,
    help="Seed of all random numbers.",
)


def game_of(
    name: str, players: int | None, deck: str | None, options: dict[str, str]
) -> chemix.Game:
    """Load a game from its command-line arguments."""
    fewest: int = chemix.describe(name)["min_players"]
    return chemix.load(name, players=fewest if players is None else players, deck=deck, **options)


def game(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the arguments of a game to a command, which receives the loaded game."""

    @wraps(command)
    def run(
        game: str,
        players: int | None,
        deck: str | None,
        options: dict[str, str],
        **others: Any,
    ) -> Any:
        return command(game=game_of(game, players, deck, options), **others)

    return game_name(game_options(run))


def expect_place(option: str, file: str | None, *endings: str) -> None:
    """Reject an output file that cannot be written, before anything is played."""
    if file is None:
        return
    path = path_of(option, file)
    if endings and path.suffix not in endings:
        raise wrong(option, file, f"the name must end with {' or '.join(endings)}")
    if not path.parent.is_dir():
        raise wrong(option, file, "the folder does not exist; create it first")


@contextmanager
def playing(policies: Iterable[str]) -> Iterator[None]:
    """Report an exception from a policy function as one sentence."""
    try:
        yield
    except (*_TOLD, click.ClickException, click.Abort):
        raise
    except Exception as raised:
        functions = [policy for policy in policies if ":" in policy]
        if not functions:
            raise
        reason = f"has failed{_asked(raised)}: {type(raised).__name__}: {raised}"
        raise wrong("policies", ", ".join(functions), reason) from raised


def _asked(raised: Exception) -> str:
    """Name the seat and source line where a policy raised, if in this process."""
    for (asking, _), (policy, line) in pairwise(walk_tb(raised.__traceback__)):
        if asking.f_code is choice.__code__:
            return f" at seat {asking.f_locals['seat']}, {policy.f_code.co_filename}:{line}"
    return ""


def policies_of(given: tuple[str, ...]) -> Any:
    """Convert policies from the command line to those of a study."""
    if len(given) < 2:
        return given[0] if given else "random"
    return list(given)
