# SPDX-License-Identifier: Apache-2.0
"""A room: a game, who plays it, and all that was done. Nothing here waits, sends or stores.

Only a room has the state. What leaves it for a client is made by `told`, of what that seat
observes.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import chemix
from messages import Create, Refused

# A client that comes back is told so many of the last events; the board needs none.
MOST_NEWS = 200

# Who acted, None for chance, and the id of the action.
Step = tuple[int | None, int]
# What was done, and what came of it.
Move = tuple[Step, chemix.State]


@dataclass
class Seat:
    """Who plays: a person, or a bot by its policy. Of a person's token only a hash is kept."""

    name: str
    policy: str | None = None
    token_hash: bytes | None = None
    contribution: bytes | None = None


def _distinct(name: str, others: Sequence[str]) -> str:
    """Make a name that nobody else has, since words tell players apart by theirs."""
    distinct, number = name, 1
    while distinct in others:
        number += 1
        distinct = f"{name[:22]} {number}"
    return distinct


def game_of(name: str, players: int, options: dict[str, Any]) -> chemix.Game:
    """Make the game that a client asks for.

    Raises:
        Refused: no such game, not for so many, or with no such options.

    """
    try:
        known = {option["name"] for option in chemix.describe(name)["options"]}
        # Before they become arguments of a function, which has others: `deck` names a file.
        for option in options:
            if option not in known:
                raise Refused("input", "options", option, "is no option of this game")
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
        # Secret, as is what it was made of.
        self.state = game.initial_state()
        # By seat, how often something has happened that this seat notices: so its views are
        # numbered. A number of all steps would tell who has decided while a decision is sealed.
        self.numbers = [0] * len(seats)
        # By seat, the number of a view and what then happened, as this seat saw it: the last ones.
        self.events: list[deque[tuple[int, chemix.Event]]] = [
            deque(maxlen=MOST_NEWS) for _ in seats
        ]

    @classmethod
    def create(cls, code: str, wish: Create) -> Room:
        """Make a room with secrets of its own.

        Raises:
            Refused: the game cannot be made so, or nobody could sit down.

        """
        game = game_of(wish.game, len(wish.seats), wish.options)
        if all(seat.policy for seat in wish.seats):
            raise Refused("input", "seats", "bots", "one must be a person")
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
        """List where a person may sit down, when the seats `here` are connected.

        Who took a seat and has added nothing to the seed may never have got the token: when that
        person is gone the seat is free again, though the last to be taken.
        """
        present = set(here)
        free = [
            number
            for number, seat in enumerate(self.seats)
            if not seat.policy and seat.contribution is None and number not in present
        ]
        return sorted(free, key=lambda number: self.seats[number].token_hash is not None)

    def sit_down(self, name: str | None, here: Iterable[int]) -> tuple[int, str]:
        """Give the first free seat, and the token that proves it from now on.

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
        """Find whose token this is.

        Raises:
            Refused: nobody's. It is not repeated: it may be one of another room.

        """
        given = hashlib.sha256(token.encode()).digest()
        for number, seat in enumerate(self.seats):
            if seat.token_hash and hmac.compare_digest(seat.token_hash, given):
                return number
        raise Refused("token", "token", "", "is of no seat in this room")

    def contribute(self, seat: int, contribution: bytes) -> None:
        """Take what a player adds to the seed.

        Raises:
            Refused: that player has added something before.

        """
        if self.seats[seat].contribution is not None:
            raise Refused("ready", "contribution", "", "was sent before, and is kept")
        self.seats[seat].contribution = contribution

    @property
    def is_complete(self) -> bool:
        """Whether every person is there and has added to the seed."""
        return all(seat.policy or seat.contribution is not None for seat in self.seats)

    @property
    def contributions(self) -> list[bytes]:
        """What was added to the seed, by seat; bots add nothing."""
        return [seat.contribution or b"" for seat in self.seats]

    # ---- The game ----

    def take(self, moves: Iterable[Move]) -> None:
        """Make so what was worked out, and stored."""
        for step, state in moves:
            self.steps.append(step)
            self.state = state
            for seat, last in enumerate(self.events):
                events = state.events(seat)
                self.numbers[seat] += bool(events)
                last.extend((self.numbers[seat], event) for event in events)

    def dealt(self, moves: Sequence[Move] = ()) -> list[Move]:
        """Work out what chance does after these moves, until somebody decides or it is over."""
        dealer = chemix.Dealer(chemix.dealing_seed(self.seed, self.contributions))
        done = list(moves)
        state = done[-1][1] if done else self.state
        while state.is_chance:
            action = dealer.choose(state)
            state = state.apply(action)
            done.append(((None, action.id), state))
        return done

    def decided(self, seat: int, action: int) -> list[Move]:
        """Work out what comes of a decision; nothing is changed yet.

        Raises:
            chemix.RuleError: a rule refuses it.
            chemix.InputError: there is no such action.

        """
        return self.dealt([((seat, action), self.state.apply(action, player=seat))])

    def replayed(self, steps: Iterable[Step]) -> list[Move]:
        """Work out again what was stored."""
        moves: list[Move] = []
        state = self.state
        for actor, action in steps:
            state = state.apply(action) if actor is None else state.apply(action, player=actor)
            moves.append(((actor, action), state))
        return moves

    def asked_bot(self) -> int | None:
        """Find a bot that is to decide."""
        bots = [seat for seat in self.state.acting if self.seats[seat].policy]
        return min(bots) if self.has_begun and bots else None

    def told(self, seat: int, language: str, since: int) -> dict[str, Any]:
        """Make what a client gets: what its seat sees, and what happened since a number."""
        names = [one.name for one in self.seats]
        state = self.state
        news = [
            {"words": event.words(language, players=names), "event": event.to_dict()}
            for number, event in self.events[seat]
            if number > since
        ]
        seen = state.observation(seat)
        view = view_of(seen, language, names) | {"steps": self.numbers[seat]}
        message = {"view": view, "news": news, "seen": base64.b64encode(bytes(seen)).decode()}
        if not state.is_terminal:
            return message
        # Now nothing is hidden any more.
        return message | {
            "reveal": {
                "seed": self.seed.hex(),
                "salt": self.salt.hex(),
                "record": chemix.write_record(self.game, 0, self.steps),
            }
        }

    def public(self, here: Iterable[int]) -> dict[str, Any]:
        """Make what everybody with the code may know; `here` are the seats that are connected."""
        present = set(here)
        free = self.free_seats(present)
        return {
            "code": self.code,
            "game": self.game.name,
            # Of name, rules, deck and options: a client with another one plays something else.
            "key": f"{self.game.key:016x}",
            "options": self.game.option_values,
            "commitment": self.commitment,
            "hasBegun": self.has_begun,
            # When nobody can choose theirs any more by what the others have sent.
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


@functools.lru_cache(maxsize=64)
def _card_names(game: chemix.Game) -> frozenset[str]:
    return frozenset(card["name"] for card in game.catalogue["cards"])


def view_of(seen: chemix.Observation, language: str, names: Sequence[str]) -> dict[str, Any]:
    """Make a view, as examples/web/src/protocol.ts has it, of what a viewer observes alone."""
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
        # What others have seen is not taken back.
        "canUndo": False,
        "isOver": seen.is_terminal,
    }
