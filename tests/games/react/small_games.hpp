// SPDX-License-Identifier: Apache-2.0
// The games of REACT! that the laws play.
#pragma once

#include "chemix/games/react/rules.hpp"
#include "laws/small_games.hpp"
#include "support/part_of_deck.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace chemix::laws {

/// Two or three noble gases, one or two multipliers and four compounds.
template <>
struct SmallGames<react::Rules> : DefaultGames<react::Rules> {
  static std::shared_ptr<const ChemixDeck> deck() {
    return test::part_of_deck({"H", "H", "C", "O", "Na", "Cl", "He", "Ne", "Ar", "2", "2"},
                              {"H2O", "NaCl", "CO", "HCl"});
  }

  static std::shared_ptr<const ChemixDeck> belief_deck() {
    return test::part_of_deck({"H", "H", "C", "C", "O", "O", "Cl", "He", "Ne", "2"},
                              {"H2O", "CO", "HCl", "CO2"});
  }
  static std::vector<std::string> belief_options() {
    return {"hand_size=1 max_rounds=8", "hand_size=2 max_rounds=8"};
  }
  static constexpr int belief_games = 150;

  static constexpr std::array rare_fields{
      RareField{"aside", RareField::Rare::Some,
                "ascending kinds: the third is seldom the first of all"},
      RareField{"taken", RareField::Rare::Some,
                "ascending kinds: the third is seldom the first of all"},
      RareField{"won", RareField::Rare::Some,
                "large compounds are seldom won by players at random"},
      RareField{"claims", RareField::Rare::Some, "nor claimed"},
      RareField{"claim", RareField::Rare::Some, "nor claimed"}};
};

}  // namespace chemix::laws
