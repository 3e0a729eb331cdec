# SPDX-License-Identifier: Apache-2.0
"""Files of studies: finished chunks to resume from, and folders of trajectories."""

from __future__ import annotations

import base64
import io
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from chemix._errors import cut, encodable, wrong
from chemix._files import named, path_of, write_text

if TYPE_CHECKING:
    from os import PathLike

Rows: TypeAlias = npt.NDArray[np.void]

FORMATS = ("npz", "parquet")

# The format of files. In version 1 the checksum covered only the rows; in version 2 the built-in
# policies drew their random numbers differently, and in version 3 Python games did.
_FORMAT = "chemix study 4"
_OLD_FORMATS = ("chemix study 1", "chemix study 2", "chemix study 3")
# The format of folders of trajectories: in "chemix study 3" they had neither steps nor labels.
_TRAJECTORIES = "chemix trajectories 1"
_METADATA = "chemix"
# Maximum length in bytes of the header line that identifies the study of a file.
_MAX_OF_HEADER = 2**20

# File locks belong to a process, which loses them when it closes any handle of the file. These are
# the files that runs of this process write to.
_OPEN: set[Path] = set()
_OPENING = Lock()
_BUSY = "is in use by another run: wait for it to finish"


class ChunkFile:
    """A file of finished chunks: a header line that identifies the study, then a line per chunk.

    Each chunk line is written in one piece and holds its own checksum. The file is truncated at the
    first incomplete or modified line; the games from there on are played again.
    """

    def __init__(
        self, path: Path, about: Mapping[str, object], row: np.dtype[np.void], games: int
    ) -> None:
        self._row, self._games = row, games
        self.chunks: list[tuple[int, Rows]] = []
        with named(path):
            is_there = path.exists()
        if is_there and not path.is_file():
            raise wrong("resume", path, "must be a file or not exist yet")
        header = {"format": _FORMAT, **about}
        self._place = path.resolve()
        with _OPENING:
            if self._place in _OPEN:
                raise wrong("resume", path, _BUSY)
            with named(path):
                self._file = path.open("a+b")
            _OPEN.add(self._place)
        try:
            self._lock(path)
            self._begin(json.dumps(header).encode() + b"\n")
            self._read_all(path, header)
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> ChunkFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        with _OPENING:
            self._file.close()
            _OPEN.discard(self._place)

    def append(self, first: int, rows: Rows) -> None:
        """Append a chunk to the file."""
        chunk = {
            "first": first,
            "games": len(rows),
            "rows": base64.b64encode(rows.tobytes()).decode(),
        }
        line = json.dumps({"crc32": _sum_of(chunk), **chunk})
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def _begin(self, header: bytes) -> None:
        """Write the header if the file is new or its header is incomplete."""
        self._file.seek(0)
        found = self._file.read(len(header))
        if found != header and header.startswith(found):
            self._file.truncate(0)
            self._file.write(header)
            self._file.flush()

    def _lock(self, path: Path) -> None:
        """Raise InputError if another process holds the file, on systems that have `fcntl`."""
        try:
            import fcntl
        except ImportError:
            return
        # Child processes do not inherit such a lock, so it ends with this process.
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise wrong("resume", path, _BUSY) from None

    def _read_all(self, path: Path, header: dict[str, Any]) -> None:
        """Read the valid chunks, and truncate the file after them."""
        self._file.seek(0)
        _expect_same("resume", path, header, _plain(self._file.readline(_MAX_OF_HEADER)))
        good = self._file.tell()
        for line in self._file:
            chunk = self._read(line)
            if chunk is None:
                break
            self.chunks.append(chunk)
            good += len(line)
        self._file.truncate(good)
        self._file.seek(good)

    def _read(self, line: bytes) -> tuple[int, Rows] | None:
        """Parse the line of a chunk; return None if it is incomplete or was modified."""
        try:
            chunk = dict(json.loads(line))
            is_whole = line.endswith(b"\n") and chunk.pop("crc32") == _sum_of(chunk)
            rows = np.frombuffer(base64.b64decode(chunk["rows"], validate=True), self._row)
            first, games = int(chunk["first"]), int(chunk["games"])
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        fits = len(rows) == games and 0 <= first <= self._games - games
        return (first, rows) if is_whole and fits else None


# ---- Trajectories ----


def begin_folder(folder: str | PathLike[str], about: Mapping[str, object], format: str) -> None:
    """Create a folder of trajectories; raise InputError if it belongs to another study.

    Other programs read a folder of Parquet only if it contains nothing else, so each Parquet file
    contains the description of the study; beside npz files it is ``study.json``.
    """
    into = path_of("folder", folder)
    with named(into):
        into.mkdir(parents=True, exist_ok=True)
    header = {"format": _TRAJECTORIES, **about}
    said = into / "study.json"
    if format == "parquet":
        if said.exists():
            raise wrong("folder", folder, "contains npz files: choose another folder")
        for file in sorted(into.glob("*.parquet"))[:1]:
            _, parquet = parquet_modules()
            with named(file):
                found = (parquet.read_schema(file).metadata or {}).get(_METADATA.encode(), b"")
            _expect_same("folder", folder, header, _plain(found))
        return
    if any(into.glob("*.parquet")):
        raise wrong("folder", folder, "contains Parquet files: choose another folder")
    if said.exists():
        _expect_same("folder", folder, header, _plain(said.read_bytes()))
    write_text(said, json.dumps(header))


def encoded(
    decisions: Mapping[str, npt.NDArray[Any]], format: str, about: Mapping[str, object]
) -> bytes:
    """Return the contents of a file of trajectories."""
    file = io.BytesIO()
    if format == "npz":
        np.savez_compressed(file, allow_pickle=False, **decisions)
    else:
        pa, parquet = parquet_modules()
        columns = {
            name: pa.array(values)
            if values.ndim == 1
            else pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), values.shape[1])
            for name, values in decisions.items()
        }
        header = json.dumps({"format": _TRAJECTORIES, **about})
        parquet.write_table(pa.table(columns, metadata={_METADATA: header}), file)
    return file.getvalue()


def parquet_modules() -> tuple[Any, Any]:
    """Import PyArrow; raise ImportError that says how to install it."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as missing:
        raise ImportError('Parquet needs pyarrow: pip install "chemix-engine[study]"') from missing
    return pyarrow, parquet


# ---- Parts of both ----


def _sum_of(chunk: dict[str, Any]) -> int:
    """Return the checksum of a chunk line's contents."""
    return zlib.crc32(json.dumps(chunk).encode())


def _plain(line: bytes) -> dict[str, Any]:
    """Parse a header line; return an empty dict if it is not one."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _expect_same(
    field: str, path: object, asked: Mapping[str, object], found: Mapping[str, object]
) -> None:
    """Raise InputError that names the difference if a file belongs to another study."""
    asked = json.loads(json.dumps(asked))  # normalized, since `found` was read from JSON
    kind = found.get("format")
    if kind != asked["format"]:
        if kind in _OLD_FORMATS:
            raise wrong(field, path, f"is a {kind}, an older format: choose a new one")
        raise wrong(field, path, f"is not a {asked['format']}")
    for name, value in asked.items():
        if found.get(name) != value:
            other, own = (cut(encodable(str(one)), 60) for one in (found.get(name), value))
            reason = f"belongs to another study: {name} = {other}, not {own}"
            raise wrong(field, path, reason)
