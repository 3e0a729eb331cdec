# SPDX-License-Identifier: Apache-2.0
"""Runs chunks of games on an executor, with retries and a progress bar."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import nullcontext
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from chemix._errors import Stopped, expect, wrong
from chemix.lab.stopping import INTERVAL, Ending, playing

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
    ending: Ending | None = None,
) -> Iterator[tuple[Chunk, T | Exception]]:
    """Yield each chunk with the result or last exception of its task, in order of completion.

    If ``ending`` is due, or the caller is interrupted, running tasks end early, and their chunks
    are left out.
    """
    ending = ending or Ending()
    most = 1 if executor is None else _IN_FLIGHT
    submit = _here if executor is None else executor.submit
    todo = deque((chunk, 1) for chunk in chunks)
    running: dict[Future[T], tuple[Chunk, int]] = {}
    done: SimpleQueue[Future[T]] = SimpleQueue()
    is_over = False
    try:
        while todo or running:
            if not is_over and ending.is_due():
                is_over = True
                todo.clear()
                _end(ending, running)
            while todo and len(running) < most:
                chunk, tries = todo.popleft()
                try:
                    future = submit(_played, ending, task, study, *chunk, *arguments)
                except BrokenExecutor as error:
                    future = Future()
                    future.set_exception(error)
                running[future] = chunk, tries
                future.add_done_callback(done.put)
            try:
                future = done.get(timeout=INTERVAL if ending.is_limited else None)
            except Empty:
                continue
            chunk, tries = running.pop(future)
            try:
                outcome: T | Exception = future.result()
            except Exception as error:
                if isinstance(error, Stopped | CancelledError) and ending.is_set():
                    continue
                if tries < _TRIES:
                    todo.appendleft((chunk, tries + 1))
                    continue
                outcome = error
            yield chunk, outcome
    finally:
        if running:
            _end(ending, running)


def _end(ending: Ending, running: Iterable[Future[Any]]) -> None:
    """End running tasks, and cancel those that have not begun."""
    for future in running:
        future.cancel()
    ending.set()


def _played(ending: Ending, task: Callable[..., T], /, *arguments: Any) -> T:
    with playing(ending):
        return task(*arguments)


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
            raise ImportError('progress needs tqdm: pip install "chemix-engine[study]"') from None
        return nullcontext(_NoBar())
    disable = None if progress is None else not progress
    return tqdm(total=games, initial=played, unit="game", delay=1, disable=disable)


class _NoBar:
    def update(self, _: int) -> None:
        """Show nothing."""
