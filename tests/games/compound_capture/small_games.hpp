// SPDX-License-Identifier: Apache-2.0
// The games of Compound Capture that the laws play.
#pragma once

#include "chemix/games/compound_capture/rules.hpp"
#include "laws/small_games.hpp"

#include <array>

namespace chemix::laws {

template <class Rules>
struct CaptureGames : DefaultGames<Rules> {
  static constexpr int belief_games = 200;

  static constexpr std::array rare_fields{
      RareField{"discard_pile", RareField::Rare::Some, "seldom holds all copies of a kind"},
      RareField{"pile", RareField::Rare::All, "with few players the pile is seldom used up"}};
};
template <>
struct SmallGames<compound_capture::Rules> : CaptureGames<compound_capture::Rules> {};
template <>
struct SmallGames<compound_capture::MatchGame::Rules>
    : CaptureGames<compound_capture::MatchGame::Rules> {};

}  // namespace chemix::laws
