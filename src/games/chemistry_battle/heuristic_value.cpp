// SPDX-License-Identifier: Apache-2.0
// Heuristic value: win rounds with low cards, and keep the high ones in the hand.
#include "chemix/games/chemistry_battle/rules.hpp"

#include <optional>

namespace chemix {

double chemistry_battle::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double in_the_hand = 0.6;
  constexpr double in_the_pile = 0.3;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const auto strength = [&](Card card) { return (card.index + 1.0) / basic_deck_size; };
  double hope = 0;
  table.own[player].hand.kinds().for_each([&](Card card) { hope += in_the_hand * strength(card); });
  for (int i = 0; i < open.pile[player].size(); ++i) {
    hope += in_the_pile * strength(open.pile[player][i]);
  }
  // The winner of the running round, if everybody who follows wins where possible.
  std::optional<Player> winner;
  Card highest;
  for (int i = 0; i < players_; ++i) {
    const Player p = (open.leader + i) % players_;
    std::optional<Card> its;
    if (!open.played[p].empty()) {
      its = open.played[p][0];
    } else if (!table.own[p].hand.empty()) {
      its = table.own[p].hand.highest();
    } else if (open.pile[p].size() > 0) {
      its = open.pile[p][0];
    }
    if (!its || (winner && *its < highest)) continue;
    winner = p;
    highest = *its;
  }
  const bool runs = !open.played[open.leader].empty();
  return runs && winner == player ? hope + players_ : hope;
}

}  // namespace chemix
