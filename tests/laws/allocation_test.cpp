// SPDX-License-Identifier: Apache-2.0
// Nothing on the step path allocates. This is a separate program, since it counts all allocations.
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "small/games.hpp"
#include "support/allocations.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

namespace {

using namespace chemix;

// On average, for one sample.
constexpr int max_allocations = 100;

TEST_SUITE("allocation") {
  TEST_CASE_TEMPLATE_DEFINE("no step allocates", G, no_step_allocates) {
    using Rules = typename G::Rules;
    for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
      const G game(
          *Rules::create(*builtin_deck<typename Rules::Deck>(Rules::default_deck), {}, players));
      FastRandom random(SeedSequence(1));
      std::int64_t seen = 0;
      std::vector<float> numbers(2000);
      const std::int64_t before = test::allocation_count();
      for (int i = 0; i < 50; ++i) {
        auto table = game.initial_state().table;
        playout(game, table, random);
        auto state = game.initial_state();
        while (!random_step(game, state, random).is_nobody()) {
          const auto view = game.observation(state, Viewer::player(0));
          for (Player p = 0; p < players; ++p) {
            if (game.acting(state).contains(p)) seen += game.legal_actions(state, p).size();
          }
          TensorWriter writer(numbers);
          game.encode(writer, view);
          game.encode(writer, state.table, Viewer::player(players - 1));
          seen += view.knowledge == state.knowledge ? 1 : 0;
          seen += static_cast<std::int64_t>(game.digest(state) & 1);
        }
      }
      const std::int64_t after = test::allocation_count();
      CHECK(after == before);
      CHECK(seen > 0);
    }
  }
  TEST_CASE_TEMPLATE_APPLY(no_step_allocates, laws::Games);

  // A belief keeps its hypotheses and its counts on the heap while it lives.
  TEST_CASE_TEMPLATE_DEFINE("sampling a state allocates rarely", G, sampling_allocates) {
    using Rules = typename G::Rules;
    for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
      const G game(
          *Rules::create(*builtin_deck<typename Rules::Deck>(Rules::default_deck), {}, players));
      FastRandom random(SeedSequence(1));
      std::vector<typename G::Observation> seen;
      while (seen.size() < 200) {
        auto state = game.initial_state();
        while (!random_step(game, state, random).is_nobody() && seen.size() < 200) {
          seen.push_back(game.observation(state, Viewer::player(0)));
        }
      }
      const std::int64_t before = test::allocation_count();
      int sampled = 0;
      for (const auto& view : seen) sampled += game.determinize(view, random) ? 1 : 0;
      const std::int64_t allocated = test::allocation_count() - before;
      CHECK(sampled == 200);
      CHECK(allocated <= 200 * max_allocations);
    }
  }
  TEST_CASE_TEMPLATE_APPLY(sampling_allocates, laws::Games);
}

}  // namespace
