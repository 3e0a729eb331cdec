// SPDX-License-Identifier: Apache-2.0
// Perft: counts reachable states, to compare implementations and versions.
#pragma once

#include "chemix/core/game.hpp"

#include <cstdint>
#include <set>
#include <vector>

namespace chemix {

/// Calls `visit(next)` for every state that one action leads to: each legal action of each player
/// who acts, or each possible outcome of chance once.
template <class G, class Visit>
void for_each_next(const G& game, const typename G::State& state, Visit&& visit) {
  const Acting acting = game.acting(state);
  game.for_each_chance_outcome(state.table, [&](const auto& outcome) {
    auto next = state;
    game.apply_unchecked(next, outcome.action);
    visit(next);
  });
  for (Player p = 0; p < game.player_count(); ++p) {
    if (!acting.contains(p)) continue;
    game.legal_actions(state, p).for_each([&](int id) {
      auto next = state;
      game.apply_unchecked(next, p, game.rules().action_of(id));
      visit(next);
    });
  }
}

/// The number of sequences of exactly `depth` actions from `state`; shorter games do not count.
/// Takes time proportional to that number.
template <class G>
std::int64_t perft(const G& game, const typename G::State& state, int depth) {
  if (depth == 0) return 1;
  std::int64_t count = 0;
  for_each_next(game, state, [&](const auto& next) { count += perft(game, next, depth - 1); });
  return count;
}

/// The number of distinct information states of each player after exactly `depth` actions from
/// `state`. Too many indicate a leak, too few lost information. Takes as long as `perft`.
template <class G>
std::vector<std::int64_t> infoset_counts(const G& game, const typename G::State& state, int depth) {
  std::vector<std::set<std::uint64_t>> seen(static_cast<std::size_t>(game.player_count()));
  const auto walk = [&](auto& self, const typename G::State& at, int left) -> void {
    if (left > 0) {
      for_each_next(game, at, [&](const auto& next) { self(self, next, left - 1); });
      return;
    }
    for (Player p = 0; p < game.player_count(); ++p) {
      const auto view = game.observation(at, Viewer::player(p));
      seen[static_cast<std::size_t>(p)].insert(game.observation_digest(view));
    }
  };
  walk(walk, state, depth);
  std::vector<std::int64_t> counts;
  for (const auto& digests : seen) counts.push_back(static_cast<std::int64_t>(digests.size()));
  return counts;
}

}  // namespace chemix
