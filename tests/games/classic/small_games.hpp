// SPDX-License-Identifier: Apache-2.0
// The games of ChemiX Classic that the laws play.
#pragma once

#include "chemix/games/classic/rules.hpp"
#include "laws/small_games.hpp"
#include "support/part_of_deck.hpp"

#include <array>
#include <memory>

namespace chemix::laws {

/// More elements than are dealt to two players, most of which no compound needs once it is formed,
/// since hands are refilled.
template <>
struct SmallGames<classic::Rules> : DefaultGames<classic::Rules> {
  static std::shared_ptr<const ChemixDeck> deck() {
    return test::part_of_deck(
        {"H", "H", "H", "H", "C", "C", "O", "O", "O", "O", "Na", "Cl", "He", "Ne", "2"},
        {"H2", "NaCl", "CO", "HCl"});
  }
  static constexpr int belief_games = 300;

  static constexpr std::array rare_fields{
      RareField{"phase", RareField::Rare::Some, "multipliers seldom expire with two players"},
      RareField{"display", RareField::Rare::Some,
                "large compounds are seldom formed by players at random"},
      RareField{"formed", RareField::Rare::Some,
                "large compounds are seldom formed by players at random"},
      RareField{"laid", RareField::Rare::Some,
                "large compounds are seldom formed by players at random"},
      RareField{"dissolved", RareField::Rare::Some,
                "large compounds are seldom formed by players at random"},
      RareField{"won", RareField::Rare::Some,
                "large compounds are seldom formed by players at random"},
      RareField{"minus", RareField::Rare::Some, "common elements seldom expire"},
      RareField{"laid_off", RareField::Rare::Some, "common elements seldom expire"}};
};

}  // namespace chemix::laws
