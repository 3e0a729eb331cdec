# SPDX-License-Identifier: Apache-2.0
"""Fair dealing: commit to a seed before the game, verify the deal after it.

See docs/fair_dealing.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chemix import _core
from chemix._errors import length, wrong

if TYPE_CHECKING:
    from chemix._core import Game, State

# No game has more players.
_MAX_SEATS = 127


def commit(game: Game, seed: bytes, salt: bytes, start_player: int = 0) -> str:
    """Return the commitment to a seed: 64 hexadecimal digits, to publish before the game.

    The commitment binds seed, salt and everything that a record states before its first step:
    game, revision, options, players, deck and start player.

    >>> import secrets
    >>> seed, salt = secrets.token_bytes(32), secrets.token_bytes(32)
    >>> len(chemix.commit(chemix.load("chemuno"), seed, salt))
    64

    Args:
        game: the game to play.
        seed: 32 bytes, such as ``secrets.token_bytes(32)``; keep them secret until the game is
            over.
        salt: another 32 bytes of the same kind.
        start_player: the seat that begins.

    Raises:
        InputError: the seed or the salt has another size, or the seat does not exist.

    """
    return _core.commit(game, _secret("seed", seed), _secret("salt", salt), start_player)


def dealing_seed(seed: bytes, contributions: Sequence[bytes] = ()) -> bytes:
    """Return the seed to deal with, 32 bytes for a :class:`Dealer`.

    >>> import secrets
    >>> seed = chemix.dealing_seed(secrets.token_bytes(32), [b"heads", b"tails"])
    >>> state = chemix.Dealer(seed).resolve(chemix.load("chemuno").initial_state())
    >>> len(seed), state.is_chance
    (32, False)

    Args:
        seed: the committed seed.
        contributions: random bytes of the players, by seat, at most 32 bytes each. Ask for them
            after publishing the commitment. Players with ``b""``, or beyond the end of the list,
            contribute nothing.

    Raises:
        InputError: the seed has another size, or the contributions are too long, too many or not
            a list.

    """
    return _core.dealing_seed(_secret("seed", seed), _by_seat(contributions))


def verify_deal(
    record: str, commitment: str, seed: bytes, salt: bytes, contributions: Sequence[bytes] = ()
) -> list[State]:
    """Read a record as :func:`read_record` does, and verify that the seed determined all chance.

    >>> import secrets
    >>> game, seed, salt = chemix.load("chemuno"), secrets.token_bytes(32), secrets.token_bytes(32)
    >>> commitment = chemix.commit(game, seed, salt)
    >>> session = chemix.Session(game, seed=chemix.dealing_seed(seed, [b"heads"]))
    >>> steps = session.advance()
    >>> states = chemix.verify_deal(session.record(), commitment, seed, salt, [b"heads"])
    >>> states[-1] == session.state
    True

    Args:
        record: the game, exactly as :func:`write_record` writes it. If the game is not over, the
            deal so far is verified.
        commitment: the published commitment.
        seed: the committed seed.
        salt: the committed salt.
        contributions: as for :func:`dealing_seed`.

    Returns:
        all states, the first before the deal.

    Raises:
        InputError: the verification fails. ``field`` is ``"commitment"`` if seed, salt, game or
            start player differ from those committed to, and ``"steps[n]"`` if an outcome of chance
            differs from that of the seed. Otherwise it names the invalid part of the record, or
            the argument of a wrong size.

    """
    return _core.verify_deal(
        record, commitment, _secret("seed", seed), _secret("salt", salt), _by_seat(contributions)
    )


def _secret(name: str, given: bytes) -> memoryview:
    """Return a view of a secret; an error names only the type, never the value."""
    try:
        return memoryview(given)
    except (TypeError, ValueError, BufferError):
        raise wrong(name, f"a {type(given).__name__}", "must be 32 bytes") from None


def _by_seat(contributions: Sequence[bytes]) -> Sequence[bytes]:
    # A set has no order, and a single bytes object would be read as a sequence of integers.
    if isinstance(contributions, str | bytes | bytearray) or not isinstance(
        contributions, Sequence
    ):
        kind = f"a {type(contributions).__name__}"
        raise wrong("contributions", kind, "must be a list of bytes, by seat")
    if length(contributions) > _MAX_SEATS:
        reason = f"must be at most {_MAX_SEATS}, one for each seat"
        raise wrong("contributions", length(contributions), reason)
    return contributions
