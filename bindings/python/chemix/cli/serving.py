# SPDX-License-Identifier: Apache-2.0
"""The command that serves other programs: mcp."""

from __future__ import annotations

import click

from chemix.cli import answers


@click.command()
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    help="Seed of the first game's cards, and one more for each game; by default random.",
)
@answers.language
def mcp(seed: int | None, language: str) -> None:
    """Serve the games to a program with a language model.

    Speaks the Model Context Protocol on standard input and output. Configure your program to run
    this command; docs/mcp.md shows how.
    """
    from chemix.lab.mcp_server import server  # only here: the other commands need no mcp

    server(language, seed).run()


COMMANDS = (mcp,)
