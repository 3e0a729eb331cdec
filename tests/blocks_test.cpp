// SPDX-License-Identifier: Apache-2.0
// States and observations as blocks of memory, which frontends store, compare and pass on.
#include "chemix/agents/policy.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/random.hpp"
#include "chemix/record.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

class Bytes {
 public:
  explicit Bytes(std::size_t size) : size_(size), words_((size + 7) / 8) {}
  [[nodiscard]] Block block() { return std::as_writable_bytes(std::span(words_)).first(size_); }

 private:
  std::size_t size_;
  std::vector<std::uint64_t> words_;
};

// Fills the stack that the next calls use, so that uninitialized padding would differ.
[[gnu::noinline]] void scribble(std::uint64_t what) {
  volatile std::uint64_t stack[2048];
  for (volatile std::uint64_t& word : stack) word = what;
}

}  // namespace

TEST_SUITE("blocks") {
  TEST_CASE("GN-1: blocks of another size and invalid seats are rejected by argument name") {
    const auto game = *make_game({.name = "react", .players = 3});
    const auto resumed = write_resumed_record(*game, {}, {});
    REQUIRE_FALSE(resumed.has_value());
    CHECK(resumed.error().field == "state");
    Bytes state(game->state_size());
    game->initial_state(0, state.block());
    CHECK(write_resumed_record(*game, state.block(), {}).has_value());
    for (const Player none : {-1, 3, 7, 100}) {
      const auto record = write_record(*game, none, {});
      REQUIRE_FALSE(record.has_value());
      CHECK(record.error().message() ==
            "start_player = " + std::to_string(none) + ": must be a seat from 0 to 2 [GN-1]");
      const auto decision = Decision::in(*game, state.block(), none);
      REQUIRE_FALSE(decision.has_value());
      CHECK(decision.error().message() ==
            "player = " + std::to_string(none) + ": must be a seat from 0 to 2 [GN-1]");
    }
    CHECK(write_record(*game, 2, {}).has_value());
  }

  TEST_CASE("equal observations are equal byte for byte, whatever was in memory before") {
    for (const GameDescription& description : game_descriptions()) {
      CAPTURE(description.name);
      GameRequest request;
      request.name = description.name;
      request.players = std::max(2, description.min_players);
      const auto made = make_game(request);
      REQUIRE(made.has_value());
      const AnyGame& game = **made;
      Bytes state(game.state_size());
      Bytes other(game.state_size());
      Bytes seen(game.observation_size());
      Bytes seen_otherwise(game.observation_size());
      FastRandom random(SeedSequence(Seed(11)));
      const Key key = SeedSequence(Seed(11)).key();
      std::uint64_t drawn = 0;
      std::vector<int> legal(static_cast<std::size_t>(game.max_legal_actions()));
      game.initial_state(0, state.block());
      for (int step = 0; step < 60; ++step) {
        const Acting acting = game.acting(state.block());
        if (acting.is_nobody()) break;
        if (acting.is_chance()) {
          const auto ways = static_cast<std::uint64_t>(game.chance_weight(state.block()));
          const auto nth = static_cast<std::int64_t>(random.below(ways));
          game.apply_unchecked(state.block(), Actor::chance(),
                               game.chance_outcome(state.block(), nth));
          continue;
        }
        const Player player = acting.players().lowest();
        for (const Viewer viewer : {Viewer::player(0), Viewer::spectator()}) {
          scribble(random.next());
          game.observe(state.block(), viewer, seen.block());
          scribble(random.next());
          Generator sample(key, Domain::Sampler, drawn++);
          REQUIRE(game.determinize(seen.block(), sample, Others::Decided, other.block()));
          scribble(random.next());
          game.observe(other.block(), viewer, seen_otherwise.block());
          CHECK(std::ranges::equal(seen.block(), seen_otherwise.block()));
        }
        const std::size_t count = game.legal_actions(state.block(), player, legal);
        game.apply_unchecked(state.block(), player, legal[random.below(count)]);
      }
    }
  }
}
