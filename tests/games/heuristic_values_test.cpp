// SPDX-License-Identifier: Apache-2.0
// Preferences of the heuristics of the games, shown by positions that differ in one respect.
#include "../../src/games/expected_points.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/games/chemistry_battle/rules.hpp"
#include "chemix/games/chemistry_canasta/rules.hpp"
#include "chemix/games/chemuno/rules.hpp"
#include "chemix/games/classic/rules.hpp"
#include "chemix/games/compound_capture/rules.hpp"
#include "chemix/games/react/rules.hpp"
#include "chemix/games/showdown/rules.hpp"
#include "support/expansion_play.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <doctest/doctest.h>

using namespace chemix;
using doctest::Approx;

namespace {

// A game for two with the built-in deck.
template <class G>
G game_for_two() {
  using Rules = typename G::Rules;
  return G(*Rules::create(*builtin_deck<typename Rules::Deck>(Rules::default_deck), {}, 2));
}

// The initial table, in which seat 0 holds these cards.
template <class G>
typename G::Table holding(const G& game, std::string_view cards) {
  auto table = game.initial_state().table;
  const auto bag = test::cards_of(game, cards);
  if constexpr (std::is_same_v<decltype(table.own[0].hand), DeckBag>) {
    for (int i = 0; i < bag.size(); ++i) {
      game.rules().deck().layout().add(table.own[0].hand, bag.nth(i));
    }
  } else {
    table.own[0].hand = bag;
  }
  table.open.hand_size[0] = static_cast<std::uint8_t>(bag.size());
  return table;
}

template <class G>
Card card_of(const G& game, std::string_view name) {
  return *game.rules().deck().card(name);
}

// A game with expansion decks in which only these compounds are open, and none is left.
template <class G>
typename G::Table with_open(const G& game, std::string_view compounds, std::string_view hand) {
  auto table = holding(game, hand);
  table.open.phase = expansion::Phase::Main;
  const auto& deck = game.rules().deck();
  for (int i = 0; i < deck.compound_count(); ++i) {
    table.open.compounds.put(i, expansion::CompoundPlaces::captured_by(1));
  }
  while (!compounds.empty()) {
    const std::string_view name = split_off(compounds, ",");
    for (int i = 0; i < deck.compound_count(); ++i) {
      if (deck.name(deck.compound_card(i)) == name) {
        table.open.compounds.put(i, expansion::CompoundPlaces::open);
      }
    }
  }
  return table;
}

}  // namespace

TEST_SUITE("heuristic values") {
  TEST_CASE("in Chemuno a penalty threatens a player who cannot pass it on") {
    const auto game = game_for_two<chemuno::Game>();
    const auto value = [&](std::string_view hand, int penalty) {
      auto table = holding(game, hand);
      table.open.phase = chemuno::Phase::Penalty;
      table.open.top = card_of(game, "2");
      table.open.penalty = static_cast<std::uint8_t>(penalty);
      return game.rules().heuristic_value(table, 0);
    };
    CHECK(value("H", 2) - value("H", 6) == Approx(4));
    CHECK(value("2", 2) == Approx(value("2", 6)));
  }

  TEST_CASE("in Showdown the compounds with the most points are hoped for") {
    const auto game = game_for_two<showdown::Game>();
    const auto points = [&](const char* name) {
      return game.rules().deck().compound(card_of(game, name)).points;
    };
    REQUIRE(points("H2O") > points("H2"));
    auto table = holding(game, "H,2,O");
    table.open.phase = showdown::Phase::Lay;
    table.open.multipliers = {};
    table.open.display = test::cards_of(game, "H2,H2O");
    CHECK(game.rules().heuristic_value(table, 0) == Approx(0.6 * points("H2O") + 0.3));
  }

  TEST_CASE("in Classic only compounds that are left make a card worth keeping") {
    const auto game = game_for_two<classic::Game>();
    const auto value = [&](std::string_view hand) {
      auto table = holding(game, hand);
      table.open.phase = classic::Phase::Build;
      table.open.display = test::cards_of(game, "NaCl");
      return game.rules().heuristic_value(table, 0);
    };
    CHECK(value("H") == 0);
    CHECK(value("Na") > 1);
  }

  TEST_CASE("in REACT! a reserved compound is worth its points twice") {
    const auto game = game_for_two<react::Game>();
    const Card water = card_of(game, "H2O");
    auto table = holding(game, "H,H,O");
    table.open.phase = react::Phase::Claim;
    table.open.display.push_back(water);
    const double open = game.rules().heuristic_value(table, 0);
    table.open.display = {};
    table.open.reserved[0].add(water);
    CHECK(open > 0);
    CHECK(game.rules().heuristic_value(table, 0) == Approx(2 * open));
  }

  TEST_CASE("in Chemistry Battle the highest card wins the round") {
    const auto game = game_for_two<chemistry_battle::Game>();
    auto table = game.initial_state().table;
    table.open.phase = chemistry_battle::Phase::Play;
    table.open.played[0].push_back(Card::of(49));
    table.open.played[1].push_back(Card::of(9));
    CHECK(game.rules().heuristic_value(table, 0) == 2);
    CHECK(game.rules().heuristic_value(table, 1) == 0);
  }

  TEST_CASE("in Compound Capture a wild card counts for a compound that is hoped for") {
    const auto game = test::expansion_game<compound_capture::Game>(2, compound_capture::Options());
    const auto value = [&](std::string_view hand) {
      return game.rules().heuristic_value(with_open(game, "H2O", hand), 0);
    };
    CHECK(value("H,H,wild") > value("H,H"));
    CHECK(value("H,H,wild") == Approx(value("H,H,O")));
  }

  TEST_CASE("in Chemistry Canasta a wild card counts for a run that is hoped for") {
    const auto game =
        test::expansion_game<chemistry_canasta::Game>(2, chemistry_canasta::Options());
    const auto value = [&](std::string_view hand) {
      return game.rules().heuristic_value(with_open(game, "", hand), 0);
    };
    CHECK(value("He,Li,wild") == Approx(value("He,Li,Be")));
    CHECK(value("He,Li") < value("He,Li,Be"));
  }

  TEST_CASE("of alternatives that share cards, the best counts in full and the others in part") {
    ExpectedPoints expected(0.25);
    expected.add(2);
    expected.add(10);
    expected.add(6);
    CHECK(expected.value() == Approx(12));
  }
}
