# SPDX-License-Identifier: Apache-2.0
"""Benchmark of steps per second, also against other frameworks: ``python -m chemix.bench --peers``.

:mod:`chemix.bench` says how it measures.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import metadata
from numbers import Real
from typing import Any, NamedTuple, TypeAlias

import numpy as np

import chemix
from chemix._errors import quoted, whole, wrong

# The largest batch that chemix.Batch accepts.
_MAX_EPISODES = 1_000_000
_MAX_ROUNDS = 1_000_000

# A benchmark subject: each item takes some steps and is their number.
Subject: TypeAlias = Iterator[int]

CRAZY_EIGHTS = "crazy_eights(players=4)"
RLCARD = ("uno", "gin-rummy", "leduc-holdem")
PETTINGZOO = ("leduc_holdem-v4", "texas_holdem-v4", "connect_four-v3", "tictactoe-v3", "chess-v6")
# Our game of the Crazy Eights and Uno family, compared at the same number of players.
ALIKE = "chemuno"


def _loaded(name: str, players: int | None = None) -> chemix.Game:
    fewest: int = chemix.describe(name)["min_players"]
    return chemix.load(name, players=fewest if players is None else players)


def batch(
    name: str, episodes: int = 1024, *, threads: int = 1, players: int | None = None
) -> Subject:
    """Step many episodes per call, and write tensors and masks into reused arrays.

    >>> from chemix import bench
    >>> next(bench.batch("chemuno", episodes=64))
    64

    Args:
        name: the name of a game.
        episodes: the number of episodes in the batch.
        threads: the number of threads that step them.
        players: the number of players of each episode; by default the minimum.

    Returns:
        An endless iterator over numbers of steps taken.

    Raises:
        InputError: as :func:`chemix.load` and :class:`chemix.Batch`, from the first item on.

    """
    episodes = whole("episodes", episodes, 1, _MAX_EPISODES)
    table = chemix.Batch(_loaded(name, players), range(episodes), threads=threads)
    masks, tensors = table.masks(), table.tensors()
    while True:
        table.step(table.random_actions())
        table.masks(out=masks)
        table.tensors(out=tensors)
        yield episodes


def single(name: str, *, players: int | None = None) -> Subject:
    """Step one state at a time: legal actions, an action, chance, the tensor and the mask.

    >>> from chemix import bench
    >>> next(bench.single("chemuno", players=3))
    1

    Args:
        name: the name of a game.
        players: the number of players; by default the minimum.

    Returns:
        An endless iterator over numbers of steps taken.

    Raises:
        InputError: as :func:`chemix.load`, from the first item on.

    """
    game = _loaded(name, players)
    choose = random.Random(1).choice
    seed = 0
    while True:
        seed += 1
        dealer = chemix.Dealer(seed)
        state = game.deal(seed)
        while not state.is_terminal:
            player = min(state.acting)
            state.observation_tensor(player)
            state.legal_action_mask(player)
            state = dealer.resolve(state.apply(choose(state.legal_action_ids(player)), player))
            yield 1


def _openspiel(game: Any) -> Subject:
    """Step one OpenSpiel state at a time, with the same outputs as :func:`single`."""
    draw = random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(outcomes, shares)[0])
                continue
            player = state.current_player()
            np.array(state.observation_tensor(player), np.float32)
            np.array(state.legal_actions_mask(player), np.bool_)
            state.apply_action(draw.choice(state.legal_actions()))
            yield 1


def _pettingzoo(table: Any) -> Subject:
    """Step a PettingZoo AEC environment with PettingZoo's own loop."""
    draw = np.random.default_rng(1)
    seed = 0
    while True:
        seed += 1
        table.reset(seed=seed)
        for _ in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            table.step(int(draw.choice(np.flatnonzero(seen["action_mask"]))))
            yield 1


def _rlcard(table: Any) -> Subject:
    """Step an RLCard environment with RLCard's own loop."""
    choose = random.Random(1).choice
    while True:
        state, _ = table.reset()
        while not table.is_over():
            state, _ = table.step(choose(list(state["legal_actions"])))
            yield 1


def _of_rlcard(game: str, rlcard: Any) -> Subject:
    return _rlcard(rlcard.make(game, config={"seed": 1}))


def _classic(game: str, pettingzoo: Any) -> Subject:
    return _pettingzoo(pettingzoo.make("aec", f"classic/{game}"))


