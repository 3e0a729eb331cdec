# SPDX-License-Identifier: Apache-2.0
"""A server for playing chemix over a network, which also serves the web page.

python server.py --page ../../build/web/page --data games.sqlite

README.md describes the protocol. A connection is one player at one table. Rules, views and secrets
are in rooms.py, storage is in store.py, messages are in messages.py; this file has the connections
and the scheduling.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import logging
import mimetypes
import os
import secrets
import signal
import sqlite3
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import chemix
from messages import (
    CODE_LENGTH,
    CODE_LETTERS,
    MAX_BYTES,
    Act,
    Create,
    Join,
    Look,
    Message,
    Ready,
    Refused,
    Return,
    Speak,
    id_of,
    read,
)
from rooms import Move, Room
from store import Store
from websockets.asyncio.server import Server as WebSocketServer
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

MAX_CLIENTS = 500
LATEST_TABLES = 64
# Seconds for which a client is ignored after each message, as a rate limit.
PAUSE = 0.005
# Seconds after which a connection without a seat may be closed.
STANDING_SECONDS = 60
# Seconds to wait for a client to answer when closing, also at shutdown.
CLOSING_SECONDS = 2
# Maximum seconds for sending a file of the page.
PAGE_SECONDS = 60
# WebSocket close codes.
TAKEN_OVER, FULL, STANDING = 4000, 4001, 4002

log = logging.getLogger("chemix.server")


class Table:
    """A room with its connected clients."""

    def __init__(self, server: Server, room: Room) -> None:
        self.server = server
        self.room = room
        self.clients: dict[int, Client] = {}
        self._thinking: asyncio.Task[None] | None = None

    def take(self, moves: Sequence[Move], seat: int | None = None) -> None:
        """Store moves and a changed seat, then apply them, and only then notify clients."""
        try:
            self.server.store.keep(self.room, moves, seat)
        except sqlite3.Error:
            self.break_up()
            raise
        self.room.take(moves)
        self.advance()

    def advance(self) -> None:
        """Notify all clients, and let bots decide."""
        for client in self.clients.values():
            client.news.set()
        is_idle = self._thinking is None or self._thinking.done()
        if is_idle and self.room.asked_bot() is not None:
            self._thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        try:
            while (seat := self.room.asked_bot()) is not None:
                # A bot gets its seat's observation, and a seed unrelated to that of the deal.
                seen = self.room.state.observation(seat)
                policy = chemix.Policy(self.room.seats[seat].policy or "")
                threads = self.server.threads_of(policy)
                thinking = threads.submit(policy.choose, seen, secrets.randbits(64))
                action = await asyncio.wrap_future(thinking)
                # Discard the choice if others have acted meanwhile.
                if self.room.state.observation(seat) == seen:
                    self.take(self.room.decided(seat, action.id))
        except Exception:
            log.exception("room %s: a bot could not decide", self.room.code)
            self.break_up()

    def break_up(self) -> None:
        """Discard the room after an error; returning clients load the stored one."""
        if self._thinking:
            self._thinking.cancel()
        # The room may have been loaded again already.
        if self.server.tables.get(self.room.code) is self:
            del self.server.tables[self.room.code]
        for client in self.clients.values():
            client.leave(1011, "internal server error")
        self.clients.clear()


class Server:
    """All tables with connected clients; the others are in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        # Keeps recent tables loaded: loading is slow, and repeated requests must not block others.
        self._latest: deque[Table] = deque(maxlen=LATEST_TABLES)
        self.client_count = 0
        # Clients without a seat, in order of arrival.
        self.standing: dict[Client, None] = {}
        # Searching bots are slow, so they have threads of their own.
        self._searching = ThreadPoolExecutor(os.cpu_count() or 1)
        self._others = ThreadPoolExecutor(1)

    def threads_of(self, policy: chemix.Policy) -> ThreadPoolExecutor:
        """Return the thread pool for a bot's policy."""
        return self._searching if policy.text.startswith("search") else self._others

    def close(self) -> None:
        """Shut down the thread pools."""
        self._searching.shutdown(cancel_futures=True)
        self._others.shutdown(cancel_futures=True)

    def table(self, code: str) -> Table:
        """Return a table, loading it from the store if needed.

        Raises:
            Refused: there is no such table.

        """
        table = self.tables.get(code)
        if table is None:
            table = self.tables[code] = Table(self, self.store.load(code))
            self._latest.append(table)
        return table

    def open(self, wish: Create) -> Table:
        """Open a new room.

        Raises:
            Refused: the game is invalid, or there are too many rooms.

        """
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        room = Room.create(code, wish)
        self.store.add(room, self.tables)
        table = self.tables[code] = Table(self, room)
        return table

    async def serve(self, socket: ServerConnection) -> None:
        """Serve one client until it disconnects."""
        if self.client_count >= MAX_CLIENTS:
            # When full, close the oldest connection without a seat.
            first = next(iter(self.standing), None)
            if first is None:
                await socket.close(FULL, "the server is full")
                return
            first.leave(STANDING, "replaced by newer connections")
        self.client_count += 1
        client = Client(self, socket)
        self.standing[client] = None
        telling = asyncio.create_task(client.tell_news())
        clock = asyncio.get_running_loop().call_later(STANDING_SECONDS, client.hurry)
        try:
            async for text in socket:
                await socket.send(json.dumps(await client.answered(text)))
                await asyncio.sleep(PAUSE)
        except ConnectionClosed:
            pass
        except sqlite3.Error as error:
            # Nothing was applied that could not be stored; a returning client may retry.
            log.error("%s: %s", self.store.path, error)
            await socket.close(1011, "games cannot be stored now")
        finally:
            telling.cancel()
            clock.cancel()
            client.stand_up()
            self.client_count -= 1


