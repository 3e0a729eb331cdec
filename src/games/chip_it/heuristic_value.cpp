// SPDX-License-Identifier: Apache-2.0
// Heuristic value: keep the high cards, which outbid others without chips.
#include "chemix/games/chip_it/rules.hpp"

namespace chemix {

double chip_it::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double of_a_value = 0.004;
  if (table.open.phase == Phase::Over) return 0;
  const Bag& hand = table.own[player].hand;
  double hope = 0;
  hand.kinds().for_each(
      [&](Card card) { hope += of_a_value * ChipItCards::value(card) * hand.count(card); });
  return hope;
}

}  // namespace chemix
