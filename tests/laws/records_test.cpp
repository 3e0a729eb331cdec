// SPDX-License-Identifier: Apache-2.0
// Records of random games of every kind.
#include "chemix/any_game.hpp"
#include "chemix/record.hpp"
#include "chemix/state_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("laws") {
  TEST_CASE("records read back and replay to the same digest") {
    for (const GameDescription& described : game_descriptions()) {
      for (int players = described.min_players; players <= described.max_players; ++players) {
        const auto game = *make_game({.name = described.name, .players = players});
        for (int number = 0; number < 20; ++number) {
          FastRandom random(SeedSequence(static_cast<std::uint64_t>(number)));
          const Player start = number % players;
          StateMemory memory(*game);
          const Block state = memory.block();
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
}
