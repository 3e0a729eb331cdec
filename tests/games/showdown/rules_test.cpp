// SPDX-License-Identifier: Apache-2.0
// Showdown, rule by rule (SD-1 to SD-25), and what players know (GN-9).
#include "chemix/games/showdown/rules.hpp"

#include "chemix/beliefs/belief.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "support/believed.hpp"
#include "support/part_of_deck.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

using Texts = std::vector<std::string>;
using Showdown = showdown::Game;
using showdown::Rules;

Showdown showdown_game(int players = 2, const showdown::Options& options = {}) {
  return Showdown(*Rules::create(*builtin_deck<ChemixDeck>("chemix"), options, players));
}

// A game with only these small cards and compounds.
Showdown tiny_showdown(const std::vector<std::string>& cards,
                       const std::vector<std::string>& formulas, int players = 2) {
  return Showdown(*Rules::create(part_of_deck(cards, formulas), {}, players));
}

// Deals the given gases and hands. The player after the highest gas must have the most cards.
Showdown::State dealt_state(const Showdown& game, const Texts& gases, const Texts& hands) {
  std::vector<std::string_view> rest(hands.begin(), hands.end());
  auto state = game.initial_state();
  while (game.acting(state).is_chance()) {
    const auto seat = static_cast<std::size_t>(state.table.open.current_player.index);
    const std::string card =
        phase_of(state) == "deal_gases" ? gases[seat] : std::string(split_off(rest[seat], ","));
    state = after(game, state, {"drawn " + card});
  }
  return state;
}

// Two players; player 1 has radon and begins, player 0 has nine cards and player 1 eight.
Showdown::State two_players(const Showdown& game) {
  return dealt_state(game, {"He", "Rn"}, {"H,H,O,O,C,N,S,Ca,P", "H,H,O,O,C,Na,Cl,Fe"});
}

bool is_in(const Texts& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::string hand(const Showdown& game, const Showdown::State& state, Player player) {
  return text_of(game, state.table.own[player].hand);
}

// The hand cards that move or are shown in an action, as `viewer` sees them: the seat of the hand,
// then the card or `?`.
std::string cards_seen(const Showdown& game, const Showdown::State& before,
                       const std::string& action, Viewer viewer) {
  std::string seen;
  for (const Event& event :
       game.events(before.table, *game.current_player(before), action_of(game, action), viewer)) {
    if ((event.verb != Verb::Move && event.verb != Verb::Show) || !event.from.is_hand()) continue;
    seen += (seen.empty() ? "" : " ") + std::to_string(event.from.owner) + ":";
    seen += event.kind ? game.rules().deck().name(Card::of(*event.kind)) : "?";
  }
  return seen;
}

// A small deck for tests of the end: only CO has carbon, and only NaCl has sodium.
Showdown small_showdown(int players = 2) {
  return tiny_showdown({"H", "H", "C", "O", "Na", "Cl", "He", "Ne", "Ar", "2", "2"},
                       {"H2O", "NaCl", "CO", "HCl"}, players);
}

}  // namespace

