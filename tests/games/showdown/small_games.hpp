// SPDX-License-Identifier: Apache-2.0
// The games of ChemiX Showdown that the laws play.
#pragma once

#include "chemix/games/showdown/rules.hpp"
#include "laws/small_games.hpp"
#include "support/part_of_deck.hpp"

#include <array>
#include <memory>

namespace chemix::laws {

/// Two or three noble gases, one or two multipliers and four compounds.
template <>
struct SmallGames<showdown::Rules> : DefaultGames<showdown::Rules> {
  static std::shared_ptr<const ChemixDeck> deck() {
    return test::part_of_deck({"H", "H", "C", "O", "Na", "Cl", "He", "Ne", "Ar", "2", "2"},
                              {"H2O", "NaCl", "CO", "HCl"});
  }

  static std::shared_ptr<const ChemixDeck> belief_deck() {
    return test::part_of_deck({"H", "H", "H", "C", "C", "O", "O", "Cl", "He", "Ne", "Ar", "2"},
                              {"H2O", "CO", "HCl", "CO2"});
  }
  static constexpr int belief_games = 300;

  static constexpr std::array rare_fields{
      RareField{"asked", RareField::Rare::Some, "oxygen and hydrogen are seldom finished"},
      RareField{"finished_by", RareField::Rare::Some,
                "oxygen and hydrogen are in half of all compounds"},
      RareField{"finished_with", RareField::Rare::Some,
                "they are seldom finished, with any of these the less"},
      RareField{"points", RareField::Rare::Some, "nor set aside"}};
};

}  // namespace chemix::laws
