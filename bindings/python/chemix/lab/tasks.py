# SPDX-License-Identifier: Apache-2.0
"""Runs chunks of games on an executor, with retries and a progress bar."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from chemix._errors import expect, wrong

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

# Maximum number of submitted chunks: enough to keep an executor busy, and few enough that a study
# of any length needs little memory.
_IN_FLIGHT = 1024
_TRIES = 2

Chunk: TypeAlias = tuple[int, int]  # first game, number of games
T = TypeVar("T")


def expect_executor(executor: object) -> None:
    """Raise InputError unless the value is None or has `submit`."""
    runs = isinstance(executor, Executor | None) or hasattr(executor, "submit")
    if isinstance(executor, type) or not runs:
        reason = "must be an executor as in concurrent.futures, or None"
        raise wrong("executor", executor, reason)


def outcomes(
    task: Callable[..., T],
    study: object,
    chunks: list[Chunk],
    executor: Executor | None,
    *arguments: Any,
) -> Iterator[tuple[Chunk, T | Exception]]:
    """Yield each chunk with the result or last exception of its task, in order of completion."""
    most = 1 if executor is None else _IN_FLIGHT
    submit = _here if executor is None else executor.submit
    todo = deque((chunk, 1) for chunk in chunks)
    running: dict[Future[T], tuple[Chunk, int]] = {}
    done: SimpleQueue[Future[T]] = SimpleQueue()
    try:
        while todo or running:
            while todo and len(running) < most:
                chunk, tries = todo.popleft()
                try:
                    future = submit(task, study, *chunk, *arguments)
                except BrokenExecutor as error:
                    future = Future()
                    future.set_exception(error)
                running[future] = chunk, tries
                future.add_done_callback(done.put)
            future = done.get()
            chunk, tries = running.pop(future)
            try:
                outcome: T | Exception = future.result()
            except Exception as error:
                if tries < _TRIES:
                    todo.appendleft((chunk, tries + 1))
                    continue
                outcome = error
            yield chunk, outcome
    finally:
        for future in running:
            future.cancel()


def _here(task: Callable[..., T], /, *arguments: Any) -> Future[T]:
    """Run a task in this thread."""
    future: Future[T] = Future()
    try:
        future.set_result(task(*arguments))
    except Exception as error:
        future.set_exception(error)
    return future


def chunks_of(first: int, games: int, size: int) -> list[Chunk]:
    """Split games into chunks."""
    end = first + games
    return [(at, min(size, end - at)) for at in range(first, end, size)]


def progress_bar(games: int, played: int, progress: bool | None) -> AbstractContextManager[Any]:
    """Return a progress bar that appears after a second."""
    expect("progress", progress, (True, False, None))
    try:
        from tqdm import tqdm
    except ImportError:
        if progress:
            raise ImportError("progress needs tqdm: pip install chemix[study]") from None
        return nullcontext(_NoBar())
    disable = None if progress is None else not progress
    return tqdm(total=games, initial=played, unit="game", delay=1, disable=disable)


class _NoBar:
    def update(self, _: int) -> None:
        """Show nothing."""
