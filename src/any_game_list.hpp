// SPDX-License-Identifier: Apache-2.0
// What the list of games holds of each.
#pragma once

#include "chemix/any_game.hpp"

#include <cstddef>
#include <memory>

namespace chemix {

struct GameEntry {
  GameDescription description;
  Result<std::shared_ptr<const AnyGame>> (*make)(const GameRequest&);
  /// With its key.
  std::size_t state_size;
};

/// Defined for each game by its file in `src/games/`.
template <class G>
GameEntry entry_of();

}  // namespace chemix
