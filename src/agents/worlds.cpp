// SPDX-License-Identifier: Apache-2.0
#include "agents/policies.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace chemix {

Worlds::Worlds(const Decision& decision)
    : game_(decision.game()),
      observation_(decision.observation()),
      state_((game_.state_size() + 7) / 8),
      table_((game_.table_size() + 7) / 8) {}

bool Worlds::draw(Generator& random) {
  const Block state = std::as_writable_bytes(std::span(state_)).first(game_.state_size());
  if (!game_.determinize(observation_, random, Others::Undecided, state)) return false;
  game_.table_of(state, std::as_writable_bytes(std::span(table_)).first(game_.table_size()));
  return true;
}

}  // namespace chemix
