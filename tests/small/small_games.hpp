// SPDX-License-Identifier: Apache-2.0
// The small games kept for tests, and what the laws play of them.
#pragma once

#include "laws/small_games.hpp"
#include "small/flask.hpp"
#include "small/high_card.hpp"
#include "support/part_of_deck.hpp"

#include <memory>
#include <tuple>

namespace chemix::laws {

using SmallTestGames = std::tuple<flask::Game, flask::MatchGame, high_card::Game>;

template <>
struct SmallGames<flask::Rules> : DefaultGames<flask::Rules> {
  static std::shared_ptr<const ChemixDeck> belief_deck() {
    return test::part_of_deck({"H", "H", "H", "C", "C", "O", "O", "Cl"}, {"CO", "HCl"});
  }
  static constexpr int belief_games = 200;
};

}  // namespace chemix::laws
