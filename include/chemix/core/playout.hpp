// SPDX-License-Identifier: Apache-2.0
// Playouts: games played to the end by choosing at random, or otherwise.
#pragma once

#include "chemix/core/game.hpp"

#include <cstdint>
#include <type_traits>

namespace chemix {

/// What a playout did.
struct PlayoutCount {
  /// Applied actions, chance included.
  std::int64_t steps = 0;
  /// Actions of players.
  std::int64_t decisions = 0;
};

/// Who of `players`, not none, acts when nobody says who: each alike. Of one nothing is drawn.
template <class Random>
Player drawn_player(PlayerSet players, Random& random) {
  const Player lowest = players.lowest();
  if (players == PlayerSet::of(lowest)) return lowest;
  return players.nth(static_cast<int>(random.below(static_cast<std::uint64_t>(players.size()))));
}

/// Chooses any of the legal actions, each alike.
struct AnyLegal {
  template <class G, class Random>
  int operator()(const G&, const typename G::LegalActions& legal, Random& random) const {
    return legal[static_cast<int>(random.below(static_cast<std::uint64_t>(legal.size())))];
  }
};

/// Takes one step from `position` (a table or a state), if anybody acts: `random.below(bound)`
/// chooses among the ways of chance, `choose(game, legal, random)` the id of an action of a player
/// who acts; of several players one is drawn first. Returns who might act.
template <class G, class Position, class Random, class Choose = AnyLegal>
Acting random_step(const G& game, Position& position, Random& random, Choose choose = {}) {
  const Acting acting = game.acting(position);
  if (acting.is_nobody()) return acting;
  if (acting.is_chance()) {
    const auto& table = table_of(position);
    const auto ways = static_cast<std::uint64_t>(game.rules().chance_weight(table));
    const auto nth = static_cast<std::int64_t>(random.below(ways));
    game.apply_unchecked(position, game.chance_outcome(table, nth));
    return acting;
  }
  const Player player = drawn_player(acting.players(), random);
  const int id = choose(game, game.legal_actions(position, player), random);
  game.apply_unchecked(position, player, game.rules().action_of(id));
  return acting;
}

/// Takes such steps from `position` until nobody acts. Ends within `game.max_steps()`.
template <class G, class Position, class Random, class Choose = AnyLegal>
PlayoutCount playout(const G& game, Position& position, Random& random, Choose choose = {}) {
  PlayoutCount count;
  for (;;) {
    const Acting acted = random_step(game, position, random, choose);
    if (acted.is_nobody()) return count;
    ++count.steps;
    if (!acted.is_chance()) ++count.decisions;
  }
}

}  // namespace chemix
