// SPDX-License-Identifier: Apache-2.0
// Flask, rule by rule (FK-1 to FK-9).
#include "small/flask.hpp"

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/notation.hpp"
#include "support/believed.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace {

using namespace chemix;
using namespace chemix::test;
using flask::Phase;

flask::Game flask_game(int players = 2, const flask::Options& options = {}) {
  return flask::Game(*flask::Rules::create(*builtin_deck<ChemixDeck>("chemix"), options, players));
}

// Applies actions: `1 steal 0` is by player 1, `drawn H` by chance.
template <class G>
void play(const G& game, typename G::State& state, const std::vector<std::string>& steps) {
  for (const std::string& step : steps) {
    if (game.acting(state).is_chance()) {
      state = after_chance(game, state, step);
      continue;
    }
    std::string_view action = step;
    Player player = 0;
    REQUIRE(parse_number(split_off(action, " "), player));
    state = after_action(game, state, player, std::string(action));
  }
}

// Two players with the hands H,O,Fe and C,C,Ca.
flask::Game::State dealt(const flask::Game& game) {
  auto state = game.initial_state();
  play(game, state, {"drawn H", "drawn O", "drawn Fe", "drawn C", "drawn C", "drawn Ca"});
  return state;
}

}  // namespace

TEST_SUITE("flask") {
  TEST_CASE("FK-1: players draw up to the hand size, from the start player on") {
    const auto game = flask_game();
    const auto state = dealt(game);
    CHECK(text_of(game, state.table.own[0].hand) == "H,O,Fe");
    CHECK(text_of(game, state.table.own[1].hand) == "C,C,Ca");
    CHECK(state.table.open.pile_size == 11);
    CHECK(state.table.open.phase == Phase::Pick);
  }

  TEST_CASE("FK-1: a hand size that the deck cannot fill is rejected") {
    ChemixDeckContent content = (*builtin_deck<ChemixDeck>("chemix"))->content();
    content.copies = {};
    content.copies[small_card("Na")->index] = 1;
    content.copies[small_card("Cl")->index] = 1;
    std::erase_if(content.compounds,
                  [](const Compound& compound) { return compound.formula != "NaCl"; });
    const auto rules = flask::Rules::create(*ChemixDeck::create(content), {}, 2);
    REQUIRE(!rules.has_value());
    CHECK(rules.error().field == "hand_size");
    CHECK(rules.error().rule == "FK-1");
    CHECK(!flask::Rules::create(*builtin_deck<ChemixDeck>("chemix"), {}, 4).has_value());
  }

  TEST_CASE("FK-2: picks are sealed until all have picked, and then go under the pile") {
    const auto game = flask_game();
    auto state = dealt(game);
    CHECK(game.acting(state) == Acting::players(PlayerSet::first(2)));
    play(game, state, {"1 pick Ca"});
    CHECK(game.acting(state) == Acting::one(0));
    CHECK(game.acting(game.observation(state, Viewer::player(0))) ==
          Acting::players(PlayerSet::first(2)));
    CHECK(game.acting(game.observation(state, Viewer::player(1))) == Acting::one(0));
    CHECK(refusing_rule(game, state, 1, "pick C") == "GN-10");
    CHECK(refusing_rule(game, state, 0, "pick C") == "GN-11");
    play(game, state, {"0 pick H"});
    CHECK(text_of(game, state.table.open.bottom) == "H,Ca");
  }

  TEST_CASE("GN-10: a refusal names whose turn it is, and nobody if several players act") {
    const auto game = flask_game();
    auto state = dealt(game);
    const auto refusal = [&](Player player, const std::string& action) {
      const auto refused = game.refusal(state, player, action_of(game, action));
      REQUIRE(refused.has_value());
      CHECK(refused->rule == "GN-10");
      return *refused;
    };
    const auto why = [&](Player player, const std::string& action) {
      return static_cast<NotLegal>(refusal(player, action).detail);
    };
    const auto whose_turn = [&](Player player, const std::string& action) {
      CHECK(why(player, action) == NotLegal::Other);
      return refusal(player, action).arguments[0];
    };
    for (const Player none : {-1, 2, 7}) CHECK(whose_turn(none, "pick C") == -1);
    play(game, state, {"1 pick Ca"});
    CHECK(why(1, "pick C") == NotLegal::Decided);
    CHECK(whose_turn(2, "pick C") == -1);
    play(game, state, {"0 pick H"});
    CHECK(whose_turn(0, "steal 1") == 1);
    CHECK(whose_turn(2, "decline") == 1);
    CHECK(why(1, "pick C") == NotLegal::Kind);
    play(game, state, {"1 steal 0"});
    CHECK(why(0, "decline") == NotLegal::Chance);
  }

  TEST_CASE("FK-3: the highest pick leads, and in a tie the first player from the leader on") {
    const auto game = flask_game();
    auto state = dealt(game);
    play(game, state, {"0 pick H", "1 pick Ca"});
    CHECK(state.table.open.leader == 1);
    auto tied = game.initial_state(1);
    play(game, tied, {"drawn O", "drawn C", "drawn C", "drawn O", "drawn H", "drawn H"});
    play(game, tied, {"0 pick O", "1 pick O"});
    CHECK(tied.table.open.leader == 1);
  }

  TEST_CASE(
      "FK-4: the leader may draw blindly from another hand, and only these two players see the "
      "card") {
    const auto game = flask_game(3);
    auto state = game.initial_state();
    play(game, state,
         {"drawn H", "drawn H", "drawn O", "drawn C", "drawn C", "drawn Ca", "drawn O", "drawn N",
          "drawn P", "0 pick H", "1 pick Ca", "2 pick N"});
    CHECK(refusing_rule(game, state, 1, "steal 1") == "FK-4");
    CHECK(refusing_rule(game, state, 0, "steal 1") == "GN-10");
    CHECK(refusing_rule(game, state, 1, "decline") == "");
    play(game, state, {"1 steal 0"});
    CHECK(game.chance_weight(state.table) == 2);
    const auto before = state;
    play(game, state, {"drawn O"});
    const auto seen = [&](Viewer viewer) {
      return game.events(before.table, DrawnCard{*small_card("O")}, viewer)[0].kind.has_value();
    };
    CHECK(seen(Viewer::player(0)));
    CHECK(seen(Viewer::player(1)));
    CHECK(!seen(Viewer::player(2)));
    CHECK(!seen(Viewer::spectator()));
  }

  TEST_CASE("FK-5: the leader may look at a whole hand") {
    const auto game = flask_game();
    auto state = dealt(game);
    play(game, state, {"0 pick H", "1 pick Ca", "1 decline"});
    CHECK(refusing_rule(game, state, 1, "peek 1") == "FK-5");
    play(game, state, {"1 peek 0"});
    CHECK(game.count_worlds(game.observation(state, Viewer::player(1))) == "1");
    CHECK(game.count_worlds(game.observation(state, Viewer::player(0))) == "78");
  }

  TEST_CASE("FK-6: cards are laid in ascending order, and every step can be completed") {
    const auto game = flask_game();
    auto state = dealt(game);
    play(game, state, {"0 pick Fe", "1 pick Ca", "0 decline", "0 decline"});
    CHECK(refusing_rule(game, state, 0, "amount 2") == "");
    play(game, state, {"0 amount 2"});
    CHECK(refusing_rule(game, state, 0, "lay O") == "FK-6");
    play(game, state, {"0 lay H", "0 lay O"});
    CHECK(state.table.open.points[0] == 2);
    CHECK(text_of(game, state.table.open.laid) == "H,O");

    auto short_hand = flask_game(2, {.hand_size = 1});
    auto poor = short_hand.initial_state();
    play(short_hand, poor,
         {"drawn H", "drawn C", "0 pick H", "1 pick C", "1 decline", "1 decline"});
    CHECK(refusing_rule(short_hand, poor, 1, "amount 1") == "FK-6");
  }

  TEST_CASE("FK-7: the known bottom of the pile is drawn in order once nothing lies above it") {
    const auto game = flask_game(3, {.hand_size = 4});
    auto state = game.initial_state();
    // 12 of 17 cards are dealt; the first round leaves two of the other five above the bottom.
    play(game, state,
         {"drawn H", "drawn H", "drawn H", "drawn H", "drawn C", "drawn C", "drawn N", "drawn O",
          "drawn O", "drawn O", "drawn O", "drawn Na"});
    play(game, state,
         {"0 pick H", "1 pick C", "2 pick Na", "2 decline", "2 decline", "2 amount 0"});
    play(game, state, {"drawn P", "drawn S", "drawn Cl"});
    CHECK(text_of(game, state.table.open.bottom) == "H,C,Na");
    play(game, state,
         {"0 pick H", "1 pick C", "2 pick P", "2 decline", "2 decline", "2 amount 1", "2 lay O"});
    play(game, state, {"drawn Ca", "drawn Fe"});
    CHECK(state.table.own[0].hand.count(*small_card("H")) == 3);
    CHECK(state.table.own[1].hand.count(*small_card("C")) == 1);
    CHECK(text_of(game, state.table.open.bottom) == "Na,P,H,C");
    // Everybody knows the drawn cards.
    CHECK(believed(game, state, Viewer::spectator(), 0, *small_card("H")).least == 1);
    CHECK(believed(game, state, Viewer::spectator(), 1, *small_card("C")).least == 1);
  }

  TEST_CASE("FK-8: the game ends after the last round, and returns are points minus their mean") {
    const auto game = flask_game(2, {.max_rounds = 1});
    auto state = dealt(game);
    play(game, state,
         {"0 pick Fe", "1 pick Ca", "0 decline", "0 decline", "0 amount 1", "0 lay H", "drawn O",
          "drawn O", "drawn O"});
    CHECK(game.is_terminal(state));
    CHECK(game.returns(state)[0] == Fraction(1, 2));
    CHECK(game.returns(state)[1] == Fraction(-1, 2));
  }

  TEST_CASE("FK-9: a match adds up points, and the start passes on") {
    const flask::MatchGame match(*MatchRules<flask::Terms>::create(
        *builtin_deck<ChemixDeck>("chemix"), {.max_rounds = 1}, 2));
    auto state = match.initial_state(1);
    CHECK(state.table.open.game.leader == 1);
    const std::vector<std::string> deal = {"drawn H", "drawn O", "drawn Fe",
                                           "drawn C", "drawn C", "drawn Ca"};
    play(match, state, deal);
    play(match, state,
         {"1 pick Fe", "0 pick Ca", "1 decline", "1 decline", "1 amount 2", "1 lay H", "1 lay O",
          "drawn O", "drawn O", "drawn O"});
    play(match, state, {"drawn S"});
    CHECK(state.table.open.games == 1);
    CHECK(match.scores(state)[1] == 2);
    CHECK(state.table.open.game.leader == 0);
    CHECK(state.table.open.game.hand_size[0] == 0);
    CHECK(!match.is_terminal(state));
    play(match, state, deal);
    play(match, state,
         {"0 pick Fe", "1 pick Ca", "0 decline", "0 decline", "0 amount 0", "drawn O", "drawn O"});
    CHECK(match.is_terminal(state));
    CHECK(match.returns(state)[1] == Fraction(1));
    CHECK(match.returns(state)[0] == Fraction(-1));
  }
}
