// SPDX-License-Identifier: Apache-2.0
// Chemuno, rule by rule (CU-1 to CU-18), and the rules of all games (GN) in its terms.
#include "chemix/games/chemuno/rules.hpp"

#include "chemix/beliefs/belief.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "support/believed.hpp"
#include "support/chemuno_position.hpp"
#include "support/printing.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

using Texts = std::vector<std::string>;

namespace {

// The number of cards in seat 0's hand that match the top card, as far as seat 1 knows.
Believed fitting_believed(const chemuno::Game& game, const chemuno::State& state) {
  return believed(game, state, Viewer::player(1), [&](const chemuno::Table& table) {
    const CardBag& hand = table.own[0].hand;
    return hand.only(game.rules().fitting(table.open)).size();
  });
}

}  // namespace

TEST_SUITE("chemuno") {
  // ---- Set-up and lead ----

  TEST_CASE("CU-1: the first player without cards wins") {
    const auto game = chemuno_game();
    const auto end = after(game, state_of(game, {.top = "H2O", .hands = {"O", "Fe,S"}}), {"lay O"});
    CHECK(game.is_terminal(end));
    CHECK(game.returns(end)[0] == Fraction(1));
  }

  TEST_CASE("CU-2: each player gets seven cards, and the rest is the draw pile") {
    const auto game = chemuno_game(3);
    auto state = game.initial_state(1);
    CHECK(state.table.open.draw_pile_size == 72);
    int dealt = 0;
    while (game.acting(state).is_chance()) {
      CHECK(game.chance_weight(state.table) == 72 - dealt++);
      state = *game.apply(state, game.chance_outcome(state.table, 0));
    }
    CHECK(dealt == 21);
    for (Player p = 0; p < 3; ++p) CHECK(state.table.own[p].hand.size() == 7);
    CHECK(state.table.open.draw_pile_size == 51);
    CHECK(phase_of(state) == "lead");
    CHECK(game.current_player(state) == 1);
  }

  TEST_CASE("CU-2: cards are dealt one at a time from the start player on") {
    const auto game = chemuno_game(3, {.hand_size = 1});
    const auto state = after(game, game.initial_state(2), {"drawn H", "drawn O", "drawn N"});
    CHECK(text_of(game, state.table.own[2].hand) == "H");
    CHECK(text_of(game, state.table.own[0].hand) == "O");
    CHECK(text_of(game, state.table.own[1].hand) == "N");
  }

  TEST_CASE("CU-2: hand_size is from 1 to 10") {
    const auto deck = *builtin_deck<ChemixDeck>("chemix");
    for (int size : {1, 10}) CHECK(chemuno::Rules::create(deck, {.hand_size = size}, 2));
    for (int size : {0, 11}) {
      const auto rules = chemuno::Rules::create(deck, {.hand_size = size}, 2);
      REQUIRE(!rules.has_value());
      CHECK(rules.error().field == "hand_size");
      CHECK(rules.error().rule == "CU-2");
    }
  }

  TEST_CASE("CU-3: the start player lays any card, with its normal effects") {
    const auto game = chemuno_game(2, {.hand_size = 3});
    const auto state = state_of(game, {.phase = "lead", .hands = {"Fe,He,4", "H,O,S"}});
    CHECK(legal_texts(game, state) == Texts{"lay Fe", "lay He", "lay 4"});
    CHECK(phase_of(after(game, state, {"lay He"})) == "wish");
    CHECK(after(game, state, {"lay 4"}).table.open.penalty == 4);
  }

  TEST_CASE("CU-3: the start player may not draw or pass") {
    const auto game = chemuno_game(2, {.hand_size = 2});
    const auto state = state_of(game, {.phase = "lead", .hands = {"Fe,H", "O,S"}});
    CHECK(refusing_rule(game, state, "draw") == "GN-10");
    CHECK(refusing_rule(game, state, "pass") == "GN-10");
  }

  // ---- Matching ----

  TEST_CASE("CU-4: a card matches if it shares an element or a multiplier with the top card") {
    const auto game = chemuno_game();
    // Na2CO3 has Na, C, O and the multipliers 2 and 3.
    const auto state =
        state_of(game, {.top = "Na2CO3", .hands = {"H,C,Na,2,3,4,FeS,NaCl,H2O,FeCl3,P4", "H,H"}});
    CHECK(legal_texts(game, state) ==
          Texts{"lay C", "lay Na", "lay 2", "lay 3", "lay NaCl", "lay H2O", "lay FeCl3"});
  }

  TEST_CASE("CU-4: a card that shares nothing with the top card is refused") {
    const auto game = chemuno_game();
    const auto state = state_of(game, {.top = "H2O", .hands = {"Fe,O,FeS", "H,H"}});
    CHECK(refusing_rule(game, state, "lay Fe") == "CU-4");
    CHECK(refusing_rule(game, state, "lay FeS") == "CU-4");
    CHECK(refusing_rule(game, state, "lay O") == "");
    const auto error = game.refusal(state, 0, action_of(game, "lay Fe"));
    REQUIRE(error.has_value());
    CHECK(error->rule == "CU-4");
    CHECK(error->action == game.rules().action_id(action_of(game, "lay Fe")));
    CHECK(Card::of(error->arguments[0]) == *game.rules().deck().card("H2O"));
    // The detail says what is allowed instead: lay another card, draw, pass or keep.
    const auto detail = [&](const auto& now, const char* lay = "lay Fe") {
      return int{game.refusal(now, 0, action_of(game, lay))->detail};
    };
    CHECK(detail(state) == 0);
    const auto none = state_of(game, {.top = "H2O", .hands = {"Fe,FeS", "H,H"}});
    CHECK(detail(none) == 1);
    CHECK(detail(after(game, none, {"draw", "drawn Ca"}), "lay Ca") == 3);
    auto empty = none;
    empty.table.hidden.draw_pile = {};
    empty.table.open.draw_pile_size = 0;
    CHECK(legal_texts(game, empty) == Texts{"pass"});
    CHECK(detail(empty) == 2);
  }

  // ---- Drawing ----

  TEST_CASE("CU-5: a player who can lay a card must do so, and otherwise draws one") {
    const auto game = chemuno_game();
    const auto can = state_of(game, {.top = "H2O", .hands = {"H,Fe", "O,O"}});
    CHECK(legal_texts(game, can) == Texts{"lay H"});
    const auto cannot = state_of(game, {.top = "H2O", .hands = {"Fe,S", "O,O"}});
    CHECK(legal_texts(game, cannot) == Texts{"draw"});
    const auto drawn = after(game, cannot, {"draw", "drawn Ca"});
    CHECK(drawn.table.own[0].hand.size() == 3);
    CHECK(drawn.table.open.draw_pile_size == cannot.table.open.draw_pile_size - 1);
  }

  TEST_CASE("CU-5: drawing with a matching card in hand is refused unless voluntary_draw is on") {
    const Position position{.top = "H2O", .hands = {"H,Fe", "O,O"}};
    const auto strict = chemuno_game();
    CHECK(refusing_rule(strict, state_of(strict, position), "draw") == "CU-5");
    const auto lenient = chemuno_game(2, {.voluntary_draw = true});
    CHECK(legal_texts(lenient, state_of(lenient, position)) == Texts{"lay H", "draw"});
  }

  TEST_CASE("CU-5: with voluntary_draw drawing is still illegal if there is no card to draw") {
    const auto deck = part_of_deck({"C", "O", "4"}, {"CO"});
    const chemuno::Game game(
        *chemuno::Rules::create(deck, {.hand_size = 1, .voluntary_draw = true}, 2));
    const auto state = state_of(game, {.top = "CO", .hands = {"C,4", "O"}, .pile = "-"});
    CHECK(legal_texts(game, state) == Texts{"lay C"});
    CHECK(refusing_rule(game, state, "draw") == "CU-5");
  }

  TEST_CASE("CU-5: a pass is refused while a card can be laid or drawn") {
    const auto game = chemuno_game();
    CHECK(refusing_rule(game, state_of(game, {.hands = {"H,Fe", "O,O"}}), "pass") == "CU-5");
    CHECK(refusing_rule(game, state_of(game, {.hands = {"S,Fe", "O,O"}}), "pass") == "CU-5");
  }

  TEST_CASE("CU-5: a forced draw reveals that no card of the hand matches") {
    const auto game = chemuno_game();
    auto state = after(game, state_of(game, {.top = "Na", .hands = {"Fe,S,P", "O,O"}}),
                       {"draw", "drawn Ca", "keep"});
    // Only the card drawn later can be sodium or a noble gas.
    CHECK(fitting_believed(game, state) == Believed{0, 1});
  }

  TEST_CASE("CU-5: with voluntary_draw a draw reveals nothing") {
    const auto game = chemuno_game(2, {.voluntary_draw = true});
    const auto state = after(game, state_of(game, {.top = "Na", .hands = {"Fe,S", "O,O"}}),
                             {"draw", "drawn Ca", "keep"});
    CHECK(state.knowledge == chemuno::Knowledge());
  }

  TEST_CASE("CU-6: the card just drawn may be laid or kept") {
    const auto game = chemuno_game();
    const auto start = state_of(game, {.top = "H2O", .hands = {"Fe,S", "O,O"}});
    const auto fits = after(game, start, {"draw", "drawn H2"});
    CHECK(phase_of(fits) == "drawn");
    CHECK(legal_texts(game, fits) == Texts{"lay H2", "keep"});
    CHECK(after(game, fits, {"lay H2"}).table.open.current_player == 1);
    const auto kept = after(game, fits, {"keep"});
    CHECK(kept.table.open.current_player == 1);
    CHECK(!kept.table.own[0].drawn.has_value());
    // The player is asked even if there is only one answer.
    CHECK(legal_texts(game, after(game, start, {"draw", "drawn Ca"})) == Texts{"keep"});
  }

  TEST_CASE("CU-6: a card other than the one drawn is refused") {
    const auto game = chemuno_game(2, {.voluntary_draw = true});
    const auto state =
        after(game, state_of(game, {.top = "H2O", .hands = {"O,S", "O,O"}}), {"draw", "drawn H2"});
    CHECK(refusing_rule(game, state, "lay O") == "CU-6");
    CHECK(game.refusal(state, 0, action_of(game, "lay S"))->detail == 0);
    // The drawn card does not match, so it is kept.
    const auto other =
        after(game, state_of(game, {.top = "H2O", .hands = {"O,S", "O,O"}}), {"draw", "drawn Ca"});
    CHECK(refusing_rule(game, other, "lay O") == "CU-6");
    CHECK(game.refusal(other, 0, action_of(game, "lay O"))->detail == 1);
  }

  // ---- Noble gases ----

  TEST_CASE("CU-7: a noble gas may be laid on any card, even on a noble gas") {
    const auto game = chemuno_game();
    for (const std::string top : {"Fe", "4", "Na2S2O3"}) {
      CHECK(refusing_rule(game, state_of(game, {.top = top, .hands = {"He,S", "O,O"}}), "lay He") ==
            "");
    }
    const auto on_gas = state_of(game, {.top = "Ne", .hands = {"He,S", "O,O"}, .wish = "Fe"});
    CHECK(refusing_rule(game, on_gas, "lay He") == "");
  }

  TEST_CASE("CU-8: after laying a noble gas the player wishes for an element of the deck") {
    const auto game = chemuno_game();
    const auto state =
        after(game, state_of(game, {.hands = {"He,Fe,S", "O,2,FeS,H2"}}), {"lay He"});
    CHECK(legal_texts(game, state) == Texts{"wish H", "wish C", "wish N", "wish O", "wish Na",
                                            "wish P", "wish S", "wish Cl", "wish Ca", "wish Fe"});
    const auto wished = after(game, state, {"wish S"});
    CHECK(wished.table.open.wish == game.rules().deck().card("S"));
    CHECK(legal_texts(game, wished) == Texts{"lay FeS"});
    // The wish ends when a card is laid on the noble gas.
    CHECK(!after(game, wished, {"lay FeS"}).table.open.wish.has_value());
  }

  TEST_CASE("CU-8: a card without the wished element is refused, and so is any multiplier") {
    const auto game = chemuno_game();
    const auto state = state_of(game, {.top = "He", .hands = {"H2O,2,Fe", "O,O"}, .wish = "Fe"});
    CHECK(refusing_rule(game, state, "lay H2O") == "CU-8");
    CHECK(refusing_rule(game, state, "lay 2") == "CU-8");
    // The detail says what is allowed instead: lay another card, or draw.
    CHECK(game.refusal(state, 0, action_of(game, "lay 2"))->detail == 0);
    const auto none = state_of(game, {.top = "He", .hands = {"H2O,2", "O,O"}, .wish = "Fe"});
    CHECK(game.refusal(none, 0, action_of(game, "lay 2"))->detail == 1);
    CHECK(refusing_rule(game, state, "lay Fe") == "");
  }

  TEST_CASE("CU-8: a wish stays until it is fulfilled") {
    const auto game = chemuno_game();
    const auto state =
        after(game, state_of(game, {.top = "He", .hands = {"S,P", "O,O"}, .wish = "Fe"}),
              {"draw", "drawn Ca", "keep"});
    CHECK(state.table.open.wish == game.rules().deck().card("Fe"));
    CHECK(legal_texts(game, state) == Texts{"draw"});
  }

  TEST_CASE("CU-8: a wish for an element that is not in the deck is refused") {
    auto content = (*builtin_deck<ChemixDeck>("chemix"))->content();
    // A deck without iron.
    content.copies[9] = 0;
    std::erase_if(content.compounds,
                  [](const Compound& compound) { return compound.formula.starts_with("Fe"); });
    const auto deck = ChemixDeck::create(content);
    REQUIRE(deck.has_value());
    const chemuno::Game game(*chemuno::Rules::create(*deck, {}, 2));
    const auto state = state_of(game, {.phase = "wish", .top = "He", .hands = {"S,P", "O,O"}});
    CHECK(refusing_rule(game, state, "wish Fe") == "CU-8");
    CHECK(refusing_rule(game, state, "wish S") == "");
  }

  TEST_CASE("CU-9: the last card causes no wish") {
    const auto game = chemuno_game();
    const auto end = after(game, state_of(game, {.hands = {"He", "O,O"}}), {"lay He"});
    CHECK(phase_of(end) == "over");
    CHECK(!end.table.open.wish.has_value());
  }

  // ---- Penalties ----

  TEST_CASE("CU-10: after a multiplier the next player draws that many cards") {
    const auto game = chemuno_game();
    const auto open =
        after(game, state_of(game, {.top = "H2O", .hands = {"2,Fe,S", "Ca,O,O"}}), {"lay 2"});
    CHECK(phase_of(open) == "penalty");
    CHECK(open.table.open.penalty == 2);
    // The player is asked although there is only one answer.
    CHECK(legal_texts(game, open) == Texts{"draw_penalty"});
    const auto paid = after(game, open, {"draw_penalty", "drawn H", "drawn C"});
    CHECK(phase_of(paid) == "turn");
    CHECK(paid.table.open.current_player == 1);
    CHECK(paid.table.open.penalty == 0);
    CHECK(paid.table.own[1].hand.size() == 5);
  }

  TEST_CASE("CU-10: a compound card with a multiplier causes no penalty") {
    const auto game = chemuno_game();
    const auto state =
        after(game, state_of(game, {.top = "O", .hands = {"O2,Fe,S", "Ca,H"}}), {"lay O2"});
    CHECK(phase_of(state) == "turn");
    CHECK(state.table.open.penalty == 0);
  }

  TEST_CASE("CU-11: each equal multiplier doubles the penalty") {
    const auto game = chemuno_game(3);
    const auto state =
        after(game, state_of(game, {.top = "O2", .hands = {"2,2,S", "2,Ca,H", "2,Fe,P"}}),
              {"lay 2", "lay 2", "lay 2"});
    CHECK(state.table.open.penalty == 8);
    CHECK(legal_texts(game, state) == Texts{"lay 2", "draw_penalty"});
  }

  TEST_CASE("CU-11: with additive growth each equal multiplier adds its number") {
    const auto game = chemuno_game(3, {.penalty_growth = chemuno::PenaltyGrowth::Additive});
    const auto state =
        after(game, state_of(game, {.top = "O3", .hands = {"3,S", "3,Ca,H", "3,Fe,P"}}),
              {"lay 3", "call", "lay 3", "lay 3"});
    CHECK(state.table.open.penalty == 9);
  }

  TEST_CASE("CU-11: only an equal multiplier may be laid on an open penalty") {
    const auto game = chemuno_game();
    const auto state = state_of(
        game, {.phase = "penalty", .top = "2", .hands = {"H2O,2,3,He", "O"}, .penalty = 2});
    CHECK(refusing_rule(game, state, "lay H2O") == "CU-11");
    CHECK(refusing_rule(game, state, "lay 3") == "CU-11");
    CHECK(refusing_rule(game, state, "lay He") == "CU-11");
    CHECK(refusing_rule(game, state, "lay 2") == "");
  }

  TEST_CASE("CU-12: after drawing the penalty the player has a normal turn on the multiplier") {
    const auto game = chemuno_game();
    const auto paid = after(
        game,
        state_of(game, {.phase = "penalty", .top = "3", .hands = {"He,O3,H", "O,S"}, .penalty = 3}),
        {"draw_penalty", "drawn 3", "drawn C", "drawn N"});
    CHECK(legal_texts(game, paid) == Texts{"lay He", "lay 3", "lay O3"});
    // An equal multiplier starts a new chain.
    CHECK(after(game, paid, {"lay 3"}).table.open.penalty == 3);
  }

  // ---- The call ----

  TEST_CASE("CU-13: with one card left a player calls, or stays silent and draws two cards") {
    const auto game = chemuno_game();
    const auto asked = after(game, state_of(game, {.hands = {"H,Fe", "O,S"}}), {"lay H"});
    CHECK(legal_texts(game, asked) == Texts{"call", "stay_silent"});
    const auto called = after(game, asked, {"call"});
    CHECK(called.table.open.hand_size[0] == 1);
    CHECK(called.table.open.current_player == 1);
    const auto silent = after(game, asked, {"stay_silent", "drawn C", "drawn N"});
    CHECK(silent.table.open.hand_size[0] == 3);
    CHECK(silent.table.open.current_player == 1);
  }

  TEST_CASE("CU-13: the cards for silence are drawn before the wish") {
    const auto game = chemuno_game();
    const auto state = after(game, state_of(game, {.hands = {"He,Fe", "O,S"}}),
                             {"lay He", "stay_silent", "drawn C", "drawn N"});
    CHECK(phase_of(state) == "wish");
  }

  TEST_CASE("CU-13: with auto_call no player is asked to call") {
    const auto game = chemuno_game(2, {.auto_call = true});
    const auto state = after(game, state_of(game, {.hands = {"H,Fe", "O,S"}}), {"lay H"});
    CHECK(phase_of(state) == "turn");
    CHECK(state.table.open.hand_size[0] == 1);
  }

  TEST_CASE("CU-13: everybody hears whether a player calls or stays silent") {
    const auto hands = Position{.hands = {"H,Fe", "O,S"}};
    const auto game = chemuno_game();
    const auto asked = after(game, state_of(game, hands), {"lay H"});
    const auto forced = chemuno_game(2, {.auto_call = true});
    for (const Viewer viewer : {Viewer::player(0), Viewer::player(1), Viewer::spectator()}) {
      const auto said = [&](const auto& played, const auto& before, const char* action) {
        Texts found;
        for (const Event& event :
             played.events(before.table, 0, action_of(played, action), viewer)) {
          if (event.verb != Verb::Call) continue;
          found.push_back(std::to_string(event.player) +
                          (event.amount == 1 ? " calls" : " silent"));
        }
        return found;
      };
      CHECK(said(game, asked, "call") == Texts{"0 calls"});
      CHECK(said(game, asked, "stay_silent") == Texts{"0 silent"});
      CHECK(said(forced, state_of(forced, hands), "lay H") == Texts{"0 calls"});
    }
  }

  TEST_CASE("CU-14: the player who lays the last card wins at once, and its penalty lapses") {
    const auto game = chemuno_game(3);
    const auto end = after(game, state_of(game, {.hands = {"2", "O,S", "Fe,P"}}), {"lay 2"});
    CHECK(game.is_terminal(end));
    CHECK(end.table.open.hand_size[1] == 2);
    CHECK(end.table.open.penalty == 0);
    CHECK(game.returns(end)[0] == Fraction(1));
    CHECK(game.returns(end)[1] == Fraction(-1, 2));
  }

  // ---- An empty draw pile ----

  TEST_CASE("CU-15: the laid cards except the top one become the draw pile") {
    const auto game = chemuno_game();
    auto state = state_of(game, {.top = "Na", .hands = {"Fe,S", "O,O"}, .pile = "-"});
    const CardBag laid = state.table.open.laid;
    state = after(game, state, {"draw"});
    CHECK(phase_of(state) == "drawing");
    CHECK(text_of(game, state.table.open.laid) == "Na");
    CHECK(state.table.open.draw_pile_size == laid.size() - 1);
    CHECK(state.table.hidden.draw_pile.size() == laid.size() - 1);
    CHECK(state.table.hidden.draw_pile.count(*game.rules().deck().card("Na")) == 0);
    // Everybody knows the contents of the new pile.
    const auto in_pile = [&](const char* card) {
      return believed(game, state, Viewer::spectator(), [&](const auto& table) {
        return table.hidden.draw_pile.count(*game.rules().deck().card(card));
      });
    };
    CHECK(in_pile("Fe") == Believed{0, 0});
    CHECK(in_pile("H2O") == Believed{1, 1});
  }

  TEST_CASE("CU-15: a penalty is drawn as far as there are cards") {
    const auto game = tiny_game({"H", "C", "O", "He", "4"}, {"CO", "CH4"});
    // Two cards are left for a penalty of four: one in the pile and one below the top.
    const auto state = state_of(
        game,
        {.phase = "penalty", .top = "4", .hands = {"H,He,CH4", "O"}, .penalty = 4, .pile = "C"});
    const auto drawn = after(game, state, {"draw_penalty", "drawn C", "drawn CO"});
    CHECK(phase_of(drawn) == "turn");
    CHECK(drawn.table.open.penalty == 0);
    CHECK(drawn.table.own[0].hand.size() == 5);
  }

  TEST_CASE("CU-5 CU-15: drawing is legal even if the laid cards must be shuffled first") {
    const auto game = chemuno_game(2, {.voluntary_draw = true});
    const auto state = state_of(game, {.top = "H2O", .hands = {"H,Fe", "O,O"}, .pile = "-"});
    CHECK(legal_texts(game, state) == Texts{"lay H", "draw"});
    CHECK(refusing_rule(game, state, "draw") == "");
    CHECK(phase_of(after(game, state, {"draw"})) == "drawing");
  }

  TEST_CASE("CU-15: after silence cards are drawn as far as there are any") {
    const auto game = tiny_game({"H", "C", "O", "He", "4"}, {"CO", "CH4"});
    // The pile is empty, and only the 4 lies under the top card.
    const auto one =
        after(game, state_of(game, {.top = "4", .hands = {"H,CH4", "O,He,CO,C"}, .pile = "-"}),
              {"lay CH4", "stay_silent", "drawn 4"});
    CHECK(phase_of(one) == "turn");
    CHECK(one.table.open.current_player == 1);
    CHECK(text_of(game, one.table.own[0].hand) == "H,4");
  }

  TEST_CASE("CU-15: a penalty counts as paid if no card can be drawn") {
    const auto game = tiny_game({"H", "C", "O", "He", "4"}, {"CO", "CH4"});
    const auto state = state_of(game, {.phase = "penalty",
                                       .top = "4",
                                       .hands = {"H,C,He,CO", "O,CH4"},
                                       .penalty = 4,
                                       .pile = "-"});
    const auto paid = after(game, state, {"draw_penalty"});
    CHECK(phase_of(paid) == "turn");
    CHECK(paid.table.open.penalty == 0);
    CHECK(paid.table.open.current_player == 0);
  }

  // ---- Ends ----

  TEST_CASE("CU-16: a round of passes ends the game and the fewest cards win") {
    const auto game = tiny_game({"C", "O", "4"}, {"CO"});
    // Nothing else shows a 4 and no card is left to draw.
    const auto state = state_of(game, {.top = "4", .hands = {"C,CO", "O"}, .pile = "-"});
    CHECK(legal_texts(game, state) == Texts{"pass"});
    const auto passed = after(game, state, {"pass"});
    CHECK(passed.table.open.idle_turns == 1);
    const auto end = after(game, passed, {"pass"});
    CHECK(game.is_terminal(end));
    CHECK(game.returns(end)[0] == Fraction(-1));
    CHECK(game.returns(end)[1] == Fraction(1));
  }

  TEST_CASE("CU-16: idle turns are counted since the last card was laid or drawn") {
    const auto game = tiny_game({"C", "O", "O", "4"}, {"CO"});
    const auto state = state_of(game, {.top = "4", .hands = {"C,CO", "O"}, .pile = "O"});
    const auto drawn = after(game, state, {"draw", "drawn O", "keep"});
    CHECK(drawn.table.open.idle_turns == 0);
    const auto passed = after(game, drawn, {"pass"});
    CHECK(passed.table.open.idle_turns == 1);
    CHECK(game.is_terminal(after(game, passed, {"pass"})));
  }

  TEST_CASE("CU-16: a turn in which a penalty was drawn is not idle") {
    const auto game = tiny_game({"H", "C", "O", "He", "4"}, {"CO", "CH4"});
    // One card is left for the penalty, and none for the turn that follows.
    const auto state = state_of(
        game,
        {.phase = "penalty", .top = "4", .hands = {"H,C", "O,He,CH4"}, .penalty = 4, .pile = "CO"});
    const auto passed = after(game, state, {"draw_penalty", "drawn CO", "pass"});
    CHECK(passed.table.open.idle_turns == 0);
  }

  TEST_CASE("CU-16: a pass reveals that no card of the hand matches") {
    const auto game = tiny_game({"C", "O", "4", "4"}, {"CO"});
    const auto state =
        after(game, state_of(game, {.top = "4", .hands = {"C,CO", "4,O"}, .pile = "-"}), {"pass"});
    const Card four = *game.rules().deck().card("4");
    CHECK(believed(game, state, Viewer::spectator(), 0, four) == Believed{0, 0});
    CHECK(believed(game, state, Viewer::spectator(), 1, four) == Believed{1, 1});
  }

  TEST_CASE("CU-16: drawing is refused when there is no card to draw") {
    const auto game = tiny_game({"C", "O", "4"}, {"CO"});
    const auto state = state_of(game, {.top = "4", .hands = {"C,CO", "O"}, .pile = "-"});
    CHECK(refusing_rule(game, state, "draw") == "CU-16");
  }

  TEST_CASE("CU-16: a state that continues after a round of idle turns is rejected") {
    const auto game = tiny_game({"C", "O", "4"}, {"CO"});
    auto state = state_of(game, {.top = "4", .hands = {"C,CO", "O"}, .pile = "-", .idle_turns = 1});
    const auto error = [&] { return game.rules().validation_error(state.table, state.knowledge); };
    CHECK(!error());
    state.table.open.idle_turns = 2;
    REQUIRE(error());
    CHECK(error()->field == "idle_turns");
    CHECK(error()->rule == "CU-16");
    // The same state is valid as the end of the game, but not with another idle turn.
    state.table.open.phase = chemuno::Phase::Over;
    CHECK(!error());
    state.table.open.idle_turns = 3;
    REQUIRE(error());
    CHECK(error()->field == "idle_turns");
  }

  TEST_CASE("CU-16: tied winners share the win") {
    const auto game = tiny_game({"H", "C", "N", "O", "4"}, {"CO", "HCN"}, 3);
    const auto state = state_of(game, {.top = "4", .hands = {"C,N,CO,HCN", "O", "H"}, .pile = "-"});
    const auto end = after(game, state, {"pass", "pass", "pass"});
    CHECK(game.is_terminal(end));
    CHECK(game.returns(end)[0] == Fraction(-1, 2));
    CHECK(game.returns(end)[1] == Fraction(1, 4));
    CHECK(game.returns(end)[2] == Fraction(1, 4));
  }

  TEST_CASE("CU-17: after max_turns turns the fewest cards win and an open penalty lapses") {
    const auto game = chemuno_game(2, {.max_turns = 6});
    const auto end = after(
        game, state_of(game, {.top = "O2", .hands = {"2,Fe,S", "Ca,P,N"}, .turns = 5}), {"lay 2"});
    CHECK(game.is_terminal(end));
    CHECK(end.table.open.penalty == 0);
    CHECK(end.table.open.hand_size[1] == 3);
    CHECK(game.returns(end)[0] == Fraction(1));
  }

  TEST_CASE("CU-17: max_turns is from 1 to 10000") {
    const auto deck = *builtin_deck<ChemixDeck>("chemix");
    for (int turns : {0, 10001}) {
      const auto rules = chemuno::Rules::create(deck, {.max_turns = turns}, 2);
      REQUIRE(!rules.has_value());
      CHECK(rules.error().rule == "CU-17");
    }
  }

  TEST_CASE(
      "CU-18: returns are those of a game with named winners, and scores are the cards left") {
    const auto game = chemuno_game(4);
    const auto end =
        after(game, state_of(game, {.hands = {"O", "Fe,S", "P,Ca,N", "Na"}}), {"lay O"});
    CHECK(game.returns(end)[0] == Fraction(1));
    for (Player p = 1; p < 4; ++p) CHECK(game.returns(end)[p] == Fraction(-1, 3));
    CHECK(game.scores(end)[2] == 3);
    const auto before = state_of(game, {.hands = {"O", "Fe,S", "P,Ca,N", "Na"}});
    CHECK(game.returns(before)[0] == Fraction(0));
  }

  // ---- Rules of all games, seen in this one ----

  TEST_CASE("GN-1: turns pass to the next seat, and from the last seat to the first") {
    const auto game = chemuno_game(3);
    const auto state = state_of(game, {.player = 2, .hands = {"Fe,S", "P,Ca", "O,H,N"}});
    CHECK(after(game, state, {"lay O"}).table.open.current_player == 0);
  }

  TEST_CASE("GN-2: a chance action is legal only when chance acts, and only if it is possible") {
    const auto game = chemuno_game();
    const auto state = state_of(game, {.hands = {"Fe,S", "O,O"}});
    const chemuno::ChanceAction drawn = DrawnCard{*game.rules().deck().card("Ca")};
    const auto refused = game.apply(state, drawn);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().rule == "GN-2");
    const auto drawing = after(game, state, {"draw"});
    CHECK(game.apply(drawing, drawn).has_value());
    // Iron is in a hand.
    const chemuno::ChanceAction held = DrawnCard{*game.rules().deck().card("Fe")};
    CHECK(game.apply(drawing, held).error().rule == "GN-2");
    std::int64_t total = 0;
    game.for_each_chance_outcome(drawing.table, [&](const auto& way) { total += way.weight; });
    CHECK(total == game.chance_weight(drawing.table));
    CHECK(total == 67);
  }

  TEST_CASE("GN-3: the public state determines the phase and who decides") {
    const auto game = chemuno_game();
    // A player is asked about the penalty with or without an equal multiplier in hand.
    for (const std::string hand : {"2,Fe", "S,Fe"}) {
      const auto state = state_of(
          game,
          {.phase = "penalty", .player = 1, .top = "2", .hands = {"O,O", hand}, .penalty = 2});
      CHECK(game.acting(state) == Acting::one(1));
      CHECK(phase_of(state) == "penalty");
    }
  }

  TEST_CASE("GN-4: a player is asked even if only one action is legal") {
    const auto game = chemuno_game();
    const auto state = state_of(game, {.hands = {"Fe,S", "O,O"}});
    CHECK(legal_texts(game, state) == Texts{"draw"});
  }

  TEST_CASE("GN-5: every decision of random games has a legal action") {
    const auto game = chemuno_game(3);
    FastRandom random{SeedSequence(5)};
    for (int i = 0; i < 100; ++i) {
      auto table = game.initial_state().table;
      while (!game.acting(table).is_nobody()) {
        if (game.acting(table).is_chance()) {
          const auto ways = static_cast<std::uint64_t>(game.chance_weight(table));
          game.apply_unchecked(
              table, game.chance_outcome(table, static_cast<std::int64_t>(random.below(ways))));
          continue;
        }
        const Player player = game.acting(table).players().lowest();
        const auto legal = game.legal_actions(table, player);
        REQUIRE(legal.size() > 0);
        REQUIRE(legal.size() <= game.max_legal_actions());
        const auto nth = static_cast<int>(random.below(static_cast<std::uint64_t>(legal.size())));
        game.apply_unchecked(table, player, game.rules().action_of(legal[nth]));
      }
    }
  }

  TEST_CASE("GN-6: noble gases in hand count as hand cards") {
    const auto game = chemuno_game();
    const auto state = after(game, state_of(game, {.hands = {"H,He", "O,O"}}), {"lay H"});
    CHECK(phase_of(state) == "call");
  }

  TEST_CASE("GN-7: tied winners share the returns") {
    const auto shared = win_share_returns<4>(PlayerSet::first(2), 4);
    CHECK(shared[0] == Fraction(1, 3));
    CHECK(shared[3] == Fraction(-1, 3));
    const auto all = win_share_returns<4>(PlayerSet::first(3), 3);
    CHECK(all[0] == Fraction(0));
  }

  TEST_CASE("GN-8: every game ends within its declared number of steps") {
    const auto game = chemuno_game(2, {.max_turns = 50});
    FastRandom random{SeedSequence(6)};
    for (int i = 0; i < 200; ++i) {
      auto table = game.initial_state().table;
      CHECK(playout(game, table, random).steps <= game.max_steps());
      CHECK(table.open.turns <= 50);
    }
  }

  TEST_CASE("GN-9: knowledge about a hand lasts until the card may have left unseen") {
    const auto game = chemuno_game();
    auto state = after(game, state_of(game, {.top = "Na", .hands = {"Fe,S,P", "O,O,N"}}),
                       {"draw", "drawn Ca", "keep"});
    CHECK(fitting_believed(game, state) == Believed{0, 1});
    state = after(game, state, {"draw", "drawn Cl", "keep"});
    CHECK(fitting_believed(game, state) == Believed{0, 1});
    // The next forced draw reveals more: none of the four cards matched.
    state = after(game, state, {"draw", "drawn H", "keep"});
    CHECK(fitting_believed(game, state) == Believed{0, 1});
  }

  TEST_CASE("GN-10: players who do not act are refused, and so are actions of other phases") {
    const auto game = chemuno_game();
    const auto state = state_of(game, {.hands = {"H,Fe", "O,O"}});
    const auto reason = [&](const auto& at, Player player, const char* action) {
      const auto refused = game.refusal(at, player, action_of(game, action));
      REQUIRE(refused.has_value());
      CHECK(refused->rule == "GN-10");
      return static_cast<NotLegal>(refused->detail);
    };
    CHECK(reason(state, 1, "lay O") == NotLegal::Other);
    CHECK(game.refusal(state, 1, action_of(game, "lay O"))->arguments[0] == 0);
    CHECK(reason(state, 0, "keep") == NotLegal::Kind);
    CHECK(reason(game.initial_state(), 0, "lay H") == NotLegal::Chance);
    const auto over = state_of(game, {.phase = "over", .hands = {"", "O,O"}});
    CHECK(reason(over, 0, "lay H") == NotLegal::Over);
    CHECK(refusing_rule(game, state, "keep") == "GN-10");
    CHECK(refusing_rule(game, state, "call") == "GN-10");
    CHECK(refusing_rule(game, state, "wish Fe") == "GN-10");
    CHECK(refusing_rule(game, state, "draw_penalty") == "GN-10");
    CHECK(refusing_rule(game, state, "lay H") == "");
  }

  TEST_CASE("GN-11: a card that is not in the hand is refused") {
    const auto game = chemuno_game();
    const auto state = state_of(game, {.hands = {"H,Fe", "O,O"}});
    CHECK(refusing_rule(game, state, "lay O") == "GN-11");
    const auto penalty =
        state_of(game, {.phase = "penalty", .top = "2", .hands = {"H,Fe", "O"}, .penalty = 2});
    CHECK(refusing_rule(game, penalty, "lay 2") == "GN-11");
  }

  TEST_CASE("GN-12: each step of a turn is public at once") {
    const auto game = chemuno_game();
    const auto state = after(game, state_of(game, {.hands = {"He,Fe,S", "O,O"}}), {"lay He"});
    const auto events = game.events(state.table, 0, action_of(game, "wish S"), Viewer::spectator());
    REQUIRE(!events.empty());
    CHECK(events[0].verb == Verb::Name);
    CHECK(events[0].kind == game.rules().deck().card("S")->index);
  }

  TEST_CASE("DK-4: a deck with too few cards for the hands is rejected") {
    const auto deck = (*builtin_deck<ChemixDeck>("chemix"))->content();
    auto small = deck;
    small.copies = {0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    std::erase_if(small.compounds, [](const Compound& card) { return card.formula != "CO"; });
    const auto made = ChemixDeck::create(small);
    REQUIRE(made.has_value());
    const auto rules = chemuno::Rules::create(*made, {.hand_size = 2}, 2);
    REQUIRE(!rules.has_value());
    CHECK(rules.error().rule == "DK-4");
    CHECK(chemuno::Rules::create(*made, {.hand_size = 1}, 2).has_value());
  }

  TEST_CASE("DK-4: a deck with just enough cards for the hands is dealt to the last card") {
    const auto deck = part_of_deck({"C", "O", "4"}, {"CO"});
    REQUIRE(deck->size() == 4);
    const auto rules = chemuno::Rules::create(deck, {.hand_size = 2}, 2);
    REQUIRE(rules.has_value());
    const chemuno::Game game(*rules);
    const auto state = dealt(game, {"C,4", "O,CO"});
    CHECK(phase_of(state) == "lead");
    CHECK(state.table.open.draw_pile_size == 0);
    CHECK(!chemuno::Rules::create(deck, {.hand_size = 2}, 3).has_value());
  }

  TEST_CASE("a number of players outside 2 to 4 is rejected") {
    const auto deck = *builtin_deck<ChemixDeck>("chemix");
    for (int players : {-1, 0, 1, 5, 100}) {
      const auto rules = chemuno::Rules::create(deck, {}, players);
      REQUIRE(!rules.has_value());
      CHECK(rules.error().field == "players");
    }
  }
}
