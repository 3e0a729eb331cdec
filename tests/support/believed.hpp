// SPDX-License-Identifier: Apache-2.0
// Bounds on a viewer's beliefs, estimated from sampled worlds (determinizations).
#pragma once

#include "chemix/beliefs/belief.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/random.hpp"

#include <algorithm>
#include <concepts>
#include <string>

#include <doctest/doctest.h>

namespace chemix::test {

/// The least and the greatest value that a count takes.
struct Believed {
  int least = 0;
  int most = 0;

  bool operator==(const Believed&) const = default;
};
/// Printed by failed assertions (support/printing.hpp).
inline std::string print(const Believed& range) {
  return "from " + std::to_string(range.least) + " to " + std::to_string(range.most);
}

/// The range of `count(table)` over 300 worlds sampled from the belief of `viewer`.
template <class G, class Count>
requires std::invocable<Count, const typename G::Table&> Believed
believed(const G& game, const typename G::State& state, Viewer viewer, Count&& count) {
  const auto seen = game.observation(state, viewer);
  FastRandom random(SeedSequence(17));
  Believed found{1000, 0};
  for (int i = 0; i < 300; ++i) {
    const auto world = game.determinize(seen, random);
    REQUIRE(world.has_value());
    const int number = count(world->table);
    found = {std::min(found.least, number), std::max(found.most, number)};
  }
  return found;
}

/// The same for the number of cards of a kind in the hand of `player`.
template <class G>
Believed believed(const G& game, const typename G::State& state, Viewer viewer, Player player,
                  Card kind) {
  return believed(game, state, viewer, [&](const auto& table) {
    return static_cast<int>(table.own[player].hand.count(kind));
  });
}

}  // namespace chemix::test
