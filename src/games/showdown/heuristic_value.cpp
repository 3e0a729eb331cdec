// SPDX-License-Identifier: Apache-2.0
// Heuristic value: lay one compound after another, as long as cards are left.
#include "chemix/games/showdown/rules.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace chemix {

double showdown::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double in_this_round = 0.6;
  constexpr double in_the_next = 0.3;
  constexpr double of_a_card = 0.1;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const auto points_of = [&](int compound) {
    return deck_->compound(Card::of_compound(compound)).points;
  };
  SmallBag cards = table.own[player].hand.small_cards() + open_multipliers(open);
  std::uint64_t left = open.display.compounds();
  int points = 0;
  for (;;) {
    int best = -1;
    std::uint64_t compounds = matcher_.layable(cards) & left;
    for (; compounds != 0; compounds &= compounds - 1) {
      const int compound = std::countr_zero(compounds);
      if (best < 0 || points_of(compound) > points_of(best)) best = compound;
    }
    if (best < 0) break;
    points += points_of(best);
    cards -= needs_[static_cast<std::size_t>(best)];
    left &= ~(std::uint64_t{1} << best);
  }
  const bool lays = open.phase != Phase::Collect && !open.passed[player];
  return (lays ? in_this_round : in_the_next) * points + of_a_card * open.hand_size[player];
}

}  // namespace chemix
