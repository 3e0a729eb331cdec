// SPDX-License-Identifier: Apache-2.0
// Tests every law on every game. LAWS=n plays n games of each; LAW=name tests only this law.
#include "chemix/any_game.hpp"
#include "chemix/record.hpp"
#include "laws/property_suite.hpp"
#include "laws/share.hpp"
#include "small/games.hpp"

#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("laws") {
  TEST_CASE_TEMPLATE_DEFINE("all laws hold", G, all_laws) {
    laws::PropertySuite<G> suite;
    const char* const only = std::getenv("LAW");
    for (const auto& [law, failure] : suite.run(only == nullptr ? "" : only)) {
      FAIL_CHECK(law << ": " << failure);
    }
    const laws::Calibration& calibration = suite.calibration();
    if (only == nullptr) CHECK(calibration.compared > 0);
    MESSAGE(std::string(G::name())
            << ": " << suite.game_count()
            << " games by players and options; knowledge forgotten in "
            << calibration.sampled_inexact << " of " << calibration.sampled
            << " views; small games: in " << calibration.compared_inexact << " of "
            << calibration.compared << ", samples chi-squared " << calibration.samples.sum()
            << " with " << calibration.samples.freedom()
            << " degrees of freedom; worlds played on: " << suite.worlds().exact
            << " of exact beliefs, " << suite.worlds().inexact << " of others");
  }
  using Share = laws::Share<laws::Games, CHEMIX_LAW_PART, CHEMIX_LAW_PARTS>;
  TEST_CASE_TEMPLATE_APPLY(all_laws, Share);

#if CHEMIX_LAW_PART == 0
  TEST_CASE("records read back and replay to the same digest") {
    for (const GameDescription& described : game_descriptions()) {
      for (int players = described.min_players; players <= described.max_players; ++players) {
        const auto game = *make_game({.name = described.name, .players = players});
        for (int number = 0; number < 20; ++number) {
          FastRandom random(SeedSequence(static_cast<std::uint64_t>(number)));
          const Player start = number % players;
          std::vector<std::uint64_t> memory(game->state_size() / 8 + 1);
          const Block state = std::as_writable_bytes(std::span(memory)).first(game->state_size());
          game->initial_state(start, state);
          std::vector<RecordedStep> steps;
          std::vector<int> ids(256);
          while (!game->acting(state).is_nobody()) {
            RecordedStep step{Actor::chance(), 0};
            if (game->acting(state).is_chance()) {
              const auto ways = static_cast<std::uint64_t>(game->chance_weight(state));
              step.action =
                  game->chance_outcome(state, static_cast<std::int64_t>(random.below(ways)));
            } else {
              step.actor = game->acting(state).players().lowest();
              const std::size_t count = game->legal_actions(state, step.actor.player(), ids);
              step.action = ids[random.below(count)];
            }
            REQUIRE(!game->apply(state, step.actor, step.action));
            steps.push_back(step);
          }
          const auto record = write_record(*game, start, steps);
          REQUIRE(record.has_value());
          const auto replay = read_record(*record);
          REQUIRE_MESSAGE(replay.has_value(), (replay ? "" : replay.error().message()));
          CHECK(replay->steps == steps);
          CHECK(replay->start_player == start);
          CHECK(replay->digest == game->digest(state));
        }
      }
    }
  }
#endif
}
