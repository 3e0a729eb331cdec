// SPDX-License-Identifier: Apache-2.0
// High Card, rule by rule (HC-1 to HC-3).
#include "small/high_card.hpp"

#include "support/play.hpp"
#include "support/printing.hpp"

#include <doctest/doctest.h>

namespace {

using namespace chemix;
using namespace chemix::test;

const high_card::Game game(*high_card::Rules::create(*BasicDeck::builtin("basic"), {}, 2));

TEST_SUITE("high_card") {
  TEST_CASE("HC-1: each player gets one card") {
    const auto state = dealt(game, {"Na", "Fe"}, 1);
    CHECK(phase_of(state) == "show");
    CHECK(text_of(game, state.table.own[0].hand) == "Na");
    CHECK(text_of(game, state.table.own[1].hand) == "Fe");
  }

  TEST_CASE("HC-2: each player in turn shows the card of their hand and no other") {
    const auto state = dealt(game, {"Na", "Fe"}, 1);
    CHECK(legal_texts(game, state) == std::vector<std::string>{"show Fe"});
    CHECK(refusing_rule(game, state, "show Na") == "HC-2");
    CHECK(game.is_terminal(after(game, state, {"show Fe", "show Na"})));
  }

  TEST_CASE("HC-3: the highest card wins") {
    const auto state = after(game, dealt(game, {"Na", "Fe"}), {"show Na", "show Fe"});
    CHECK(game.scores(state)[1] == 26);
    CHECK(game.returns(state)[0] == Fraction(-1));
    CHECK(game.returns(state)[1] == Fraction(1));
  }
}

}  // namespace
