# SPDX-License-Identifier: Apache-2.0
"""Commands that play many games: simulate, study, tournament."""

from __future__ import annotations

import math
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import click

import chemix
from chemix.cli import answers
from chemix.lab.executors import RayExecutor, end_with_driver
from chemix.lab.study import SEATS, TABLES, Result, Study
from chemix.lab.study_files import FORMATS
from chemix.lab.tournament import Standings, Tournament

C = TypeVar("C", bound=Callable[..., Any])

# Executors that accept --workers; Ray decides for itself.
_WITH_WORKERS = ("threads", "processes", "dask", "mpi")
_EXECUTORS = ("here", *_WITH_WORKERS, "ray")

_games = click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Number of games.",
)
_seats = click.option(
    "--seats",
    type=click.Choice(SEATS),
    default="rotated",
    show_default=True,
    help="How policies are assigned to seats.",
)
running = answers.together(
    click.option(
        "--executor",
        type=click.Choice(_EXECUTORS),
        default="here",
        show_default=True,
        help="Where games are played.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        help="Number of threads, processes, or workers of Dask or MPI.",
    ),
    click.option(
        "--address", help="Address of a Dask scheduler; by default a local one is started."
    ),
    click.option("--chunk", type=click.IntRange(min=1), help="Number of games per task."),
)


@click.command()
@answers.game
@answers.policies
@_games
@answers.seed
@_seats
@answers.as_json
def simulate(
    game: chemix.Game,
    policies: tuple[str, ...],
    games: int,
    seed: int,
    seats: str,
    as_json: bool,
) -> None:
    """Play a GAME many times in this process, and print the results."""
    _end(_say(Study(game, answers.policies_of(policies), games, seed, seats), None, as_json))


@click.command()
@answers.game
@answers.policies
@_games
@answers.seed
@_seats
@running
@click.option(
    "--resume",
    type=click.Path(dir_okay=False),
    help="Store finished games in this file, and resume from it.",
)
@click.option(
    "--write", type=click.Path(dir_okay=False), help="Write results to a .parquet or .csv file."
)
@click.option(
    "--trajectories", type=answers.Folder(), help="Also write all decisions to this folder."
)
@click.option(
    "--format", type=click.Choice(FORMATS), help="Format of --trajectories; by default npz."
)
@answers.as_json
def study(
    game: chemix.Game,
    policies: tuple[str, ...],
    games: int,
    seed: int,
    seats: str,
    executor: str,
    workers: int | None,
    address: str | None,
    chunk: int | None,
    resume: str | None,
    write: str | None,
    trajectories: str | None,
    format: str | None,
    as_json: bool,
) -> None:
    """Play a GAME many times on any executor, and save the results.

    Results do not depend on the executor, and a killed run can be resumed. With MPI:
    mpiexec -n 9 python -m mpi4py.futures -m chemix study GAME --executor mpi
    """
    answers.expect_place("write", write, *TABLES)
    answers.expect_place("resume", resume)
    if format and not trajectories:
        raise click.UsageError("--format requires --trajectories")
    answers.expect_place("trajectories", trajectories)
    asked = Study(game, answers.policies_of(policies), games, seed, seats)
    kept: Any = {"format": format or FORMATS[0]} | ({"chunk": chunk} if chunk else {})
    if trajectories:
        asked.begin_trajectories(trajectories, **kept)
    with executor_of(executor, workers, address) as runs:
        result = _say(asked, runs, as_json, chunk=chunk, resume=resume)
        if write:
            result.write(write)
        if trajectories:
            with answers.playing(policies):
                asked.write_trajectories(trajectories, runs, **kept)
    _end(result)


@click.command()
@answers.game
@answers.policies
@_games
@answers.seed
@running
@click.option(
    "--resume",
    type=answers.Folder(),
    help="Store finished matches in this folder, and resume from it.",
)
@answers.as_json
def tournament(
    game: chemix.Game,
    policies: tuple[str, ...],
    games: int,
    seed: int,
    executor: str,
    workers: int | None,
    address: str | None,
    chunk: int | None,
    resume: str | None,
    as_json: bool,
) -> None:
    """Rate policies that play a GAME against each other.

    --games is the number of games per match, rounded up to a multiple of the number of players.
    """
    whole = math.ceil(games / game.players) * game.players
    asked = Tournament(game, list(policies), whole, seed)
    with executor_of(executor, workers, address) as runs, _failures():
        standings = asked.run(runs, chunk=chunk, resume=resume)
    if as_json:
        answers.told(
            {
                "digest": standings.digest,
                "is_complete": standings.is_complete,
                "policies": standings.table().to_dict("records"),
                "pairs": standings.pairs().to_dict("index"),
            }
        )
    else:
        click.echo(standings)
        click.echo(f"digest {standings.digest}")
    _end(standings)


