// SPDX-License-Identifier: Apache-2.0
// Heuristic value: keep cards that fit on many others, and leave the next player nothing to lay.
#include "chemix/games/chemuno/rules.hpp"

namespace chemix {

double chemuno::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double of_noble_gas = 0.6;
  constexpr double of_fitting_all = 0.6;
  constexpr double of_having_to_draw = -1.5;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const Private& own = table.own[player];
  double hope = 0;
  own.hand.kinds().for_each([&](Card card) {
    const double of_each =
        card.is_noble_gas() ? of_noble_gas
                            : of_fitting_all * fit_[card.index].size() / deck_->card_kind_count();
    hope += of_each * own.hand.count(card);
  });
  if (open.current_player != player) return hope;
  if (open.phase == Phase::Penalty && own.hand.count(*open.top) == 0) hope -= open.penalty;
  if (open.phase == Phase::Turn && kinds_to_lay(open, own).empty()) hope += of_having_to_draw;
  return hope;
}

}  // namespace chemix