class Client:
    """One connection: its seat, its language, and what was sent to it."""

    def __init__(self, server: Server, socket: ServerConnection) -> None:
        self.server = server
        self.socket = socket
        self.table: Table | None = None
        self.seat = -1
        self.language = "en"
        self.news = asyncio.Event()
        self._lock = asyncio.Lock()
        # The last public data and view number that were sent.
        self._public: dict[str, Any] | None = None
        self._number = 0
        self._has_view = False

    # ---- Sending ----

    async def tell_news(self) -> None:
        """Send updates as they occur; after several at once, only the last view."""
        try:
            while True:
                await self.news.wait()
                self.news.clear()
                await self.tell()
        except ConnectionClosed:
            pass

    async def tell(self) -> None:
        """Send what this client does not have yet."""
        async with self._lock:
            if self.table is None:
                return
            room = self.table.room
            public = room.public(self.table.clients)
            if public != self._public:
                self._public = public
                await self.socket.send(json.dumps({"room": public, "seat": self.seat}))
            number = room.numbers[self.seat]
            if room.has_begun and not (self._has_view and number == self._number):
                message = room.told(self.seat, self.language, self._number)
                self._number, self._has_view = number, True
                await self.socket.send(json.dumps(message))

    # ---- Receiving ----

    async def answered(self, text: str | bytes) -> dict[str, Any]:
        """Execute a message, notify clients, and return the answer."""
        try:
            message = read(text)
            answer: dict[str, Any] = {"id": message.id, "answer": self._do(message)}
        except Refused as refused:
            answer = {"id": id_of(text), "error": refused.error}
        await self.tell()
        return answer

    def _do(self, message: Message) -> object:
        match message:
            case Speak():
                self.language, self._has_view = message.language, False
                return None
            case Look():
                table = self.server.table(message.room)
                return table.room.public(table.clients)
            case Create() | Join() | Return() if self.table:
                raise Refused("seated", "ask", message.ask, "has a seat already")
            case Create():
                return self._sit_down(self.server.open(message), None)
            case Join():
                return self._sit_down(self.server.table(message.room), message.name)
            case Return():
                table = self.server.table(message.room)
                seat = table.room.seat_of(message.token)
                if message.number > table.room.numbers[seat]:
                    raise Refused("stale", "number", message.number, "has not been sent yet")
                self._number = message.number
                self._take_seat(table, seat)
                return {"seat": seat, "commitment": table.room.commitment}
            case Ready():
                self._contribute(self._at(message), bytes.fromhex(message.contribution))
                return None
            case Act():
                return self._act(self._at(message), message)

    def _at(self, message: Message) -> Table:
        if self.table is None:
            raise Refused("seated", "ask", message.ask, "requires a seat")
        return self.table

    def _sit_down(self, table: Table, name: str | None) -> dict[str, object]:
        room = table.room
        seat, token = room.sit_down(name, table.clients)
        table.take([], seat)
        self._take_seat(table, seat)
        return {"room": room.code, "seat": seat, "token": token, "commitment": room.commitment}

    def _take_seat(self, table: Table, seat: int) -> None:
        before = table.clients.get(seat)
        if before:
            before.leave(TAKEN_OVER, "the seat was taken over by another connection")
        self.table, self.seat = table, seat
        self.server.standing.pop(self, None)
        table.clients[seat] = self
        table.advance()

    def _contribute(self, table: Table, contribution: bytes) -> None:
        room = table.room
        room.contribute(self.seat, contribution)
        table.take(room.dealt() if room.is_complete else [], self.seat)

    def _act(self, table: Table, wish: Act) -> int:
        room = table.room
        if not room.has_begun:
            raise Refused("early", "ask", wish.ask, "must wait until all players have joined")
        if wish.number != room.numbers[self.seat]:
            reason = f"is not that of the last view, {room.numbers[self.seat]}"
            raise Refused("stale", "number", wish.number, reason)
        try:
            table.take(room.decided(self.seat, wish.action))
        except chemix.RuleError as wrong:
            names = [seat.name for seat in room.seats]
            words = wrong.words(self.language, players=names)
            raise Refused("rule", "action", wish.action, words, wrong.rule) from None
        except chemix.InputError as wrong:
            raise Refused("input", "action", wish.action, wrong.reason, wrong.rule) from None
        return room.numbers[self.seat]

    # ---- Leaving ----

    def leave(self, code: int, reason: str) -> None:
        """Close the connection without waiting for it."""
        self.table = None
        self.server.standing.pop(self, None)
        closing = asyncio.create_task(self.socket.close(code, reason))
        _closing.add(closing)
        closing.add_done_callback(_closing.discard)

    def hurry(self) -> None:
        """Close the connection if it has no seat."""
        if self.table is None:
            self.leave(STANDING, "no seat was taken")

    def stand_up(self) -> None:
        """Leave the table, if this connection still has the seat."""
        if self.table and self.table.clients.get(self.seat) is self:
            del self.table.clients[self.seat]
            self.table.advance()
        self.table = None
        self.server.standing.pop(self, None)


