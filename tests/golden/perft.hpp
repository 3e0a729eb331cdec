// SPDX-License-Identifier: Apache-2.0
// Positions in notation with perft counts.
#pragma once

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "laws/run.hpp"
#include "support/perft.hpp"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <sstream>
#include <string>

namespace chemix::golden {

// Deepens until the count exceeds `enough_paths`; stops at the maximum depth, and before a depth
// that would have far more paths.
inline constexpr std::int64_t enough_paths = 5000;
inline constexpr std::int64_t too_many_paths = 20'000;
inline constexpr int deepest = 10;

// Three lines: the position, its state, and for each depth the number of paths with the numbers of
// information states of the players.
template <class G>
void add_position(std::ostream& out, const G& game, const std::string& when,
                  const typename G::State& state) {
  const std::string line = notation(game, state);
  const std::string options = print_options(game.rules().options());
  out << "position " << game.player_count() << " players, " << when << (options.empty() ? "" : ": ")
      << options << "\nstate " << line << "\nperft";
  const auto parsed = *parse_state(game, line);
  std::int64_t before = 1;
  for (int depth = 1; depth <= deepest; ++depth) {
    const std::int64_t paths = perft(game, parsed, depth);
    out << " " << paths;
    const char* between = " (";
    for (const std::int64_t count : infoset_counts(game, parsed, depth)) {
      out << between << count;
      between = "/";
    }
    out << ")";
    if (paths == 0 || paths > enough_paths || paths * paths / before > too_many_paths) break;
    before = paths;
  }
  out << "\n";
}

// Plays at random until a player decides, then takes `steps` more steps.
template <class G>
typename G::State position(const G& game, FastRandom& random, int steps) {
  auto state = game.initial_state();
  while (game.acting(state).is_chance()) random_step(game, state, random);
  for (int i = 0; i < steps && !game.is_terminal(state); ++i) {
    const auto before = state;
    random_step(game, state, random);
    if (game.is_terminal(state)) return before;
  }
  return state;
}

template <class G>
std::string perft_text() {
  using Rules = typename G::Rules;
  const auto deck = *builtin_deck<typename Rules::Deck>(Rules::default_deck);
  std::ostringstream out;
  out << "# deck " << deck->key() << "\n";
  FastRandom random(SeedSequence(17));
  const auto make = [&](const std::string& options, int players) {
    return G(*Rules::create(deck, *parse_options<typename Rules::Options>(options), players));
  };
  for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
    const G game = make("", players);
    add_position(out, game, "after the deal", position(game, random, 0));
    for (const int steps : {15, 30, 60}) {
      add_position(out, game, "in mid-game", position(game, random, steps));
    }
  }
  for (const std::string& options : laws::pairwise_options<typename Rules::Options>()) {
    if (options.empty()) continue;
    const G game = make(options, Rules::min_players);
    add_position(out, game, "after the deal", position(game, random, 0));
  }
  return out.str();
}

}  // namespace chemix::golden
