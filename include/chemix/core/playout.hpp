// SPDX-License-Identifier: Apache-2.0
// Playouts: games played to the end by random choices or by another chooser.
#pragma once

#include "chemix/core/game.hpp"

#include <cstdint>
#include <type_traits>

namespace chemix {

/// The number of steps of a playout.
struct PlayoutCount {
  /// All actions, including those of chance.
  std::int64_t steps = 0;
  /// Actions of players.
  std::int64_t decisions = 0;
};

/// Draws one of `players` uniformly, for decisions that several players may take. Precondition: not
/// empty. Draws no random number for a single player.
template <class Random>
Player drawn_player(PlayerSet players, Random& random) {
  const Player lowest = players.lowest();
  if (players == PlayerSet::of(lowest)) return lowest;
  return players.nth(static_cast<int>(random.below(static_cast<std::uint64_t>(players.size()))));
}

/// Chooses uniformly among the legal actions.
struct AnyLegal {
  template <class G, class Random>
  int operator()(const G&, const typename G::LegalActions& legal, Random& random) const {
    return legal[static_cast<int>(random.below(static_cast<std::uint64_t>(legal.size())))];
  }
};

/// Takes one step from `position` (a table or a state), if anybody acts. `random.below(bound)`
/// draws the outcome of chance; `choose(game, legal, random)` returns the id of the acting player's
/// action. If several players may act, one is drawn first. Returns who acted or could have acted
/// before the step.
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

/// Takes such steps from `position` until nobody acts, at most `game.max_steps()`.
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
