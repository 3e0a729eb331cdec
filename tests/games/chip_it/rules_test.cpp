// SPDX-License-Identifier: Apache-2.0
// Chip it, rule by rule (CI-1 to CI-18), with a brute-force check of combinations.
#include "chemix/games/chip_it/rules.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "support/chi_squared.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

using Texts = std::vector<std::string>;
using ChipIt = chip_it::Game;
using chip_it::Duel;
using chip_it::DuelGame;
using chip_it::Rules;
using chip_it::TournamentGame;

ChipIt chip_it_game(int players = 4, const chip_it::Options& options = {}) {
  return ChipIt(*Rules::create(*builtin_deck<ChipItDeck>("chip_it"), options, players));
}

// A game with only these cards, at least six.
ChipIt small_game(const std::string& cards, int players, const chip_it::Options& options = {}) {
  const auto published = *builtin_deck<ChipItDeck>("chip_it");
  ChipItDeck::Bag bag;
  std::string_view rest = cards;
  while (!rest.empty()) bag.add(*published->card(split_off(rest, ",")));
  return ChipIt(*Rules::create(ChipItDeck::of(bag), options, players));
}

// Four players with three cards each.
struct Scene {
  ChipIt game;
  ChipIt::State state;
};
Scene four(const std::array<std::string, 4>& hands, const chip_it::Options& options = {}) {
  std::string cards;
  for (const std::string& hand : hands) cards += (cards.empty() ? "" : ",") + hand;
  Scene scene{small_game(cards, 4, options), {}};
  scene.state = dealt(scene.game, {hands.begin(), hands.end()});
  return scene;
}

// The detail of the refusal of an action of the player on turn.
int detail_of(const ChipIt& game, const ChipIt::State& state, const std::string& action) {
  return game.refusal(state, *game.current_player(state), action_of(game, action))->detail;
}

bool is_in(const Texts& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

// The values that may be announced.
std::vector<int> values(const Texts& texts) {
  std::vector<int> found;
  for (const std::string& text : texts) {
    if (text.starts_with("value ")) found.push_back(std::stoi(text.substr(6)));
  }
  return found;
}

// Everybody passes and gives back `points` until it is the turn of `player`.
ChipIt::State pass_until(const ChipIt& game, ChipIt::State state, Player player,
                         const std::string& points = "0") {
  do {
    state = after(game, state, {"pass " + points});
  } while (game.current_player(state) != player);
  return state;
}

}  // namespace

