// SPDX-License-Identifier: Apache-2.0
// Values as failed assertions print them: in notation, never `{?}`.
#include "support/printing.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/games/chemuno/rules.hpp"
#include "chemix/games/compound_capture/rules.hpp"
#include "support/chemuno_position.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

template <class T>
std::string printed(const T& value) {
  return doctest::toString(value).c_str();
}

}  // namespace

TEST_SUITE("printing") {
  TEST_CASE("sets of ids, players and viewers list their members") {
    IdSet<100> set;
    IdList<4> list;
    for (const int id : {3, 65}) {
      set.insert(id);
      list.push_back(id);
    }
    CHECK(printed(set) == "{3, 65}");
    CHECK(printed(list) == "{3, 65}");
    CHECK(printed(IdSet<8>()) == "{}");
    CHECK(printed(PlayerSet::first(3)) == "{0, 1, 2}");
    CHECK(printed(ViewerSet::both(0, 2)) == "{0, 2}");
    CHECK(printed(ViewerSet::everyone()) == "everyone");
    CHECK(printed(Viewer::player(1)) == "player 1");
    CHECK(printed(Acting::chance()) == "chance");
    CHECK(printed(Acting::one(2)) == "{2}");
  }

  TEST_CASE("cards of every deck have their names if the type determines them") {
    CardBag cards;
    for (const char* name : {"H", "H", "He"}) cards.add(*small_card(name));
    CHECK(printed(cards) == "H,H,He");
    CHECK(printed(cards.kinds()) == "H,He");
    CHECK(printed(CardBag()) == "-");
    PaymentBag payment;
    payment.add(wild_card);
    payment.add(Card::of(10));
    CHECK(printed(payment) == "Na,wild");
    CHECK(printed(Card::of(20)) == "#20");
  }

  TEST_CASE("in the scope of a game cards, actions, events and states are in its notation") {
    const auto game = chemuno_game();
    const auto state = state_of(game, {.top = "H2", .hands = {"H,H2O", "Fe"}});
    const auto seen = game.observation(state, Viewer::player(1));
    const Card water = *game.rules().deck().card("H2O");
    {
      const InNotation in_notation(game);
      CHECK(printed(water) == "H2O");
      CHECK(printed(state.table.own[0].hand) == "H,H2O");
      CHECK(printed(action_of(game, "lay H2O")) == "lay H2O");
      CHECK(printed(action_of(game, "draw")) == "draw");
      CHECK(printed(state) == notation(game, state));
      CHECK(printed(seen) == notation(game, seen));
      CHECK(printed(std::vector{water, water}) == "{H2O, H2O}");
      CHECK(printed(Event::move(hand_of(1), discard_pile, water.index, ViewerSet::everyone())) ==
            "move hand[1] discard_pile H2O amount=1 seen_by=everyone");
    }
    CHECK(printed(water) == "#" + std::to_string(water.index));
    CHECK(printed(state).find("phase=turn") != std::string::npos);
    CHECK(printed(seen).starts_with("player 1 | "));
  }

  TEST_CASE("packed bags need the layout of a deck") {
    const compound_capture::Game game(
        *compound_capture::Rules::create(*builtin_deck<ExpansionSet>("expansion"), {}, 2));
    PaymentBag cards;
    cards.add(Card::of(0));
    const DeckBag packed = game.rules().deck().layout().packed(cards);
    CHECK(printed(packed) == "cards=1");
    const InNotation in_notation(game);
    CHECK(printed(packed) == "H");
  }

  TEST_CASE("numbers, errors and containers are readable") {
    CHECK(printed(Fraction(2, 6)) == "1/3");
    CHECK(printed(Fraction(-2)) == "-2");
    CHECK(printed(RuleId("CU-4")) == "CU-4");
    CHECK(printed(InputError{"size", "9", "too large", "CU-2"}) == "size = 9: too large [CU-2]");
    CHECK(printed(NoOptions()).empty());
    CHECK(printed(chemuno::Options{.hand_size = 3}).find("hand_size=3") != std::string::npos);
    CHECK(printed(std::optional<Seat>(Seat::of(2))) == "2");
    CHECK(printed(std::optional<int>()) == "-");
    CHECK(printed(std::vector<std::string>{"lay H", "draw"}) == "{lay H, draw}");
    CHECK(printed(std::map<int, Fraction>{{1, Fraction(1, 2)}}) == "{(1, 1/2)}");
  }
}
