# SPDX-License-Identifier: Apache-2.0
"""Commands that narrate games: watch, replay."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

import chemix
from chemix._errors import wrong
from chemix._files import MAX_OF_RECORD, text_of, write_text
from chemix.cli import answers, playing
from chemix.lab.drawing import Drawing
from chemix.lab.episodes import sources_of, steps
from chemix.lab.policies import policies_of

# In seconds.
_LONGEST_DELAY = 3600


def _delay(_: click.Context, __: click.Parameter, seconds: float) -> float:
    # Click's FloatRange accepts NaN.
    if not 0 <= seconds <= _LONGEST_DELAY:
        raise click.BadParameter(f"{seconds}: must be from 0 to {_LONGEST_DELAY}")
    return seconds


_viewer = click.option(
    "--viewer", "-v", help="Seat whose view is shown; by default that of a spectator."
)


@click.command()
@answers.game
@answers.policies
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=7, show_default=True)
@_viewer
@click.option("--tables", is_flag=True, help="Show the table before each decision.")
@click.option("--delay", type=float, default=0.0, callback=_delay, help="Seconds between steps.")
@click.option("--record", type=click.Path(dir_okay=False), help="Write the record to a file.")
@answers.language
@answers.as_json
def watch(
    game: chemix.Game,
    policies: tuple[str, ...],
    seed: int,
    viewer: str | None,
    tables: bool,
    delay: float,
    record: str | None,
    language: str,
    as_json: bool,
) -> None:
    """Watch policies play a GAME.

    With built-in policies, the game is that of game.playout(seed, policies). With others, only the
    chance outcomes are the same. With --json each step is one line.
    """
    answers.expect_place("record", record)
    if as_json and tables:
        raise click.UsageError("--tables cannot be combined with --json")
    by_seat = policies_of(answers.policies_of(policies), game)
    done = []

    def played() -> Iterable[tuple[int | None, chemix.State]]:
        for step in steps(game, by_seat, sources_of(seed, game.players), seed):
            done.append((step.player, step.action.id))
            yield step.player, step.state
            time.sleep(delay)

    seat = _seat(game, viewer)
    with answers.playing(policies):
        _tell(game, game.initial_state(), played(), seat, language, as_json, tables)
    if record:
        write_text(Path(record), chemix.write_record(game, 0, done))


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False))
@_viewer
@click.option("--tables", is_flag=True, help="Show the table before each decision.")
@answers.language
@answers.as_json
def replay(record: str, viewer: str | None, tables: bool, language: str, as_json: bool) -> None:
    """Verify a RECORD and narrate its game.

    With --json the record is printed as JSON, with all hidden cards.
    """
    text = text_of(record, MAX_OF_RECORD)
    if playing.is_saved(text):
        reason = f"is a saved game; resume it with: chemix play --resume {record}"
        raise wrong("record", record, reason)
    if as_json:
        if viewer or tables:
            raise click.UsageError("--json prints all cards; leave out --viewer and --tables")
        answers.told(chemix.record_to_dict(text))
        return
    first, *states = chemix.read_record(text)
    players = (step["player"] for step in chemix.record_to_dict(text)["steps"])
    played = zip(players, states, strict=True)
    _tell(first.game, first, played, _seat(first.game, viewer), language, False, tables)


COMMANDS = (watch, replay)


def _seat(game: chemix.Game, viewer: str | None) -> int | str:
    if viewer in (None, "spectator"):
        return "spectator"
    if viewer is None or not viewer.isdecimal() or int(viewer) >= game.players:
        reason = f"{viewer}: must be a seat from 0 to {game.players - 1}, or spectator"
        raise click.BadParameter(reason, param_hint="--viewer")
    return int(viewer)


def _tell(
    game: chemix.Game,
    state: chemix.State,
    played: Iterable[tuple[int | None, chemix.State]],
    viewer: int | str,
    language: str,
    as_json: bool,
    tables: bool,
) -> None:
    """Print steps as a viewer sees them."""
    console = answers.console()
    drawing = Drawing(game, language)
    for player, after in played:
        events = after.events(viewer)
        if as_json:
            line: dict[str, Any] = {"player": player, "events": [one.to_dict() for one in events]}
            click.echo(json.dumps(line, ensure_ascii=False))
        else:
            if tables and player is not None:
                console.print(drawing.styled(state.observation(viewer)))
            for sentence in after.event_words(viewer, language):
                console.print(sentence, soft_wrap=True)
        state = after
    if as_json:
        end = {
            "scores": state.observation(viewer).scores(),
            "returns": state.returns(),
            "is_terminal": state.is_terminal,
        }
        click.echo(json.dumps(end))
    elif state.is_terminal:
        console.print(state.words(language), style="bold", soft_wrap=True)