TEST_SUITE("chip_it") {
  // ---- Cards and chips ----

  TEST_CASE("CI-1: the deck has sixty cards, two of each green and two of each purple value") {
    const auto deck = *builtin_deck<ChipItDeck>("chip_it");
    CHECK(deck->size() == 60);
    CHECK(deck->all_cards().count(*deck->card("g2")) == 2);
    CHECK(deck->all_cards().count(*deck->card("g21")) == 2);
    CHECK(deck->all_cards().count(*deck->card("p11")) == 2);
    CHECK(!deck->card("p12").has_value());
    CHECK(ChipItCards::value(*deck->card("p11")) == 11);
  }

  TEST_CASE("CI-2: the supply and the players have 108 points together") {
    for (int players = 3; players <= 6; ++players) {
      const auto state = chip_it_game(players).initial_state();
      CHECK(state.table.open.supply == 108 - 3 * players);
    }
  }

  TEST_CASE("CI-3: each player gets 15, 12 or 10 cards, and with three players 15 are left over") {
    const int each[] = {0, 0, 0, 15, 15, 12, 10};
    for (int players = 3; players <= 6; ++players) {
      const auto game = chip_it_game(players);
      auto state = game.initial_state(2);
      while (game.acting(state).is_chance()) {
        state = *game.apply(state, game.chance_outcome(state.table, 0));
      }
      for (Player p = 0; p < players; ++p) {
        CHECK(state.table.own[p].hand.size() == each[players]);
        CHECK(state.table.open.chips[p] == 3);
      }
      CHECK(state.table.hidden.removed.size() == 60 - players * each[players]);
    }
  }

  TEST_CASE("CI-3: two or seven players, or a deck that is too small, are rejected") {
    const auto deck = *builtin_deck<ChipItDeck>("chip_it");
    for (const int players : {2, 7}) CHECK(!Rules::create(deck, {}, players).has_value());
    for (int players = 3; players <= 6; ++players) {
      const int needed = std::max(players, 4);
      ChipItDeck::Bag bag;
      for (int i = 1; i < needed; ++i) bag.add(Card::of(i));
      const auto refused = Rules::create(ChipItDeck::of(bag), {}, players);
      REQUIRE(!refused.has_value());
      CHECK(refused.error().field == "deck");
      CHECK(refused.error().rule == "CI-3");
      bag.add(Card::of(needed));
      const auto rules = Rules::create(ChipItDeck::of(bag), {}, players);
      REQUIRE(rules.has_value());
      const ChipIt game(*rules);
      FastRandom random{SeedSequence(9)};
      auto state = game.initial_state();
      CHECK(playout(game, state, random).steps <= game.max_steps());
      CHECK(game.is_terminal(state));
    }
  }

  TEST_CASE("CI-17: a deck that is too small for two players is rejected") {
    for (const int cards : {0, 4, 5}) {
      ChipItDeck::Bag bag;
      for (int i = 0; i < cards; ++i) bag.add(Card::of(i));
      const auto rules = DuelGame::Rules::create(ChipItDeck::of(bag), {}, 2);
      REQUIRE(rules.has_value() == (cards == 5));
      if (!rules) CHECK(rules.error().rule == "CI-17");
    }
  }

  TEST_CASE("CI-4: the start player opens and turns pass to the left") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7,g8,g9", 4);
    auto state = dealt(game, {"g2,g3", "g4,g5", "g6,g7", "g8,g9"}, 3);
    CHECK(game.current_player(state) == 3);
    state = after(game, state, {"size 1", "value 8", "play g8"});
    CHECK(game.current_player(state) == 0);
  }

  // ---- Combinations ----

  TEST_CASE(
      "CI-5: at the start of their turn players clear the cards in front of them and keep the "
      "points") {
    auto [game, state] = four({"g5,g9,g20", "g6,g10,g21", "p2,p3,p4", "p5,p6,p7"});
    state = after(game, state, {"size 1", "value 7", "play g5"});
    CHECK(state.table.open.front_chips[0] == 2);
    CHECK(state.table.open.chips[0] == 3);
    state = after(game, state, {"value 10", "play g10", "pass 0", "pass 0"});
    CHECK(game.current_player(state) == 0);
    CHECK(state.table.open.chips[0] == 5);
    CHECK(state.table.open.front[0].empty());
    CHECK(text_of(game, state.table.open.discard_pile) == "g5");
  }

  TEST_CASE("CI-6: a turn is a combination or a pass") {
    auto [game, state] = four({"g5,g9,g20", "g6,g10,g21", "p2,p3,p4", "p5,p6,p7"});
    const auto texts = legal_texts(game, state);
    CHECK(is_in(texts, "size 1"));
    CHECK(is_in(texts, "pass 0"));
    state = after(game, state, {"size 1", "value 9", "play g9"});
    CHECK(is_in(legal_texts(game, state), "value 10"));
    CHECK(is_in(legal_texts(game, state), "pass 2"));
    CHECK(refusing_rule(game, state, "size 1") == "GN-10");
  }

  TEST_CASE("CI-7: a player who follows plays as many cards, with a higher value") {
    auto [game, state] = four({"g5,p5,g20", "g6,p6,g21", "p2,p3,p4", "p7,p8,p9"});
    state = after(game, state, {"size 2", "value 5", "play g5", "play p5"});
    CHECK(refusing_rule(game, state, "value 5") == "CI-7");
    CHECK(refusing_rule(game, state, "value 6") == "");
    state = after(game, state, {"value 6"});
    CHECK(legal_texts(game, state) == Texts{"play g6"});
    state = after(game, state, {"play g6"});
    CHECK(legal_texts(game, state) == Texts{"play p6"});
    state = after(game, state, {"play p6"});
    CHECK(game.current_player(state) == 2);
    CHECK(state.table.open.standing_value == 6);
    CHECK(state.table.open.size == 2);
  }

  TEST_CASE("CI-7: a combination has the announced number of cards, played in ascending order") {
    auto [game, state] = four({"g5,p5,g20", "g6,p6,g21", "p2,p3,p4", "p7,p8,p9"});
    CHECK(refusing_rule(game, state, "size 4") == "CI-7");
    state = after(game, state, {"size 2", "value 20"});
    // The first card must leave a second one to follow.
    CHECK(refusing_rule(game, state, "play p5") == "CI-7");
    CHECK(refusing_rule(game, state, "play g9") == "GN-11");
    state = after(game, state, {"play g20"});
    CHECK(refusing_rule(game, state, "play g5") == "CI-7");
    CHECK(legal_texts(game, state) == Texts{"play p5"});
  }

  TEST_CASE("CI-7: cards that cannot be raised to the value cannot complete a combination") {
    auto [game, state] = four({"g19,g20,p7", "g6,p6,g21", "p2,p3,p4", "g2,g3,g4"});
    state = after(game, state, {"size 2", "value 20"});
    CHECK(refusing_rule(game, state, "play g20") == "CI-7");
    CHECK(legal_texts(game, state) == Texts{"play g19"});
  }

  TEST_CASE("CI-7: a player with fewer hand cards than the standing combination cannot follow") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7,g8,g9", 4);
    auto state = dealt(game, {"g2,g3", "g4,g5", "g6,g7", "g8,g9"});
    state = after(game, state,
                  {"size 1", "value 2", "play g2", "value 4", "play g4", "value 6", "play g6",
                   "value 8", "play g8"});
    // Player 0 has one card left and cannot open with more.
    state = after(game, state, {"pass 0", "pass 0", "pass 0"});
    CHECK(state.table.open.standing_value == 0);
    CHECK(refusing_rule(game, state, "size 2") == "CI-7");
  }

  TEST_CASE(
      "CI-8: a green card costs a point for each step, and a purple card one for each multiple") {
    using chip_it::cost;
    CHECK(cost(ChipItCards::green(11), 12) == 1);
    CHECK(cost(ChipItCards::green(19), 22) == 3);
    CHECK(cost(ChipItCards::green(19), 18) == chip_it::cannot_have);
    CHECK(cost(ChipItCards::purple(5), 15) == 2);
    CHECK(cost(ChipItCards::purple(11), 22) == 1);
    CHECK(cost(ChipItCards::purple(11), 11) == 0);
    CHECK(cost(ChipItCards::purple(11), 23) == chip_it::cannot_have);
    CHECK(cost(ChipItCards::purple(2), 127) == chip_it::cannot_have);
  }

  TEST_CASE("CI-8: a value that no cards can reach, or that the supply cannot pay, is refused") {
    auto [game, state] = four({"p7,p10,p11", "g6,p6,g21", "p2,p3,p4", "g2,g3,g4"});
    state = after(game, state, {"size 1"});
    CHECK(values(legal_texts(game, state)) ==
          std::vector<int>{7,  10, 11, 14, 20, 21, 22, 28, 30, 33, 35, 40, 42, 44, 49,
                           50, 55, 56, 60, 63, 66, 70, 77, 80, 84, 88, 90, 91, 98, 99});
    CHECK(refusing_rule(game, state, "value 8") == "CI-8");
    CHECK(detail_of(game, state, "value 8") == 5);
    // Three purple cards have no common value below 770.
    auto other = four({"p7,p10,p11", "g6,p6,g21", "p2,p3,p4", "g2,g3,g4"});
    CHECK(refusing_rule(other.game, other.state, "size 3") == "CI-8");
    CHECK(refusing_rule(other.game, other.state, "size 2") == "");
  }

  TEST_CASE("CI-8: the points must be in the supply") {
    // Raising these three greens to 99 would cost 290 points; the supply has 96.
    auto [game, state] = four({"g2,g2,g3", "g6,p6,g21", "p2,p3,p4", "p7,p8,p9"});
    state = after(game, state, {"size 3"});
    CHECK(values(legal_texts(game, state)).back() == 34);
    CHECK(refusing_rule(game, state, "value 35") == "CI-8");
    CHECK(detail_of(game, state, "value 35") == 1);
    state = after(game, state, {"value 34", "play g2", "play g2", "play g3"});
    CHECK(state.table.open.supply == 96 - 32 - 32 - 31);
    CHECK(state.table.open.front_chips[0] == 95);
  }

  TEST_CASE("CI-8: a card that would leave too few points for the others is refused") {
    // Raised to 60: 58 and 40 and 29 points, of which the supply has 96.
    auto [game, state] = four({"g2,g20,p2", "g6,p6,g21", "p3,p4,p5", "p7,p8,p9"});
    state = after(game, state, {"size 2", "value 60"});
    CHECK(legal_texts(game, state) == Texts{"play g2", "play g20"});
    state = after(game, state, {"play g2"});
    CHECK(refusing_rule(game, state, "play g20") == "CI-8");
    CHECK(detail_of(game, state, "play g20") == 2);
    CHECK(legal_texts(game, state) == Texts{"play p2"});
  }

  TEST_CASE("CI-8: a card that can never have the value is refused for that, not for the points") {
    auto [game, state] = four({"g6,g7,p4", "g8,p6,g21", "p2,p3,p4", "p7,p8,p9"});
    state = after(game, state, {"size 1", "value 6"});
    CHECK(refusing_rule(game, state, "play g7") == "CI-8");
    CHECK(detail_of(game, state, "play g7") == 3);
    CHECK(refusing_rule(game, state, "play p4") == "CI-8");
    CHECK(detail_of(game, state, "play p4") == 4);
  }

  TEST_CASE("CI-8: the values and sizes that a hand can play equal those found by brute force") {
    FastRandom random{SeedSequence(8)};
    const auto below = [&](int bound) {
      return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
    };
    for (int i = 0; i < 3000; ++i) {
      chip_it::Bag rest = chip_it::Bag::full();
      chip_it::Bag hand;
      for (int cards = below(chip_it::largest_hand + 1); cards > 0; --cards) {
        const Card card = rest.nth(below(rest.size()));
        rest.remove(card);
        hand.add(card);
      }
      const int points = below(i % 2 == 0 ? 10 : chip_it::all_points + 1);
      const int last = 21 + below(chip_it::highest_value - 20);
      const int first = chip_it::lowest_value + below(last);
      int most = 0;
      for (int cards = 1; cards <= chip_it::largest_hand; ++cards) {
        chip_it::Values values;
        for (int value = chip_it::lowest_value; value <= last; ++value) {
          if (!chip_it::can_have(hand, cards, value, points)) continue;
          most = cards;
          if (value >= first) values.insert(value);
        }
        CHECK(chip_it::values_of(hand, cards, points, first, last).packed() == values.packed());
      }
      CHECK(chip_it::max_cards(hand, points, last) == most);
    }
  }
  TEST_CASE("CI-8: max_value limits the value and is from 21 to 127") {
    auto [game, state] = four({"g2,g2,g3", "g6,p6,g21", "p2,p3,p4", "p7,p8,p9"}, {.max_value = 25});
    state = after(game, state, {"size 1"});
    CHECK(values(legal_texts(game, state)).back() == 25);
    const auto deck = *builtin_deck<ChipItDeck>("chip_it");
    for (const int value : {20, 128}) {
      const auto refused = Rules::create(deck, {.max_value = value}, 3);
      REQUIRE(!refused.has_value());
      CHECK(refused.error().rule == "CI-8");
    }
    CHECK(Rules::create(deck, {.max_value = 127}, 3).has_value());
  }

  TEST_CASE("CI-9: points on cards belong to the player and count against them") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7", 6);
    auto state = dealt(game, {"g2", "g3", "g4", "g5", "g6", "g7"});
    state = after(game, state, {"pass 2", "pass 2", "pass 2", "pass 2", "pass 2", "pass 2"});
    state = after(game, state, {"pass 1", "size 1", "value 4", "play g3"});
    // One of the player's own points and one on the card are left.
    CHECK(!game.is_terminal(state));
    CHECK(game.scores(state)[1] == 2);
  }

  // ---- Passing ----

  TEST_CASE("CI-10: a pass gives back up to two points, but no more than the player has") {
    auto [game, state] = four({"g5,g9,g20", "g6,g10,g21", "p2,p3,p4", "p5,p6,p7"});
    const int supply = state.table.open.supply;
    state = after(game, state, {"pass 2"});
    CHECK(state.table.open.chips[0] == 1);
    CHECK(state.table.open.supply == supply + 2);
    state = pass_until(game, state, 0);
    CHECK(refusing_rule(game, state, "pass 2") == "CI-10");
    CHECK(refusing_rule(game, state, "pass 1") == "");
  }

  TEST_CASE("CI-10: a player who has passed may play again in the same round") {
    auto [game, state] = four({"g5,g9,g20", "g6,g10,g21", "p2,p3,p4", "p5,p6,p7"});
    state =
        after(game, state,
              {"size 1", "value 5", "play g5", "pass 0", "value 6", "play p3", "pass 0", "pass 0"});
    CHECK(game.current_player(state) == 1);
    CHECK(is_in(legal_texts(game, state), "value 10"));
  }

  // ---- Rounds ----

  TEST_CASE("CI-11: the player who is not outbid clears the cards and opens the next round") {
    auto [game, state] = four({"g5,g9,g20", "g6,g10,g21", "p2,p3,p4", "p5,p6,p7"});
    state = after(game, state, {"size 1", "value 5", "play g5", "pass 0", "pass 0"});
    CHECK(state.table.open.standing_value == 5);
    state = after(game, state, {"pass 0"});
    CHECK(game.current_player(state) == 0);
    CHECK(state.table.open.standing_value == 0);
    CHECK(is_in(legal_texts(game, state), "size 2"));
  }

  TEST_CASE("CI-12: an opener without hand cards passes, and the next player opens") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7", 6);
    auto state = dealt(game, {"g2", "g3", "g4", "g5", "g6", "g7"});
    state =
        after(game, state,
              {"size 1", "value 2", "play g2", "pass 0", "pass 0", "pass 0", "pass 0", "pass 0"});
    CHECK(game.current_player(state) == 0);
    CHECK(legal_texts(game, state) == Texts{"pass 0", "pass 1", "pass 2"});
    state = after(game, state, {"pass 2"});
    CHECK(is_in(legal_texts(game, state), "size 1"));
  }

  TEST_CASE("CI-12: an opener with cards may pass, and one without cards may not open") {
    auto [game, state] = four({"g5,g9,g20", "g6,g10,g21", "p2,p3,p4", "p5,p6,p7"});
    state = after(game, state, {"pass 0"});
    CHECK(game.current_player(state) == 1);
    CHECK(state.table.open.standing_value == 0);
    const auto one = small_game("g2,g3,g4,g5,g6,g7", 6);
    auto end = dealt(one, {"g2", "g3", "g4", "g5", "g6", "g7"});
    end = after(one, end,
                {"size 1", "value 2", "play g2", "pass 0", "pass 0", "pass 0", "pass 0", "pass 0"});
    CHECK(refusing_rule(one, end, "size 1") == "CI-12");
  }

  // ---- The end ----

  TEST_CASE("CI-13: the game ends at once when a player has neither cards nor chips") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7", 6);
    auto state = dealt(game, {"g2", "g3", "g4", "g5", "g6", "g7"});
    state = after(game, state, {"size 1", "value 2", "play g2"});
    CHECK(!game.is_terminal(state));
    state = pass_until(game, state, 0);
    state = pass_until(game, after(game, state, {"pass 2"}), 0);
    CHECK(!game.is_terminal(state));
    state = after(game, state, {"pass 1"});
    CHECK(game.is_terminal(state));
    CHECK(game.returns(state)[0] == Fraction(1));
    CHECK(game.returns(state)[1] == Fraction(-1, 5));
  }

  TEST_CASE("CI-14: with placements the others play on, and finished players are skipped") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7", 6, {.placements = true});
    auto state = dealt(game, {"g2", "g3", "g4", "g5", "g6", "g7"});
    // Everybody except player 5 gives all points back.
    state = after(game, state, {"pass 2", "pass 2", "pass 2", "pass 2", "pass 2", "pass 0"});
    state = after(game, state, {"pass 1", "pass 1", "pass 1", "pass 1", "pass 1", "pass 0"});
    state = after(game, state, {"size 1", "value 2", "play g2"});
    CHECK(state.table.open.place[0] == 1);
    state = after(game, state, {"pass 0", "value 4", "play g4", "pass 0", "pass 0", "pass 0"});
    CHECK(state.table.open.place[2] == 2);
    // Player 0 is skipped; the combination of player 2 stands.
    CHECK(game.current_player(state) == 1);
    CHECK(state.table.open.standing_value == 4);
    CHECK(state.table.open.front[0].empty());
    state = after(game, state, {"pass 0"});
    // The turn would reach player 2: the round is over and player 3 opens.
    CHECK(game.current_player(state) == 3);
    CHECK(state.table.open.standing_value == 0);
    state = after(game, state, {"size 1", "value 5", "play g5", "value 6", "play g6", "pass 0"});
    CHECK(state.table.open.place[4] == 4);
    state = after(game, state, {"pass 0", "size 1", "value 7", "play g7"});
    CHECK(!game.is_terminal(state));
    state = after(game, state, {"pass 0", "pass 0", "size 1", "value 3", "play g3"});
    CHECK(game.is_terminal(state));
    const int places[] = {1, 5, 2, 3, 4, 6};
    for (Player p = 0; p < 6; ++p) CHECK(game.rules().places(state.table)[p] == places[p]);
  }

  TEST_CASE(
      "CI-15: returns fall in equal steps from place to place, and tied players get the mean") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7", 6, {.placements = true, .max_turns = 7});
    auto state = dealt(game, {"g2", "g3", "g4", "g5", "g6", "g7"});
    state = after(game, state, {"pass 2", "pass 1", "pass 1", "pass 0", "pass 0", "pass 0"});
    state = after(game, state, {"pass 1"});
    CHECK(game.is_terminal(state));
    CHECK(game.scores(state)[0] == 1);
    CHECK(game.returns(state)[0] == Fraction(1));
    // Places 2 and 3, and places 4 to 6.
    CHECK(game.returns(state)[1] == Fraction(2, 5));
    CHECK(game.returns(state)[2] == Fraction(2, 5));
    for (Player p = 3; p < 6; ++p) CHECK(game.returns(state)[p] == Fraction(-3, 5));
  }

  TEST_CASE("CI-18: a game ends after max_turns, and the fewest cards and points win") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7,g8,g9", 4, {.max_turns = 3});
    auto state = dealt(game, {"g2,g3", "g4,g5", "g6,g7", "g8,g9"});
    state = after(game, state, {"pass 2", "pass 2"});
    CHECK(!game.is_terminal(state));
    state = after(game, state, {"pass 0"});
    CHECK(game.is_terminal(state));
    CHECK(game.returns(state)[0] == Fraction(1, 3));
    CHECK(game.returns(state)[1] == Fraction(1, 3));
    CHECK(game.returns(state)[2] == Fraction(-1, 3));
  }

  TEST_CASE("CI-18: two idle passes per player in a row end the game") {
    auto [game, state] = four({"g5,g9,g20", "g6,g10,g21", "p2,p3,p4", "p5,p6,p7"});
    state = after(game, state, {"pass 0", "pass 0", "pass 1"});
    CHECK(state.table.open.idle_passes == 0);
    for (int i = 0; i < 8; ++i) {
      CHECK(!game.is_terminal(state));
      state = after(game, state, {"pass 0"});
    }
    CHECK(game.is_terminal(state));
    CHECK(game.returns(state)[2] == Fraction(1));
  }

  TEST_CASE("CI-18: passes on a combination are not idle, and a combination resets the count") {
    auto [game, state] = four({"g5,g9,g20", "g6,g10,g21", "p2,p3,p4", "p5,p6,p7"});
    const auto stands = after(game, state, {"size 1", "value 5", "play g5", "pass 0", "pass 0"});
    CHECK(stands.table.open.idle_passes == 0);
    state = after(game, state, {"pass 0", "pass 0"});
    CHECK(state.table.open.idle_passes == 2);
    state = after(game, state, {"size 1", "value 2", "play p2"});
    CHECK(state.table.open.idle_passes == 0);
  }

  TEST_CASE("CI-18: six players need twelve idle passes") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7", 6);
    auto state = dealt(game, {"g2", "g3", "g4", "g5", "g6", "g7"});
    for (int i = 0; i < 12; ++i) {
      CHECK(!game.is_terminal(state));
      state = after(game, state, {"pass 0"});
    }
    CHECK(game.is_terminal(state));
  }

  TEST_CASE("CI-18: the number of idle passes counts finished players too") {
    const auto game = small_game("g2,g3,g4,g5,g6,g7", 6, {.placements = true});
    auto state = dealt(game, {"g2", "g3", "g4", "g5", "g6", "g7"});
    state = after(game, state, {"pass 2", "pass 2", "pass 2", "pass 2", "pass 2", "pass 2"});
    state = after(game, state, {"pass 1", "pass 0", "pass 0", "pass 0", "pass 0", "pass 0"});
    state = after(game, state, {"size 1", "value 2", "play g2"});
    REQUIRE(state.table.open.place[0] == 1);
    state = after(game, state, {"pass 0", "pass 0", "pass 0", "pass 0", "pass 0"});
    CHECK(state.table.open.idle_passes == 0);
    for (int i = 0; i < 12; ++i) {
      CHECK(!game.is_terminal(state));
      state = after(game, state, {"pass 0"});
    }
    CHECK(game.is_terminal(state));
  }

  TEST_CASE("CI-18: max_turns is from 1 to 10000") {
    const auto deck = *builtin_deck<ChipItDeck>("chip_it");
    for (const int turns : {0, 10001}) {
      const auto refused = Rules::create(deck, {.max_turns = turns}, 3);
      REQUIRE(!refused.has_value());
      CHECK(refused.error().rule == "CI-18");
    }
  }

  // ---- Worked examples ----

  TEST_CASE("CI-7: a single card is outbid by higher single cards as in the first example") {
    auto [game, state] = four({"g5,g18,p9", "g9,g2,g3", "g10,g2,g4", "g17,g3,g4"});
    state = after(game, state,
                  {"size 1", "value 5", "play g5", "value 9", "play g9", "value 10", "play g10",
                   "value 17", "play g17"});
    CHECK(text_of(game, state.table.open.discard_pile) == "g5");
    CHECK(refusing_rule(game, state, "value 17") == "CI-7");
    CHECK(refusing_rule(game, state, "value 18") == "");
    CHECK(values(legal_texts(game, state)).front() == 18);
  }

  TEST_CASE("CI-8: pairs are raised with points as in the second example") {
    auto [game, state] = four({"g4,p4,g2", "g11,g12,g2", "p5,g15,g3", "p11,g19,g3"});
    state = after(game, state, {"size 2", "value 4", "play g4", "play p4"});
    state = after(game, state, {"value 12", "play g11", "play g12"});
    CHECK(state.table.open.front_chips[1] == 1);
    state = after(game, state, {"value 15", "play g15", "play p5"});
    CHECK(state.table.open.front_chips[2] == 2);
    state = after(game, state, {"value 22", "play g19", "play p11"});
    CHECK(state.table.open.front_chips[3] == 4);
    CHECK(refusing_rule(game, state, "value 22") == "CI-7");
  }

  TEST_CASE("CI-10: three cards stand, and a pass gives back two points, as in the third example") {
    const auto game =
        small_game("g8,g8,p8,g2,g2,g10,p10,p10,g3,g3,g18,g18,p9,g4,g4,p2,p3,p4,p5,p6", 4);
    auto state =
        dealt(game, {"g8,g8,p8,g2,g2", "g10,p10,p10,g3,g3", "g18,g18,p9,g4,g4", "p2,p3,p4,p5,p6"});
    state = after(game, state, {"size 3", "value 8", "play g8", "play g8", "play p8"});
    state = after(game, state, {"value 10", "play g10", "play p10", "play p10"});
    state = after(game, state, {"value 18", "play g18", "play g18", "play p9"});
    state = after(game, state, {"pass 2"});
    CHECK(state.table.open.chips[3] == 1);
    CHECK(refusing_rule(game, state, "value 18") == "CI-7");
    // Two cards are too few for a combination of three.
    CHECK(legal_texts(game, state) == Texts{"pass 0", "pass 1", "pass 2"});
  }

  // ---- Staged combinations against brute force ----

  TEST_CASE("CI-7: the steps reach exactly the combinations found by trying all subsets") {
    const auto game = chip_it_game(4);
    FastRandom random{SeedSequence(4)};
    using Combination = std::tuple<std::uint64_t, int, int>;  // cards, value, points
    for (int i = 0; i < 10000; ++i) {
      // A hand of up to seven cards, any supply, opening or following.
      ChipItDeck::Bag rest = ChipItDeck::Bag::full();
      ChipItDeck::Bag hand;
      const auto size = static_cast<int>(1 + random.below(7));
      for (int n = 0; n < size; ++n) {
        const Card card =
            rest.nth(static_cast<int>(random.below(static_cast<std::uint64_t>(rest.size()))));
        rest.remove(card);
        hand.add(card);
      }
      auto table = game.initial_state().table;
      auto& open = table.open;
      open.phase = chip_it::Phase::Turn;
      open.supply = static_cast<std::uint8_t>(random.below(60));
      open.hand_size[0] = static_cast<std::uint8_t>(size);
      table.own[0].hand = hand;
      const bool follows = random.below(2) == 0;
      if (follows) {
        open.size = static_cast<std::uint8_t>(1 + random.below(4));
        open.standing_value = static_cast<std::uint8_t>(2 + random.below(60));
        open.standing_player = Seat::of(1);
      }

      std::set<Combination> expected;
      std::vector<Card> cards;
      hand.kinds().for_each([&](Card card) {
        for (int n = 0; n < hand.count(card); ++n) cards.push_back(card);
      });
      for (unsigned subset = 1; subset < 1U << cards.size(); ++subset) {
        ChipItDeck::Bag chosen;
        for (std::size_t n = 0; n < cards.size(); ++n) {
          if ((subset >> n & 1) != 0) chosen.add(cards[n]);
        }
        if (follows && chosen.size() != open.size) continue;
        for (int value = 2; value <= 99; ++value) {
          if (follows && value <= open.standing_value) continue;
          int points = 0;
          bool suits = true;
          chosen.kinds().for_each([&](Card card) {
            const int printed = ChipItCards::value(card);
            const bool green = ChipItCards::is_green(card);
            suits = suits && (green ? value >= printed : value % printed == 0);
            points += chosen.count(card) * (green ? value - printed : value / printed - 1);
          });
          if (suits && points <= open.supply)
            expected.insert({chosen.packed().words[0], value, points});
        }
      }

      std::set<Combination> found;
      bool twice = false;
      const auto walk = [&](auto& self, const chip_it::Table& at) -> void {
        if (at.open.phase != chip_it::Phase::Cards && at.open.phase != chip_it::Phase::Value &&
            at.open.turns > 0) {
          const auto& front = at.open.front[0];
          twice = !found
                       .insert({front.packed().words[0], at.open.front_value[0],
                                at.open.front_chips[0]})
                       .second ||
                  twice;
          return;
        }
        game.legal_actions(at, 0).for_each([&](int id) {
          const auto action = game.rules().action_of(id);
          if (std::holds_alternative<chip_it::Pass>(action)) return;
          auto next = at;
          game.apply_unchecked(next, 0, action);
          self(self, next);
        });
      };
      walk(walk, table);
      REQUIRE(found == expected);
      REQUIRE(!twice);
    }
  }

  // ---- Matches ----

  TEST_CASE("CI-16: a tournament has one game per player, and the start passes on") {
    const auto game = TournamentGame(*MatchRules<chip_it::Tournament>::create(
        *builtin_deck<ChipItDeck>("chip_it"), {.max_turns = 4}, 3));
    FastRandom random{SeedSequence(1)};
    auto state = game.initial_state(1);
    std::vector<Player> starts;
    int games = -1;
    while (!game.is_terminal(state)) {
      if (state.table.open.games != games) {
        games = state.table.open.games;
        starts.push_back(state.table.open.game.current_player);
      }
      const auto& open = state.table.open;
      const double so_far = open.totals[0] - 0.1 * Rules::left(open.game, 0);
      CHECK(game.rules().scores_so_far(state.table)[0] == doctest::Approx(so_far));
      random_step(game, state, random);
    }
    CHECK(game.rules().scores_so_far(state.table)[0] == state.table.open.totals[0]);
    CHECK(starts == std::vector<Player>{1, 2, 0});
    CHECK(game.rules().inner().options().placements);
  }

  TEST_CASE("CI-16: places are worth 4, 2 and 1 points, and tied players get the better place") {
    const auto deck = *builtin_deck<ChipItDeck>("chip_it");
    const auto rules = *Rules::create(deck, {.placements = true}, 5);
    chip_it::Table table;
    table.open.place[2] = 1;
    table.open.hand_size = {};
    for (const Player p : {0, 1, 3, 4}) table.open.hand_size[p] = p < 2 ? 3 : 5;
    const auto points = chip_it::Tournament::points(rules, table);
    CHECK(points[2] == 4);
    CHECK(points[0] == 2);
    CHECK(points[1] == 2);
    CHECK(points[3] == 0);
    CHECK(points[4] == 0);
  }

  TEST_CASE("CI-16 CI-17: the games of a match are played with its options") {
    const auto deck = *builtin_deck<ChipItDeck>("chip_it");
    const auto tournament =
        *MatchRules<chip_it::Tournament>::create(deck, {.max_value = 25, .max_turns = 7}, 3);
    CHECK(tournament.inner().options() ==
          chip_it::Options{.max_value = 25, .placements = true, .max_turns = 7});
    const auto duel = *MatchRules<Duel>::create(deck, {.max_value = 25, .max_turns = 7}, 2);
    CHECK(duel.inner().options() == chip_it::Options{.max_value = 25, .max_turns = 7});
  }

  TEST_CASE("CI-17: two players get 12 cards each, and 2 and 3 points") {
    const auto deck = *builtin_deck<ChipItDeck>("chip_it");
    const auto game = DuelGame(*MatchRules<Duel>::create(deck, {}, 2));
    auto state = game.initial_state(1);
    CHECK(state.table.open.game.chips[1] == 2);
    CHECK(state.table.open.game.chips[0] == 3);
    while (game.acting(state).is_chance()) {
      state = *game.apply(state, game.chance_outcome(state.table, 0));
    }
    CHECK(state.table.own[0].hand.size() == 12);
    CHECK(state.table.hidden.removed.size() == 36);
    CHECK(!MatchRules<Duel>::create(deck, {}, 3).has_value());
    const auto more = DuelGame(*MatchRules<Duel>::create(deck, {.second_player_chips = 7}, 2));
    CHECK(more.initial_state().table.open.game.chips[1] == 7);
    const auto refused = MatchRules<Duel>::create(deck, {.second_player_chips = 11}, 2);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().rule == "CI-17");
  }

  TEST_CASE("CI-17: the loser writes down 3 for each card, plus the points of the chips") {
    const auto rules = *Rules::create_duel(*builtin_deck<ChipItDeck>("chip_it"), {}, 3);
    chip_it::Table table;
    table.open.hand_size[1] = 4;
    table.open.chips[1] = 2;
    table.open.front_chips[1] = 1;
    const auto points = Duel::points(rules, table);
    CHECK(points[0] == 0);
    CHECK(points[1] == 15);
    // Nobody is out: both write down their own count.
    table.open.hand_size[0] = 1;
    CHECK(Duel::points(rules, table)[0] == 3);
    PerPlayer<std::int16_t, chip_it::max_players> totals;
    totals[0] = 20;
    totals[1] = 10;
    CHECK(Duel::returns(rules, totals)[1] == Fraction(5));
  }

  TEST_CASE("GN-9: an announced size and value reveal something about the hand") {
    const Scene scene = four({"g5,p5,g20", "g6,p6,g21", "p2,p3,p4", "p7,p8,p9"});
    const ChipIt& game = scene.game;
    auto state = scene.state;
    const auto count = [&](Player viewer) {
      return game.count_worlds(game.observation(state, Viewer::player(viewer)));
    };
    CHECK(count(1) == "1680");  // 9! / (3! 3! 3!)
    state = after(game, state, {"size 1", "value 5"});
    // Player 0 holds g5 or p5: all hands except those without both.
    CHECK(count(1) == "980");
    CHECK(count(0) == "1680");
    FastRandom random{SeedSequence(3)};
    const auto seen = game.observation(state, Viewer::player(1));
    for (int i = 0; i < 100; ++i) {
      const auto sample = game.determinize(seen, random);
      REQUIRE(sample.has_value());
      CHECK(!game.legal_actions(*sample, 0).empty());
    }
  }

  TEST_CASE(
      "GN-9: a common value of several cards is not modeled, so the belief counts as inexact") {
    const Scene scene = four({"g5,p5,g20", "g6,p6,g21", "p2,p3,p4", "p7,p8,p9"});
    const ChipIt& game = scene.game;
    const auto forgotten = [&](const std::string& said, Viewer viewer) {
      return game.rules().forgotten(game.observation(after(game, scene.state, {said}), viewer));
    };
    for (const Viewer viewer : {Viewer::player(1), Viewer::spectator()}) {
      CHECK(forgotten("size 2", viewer) == 1);
      CHECK(forgotten("size 1", viewer) == 0);
    }
    CHECK(forgotten("size 2", Viewer::player(0)) == 0);
  }

  TEST_CASE("GN-9: a belief counts as inexact if the cards to come can cost too much together") {
    const Scene scene = four({"g11,g12,g20", "g6,p6,g21", "g2,g2,p4", "p7,p8,p9"});
    auto state = after(scene.game, scene.state, {"size 2", "value 12"});
    // The most expensive cards that player 0 can have are two 2s, which cost 20 points.
    const auto forgotten = [&](int supply) {
      auto& open = state.table.open;
      open.chips[1] = static_cast<std::uint8_t>(open.chips[1] + open.supply - supply);
      open.supply = static_cast<std::uint8_t>(supply);
      return scene.game.rules().forgotten(scene.game.observation(state, Viewer::player(1)));
    };
    CHECK(forgotten(20) == 0);
    CHECK(forgotten(19) == 1);
    // With one card to come there is no sum to ignore.
    state = after(scene.game, state, {"play g11"});
    CHECK(forgotten(18) == 0);
  }

  TEST_CASE("GN-9: hands that can complete a combination are equally likely in samples") {
    // Any two of these greens can be raised to 21; low ones can have other values as well.
    const Scene scene =
        four({"g2,g3,g4", "g5,g6,g7", "g8,g9,g10", "g19,g20,g21"}, {.max_value = 21});
    const ChipIt& game = scene.game;
    for (const char* said : {"size 1", "size 2"}) {
      CAPTURE(said);
      const auto seen = game.observation(after(game, scene.state, {said}), Viewer::player(1));
      FastRandom random{SeedSequence(4)};
      std::map<std::uint64_t, int> times;
      const int samples = 4200;
      for (int i = 0; i < samples; ++i) {
        const auto world = game.determinize(seen, random);
        REQUIRE(world.has_value());
        ++times[world->table.own[0].hand.packed().words[0]];
      }
      // Three out of the nine cards that player 1 does not hold.
      const int hands = 84;
      CHECK(times.size() == hands);
      const double expected = double{samples} / hands;
      double chi_squared = 0;
      for (const auto& [hand, count] : times) {
        chi_squared += (count - expected) * (count - expected) / expected;
      }
      CHECK(chi_squared < chi_squared_limit(hands - 1));
    }
  }
}
