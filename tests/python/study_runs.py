# SPDX-License-Identifier: Apache-2.0
"""A study on any executor: a program that prints its digest, and policies for it.

    python study_runs.py EXECUTOR CHUNK [FILE [CHUNKS]]

With a file it resumes; with a number of chunks it kills itself when so many were begun. Of MPI:

    mpiexec -n 3 python -m mpi4py.futures study_runs.py mpi 7
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any

import chemix
import chemix.lab.tasks
import numpy as np
from chemix.executors import RayExecutor, end_with_driver
from chemix.study import Study

GAMES = int(os.environ.get("STUDY_GAMES", "60"))


def first_action(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
    """Take what is listed first."""
    return seen.legal_actions()[0]


def any_action(seen: chemix.Observation, random: np.random.Generator) -> int:
    """Take anything, as its id."""
    return seen.legal_actions()[random.integers(len(seen.legal_actions()))].id


def study(seats: str = "rotated", games: int = GAMES, seed: int = 7) -> Study:
    """A study of a native policy and two in Python."""
    game = chemix.load("chemuno", players=3)
    return Study(game, [first_action, "random", any_action], games, seed, seats)


class Killed(Executor):
    """Runs calls one after another, and kills the process instead of a later one."""

    def __init__(self, calls: int) -> None:
        self.calls = calls

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not self.calls:
            os.kill(os.getpid(), signal.SIGKILL)
        self.calls -= 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def executor(name: str, stack: ExitStack) -> AbstractContextManager[Executor | None]:
    """Make an executor by name."""
    if name == "dask":
        import distributed

        cluster: Any = distributed
        client = cluster.Client(n_workers=2, threads_per_worker=1, dashboard_address=None)
        made: Executor = stack.enter_context(client).get_executor()
        return made
    if name == "mpi":
        from mpi4py import futures

        pool: Executor = futures.MPIPoolExecutor()
        return pool
    if name == "ray":
        import ray

        # The default store maps a third of the memory, more than a limit on address space allows.
        ray.init(object_store_memory=100 * 2**20, log_to_driver=False, include_dashboard=False)
        return RayExecutor()
    if name == "threads":
        return ThreadPoolExecutor(2)
    if name.startswith("processes"):
        return ProcessPoolExecutor(int(name.removeprefix("processes")), initializer=end_with_driver)
    return nullcontext()


def main() -> None:
    """Run the study."""
    name, chunk, *rest = sys.argv[1:]
    file = rest[0] if rest else None
    with ExitStack() as stack:
        runs = stack.enter_context(executor(name, stack))
        if rest[1:]:
            chemix.lab.tasks._IN_FLIGHT = 1  # so that chunks before are kept
            runs = Killed(int(rest[1]))
        print(study().run(runs, chunk=int(chunk), resume=file).digest)


if __name__ == "__main__":
    main()
