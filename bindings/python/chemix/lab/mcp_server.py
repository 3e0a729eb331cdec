# SPDX-License-Identifier: Apache-2.0
"""The server of the Model Context Protocol: games for programs with a language model.

A client receives only what its seat may know: all answers are made from a :class:`chemix.Client`.
The seat is chosen when a game starts and stays the same until the next game, which has other cards.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Lock
from typing import Any, Literal

import chemix
from chemix._errors import wrong
from chemix._rule_pages import summary
from chemix.lab.drawing import Drawing

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import BaseModel, Field
except ImportError as missing:
    message = 'chemix.mcp needs mcp 2 or later: pip install "chemix-engine[mcp]"'
    raise ImportError(message) from missing

INSTRUCTIONS = """\
Play card games about chemistry. Call list_games and describe_game to choose a game, and start_game
to sit down at a table; the computer plays the other seats. Then call legal_actions and act until
"over" is true. Each answer says what you see and what has happened since your last call. If an
action is refused, the answer names the rule; call rule to read it. Seats count from 0, players
from 1."""

_MAX_SEED = 2**64


class GameName(BaseModel):
    """A game that can be started."""

    name: str
    title: str
    min_players: int
    max_players: int


class GameOption(BaseModel):
    """An option of a game; numbers have a range, and other options a list of choices."""

    name: str
    meaning: str
    default: bool | int | float | str
    least: int | float | None
    most: int | float | None
    choices: list[bool | str]


class GameDescription(GameName):
    """How a game is played, and what can be chosen when it starts."""

    summary: list[str]
    options: list[GameOption]
    decks: list[str]
    policies: list[str]


class RuleText(BaseModel):
    """A rule of a game."""

    rule: str
    text: str


class LegalAction(BaseModel):
    """An action that the rules allow now."""

    id: int
    action: str = Field(description="The text of the action, which act accepts like the id.")
    words: str


class Refusal(BaseModel):
    """Why an action is refused; nothing has changed."""

    rule: str = Field(description="The ID of the rule, for the tool rule.")
    reason: str = Field(description="The reason by the rule, and the actions allowed instead.")


class View(BaseModel):
    """The view of a seat."""

    seat: int
    table: str = Field(description="All that the seat sees: hands, piles, and values.")
    events: list[str] = Field(description="The events that the seat saw since its last answer.")
    prompt: str = Field(
        description="The decision to make now, who acts instead, or how the game ended."
    )
    may_act: bool
    over: bool
    scores: list[int | None] = Field(description="By seat; null if it depends on hidden cards.")
    returns: list[float] | None = Field(description="By seat, more is better; null before the end.")


class Outcome(View):
    """The view of a seat after its action, or why the action was refused."""

    refusal: Refusal | None


class _Table:
    """A game in progress: the session, which has all secrets, and a client for each own seat."""

    def __init__(self, session: chemix.Session, seats: set[int], language: str) -> None:
        self._session = session
        self._language = language
        self._drawing = Drawing(session.game, language)
        self._clients = {seat: chemix.Client(session.observation(seat)) for seat in sorted(seats)}
        self._told = dict.fromkeys(seats, 0)
        self._advance()

    def _advance(self) -> None:
        self._session.advance()
        for seat, client in self._clients.items():
            for seen in range(client.seen_count, self._session.seen_count(seat)):
                client.receive(self._session.message(seat, seen))

    def seat(self, asked: int | None) -> int:
        """Return the seat that a call is about: the only one, or the next to act."""
        if asked is None:
            own = [seat for seat, client in self._clients.items() if _may_act(client)]
            return own[0] if own else min(self._clients)
        if asked not in self._clients:
            own = sorted(self._clients)
            raise ToolError(f"seat {asked} is not yours in this game; yours: {own}")
        return asked

    def view(self, seat: int) -> dict[str, Any]:
        """Return the fields of a View, and note that the seat knows its events."""
        client = self._clients[seat]
        seen = client.observation
        events = [
            words
            for step in range(self._told[seat], client.seen_count)
            for event in client.events(step)
            if (words := event.words(self._language))
        ]
        self._told[seat] = client.seen_count
        return {
            "seat": seat,
            "table": self._drawing.text(seen),
            "events": events,
            "prompt": seen.prompt(self._language),
            "may_act": _may_act(client),
            "over": seen.is_terminal,
            "scores": seen.scores(),
            "returns": seen.returns() if seen.is_terminal else None,
        }

    def legal_actions(self, seat: int) -> list[LegalAction]:
        return [
            LegalAction(id=action.id, action=str(action), words=action.words(self._language))
            for action in self._clients[seat].observation.legal_actions()
        ]

    def act(self, seat: int, action: int | str) -> Refusal | None:
        # Some models pass every number as text.
        meant = int(action) if isinstance(action, str) and action.isdecimal() else action
        try:
            self._session.act(seat, meant)
        except chemix.RuleError as refused:
            return Refusal(rule=refused.rule, reason=refused.words(self._language))
        self._advance()
        return None


def _may_act(client: chemix.Client) -> bool:
    return bool(client.observation.legal_action_ids())


def server(language: str = "en", seed: int | None = None) -> MCPServer:
    """Make a server for one client; several would share a table, and see each other's cards.

    The tools are ``list_games``, ``describe_game``, ``start_game``, ``observe``, ``legal_actions``,
    ``act`` and ``rule``. Texts are in the language. With a seed, the n-th game that the client
    starts is dealt by ``seed + n``, from n = 0; without one, the cards are random.

    >>> import chemix.mcp
    >>> chemix.mcp.server(language="de").name
    'chemix'

    Raises:
        InputError: the language is unknown, or the seed is not from 0 to 2**64 - 1.

    """
    chemix.words(chemix.games()[0], language)
    if seed is not None and not 0 <= seed < _MAX_SEED:
        raise wrong("seed", seed, "must be from 0 to 2**64 - 1")
    made: MCPServer = MCPServer(
        "chemix", instructions=INSTRUCTIONS, version=chemix.__version__, log_level="WARNING"
    )
    tables: list[_Table] = []
    numbers = count()
    # Tools run on threads, and a model may call several at once.
    lock = Lock()

    @contextmanager
    def table() -> Iterator[_Table]:
        with lock, _told():
            if not tables:
                raise ToolError("no game has been started: call start_game")
            yield tables[0]

    @made.tool()
    def list_games() -> list[GameName]:
        """List all games with their numbers of players."""
        return [GameName(**_name(game, language)) for game in chemix.games()]

    @made.tool()
    def describe_game(game: str) -> GameDescription:
        """Say how a game is played in short, and list its options, decks and policies."""
        with _told():
            words = chemix.words(game, language)["options"]
            return GameDescription(
                **_name(game, language),
                summary=summary(game, language),
                options=[
                    GameOption(**{**option, "meaning": words[option["name"]]["meaning"]})
                    for option in chemix.describe(game)["options"]
                ],
                decks=chemix.decks(),
                policies=[policy["name"] for policy in chemix.policies()],
            )

    @made.tool()
    def start_game(
        game: str,
        players: int | None = None,
        seat: int | Literal["all"] = 0,
        policy: str = "heuristic",
        deck: str | None = None,
        options: dict[str, bool | int | float | str] | None = None,
    ) -> View:
        """Start a game and sit down at a seat, which stays the same until the next game.

        players: by default the fewest. seat: from 0, or "all" to play every seat alone, without
        opponents. policy: plays the other seats, as in describe_game. A game that is in progress is
        left; the new one has other cards.
        """
        with lock, _told():
            if deck is not None and deck not in chemix.decks():
                raise ToolError(f"deck {deck!r}: must be one of {', '.join(chemix.decks())}")
            fewest: int = chemix.describe(game)["min_players"]
            loaded = chemix.load(
                game, players=fewest if players is None else players, deck=deck, **(options or {})
            )
            if seat != "all" and not 0 <= seat < loaded.players:
                raise ToolError(f"seat {seat}: must be from 0 to {loaded.players - 1}, or all")
            own = set(range(loaded.players)) if seat == "all" else {seat}
            nth = next(numbers)
            dealt = secrets.randbits(64) if seed is None else (seed + nth) % _MAX_SEED
            session = chemix.Session(loaded, seed=dealt)
            for other in set(range(loaded.players)) - own:
                session.set_policy(other, policy)
            new = _Table(session, own, language)
            tables[:] = [new]
            return View(**new.view(new.seat(None)))

    @made.tool()
    def observe(seat: int | None = None) -> View:
        """Say what your seat sees. If you play all seats, seat is by default one that may act."""
        with table() as current:
            return View(**current.view(current.seat(seat)))

    @made.tool()
    def legal_actions(seat: int | None = None) -> list[LegalAction]:
        """List what your seat may do now, in words; empty while others act and after the end."""
        with table() as current:
            return current.legal_actions(current.seat(seat))

    @made.tool()
    def act(action: int | str, seat: int | None = None) -> Outcome:
        """Take an action, by its id or its text such as "lay H2O", then let the others play."""
        with table() as current:
            own = current.seat(seat)
            refusal = current.act(own, action)
            return Outcome(**current.view(own), refusal=refusal)

    @made.tool()
    def rule(name: str) -> list[RuleText]:
        """Read a rule by its ID such as "CU-11", or all rules of a game by their prefix."""
        with _told():
            return [
                RuleText(rule=one["rule"], text=one["text"])
                for one in chemix.rules(name, language=language)
            ]

    return made


def _name(game: str, language: str) -> dict[str, Any]:
    about = chemix.describe(game)
    return {
        "name": game,
        "title": chemix.words(game, language)["title"],
        "min_players": about["min_players"],
        "max_players": about["max_players"],
    }


@contextmanager
def _told() -> Iterator[None]:
    """Report invalid input to the client; other errors are bugs, whose text it does not receive."""
    try:
        yield
    except chemix.InputError as error:
        raise ToolError(str(error)) from None
