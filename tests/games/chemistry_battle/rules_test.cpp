// SPDX-License-Identifier: Apache-2.0
// Chemistry Battle, rule by rule (CB-1 to CB-7).
#include "chemix/games/chemistry_battle/rules.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

using Texts = std::vector<std::string>;
using Battle = chemistry_battle::Game;

// A game with only these cards.
Battle battle(const std::string& cards, int players,
              const chemistry_battle::Options& options = {}) {
  BasicDeck::Bag bag;
  const auto deck = BasicDeck::of(BasicDeck::Bag::full());
  std::string_view rest = cards;
  while (!rest.empty()) bag.add(*deck->card(split_off(rest, ",")));
  const auto rules = chemistry_battle::Rules::create(BasicDeck::of(bag), options, players);
  REQUIRE_MESSAGE(rules.has_value(), (rules ? "" : rules.error().message()));
  return Battle(*rules);
}

Battle whole_battle(int players, const chemistry_battle::Options& options = {}) {
  return Battle(
      *chemistry_battle::Rules::create(*builtin_deck<BasicDeck>("basic"), options, players));
}

std::string pile(const Battle& game, const Battle::State& state, Player player) {
  return text_of(game, state.table.open.pile[player]);
}

}  // namespace

TEST_SUITE("chemistry_battle") {
  TEST_CASE("CB-1: all cards are dealt evenly and the rest is the kitty") {
    const int each[] = {0, 0, 27, 18, 13, 10, 9};
    for (int players = 2; players <= 6; ++players) {
      const auto game = whole_battle(players);
      auto state = game.initial_state(1);
      while (game.acting(state).is_chance()) {
        state = *game.apply(state, game.chance_outcome(state.table, 0));
      }
      for (Player p = 0; p < players; ++p) {
        CHECK(state.table.own[p].hand.size() == each[players]);
      }
      CHECK(state.table.open.kitty_size == 54 - players * each[players]);
      CHECK(game.current_player(state) == 1);
    }
  }

  TEST_CASE("CB-1: 1 or 7 players, or too few cards, are rejected") {
    const auto deck = *builtin_deck<BasicDeck>("basic");
    for (const int players : {1, 7}) {
      const auto refused = chemistry_battle::Rules::create(deck, {}, players);
      REQUIRE(!refused.has_value());
      CHECK(refused.error().field == "players");
    }
    BasicDeck::Bag two;
    two.add(Card::of(0));
    two.add(Card::of(1));
    const auto refused = chemistry_battle::Rules::create(BasicDeck::of(two), {}, 3);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().rule == "CB-1");
  }

  TEST_CASE("CB-1: a deck with one card for each player is enough") {
    const auto game = battle("H,C,O", 3);
    auto state = dealt(game, {"H", "C", "O"});
    CHECK(state.table.open.kitty_size == 0);
    state = after(game, state, {"play H", "play C", "play O"});
    CHECK(game.is_terminal(state));
    CHECK(game.scores(state)[2] == 3);
  }

  TEST_CASE("CB-2: each player plays a card in turn, and the start player leads every round") {
    const auto game = battle("H,C,O,Na,P,S", 3);
    auto state = dealt(game, {"H,C", "O,Na", "P,S"}, 1);
    CHECK(game.current_player(state) == 1);
    state = after(game, state, {"play O", "play S"});
    CHECK(game.current_player(state) == 0);
    state = after(game, state, {"play H"});
    CHECK(state.table.open.rounds == 1);
    CHECK(game.current_player(state) == 1);
  }

  TEST_CASE("CB-2: a player may not play out of turn") {
    const auto game = battle("H,C,O,Na", 2);
    const auto state = dealt(game, {"H,C", "O,Na"});
    const auto error = game.refusal(state, 1, action_of(game, "play O"));
    REQUIRE(error.has_value());
    CHECK(error->rule == "GN-10");
  }

  TEST_CASE("CB-2: with lead = winner the winner of a round leads the next") {
    const auto game = battle("H,C,O,Na,P,S", 3, {.lead = chemistry_battle::Lead::Winner});
    const auto state =
        after(game, dealt(game, {"H,C", "O,Na", "P,S"}), {"play C", "play Na", "play P"});
    CHECK(game.current_player(state) == 2);
    CHECK(state.table.open.leader == 2);
  }

  TEST_CASE("CB-3: the highest number collects the cards in the order they were played") {
    const auto game = battle("H,C,O,Na,P,S", 3);
    const auto state =
        after(game, dealt(game, {"H,C", "O,Na", "P,S"}, 2), {"play P", "play C", "play O"});
    CHECK(pile(game, state, 2) == "P,C,O");
    CHECK(pile(game, state, 0) == "-");
    CHECK(game.scores(state)[2] == 4);
  }

  TEST_CASE("CB-3: the winner of the first round gets the kitty under the cards of the round") {
    const auto game = battle("H,He,C,O,Na,P,S,Xe", 3);
    auto state = dealt(game, {"H,C", "O,Na", "P,S"});
    CHECK(state.table.open.kitty_size == 2);
    state = after(game, state, {"play H", "play O", "play P"});
    CHECK(game.scores(state)[2] == 1 + 3 + 2);
    CHECK(state.table.open.above_kitty == 3);
    state = after(game, state, {"play C", "play Na", "play S"});
    CHECK(pile(game, state, 2) == "H,O,P,C,Na,S");
    CHECK(state.table.open.above_kitty == 3);
    CHECK(state.table.open.kitty_size == 2);
  }

  TEST_CASE("CB-4: any card of the hand may be played") {
    const auto game = battle("H,C,O,Na", 2);
    const auto state = dealt(game, {"H,C", "O,Na"});
    CHECK(legal_texts(game, state) == Texts{"play H", "play C"});
    CHECK(refusing_rule(game, state, "play O") == "GN-11");
  }

  TEST_CASE("CB-4: a player with cards in hand may not use their pile") {
    const auto game = battle("H,C,O,Na", 2);
    auto state = dealt(game, {"H,C", "O,Na"});
    CHECK(refusing_rule(game, state, "turn_up") == "CB-4");
    state = after(game, state, {"play H", "play O", "play C"});
    CHECK(refusing_rule(game, state, "turn_up") == "CB-4");
  }

  TEST_CASE("CB-4: a player without hand cards plays the pile in the order it was collected") {
    const auto game = battle("H,C,N,Na", 2);
    // Each player wins a round.
    auto state = after(game, dealt(game, {"H,Na", "C,N"}), {"play H", "play C"});
    state = after(game, state, {"play Na", "play N"});
    CHECK(pile(game, state, 0) == "Na,N");
    CHECK(pile(game, state, 1) == "H,C");
    CHECK(legal_texts(game, state) == Texts{"turn_up"});
    state = after(game, state, {"turn_up"});
    CHECK(state.table.open.played[0][0] == *game.rules().deck().card("Na"));
    state = after(game, state, {"turn_up"});
    // Newly collected cards lie under the rest of the pile.
    CHECK(pile(game, state, 0) == "N,Na,H");
  }

  TEST_CASE("CB-4: the cards of the kitty are named when they are turned up") {
    const auto game = battle("H,He,C,O,F", 2);
    auto state = after(game, dealt(game, {"H,He", "C,O"}), {"play H", "play C"});
    CHECK(state.table.open.kitty_size == 1);
    state = after(game, state, {"play He", "play O"});
    CHECK(game.is_terminal(state));
    const auto longer = battle("H,He,C,N,O,F,Ne", 2);
    state = after(longer, dealt(longer, {"H,Ne,He", "C,N,F"}), {"play Ne", "play F"});
    CHECK(pile(longer, state, 0) == "Ne,F");
    state = after(longer, state, {"play H", "play C", "play He", "play N"});
    CHECK(pile(longer, state, 1) == "H,C,He,N");
    state = after(longer, state, {"turn_up", "turn_up", "turn_up", "turn_up"});
    CHECK(state.table.open.above_kitty == 0);
    state = after(longer, state, {"turn_up"});
    CHECK(phase_of(state) == "turning_up");
    CHECK(longer.chance_weight(state.table) == 1);
    state = after(longer, state, {"drawn O"});
    CHECK(state.table.open.played[0][0] == *longer.rules().deck().card("O"));
    CHECK(state.table.open.kitty_size == 0);
  }

  TEST_CASE("CB-5: the game ends after the round that leaves a player without cards") {
    const auto game = battle("H,C,O,Na", 2);
    auto state = after(game, dealt(game, {"H,C", "O,Na"}), {"play H", "play O", "play C"});
    CHECK(!game.is_terminal(state));
    state = after(game, state, {"play Na"});
    CHECK(game.is_terminal(state));
    CHECK(game.scores(state)[1] == 4);
    CHECK(game.returns(state)[1] == Fraction(1));
  }

  TEST_CASE("CB-5: a player with only cards of the kitty plays on") {
    const auto game = battle("H,Ne,C,O,F", 2);
    auto state = after(game, dealt(game, {"H,Ne", "C,O"}), {"play H", "play C"});
    CHECK(state.table.open.kitty_owner == Seat::of(1));
    state = after(game, state, {"play Ne", "play O", "turn_up", "turn_up", "turn_up", "turn_up"});
    CHECK(pile(game, state, 1) == "-");
    CHECK(game.scores(state)[1] == 1);
    CHECK(!game.is_terminal(state));
    state = after(game, state, {"turn_up", "turn_up", "drawn F"});
    CHECK(game.is_terminal(state));
  }

  TEST_CASE("CB-6: after max_rounds rounds cards are counted") {
    const auto game = battle("H,C,O,Na,P,S", 2, {.max_rounds = 1});
    const auto state = after(game, dealt(game, {"H,C,O", "Na,P,S"}), {"play H", "play P"});
    CHECK(game.is_terminal(state));
    CHECK(game.scores(state)[0] == 2);
    CHECK(game.scores(state)[1] == 4);
  }

  TEST_CASE("CB-6: max_rounds is from 1 to 10000") {
    const auto deck = *builtin_deck<BasicDeck>("basic");
    for (const int rounds : {0, 10001}) {
      const auto refused = chemistry_battle::Rules::create(deck, {.max_rounds = rounds}, 2);
      REQUIRE(!refused.has_value());
      CHECK(refused.error().field == "max_rounds");
      CHECK(refused.error().rule == "CB-6");
    }
  }

  TEST_CASE("CB-7: an even share of the cards gives 0 and all cards give 1") {
    const auto game = battle("H,C,O,Na,P,S", 3, {.max_rounds = 1});
    const auto state =
        after(game, dealt(game, {"H,C", "O,Na", "P,S"}), {"play C", "play Na", "play S"});
    // 1, 1 and 4 of 6 cards.
    CHECK(game.returns(state)[0] == Fraction(-1, 4));
    CHECK(game.returns(state)[1] == Fraction(-1, 4));
    CHECK(game.returns(state)[2] == Fraction(1, 2));
  }

  TEST_CASE("GN-9: two players know each other's hands and nobody knows the kitty") {
    const auto two = whole_battle(2);
    FastRandom random{SeedSequence(1)};
    auto state = two.initial_state();
    for (int i = 0; i < 70; ++i) random_step(two, state, random);
    CHECK(two.count_worlds(two.observation(state, Viewer::player(0))) == "1");
    const auto five = battle("H,C,O,Na,P,S,K", 5);
    const auto start = dealt(five, {"H", "C", "O", "Na", "P"});
    // S and K in the kitty or in one of four hands: 6 * 5 * 4 * 3.
    CHECK(five.count_worlds(five.observation(start, Viewer::player(0))) == "360");
  }
}
