// SPDX-License-Identifier: Apache-2.0
// The end of a game, as far as one viewer sees it.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/state_memory.hpp"

#include <optional>

namespace chemix {

/// A final state that shows the viewer the same: hands may differ, but scores and returns are the
/// true ones. Returns nothing before the end of the game. Precondition: a possible observation.
inline std::optional<StateMemory> end_seen(const AnyGame& game, ConstBlock observation) {
  if (!game.acting_seen(observation).is_nobody()) return std::nullopt;
  StateMemory end(game);
  // Any final state will do.
  Generator random(SeedSequence(Seed(0)).key(), Domain::Sampler, 0);
  if (!game.determinize(observation, random, Others::Undecided, end.block())) return std::nullopt;
  return end;
}

}  // namespace chemix
