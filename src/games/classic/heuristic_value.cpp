// SPDX-License-Identifier: Apache-2.0
// Heuristic value: cards that compounds of the display need are worth more than they cost.
#include "chemix/games/classic/rules.hpp"

#include <cstdint>

namespace chemix {

double classic::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double of_a_card = 1.1;
  constexpr double of_a_compound = 0.05;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const std::uint64_t left = open.display.compounds();
  double hope = 0;
  table.own[player].hand.kinds().for_each([&](Card card) {
    const int compounds = popcount(containing(card) & left);
    if (compounds > 0) {
      hope += (of_a_card + of_a_compound * compounds) * table.own[player].hand.count(card);
    }
  });
  return hope;
}

}  // namespace chemix
