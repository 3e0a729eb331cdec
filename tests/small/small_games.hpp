// SPDX-License-Identifier: Apache-2.0
// The games of the test games that the laws play.
#pragma once

#include "laws/small_games.hpp"
#include "small/flask.hpp"
#include "support/part_of_deck.hpp"

#include <memory>

namespace chemix::laws {

template <>
struct SmallGames<flask::Rules> : DefaultGames<flask::Rules> {
  static std::shared_ptr<const ChemixDeck> belief_deck() {
    return test::part_of_deck({"H", "H", "H", "C", "C", "O", "O", "Cl"}, {"CO", "HCl"});
  }
  static constexpr int belief_games = 200;
};

}  // namespace chemix::laws
