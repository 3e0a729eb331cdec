# SPDX-License-Identifier: Apache-2.0
"""The signature of all games through the C ABI, from a language that knows no C header.

tests/golden/signature.cpp says how it is computed. The functions are declared from
chemix_api.json, as a generator of bindings does it.

    signature.py LIBRARY API GOLDEN
"""

from __future__ import annotations

import ctypes
import json
import sys
from pathlib import Path
from typing import Any

library = ctypes.CDLL(sys.argv[1])
api = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
NUMBERS: dict[str, Any] = {
    "char": ctypes.c_char,
    "uint8_t": ctypes.c_uint8,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "size_t": ctypes.c_size_t,
    "void": None,
}
structures: dict[str, Any] = {}


def type_of(entry: dict[str, Any]) -> Any:
    """Return the ctypes type of a field or a parameter."""
    name = entry["type"]
    kind: Any = (
        (ctypes.c_char_p if name == "const char*" else ctypes.c_void_p)
        if name.endswith("*")
        else NUMBERS.get(name) or structures[name]
    )
    return kind * entry["length"] if "length" in entry else kind


for declared in api["types"]:
    if declared["kind"] == "number":
        NUMBERS[declared["name"]] = NUMBERS[declared["type"]]
    if declared["kind"] == "structure":
        fields = [(field["name"], type_of(field)) for field in declared["fields"]]
        made = type(declared["name"], (ctypes.Structure,), {"_fields_": fields})
        structures[declared["name"]] = made
        for field in declared["fields"]:
            placed = getattr(made, field["name"])
            if (placed.offset, placed.size) != (field["offset"], field["size"]):
                sys.exit(f"{declared['name']}.{field['name']} lies elsewhere")
        if ctypes.sizeof(made) != declared["size"]:
            sys.exit(f"{declared['name']} has another size")
for declared in api["functions"]:
    function = getattr(library, declared["name"])
    function.restype = (
        type_of({"type": declared["returns"]}) if declared["returns"] != "void" else None
    )
    # An array as a parameter is a pointer.
    function.argtypes = [
        ctypes.c_void_p if "length" in one else type_of(one) for one in declared["parameters"]
    ]
error = structures["chemix_error"]()


def call(name: str, *arguments: object) -> int:
    """Call a function that returns a status or a count."""
    result: int = getattr(library, name)(*arguments, ctypes.byref(error))
    if result < 0:
        sys.exit(f"{name}: {library.chemix_status_name(result).decode()}: {error.message.decode()}")
    return result


def play(game: ctypes.c_void_p, number: int) -> int:
    """The digest at the end of a game."""
    seed, state = structures["chemix_seed"](), ctypes.c_void_p()
    acting, digest = structures["chemix_acting"](), ctypes.c_uint64()
    ids = (ctypes.c_int32 * 256)()
    library.chemix_seed_init(ctypes.byref(seed), number)
    call("chemix_state_create", game, 0, ctypes.byref(state))
    decisions = 0
    while True:
        call("chemix_state_resolve", state, ctypes.byref(seed))
        call("chemix_state_acting", state, ctypes.byref(acting))
        if acting.asked == 0:
            break
        player = (acting.seats & -acting.seats).bit_length() - 1
        count = call("chemix_state_legal_actions", state, player, ids, len(ids))
        nth = (7919 * decisions + 104729 * number) % count
        call("chemix_state_apply", state, player, ids[nth])
        decisions += 1
    call("chemix_state_digest", state, ctypes.byref(digest))
    library.chemix_state_destroy(ctypes.byref(state))
    return digest.value


def signature() -> int:
    """Ten games of each game with each number of players."""
    total = 14695981039346656037
    limits, index = structures["chemix_limits"](), 0
    while name := library.chemix_game_name_at(index):
        index += 1
        players, most = 0, 0
        while players <= most:
            game = ctypes.c_void_p()
            call("chemix_game_create", name, players, None, None, ctypes.byref(game))
            library.chemix_struct_init(ctypes.byref(limits), ctypes.sizeof(limits))
            call("chemix_game_limits", game, ctypes.byref(limits))
            for seed in range(10):
                total = (total * 1099511628211 + play(game, seed)) % 2**64
            library.chemix_game_destroy(ctypes.byref(game))
            players, most = limits.players + 1, limits.max_players
    return total


golden = Path(sys.argv[3]).read_text(encoding="utf-8").strip()
if f"{signature():016x}" != golden:
    sys.exit(f"The signature is not {golden}")
