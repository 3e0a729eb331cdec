# SPDX-License-Identifier: Apache-2.0
"""Ends the chunks of a study early, also in other processes."""

from __future__ import annotations

import os
import tempfile
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from numbers import Real
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from chemix._errors import Stopped, quoted, wrong

if TYPE_CHECKING:
    from chemix import protocol

# In seconds, between two looks whether to end.
INTERVAL = 0.02


class Ending:
    """Ends all chunks of a run: by :meth:`set`, by ``stop``, or when the time budget is used up.

    Chunks in other processes see a file, which :meth:`set` creates. On other machines they do not,
    and finish.

    Raises:
        InputError: ``stop`` has no ``is_set``, or the time budget is not a number of seconds.

    """

    def __init__(self, stop: protocol.Stop | None = None, time_budget: float | None = None) -> None:
        if stop is not None and not hasattr(stop, "is_set"):
            raise wrong("stop", quoted(stop), "must have is_set(), as a threading.Event has")
        if time_budget is not None and not (isinstance(time_budget, Real) and time_budget >= 0):
            reason = "must be a number of seconds, 0 or more"
            raise wrong("time_budget", quoted(time_budget), reason)
        self._file = os.path.join(tempfile.gettempdir(), f"chemix-{uuid4().hex}.stop")
        self._stop = stop
        # More than a century is no limit.
        self._end = None if time_budget is None else time.monotonic() + min(time_budget, 4e9)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the file alone."""
        return _ending_of, (self._file,)

    @property
    def is_limited(self) -> bool:
        """Whether :meth:`is_due` may become true."""
        return self._stop is not None or self._end is not None

    def set(self) -> None:
        """End all chunks."""
        # Removed once no chunk refers to this object any more.
        weakref.finalize(self, _remove, self._file)
        with suppress(OSError), open(self._file, "wb"):
            pass

    def is_due(self) -> bool:
        """Return whether the caller asked for the end, or the time is up."""
        if self._stop is not None and self._stop.is_set():
            return True
        return self._end is not None and time.monotonic() >= self._end

    def is_set(self) -> bool:
        """Return whether to end."""
        return self.is_due() or os.path.exists(self._file)


def _ending_of(file: str) -> Ending:
    ending = Ending()
    ending._file = file
    return ending


def _remove(file: str) -> None:
    with suppress(OSError):
        os.remove(file)


_CURRENT: ContextVar[Ending | None] = ContextVar("current ending", default=None)


def current() -> Ending | None:
    """Return what ends the chunk that this thread plays."""
    return _CURRENT.get()


@contextmanager
def playing(ending: Ending) -> Iterator[None]:
    """Make ``ending`` the current one.

    Raises:
        Stopped: it is set already.

    """
    if ending.is_set():
        raise Stopped
    token = _CURRENT.set(ending)
    try:
        yield
    finally:
        _CURRENT.reset(token)


class Check:
    """Raises Stopped once the current ending is set, looking from time to time."""

    def __init__(self) -> None:
        self._ending = current()
        self._next = time.monotonic() + INTERVAL

    def __call__(self) -> None:
        """Call this often."""
        if self._ending is None or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + INTERVAL
        if self._ending.is_set():
            raise Stopped