def peers() -> dict[str, Subject]:
    """Return subjects for the installed frameworks, and for chemix in the same loops.

    >>> from chemix import bench
    >>> "chemix chemuno 4, batch" in bench.peers()
    True

    Returns:
        Subjects by name, for :func:`measured`, without frameworks that cannot be imported.

    """
    players = 4
    found = {
        f"chemix {ALIKE} {players}, one state": single(ALIKE, players=players),
        f"chemix {ALIKE} {players}, batch": batch(ALIKE, players=players),
    }

    def add(name: str, module: str, make: Callable[[Any], Subject]) -> None:
        try:
            found[name] = make(importlib.import_module(module))
        except Exception as error:
            # PettingZoo wraps an ImportError in an error of its own.
            if not isinstance(error.__cause__ or error, ImportError):
                raise
            print(f"left out: {name}: {error}", file=sys.stderr)

    def add_openspiel(module: str, game: str) -> None:
        # Importing the module registers the game.
        def make(_: Any) -> Subject:
            return _openspiel(importlib.import_module("pyspiel").load_game(game))

        add(f"OpenSpiel {game}", module, make)

    add_openspiel("pyspiel", CRAZY_EIGHTS)
    add_openspiel("chemix.openspiel", f"chemix_{ALIKE}(players={players})")
    for game in RLCARD:
        add(f"RLCard {game}", "rlcard", partial(_of_rlcard, game))
    for game in PETTINGZOO:
        add(f"PettingZoo {game}", "pettingzoo", partial(_classic, game))
    add(
        f"PettingZoo chemix {ALIKE} {players}",
        "chemix.pettingzoo",
        lambda m: _pettingzoo(m.env(ALIKE, players=players)),
    )
    return found


class Rate(NamedTuple):
    """A measured speed.

    >>> from chemix.bench import Rate
    >>> rate = Rate(clock=90_000.0, cpu=100_000.0)
    >>> rate.cpu, rate._asdict()["clock"]
    (100000.0, 90000.0)

    Attributes:
        clock: steps per second of wall-clock time.
        cpu: steps per second of CPU time of the calling thread.

    """

    clock: float
    cpu: float


def turns(subjects: Mapping[str, Subject], rounds: int, seconds: float) -> dict[str, list[Rate]]:
    """Measure the steps per second of each subject, in alternating turns.

    >>> from chemix import bench
    >>> rates = bench.turns({"one state": bench.single("chemuno")}, rounds=3, seconds=0.001)
    >>> len(rates["one state"])
    3

    Args:
        subjects: the subjects to measure, by name.
        rounds: the number of turns of each subject, after one warm-up turn.
        seconds: the minimum length of a turn: from 0 to 3600.

    Returns:
        The rates of the turns, by name. The call takes about
        ``(rounds + 1) * seconds * len(subjects)`` seconds.

    Raises:
        InputError: the subjects are not iterators by name, a subject ends or takes no steps in the
            warm-up turn, ``rounds`` is below 1, or ``seconds`` is out of range.

    """
    _expect_subjects(subjects)
    rounds = whole("rounds", rounds, 1, _MAX_ROUNDS)
    if isinstance(seconds, bool) or not isinstance(seconds, Real) or not 0 <= seconds <= 3600:
        raise wrong("seconds", quoted(seconds), "must be a number from 0 to 3600")
    rates: dict[str, list[Rate]] = {name: [] for name in subjects}
    for turn in range(rounds + 1):
        for name, subject in subjects.items():
            _show(f"\rround {turn} of {rounds}: {name:60}")
            # Validate steps only in the warm-up turn: validation costs time.
            take = subject.__next__ if turn else partial(_checked, name, subject)
            steps = 0
            worked = time.thread_time()
            began = time.perf_counter()
            while (spent := time.perf_counter() - began) < seconds or not steps:
                steps += take()
            # On some systems the CPU time of a thread has a coarse resolution.
            while not (own := time.thread_time() - worked):
                steps += take()
                spent = time.perf_counter() - began
            if turn:
                rates[name].append(Rate(steps / spent, steps / own))
    _show(f"\r{'':80}\r")
    return rates


def _checked(name: str, subject: Subject) -> int:
    """Advance a subject; raise InputError if it takes no steps."""
    return whole(f"subjects[{name}]", next(subject, None), 1)


def _expect_subjects(subjects: object) -> None:
    """Raise InputError unless these are subjects by name."""
    given = subjects if isinstance(subjects, Mapping) else {None: None}
    for name, subject in given.items():
        if not isinstance(name, str) or not isinstance(subject, Iterator):
            raise wrong(
                "subjects", quoted(subjects), "must be subjects by name, as `single` returns them"
            )


def _show(progress: str) -> None:
    """Print the progress if stderr is a terminal."""
    if sys.stderr.isatty():
        print(progress, end="", file=sys.stderr, flush=True)


def measured(subjects: Mapping[str, Subject], rounds: int, seconds: float) -> dict[str, Rate]:
    """Measure as :func:`turns` does, and return medians.

    >>> from chemix import bench
    >>> rates = bench.measured({"batch": bench.batch("chemuno", 64)}, rounds=1, seconds=0.001)
    >>> list(rates), rates["batch"].clock > 0
    (['batch'], True)

    Args:
        subjects: the subjects to measure, by name.
        rounds: the number of turns of each subject, after one warm-up turn.
        seconds: the minimum length of a turn: from 0 to 3600.

    Returns:
        The median rates, by name.

    Raises:
        InputError: as :func:`turns`.

    """
    return _medians(turns(subjects, rounds, seconds))


def _medians(rates: Mapping[str, list[Rate]]) -> dict[str, Rate]:
    return {
        name: Rate(*(statistics.median(by) for by in zip(*found, strict=True)))
        for name, found in rates.items()
    }


