// SPDX-License-Identifier: Apache-2.0
// Turn order among a subset of seats (GN-1).
#include "chemix/core/player.hpp"

#include "support/printing.hpp"

#include <cstdint>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("players") {
  TEST_CASE("the next of a set of seats is the first one to the left, around the table") {
    for (std::uint32_t bits = 1; bits < 1U << max_player_count; ++bits) {
      const auto some = PlayerSet::of_first(
          max_player_count, [&](Player player) { return (bits >> player & 1) != 0; });
      REQUIRE(some.bits() == bits);
      for (Player player = 0; player < max_player_count; ++player) {
        Player next = player;
        do {
          next = (next + 1) % max_player_count;
        } while (!some.contains(next));
        CHECK(some.first_after(player) == next);
      }
    }
  }
  TEST_CASE("a set built from the first seats contains no others") {
    CHECK(PlayerSet::of_first(2, [](Player) { return true; }) == PlayerSet::first(2));
    CHECK(PlayerSet::of_first(0, [](Player) { return true; }).empty());
  }
}
