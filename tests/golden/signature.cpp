// SPDX-License-Identifier: Apache-2.0
// Prints one number over fixed games of all kinds, which must be equal for every compiler and
// language binding.
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/random.hpp"
#include "chemix/games.hpp"

#include <cstdint>
#include <iostream>
#include <tuple>
#include <type_traits>

namespace {

using namespace chemix;

// The digest at the end of a game in which decision i takes the legal action number
// 7919 i + 104729 seed, modulo their number; the dealer of the seed resolves chance.
template <class G>
std::uint64_t play(const G& game, std::uint64_t seed) {
  DealStream deal(SeedSequence(seed).key());
  auto state = game.initial_state();
  for (std::uint64_t decisions = 0; !game.is_terminal(state);) {
    if (game.acting(state).is_chance()) {
      const auto ways = static_cast<std::uint64_t>(game.chance_weight(state.table));
      const auto nth = static_cast<std::int64_t>(deal.draw(state.chance_count, ways));
      game.apply_unchecked(state, game.chance_outcome(state.table, nth));
      continue;
    }
    const Player player = *game.current_player(state);
    const auto legal = game.legal_actions(state, player);
    const std::uint64_t nth = 7919 * decisions++ + 104729 * seed;
    const int id = legal[static_cast<int>(nth % static_cast<std::uint64_t>(legal.size()))];
    game.apply_unchecked(state, player, game.rules().action_of(id));
  }
  return game.digest(state);
}

template <class G>
void add_games(std::uint64_t& signature) {
  using Rules = typename G::Rules;
  for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
    const G game(
        *Rules::create(*builtin_deck<typename Rules::Deck>(Rules::default_deck), {}, players));
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      signature = signature * 1099511628211U + play(game, seed);
    }
  }
}

template <class... Games>
std::uint64_t signature_of(std::type_identity<std::tuple<Games...>>) {
  std::uint64_t signature = 14695981039346656037U;
  (add_games<Games>(signature), ...);
  return signature;
}

}  // namespace

int main() { std::cout << hex(signature_of(std::type_identity<AllGames>())) << "\n"; }
