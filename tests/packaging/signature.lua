-- SPDX-License-Identifier: Apache-2.0
-- The signature of all games through the C ABI from LuaJIT, with chemix_cdef.h as it is;
-- tests/golden/signature.cpp says how it is computed.
--
--   signature.lua LIBRARY CDEF GOLDEN
local ffi = require("ffi")
ffi.cdef(assert(io.open(arg[2])):read("*a"))
local c = ffi.load(arg[1])
local err = ffi.new("chemix_error") -- all zeros work
local function ok(result)
  if result < 0 then error(ffi.string(err.message), 2) end
  return result
end

local seed, acting = ffi.new("chemix_seed"), ffi.new("chemix_acting")
local ids, digest = ffi.new("int32_t[256]"), ffi.new("uint64_t[1]")

-- Returns the digest at the end of a game.
local function play(game, number)
  local state = ffi.new("chemix_state*[1]")
  c.chemix_seed_init(seed, number)
  ok(c.chemix_state_create(game, 0, state, err))
  local decisions = 0ULL
  while true do
    ok(c.chemix_state_resolve(state[0], seed, err))
    ok(c.chemix_state_acting(state[0], acting, err))
    if acting.asked == c.CHEMIX_ASKED_NOBODY then break end
    local player = 0
    while bit.band(bit.rshift(acting.seats, player), 1) == 0 do player = player + 1 end
    local count = ok(c.chemix_state_legal_actions(state[0], player, ids, 256, err))
    local nth = (7919ULL * decisions + 104729ULL * number) % count
    ok(c.chemix_state_apply(state[0], player, ids[nth], err))
    decisions = decisions + 1
  end
  ok(c.chemix_state_digest(state[0], digest, err))
  c.chemix_state_destroy(state)
  return digest[0]
end

local total, index = 14695981039346656037ULL, 0
while c.chemix_game_name_at(index) ~= nil do
  local players, most = 0, 0
  while players <= most do
    local game, limits = ffi.new("chemix_game*[1]"), ffi.new("chemix_limits")
    limits.size = ffi.sizeof(limits)
    ok(c.chemix_game_create(c.chemix_game_name_at(index), players, nil, nil, game, err))
    ok(c.chemix_game_limits(game[0], limits, err))
    for number = 0, 9 do total = total * 1099511628211ULL + play(game[0], number) end
    c.chemix_game_destroy(game)
    players, most = limits.players + 1, limits.max_players
  end
  index = index + 1
end
local golden = assert(io.open(arg[3])):read("*l")
local found = bit.tohex(total, 16)
if found ~= golden then error("the signature is " .. found .. ", not " .. golden) end
