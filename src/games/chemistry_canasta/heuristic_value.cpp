// SPDX-License-Identifier: Apache-2.0
// Heuristic value: the heuristic of the common table, and cards for runs.
#include "chemix/games/chemistry_canasta/rules.hpp"
#include "games/expected_points.hpp"

#include <array>

namespace chemix {

double chemistry_canasta::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr std::array chances{0.6, 0.3};
  const Public& open = table.open;
  if (phase_of(open) == Phase::Over) return 0;
  const Private& own = table.own[player];
  const int wilds = table_.wilds_held(own);
  int lacking = 0;
  while (lacking < 2 && possible_runs(elements_of(own), wilds + lacking) == 0) ++lacking;
  return table_.heuristic_value(open, own, player) +
         run_card_points * run_length * chance_of(chances, lacking);
}

}  // namespace chemix
