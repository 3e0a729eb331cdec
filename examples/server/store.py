# SPDX-License-Identifier: Apache-2.0
"""Rooms in a SQLite file, so that a killed server resumes where it was.

Every function is one transaction, which is durable when it returns. The file contains the seeds of
unfinished games, and thus all their cards: protect it from readers.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path

import chemix
from messages import Refused
from rooms import Move, Room, Seat, game_of

MAX_ROOMS = 10_000
KEPT_SECONDS = 30 * 24 * 3600
# For rooms whose game has not begun.
KEPT_WAITING_SECONDS = 24 * 3600

log = logging.getLogger("chemix.server")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS room (
  code TEXT PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, key TEXT NOT NULL,
  seed BLOB NOT NULL, salt BLOB NOT NULL, used REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS seat (
  room TEXT NOT NULL REFERENCES room ON DELETE CASCADE, seat INTEGER NOT NULL,
  name TEXT NOT NULL, policy TEXT, token_hash BLOB, contribution BLOB,
  PRIMARY KEY (room, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS step (
  room TEXT NOT NULL REFERENCES room ON DELETE CASCADE, number INTEGER NOT NULL,
  actor INTEGER, action INTEGER NOT NULL,
  PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;
"""


class Store:
    """The database file. SQLite locks it for one server at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # SQLite creates its auxiliary files with the same mode.
        path.touch()
        path.chmod(0o600)
        self._db = sqlite3.connect(path, timeout=2)
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def add(self, room: Room, in_use: Iterable[str]) -> None:
        """Store a new room; delete expired rooms that are not in use.

        If there are too many rooms, delete the oldest one without decisions of a person.

        Raises:
            Refused: there are too many rooms.

        """
        now = time.time()
        used = list(in_use)
        is_unused = f"code NOT IN ({', '.join('?' * len(used))})"
        has_not_begun = "NOT EXISTS (SELECT 1 FROM step WHERE room = code)"
        nobody_decided = (
            "NOT EXISTS (SELECT 1 FROM step JOIN seat ON seat.room = step.room"
            " AND seat.seat = actor WHERE step.room = code AND policy IS NULL)"
        )
        with self._db:
            self._db.execute(
                f"DELETE FROM room WHERE {is_unused}"
                f" AND (used < ? OR used < ? AND {has_not_begun})",
                (*used, now - KEPT_SECONDS, now - KEPT_WAITING_SECONDS),
            )
            (count,) = self._db.execute("SELECT count(*) FROM room").fetchone()
            if count >= MAX_ROOMS:
                count -= self._db.execute(
                    "DELETE FROM room WHERE code = (SELECT code FROM room"
                    f" WHERE {is_unused} AND {nobody_decided} ORDER BY used LIMIT 1)",
                    used,
                ).rowcount
            if count >= MAX_ROOMS:
                raise Refused("busy", "room", count, f"rooms are open; the maximum is {MAX_ROOMS}")
            game = room.game
            options = json.dumps(game.option_values)
            self._db.execute(
                "INSERT INTO room VALUES (?, ?, ?, ?, ?, ?, ?)",
                (room.code, game.name, options, f"{game.key:016x}", room.seed, room.salt, now),
            )
            self._db.executemany(
                "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)",
                [(room.code, number, *_written(seat)) for number, seat in enumerate(room.seats)],
            )

    def keep(self, room: Room, moves: Iterable[Move], seat: int | None = None) -> None:
        """Store moves that are about to be applied, and a changed seat."""
        first = len(room.steps)
        with self._db:
            if seat is not None:
                self._db.execute(
                    "REPLACE INTO seat VALUES (?, ?, ?, ?, ?, ?)",
                    (room.code, seat, *_written(room.seats[seat])),
                )
            self._db.executemany(
                "INSERT INTO step VALUES (?, ?, ?, ?)",
                [(room.code, first + i, *step) for i, (step, _) in enumerate(moves)],
            )
            self._db.execute("UPDATE room SET used = ? WHERE code = ?", (time.time(), room.code))

    def load(self, code: str) -> Room:
        """Load a room and replay its steps.

        Raises:
            Refused: there is no such room, or the rules of its game have changed.

        """
        row = self._db.execute(
            "SELECT game, options, key, seed, salt FROM room WHERE code = ?", (code,)
        ).fetchone()
        if row is None:
            raise Refused("room", "room", code, "does not exist")
        name, options, key, seed, salt = row
        seats = [
            Seat(*fields)
            for fields in self._db.execute(
                "SELECT name, policy, token_hash, contribution FROM seat WHERE room = ?"
                " ORDER BY seat",
                (code,),
            )
        ]
        game: chemix.Game = game_of(name, len(seats), json.loads(options))
        if f"{game.key:016x}" != key:
            raise Refused("room", "room", code, "was started with other rules than this server has")
        room = Room(code, game, seats, seed, salt)
        steps = self._db.execute(
            "SELECT actor, action FROM step WHERE room = ? ORDER BY number", (code,)
        )
        try:
            room.take(room.replayed(steps))
        except (chemix.InputError, chemix.RuleError) as wrong:
            log.error("room %s in %s: %s", code, self.path, wrong)
            raise Refused("room", "room", code, "is damaged in the server's file") from None
        return room


def _written(seat: Seat) -> tuple[str, str | None, bytes | None, bytes | None]:
    return seat.name, seat.policy, seat.token_hash, seat.contribution
