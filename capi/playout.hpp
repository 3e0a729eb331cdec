// SPDX-License-Identifier: Apache-2.0
// Playouts that can be stopped.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/stop_token.hpp"
#include "chemix/state_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace chemix::capi {

/// The same game as `AnyGame::playout`, a little slower. Returns nothing if `stop` ends it; then
/// the state means nothing.
inline std::optional<std::int64_t> stoppable_playout(const AnyGame& game, Block state,
                                                     FastRandom& random, StopPoll& stop) {
  std::vector<int> legal(static_cast<std::size_t>(game.max_legal_actions()));
  for (std::int64_t steps = 0;; ++steps) {
    if (stop.spend()) return std::nullopt;
    const Acting acting = game.acting(state);
    if (acting.is_nobody()) return steps;
    if (acting.is_chance()) {
      const auto ways = static_cast<std::uint64_t>(game.chance_weight(state));
      const auto nth = static_cast<std::int64_t>(random.below(ways));
      game.apply_unchecked(state, Actor::chance(), game.chance_outcome(state, nth));
      continue;
    }
    const Player player = drawn_player(acting.players(), random);
    const std::size_t count = game.legal_actions(state, player, legal);
    game.apply_unchecked(state, player, legal[random.below(count)]);
  }
}

}  // namespace chemix::capi
