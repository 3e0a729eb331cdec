// SPDX-License-Identifier: Apache-2.0
// Bounds on a viewer's beliefs, from sampled worlds.
#pragma once

#include "chemix/beliefs/belief.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/random.hpp"

#include <algorithm>
#include <concepts>

#include <doctest/doctest.h>

namespace chemix::test {

/// How many cards a place holds at least and at most.
struct Believed {
  int least = 0;
  int most = 0;

  bool operator==(const Believed&) const = default;
};

/// The least and the most that `count` makes of some hundred tables that `viewer` believes in.
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

/// The same of the cards of a kind in the hand of `player`.
template <class G>
Believed believed(const G& game, const typename G::State& state, Viewer viewer, Player player,
                  Card kind) {
  return believed(game, state, viewer, [&](const auto& table) {
    return static_cast<int>(table.own[player].hand.count(kind));
  });
}

}  // namespace chemix::test
