# SPDX-License-Identifier: Apache-2.0
"""The signature of all games through the C ABI, from a language that knows no C header.

tests/golden/signature.cpp says how it is computed. Nothing is declared here but what is called.

    signature.py LIBRARY GOLDEN
"""

from __future__ import annotations

import ctypes
import json
import sys
from pathlib import Path

library = ctypes.CDLL(sys.argv[1])


def call(name: str, *arguments: object) -> None:
    """Call a function that returns a status, without details of errors."""
    status = getattr(library, name)(*arguments, None)
    if status != 0:
        library.chemix_status_name.restype = ctypes.c_char_p
        raise RuntimeError(f"{name}: {library.chemix_status_name(status).decode()}")


def text(name: str, *arguments: object) -> str:
    """What a function writes that returns a text."""
    count = ctypes.c_size_t()
    getattr(library, name)(*arguments, None, ctypes.c_size_t(0), ctypes.byref(count), None)
    out = ctypes.create_string_buffer(count.value + 1)
    call(name, *arguments, out, ctypes.c_size_t(len(out)), ctypes.byref(count))
    return out.value.decode()


def play(game: ctypes.c_void_p, state_size: int, seed: int) -> int:
    """The digest at the end of a game."""
    # An array of 64-bit numbers is aligned as states are.
    memory = (ctypes.c_uint64 * (-(-state_size // 8)))()
    state = (memory, ctypes.c_size_t(state_size))
    call("chemix_state_init", game, 0, *state)
    acting, chance = ctypes.c_uint32(), ctypes.c_bool()
    ids, count = (ctypes.c_int32 * 256)(), ctypes.c_size_t()
    decisions = 0
    while True:
        call("chemix_state_resolve", game, str(seed).encode(), *state)
        call("chemix_state_acting", game, *state, ctypes.byref(acting), ctypes.byref(chance))
        if acting.value == 0:
            break
        player = (acting.value & -acting.value).bit_length() - 1
        room = (ids, ctypes.c_size_t(len(ids)), ctypes.byref(count))
        call("chemix_state_legal_actions", game, *state, player, *room)
        nth = (7919 * decisions + 104729 * seed) % count.value
        call("chemix_state_apply", game, player, ids[nth], *state)
        decisions += 1
    digest = ctypes.c_uint64()
    call("chemix_state_digest", game, *state, ctypes.byref(digest))
    return digest.value


def signature() -> int:
    """Ten games of each game with each number of players."""
    total = 14695981039346656037
    for name in text("chemix_game_names").split():
        about = json.loads(text("chemix_game_description", name.encode()))
        for players in range(about["min_players"], about["max_players"] + 1):
            game = ctypes.c_void_p()
            call("chemix_game_create", name.encode(), players, b"", None, ctypes.byref(game))
            state_size = json.loads(text("chemix_game_catalogue", game))["limits"]["state_memory"]
            for seed in range(10):
                total = (total * 1099511628211 + play(game, state_size, seed)) % 2**64
            library.chemix_game_destroy(ctypes.byref(game))
    return total


golden = Path(sys.argv[2]).read_text(encoding="utf-8").strip()
if f"{signature():016x}" != golden:
    sys.exit(f"The signature is not {golden}")
