// SPDX-License-Identifier: Apache-2.0
// Plays the same game of Chemuno as the C example, with the game's own types.
//
//   play_chemuno [PLAYERS [SEED]]
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/random.hpp"
#include "chemix/games/chemuno/rules.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>

namespace chemuno = chemix::chemuno;

namespace {

// Never forgets to call and never keeps a matching card; otherwise plays at random.
chemuno::Action choose(const chemuno::Game& game, const chemuno::State& state,
                       chemix::Player player, std::uint32_t& random) {
  const auto legal = game.legal_actions(state, player);
  std::vector<chemuno::Action> liked;
  legal.for_each([&](int id) {
    const chemuno::Action action = game.rules().action_of(id);
    const bool disliked = std::holds_alternative<chemuno::StaySilent>(action) ||
                          std::holds_alternative<chemuno::Keep>(action);
    if (!disliked || legal.size() == 1) liked.push_back(action);
  });
  random = random * 1664525U + 1013904223U;
  return liked[(random >> 16) % liked.size()];
}

int play(int argc, char** argv) {
  const int players = argc > 1 ? std::atoi(argv[1]) : 3;
  const std::string seed_text = argc > 2 ? argv[2] : "7";
  const auto seed = chemix::Seed::from_text(seed_text);
  if (!seed) {
    fmt::print(stderr, "{}: is no seed\n", seed_text);
    return 1;
  }
  const auto deck = chemix::builtin_deck<chemix::ChemixDeck>("chemix");
  auto rules = deck.and_then([&](const auto& cards) {
    return chemuno::Rules::create(cards, chemuno::Options{}, players);
  });
  if (!rules) {
    fmt::print(stderr, "{}\n", rules.error().message());
    return 1;
  }
  const chemuno::Game game(std::move(*rules));
  chemix::DealStream deal(chemix::SeedSequence(*seed).key());
  auto random = static_cast<std::uint32_t>(std::strtoul(seed_text.c_str(), nullptr, 0));

  chemuno::State state = game.initial_state();
  while (!game.is_terminal(state)) {
    if (const auto player = game.current_player(state)) {
      const chemuno::Action action = choose(game, state, *player, random);
      fmt::print("player {}: {}\n", *player, chemix::print_action(game.rules(), action));
      state = *game.apply(state, *player, action);
      continue;
    }
    const auto ways = static_cast<std::uint64_t>(game.chance_weight(state.table));
    const std::uint64_t nth = deal.draw(state.chance_count, ways);
    game.apply_unchecked(state, game.chance_outcome(state.table, static_cast<std::int64_t>(nth)));
  }
  const auto cards_left = game.scores(state);
  const auto returns = game.returns(state);
  for (chemix::Player player = 0; player < players; ++player) {
    fmt::print("player {}: {} cards left, {:+.2f}\n", player, cards_left[player],
               returns[player].value());
  }
  fmt::print("digest {:016x}\n", game.digest(state));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return play(argc, argv);
  } catch (...) {
    std::fputs("There is no room for the game, or nowhere to write it.\n", stderr);
    return 1;
  }
}
