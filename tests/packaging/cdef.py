# SPDX-License-Identifier: Apache-2.0
"""The library through cffi, with chemix_cdef.h as it is.

    cdef.py LIBRARY CDEF API

The layouts of structures are those of chemix_api.json, every function is found, and a session plays
to its end.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cffi import FFI

ffi = FFI()
ffi.cdef(Path(sys.argv[2]).read_text(encoding="utf-8"))
c = ffi.dlopen(sys.argv[1])
api = json.loads(Path(sys.argv[3]).read_text(encoding="utf-8"))
error = ffi.new("chemix_error*")


def ok(result: int) -> int:
    if result < 0:
        sys.exit(ffi.string(error.message).decode())
    return result


for constant in api["constants"]:
    assert getattr(c, constant["name"]) == constant["value"], constant["name"]
for kind in api["types"]:
    if kind["kind"] == "structure":
        assert ffi.sizeof(kind["name"]) == kind["size"], kind["name"]
    for field in kind.get("fields", []):
        assert ffi.offsetof(kind["name"], field["name"]) == field["offset"], field["name"]
for function in api["functions"]:
    assert getattr(c, function["name"])

seed, game, session = ffi.new("chemix_seed*"), ffi.new("chemix_game**"), ffi.new("chemix_session**")
seat, ids = ffi.new("int32_t*"), ffi.new("int32_t[256]")
c.chemix_seed_init(seed, 7)
ok(c.chemix_game_create(b"chemuno", 3, ffi.NULL, ffi.NULL, game, error))
ok(c.chemix_session_create(game[0], 0, seed, session, error))
decisions = 0
while True:
    ok(c.chemix_session_advance(session[0], 0, ffi.NULL, seat, error))
    if seat[0] == c.CHEMIX_NOBODY:
        break
    view = c.chemix_session_observation(session[0], seat[0])
    assert ok(c.chemix_observation_legal_actions(view, ids, len(ids), error)) > 0
    ok(c.chemix_session_act(session[0], seat[0], ids[0], error))
    decisions += 1
assert decisions > 0
c.chemix_session_destroy(session)
c.chemix_game_destroy(game)
