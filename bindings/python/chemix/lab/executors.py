# SPDX-License-Identifier: Apache-2.0
"""An executor for Ray, and an initializer that ends worker processes with their driver."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from multiprocessing import connection, parent_process
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from chemix._errors import cut, quoted, wrong

P = ParamSpec("P")
T = TypeVar("T")


class RayExecutor(Executor):
    """Runs calls as Ray tasks; starts Ray unless it is already running.

    >>> from chemix.executors import RayExecutor
    >>> with RayExecutor(num_cpus=1) as executor:
    ...     future = executor.submit(pow, 2, 10)
    ...     print(future.result())
    1024

    Args:
        **options: passed to ``options`` of the Ray task, such as ``num_cpus``.

    Raises:
        InputError: Ray rejects the options.
        ImportError: Ray is missing.

    """

    def __init__(self, **options: Any) -> None:
        try:
            import ray
        except ImportError as missing:
            message = "RayExecutor needs Ray: pip install ray"
            raise ImportError(message) from missing
        try:
            self._remote: Any = ray.remote(_called).options(**options)
        except ValueError as error:
            raise wrong("options", quoted(options), cut(str(error))) from error
        if not ray.is_initialized():
            ray.init(log_to_driver=False, include_dashboard=False)
        self._ray: Any = ray
        self._references: list[Any] = []
        self._is_over = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a call as a task; canceling the future cancels the task, even while it runs.

        >>> from chemix.executors import RayExecutor
        >>> RayExecutor().submit(pow, 2, 10).result()
        1024

        Raises:
            RuntimeError: the executor was shut down.

        """
        if self._is_over:
            message = "the executor was shut down"
            raise RuntimeError(message)
        reference = self._remote.remote(fn, args, kwargs)
        future: Future[T] = reference.future()
        self._references.append(reference)
        future.add_done_callback(partial(self._done, reference))
        return future

    def _done(self, reference: Any, future: Future[Any]) -> None:
        self._references.remove(reference)
        if future.cancelled():
            self._ray.cancel(reference)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for the tasks, or cancel them with ``cancel_futures``; Ray itself keeps running.

        >>> from chemix.executors import RayExecutor
        >>> executor = RayExecutor()
        >>> executor.shutdown()
        >>> executor.submit(pow, 2, 10)
        Traceback (most recent call last):
            ...
        RuntimeError: the executor was shut down
        """
        self._is_over = True
        references = list(self._references)
        if cancel_futures:
            for reference in references:
                self._ray.cancel(reference)
        if wait and references:
            self._ray.wait(references, num_returns=len(references))


def _called(fn: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    return fn(*args, **kwargs)


def end_with_driver() -> None:
    """Exit this process when its parent process ends.

    Use as ``ProcessPoolExecutor(initializer=end_with_driver)``: otherwise the workers wait for work
    forever after their driver was killed.

    >>> from concurrent.futures import ProcessPoolExecutor
    >>> from chemix.executors import end_with_driver
    >>> with ProcessPoolExecutor(1, initializer=end_with_driver) as executor:
    ...     print(executor.submit(pow, 2, 10).result())
    1024
    """
    driver = parent_process()
    if driver is None:
        return

    def watch() -> None:
        connection.wait([driver.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


# Pickles name the public module.
for _public in (RayExecutor, end_with_driver):
    _public.__module__ = "chemix.executors"
