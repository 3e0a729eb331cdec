# SPDX-License-Identifier: Apache-2.0
"""Files: read within bounds, and written as a whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeGuard

from chemix._errors import InputError, cut, quoted, wrong

# As many bytes as the library reads of a deck and of a record.
MOST_OF_DECK = 2**20
MOST_OF_RECORD = 2**26
# No system knows longer paths.
_MOST_OF_PATH = 4096


def path_of(field: str, value: object) -> Path:
    """Make a path; raise InputError for what names no file."""
    try:
        path = os.fspath(value)  # type: ignore[call-overload]
    except TypeError:
        path = None
    if not is_path(path):
        raise wrong(field, quoted(value), "must be the path of a file")
    return Path(path)


def is_path(text: object) -> TypeGuard[str]:
    """Tell whether a text may be the path of a file."""
    if not isinstance(text, str) or not text or "\0" in text or len(text) > _MOST_OF_PATH:
        return False
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def named(path: object) -> Iterator[None]:
    """Let errors of the system name this path, cut as messages cut values."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = cut(str(path)), None
        raise


def text_of(file: str | Path, most: int, rule: str = "") -> str:
    """Read a text file; raise InputError, by the rule, for more bytes and for what is no text."""
    with named(file), open(file, "rb") as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        reason = f"must be at most {most} bytes"
    else:
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            reason = f"is no text in UTF-8: {error}"
    raise InputError(f"{cut(str(file))}: {reason}", str(file), "", reason, rule)


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """Give the place to write to: what fails leaves the file as it was.

    Links are followed; what is no plain file, such as a device, is written to as it is.
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
    """Write a file of text, as a whole or not at all."""
    with written(path) as part:
        part.write_text(text, encoding="utf-8")