def _times(fast: list[Rate], slow: list[Rate], digits: int) -> list[str]:
    """Return the speed ratio of two subjects: the median over the turns, and the range."""
    ratios = [one.cpu / other.cpu for one, other in zip(fast, slow, strict=True)]
    least, most = (f"{ratio:.{digits}f}" for ratio in (min(ratios), max(ratios)))
    return [f"{statistics.median(ratios):.{digits}f}", f"{least}–{most}"]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Format a Markdown table; all columns but the first are right-aligned."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    rule = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]
    lines = []
    for first, *others in [head, rule, *rows]:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("| " + " | ".join([first.ljust(widths[0]), *cells]) + " |")
    return "\n".join(lines)


def _machine() -> str:
    versions = []
    for package in ("numpy", "open_spiel", "pettingzoo", "rlcard"):
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    told = [f"chemix {chemix.__version__}", f"Python {platform.python_version()}", *versions]
    # Report the load: two threads gain little or nothing on a busy machine.
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{platform.machine()}, {os.cpu_count()} cores{load}; " + ", ".join(told)


def main(arguments: Sequence[str] | None = None, program: str = "python -m chemix.bench") -> None:
    """Measure, and print tables or JSON; progress goes to standard error.

    >>> import contextlib, io, json
    >>> from chemix import bench
    >>> with contextlib.redirect_stdout(io.StringIO()) as printed:
    ...     bench.main(["chemuno", "--rounds", "1", "--seconds", "0", "--json"])
    >>> sorted(json.loads(printed.getvalue()))
    ['episodes', 'machine', 'rounds', 'seconds', 'steps_a_second']

    Args:
        arguments: the command-line arguments; by default those of the process.
        program: the program name in the usage message.

    Raises:
        InputError: ``arguments`` is not a list of texts, or ``program`` is not a text.
        SystemExit: the arguments are wrong, or ask for help.

    """
    is_list = arguments is None or isinstance(arguments, list | tuple)
    if not is_list or not all(isinstance(one, str) for one in arguments or ()):
        raise wrong("arguments", quoted(arguments), "must be a list of texts")
    if not isinstance(program, str):
        raise wrong("program", quoted(program), "must be a text")
    parser = argparse.ArgumentParser(program, description=str(__doc__).split("\n")[0])
    parser.add_argument("games", nargs="*", help="the games to measure; by default all")
    parser.add_argument("--peers", action="store_true", help="measure other frameworks too")
    parser.add_argument("--episodes", type=int, default=1024, help="episodes in a batch")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each subject")
    parser.add_argument("--seconds", type=float, default=0.2, help="minimum length of a turn")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    names = given.games or chemix.games()
    try:
        for name in names:
            chemix.describe(name)
    except chemix.InputError as error:
        parser.error(str(error))
    for name, most in (("episodes", _MAX_EPISODES), ("rounds", _MAX_ROUNDS)):
        if not 1 <= getattr(given, name) <= most:
            parser.error(f"{name} must be from 1 to {most}")
    if not 0 <= given.seconds <= 3600:
        parser.error("seconds must be from 0 to 3600")

    subjects: dict[str, Subject] = {}
    for name in names:
        subjects[f"{name}: batch"] = batch(name, given.episodes)
        subjects[f"{name}: two threads"] = batch(name, given.episodes, threads=2)
        subjects[f"{name}: one state"] = single(name)
    others = peers() if given.peers else {}
    taken = turns(subjects | others, given.rounds, given.seconds)
    rates = _medians(taken)
    if given.json:
        measured = {name: rate._asdict() for name, rate in rates.items()}
        how = {"episodes": given.episodes, "rounds": given.rounds, "seconds": given.seconds}
        print(json.dumps({"machine": _machine(), **how, "steps_a_second": measured}, indent=2))
        return

    print(f"Steps per second, median of {given.rounds} turns of {given.seconds} s; {_machine()}\n")
    rows = []
    for name in names:
        one, two, alone = (rates[f"{name}: {w}"] for w in ("batch", "two threads", "one state"))
        told = [f"{one.cpu:,.0f}", f"{alone.cpu:,.0f}", f"{one.cpu / alone.cpu:.1f}"]
        by_clock = [f"{one.clock:,.0f}", f"{two.clock:,.0f}", f"{two.clock / one.clock:.2f}"]
        rows.append([name, *told, *by_clock])
    many = f"batch of {given.episodes:,}"
    head = ["game", many, "one state", "batch / it", "wall clock", "two threads", "/ one"]
    print(_table(head, rows))
    if not others:
        return
    state, batched = list(others)[:2]
    rows = [
        [
            name,
            f"{rates[name].cpu:,.0f}",
            *_times(taken[state], taken[name], 2),
            *_times(taken[batched], taken[name], 1),
        ]
        for name in others
    ]
    print()
    head = ["one thread", "steps per second", f"{ALIKE} / it", "range", "its batch / it", "range"]
    print(_table(head, rows))


# Pickles name the public module.
for _public in (Rate, batch, main, measured, peers, single, turns):
    _public.__module__ = "chemix.bench"
