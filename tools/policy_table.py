#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays the policies against each other, two at a time, and prints a line of JSON for each match.

A match is a paired study: each deal is played once for each seat of the first policy, with all
other seats played by the second. The mean return of the first policy has a 95 % interval.

    tools/policy_table.py --deals 20 > matches.jsonl
    tools/policy_table.py --table matches.jsonl
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import chemix
from chemix.study import Study, interval

POLICIES = ("random", "greedy", "heuristic", "search iterations=1000")
GAMES = tuple(chemix.games())


def pairs() -> Iterator[tuple[str, str]]:
    """Yield pairs of policies, the better one first, the most informative match first."""
    order = {policy: place for place, policy in enumerate(POLICIES)}
    for worse, better in sorted(
        combinations(POLICIES, 2), key=lambda pair: (-order[pair[1]], -order[pair[0]])
    ):
        yield better, worse


def match(name: str, better: str, worse: str, deals: int, seed: int) -> dict[str, Any]:
    """Play a match.

    Returns:
        the game, its players, both policies, deals, and the return of the first: mean, low, high.

    """
    game = chemix.load(name, players=max(2, chemix.describe(name)["min_players"]))
    at_table = [better] + [worse] * (game.players - 1)
    study = Study(game, at_table, deals * game.players, seed, "paired")
    _, _, returns = study.run(progress=False).by_deal("policy", "returns")[better]
    mean, low, high = interval(returns)
    return {
        "game": name,
        "players": game.players,
        "policy": better,
        "against": worse,
        "deals": deals,
        "mean": mean,
        "low": low,
        "high": high,
    }


def table(lines: list[dict[str, Any]]) -> str:
    """Return a Markdown table: a row for each game, a column for each pair."""
    columns = list(pairs())
    short = [f"{a.partition(' ')[0]} : {b.partition(' ')[0]}" for a, b in columns]
    rows = [f"| game (players) | {' | '.join(short)} |", "| --- |" + " ---: |" * len(short)]
    found = {(line["game"], line["policy"], line["against"]): line for line in lines}
    for name in GAMES:
        cells = []
        players = max(2, chemix.describe(name)["min_players"])
        for pair in columns:
            line = found.get((name, *pair))
            cells.append("" if line is None else cell(line))
        rows.append(f"| {name} ({players}) | {' | '.join(cells)} |")
    return "\n".join(rows)


def cell(line: dict[str, Any]) -> str:
    """Format mean, half-width and deals; in brackets if the interval contains 0."""
    digits = 2 if abs(line["mean"]) < 10 else 1
    half = (line["high"] - line["low"]) / 2
    text = f"{line['mean']:+.{digits}f} ± {half:.{digits}f}"
    return (
        f"{text} ({line['deals']})"
        if line["low"] > 0 or line["high"] < 0
        else (f"[{text}] ({line['deals']})")
    )


def main() -> int:
    """Play the requested matches, or make a table of finished ones."""
    parser = argparse.ArgumentParser(description="Play policies against each other.")
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--only", help="play only matches of this policy")
    parser.add_argument("--against", help="play only matches against this policy")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--table", metavar="FILE", help="print the matches of this file as a table")
    given = parser.parse_args()
    if given.table is not None:
        with open(given.table, encoding="utf-8") as file:
            print(table([json.loads(line) for line in file]))
        return 0
    for better, worse in pairs():
        if given.only not in (None, better) or given.against not in (None, worse):
            continue
        for name in given.games:
            print(json.dumps(match(name, better, worse, given.deals, given.seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
