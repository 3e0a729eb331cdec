# SPDX-License-Identifier: Apache-2.0
"""What clients may say: JSON objects of these shapes, and nothing else.

A message has an ``id``, which its answer repeats. What is wrong is refused by `Refused`, which
names field, value and rule, and has changed nothing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

MOST_BYTES = 4096
# No 0 and O, no 1 and I: codes are read aloud and typed. So many that nobody finds one by trying.
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 10

# Policies cost time of the server, so there are these alone.
Bot = Literal["random", "greedy", "heuristic", "search milliseconds=500"]
Language = Literal["de", "en", "fr"]


class Refused(Exception):
    """What a client asked for is not done, and nothing was changed.

    ``code`` is one of few words, for who writes sentences of their own; ``rule`` is the rule of the
    game that refuses, or "".
    """

    def __init__(self, code: str, field: str, value: object, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        shown = str(value)
        self.error = {
            "code": code,
            "field": field,
            "value": shown if len(shown) <= 60 else shown[:59] + "…",
            "reason": reason,
            "rule": rule,
        }


# Letters by what Unicode says, but nothing is drawn of them.
_FILLERS = "\u115f\u1160\u3164\uffa0"


def _printable(text: str) -> str:
    shown = [letter for letter in text if letter.isalnum() and letter not in _FILLERS]
    if not text.isprintable() or not shown:
        raise ValueError("must be letters that can be shown")
    return text.strip()


Name = Annotated[str, Field(max_length=24), AfterValidator(_printable)]
Code = Annotated[str, Field(pattern=f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$")]
Number = Annotated[int, Field(ge=0, lt=2**31)]
Word = Annotated[str, Field(max_length=40)]
# What is larger is read as a float, which the library refuses by the option.
OptionNumber = Annotated[int, Field(gt=-(2**31), lt=2**31)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _Asked(_Message):
    id: Number


class SeatWish(_Message):
    """Who is to play a seat: a person, who may join, or a bot."""

    name: Name
    policy: Bot | None


class Create(_Asked):
    """Opens a room and sits down at its first seat for a person."""

    ask: Literal["create"]
    game: Word
    options: Annotated[dict[Word, bool | OptionNumber | float | Word], Field(max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=6)]


class Look(_Asked):
    """Tells of a room, for who thinks of joining."""

    ask: Literal["look"]
    room: Code


class Join(_Asked):
    """Sits down at the first free seat."""

    ask: Literal["join"]
    room: Code
    name: Name


class Return(_Asked):
    """Comes back to a seat, and is told what happened since the number that was seen last."""

    ask: Literal["return"]
    room: Code
    token: Annotated[str, Field(max_length=100)]
    number: Number


class Ready(_Asked):
    """Adds 32 bytes to the seed, in hexadecimal digits, now that the commitment is known."""

    ask: Literal["ready"]
    contribution: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Act(_Asked):
    """Takes a legal action by its id, in the view of that number."""

    ask: Literal["act"]
    number: Number
    action: Number


class Speak(_Asked):
    """Chooses the language of all words that follow; English at first."""

    ask: Literal["speak"]
    language: Language


Message = Create | Look | Join | Return | Ready | Act | Speak
_reader: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="ask")])


def read(text: str | bytes) -> Message:
    """Read a message.

    Raises:
        Refused: it is none; the first thing that is wrong is named.

    """
    if isinstance(text, bytes):
        raise Refused("message", "message", f"{len(text)} bytes", "must be text")
    if (size := len(text.encode())) > MOST_BYTES:
        raise Refused("message", "message", f"{size} bytes", f"must have {MOST_BYTES} at most")
    try:
        return _reader.validate_json(text)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        # Below the kind of message, which stands before its fields.
        where = first["loc"][1:]
        reason = first["msg"].removeprefix("Value error, ")
        if where[:1] == ("options",) and len(where) > 2:
            # The last names one of the types that a value may have.
            where, reason = where[:2], "must be true or false, a number or a word"
        field = ".".join(str(part) for part in where) or "message"
        if first["type"].startswith("union_tag"):
            field = "ask"
        raise Refused("message", field, first["input"], reason) from None


def id_of(text: str | bytes) -> int | None:
    """Find the id of a message that was refused, as far as it has one."""
    try:
        return _OnlyId.model_validate_json(text).id
    except ValidationError:
        return None


class _OnlyId(BaseModel):
    model_config = ConfigDict(strict=True)
    id: Number
