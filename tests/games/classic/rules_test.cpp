// SPDX-License-Identifier: Apache-2.0
// ChemiX Classic, rule by rule: the booklet (CL-1 to CL-24), the simplified rule set (CF-1 to
// CF-8), and what players know (GN-9).
#include "chemix/games/classic/rules.hpp"

#include "chemix/beliefs/belief.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "support/believed.hpp"
#include "support/classic_position.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

using Classic = classic::Game;
using classic::Rules;

// Two players; player 1 has radon and begins.
Classic::State two_players(const Classic& game, const std::string& other = "H,O,C",
                           const std::string& beginner = "H,O,Na") {
  return dealt_state(game, {"He", "Rn"}, {other, beginner});
}

// Everybody passes until it is the turn of `player`.
Classic::State until_turn_of(const Classic& game, Classic::State state, Player player) {
  while (game.acting(state).is_chance() || state.table.open.current_player != player ||
         phase_of(state) != "build") {
    if (game.acting(state).is_chance()) {
      state = *game.apply(state, game.chance_outcome(state.table, 0));
    } else {
      const auto phase = phase_of(state);
      state = after(game, state,
                    {phase == "fill"     ? "leave"
                     : phase == "return" ? "return_nothing"
                                         : "done"});
    }
  }
  return state;
}

// Player 0 begins; player 1 has both noble gases.
Classic::State without_gas(const Classic& game) {
  auto state = laid_out(game, {"H,O,Na", "H,O,C"}, {}, 1);
  auto& gases = state.table.open.gases;
  gases[1] += gases[0];
  gases[0] = {};
  return state;
}

// Everybody knows that these cards are in the draw pile.
void know_in_pile(const Classic& game, Classic::State& state, const std::string& cards) {
  cards_of(game, cards).kinds().for_each([&](Card card) {
    state.knowledge.log.learn(Event::move({}, {}, card.index, ViewerSet::everyone()), place_public,
                              place_draw_pile, 0);
  });
}

// The probability that `viewer` assigns to the true hidden cards.
double chance_of(const Classic& game, const Classic::State& state, Viewer viewer) {
  const auto seen = game.observation(state, viewer);
  const auto worlds = game.rules().belief_of(seen);
  return worlds.weight_of(game.rules().world_from_table(seen, state.table))
      .share_of(worlds.total_weight());
}

}  // namespace

