// SPDX-License-Identifier: Apache-2.0
// The games of Chemuno that the laws play.
#pragma once

#include "chemix/games/chemuno/rules.hpp"
#include "laws/small_games.hpp"
#include "support/part_of_deck.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace chemix::laws {

template <>
struct SmallGames<chemuno::Rules> : DefaultGames<chemuno::Rules> {
  static std::shared_ptr<const ChemixDeck> belief_deck() {
    return test::part_of_deck({"H", "H", "C", "C", "O", "He", "2"}, {"H2O", "CO"});
  }
  static std::vector<std::string> belief_options() {
    return {"hand_size=1", "hand_size=2", "hand_size=3", "hand_size=2 voluntary_draw=yes"};
  }
  static constexpr int belief_games = 400;

  static constexpr std::size_t max_tensor_size = 700;
  static constexpr std::array rare_fields{
      RareField{"idle_turns", RareField::Rare::All, "can be only where all cards are in hands"}};
};

}  // namespace chemix::laws
