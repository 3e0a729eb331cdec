# SPDX-License-Identifier: Apache-2.0
"""The command line: all commands in one Click group. README.md has examples."""

from __future__ import annotations

import click

import chemix
from chemix.cli import about, playing, reporting, serving, studies, watching
from chemix.cli.answers import Commands

__all__ = ["commands"]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(chemix.__version__, prog_name="chemix")
def commands() -> None:
    """Card games about chemistry: play, watch, study.

    Exit status: 0 on success, 2 if an argument, a file or a policy is rejected, 1 on any other
    error, such as failed games.

    Shell completion: eval "$(_CHEMIX_COMPLETE=bash_source chemix)"; likewise for zsh and fish.
    """


for part in (about, playing, watching, studies, reporting, serving):
    for command in part.COMMANDS:
        commands.add_command(command)


@commands.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench(arguments: tuple[str, ...]) -> None:
    """Measure how fast games are played."""
    from chemix.lab.bench import main  # only here: the other commands start faster without

    main(list(arguments), "chemix bench")
