// SPDX-License-Identifier: Apache-2.0
// Playouts in the style of most frameworks, with lists of legal actions and of chance outcomes.
#pragma once

#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "chemix/games/card_rules.hpp"
#include "subject.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix::bench {

inline int below(FastRandom& random, std::size_t bound) {
  return static_cast<int>(random.below(bound));
}

/// The outcome at cumulative weight `nth`, in the list that starts at `way`.
template <class Way>
const Way& way_at(const Way* way, std::int64_t nth) {
  for (; nth >= way->weight; ++way) nth -= way->weight;
  return *way;
}

/// Plays a random game on a table; returns the number of steps.
template <class G>
std::int64_t play_lists(const G& game, FastRandom& random) {
  std::array<int, legal_action_limit> ids;  // NOLINT: written first
  std::array<ChanceOutcome<typename G::ChanceAction>, legal_action_limit> ways;  // NOLINT: as well
  auto table = start<false>(game);
  for (std::int64_t steps = 0;; ++steps) {
    const Acting acting = game.acting(table);
    if (acting.is_nobody()) return steps;
    if (acting.is_chance()) {
      auto* end = ways.data();
      game.for_each_chance_outcome(table, [&](const auto& way) { *end++ = way; });
      const auto nth = random.below(static_cast<std::uint64_t>(game.chance_weight(table)));
      game.apply_unchecked(table, way_at(ways.data(), static_cast<std::int64_t>(nth)).action);
      continue;
    }
    const Player player = drawn_player(acting.players(), random);
    int* end = ids.data();
    game.legal_actions(table, player).for_each([&](int id) { *end++ = id; });
    const int id = ids[random.below(static_cast<std::uint64_t>(end - ids.data()))];
    game.apply_unchecked(table, player, game.rules().action_of(id));
  }
}

}  // namespace chemix::bench
