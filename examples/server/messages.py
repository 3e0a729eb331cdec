# SPDX-License-Identifier: Apache-2.0
"""The messages of clients: JSON objects of these schemas, and nothing else.

Each message has an ``id``, which the answer repeats. An invalid message raises `Refused`, which
names field, value and rule, and changes nothing.
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

MAX_BYTES = 4096
# Without 0, O, 1 and I, since codes are read aloud and typed. Codes are too many to guess one.
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 10

# Policies use CPU time of the server, so only these are offered.
Bot = Literal["random", "greedy", "heuristic", "search milliseconds=500"]
Language = Literal["de", "en", "fr"]


class Refused(Exception):
    """A request was refused, and nothing was changed.

    ``code`` is one of a few words, for clients with their own error messages; ``rule`` is the rule
    of the game that refuses, or "".
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


# Unicode counts these as letters, but they are invisible.
_FILLERS = "\u115f\u1160\u3164\uffa0"


def _printable(text: str) -> str:
    shown = [letter for letter in text if letter.isalnum() and letter not in _FILLERS]
    if not text.isprintable() or not shown:
        raise ValueError("must be printable letters")
    return text.strip()


Name = Annotated[str, Field(max_length=24), AfterValidator(_printable)]
Code = Annotated[str, Field(pattern=f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$")]
Number = Annotated[int, Field(ge=0, lt=2**31)]
Word = Annotated[str, Field(max_length=40)]
# Larger numbers are parsed as floats, which the library rejects with the option's name.
OptionNumber = Annotated[int, Field(gt=-(2**31), lt=2**31)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _Asked(_Message):
    id: Number


class SeatWish(_Message):
    """The requested player of a seat: a person, who may join, or a bot."""

    name: Name
    policy: Bot | None


class Create(_Asked):
    """Opens a room, and takes its first seat for a person."""

    ask: Literal["create"]
    game: Word
    options: Annotated[dict[Word, bool | OptionNumber | float | Word], Field(max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=6)]


class Look(_Asked):
    """Asks for the public data of a room before joining."""

    ask: Literal["look"]
    room: Code


class Join(_Asked):
    """Takes the first free seat."""

    ask: Literal["join"]
    room: Code
    name: Name


class Return(_Asked):
    """Returns to a seat, and asks for the events since the last view number seen."""

    ask: Literal["return"]
    room: Code
    token: Annotated[str, Field(max_length=100)]
    number: Number


class Ready(_Asked):
    """Contributes 32 bytes to the seed, as hexadecimal digits, after receiving the commitment."""

    ask: Literal["ready"]
    contribution: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Act(_Asked):
    """Submits an action by its id, for the view with this number."""

    ask: Literal["act"]
    number: Number
    action: Number


class Speak(_Asked):
    """Sets the language of all texts that follow; initially English."""

    ask: Literal["speak"]
    language: Language


Message = Create | Look | Join | Return | Ready | Act | Speak
_reader: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="ask")])


def read(text: str | bytes) -> Message:
    """Parse a message.

    Raises:
        Refused: the message is invalid; names the first error.

    """
    if isinstance(text, bytes):
        raise Refused("message", "message", f"{len(text)} bytes", "must be text")
    if (size := len(text.encode())) > MAX_BYTES:
        raise Refused("message", "message", f"{size} bytes", f"must have at most {MAX_BYTES}")
    try:
        return _reader.validate_json(text)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        # Skip the kind of message, which comes first in the location.
        where = first["loc"][1:]
        reason = first["msg"].removeprefix("Value error, ")
        if where[:1] == ("options",) and len(where) > 2:
            # The last part names one type of the union.
            where, reason = where[:2], "must be true or false, a number or a word"
        field = ".".join(str(part) for part in where) or "message"
        if first["type"].startswith("union_tag"):
            field = "ask"
        raise Refused("message", field, first["input"], reason) from None


def id_of(text: str | bytes) -> int | None:
    """Return the id of a refused message, if it has one."""
    try:
        return _OnlyId.model_validate_json(text).id
    except ValidationError:
        return None


class _OnlyId(BaseModel):
    model_config = ConfigDict(strict=True)
    id: Number
