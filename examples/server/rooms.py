# SPDX-License-Identifier: Apache-2.0
"""A room: a game, its seats and its history. Nothing here waits, sends or stores.

Only a room has the state. Everything that a client receives is made by `told` from the observation
of its seat.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import hmac
import json
import secrets
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import chemix
from messages import Create, Refused

# Maximum number of past events for a returning client; the board does not need them.
MAX_NEWS = 200

# The actor, None for chance, and the id of the action.
Step = tuple[int | None, int]
# A step and the resulting state.
Move = tuple[Step, chemix.State]


@dataclass
class Seat:
    """A seat of a person or of a bot with its policy. Only a hash of a person's token is kept."""

    name: str
    policy: str | None = None
    token_hash: bytes | None = None
    contribution: bytes | None = None


def _distinct(name: str, others: Sequence[str]) -> str:
    """Return a unique name, since texts identify players by name."""
    distinct, number = name, 1
    while distinct in others:
        number += 1
        distinct = f"{name[:22]} {number}"
    return distinct


def game_of(name: str, players: int, options: dict[str, Any]) -> chemix.Game:
    """Load the game that a client requests.

    Raises:
        Refused: the game, the number of players or an option is invalid.

    """
    try:
        known = {option["name"] for option in chemix.describe(name)["options"]}
        # Validate names first: `load` has further keyword arguments, such as `deck`, a file name.
        for option in options:
            if option not in known:
                raise Refused("input", "options", option, "is not an option of this game")
        return chemix.load(name, players=players, **options)
    except chemix.InputError as wrong:
        raise Refused("input", wrong.field, wrong.value, wrong.reason, wrong.rule) from None


