// SPDX-License-Identifier: Apache-2.0
// Heuristic value: collect for an open compound, and leave nobody a good card on top.
#include "chemix/games/expansion/table.hpp"
#include "games/expected_points.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace chemix {

double expansion::Table::heuristic_value(const Public& open, const Private& own,
                                         Player player) const {
  constexpr std::array chances{0.75, 0.35, 0.15, 0.05};
  // The cost of cards at the end, counted as a value while there is time to use them.
  constexpr double of_a_card = 0.5;
  constexpr double of_a_wild = 4;
  DeckBag hand = own.hand;
  const bool may_take = open.phase == Phase::Source && open.current_player == player;
  if (may_take && can_take_discard(open)) deck_->layout().add(hand, open.discard_pile[0]);
  const int wilds = deck_->layout().count(hand, wild_card);
  ExpectedPoints expected(0.3);
  for (std::uint64_t rest = open_ones(open); rest != 0; rest &= rest - 1) {
    const int compound = std::countr_zero(rest);
    const Price& price = deck_->price(compound);
    const int lacking = std::max(0, price.size() - price.paid_by(hand) - wilds);
    expected.add(deck_->points(compound) * chance_of(chances, lacking));
  }
  return in_stack(open) == 0 ? expected.value()
                             : expected.value() + of_a_card * (own.hand.size() - wilds_held(own)) +
                                   of_a_wild * wilds_held(own);
}

}  // namespace chemix
