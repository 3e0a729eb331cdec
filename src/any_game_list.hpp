// SPDX-License-Identifier: Apache-2.0
// What the list of games holds of each.
#pragma once

#include "chemix/any_game.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace chemix {

struct GameEntry {
  GameDescription description;
  Result<std::shared_ptr<const AnyGame>> (*make)(const GameRequest&);
  /// With its key.
  std::size_t state_size;
};

/// How a game is described and made: see game_maker_of.hpp.
template <class G>
class GameMakerOf {
 public:
  static GameDescription describe();
  static Result<std::shared_ptr<const AnyGame>> make(const GameRequest& request);
};

/// The games of one header, in an object of its own: see stepping.cpp.in.
template <class Games>
std::vector<GameEntry> entries_of();

}  // namespace chemix
