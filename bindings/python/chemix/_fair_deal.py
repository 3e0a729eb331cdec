# SPDX-License-Identifier: Apache-2.0
"""Fair dealing: see docs/fair_dealing.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chemix import _core
from chemix._errors import length, wrong

if TYPE_CHECKING:
    from chemix._core import Game, State

# No game has more.
_MOST_SEATS = 127


def commit(game: Game, seed: bytes, salt: bytes, start_player: int = 0) -> str:
    """Commit to a seed before a game: 64 hexadecimal digits, to be published.

    The commitment binds seed, salt and all that a record says before its first step: game,
    revision, options, players, deck and who begins.

    Args:
        game: what is going to be played.
        seed: 32 bytes, such as ``secrets.token_bytes(32)``, secret until the game is over.
        salt: 32 more of them.
        start_player: the seat that begins.

    Raises:
        InputError: a seed or a salt of another size, or no seat.

    """
    return _core.commit(game, _secret("seed", seed), _secret("salt", salt), start_player)


def dealing_seed(seed: bytes, contributions: Sequence[bytes] = ()) -> bytes:
    """Make the seed to deal with, 32 bytes for a :class:`Dealer`.

    Args:
        seed: what was committed to.
        contributions: what players add, by seat, up to 32 bytes each, asked for when the commitment
            is out; ``b""`` and players after the last add nothing.

    Raises:
        InputError: a seed of another size, or contributions that are too long, too many or no
            list.

    """
    return _core.dealing_seed(_secret("seed", seed), _by_seat(contributions))


def verify_deal(
    record: str, commitment: str, seed: bytes, salt: bytes, contributions: Sequence[bytes] = ()
) -> list[State]:
    """Read a record as :func:`read_record` does, where chance went as the seed says.

    Args:
        record: the game, letter for letter as :func:`write_record` writes it; of one that is not
            over, what was dealt so far is verified.
        commitment: what was published before the game.
        seed: what the commitment is of.
        salt: what the commitment is of.
        contributions: as for :func:`dealing_seed`.

    Returns:
        all states, the first before the deal.

    Raises:
        InputError: something does not fit. Its ``field`` is ``"commitment"`` where seed, salt,
            game or start player are not those committed to, ``"steps[n]"`` where chance did not go
            as the seed draws, else what is wrong with the record, or with sizes.

    """
    return _core.verify_deal(
        record, commitment, _secret("seed", seed), _secret("salt", salt), _by_seat(contributions)
    )


def _secret(name: str, given: bytes) -> memoryview:
    """View a secret; what it is not is told by its type alone."""
    try:
        return memoryview(given)
    except (TypeError, ValueError, BufferError):
        raise wrong(name, f"a {type(given).__name__}", "must be 32 bytes") from None


def _by_seat(contributions: Sequence[bytes]) -> Sequence[bytes]:
    # Sets have no order, and of bytes each one is a number.
    if isinstance(contributions, str | bytes | bytearray) or not isinstance(
        contributions, Sequence
    ):
        kind = f"a {type(contributions).__name__}"
        raise wrong("contributions", kind, "must be a list of bytes, by seat")
    if length(contributions) > _MOST_SEATS:
        reason = f"must be at most {_MOST_SEATS}, one for each seat"
        raise wrong("contributions", length(contributions), reason)
    return contributions
