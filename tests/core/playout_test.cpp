// SPDX-License-Identifier: Apache-2.0
// Random playouts: the random numbers that they consume and the steps that they count.
#include "chemix/core/playout.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/random.hpp"
#include "chemix/games/chemuno/rules.hpp"
#include "support/chi_squared.hpp"
#include "support/printing.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

// Counts the numbers drawn.
struct CountingRandom {
  FastRandom random;
  std::int64_t drawn = 0;

  std::uint64_t below(std::uint64_t bound) {
    ++drawn;
    return random.below(bound);
  }
};

}  // namespace

TEST_SUITE("playout") {
  TEST_CASE("a step draws one random number if a single player acts") {
    const chemuno::Game game(
        *chemuno::Rules::create(*builtin_deck<ChemixDeck>("chemix"), chemuno::Options{}, 3));
    CountingRandom random{FastRandom(SeedSequence(1))};
    auto state = game.initial_state();
    const PlayoutCount count = playout(game, state, random);
    CHECK(random.drawn == count.steps);
  }

  TEST_CASE("the decisions of a playout are its steps by players") {
    const chemuno::Game game(
        *chemuno::Rules::create(*builtin_deck<ChemixDeck>("chemix"), chemuno::Options{}, 3));
    FastRandom random(SeedSequence(1));
    auto state = game.initial_state();
    const PlayoutCount count = playout(game, state, random);
    FastRandom again(SeedSequence(1));
    state = game.initial_state();
    std::int64_t decisions = 0;
    for (;;) {
      const Acting acted = random_step(game, state, again);
      if (acted.is_nobody()) break;
      decisions += acted.is_chance() ? 0 : 1;
    }
    CHECK(count.decisions == decisions);
    CHECK(count.decisions < count.steps);
  }

  TEST_CASE("among several acting players each is drawn equally often") {
    PlayerSet players = PlayerSet::first(4);
    players.erase(1);
    FastRandom random(SeedSequence(2));
    constexpr int draws = 3000;
    std::array<int, 4> counts{};
    for (int i = 0; i < draws; ++i) {
      ++counts[static_cast<std::size_t>(drawn_player(players, random))];
    }
    CHECK(counts[1] == 0);
    double chi_squared = 0;
    for (const int count : {counts[0], counts[2], counts[3]}) {
      const double off = count - draws / 3.0;
      chi_squared += off * off / (draws / 3.0);
    }
    CHECK(chi_squared < chi_squared_limit(2));
  }
}
