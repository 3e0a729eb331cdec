// SPDX-License-Identifier: Apache-2.0
#include "all_headers.hpp"

std::uint64_t digest_by_type(std::uint64_t seed) {
  const chemix::chemuno::Game game(*chemix::chemuno::Rules::create(
      *chemix::builtin_deck<chemix::ChemixDeck>("chemix"), chemix::chemuno::Options{}, 3));
  chemix::DealStream deal(chemix::SeedSequence(seed).key());
  auto state = game.initial_state();
  while (!game.is_terminal(state)) {
    if (const auto player = game.current_player(state)) {
      const int id = game.legal_actions(state, *player)[0];
      state = *game.apply(state, *player, game.rules().action_of(id));
    } else {
      const auto ways = static_cast<std::uint64_t>(game.chance_weight(state.table));
      const auto nth = static_cast<std::int64_t>(deal.draw(state.chance_count, ways));
      state = *game.apply(state, game.chance_outcome(state.table, nth));
    }
  }
  return game.digest(state);
}
