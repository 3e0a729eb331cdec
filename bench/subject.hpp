// SPDX-License-Identifier: Apache-2.0
// The benchmark subjects: all games with their default decks and options.
#pragma once

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "chemix/games.hpp"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace chemix::bench {

template <class G>
G make(int players) {
  using Rules = typename G::Rules;
  return G(*Rules::create(*builtin_deck<typename Rules::Deck>(Rules::default_deck), {}, players));
}

template <class G>
std::string label(int players) {
  return std::string(G::name()) + "/" + std::to_string(players);
}

/// Calls `visit(label, make)` for every game and number of players; `make()` returns the game.
template <class Visit>
void for_each_label(Visit&& visit) {
  const auto visit_all = [&]<class G>(std::type_identity<G>) {
    for (int players = G::Rules::min_players; players <= G::Rules::max_players; ++players) {
      visit(label<G>(players), [players] { return make<G>(players); });
    }
  };
  [&]<class... Games>(std::type_identity<std::tuple<Games...>>) {
    (visit_all(std::type_identity<Games>()), ...);
  }(std::type_identity<AllGames>());
}

/// The start of a game: the full state with knowledge, or the table alone.
template <bool Knowledge, class G>
auto start(const G& game) {
  if constexpr (Knowledge) {
    return game.initial_state();
  } else {
    return game.rules().initial_table(0);
  }
}

/// Decision states, each drawn uniformly from those of another random game.
template <class G>
std::vector<typename G::State> middle_states(const G& game, int count) {
  std::vector<typename G::State> states;
  FastRandom random(SeedSequence(11));
  while (static_cast<int>(states.size()) < count) {
    auto state = game.initial_state();
    std::vector<typename G::State> decisions;
    while (!game.is_terminal(state)) {
      if (!game.acting(state).is_chance()) decisions.push_back(state);
      random_step(game, state, random);
    }
    states.push_back(decisions[random.below(decisions.size())]);
  }
  return states;
}

}  // namespace chemix::bench
