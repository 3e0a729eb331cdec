# SPDX-License-Identifier: Apache-2.0
"""Bounded file reads and atomic file writes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeGuard

from chemix._errors import InputError, cut, quoted, wrong

# The maximum sizes in bytes of a deck and of a record; the core has the same limits.
MAX_OF_DECK = 2**20
MAX_OF_RECORD = 2**26
# No operating system supports longer paths.
_MAX_OF_PATH = 4096


def path_of(field: str, value: object) -> Path:
    """Convert a value to a path; raise InputError if it cannot be one."""
    try:
        path = os.fspath(value)  # type: ignore[call-overload]
    except TypeError:
        path = None
    if not is_path(path):
        raise wrong(field, quoted(value), "must be the path of a file")
    return Path(path)


def is_path(text: object) -> TypeGuard[str]:
    """Return whether a value is a text that can be a path."""
    if not isinstance(text, str) or not text or "\0" in text or len(text) > _MAX_OF_PATH:
        return False
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def named(path: object) -> Iterator[None]:
    """Make an OSError from the block name this path, truncated as in other messages."""
    try:
        yield
    except OSError as error:
        error.filename = cut(str(path))
        # None would be printed as a second file.
        del error.filename2
        raise


def text_of(file: str | Path, most: int, rule: str = "") -> str:
    """Read a text file; raise InputError, with the rule, if it is too large or not UTF-8."""
    with named(file), open(file, "rb") as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        reason = f"must be at most {most} bytes"
    else:
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            reason = f"is not UTF-8 text: {error}"
    raise InputError(f"{cut(str(file))}: {reason}", str(file), "", reason, rule)


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """Yield a temporary path that replaces the file on success; a failure leaves the file intact.

    Links are followed. A target that is not a regular file, such as a device, is written directly.
    """
    target = path.resolve()
    exists = target.exists()
    plain = not exists or target.is_file()
    part = target.with_name(f".{target.name}.{os.getpid()}") if plain else target
    try:
        if plain:
            part.touch()
        yield part
        if plain:
            if exists:
                shutil.copymode(target, part)
            os.replace(part, target)
    except BaseException as error:
        if plain:
            with suppress(OSError):
                part.unlink()
        if isinstance(error, OSError):
            error.filename = cut(str(path))
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    with written(path) as part:
        part.write_text(text, encoding="utf-8")
