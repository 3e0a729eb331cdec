// SPDX-License-Identifier: Apache-2.0
#include "chemix/core/perft.hpp"

#include "support/chemuno_position.hpp"

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

TEST_SUITE("perft") {
  // Player 0 lays Na or Cl on NaCl, or both one after the other as the hand allows.
  TEST_CASE("perft counts sequences of actions and ends with the game") {
    const auto game = tiny_game({"Na", "Cl", "H"}, {"NaCl", "HCl"});
    const auto state = state_of(game, {.top = "NaCl", .hands = {"Na,Cl", "HCl"}, .pile = "H"});
    CHECK(perft(game, state, 0) == 1);
    CHECK(perft(game, state, 1) == 2);  // lay Na, lay Cl
    CHECK(perft(game, state, 2) == 4);  // then call or stay silent
    // Silent: the one card of the pile is drawn. Called: HCl fits on Cl and wins, on Na it is
    // drawn.
    CHECK(perft(game, state, 3) == 4);
  }

  TEST_CASE("infosets count what each player can tell apart") {
    const auto game = tiny_game({"Na", "Cl", "H"}, {"NaCl", "HCl"});
    const auto state = game.initial_state();
    // Five different cards come to player 0: only this player tells them apart.
    CHECK(perft(game, state, 1) == 5);
    const auto counts = infoset_counts(game, state, 1);
    CHECK(counts[0] == 5);
    CHECK(counts[1] == 1);
    const auto both = infoset_counts(game, state, 2);
    CHECK(both[0] == 5);
    CHECK(both[1] == 5);
  }
}
