// SPDX-License-Identifier: Apache-2.0
// Games that are played as in most frameworks: what may be done and what chance may do come as
// lists.
#pragma once

#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "subject.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace chemix::bench {

inline int below(FastRandom& random, std::size_t bound) {
  return static_cast<int>(random.below(bound));
}

/// The outcome of the `nth` of all ways.
template <class Ways>
const auto& way_at(const Ways& ways, std::int64_t nth) {
  auto way = ways.begin();
  for (; nth >= way->weight; ++way) nth -= way->weight;
  return *way;
}
template <class Ways>
std::int64_t weight_of(const Ways& ways) {
  std::int64_t all = 0;
  for (const auto& way : ways) all += way.weight;
  return all;
}

/// Plays a game on a table; returns the steps.
template <class G>
std::int64_t play_lists(const G& game, FastRandom& random) {
  std::vector<int> ids;
  std::vector<ChanceOutcome<typename G::ChanceAction>> ways;
  auto table = start<false>(game);
  for (std::int64_t steps = 0;; ++steps) {
    const Acting acting = game.acting(table);
    if (acting.is_nobody()) return steps;
    if (acting.is_chance()) {
      ways.clear();
      game.for_each_chance_outcome(table, [&](const auto& way) { ways.push_back(way); });
      const auto nth = random.below(static_cast<std::uint64_t>(weight_of(ways)));
      game.apply_unchecked(table, way_at(ways, static_cast<std::int64_t>(nth)).action);
      continue;
    }
    const Player player = drawn_player(acting.players(), random);
    ids.clear();
    game.legal_actions(table, player).for_each([&](int id) { ids.push_back(id); });
    const int id = ids[static_cast<std::size_t>(below(random, ids.size()))];
    game.apply_unchecked(table, player, game.rules().action_of(id));
  }
}

}  // namespace chemix::bench
