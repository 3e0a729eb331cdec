// SPDX-License-Identifier: Apache-2.0
// The games of Chemistry Battle that the laws play.
#pragma once

#include "chemix/games/chemistry_battle/rules.hpp"
#include "laws/small_games.hpp"

namespace chemix::laws {

template <>
struct SmallGames<chemistry_battle::Rules> : DefaultGames<chemistry_battle::Rules> {
  static constexpr int belief_games = 150;
  static constexpr std::size_t max_tensor_size = 700;
};

}  // namespace chemix::laws
