// SPDX-License-Identifier: Apache-2.0
// The games of Chemistry Canasta that the laws play.
#pragma once

#include "chemix/games/chemistry_canasta/rules.hpp"
#include "laws/small_games.hpp"

#include <array>

namespace chemix::laws {

template <class Rules>
struct CanastaGames : DefaultGames<Rules> {
  static constexpr int belief_games = 200;

  static constexpr std::array rare_fields{
      RareField{"discard_pile", RareField::Rare::Some, "seldom holds all copies of a kind"},
      RareField{"run", RareField::Rare::Some, "there are 52, each seldom laid"},
      RareField{"runs", RareField::Rare::Some, "there are 52 of each player"},
      RareField{"runs.wilds", RareField::Rare::Some, "seldom two wild cards are laid in a run"}};
};
template <>
struct SmallGames<chemistry_canasta::Rules> : CanastaGames<chemistry_canasta::Rules> {};
template <>
struct SmallGames<chemistry_canasta::MatchGame::Rules>
    : CanastaGames<chemistry_canasta::MatchGame::Rules> {};

}  // namespace chemix::laws
