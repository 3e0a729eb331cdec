// SPDX-License-Identifier: Apache-2.0
// Parts of rules that all card games share: limits, public constraints on hidden cards, spectators.
#include "chemix/games/card_rules.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/games/chemuno/rules.hpp"
#include "small/high_card.hpp"
#include "support/printing.hpp"

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("card rules") {
  TEST_CASE("GN-8: a decision has at most 256 legal actions") {
    CHECK(!legal_action_limit_error(256).has_value());
    const auto error = legal_action_limit_error(257);
    REQUIRE(error.has_value());
    CHECK(*error ==
          InputError{"deck", "257 legal actions in one decision", "must be at most 256", "DK-4"});
  }

  TEST_CASE("a public constraint on a hidden card excludes kinds") {
    const auto excluded = [](LogEntry::Constraint among) {
      return chemuno::Rules::not_among(among);
    };
    CHECK(excluded(LogEntry::Constraint::AnyCard).empty());
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const Card card = Card::of(kind);
      CAPTURE(kind);
      CHECK(excluded(LogEntry::Constraint::NobleGas).contains(card) == !card.is_noble_gas());
      CHECK(excluded(LogEntry::Constraint::NotNobleGas).contains(card) == card.is_noble_gas());
    }
  }

  TEST_CASE("GN-9: an observation in which a spectator holds cards is rejected for every game") {
    const high_card::Game game(*high_card::Rules::create(*builtin_deck<BasicDeck>("basic"), {}, 2));
    auto seen = game.observation(game.initial_state(), Viewer::spectator());
    REQUIRE(!game.rules().validation_error(seen).has_value());
    seen.own.hand.add(Card::of(0));
    const auto error = game.rules().validation_error(seen);
    REQUIRE(error.has_value());
    CHECK(error->field == "hand");
    CHECK(error->rule == "GN-9");
  }
}
