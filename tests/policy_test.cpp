// SPDX-License-Identifier: Apache-2.0
// Games played by policies draw from the streams that docs/randomness.md describes, and positions
// are valued for the right player.
#include "chemix/agents/policy.hpp"

#include "../src/agents/turns.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/random.hpp"
#include "chemix/state_memory.hpp"
#include "support/printing.hpp"

#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// Plays a game step by step, each draw from a stream of its own: chance from those of dealing, the
// seat that acts first from stream 1 of agents, and the nth decision from stream 2 + n.
std::uint64_t digest_by_hand(const AnyGame& game, const Policy& policy, const Seed& seed) {
  const Key key = SeedSequence(seed).key();
  DealStream chance(key);
  Generator seats(key, Domain::Agents, 1);
  StateMemory state(game);
  game.initial_state(0, state.block());
  std::uint64_t decisions = 0;
  for (;;) {
    const Acting acting = game.acting(state.block());
    if (acting.is_nobody()) return game.digest(state.block());
    if (acting.is_chance()) {
      const auto ways = static_cast<std::uint64_t>(game.chance_weight(state.block()));
      const std::uint64_t nth = chance.draw(game.chance_count(state.block()), ways);
      const int outcome = game.chance_outcome(state.block(), static_cast<std::int64_t>(nth));
      REQUIRE(!game.apply(state.block(), Actor::chance(), outcome));
      continue;
    }
    const PlayerSet players = acting.players();
    const auto count = static_cast<std::uint64_t>(players.size());
    const Player player = players.nth(count == 1 ? 0 : static_cast<int>(seats.below(count)));
    Generator random(key, Domain::Agents, 2 + decisions++);
    const auto decision = Decision::in(game, state.block(), player);
    REQUIRE(decision.has_value());
    REQUIRE(!game.apply(state.block(), player, policy.choose(*decision, random)));
  }
}

}  // namespace

TEST_SUITE("unit") {
  // In REACT! several players decide at once.
  TEST_CASE("policies draw from streams of their own") {
    const auto game = *make_game({.name = "react", .players = 3});
    const std::shared_ptr<const Policy> policy = *make_policy("random");
    for (const std::uint64_t number : {1U, 2U, 3U}) {
      const Seed seed(number);
      StateMemory state(*game);
      game->initial_state(0, state.block());
      play(*game, state.block(), {policy, policy, policy}, seed);
      CHECK(game->digest(state.block()) == digest_by_hand(*game, *policy, seed));
    }
  }

  TEST_CASE("a position is valued for the player who is asked about") {
    const auto game = *make_game({.name = "compound_capture", .players = 2});
    StateMemory state(*game);
    game->initial_state(0, state.block());
    FastRandom random(SeedSequence(1));
    game->playout(state.block(), random);
    REQUIRE(game->lead(state.block(), 0) != game->lead(state.block(), 1));
    StopPoll never;
    const Turns turns(*game, Aim::Points, never);
    for (const Player player : {0, 1}) {
      CHECK(turns.value(state.block(), player) == game->lead(state.block(), player));
    }
  }
}