# Keeps references to running tasks, since the event loop holds only weak ones.
_closing: set[asyncio.Task[None]] = set()


class Page:
    """The files of a folder, read and compressed once; requests cannot reach other files."""

    def __init__(self, folder: Path | None) -> None:
        # By path: the content type, the file, and the compressed file.
        self._files: dict[str, tuple[str, bytes, bytes]] = {}
        for file in sorted(folder.rglob("*")) if folder else []:
            if file.is_file():
                kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                name = "/" + file.relative_to(folder or file).as_posix()
                body = file.read_bytes()
                self._files[name] = (kind, body, gzip.compress(body, mtime=0))

    def answer(self, _: ServerConnection, request: Request) -> Response | None:
        """Answer a request for a file; return None for a WebSocket."""
        if "websocket" in _words(request, "Upgrade"):
            return None
        path = request.path.partition("?")[0]
        found = self._files.get("/index.html" if path == "/" else path)
        status = HTTPStatus.OK if found else HTTPStatus.NOT_FOUND
        nothing = b"There is no such page.\n"
        kind, body, compressed = found or ("text/plain; charset=utf-8", nothing, nothing)
        headers = Headers(
            {
                "Content-Type": kind,
                "Cache-Control": "no-cache",
                "Vary": "Accept-Encoding",
                "X-Content-Type-Options": "nosniff",
                "Connection": "close",
            }
        )
        if "gzip" in _words(request, "Accept-Encoding") and len(compressed) < len(body):
            headers["Content-Encoding"], body = "gzip", compressed
        headers["Content-Length"] = str(len(body))
        return Response(status.value, status.phrase, headers, body)


def _words(request: Request, header: str) -> list[str]:
    """Return the comma-separated words of a header."""
    return [
        word.strip().lower() for line in request.headers.get_all(header) for word in line.split(",")
    ]


async def run(host: str, port: int, data: Path, page: Path | None) -> None:
    """Serve until the process is terminated."""
    store = Store(data)
    server = Server(store)
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    # Messages too long for read() get an error answer; much longer ones end the connection. Pages
    # from any origin may connect: a seat is proved by its token, not by a cookie.
    sockets: WebSocketServer
    async with serve(
        server.serve,
        host,
        port,
        process_request=Page(page).answer,
        max_size=4 * MAX_BYTES,
        max_queue=4,
        open_timeout=PAGE_SECONDS,
        close_timeout=CLOSING_SECONDS,
    ) as sockets:
        bound = next(iter(sockets.sockets)).getsockname()[1]
        print(f"chemix is served at http://{host}:{bound}/", flush=True)
        await stop.wait()
    server.close()
    store.close()


def port_number(text: str) -> int:
    """Parse a port number."""
    if not text.isdecimal() or int(text) > 0xFFFF:
        raise argparse.ArgumentTypeError(f"{text}: must be from 0 to {0xFFFF}")
    return int(text)


def page_folder(text: str) -> Path:
    """Validate the folder of the page."""
    if not (Path(text) / "index.html").is_file():
        raise argparse.ArgumentTypeError(f"{text}: has no index.html; build it with make web-build")
    return Path(text)


def main() -> None:
    """Parse the arguments, and serve."""
    parser = argparse.ArgumentParser(description="Serve chemix games to players over a network.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for all")
    parser.add_argument(
        "--port", type=port_number, default=8000, help="port to listen on; 0 for any free one"
    )
    parser.add_argument(
        "--data", type=Path, default=Path("chemix.sqlite"), help="file of the games"
    )
    parser.add_argument(
        "--page", type=page_folder, help="folder of the page, as built by make web-build"
    )
    given = parser.parse_args()
    try:
        asyncio.run(run(given.host, given.port, given.data, given.page))
    except sqlite3.Error as error:
        why = "another server may be using it, or it is not a file of games"
        raise SystemExit(f"--data {given.data}: {error}; {why}") from None
    except OSError as error:
        named = f"{given.host}:{given.port}" if error.filename is None else f"--data {given.data}"
        raise SystemExit(f"{named}: {error.strerror}; choose another") from None


if __name__ == "__main__":
    main()
