// SPDX-License-Identifier: Apache-2.0
// The entries of the list of games, behind AnyGame.
#pragma once

#include "chemix/any_game.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace chemix {

struct GameEntry {
  GameDescription description;
  Result<std::shared_ptr<const AnyGame>> (*make)(const GameRequest&);
  /// In bytes, including the key.
  std::size_t state_size;
};

/// The games of one header, compiled into an object of their own: see any_game.cpp.in.
template <class Games>
std::vector<GameEntry> entries_of();

}  // namespace chemix
