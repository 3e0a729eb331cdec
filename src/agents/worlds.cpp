// SPDX-License-Identifier: Apache-2.0
// Determinization for policies: each world is a complete table drawn from the player's belief.
#include "agents/policies.hpp"

namespace chemix {

Worlds::Worlds(const Decision& decision)
    : game_(decision.game()), observation_(decision.observation()), state_(game_), table_(game_) {}

bool Worlds::draw(Generator& random) {
  if (!game_.determinize(observation_, random, Others::Undecided, state_.block())) return false;
  game_.table_of(state_.block(), table_.block());
  return true;
}

}  // namespace chemix
