# SPDX-License-Identifier: Apache-2.0
"""Commitments, dealing seeds and verified records, against hashlib."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import chemix
import pytest

SEED = bytes(range(7, 39))
SALT = bytes(range(200, 232))
CONTRIBUTIONS = [b"one", b"", bytes(32)]


def play(game: chemix.Game, start_player: int = 0) -> str:
    dealer = chemix.Dealer(chemix.dealing_seed(SEED, CONTRIBUTIONS))
    state = game.initial_state(start_player=start_player)
    steps: list[tuple[int | None, int]] = []
    while not state.is_terminal:
        player = min(state.acting) if state.acting else None
        action = dealer.choose(state) if player is None else state.legal_actions(player)[-1]
        steps.append((player, action.id))
        state = state.apply(action, player=player)
    return chemix.write_record(game, start_player, steps)


def flipped(given: bytes) -> Iterator[bytes]:
    for bit in range(8 * len(given)):
        changed = bytearray(given)
        changed[bit // 8] ^= 1 << bit % 8
        yield bytes(changed)


@pytest.mark.parametrize("name", chemix.games())
def test_commitments_follow_the_documentation(name: str) -> None:
    players = chemix.describe(name)["max_players"]
    game = chemix.load(name, players=players)
    for start_player in range(players):
        opening = chemix.write_record(game, start_player, []).encode()
        told = hashlib.sha256(b"chemix commitment 1\n" + SEED + SALT + opening).hexdigest()
        assert chemix.commit(game, SEED, SALT, start_player) == told


def test_dealing_seeds_follow_the_documentation() -> None:
    tag = b"chemix dealing seed 1\n"
    assert chemix.dealing_seed(SEED) == hashlib.sha256(tag + SEED).digest()
    told = hashlib.sha256(tag + SEED + b"\0\3one" + b"\2\x20" + bytes(32)).digest()
    assert chemix.dealing_seed(SEED, CONTRIBUTIONS) == told


def test_any_flipped_bit_is_detected() -> None:
    game = chemix.load("showdown", players=3)
    record = play(game, 2)
    commitment = chemix.commit(game, SEED, SALT, 2)

    def refused_by(
        seed: bytes = SEED, salt: bytes = SALT, contributions: list[bytes] = CONTRIBUTIONS
    ) -> str:
        with pytest.raises(chemix.InputError) as caught:
            chemix.verify_deal(record, commitment, seed, salt, contributions)
        assert seed.hex() not in str(caught.value)
        assert salt.hex() not in str(caught.value)
        return caught.value.field

    states = chemix.verify_deal(record, commitment, SEED, SALT, CONTRIBUTIONS)
    assert states == chemix.read_record(record)
    assert {refused_by(seed=seed) for seed in flipped(SEED)} == {"commitment"}
    assert {refused_by(salt=salt) for salt in flipped(SALT)} == {"commitment"}
    for one in flipped(CONTRIBUTIONS[0]):
        assert refused_by(contributions=[one, *CONTRIBUTIONS[1:]]).startswith("steps[")
    assert refused_by(contributions=[*CONTRIBUTIONS, b"x"]) == "contributions"
    for other in (commitment.upper(), commitment[:-1], ""):
        with pytest.raises(chemix.InputError, match="commitment"):
            chemix.verify_deal(record, other, SEED, SALT, CONTRIBUTIONS)
    with pytest.raises(chemix.InputError, match="must be exactly what write_record writes"):
        chemix.verify_deal(json.dumps(json.loads(record)), commitment, SEED, SALT, CONTRIBUTIONS)


def test_invalid_secrets_and_contributions_are_named() -> None:
    game = chemix.load("chemuno", players=2)
    with pytest.raises(chemix.InputError, match=r"^seed = 31 bytes: must be 32 bytes$"):
        chemix.commit(game, SEED[1:], SALT)
    with pytest.raises(chemix.InputError, match=r"^salt = 0 bytes: must be 32 bytes$"):
        chemix.commit(game, SEED, b"")
    with pytest.raises(chemix.InputError, match=r"^start_player = 2: "):
        chemix.commit(game, SEED, SALT, 2)
    with pytest.raises(chemix.InputError, match=r"^contributions\[1\] = 33 bytes: "):
        chemix.dealing_seed(SEED, [b"", bytes(33)])
    # The order of a set, and thus the seed, would differ between processes.
    unordered: list[Any] = [{b"a", b"b"}, iter([b"a"]), b"ab", "ab", None]
    for contributions in unordered:
        with pytest.raises(chemix.InputError, match=r"^contributions = a \w+: must be a list of"):
            chemix.dealing_seed(SEED, contributions)
    with pytest.raises(chemix.InputError, match=r"^contributions = 7: "):
        chemix.dealing_seed(SEED, [b""] * 7)
    with pytest.raises(chemix.InputError, match=r"^seed = 33 bytes: must be 32 bytes$"):
        chemix.Dealer(bytes(33))
    number: Any = 7
    calls: list[tuple[str, Callable[[], object]]] = [
        ("seed", lambda: chemix.commit(game, number, SALT)),
        ("salt", lambda: chemix.commit(game, SEED, number)),
        ("seed", lambda: chemix.dealing_seed(number)),
        ("salt", lambda: chemix.verify_deal("", "", SEED, number)),
    ]
    for field, call in calls:
        with pytest.raises(chemix.InputError, match=f"^{field} = a int: must be 32 bytes$"):
            call()


def test_no_message_shows_a_secret() -> None:
    game = chemix.load("chemuno", players=2)
    commitment = chemix.commit(game, SEED, SALT)
    wrong: list[Callable[[], object]] = [
        lambda: chemix.commit("chemuno", SEED, SALT),  # type: ignore[arg-type]
        lambda: chemix.commit(game, SEED, SALT.hex()),  # type: ignore[arg-type]
        lambda: chemix.commit(game, SEED, SALT, "0"),  # type: ignore[arg-type]
        lambda: chemix.dealing_seed(SEED, [7]),  # type: ignore[list-item]
        lambda: chemix.dealing_seed(SEED, 7),  # type: ignore[arg-type]
        lambda: chemix.verify_deal(7, commitment, SEED, SALT),  # type: ignore[arg-type]
    ]
    for call in wrong:
        with pytest.raises((TypeError, chemix.InputError)) as caught:
            call()
        for secret in (SEED, SALT):
            assert repr(secret)[2:-1] not in str(caught.value)
            assert secret.hex() not in str(caught.value)