TEST_SUITE("showdown") {
  // ---- Set-up ----

  TEST_CASE("SD-1: the compounds lie open, and the multipliers in three stacks") {
    const auto state = showdown_game().initial_state();
    CHECK(state.table.open.display.size() == 42);
    CHECK(state.table.open.multipliers.count(Card::of_multiplier(2)) == 4);
    CHECK(state.table.open.multipliers.count(Card::of_multiplier(3)) == 3);
    CHECK(state.table.open.multipliers.count(Card::of_multiplier(4)) == 2);
  }

  TEST_CASE("SD-2: each player gets one noble gas, and the others leave the game") {
    const auto game = showdown_game(3);
    auto state = game.initial_state();
    CHECK(game.chance_weight(state.table) == 4);
    state = after(game, state, {"drawn Ar", "drawn He", "drawn Ne"});
    CHECK(text_of(game, state.table.open.gases[0]) == "Ar");
    CHECK(text_of(game, state.table.open.removed) == "Rn");
  }

  TEST_CASE("SD-2: a deck with too few noble gases is rejected") {
    ChemixDeckContent content = (*builtin_deck<ChemixDeck>("chemix"))->content();
    content.copies[small_card("He")->index] = 0;
    content.copies[small_card("Ne")->index] = 0;
    const auto deck = *ChemixDeck::create(content);
    CHECK(Rules::create(deck, {}, 2).has_value());
    const auto refused = Rules::create(deck, {}, 3);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().rule == "DK-4");
  }

  TEST_CASE("SD-3: all elements are dealt from the player after the highest gas on") {
    const auto game = showdown_game(3);
    auto state = after(game, game.initial_state(), {"drawn Ar", "drawn Rn", "drawn Ne"});
    CHECK(state.table.open.current_player == 2);
    while (game.acting(state).is_chance()) {
      state = *game.apply(state, game.chance_outcome(state.table, 0));
    }
    CHECK(state.table.open.hand_size[2] == 6);
    CHECK(state.table.open.hand_size[0] == 6);
    CHECK(state.table.open.hand_size[1] == 5);
    CHECK(game.current_player(state) == 1);
  }

  TEST_CASE("SD-4: the simplified variant is played without two elements") {
    const auto game = showdown_game(2, {.simplified = true});
    const auto state = game.initial_state();
    CHECK(state.table.hidden.draw_pile.size() == 15);
    for (const char* formula : {"HCl", "PH3", "NaCl", "H3PO4"}) {
      CHECK(state.table.open.display.count(*game.rules().deck().card(formula)) == 0);
    }
    const auto other =
        showdown_game(2, {.simplified = true, .removed_elements = showdown::RemovedElements::NFe});
    CHECK(other.initial_state().table.open.display.count(*other.rules().deck().card("FeS")) == 0);
    CHECK(other.initial_state().table.open.display.count(*other.rules().deck().card("HCl")) == 1);
  }

  TEST_CASE("SD-4: hydrogen, carbon and oxygen cannot be removed") {
    CHECK(parse_options<showdown::Options>("removed_elements=N,Na").has_value());
    for (const char* pair : {"H,C", "C,N", "Cl,P", "P,P"}) {
      const auto refused =
          parse_options<showdown::Options>(std::string("removed_elements=") + pair);
      REQUIRE(!refused.has_value());
      CHECK(refused.error().rule == "SD-4");
    }
  }

  // ---- Rounds ----

  TEST_CASE("SD-5: laying and collecting rounds alternate, and laying comes first") {
    const auto game = showdown_game();
    auto state = two_players(game);
    CHECK(phase_of(state) == "lay");
    CHECK(state.table.open.round == 1);
    state = after(game, state, {"lay NaCl 0 0 0", "pass", "decline", "pass"});
    CHECK(phase_of(state) == "collect");
    state = after(game, state, {"collect NaCl"});
    CHECK(phase_of(state) == "lay");
    CHECK(state.table.open.round == 2);
  }

  TEST_CASE("SD-6: the highest gas begins the first round, and the fewest cards the later ones") {
    const auto game = showdown_game();
    auto state = two_players(game);
    CHECK(game.current_player(state) == 1);
    // Player 1 has six cards and a gas, player 0 nine and a gas.
    state = after(game, state, {"lay NaCl 0 0 0", "pass", "decline", "pass"});
    CHECK(game.current_player(state) == 1);
    CHECK(state.table.open.beginner == 1);
  }

  TEST_CASE("SD-6: noble gases count among the fewest cards") {
    const auto game = showdown_game();
    auto state = after(game, two_players(game), {"pass", "swap", "take H H"});
    state = after(game, state, {"lay CO 0 0 0", "lay CaO 0 0 0", "pass"});
    // Seven cards and no gas against six cards and two gases.
    CHECK(state.table.open.hand_size[0] == 7);
    CHECK(state.table.open.hand_size[1] == 6);
    CHECK(phase_of(state) == "collect");
    CHECK(game.current_player(state) == 0);
  }

  TEST_CASE("SD-7: if several players have the fewest cards, the last one to lay may not begin") {
    const auto game = showdown_game();
    auto state = dealt_state(game, {"He", "Rn"}, {"H,H,O,O,C,N,S,Ca,P", "H,H,O,O,C,Na,Cl,Fe"});
    state = after(game, state, {"pass", "decline", "lay O2 1 0 0", "pass"});
    CHECK(phase_of(state) == "collect");
    CHECK(state.table.open.hand_size[0] == state.table.open.hand_size[1]);
    CHECK(game.current_player(state) == 1);
  }

  TEST_CASE("SD-7: after collecting, the last one to take a stack may not begin") {
    const auto game = showdown_game();
    auto state = after(game, two_players(game),
                       {"lay NaCl 0 0 0", "lay HCOOH 0 0 0", "lay H2O 1 0 0", "pass", "decline"});
    state = after(game, state, {"pass", "collect NaCl", "collect HCOOH", "collect H2O"});
    // Player 1 was the last to lay, player 0 the last to take.
    CHECK(state.table.open.hand_size[0] == state.table.open.hand_size[1]);
    CHECK(phase_of(state) == "lay");
    CHECK(game.current_player(state) == 1);
  }

  TEST_CASE("SD-7: if nobody laid, the beginner of the previous round may not begin") {
    const auto game = small_showdown();
    auto state = dealt_state(game, {"He", "Ne"}, {"H,H,C", "O,Na,Cl"});
    CHECK(game.current_player(state) == 1);
    state = after(game, state, {"pass", "decline", "pass"});
    // Equal hands: player 1 began.
    CHECK(phase_of(state) == "lay");
    CHECK(state.table.open.round == 2);
    CHECK(game.current_player(state) == 0);
  }

  TEST_CASE("SD-7: if nobody laid, the tied player nearest to the left of the beginner begins") {
    const auto game = small_showdown(3);
    auto state = dealt_state(game, {"He", "Ne", "Ar"}, {"H,Cl", "H,C", "O,Na"});
    CHECK(game.current_player(state) == 2);
    state = after(game, state, {"pass", "decline", "decline", "pass", "decline", "pass"});
    CHECK(state.table.open.round == 2);
    CHECK(game.current_player(state) == 0);
  }

  // ---- Laying ----

  TEST_CASE("SD-8: a player lays a compound with exactly its cards, or passes") {
    const auto game = showdown_game();
    const auto state = two_players(game);
    const auto texts = legal_texts(game, state);
    CHECK(is_in(texts, "lay NaCl 0 0 0"));
    CHECK(is_in(texts, "lay H2O 1 0 0"));
    CHECK(is_in(texts, "pass"));
    CHECK(!is_in(texts, "lay H2O 0 0 0"));
    CHECK(refusing_rule(game, state, "lay CaO 0 0 0") == "SD-8");
    CHECK(refusing_rule(game, state, "lay H2O 0 0 0") == "SD-8");
    const auto detail = [&](const char* lay) {
      return int{game.refusal(state, 1, action_of(game, lay))->detail};
    };
    CHECK(detail("lay H2O 0 0 0") == 3);
    CHECK(detail("lay O2 0 0 0") == 3);
    // The stack of 4s gives nothing yet, so it is no way out.
    CHECK(detail("lay CH4 0 0 0") == 2);
  }

  TEST_CASE(
      "MT-4: the player chooses which multipliers come from the hand and which from the stacks") {
    const auto game = showdown_game();
    auto state =
        after(game, two_players(game), {"lay O2 1 0 0", "pass", "decline", "pass", "collect O2"});
    // Each player has ten cards, gases included. Player 1 took the last stack, so player 0 begins.
    CHECK(game.current_player(state) == 0);
    state = after(game, state, {"pass", "decline"});
    CHECK(hand(game, state, 1) == "H,H,C,O,O,Na,Cl,Fe,2");
    const auto texts = legal_texts(game, state);
    CHECK(is_in(texts, "lay H2O 0 0 0"));
    CHECK(is_in(texts, "lay H2O 1 0 0"));
    CHECK(is_in(texts, "lay H2O2 1 0 0"));
    CHECK(!is_in(texts, "lay H2O2 0 0 0"));
  }

  TEST_CASE("SD-8: a compound that is already laid is refused") {
    const auto game = showdown_game();
    auto state = after(game, two_players(game), {"lay H2O 1 0 0"});
    CHECK(refusing_rule(game, state, "lay H2O 1 0 0") == "SD-8");
  }

  TEST_CASE("SD-9: the stacks provide 3s from the second round on, and 4s from the third") {
    const auto game = showdown_game();
    auto state = two_players(game);
    CHECK(refusing_rule(game, state, "lay O3 0 1 0") == "SD-9");
    CHECK(refusing_rule(game, state, "lay CH4 0 0 1") == "SD-9");
    state = after(game, state, {"pass", "decline", "pass"});
    CHECK(state.table.open.round == 2);
    CHECK(refusing_rule(game, state, "lay O3 0 1 0") == "");
    CHECK(refusing_rule(game, state, "lay CH4 0 0 1") == "SD-9");
    state = after(game, state, {"pass", "decline", "pass"});
    CHECK(state.table.open.round == 3);
    CHECK(refusing_rule(game, state, "lay CH4 0 0 1") == "");
  }

  TEST_CASE("SD-10: the cards lie under the compound card, in front of the player who laid it") {
    const auto game = showdown_game();
    const auto state = after(game, two_players(game), {"lay H2O 1 0 0"});
    CHECK(text_of(game, state.table.open.stacks[1]) == "H2O");
    CHECK(text_of(game, state.table.open.stack_cards) == "H,O,2");
    CHECK(state.table.open.multipliers.count(Card::of_multiplier(2)) == 3);
  }

  TEST_CASE("SD-11: a player who passes is out of the laying round") {
    const auto game = showdown_game();
    auto state = after(game, two_players(game), {"pass", "decline", "lay CO 0 0 0"});
    CHECK(game.current_player(state) == 0);
    CHECK(game.refusal(state, 1, action_of(game, "pass"))->rule == "GN-10");
  }

  TEST_CASE(
      "SD-12: a player with a gas may swap it for two cards of the player who passed, seeing the "
      "hand") {
    const auto game = small_showdown(3);
    auto state = dealt_state(game, {"He", "Ne", "Ar"}, {"H,Cl", "H,C", "O,Na"});
    CHECK(game.current_player(state) == 2);
    state = after(game, state, {"pass"});
    CHECK(phase_of(state) == "swap");
    CHECK(game.current_player(state) == 0);
    state = after(game, state, {"decline"});
    CHECK(game.current_player(state) == 1);
    state = after(game, state, {"swap"});
    CHECK(text_of(game, state.table.own[1].shown.cards) == "O,Na");
    CHECK(legal_texts(game, state) == Texts{"take O Na"});
    CHECK(refusing_rule(game, state, "take O -") == "SD-12");
    CHECK(refusing_rule(game, state, "take H Na") == "SD-12");
    state = after(game, state, {"take O Na"});
    CHECK(hand(game, state, 1) == "H,C,O,Na");
    CHECK(text_of(game, state.table.open.gases[2]) == "Ne,Ar");
    CHECK(state.table.own[1].shown.cards.empty());
    CHECK(game.current_player(state) == 0);
  }

  TEST_CASE("SD-12: only the two players of a swap see the hand and the cards taken") {
    const auto game = showdown_game(4);
    auto state = dealt_state(game, {"He", "Ne", "Ar", "Rn"},
                             {"H,H,O,Na,Cl", "H,C,N,P", "H,O,O,Ca", "C,O,S,Fe"});
    const Card sulfur = *game.rules().deck().card("S");
    const Viewer two[] = {Viewer::player(0), Viewer::player(3)};
    const Viewer others[] = {Viewer::player(1), Viewer::player(2), Viewer::spectator()};
    REQUIRE(game.current_player(state) == 3);
    state = after(game, state, {"pass"});
    CHECK(believed(game, state, Viewer::player(0), 3, sulfur) == Believed{0, 1});
    for (const Viewer viewer : two) {
      CHECK(cards_seen(game, state, "swap", viewer) == "3:C 3:O 3:S 3:Fe");
    }
    // The others see only the number of cards.
    for (const Viewer viewer : others) {
      CHECK(cards_seen(game, state, "swap", viewer) == "3:? 3:? 3:? 3:?");
    }
    state = after(game, state, {"swap"});
    CHECK(believed(game, state, Viewer::player(0), 3, sulfur) == Believed{1, 1});
    for (const Viewer viewer : others) {
      CHECK(game.observation(state, viewer).own.shown.cards.empty());
      CHECK(believed(game, state, viewer, 3, sulfur) == Believed{0, 1});
    }
    for (const Viewer viewer : two) CHECK(cards_seen(game, state, "take O S", viewer) == "3:O 3:S");
    for (const Viewer viewer : others) {
      CHECK(cards_seen(game, state, "take O S", viewer) == "3:? 3:?");
    }
    state = after(game, state, {"take O S"});
    for (const Viewer viewer : two) {
      CHECK(believed(game, state, viewer, 0, sulfur) == Believed{1, 1});
    }
    for (const Viewer viewer : others) {
      CHECK(believed(game, state, viewer, 0, sulfur) == Believed{0, 1});
    }
  }

  TEST_CASE("SD-12: a hand of one card loses that card, and an empty hand allows no swap") {
    const auto game = tiny_showdown({"H", "Cl", "Na", "He", "Ne"}, {"HCl", "NaCl"});
    auto state = dealt_state(game, {"He", "Ne"}, {"H,Cl", "Na"});
    state = after(game, state, {"pass", "swap"});
    CHECK(legal_texts(game, state) == Texts{"take Na -"});
    state = after(game, state, {"take Na -"});
    CHECK(state.table.open.hand_size[1] == 0);
    CHECK(game.current_player(state) == 0);
    state = after(game, state, {"lay NaCl 0 0 0"});
    while (phase_of(state) == "finish") state = after(game, state, {"leave"});
    state = after(game, state, {"pass"});
    CHECK(phase_of(state) != "swap");
  }

  TEST_CASE("SD-12: a player with several gases gives the lowest one in a swap") {
    const auto game = showdown_game(3);
    auto state =
        dealt_state(game, {"He", "Ne", "Ar"}, {"H,C,N,O,O,P", "H,H,O,Na,Cl,Ca", "H,C,O,S,Fe"});
    // Player 2 gets helium.
    state = after(game, state, {"pass", "swap", "take C O", "lay CO 0 0 0", "lay NaCl 0 0 0"});
    state = after(game, state, {"pass", "decline", "lay CaO 0 0 0", "pass"});
    state = after(game, state, {"collect CO", "collect NaCl", "collect CaO"});
    CHECK(text_of(game, state.table.open.gases[2]) == "He,Ar");
    CHECK(game.current_player(state) == 1);
    state = after(game, state, {"pass"});
    CHECK(game.current_player(state) == 2);
    state = after(game, state, {"swap", "take H H"});
    CHECK(text_of(game, state.table.open.gases[1]) == "He,Ne");
    CHECK(text_of(game, state.table.open.gases[2]) == "Ar");
  }

  TEST_CASE("SD-12: nobody is asked to swap if the player who passed has no hand cards") {
    const auto game = tiny_showdown({"H", "Cl", "C", "O", "He", "Ne"}, {"HCl", "CO"});
    auto state = dealt_state(game, {"He", "Ne"}, {"H,Cl", "C,O"});
    state = after(game, state, {"lay CO 0 0 0", "leave", "leave"});
    state = after(game, state, {"lay HCl 0 0 0", "leave", "leave"});
    CHECK(game.current_player(state) == 1);
    state = after(game, state, {"pass"});
    CHECK(phase_of(state) == "lay");
    CHECK(game.current_player(state) == 0);
  }

  TEST_CASE("SD-13: play continues with the next player who has not passed") {
    const auto game = small_showdown(3);
    auto state = dealt_state(game, {"He", "Ne", "Ar"}, {"H,Cl", "H,C", "O,Na"});
    state = after(game, state, {"pass", "decline", "decline"});
    CHECK(game.current_player(state) == 0);
    state = after(game, state, {"lay HCl 0 0 0", "pass", "decline"});
    CHECK(game.current_player(state) == 0);
  }

  TEST_CASE("SD-14: the round is over when all have passed") {
    const auto game = showdown_game();
    auto state = after(game, two_players(game), {"lay NaCl 0 0 0", "pass", "decline"});
    CHECK(phase_of(state) == "lay");
    state = after(game, state, {"pass"});
    CHECK(phase_of(state) == "collect");
  }

  TEST_CASE("SD-15: a second gas not used in the next round goes to a player without one") {
    const auto game = small_showdown(3);
    auto state = dealt_state(game, {"He", "Ne", "Ar"}, {"H,Cl", "H,C", "O,Na"});
    state = after(game, state, {"pass", "swap", "take O Na"});
    CHECK(text_of(game, state.table.open.gases[2]) == "He,Ar");
    // The second gas came in this round, so nothing is due at its end.
    state = after(game, state, {"lay HCl 0 0 0"});
    while (phase_of(state) != "collect") {
      state = after(game, state,
                    {phase_of(state) == "finish" ? "leave"
                     : phase_of(state) == "swap" ? "decline"
                                                 : "pass"});
      REQUIRE(phase_of(state) != "give");
    }
    while (phase_of(state) == "collect") {
      state = after(game, state, {legal_texts(game, state)[0]});
    }
    CHECK(state.table.open.gases_due[2] == 2);
    while (phase_of(state) == "lay" || phase_of(state) == "swap") {
      state = after(game, state, {phase_of(state) == "swap" ? "decline" : "pass"});
    }
    CHECK(phase_of(state) == "give");
    CHECK(game.current_player(state) == 2);
    CHECK(legal_texts(game, state) == Texts{"give 0"});
    CHECK(refusing_rule(game, state, "give 1") == "SD-15");
    state = after(game, state, {"give 0"});
    CHECK(text_of(game, state.table.open.gases[0]) == "He");
    CHECK(text_of(game, state.table.open.gases[2]) == "Ar");
  }

  TEST_CASE("SD-15: the beginner of the round is the first to give gases away") {
    const auto game = showdown_game(4);
    auto state = dealt_state(game, {"Rn", "He", "Ne", "Ar"},
                             {"S,Cl,Ca,Fe", "H,H,H,H,O", "O,O,O,C", "C,N,Na,P"});
    // Players 0 and 2 get a second gas.
    state = after(game, state, {"pass", "swap", "take S Cl", "pass", "decline", "decline"});
    state = after(game, state, {"pass", "swap", "take C O", "pass"});
    CHECK(state.table.open.round == 2);
    CHECK(state.table.open.beginner == 2);
    state = after(game, state, {"pass", "decline", "pass", "decline", "pass", "pass"});
    CHECK(phase_of(state) == "give");
    CHECK(game.current_player(state) == 2);
    CHECK(legal_texts(game, state) == Texts{"give 1", "give 3"});
    state = after(game, state, {"give 3"});
    CHECK(game.current_player(state) == 0);
    CHECK(legal_texts(game, state) == Texts{"give 1"});
  }

  // ---- Finishing elements ----

  TEST_CASE("SD-16: laying the last compound of the display with an element finishes the element") {
    const auto game = small_showdown();
    auto state = dealt_state(game, {"He", "Ne"}, {"H,H,Na", "C,O,Cl"});
    state = after(game, state, {"lay CO 0 0 0"});
    CHECK(phase_of(state) == "finish");
    const Card carbon = *game.rules().deck().card("C");
    const Card oxygen = *game.rules().deck().card("O");
    CHECK(state.table.open.finished_by[carbon] == Seat::of(1));
    CHECK(!state.table.open.finished_by[oxygen]);
  }

  TEST_CASE("SD-17: a card of the finished element may be set aside at once") {
    const auto game = small_showdown();
    auto state = dealt_state(game, {"He", "Ne"}, {"H,H,Na", "C,O,Cl"});
    state = after(game, state, {"lay CO 0 0 0"});
    CHECK(legal_texts(game, state) == Texts{"set_aside", "leave"});
    CHECK(refusing_rule(game, state, "pass") == "GN-10");
    const auto aside = after(game, state, {"set_aside"});
    CHECK(text_of(game, aside.table.open.points[1]) == "C");
    CHECK(text_of(game, aside.table.open.stack_cards) == "O");
    CHECK(text_of(game, after(game, state, {"leave"}).table.open.stack_cards) == "C,O");
  }

  TEST_CASE("SD-17: a player is asked once about an element that is twice in the formula") {
    const auto game =
        tiny_showdown({"H", "H", "C", "O", "O", "Na", "Cl", "He", "Ne"}, {"HCOOH", "NaCl"});
    auto state = dealt_state(game, {"Ne", "He"}, {"H,O,Cl", "H,O,C,Na"});
    state = after(game, state, {"pass", "swap", "take H O", "lay HCOOH 0 0 0"});
    for (const char* element : {"H", "C", "O"}) {
      REQUIRE(phase_of(state) == "finish");
      CHECK(state.table.open.asked == game.rules().deck().card(element));
      state = after(game, state, {"set_aside"});
    }
    CHECK(phase_of(state) == "lay");
    CHECK(text_of(game, state.table.open.stack_cards) == "H,O");
  }

  TEST_CASE("SD-18: compounds that are out of the game finish no element") {
    const auto game = showdown_game(2, {.simplified = true});
    const auto state = game.initial_state();
    for (int kind = 0; kind < element_kind_count; ++kind) {
      CHECK(!state.table.open.finished_by[Card::of(kind)]);
    }
  }

  TEST_CASE("SD-18: a table without the removed compounds is valid") {
    const auto game = showdown_game(2, {.simplified = true});
    auto state = game.initial_state();
    while (game.acting(state).is_chance()) {
      state = *game.apply(state, game.chance_outcome(state.table, 0));
    }
    CHECK(!game.rules().validation_error(state.table, state.knowledge));
  }

  TEST_CASE("SD-19: the laying round in which a third element is finished is the last") {
    const auto game = small_showdown();
    auto state = dealt_state(game, {"He", "Ne"}, {"H,H,Na", "C,O,Cl"});
    state = after(game, state, {"lay CO 0 0 0", "leave", "pass", "swap", "take H Na"});
    state = after(game, state, {"lay HCl 0 0 0"});
    CHECK(phase_of(state) == "lay");
  }

  TEST_CASE("SD-19: the game is over after the round in which the third element is finished") {
    const auto game = tiny_showdown({"H", "C", "O", "He", "Ne", "2"}, {"H2", "CO"});
    auto state = dealt_state(game, {"Ne", "He"}, {"H", "C,O"});
    state = after(game, state, {"lay H2 1 0 0", "leave", "lay CO 0 0 0", "leave", "leave"});
    CHECK(!game.is_terminal(state));
    CHECK(game.is_terminal(after(game, state, {"pass", "pass"})));
    // Two finished elements are not enough.
    state = dealt_state(game, {"Ne", "He"}, {"H", "C,O"});
    state = after(game, state, {"pass", "decline", "lay CO 0 0 0", "leave", "leave", "pass"});
    CHECK(phase_of(state) == "collect");
  }

  TEST_CASE("SD-4 SD-19: in the simplified variant one finished element ends the game") {
    const auto deck =
        part_of_deck({"H", "C", "O", "P", "Cl", "He", "Ne", "2", "3"}, {"H2", "CO", "HCl", "PH3"});
    const Showdown game(*Rules::create(deck, {.simplified = true}, 2));
    auto state = dealt_state(game, {"Ne", "He"}, {"H", "C,O"});
    state = after(game, state, {"lay H2 1 0 0", "leave", "pass", "decline", "pass"});
    CHECK(game.is_terminal(state));
  }

  // ---- Collecting ----

  TEST_CASE(
      "SD-20: players collect stacks into their hands, and compounds go to those who laid them") {
    const auto game = showdown_game();
    auto state = after(game, two_players(game),
                       {"lay NaCl 0 0 0", "lay CaO 0 0 0", "pass", "decline", "pass"});
    CHECK(phase_of(state) == "collect");
    CHECK(legal_texts(game, state).size() == 2);
    CHECK(is_in(legal_texts(game, state), "collect CaO"));
    CHECK(refusing_rule(game, state, "collect H2O") == "SD-20");
    state = after(game, state, {"collect CaO"});
    CHECK(state.table.own[1].hand.count(*game.rules().deck().card("Ca")) == 1);
    CHECK(text_of(game, state.table.open.points[0]) == "CaO");
    CHECK(game.current_player(state) == 0);
    state = after(game, state, {"collect NaCl"});
    CHECK(text_of(game, state.table.open.points[1]) == "NaCl");
    CHECK(state.table.own[0].hand.count(*game.rules().deck().card("Na")) == 1);
  }

  TEST_CASE("SD-20: a card that was set aside is not collected") {
    const auto game = small_showdown();
    auto state = dealt_state(game, {"He", "Ne"}, {"H,H,Na", "C,O,Cl"});
    state = after(game, state, {"lay CO 0 0 0", "set_aside", "pass", "decline", "pass"});
    CHECK(phase_of(state) == "collect");
    state = after(game, state, {"collect CO"});
    CHECK(hand(game, state, 1) == "O,Cl");
    CHECK(state.table.open.hand_size[1] == 2);
    CHECK(text_of(game, state.table.open.points[1]) == "C,CO");
  }

  TEST_CASE("SD-21: without stacks there is no collecting round") {
    const auto game = showdown_game();
    const auto state = after(game, two_players(game), {"pass", "decline", "pass"});
    CHECK(phase_of(state) == "lay");
    CHECK(state.table.open.round == 2);
  }

  // ---- End and score ----

  TEST_CASE("SD-22: at the end compounds on stacks go to their owners") {
    const auto game = small_showdown();
    auto state = dealt_state(game, {"He", "Ne"}, {"H,H,Na", "C,O,Cl"});
    // The third round in which nobody lays ends the game.
    for (int round = 1; round <= 3; ++round)
      state = after(game, state, {"pass", "decline", "pass"});
    CHECK(game.is_terminal(state));
    CHECK(game.scores(state)[0] == 0);
  }

  TEST_CASE("SD-23: a compound with an element that its owner finished counts double") {
    const auto game = small_showdown();
    auto state = dealt_state(game, {"He", "Ne"}, {"H,H,Na", "C,O,Cl"});
    const auto& deck = game.rules().deck();
    const int points = deck.compound(*deck.card("CO")).points;
    state = after(game, state, {"lay CO 0 0 0", "leave"});
    CHECK(game.scores(state)[1] == 2 * points);
    const auto whole = showdown_game();
    const auto plain = after(whole, two_players(whole), {"lay CO 0 0 0"});
    CHECK(whole.scores(plain)[1] ==
          whole.rules().deck().compound(*whole.rules().deck().card("CO")).points);
  }

  TEST_CASE("SD-23: an element that another player finished doubles nothing") {
    const auto game = small_showdown();
    const auto& deck = game.rules().deck();
    const auto points = [&](const char* formula) {
      return deck.compound(*deck.card(formula)).points;
    };
    auto state = dealt_state(game, {"He", "Ne"}, {"H,C,O", "H,Na,Cl"});
    // Player 0 finishes hydrogen, which HCl of player 1 contains too.
    state = after(game, state, {"lay HCl 0 0 0", "lay H2O 1 0 0", "leave"});
    CHECK(game.scores(state)[0] == 2 * points("H2O"));
    CHECK(game.scores(state)[1] == points("HCl"));
  }

  TEST_CASE("SD-24: a return is the score minus the mean of all scores") {
    const auto game = showdown_game(3);
    FastRandom random{SeedSequence(5)};
    auto state = game.initial_state();
    playout(game, state, random);
    const auto scores = game.scores(state);
    const int sum = scores[0] + scores[1] + scores[2];
    CHECK(game.returns(state)[0] == Fraction(3 * scores[0] - sum, 3));
  }

  TEST_CASE("SD-25: from the third round on a round in which nobody lays ends the game") {
    const auto game = showdown_game();
    auto state = two_players(game);
    for (int round = 1; round <= 3; ++round) {
      CHECK(!game.is_terminal(state));
      CHECK(state.table.open.round == round);
      state = after(game, state, {"pass", "decline", "pass"});
    }
    CHECK(game.is_terminal(state));
  }

  TEST_CASE("SD-25: a round in which nobody lays also ends the game after the third round") {
    const auto game = showdown_game();
    auto state = two_players(game);
    for (int round = 1; round <= 2; ++round)
      state = after(game, state, {"pass", "decline", "pass"});
    state = after(game, state, {"lay NaCl 0 0 0", "pass", "decline", "pass", "collect NaCl"});
    CHECK(state.table.open.round == 4);
    CHECK(game.is_terminal(after(game, state, {"pass", "decline", "pass"})));
  }

  TEST_CASE(
      "GN-9: a player who knows the place of every card has an exact belief despite forgotten "
      "entries") {
    const Showdown game = showdown_game();
    FastRandom random(SeedSequence(1));
    auto state = game.initial_state();
    while (state.knowledge.log.forgotten() == 0) {
      if (random_step(game, state, random).is_nobody()) state = game.initial_state();
    }
    for (Player p = 0; p < 2; ++p) {
      const auto seen = game.observation(state, Viewer::player(p));
      CHECK(game.forgotten(seen) == 0);
      CHECK(game.count_worlds(seen) == "1");
    }
    CHECK(game.forgotten(game.observation(state, Viewer::spectator())) > 0);
  }

  TEST_CASE("GN-9: everybody knows collected cards, and only two players know swapped cards") {
    const auto game = small_showdown(3);
    auto state = dealt_state(game, {"He", "Ne", "Ar"}, {"H,Cl", "H,C", "O,Na"});
    const auto count = [&](Player viewer) {
      return game.count_worlds(game.observation(state, Viewer::player(viewer)));
    };
    CHECK(count(0) == "6");
    state = after(game, state, {"pass", "decline", "swap", "take O Na"});
    CHECK(count(1) == "1");
    // The given card is known, but not the distribution of the other cards.
    CHECK(count(2) == "6");
    CHECK(count(0) == "1");
  }
}