TEST_SUITE("classic") {
  // ---- Set-up ----

  TEST_CASE("CL-1: compounds and multipliers lie open, and each player gets a noble gas") {
    const auto game = classic_game(3);
    auto state = game.initial_state();
    CHECK(state.table.open.display.size() == 42);
    CHECK(text_of(game, state.table.open.multipliers) == "2,2,2,2,3,3,3,4,4");
    CHECK(game.chance_weight(state.table) == 4);
    state = after(game, state, {"drawn Ar", "drawn He", "drawn Ne"});
    CHECK(text_of(game, state.table.open.gases[2]) == "Ne");
    CHECK(text_of(game, state.table.open.gas_pile) == "Rn");
  }

  TEST_CASE("CL-1: a deck with too few noble gases or elements is rejected") {
    const auto few_gases =
        part_of_deck({"H", "H", "H", "C", "C", "O", "O", "Cl", "He"}, {"HCl", "CO"});
    const auto few_elements = part_of_deck({"H", "H", "H", "H", "Cl", "He", "Ne"}, {"HCl"});
    for (const auto& deck : {few_gases, few_elements}) {
      const auto refused = Rules::create(deck, {}, 2);
      REQUIRE(!refused.has_value());
      CHECK(refused.error().rule == "DK-4");
    }
  }

  TEST_CASE("CL-2: each player gets three elements, and the rest is the draw pile") {
    const auto game = classic_game(3);
    auto state = after(game, game.initial_state(), {"drawn He", "drawn Rn", "drawn Ne"});
    // The holder of radon gets the first card.
    CHECK(state.table.open.current_player == 1);
    while (game.acting(state).is_chance()) {
      state = *game.apply(state, game.chance_outcome(state.table, 0));
    }
    for (Player p = 0; p < 3; ++p) CHECK(state.table.open.hand_size[p] == 3);
    CHECK(state.table.open.draw_pile_size == 8);
  }

  TEST_CASE("CL-3: a hand never holds more than three cards between turns") {
    for (const auto ruleset : {classic::Ruleset::Booklet, classic::Ruleset::Simplified}) {
      const auto game = classic_game(3, ruleset);
      FastRandom random(SeedSequence(11));
      for (int i = 0; i < 50; ++i) {
        auto state = game.initial_state();
        while (!random_step(game, state, random).is_nobody()) {
          if (phase_of(state) != "build") continue;
          for (Player p = 0; p < 3; ++p) CHECK(state.table.open.hand_size[p] <= 3);
        }
      }
    }
  }

  TEST_CASE("CL-4: the holder of the highest noble gas begins") {
    const auto game = classic_game();
    CHECK(game.current_player(two_players(game)) == 1);
    const auto other = dealt_state(game, {"Ar", "Ne"}, {"H,O,C", "H,O,Na"});
    CHECK(game.current_player(other) == 0);
    CHECK(phase_of(other) == "build");
  }

  // ---- Step 1 ----

  TEST_CASE("CL-5: a player forms and dissolves compounds and takes a multiplier") {
    const auto game = classic_game();
    auto state = two_players(game);
    CHECK(is_legal(game, state, "take 2"));
    CHECK(is_legal(game, state, "form NaOH H,O,Na"));
    CHECK(!is_legal(game, state, "dissolve NaOH"));
    CHECK(refusing_rule(game, state, "dissolve NaOH") == "CL-5");
    state = after(game, state, {"take 2"});
    CHECK(text_of(game, state.table.open.free_cards) == "2");
    CHECK(text_of(game, state.table.open.multipliers) == "2,2,2,3,3,3,4,4");
    state = after(game, state, {"form H2O H,O"});
    CHECK(text_of(game, state.table.open.free_cards) == "-");
    CHECK(text_of(game, state.table.open.laid_cards) == "H,O,2");
    CHECK(text_of(game, state.table.own[1].hand) == "Na");
    state = after(game, state, {"done", "leave"});
    CHECK(game.current_player(state) == 0);
    state = after(game, state, {"dissolve H2O"});
    CHECK(text_of(game, state.table.open.free_cards) == "H,O,2");
    CHECK(text_of(game, state.table.open.laid_cards) == "-");
  }

  TEST_CASE("CL-5: a multiplier cannot be taken from an empty stack") {
    const auto game = Classic(*Rules::create(
        part_of_deck({"H", "H", "H", "C", "O", "O", "Cl", "He", "Ne", "2"}, {"HCl", "CO"}), {}, 2));
    const auto state = dealt_state(game, {"He", "Ne"}, {"H,O,Cl", "H,H,O"});
    CHECK(is_legal(game, state, "take 2"));
    CHECK(refusing_rule(game, state, "take 3") == "CL-5");
  }

  TEST_CASE("CL-5: a multiplier may be returned from the free cards or the hand") {
    const auto game = classic_game();
    auto state = two_players(game);
    state = after(game, state, {"take 2", "form NaOH H,O,Na", "done", "keep", "leave"});
    CHECK(text_of(game, state.table.own[1].hand) == "2");
    state = until_turn_of(game, state, 1);
    CHECK(is_legal(game, state, "return 2 hand"));
    CHECK(refusing_rule(game, state, "return 2 free") == "CL-5");
    CHECK(refusing_rule(game, state, "return 3 hand") == "CL-5");
    state = after(game, state, {"return 2 hand"});
    CHECK(text_of(game, state.table.own[1].hand) == "-");
    CHECK(text_of(game, state.table.open.multipliers) == "2,2,2,2,3,3,3,4,4");
    auto other = two_players(game);
    other = after(game, other, {"take 2", "form H2O H,O", "done", "leave", "dissolve H2O"});
    other = after(game, other, {"return 2 free"});
    CHECK(text_of(game, other.table.open.free_cards) == "H,O");
  }

  TEST_CASE("CL-6: a compound formed in this turn cannot be dissolved in it") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"form NaOH H,O,Na"});
    CHECK(!is_legal(game, state, "dissolve NaOH"));
    CHECK(refusing_rule(game, state, "dissolve NaOH") == "CL-6");
    state = after(game, state, {"done", "leave"});
    CHECK(is_legal(game, state, "dissolve NaOH"));
  }

  TEST_CASE("CL-7: each compound is formed at most once in a game") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"form NaOH H,O,Na"});
    CHECK(refusing_rule(game, state, "form NaOH H,O,Na") == "CL-7");
    state = after(game, state, {"done", "leave", "dissolve NaOH"});
    CHECK(!is_legal(game, state, "form NaOH -"));
    CHECK(refusing_rule(game, state, "form NaOH -") == "CL-7");
    CHECK(is_legal(game, state, "form CO O,C") == false);
    CHECK(is_legal(game, state, "form CO C,O"));
  }

  TEST_CASE("CL-8: the player chooses which cards come from the hand") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"form NaOH H,O,Na", "done", "leave"});
    state = after(game, state, {"dissolve NaOH"});
    for (const char* form : {"form CO C", "form CO C,O"}) CHECK(is_legal(game, state, form));
    CHECK(refusing_rule(game, state, "form CO -") == "CL-8");
    CHECK(refusing_rule(game, state, "form CO2 C,O") == "CL-8");
    const auto detail = [&](const char* action) {
      return int{game.refusal(state, *game.current_player(state), action_of(game, action))->detail};
    };
    CHECK(detail("form CO -") == 0);
    CHECK(detail("form CO2 C,O") == 0);
    CHECK(detail("form NaCl Na,Cl") == 1);
    CHECK(refusing_rule(game, state, "dissolve NaOH") == "CL-5");
    CHECK(detail("dissolve NaOH") == 4);
    const auto from_hand = after(game, state, {"form CO C,O"});
    CHECK(text_of(game, from_hand.table.own[0].hand) == "H");
    CHECK(text_of(game, from_hand.table.open.free_cards) == "H,O,Na");
    const auto from_both = after(game, state, {"form CO C"});
    CHECK(text_of(game, from_both.table.own[0].hand) == "H,O");
    CHECK(text_of(game, from_both.table.open.free_cards) == "H,Na");
  }

  TEST_CASE("CL-9: a player takes or returns at most one multiplier in a turn") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"take 2"});
    CHECK(refusing_rule(game, state, "take 2") == "CL-9");
    CHECK(refusing_rule(game, state, "return 2 free") == "CL-9");
    state = after(game, state, {"form H2O H,O", "done", "leave", "dissolve H2O", "return 2 free"});
    CHECK(refusing_rule(game, state, "take 2") == "CL-9");
  }

  TEST_CASE("CL-10: in the first turn a player has three hand cards and one multiplier") {
    const auto game = classic_game();
    const auto state = two_players(game, "H,O,C", "H,Cl,Na");
    const Texts expected = {"form NaCl Na,Cl", "form HCl H,Cl", "take 2",
                            "take 3",          "take 4",        "done"};
    auto texts = legal_texts(game, state);
    CHECK(texts.size() == expected.size());
    for (const std::string& text : expected) CHECK(is_in(texts, text));
  }

  // ---- Step 2 ----

  TEST_CASE("CL-11: expired free cards go to the minus pile, and expired hand cards may go there") {
    const auto game = small_classic();
    // Only CO has carbon and oxygen: once it is formed, they are expired.
    auto state = dealt_state(game, {"He", "Rn"}, {"H,H,Na", "C,O,C"});
    state = after(game, state, {"form CO C,O", "done"});
    CHECK(phase_of(state) == "lay_off");
    CHECK(legal_texts(game, state) == Texts{"lay_off C", "done", "undo"});
    CHECK(refusing_rule(game, state, "lay_off H") == "GN-11");
    const auto kept = after(game, state, {"done"});
    CHECK(text_of(game, kept.table.own[1].hand) == "C");
    const auto laid_off = after(game, state, {"lay_off C", "done"});
    CHECK(text_of(game, laid_off.table.open.minus[1]) == "C");
    // Player 0 dissolves CO: both cards are free and must go to the minus pile.
    state = after(game, kept, {"leave", "dissolve CO", "done"});
    CHECK(text_of(game, state.table.open.minus[0]) == "C,O");
    CHECK(phase_of(state) == "lay_off");
    CHECK(refusing_rule(game, state, "lay_off H") == "CL-11");
  }

  TEST_CASE("CL-12: an expired multiplier may be returned to its stack instead") {
    const auto game = small_classic();
    auto state = dealt_state(game, {"He", "Rn"}, {"H,C,O", "H,H,Cl"});
    CHECK(phase_of(after(game, state, {"take 2", "form H2 H", "done"})) == "lay_off");
    state = after(game, state, {"take 2", "form H2 H", "done", "done", "leave"});
    state = after(game, state, {"dissolve H2", "done"});
    // H2 was the only compound with a 2.
    CHECK(phase_of(state) == "return");
    CHECK(legal_texts(game, state) == Texts{"return 2 free", "return_nothing", "undo"});
    CHECK(refusing_rule(game, state, "return 3 free") == "CL-5");
    const auto returned = after(game, state, {"return 2 free"});
    CHECK(text_of(game, returned.table.open.multipliers) == "2");
    CHECK(text_of(game, returned.table.open.minus[0]) == "-");
    CHECK(text_of(game, after(game, state, {"return_nothing"}).table.open.minus[0]) == "2");
  }

  TEST_CASE("CL-12: a multiplier that is still needed is not returned in step 2") {
    const auto game = classic_with_spare_three();
    auto state = dealt_state(game, {"He", "Rn"}, {"H,C,O", "H,H,Cl"});
    state = after(game, state, {"take 2", "form HCl H,Cl", "done", "done", "keep", "leave"});
    CHECK(text_of(game, state.table.own[1].hand) == "H,2");
    state = until_turn_of(game, state, 1);
    state = after(game, state, {"done"});
    CHECK(phase_of(state) == "return");
    CHECK(legal_texts(game, state) == Texts{"return_nothing"});
    CHECK(refusing_rule(game, state, "return 2 hand") == "CL-12");
    // A 3, which no compound needs, can be returned from the same hand.
    const auto both = laid_out(game, {"H,2,3", "H,H,Cl"}, {}, 1);
    CHECK(legal_texts(game, after(game, both, {"done"})) ==
          Texts{"return 3 hand", "return_nothing"});
  }

  TEST_CASE("CL-12: after a return in step 1 there is none in step 2") {
    const auto game = classic_with_spare_three();
    auto state = laid_out(game, {"H,C,3", "H,H,Cl"}, {}, 1);
    CHECK(phase_of(after(game, state, {"done"})) == "return");
    CHECK(phase_of(after(game, state, {"return 3 hand", "done"})) == "lay_off");
  }

  TEST_CASE("CL-12: a state that asks about expired cards is rejected if none is expired") {
    const auto game = small_classic();
    auto state = laid_out(game, {"H,H,Na", "H,O,C"}, {"HCl"}, 1);
    const auto error = [&] { return game.rules().validation_error(state.table, state.knowledge); };
    for (const auto phase : {classic::Phase::LayOff, classic::Phase::Return}) {
      state.table.open.phase = phase;
      REQUIRE(error());
      CHECK(error()->field == "phase");
      CHECK(error()->rule == "CL-12");
    }
    // Without CO in the display carbon and oxygen are expired.
    state = laid_out(game, {"H,H,Na", "H,O,C"}, {"CO"}, 1);
    state.table.open.phase = classic::Phase::LayOff;
    CHECK(!error());
  }

  // ---- Step 3 to the end of a turn ----

  TEST_CASE("CL-13: free cards go to the hand") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"take 2", "form NaOH H,O,Na", "done", "keep"});
    CHECK(text_of(game, state.table.own[1].hand) == "2");
    CHECK(text_of(game, state.table.open.free_cards) == "-");
  }

  TEST_CASE("CL-13: a state with free cards after the end of a turn is rejected") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"form NaOH H,O,Na", "done"});
    REQUIRE(phase_of(state) == "fill");
    const auto error = [&] { return game.rules().validation_error(state.table, state.knowledge); };
    CHECK(!error());
    auto& table = state.table;
    const Card card = table.hidden.draw_pile.nth(0);
    table.hidden.draw_pile.remove(card);
    --table.open.draw_pile_size;
    table.open.free_cards.add(card);
    for (const auto phase : {classic::Phase::Fill, classic::Phase::Draw}) {
      table.open.phase = phase;
      REQUIRE(error());
      CHECK(error()->field == "free_cards");
      CHECK(error()->rule == "CL-13");
    }
  }

  TEST_CASE("CL-13: with too many cards and no noble gas a player can only undo") {
    const auto game = classic_game();
    auto state = without_gas(game);
    state = after(game, state, {"take 2", "done"});
    CHECK(phase_of(state) == "gas");
    CHECK(legal_texts(game, state) == Texts{"undo"});
  }

  TEST_CASE("CL-14: compound cards are taken and laid at the end of the turn") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"form NaOH H,O,Na"});
    CHECK(state.table.open.display.count(*game.rules().deck().card("NaOH")) == 1);
    state = after(game, state, {"done"});
    CHECK(text_of(game, state.table.open.laid[1]) == "NaOH");
    CHECK(state.table.open.display.size() == 41);
    state = after(game, state, {"leave", "dissolve NaOH", "form CO C"});
    CHECK(text_of(game, state.table.open.won[1]) == "-");
    state = after(game, state, {"take 2", "form H2O H,O", "done", "keep"});
    CHECK(text_of(game, state.table.open.won[1]) == "NaOH");
    CHECK(text_of(game, state.table.open.laid[0]) == "CO,H2O");
  }

  TEST_CASE("CL-15: the hand may be filled up to three") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"form NaOH H,O,Na", "done"});
    CHECK(legal_texts(game, state) == Texts{"fill", "leave"});
    CHECK(game.current_player(after(game, state, {"leave"})) == 0);
    state = after(game, state, {"fill"});
    CHECK(game.acting(state).is_chance());
    state = after(game, state, {"drawn H", "drawn O", "drawn P"});
    CHECK(text_of(game, state.table.own[1].hand) == "H,O,P");
    CHECK(game.current_player(state) == 0);
    // A player with a full hand is not asked.
    CHECK(game.current_player(after(game, state, {"done"})) == 1);
  }

  TEST_CASE("CL-15: the hand is filled as far as the pile goes") {
    const auto game = Classic(*Rules::create(
        part_of_deck({"H", "H", "H", "C", "O", "Na", "Cl", "He", "Rn"}, {"NaCl", "CO", "HCl"}), {},
        2));
    auto state = dealt_state(game, {"He", "Rn"}, {"H,C,O", "H,Na,Cl"});
    state = after(game, state, {"form NaCl Na,Cl", "done", "done", "fill", "drawn H"});
    CHECK(text_of(game, state.table.own[1].hand) == "H,H");
    CHECK(game.current_player(state) == 0);
    // With an empty pile nobody is asked.
    state = after(game, state, {"form CO C,O", "done", "done"});
    CHECK(game.current_player(state) == 1);
  }

  // ---- Noble gases ----

  TEST_CASE("CL-16: a player with free cards uses or keeps the noble gas") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"take 2", "form NaOH H,O,Na", "done"});
    CHECK(phase_of(state) == "gas");
    CHECK(legal_texts(game, state) == Texts{"undo", "use", "keep"});
    // With four cards the gas must be used.
    auto many = after(game, two_players(game), {"take 2", "done"});
    CHECK(legal_texts(game, many) == Texts{"undo", "use"});
    CHECK(refusing_rule(game, many, "keep") == "CL-16");
    const auto detail = [&](const auto& now, const char* action) {
      return int{game.refusal(now, *game.current_player(now), action_of(game, action))->detail};
    };
    CHECK(detail(many, "keep") == 1);
    // Without a gas only undo is left.
    many = after(game, without_gas(game), {"take 2", "done"});
    CHECK(legal_texts(game, many) == Texts{"undo"});
    CHECK(refusing_rule(game, many, "use") == "CL-16");
    CHECK(detail(many, "use") == 2);
    CHECK(detail(many, "keep") == 3);
  }

  TEST_CASE("CL-17: dissolved compounds are restored from free cards (worked example)") {
    const auto game = classic_game();
    auto state = laid_out(game, {"P,O,H", "N,S,Ca"}, {"NaCl", "H2O", "CH4"}, 1);
    state = after(
        game, state,
        {"dissolve NaCl", "dissolve H2O", "dissolve CH4", "take 2", "form P4 P", "form NaOH H,O"});
    CHECK(text_of(game, state.table.open.free_cards) == "H,H,C,O,Cl,2,2");
    state = after(game, state, {"done", "use"});
    CHECK(phase_of(state) == "restore");
    CHECK(legal_texts(game, state) == Texts{"restore H2O"});
    CHECK(refusing_rule(game, state, "restore CH4") == "CL-17");
    const auto pile = state.table.hidden.draw_pile;
    state = after(game, state, {"restore H2O"});
    CHECK(text_of(game, state.table.open.laid[1]) == "NaCl,H2O,CH4");
    CHECK(state.table.open.dissolved.size() == 2);
    CHECK(state.table.hidden.draw_pile == pile + cards_of(game, "H,C,Cl"));
    state = after(game, state, {"give 1"});
    CHECK(text_of(game, state.table.open.laid[1]) == "H2O");
    CHECK(text_of(game, state.table.open.won[1]) == "NaCl,CH4");
    CHECK(text_of(game, state.table.open.laid[0]) == "P4,NaOH");
  }

  TEST_CASE("CL-17: the player chooses which compound to restore until none can be restored") {
    const auto game = classic_game();
    auto state = laid_out(game, {"P,N,S", "H,Na,Fe"}, {"CO", "CaO"}, 1);
    // One O is used up, so only one of the two compounds can be restored.
    state =
        after(game, state, {"dissolve CO", "dissolve CaO", "take 2", "form O2 -", "done", "use"});
    CHECK(legal_texts(game, state) == Texts{"restore CO", "restore CaO"});
    state = after(game, state, {"restore CaO"});
    CHECK(phase_of(state) == "give");
    CHECK(text_of(game, state.table.open.free_cards) == "-");
  }

  TEST_CASE("CL-18: free multipliers go to their stacks, and free elements into the draw pile") {
    const auto game = classic_game();
    auto state = laid_out(game, {"P,N,S", "H,Na,Fe"}, {"CO2", "H2"}, 1);
    CHECK(text_of(game, state.table.open.multipliers) == "2,2,3,3,3,4,4");
    const int before = state.table.open.draw_pile_size;
    state = after(game, state, {"dissolve CO2", "take 3", "form N2 N", "done", "use"});
    CHECK(phase_of(state) == "give");
    CHECK(text_of(game, state.table.open.multipliers) == "2,2,3,3,3,4,4");
    CHECK(state.table.open.draw_pile_size == before + 2);
    CHECK(text_of(game, state.table.own[0].hand) == "P,S");
  }

  TEST_CASE("CL-19: the noble gas goes to another player") {
    const auto game = classic_game(3);
    auto state = dealt_state(game, {"He", "Rn", "Ne"}, {"H,O,C", "H,O,Na", "N,H,Fe"});
    state = after(game, state, {"take 2", "done", "use"});
    CHECK(legal_texts(game, state) == Texts{"give 0", "give 2"});
    CHECK(refusing_rule(game, state, "give 1") == "CL-19");
    state = after(game, state, {"give 2"});
    CHECK(text_of(game, state.table.open.gases[2]) == "Ne,Rn");
    CHECK(text_of(game, state.table.open.gases[1]) == "-");
    state = until_turn_of(game, state, 2);
    // The lowest gas is given.
    state = after(game, state, {"take 2", "done", "use", "give 1"});
    CHECK(text_of(game, state.table.open.gases[1]) == "Ne");
  }

  // ---- Undo ----

  TEST_CASE("CL-20: undo restores the table of the start of the turn") {
    const auto game = classic_game();
    const auto start = laid_out(game, {"P,O,H", "N,S,Ca"}, {"NaCl", "H2O", "CH4"}, 1);
    CHECK(refusing_rule(game, start, "undo") == "CL-20");
    auto state =
        after(game, start, {"dissolve NaCl", "dissolve H2O", "take 2", "form HCl H", "undo"});
    CHECK(state.table.open.laid_cards == start.table.open.laid_cards);
    CHECK(state.table.open.laid[1] == start.table.open.laid[1]);
    CHECK(state.table.open.multipliers == start.table.open.multipliers);
    CHECK(state.table.own[0].hand == start.table.own[0].hand);
    CHECK(state.table.open.passes == 1);
    // With a full hand the turn is over.
    CHECK(game.current_player(state) == 1);
    // Everybody saw the hydrogen in the hand.
    for (const char* card : {"H", "P", "O"}) {
      CHECK(believed(game, state, Viewer::spectator(), 0, *small_card(card)).least ==
            (std::string(card) == "H" ? 1 : 0));
    }
  }

  TEST_CASE("CL-20: a turn is undone at most once, and not after a noble gas is used") {
    const auto game = classic_with_spare_three();
    const auto start = dealt_state(game, {"He", "Rn"}, {"H,C,O", "H,H,Cl"});
    auto state = after(game, start, {"take 2", "undo"});
    // Step 2 follows: the 3 is in no compound.
    CHECK(phase_of(state) == "return");
    CHECK(refusing_rule(game, state, "undo") == "CL-20");
    state = after(game, start, {"take 2", "done", "done", "use"});
    CHECK(phase_of(state) == "give");
    CHECK(refusing_rule(game, state, "undo") == "GN-10");
  }

  TEST_CASE("CL-20: undo brings back cards laid off and multipliers returned in step 2") {
    const auto game = small_classic();
    const auto start = dealt_state(game, {"He", "Rn"}, {"H,H,Na", "C,O,C"});
    auto state = after(game, start, {"form CO C,O", "done", "lay_off C"});
    CHECK(text_of(game, state.table.open.minus[1]) == "C");
    state = after(game, state, {"undo"});
    CHECK(text_of(game, state.table.open.minus[1]) == "-");
    CHECK(text_of(game, state.table.own[1].hand) == "C,C,O");
    const auto spare = classic_with_spare_three();
    auto other = laid_out(spare, {"H,C,3", "H,H,Cl"}, {}, 1);
    other = after(spare, other, {"done", "return 3 hand", "undo"});
    CHECK(text_of(spare, other.table.own[0].hand) == "H,C,3");
    CHECK(phase_of(other) == "return");
  }

  TEST_CASE("CL-20: laying off a card can be undone if nothing else was done") {
    const auto game = small_classic();
    auto state = dealt_state(game, {"He", "Rn"}, {"H,H,Na", "C,O,C"});
    state = after(game, state, {"form CO C,O", "done", "done", "leave", "done", "done"});
    state = after(game, state, {"done", "lay_off C"});
    CHECK(is_legal(game, state, "undo"));
    state = after(game, state, {"undo"});
    CHECK(text_of(game, state.table.open.minus[1]) == "-");
    CHECK(text_of(game, state.table.own[1].hand) == "C");
  }

  // ---- Pass and end ----

  TEST_CASE("CL-21: a turn is a pass unless a compound is laid or stays dissolved") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"done"});
    CHECK(state.table.open.passes == 1);
    const auto gave = after(game, two_players(game), {"take 2", "done", "use", "give 0"});
    CHECK(gave.table.open.passes == 1);
    state = after(game, state, {"take 2", "form CO C,O", "done", "keep"});
    CHECK(state.table.open.passes == 0);
    // A turn that leaves a compound dissolved is no pass either.
    auto other = laid_out(game, {"P,N", "H,Na,Fe"}, {"CO"}, 1);
    other.table.open.passes = 1;
    other = after(game, other, {"dissolve CO", "take 2", "form O2 -", "done", "keep"});
    CHECK(other.table.open.passes == 0);
  }

  TEST_CASE("CL-21: a turn that only dissolves a compound is no pass") {
    const auto game = classic_game();
    auto state = laid_out(game, {"P", "H,Na,Fe"}, {"CO"}, 1);
    state.table.open.passes = 1;
    state = after(game, state, {"dissolve CO", "done", "keep"});
    CHECK(state.table.open.passes == 0);
  }

  TEST_CASE("CL-22: the game ends when all players have passed in a row") {
    const auto game = classic_game(3);
    auto state = dealt_state(game, {"He", "Rn", "Ne"}, {"H,O,C", "H,O,Na", "N,H,Fe"});
    state = after(game, state, {"form NaOH H,O,Na", "done", "leave", "done", "done"});
    CHECK(!game.is_terminal(state));
    CHECK(state.table.open.passes == 2);
    state = after(game, state, {"done", "leave"});
    CHECK(game.is_terminal(state));
    CHECK(state.table.open.turns == 4);
  }

  TEST_CASE("CL-22: under the booklet's rules the game continues with an empty display") {
    const auto game = Classic(*Rules::create(
        part_of_deck({"H", "H", "H", "C", "O", "Na", "Cl", "He", "Rn"}, {"HCl", "NaCl", "CO"}), {},
        2));
    auto state = dealt_state(game, {"He", "Rn"}, {"H,C,O", "H,Na,Cl"});
    state = after(game, state, {"form NaCl Na,Cl", "done", "done", "leave"});
    state = after(game, state, {"form CO C,O", "dissolve NaCl", "form HCl H", "done", "leave"});
    CHECK(state.table.open.display.empty());
    CHECK(!game.is_terminal(state));
    CHECK(is_legal(game, state, "dissolve CO"));
  }

  TEST_CASE("CL-23: at the end players win their own compounds in the free area") {
    const auto game = classic_game();
    auto state = after(game, two_players(game), {"form NaOH H,O,Na", "done", "leave", "done"});
    CHECK(text_of(game, state.table.open.won[1]) == "-");
    state = after(game, state, {"done", "leave"});
    CHECK(game.is_terminal(state));
    CHECK(text_of(game, state.table.open.won[1]) == "NaOH");
  }

  TEST_CASE("CL-24: compounds and noble gases score, and hand cards and minus piles cost points") {
    const auto game = small_classic();
    auto state = dealt_state(game, {"He", "Rn"}, {"H,H,Na", "C,O,C"});
    CHECK(game.scores(state)[0] == 3 - 3);
    state = after(game, state, {"form CO C,O", "done", "lay_off C", "done"});
    CHECK(game.scores(state)[1] == 2 + 3 - 1);
    state = after(game, state, {"leave", "done", "done", "done", "leave"});
    CHECK(game.is_terminal(state));
    CHECK(game.returns(state)[1] == Fraction(2));
    CHECK(game.returns(state)[0] == Fraction(-2));
  }

  // ---- The simplified rule set ----

  TEST_CASE("CF-1: the hand is filled up to three after every turn") {
    const auto game = classic_game(2, classic::Ruleset::Simplified);
    auto state = after(game, two_players(game), {"form NaOH H,O,Na", "done", "return_nothing"});
    CHECK(game.acting(state).is_chance());
    state = after(game, state, {"drawn H", "drawn O", "drawn P"});
    CHECK(game.current_player(state) == 0);
    CHECK(text_of(game, state.table.own[1].hand) == "H,O,P");
  }

  TEST_CASE("CF-1: a dead card that is drawn does not count") {
    const auto game = small_classic(classic::Ruleset::Simplified);
    auto state = dealt_state(game, {"He", "Rn"}, {"H,H,Na", "H,C,O"});
    state = after(game, state, {"form CO C,O", "done", "return_nothing"});
    CHECK(text_of(game, state.table.hidden.draw_pile) == "H,C,O,Cl");
    state = after(game, state, {"drawn C"});
    CHECK(text_of(game, state.table.open.minus[1]) == "C");
    CHECK(state.table.open.hand_size[1] == 1);
    state = after(game, state, {"drawn H", "drawn Cl"});
    CHECK(game.current_player(state) == 0);
  }

  TEST_CASE("CF-1: when the display is empty nothing is drawn") {
    const auto game = Classic(*Rules::create(
        part_of_deck({"H", "H", "H", "H", "C", "C", "O", "O", "He", "Rn", "2"}, {"H2", "CO"}),
        {classic::Ruleset::Simplified}, 2));
    auto state = dealt_state(game, {"Rn", "He"}, {"H,C,O", "H,H,H"});
    state = after(game, state, {"take 2", "form H2 H", "form CO C,O", "done"});
    CHECK(game.is_terminal(state));
    CHECK(state.table.open.draw_pile_size == 2);
    CHECK(text_of(game, state.table.open.minus[0]) == "-");
  }

  TEST_CASE("CF-2: a noble gas clears the hand when it would be too large") {
    const auto game = classic_game(2, classic::Ruleset::Simplified);
    auto state = laid_out(game, {"P,N,S", "H,Na,Fe"}, {"CO2", "H2"}, 1);
    state = after(game, state, {"dissolve CO2", "done", "return_nothing"});
    CHECK(phase_of(state) == "gas");
    CHECK(state.table.open.hand_size[0] == 6);
    CHECK(legal_texts(game, state) == Texts{"undo", "use"});
    CHECK(refusing_rule(game, state, "keep") == "CF-8");
    CHECK(game.refusal(state, 0, action_of(game, "keep"))->detail == 1);
    state = after(game, state, {"use"});
    CHECK(text_of(game, state.table.own[0].hand) == "-");
    CHECK(text_of(game, state.table.open.discard_pile) == "C,N,O,P,S");
    CHECK(text_of(game, state.table.open.multipliers) == "2,2,2,3,3,3,4,4");
    state = after(game, state, {"give 1"});
    // CO2 stays dissolved, and no card is drawn.
    CHECK(text_of(game, state.table.open.won[1]) == "CO2");
    CHECK(state.table.open.hand_size[0] == 0);
    CHECK(game.current_player(state) == 1);
  }

  TEST_CASE("CF-2: a player without a noble gas cannot use one") {
    const auto game = classic_game(2, classic::Ruleset::Simplified);
    const auto state = after(game, without_gas(game), {"take 2", "done"});
    CHECK(legal_texts(game, state) == Texts{"undo"});
    CHECK(refusing_rule(game, state, "use") == "CF-2");
    CHECK(refusing_rule(game, state, "keep") == "CF-8");
    CHECK(game.refusal(state, 0, action_of(game, "keep"))->detail == 2);
  }

  TEST_CASE("CF-3: the discard pile becomes the new draw pile when that is empty") {
    const auto game = Classic(
        *Rules::create(part_of_deck({"H", "H", "H", "H", "C", "O", "Na", "Cl", "He", "Rn", "2"},
                                    {"H2", "NaCl", "CO", "HCl"}),
                       {classic::Ruleset::Simplified}, 2));
    auto state = dealt_state(game, {"He", "Rn"}, {"H,C,O", "H,Na,Cl"});
    state = after(game, state, {"take 2", "done", "use", "give 0"});
    CHECK(text_of(game, state.table.open.discard_pile) == "H,Na,Cl");
    state = after(game, state, {"form CO C,O", "done", "return_nothing", "drawn H", "drawn H"});
    CHECK(state.table.open.draw_pile_size == 0);
    state = after(game, state, {"done", "return_nothing"});
    CHECK(game.acting(state).is_chance());
    CHECK(text_of(game, state.table.hidden.draw_pile) == "H,Na,Cl");
    CHECK(text_of(game, state.table.open.discard_pile) == "-");
    // Everybody knows the new pile, and hence that the other hand holds the other three H.
    CHECK(game.count_worlds(game.observation(state, Viewer::spectator())) == "1");
    // After the last cards are drawn, nothing is left.
    state = after(game, state, {"drawn H", "drawn Na", "drawn Cl", "done", "return_nothing"});
    CHECK(state.table.open.draw_pile_size == 0);
  }

  TEST_CASE("CF-3: a discard pile of one card is enough to draw from") {
    const auto game = Classic(
        *Rules::create(part_of_deck({"H", "H", "C", "O", "Na", "Cl", "He", "Rn", "2", "2", "3"},
                                    {"H2", "NaCl", "CO", "HCl"}),
                       {classic::Ruleset::Simplified}, 2));
    auto state = laid_out(game, {"H,2,2", "H,C,O"}, {"NaCl"}, 1);
    REQUIRE(state.table.open.draw_pile_size == 0);
    state = after(game, state, {"take 3", "done", "use", "give 1"});
    CHECK(text_of(game, state.table.open.discard_pile) == "H");
    state = after(game, state, {"form CO C,O", "done", "return_nothing"});
    CHECK(game.acting(state).is_chance());
    CHECK(text_of(game, after(game, state, {"drawn H"}).table.own[1].hand) == "H,H");
  }

  TEST_CASE("CF-4: dead elements go from all hands to the minus piles") {
    const auto game = small_classic(classic::Ruleset::Simplified);
    auto state = dealt_state(game, {"He", "Rn"}, {"H,Cl,O", "H,C,O"});
    state = after(game, state, {"form CO C,O", "done", "return_nothing"});
    CHECK(text_of(game, state.table.open.minus[0]) == "O");
    CHECK(text_of(game, state.table.own[0].hand) == "H,Cl");
    state = after(game, state, {"drawn H", "drawn Na"});
    // Dead free cards go to the player on turn.
    state = after(game, state, {"dissolve CO", "form HCl H,Cl", "done"});
    CHECK(text_of(game, state.table.open.minus[0]) == "C,O,O");
    CHECK(state.table.open.hand_size[0] == 0);
  }

  TEST_CASE("CF-4: a compound formed in this turn does not keep its elements alive") {
    const auto game = small_classic(classic::Ruleset::Simplified);
    auto state = laid_out(game, {"H,C,O", "H,H,Na"}, {"HCl"}, 1);
    // H2 is the last compound with hydrogen.
    state = after(game, state, {"dissolve HCl", "take 2", "form H2 H", "done"});
    CHECK(text_of(game, state.table.open.minus[0]) == "H");
    CHECK(text_of(game, state.table.own[0].hand) == "C,O,Cl");
    // The other hand loses its hydrogen after step 5.
    CHECK(text_of(game, state.table.open.minus[1]) == "H,H");
    CHECK(game.current_player(state) == 1);
  }

  TEST_CASE("CF-4: dead cards count for the hand until step 5") {
    const auto game = small_classic(classic::Ruleset::Simplified);
    auto state = laid_out(game, {"H,C,O", "H,H,Na"}, {"HCl"}, 1);
    state = after(game, state, {"dissolve HCl", "take 2", "form H2 -", "done"});
    CHECK(phase_of(state) == "gas");
    CHECK(text_of(game, state.table.own[0].hand) == "H,C,O,Cl");
    CHECK(!game.rules().validation_error(state.table, state.knowledge));
    // The other player may still hold hydrogen: any three of H, H, C, O, Na.
    CHECK(game.count_worlds(game.observation(state, Viewer::player(0))) == "10");
    state = after(game, state, {"use"});
    CHECK(text_of(game, state.table.open.discard_pile) == "H,C,O,Cl");
    CHECK(text_of(game, after(game, state, {"give 1"}).table.open.minus[1]) == "H,H");
  }

  TEST_CASE("CF-4: undo brings back the cards that died in the turn") {
    const auto game = small_classic(classic::Ruleset::Simplified);
    const auto start = laid_out(game, {"H,C,Cl", "H,H,Na"}, {"H2"}, 1);
    auto state = after(game, start, {"dissolve H2", "form HCl H,Cl", "done"});
    CHECK(text_of(game, state.table.open.minus[0]) == "H");
    CHECK(text_of(game, state.table.own[0].hand) == "C,2");
    state = after(game, state, {"undo"});
    CHECK(text_of(game, state.table.open.minus[0]) == "-");
    CHECK(state.table.own[0].hand == start.table.own[0].hand);
    CHECK(state.table.open.laid_cards == start.table.open.laid_cards);
  }

  TEST_CASE("CF-4: a card that was drawn and not shown is not dead") {
    const auto game = small_classic(classic::Ruleset::Simplified);
    auto state = dealt_state(game, {"He", "Rn"}, {"H,H,Na", "H,C,O"});
    state = after(game, state, {"form CO C,O", "done", "return_nothing"});
    REQUIRE(text_of(game, state.table.hidden.draw_pile) == "H,C,O,Cl");
    know_in_pile(game, state, "C,Cl");
    state = after(game, state, {"drawn H"});
    // The drawn card was chlorine or hydrogen: dead carbon or oxygen would have been shown.
    const auto other = Viewer::player(0);
    CHECK(believed(game, state, other, 1, *small_card("C")).most == 0);
    CHECK(believed(game, state, other, 1, *small_card("Cl")) == Believed{0, 1});
    CHECK(chance_of(game, state, other) == doctest::Approx(1.0 / 2));
  }

  TEST_CASE("CF-4: no possible world has a dead card in a hand") {
    const auto game = small_classic(classic::Ruleset::Simplified);
    auto state = dealt_state(game, {"He", "Rn"}, {"H,H,Na", "H,C,O"});
    state = after(game, state,
                  {"form CO C,O", "done", "return_nothing", "drawn C", "drawn H", "drawn Cl"});
    REQUIRE(text_of(game, state.table.hidden.draw_pile) == "O");
    CHECK(game.count_worlds(game.observation(state, Viewer::player(0))) == "1");
  }

  TEST_CASE("CF-5: the owner wins the card of a dissolved compound") {
    const auto game = small_classic(classic::Ruleset::Simplified);
    auto state = dealt_state(game, {"He", "Rn"}, {"H,Cl,O", "H,C,O"});
    state = after(game, state, {"form CO C,O", "done", "return_nothing", "drawn H", "drawn Na"});
    state = after(game, state, {"dissolve CO", "form HCl H,Cl", "done"});
    CHECK(text_of(game, state.table.open.won[1]) == "-");
    state = after(game, state, {"return_nothing"});
    CHECK(text_of(game, state.table.open.won[1]) == "CO");
    CHECK(text_of(game, state.table.open.laid[0]) == "HCl");
  }

  TEST_CASE("CF-6: the turn that empties the display ends the game") {
    const auto game = Classic(*Rules::create(
        part_of_deck({"H", "H", "H", "C", "O", "Na", "Cl", "He", "Rn"}, {"HCl", "NaCl", "CO"}),
        {classic::Ruleset::Simplified}, 2));
    auto state = dealt_state(game, {"He", "Rn"}, {"H,C,O", "H,Na,Cl"});
    state = after(game, state, {"form NaCl Na,Cl", "done", "return_nothing", "drawn H"});
    CHECK(game.current_player(state) == 0);
    state = after(game, state, {"form CO C,O", "dissolve NaCl", "form HCl H", "done"});
    CHECK(!game.is_terminal(state));
    state = after(game, state, {"return_nothing"});
    CHECK(game.is_terminal(state));
    CHECK(state.table.open.display.empty());
    CHECK(text_of(game, state.table.open.minus[1]) == "H,H");
    CHECK(text_of(game, state.table.open.minus[0]) == "Na");
  }

  TEST_CASE("CF-6: a round of passes ends the game") {
    const auto game = classic_game(2, classic::Ruleset::Simplified);
    auto state = after(game, two_players(game), {"done", "return_nothing", "done"});
    CHECK(!game.is_terminal(state));
    CHECK(game.is_terminal(after(game, state, {"return_nothing"})));
  }

  TEST_CASE("CF-7: the score is that of the booklet") {
    const auto game = small_classic(classic::Ruleset::Simplified);
    auto state = dealt_state(game, {"He", "Rn"}, {"H,Cl,O", "H,C,O"});
    state = after(game, state, {"form CO C,O", "done", "return_nothing"});
    // Three points for the gas, minus two hand cards and one minus card.
    CHECK(game.scores(state)[0] == 3 - 3);
    CHECK(game.scores(state)[1] == 3 + 2 - 1);
  }

  TEST_CASE("CF-8: a multiplier may be returned from the hand after step 1") {
    const auto game = classic_game(2, classic::Ruleset::Simplified);
    auto state = laid_out(game, {"P,N", "H,Na,Fe"}, {"H2"}, 1);
    state = after(game, state, {"dissolve H2"});
    CHECK(refusing_rule(game, state, "return 2 free") == "CF-8");
    state = after(game, state, {"done"});
    CHECK(text_of(game, state.table.own[0].hand) == "H,N,P,2");
    CHECK(legal_texts(game, state) == Texts{"return 2 hand", "return_nothing", "undo"});
    CHECK(refusing_rule(game, state, "return 3 hand") == "CL-5");
    // With four cards a noble gas is needed, with three it is not.
    CHECK(phase_of(after(game, state, {"return_nothing"})) == "gas");
    CHECK(game.current_player(after(game, state, {"return 2 hand"})) == 1);
    // Undo also gives back the cards picked up.
    state = after(game, state, {"return_nothing", "undo"});
    CHECK(text_of(game, state.table.own[0].hand) == "N,P");
    CHECK(text_of(game, state.table.open.laid_cards) == "H,2");
    CHECK(phase_of(state) == "return");
  }

  TEST_CASE("CF-8: a player who took a multiplier may not return one") {
    const auto game = classic_game(2, classic::Ruleset::Simplified);
    auto state = after(game, two_players(game), {"take 2", "form H2 H", "done"});
    CHECK(game.acting(state).is_chance());
  }

  // ---- Knowledge ----

  TEST_CASE("GN-9: everybody knows which cards a player picked up") {
    const auto game = classic_game();
    auto state = laid_out(game, {"P,N", "H,Na,Fe"}, {"CO"}, 1);
    state = after(game, state, {"dissolve CO", "take 2", "form O2 -", "done", "keep"});
    for (const char* card : {"C", "O", "N", "P"}) {
      CHECK(believed(game, state, Viewer::spectator(), 0, *small_card(card)).least ==
            (std::string(card) == "C" ? 1 : 0));
    }
  }

  TEST_CASE("GN-9: cards known to be in the pile are known to be in the hands once it is empty") {
    const auto game = Classic(
        *Rules::create(part_of_deck({"H", "H", "H", "H", "C", "O", "Na", "Cl", "He", "Rn", "2"},
                                    {"H2", "NaCl", "CO", "HCl"}),
                       {}, 2));
    auto state = dealt_state(game, {"He", "Rn"}, {"H,Na,Cl", "H,C,O"});
    state = after(game, state, {"form CO C,O", "done", "done", "fill"});
    know_in_pile(game, state, "H");
    state = after(game, state, {"drawn H", "drawn H"});
    REQUIRE(state.table.open.draw_pile_size == 0);
    // The other five cards are H, H, H, Na and Cl: three of ten pairs are two H.
    CHECK(chance_of(game, state, Viewer::spectator()) == doctest::Approx(3.0 / 10));
  }

  TEST_CASE("GN-9: elements put into the pile are known to be there until somebody draws") {
    const auto game = classic_game(3);
    auto state = laid_out(game, {"P,N,S", "H,Na,Fe", "H,H,O"}, {"CO2"}, 1);
    state = after(game, state, {"dissolve CO2", "form N2 N", "done", "use", "give 1"});
    const auto in_pile = [&](Player viewer, const char* card) {
      return believed(game, state, Viewer::player(viewer), [&](const auto& table) {
        return static_cast<int>(table.hidden.draw_pile.count(*small_card(card)));
      });
    };
    CHECK(in_pile(1, "C").least == 1);
    CHECK(in_pile(1, "O").least == 1);
    state = after(game, state, {"fill", "drawn Cl"});
    // The player who drew knows everything; the others know that the card may be in that hand.
    CHECK(in_pile(0, "C").least == 1);
    CHECK(in_pile(1, "C").least == 0);
    const auto in_either = [&](const auto& table) {
      return table.hidden.draw_pile.count(*small_card("C")) +
             table.own[0].hand.count(*small_card("C"));
    };
    CHECK(believed(game, state, Viewer::player(1), in_either).least == 1);
    for (Player p = 0; p < 3; ++p) {
      CHECK(game.rules().forgotten(game.observation(state, Viewer::player(p))) == 0);
    }
  }
}
