-- SPDX-License-Identifier: Apache-2.0
-- Plays any game against policies: luajit play.lua chemix_cdef.h [GAME [LANGUAGE [SEED]]]
local ffi = require("ffi")
ffi.cdef(assert(io.open(arg[1])):read("*a"))
local c, err = ffi.load("chemix"), ffi.new("chemix_error") -- all zeros work
local function ok(result)
  if result < 0 then error(ffi.string(err.message), 2) end
  return result
end
local function object(kind, ...)
  local out, count, given = ffi.new(kind .. "*[1]"), select("#", ...), { ... }
  given[count + 1], given[count + 2] = out, err
  ok(c[kind .. "_create"](unpack(given, 1, count + 2)))
  return ffi.gc(out[0], function(it) c[kind .. "_destroy"](ffi.new(kind .. "*[1]", it)) end)
end

local seed, limits, seat = ffi.new("chemix_seed"), ffi.new("chemix_limits"), ffi.new("int32_t[1]")
local game = object("chemix_game", arg[2] or "react", 0, nil, nil)
c.chemix_struct_init(limits, ffi.sizeof(limits))
ok(c.chemix_game_limits(game, limits, err))
c.chemix_seed_init(seed, tonumber(arg[4]) or os.time())
local session = object("chemix_session", game, 0, seed)
local words, policy = object("chemix_words", game, arg[3]), object("chemix_policy", "heuristic")
for other = 1, limits.players - 1 do ok(c.chemix_session_set_policy(session, other, policy, err)) end
local buffer, ids = ffi.new("char[?]", limits.max_text_size), ffi.new("int32_t[?]", limits.max_legal_actions)
local function say(name, ...)
  local given = { words, ... }
  for _, more in ipairs({ buffer, limits.max_text_size, err }) do table.insert(given, more) end
  return ffi.string(buffer, ok(c["chemix_words_" .. name](unpack(given))))
end
repeat
  ok(c.chemix_session_advance(session, 0, nil, seat, err))
  local view = c.chemix_session_observation(session, seat[0] < 0 and 0 or seat[0])
  print(say("prompt", view))
  local count = ok(c.chemix_observation_legal_actions(view, ids, limits.max_legal_actions, err))
  for i = 1, count do print(i, say("action", seat[0], ids[i - 1])) end
  local choice = count > 0 and io.read("*n")
  if choice then ok(c.chemix_session_act(session, seat[0], ids[(choice - 1) % count], err)) end
until not choice
