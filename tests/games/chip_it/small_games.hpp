// SPDX-License-Identifier: Apache-2.0
// The games of Chip it that the laws play.
#pragma once

#include "chemix/games/chip_it/rules.hpp"
#include "laws/small_games.hpp"

#include <memory>

namespace chemix::laws {

template <>
struct SmallGames<chip_it::Rules> : DefaultGames<chip_it::Rules> {
  static std::shared_ptr<const ChipItDeck> belief_deck() {
    ChipItDeck::Bag cards;
    for (const int value : {2, 4, 4, 5}) cards.add(ChipItCards::green(value));
    for (const int value : {2, 3, 3, 4}) cards.add(ChipItCards::purple(value));
    return ChipItDeck::of(cards);
  }

  static constexpr std::size_t max_tensor_size = 700;
};
template <>
struct SmallGames<MatchRules<chip_it::Tournament>> : DefaultGames<MatchRules<chip_it::Tournament>> {
  static constexpr std::size_t max_tensor_size = 700;
};
template <>
struct SmallGames<MatchRules<chip_it::Duel>> : DefaultGames<MatchRules<chip_it::Duel>> {
  static constexpr std::size_t max_tensor_size = 700;
};

}  // namespace chemix::laws
