// SPDX-License-Identifier: Apache-2.0
// Perft (counts of action sequences by depth) and counts of information sets, checked by hand.
#include "support/perft.hpp"

#include "support/chemuno_position.hpp"
#include "support/printing.hpp"

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
    // After silence, the one card of the pile is drawn. After a call, HCl matches Cl and wins; on
    // Na, a card is drawn.
    CHECK(perft(game, state, 3) == 4);
  }

  TEST_CASE("information sets count the histories that a player can tell apart") {
    const auto game = tiny_game({"Na", "Cl", "H"}, {"NaCl", "HCl"});
    const auto state = game.initial_state();
    // Player 0 gets one of five different cards. Only player 0 can tell them apart.
    CHECK(perft(game, state, 1) == 5);
    const auto counts = infoset_counts(game, state, 1);
    CHECK(counts[0] == 5);
    CHECK(counts[1] == 1);
    const auto both = infoset_counts(game, state, 2);
    CHECK(both[0] == 5);
    CHECK(both[1] == 5);
  }
}
