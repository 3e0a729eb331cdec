// SPDX-License-Identifier: Apache-2.0
#include "all_headers.hpp"

#include <array>
#include <iostream>
#include <vector>

#include <chemix.h>

namespace {

// The same through AnyGame, the run-time interface.
std::uint64_t digest_by_name(std::uint64_t seed) {
  chemix::GameRequest request;
  request.name = "chemuno";
  request.players = 3;
  const auto game = *chemix::make_game(request);
  chemix::DealStream deal(chemix::SeedSequence(seed).key());
  std::vector<std::uint64_t> memory((game->state_size() + 7) / 8);
  const chemix::Block state = std::as_writable_bytes(std::span(memory)).first(game->state_size());
  game->initial_state(0, state);
  for (;;) {
    const chemix::Acting acting = game->acting(state);
    if (acting.is_nobody()) return game->digest(state);
    if (acting.is_chance()) {
      const auto ways = static_cast<std::uint64_t>(game->chance_weight(state));
      const auto nth = static_cast<std::int64_t>(deal.draw(game->chance_count(state), ways));
      (void)game->apply(state, chemix::Actor::chance(), game->chance_outcome(state, nth));
      continue;
    }
    chemix::Player player = 0;
    while (!acting.contains(player)) ++player;
    std::array<int, 256> ids{};
    game->legal_actions(state, player, ids);
    (void)game->apply(state, player, ids[0]);
  }
}

}  // namespace

int main() {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    if (digest_by_name(seed) != digest_by_type(seed)) {
      std::cerr << "seed " << seed << " ends otherwise by name than by type\n";
      return 1;
    }
  }
  return chemix_abi_version() == CHEMIX_ABI_VERSION ? 0 : 1;
}
