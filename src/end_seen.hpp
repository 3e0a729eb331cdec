// SPDX-License-Identifier: Apache-2.0
// How a game ended, by what one viewer sees of it.
#pragma once

#include "chemix/any_game.hpp"
#include "state_memory.hpp"

#include <optional>

namespace chemix {

/// Of a game that is over an end that shows the same: hands may be others, but what everybody has
/// and gets is as it was. Nothing before the end. Precondition: a possible view.
inline std::optional<StateMemory> end_seen(const AnyGame& game, ConstBlock observation) {
  if (!game.acting_seen(observation).is_nobody()) return std::nullopt;
  StateMemory end(game);
  // Whichever it is.
  Generator random = RandomStream(SeedSequence(Seed(0)), Domain::Sampler).generator(0);
  if (!game.determinize(observation, random, Others::Undecided, end.block())) return std::nullopt;
  return end;
}

}  // namespace chemix