COMMANDS = (simulate, study, tournament)


def _say(asked: Study, runs: Executor | None, as_json: bool, **how: Any) -> Result:
    """Run a study, and print its result."""
    with _failures():
        result = asked.run(runs, **how)
    if as_json:
        answers.told(
            {
                "study": asked.to_dict(),
                "digest": result.digest,
                "is_complete": result.is_complete,
                "failed": [vars(failure) for failure in result.failed],
                "seats": result.by_seat().to_dict("records"),
                "policies": result.by_policy().to_dict("records"),
            }
        )
        return result
    for what, means in (("seat", result.by_seat()), ("policy", result.by_policy())):
        rows = [
            (
                row[what],
                row["games"],
                *(
                    f"{row[n]:.3f} [{row[f'{n}_low']:.3f}, {row[f'{n}_high']:.3f}]"
                    for n in ("return", "score")
                ),
            )
            for row in means.to_dict("records")
        ]
        answers.tabled((what, "games", "return", "score"), rows)
    click.echo(f"digest {result.digest}")
    return result


def _end(played: Result | Standings) -> None:
    """Exit with status 1 if games failed."""
    if not played.is_complete:
        raise SystemExit(1)


@contextmanager
def _failures() -> Iterator[None]:
    """Print warnings about failed games on standard error."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", RuntimeWarning)
        yield
    for warning in caught:
        click.echo(f"Warning: {warning.message}", err=True)


@contextmanager
def executor_of(name: str, workers: int | None, address: str | None) -> Iterator[Executor | None]:
    """Yield the executor with this name."""
    if workers and name not in _WITH_WORKERS:
        known = ", ".join(_WITH_WORKERS)
        raise click.UsageError(f"--workers requires one of --executor {known}")
    if address and name != "dask":
        raise click.UsageError("--address requires --executor dask")
    if address and workers:
        raise click.UsageError("--address has its own workers; leave out --workers")
    if name == "here":
        yield None
    elif name == "threads":
        with ThreadPoolExecutor(workers) as threads:
            yield threads
    elif name == "processes":
        processes = ProcessPoolExecutor(workers, initializer=_begin_worker)
        before = signal.signal(signal.SIGINT, _ending(processes))
        try:
            yield processes
        finally:
            # Without this, Python 3.11 may wait forever for a call canceled before it started.
            processes.shutdown(cancel_futures=True)
            signal.signal(signal.SIGINT, before)
    elif name == "dask":
        import distributed

        dask: Any = distributed
        with (
            dask.Client(address, n_workers=workers)
            if not address
            else dask.Client(address) as client
        ):
            yield client.get_executor()
    elif name == "mpi":
        from mpi4py import MPI, futures

        # A single process that cannot spawn workers would wait for them forever.
        if MPI.COMM_WORLD.Get_size() == 1 and (MPI.COMM_WORLD.Get_attr(MPI.UNIVERSE_SIZE) or 1) < 2:
            reason = (
                "has no workers; to start two: mpiexec -n 3 python -m mpi4py.futures -m chemix …"
            )
            raise answers.Refused(f"executor = mpi: {reason}")
        with futures.MPIPoolExecutor(workers) as mpi:
            yield mpi
    else:
        with RayExecutor() as ray:
            yield ray


def _begin_worker() -> None:
    # Ctrl-C reaches all processes; only the driver handles it, and ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_driver()


def _ending(processes: ProcessPoolExecutor) -> Callable[..., None]:
    """Return a signal handler that kills all processes at once.

    An orderly shutdown takes as long as the running tasks, and a second interrupt meanwhile can
    leave the driver waiting forever. Chunks already written to a file stay intact.
    """
    driver = os.getpid()

    def end(*_: object) -> None:
        # A worker that was just forked inherits this handler.
        if os.getpid() == driver:
            for process in list((processes._processes or {}).values()):
                process.kill()
            os.write(2, b"\nAborted!\n")
        os._exit(1)

    return end