class Room:
    """One game from the commitment to the end."""

    def __init__(
        self, code: str, game: chemix.Game, seats: list[Seat], seed: bytes, salt: bytes
    ) -> None:
        self.code = code
        self.game = game
        self.seats = seats
        self.seed = seed
        self.salt = salt
        self.commitment = chemix.commit(game, seed, salt)
        self.steps: list[Step] = []
        # Secret, as are seed and salt.
        self.state = game.initial_state()
        # By seat, the number of steps that this seat has noticed, which numbers its views. A count
        # of all steps would reveal who has decided in a sealed decision.
        self.numbers = [0] * len(seats)
        # By seat, the latest events as this seat saw them, each with the number of its view.
        self.events: list[deque[tuple[int, chemix.Event]]] = [deque(maxlen=MAX_NEWS) for _ in seats]
        # By seat, a message for `chemix_client_receive` for each step that this seat has noticed.
        self.messages: list[list[str]] = [[] for _ in seats]

    @classmethod
    def create(cls, code: str, wish: Create) -> Room:
        """Create a room with its secrets.

        Raises:
            Refused: the game is invalid, or there is no seat for a person.

        """
        game = game_of(wish.game, len(wish.seats), wish.options)
        if all(seat.policy for seat in wish.seats):
            raise Refused("input", "seats", "bots", "at least one must be a person")
        seats: list[Seat] = []
        for seat in wish.seats:
            name = _distinct(seat.name, [other.name for other in seats])
            seats.append(Seat(name, seat.policy))
        return cls(code, game, seats, secrets.token_bytes(32), secrets.token_bytes(32))

    # ---- Before the game ----

    @property
    def has_begun(self) -> bool:
        """Whether cards were dealt."""
        return len(self.steps) > 0

    def free_seats(self, here: Iterable[int]) -> list[int]:
        """Return the free seats, given that the seats `here` are connected.

        A person who has not contributed to the seed may never have received the token. When such a
        person is gone, the seat is free again, but offered last.
        """
        present = set(here)
        free = [
            number
            for number, seat in enumerate(self.seats)
            if not seat.policy and seat.contribution is None and number not in present
        ]
        return sorted(free, key=lambda number: self.seats[number].token_hash is not None)

    def sit_down(self, name: str | None, here: Iterable[int]) -> tuple[int, str]:
        """Assign the first free seat, and return it with the token that proves its ownership.

        Raises:
            Refused: no seat is free.

        """
        free = self.free_seats(here)
        if not free:
            raise Refused("full", "room", self.code, "has no free seat")
        token = secrets.token_urlsafe(32)
        seat = self.seats[free[0]]
        seat.token_hash = hashlib.sha256(token.encode()).digest()
        seat.name = _distinct(
            name or seat.name, [one.name for one in self.seats if one is not seat]
        )
        return free[0], token

    def seat_of(self, token: str) -> int:
        """Return the seat of a token.

        Raises:
            Refused: the token is unknown. The error omits it, since it may be valid elsewhere.

        """
        given = hashlib.sha256(token.encode()).digest()
        for number, seat in enumerate(self.seats):
            if seat.token_hash and hmac.compare_digest(seat.token_hash, given):
                return number
        raise Refused("token", "token", "", "belongs to no seat in this room")

    def contribute(self, seat: int, contribution: bytes) -> None:
        """Store a player's contribution to the seed.

        Raises:
            Refused: the player has already contributed.

        """
        if self.seats[seat].contribution is not None:
            raise Refused("ready", "contribution", "", "was already sent and cannot be changed")
        self.seats[seat].contribution = contribution

    @property
    def is_complete(self) -> bool:
        """Whether every person has taken a seat and contributed to the seed."""
        return all(seat.policy or seat.contribution is not None for seat in self.seats)

    @property
    def contributions(self) -> list[bytes]:
        """The contributions to the seed, by seat; those of bots are empty."""
        return [seat.contribution or b"" for seat in self.seats]

    # ---- The game ----

    def take(self, moves: Iterable[Move]) -> None:
        """Apply computed moves, after they were stored."""
        for step, state in moves:
            record = chemix.write_record(self.state, [step])
            self.steps.append(step)
            self.state = state
            for seat, last in enumerate(self.events):
                events = state.events(seat)
                if events:
                    self.messages[seat].append(_message(record, seat, self.numbers[seat]))
                    self.numbers[seat] += 1
                last.extend((self.numbers[seat], event) for event in events)

    def dealt(self, moves: Sequence[Move] = ()) -> list[Move]:
        """Compute the chance moves after these moves, until a decision or the end."""
        dealer = chemix.Dealer(chemix.dealing_seed(self.seed, self.contributions))
        done = list(moves)
        state = done[-1][1] if done else self.state
        while state.is_chance:
            action = dealer.choose(state)
            state = state.apply(action)
            done.append(((None, action.id), state))
        return done

    def decided(self, seat: int, action: int) -> list[Move]:
        """Compute the moves that follow from a decision; change nothing yet.

        Raises:
            chemix.RuleError: a rule refuses it.
            chemix.InputError: there is no such action.

        """
        return self.dealt([((seat, action), self.state.apply(action, player=seat))])

    def replayed(self, steps: Iterable[Step]) -> list[Move]:
        """Recompute stored moves."""
        moves: list[Move] = []
        state = self.state
        for actor, action in steps:
            state = state.apply(action) if actor is None else state.apply(action, player=actor)
            moves.append(((actor, action), state))
        return moves

    def asked_bot(self) -> int | None:
        """Return a bot that must decide, if any."""
        bots = [seat for seat in self.state.acting if self.seats[seat].policy]
        return min(bots) if self.has_begun and bots else None

    def told(self, seat: int, language: str, since: int) -> dict[str, Any]:
        """Return the update for a client: its seat's view, and the events since a view number.

        It contains the same for a client with the library: the messages since, and for one that has
        no view yet, all that the seat has seen.
        """
        names = [one.name for one in self.seats]
        state = self.state
        news = [
            {"words": event.words(language, players=names), "event": event.to_dict()}
            for number, event in self.events[seat]
            if number > since
        ]
        seen = state.observation(seat)
        view = view_of(seen, language, names) | {"steps": self.numbers[seat]}
        message = {
            "view": view,
            "news": news,
            "seen": base64.b64encode(bytes(seen)).decode(),
            "messages": self.messages[seat][since:] if since else [],
        }
        if since == 0:
            record = chemix.write_record(self.game, 0, self.steps)
            message["client"] = chemix.write_seen_record(record, seat)
        if not state.is_terminal:
            return message
        # The game is over: reveal everything.
        return message | {
            "reveal": {
                "seed": self.seed.hex(),
                "salt": self.salt.hex(),
                "record": chemix.write_record(self.game, 0, self.steps),
            }
        }

    def public(self, here: Iterable[int]) -> dict[str, Any]:
        """Return the public data of the room; `here` are the connected seats."""
        present = set(here)
        free = self.free_seats(present)
        return {
            "code": self.code,
            "game": self.game.name,
            # Hashes name, rules, deck and options: a client must have the same key.
            "key": f"{self.game.key:016x}",
            "options": self.game.option_values,
            "commitment": self.commitment,
            "hasBegun": self.has_begun,
            # Published only when nobody can adapt to the contributions of others any more.
            "contributions": [one.hex() for one in self.contributions] if self.has_begun else [],
            "seats": [
                {
                    "name": seat.name,
                    "policy": seat.policy,
                    "isFree": number in free,
                    "isHere": number in present,
                }
                for number, seat in enumerate(self.seats)
            ],
        }


def _message(record: str, seat: int, seen: int) -> str:
    """Return the message about the only step of a record, which is the `seen`-th for the seat."""
    one = json.loads(chemix.write_seen_record(record, seat))
    return json.dumps({"seen": seen, "events": one["steps"][0].split(), "digest": one["digest"]})


@functools.lru_cache(maxsize=64)
def _card_names(game: chemix.Game) -> frozenset[str]:
    return frozenset(card["name"] for card in game.catalogue["cards"])


def view_of(seen: chemix.Observation, language: str, names: Sequence[str]) -> dict[str, Any]:
    """Return a view, for clients without the library, from an observation alone."""
    plain = seen.to_dict()
    cards = _card_names(seen.game)
    choices = []
    for action in seen.legal_actions():
        words = action.words(language, players=names)
        values = [
            part
            for value in action.fields.values()
            for part in (value if isinstance(value, list) else [value])
        ]
        choices.append(
            {
                "id": action.id,
                "words": words[:1].upper() + words[1:],
                "cards": [value for value in values if isinstance(value, str) and value in cards],
            }
        )
    return {
        "viewer": plain["viewer"],
        "open": plain["open"],
        "own": plain["own"],
        "phase": seen.game.phase_words(seen.phase, language),
        "prompt": seen.prompt(language, players=names),
        "acting": sorted(seen.acting),
        "scores": seen.scores(),
        "choices": choices,
        # No undo in games over a network.
        "canUndo": False,
        "isOver": seen.is_terminal,
    }
