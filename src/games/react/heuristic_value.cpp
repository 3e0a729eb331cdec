// SPDX-License-Identifier: Apache-2.0
// Heuristic value: collect for one of the compounds that lie open.
#include "chemix/games/react/rules.hpp"
#include "games/expected_points.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

namespace chemix {

double react::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr std::array chances{0.6, 0.3, 0.1, 0.03};
  constexpr double of_a_claim = 0.9;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const Private& own = table.own[player];
  const std::optional<Card> claim = is_sealed(open) ? own.claim : open.claims[player];
  ExpectedPoints expected(0.3);
  double claimed = 0;
  std::uint64_t rest = displayed(open) | open.reserved[player].compounds();
  for (; rest != 0; rest &= rest - 1) {
    const Card compound = Card::of_compound(std::countr_zero(rest));
    // A reserved compound costs its points until it is laid.
    const int points =
        deck_->compound(compound).points * (open.reserved[player].count(compound) > 0 ? 2 : 1);
    if (claim == compound) {
      claimed = of_a_claim * points;
    } else {
      const int lacking = matcher_.missing(own.hand.small_cards(), compound.compound()).size();
      expected.add(points * chance_of(chances, lacking));
    }
  }
  return claimed + expected.value();
}

}  // namespace chemix
