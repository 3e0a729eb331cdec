// SPDX-License-Identifier: Apache-2.0
// Compound Capture, rule by rule (CC-1 to CC-12), with a brute-force check of captures.
#include "chemix/games/compound_capture/rules.hpp"

#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "support/expansion_play.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

using Texts = std::vector<std::string>;
using Options = compound_capture::Options;
using Decks = compound_capture::Decks;
using Capture = compound_capture::Game;

Capture capture_game(int players, const Options& options = {}) {
  return expansion_game<Capture>(players, options);
}

const Texts compounds = {"H2O", "CO2", "CO", "NH3", "CH4", "HCl"};

// A round for two players in which player 0 can pay for H2O and CO2.
Capture::State round_for_two(const Capture& game, const std::string& hand = "H,H,O,O,C,wild,N",
                             const std::string& other = "H,H,H,O,O,N,S") {
  return begun(game, compounds, {hand, other}, "Cl");
}

std::string deck_with(const std::string& compounds_json) {
  const std::string names = R"({"de": "a", "fr": "a", "en": "a"})";
  std::string text = R"({"deck": "own", "title": "Own", "elements": [
    {"symbol": "H", "copies": 8}, {"symbol": "O", "copies": 4}],
    "wild_cards": [{"names": )" +
                     names + R"(, "copies": 4}], "compounds": [)";
  return text + compounds_json + "]}";
}

std::string compound_json(const std::string& formula, const std::string& needs) {
  return R"({"formula": ")" + formula + R"(", "requires": )" + needs +
         R"(, "points": 40, "names": {"de": ")" + formula + R"(", "fr": ")" + formula +
         R"(", "en": ")" + formula +
         R"("}, "marks": {"formula": "attested", "points": "attested", "names": "attested"}})";
}

}  // namespace

TEST_SUITE("compound_capture") {
  TEST_CASE("CC-1: six compounds are turned up, and the rest is the stack") {
    const auto game = capture_game(2);
    const auto state = round_for_two(game);
    CHECK(compounds_of(game, state) == "SO2,NO,N2O,H2O2,H2S,HF/H2O,CO2,CO,NH3,CH4,HCl/-/-");
    CHECK(phase_of(game.initial_state()) == "turn_up");
    CHECK(game.chance_weight(game.initial_state().table) == 12);
  }

  TEST_CASE("CC-1: up to three players use one deck or both, and more players use both") {
    for (int players = 1; players <= 6; ++players) {
      const bool few = players <= 3;
      CHECK(capture_game(players).rules().deck().compound_count() == (few ? 12 : 24));
      CHECK(capture_game(players, {Decks::Both}).rules().deck().compound_count() == 24);
      CHECK(refusing_rule_of_create<Capture>(Options{Decks::Ionic}, players) ==
            (few ? "" : "CC-1"));
      CHECK(refusing_rule_of_create<Capture>(Options{Decks::Covalent}, players) ==
            (few ? "" : "CC-1"));
    }
    const auto ionic = capture_game(3, {Decks::Ionic});
    CHECK(ionic.rules().deck().card("NaCl").has_value());
    CHECK(!ionic.rules().deck().card("H2O").has_value());
    for (const int players : {0, 7}) {
      const auto refused =
          Capture::Rules::create(*builtin_deck<ExpansionSet>("expansion"), {}, players);
      REQUIRE(!refused.has_value());
      CHECK(refused.error().field == "players");
    }
  }

  TEST_CASE("CC-1: a custom deck is used as it is") {
    const auto deck =
        read_deck<ExpansionSet>(deck_with(compound_json("H2O", R"({"O": 1, "H": 2})") + "," +
                                          compound_json("H2O2", R"({"H": 2, "O": 2})")),
                                "own.json");
    REQUIRE(deck.has_value());
    const Capture game(*Capture::Rules::create(*deck, {}, 2));
    CHECK(game.rules().deck().compound_count() == 2);
    auto state = begun(game, {"H2O2", "H2O"}, {"H,H,H,H,O,O,wild", "H,H,H,H,O,O,wild"}, "wild");
    CHECK(phase_of(state) == "source");
    state = after(game, state,
                  {"take_discard", "draw", "drawn wild", "capture H2O", "wilds 0", "wilds 1"});
    // The kinds are listed in the order of the deck file: O before H.
    CHECK(legal_texts(game, state) == Texts{"top H", "top O", "top wild"});
    const auto chosen = Capture::Rules::create(*deck, Options{Decks::Ionic}, 2);
    REQUIRE(!chosen.has_value());
    CHECK(chosen.error().rule == "CC-1");
    const std::string text = deck_text(**deck);
    CHECK((*read_deck<ExpansionSet>(text, "own.json"))->content_hash() == (*deck)->content_hash());
  }

  TEST_CASE("CC-2: each player gets seven cards, and one card starts the discard pile") {
    const auto game = capture_game(3);
    const auto state =
        begun(game, compounds, {"H,H,H,H,H,H,H", "O,O,O,O,O,O,O", "N,N,C,S,F,wild,wild"}, "Cl", 1);
    for (Player p = 0; p < 3; ++p) CHECK(state.table.own[p].hand.size() == 7);
    CHECK(discards_of(game, state) == "Cl");
    CHECK(state.table.open.draw_pile_size == 42 - 22);
    CHECK(game.current_player(state) == 1);
  }

  TEST_CASE("CC-2: a deck with too few cards is rejected") {
    const auto deck =
        read_deck<ExpansionSet>(deck_with(compound_json("H2O", R"({"H": 2, "O": 1})")), "own.json");
    REQUIRE(deck.has_value());
    const auto refused = Capture::Rules::create(*deck, {}, 3);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().rule == "CC-2");
    CHECK(refused.error().message().find("3 players need at least 22") != std::string::npos);
  }

  TEST_CASE("CC-3: a player draws two cards one by one, and one of them may be the top discard") {
    const auto game = capture_game(2);
    auto state = round_for_two(game);
    CHECK(game.current_player(state) == 0);
    CHECK(legal_texts(game, state) == Texts{"draw", "take_discard"});
    state = after(game, state, {"take_discard"});
    CHECK(hand_of(game, state, 0) == "H,H,C,N,O,O,Cl,wild");
    CHECK(legal_texts(game, state) == Texts{"draw"});
    CHECK(refusing_rule(game, state, "take_discard") == "CC-3");
    CHECK(game.refusal(state, 0, action_of(game, "take_discard"))->detail == 0);
    state = after(game, state, {"draw", "drawn F"});
    CHECK(phase_of(state) == "main");
    CHECK(hand_of(game, state, 0) == "H,H,C,N,O,O,F,Cl,wild");
    CHECK(refusing_rule(game, state, "draw") == "GN-10");
  }

  TEST_CASE("CC-2 CC-3: only the player who gets a card from the draw pile sees it") {
    const auto game = capture_game(2);
    auto dealing = game.initial_state();
    for (const std::string& compound : compounds) {
      dealing = after(game, dealing, {"drawn " + compound});
    }
    const auto drawing = after(game, round_for_two(game), {"draw"});
    REQUIRE(phase_of(dealing) == "deal");
    REQUIRE(phase_of(drawing) == "drawing");
    // The kinds, as `viewer` sees them, of the cards that player 0 gets.
    const auto seen = [&](const Capture::State& before, Viewer viewer) {
      Capture::ChanceAction drawn;
      REQUIRE(parse_action("drawn F", game.rules(), drawn));
      Texts kinds;
      for (const Event& event : game.events(before.table, drawn, viewer)) {
        if (event.to != hand_of(0)) continue;
        kinds.emplace_back(event.kind ? game.rules().deck().name(Card::of(*event.kind)) : "?");
      }
      return kinds;
    };
    for (const auto& before : {dealing, drawing}) {
      CHECK(seen(before, Viewer::player(0)) == Texts{"F"});
      CHECK(seen(before, Viewer::player(1)) == Texts{"?"});
      CHECK(seen(before, Viewer::spectator()) == Texts{"?"});
    }
    // Everybody sees a card taken from the discard pile.
    const auto start = round_for_two(game);
    for (const Viewer viewer : {Viewer::player(0), Viewer::player(1), Viewer::spectator()}) {
      const auto events = game.events(start.table, 0, action_of(game, "take_discard"), viewer);
      CHECK(std::count_if(events.begin(), events.end(), [&](const Event& event) {
              return event.to == hand_of(0) && event.kind == game.rules().deck().card("Cl")->index;
            }) == 1);
    }
  }

  TEST_CASE("CC-3: the player sees the first card before choosing the second source") {
    const auto game = capture_game(2);
    auto state = after(game, round_for_two(game), {"draw", "drawn F"});
    CHECK(legal_texts(game, state) == Texts{"draw", "take_discard"});
    state = after(game, state, {"take_discard"});
    CHECK(phase_of(state) == "main");
    CHECK(state.table.open.discard_pile.empty());
  }

  TEST_CASE("CC-3: each turn allows taking the top discard again") {
    const auto game = capture_game(2);
    auto state = after(game, round_for_two(game), {"take_discard", "draw", "drawn F", "discard F"});
    CHECK(game.current_player(state) == 1);
    CHECK(legal_texts(game, state) == Texts{"draw", "take_discard"});
    CHECK(hand_of(game, after(game, state, {"take_discard"}), 1) == "H,H,H,N,O,O,F,S");
  }

  TEST_CASE("CC-4: a player captures an open compound with hand cards") {
    const auto game = capture_game(2);
    auto state = after(game, round_for_two(game), {"draw", "drawn F", "draw", "drawn O"});
    CHECK(refusing_rule(game, state, "capture SO2") == "CC-4");
    state = after(game, state, {"capture CO2"});
    CHECK(legal_texts(game, state) == Texts{"wilds 0", "wilds 1"});
    state = after(game, state, {"wilds 0"});
    CHECK(legal_texts(game, state) == Texts{"wilds 0", "wilds 1"});
    state = after(game, state, {"wilds 1"});
    CHECK(legal_texts(game, state) == Texts{"top C", "top O", "top wild"});
    state = after(game, state, {"top O"});
    CHECK(hand_of(game, state, 0) == "H,H,N,O,O,F");
    CHECK(compounds_of(game, state) == "SO2,NO,N2O,H2O2,H2S,HF/H2O,CO,NH3,CH4,HCl/CO2/-");
    CHECK(refusing_rule(game, round_for_two(game), "capture H2O") == "GN-10");
  }

  TEST_CASE("CC-4: MT-5 refuses compounds that the hand cannot pay for, and wild cards alone") {
    const auto game = capture_game(1);
    auto state = main_with(game, "H,S,wild,wild");
    CHECK(refusing_rule(game, state, "capture CO") == "MT-5");
    CHECK(refusing_rule(game, state, "capture CO2") == "MT-5");
    CHECK(refusing_rule(game, state, "capture H2O") == "");
    state = after(game, state, {"capture H2O"});
    CHECK(legal_texts(game, state) == Texts{"wilds 1"});
    CHECK(refusing_rule(game, state, "wilds 2") == "MT-5");
    CHECK(refusing_rule(game, state, "wilds 0") == "MT-5");
    CHECK(refusing_rule(game, state, "capture H2O") == "GN-10");
    // The wild cards would be enough for the whole compound.
    state = after(game, main_with(game, "H,S,wild,wild,wild"), {"capture H2O"});
    CHECK(legal_texts(game, state) == Texts{"wilds 1"});
    CHECK(refusing_rule(game, state, "wilds 2") == "MT-5");
    CHECK(refusing_rule(game, main_with(game, "S,wild,wild,wild"), "capture H2O") == "MT-5");
  }

  TEST_CASE("CC-4: a state in which the hand cannot complete the capture is rejected") {
    const auto game = capture_game(2);
    const auto& layout = game.rules().deck().layout();
    // The same state with an oxygen of the hand replaced by a fluorine of the draw pile.
    const auto with_fluorine = [&](Capture::State state) {
      auto& table = state.table;
      const Card oxygen = *game.rules().deck().card("O");
      const Card fluorine = *game.rules().deck().card("F");
      layout.remove(table.own[0].hand, oxygen);
      layout.add(table.own[0].hand, fluorine);
      layout.remove(table.hidden.draw_pile, fluorine);
      layout.add(table.hidden.draw_pile, oxygen);
      return state;
    };
    const auto error = [&](const Capture::State& state) {
      return game.rules().validation_error(state.table, state.knowledge);
    };
    const auto drawn = [&](const std::string& hand) {
      return after(game, round_for_two(game, hand), {"draw", "drawn C", "draw", "drawn C"});
    };
    const auto before = drawn("H,H,O,N,N,C,S");
    CHECK(!error(with_fluorine(before)));
    for (const Texts& said : {Texts{"capture H2O"}, Texts{"capture H2O", "wilds 0"},
                              Texts{"capture H2O", "wilds 0", "wilds 0"}}) {
      const auto state = after(game, before, said);
      CHECK(!error(state));
      const auto refused = error(with_fluorine(state));
      REQUIRE(refused);
      CHECK(refused->field == "hand");
      CHECK(refused->rule == "CC-4");
    }
    // With a wild card for the oxygen the hand can complete it.
    CHECK(!error(with_fluorine(after(game, drawn("H,H,O,N,N,C,wild"), {"capture H2O"}))));
  }

  TEST_CASE("CC-4: the steps reach exactly the captures found by trying all subsets of the hand") {
    const auto game = capture_game(4);
    const auto& deck = game.rules().deck();
    FastRandom random(SeedSequence(6));
    bool twice = false;
    std::size_t found = 0;
    for (int i = 0; i < 10000; ++i) {
      auto state = game.initial_state();
      auto& open = state.table.open;
      open.phase = expansion::Phase::Main;
      for (int compound = 0; compound < deck.compound_count(); ++compound) {
        if (random.below(4) == 0) open.compounds.put(compound, expansion::CompoundPlaces::open);
      }
      const PaymentBag hand = random_hand(deck, random);
      state.table.own[0].hand = deck.layout().packed(hand);
      open.hand_size[0] = static_cast<std::uint8_t>(hand.size());
      const auto by_steps = captures_by_steps(game, state, twice);
      REQUIRE(by_steps == captures_by_subsets(game, state));
      found += by_steps.size();
    }
    CHECK(!twice);
    CHECK(found > 10000);
  }

  TEST_CASE("CC-5: the chosen kind lies on top, with the wild cards below it") {
    const auto game = capture_game(2);
    const auto start = main_with(game, "H,C,N,O,O,wild,wild");
    CHECK(discards_of(game, after(game, start, {"capture CO2", "wilds 0", "wilds 1", "top O"})) ==
          "O,wild,C");
    CHECK(discards_of(game, after(game, start, {"capture CO2", "wilds 0", "wilds 1", "top C"})) ==
          "C,wild,O");
    CHECK(
        discards_of(game, after(game, start, {"capture CO2", "wilds 0", "wilds 1", "top wild"})) ==
        "wild,C,O");
    // With a single kind there is no choice.
    CHECK(discards_of(game, after(game, main_with(game, "H,H,wild"),
                                  {"capture HCl", "wilds 0", "wilds 1", "top H"})) == "H,wild");
  }

  TEST_CASE("CC-5: the other kinds lie below, in the order of the deck file") {
    const auto pile_after = [](const Capture& game) {
      auto state = main_with(game, "Ca,C,O,O,wild,wild");
      const ExpansionSet& deck = game.rules().deck();
      state.table.open.compounds.put(deck.compound_of(*deck.card("CaCO3")),
                                     expansion::CompoundPlaces::open);
      return discards_of(
          game, after(game, state, {"capture CaCO3", "wilds 0", "wilds 0", "wilds 1", "top O"}));
    };
    CHECK(pile_after(capture_game(2, {Decks::Ionic})) == "O,O,wild,C,Ca");
    CHECK(pile_after(capture_game(2, {Decks::Both})) == "O,O,wild,C,Ca");
    ExpansionDeckContent content = (*builtin_deck<ExpansionDeck>("ionic"))->content();
    content.order = {20, 8};
    const auto set = ExpansionSet::create({*ExpansionDeck::create(content)});
    CHECK(pile_after(Capture(*Capture::Rules::create(*set, {}, 2))) == "O,O,wild,Ca,C");
  }

  TEST_CASE("CC-5: a kind that was not laid cannot lie on top") {
    const auto game = capture_game(2);
    const auto state =
        after(game, main_with(game, "H,C,N,O,O,wild,wild"), {"capture CO2", "wilds 0", "wilds 0"});
    CHECK(legal_texts(game, state) == Texts{"top C", "top O"});
    CHECK(refusing_rule(game, state, "top wild") == "CC-5");
    CHECK(refusing_rule(game, state, "top H") == "CC-5");
  }

  TEST_CASE("CC-6: a player who captures nothing discards a card, or passes without cards") {
    const auto game = capture_game(2);
    auto state = main_with(game, "H,H,O");
    CHECK(legal_texts(game, state) == Texts{"discard H", "discard O", "capture H2O"});
    CHECK(refusing_rule(game, state, "discard N") == "GN-11");
    CHECK(refusing_rule(game, state, "pass") == "CC-6");
    state = after(game, state, {"discard O"});
    CHECK(discards_of(game, state) == "O");
    CHECK(game.current_player(state) == 1);
    state = main_with(game, "-");
    CHECK(legal_texts(game, state) == Texts{"pass"});
    CHECK(game.current_player(after(game, state, {"pass"})) == 1);
    CHECK(refusing_rule(game, round_for_two(game), "pass") == "GN-10");
  }

  TEST_CASE("CC-6: a player who captures does not discard") {
    const auto game = capture_game(2);
    const auto state = after(game, main_with(game, "H,H,O,N"),
                             {"capture H2O", "wilds 0", "wilds 0", "top H", "drawn NO"});
    CHECK(hand_of(game, state, 0) == "N");
    CHECK(game.current_player(state) == 1);
    CHECK(phase_of(state) == "source");
  }

  TEST_CASE("CC-7: after a capture the next compound is turned up, if there is one") {
    const auto game = capture_game(2);
    auto state =
        after(game, main_with(game, "H,H,O,N"), {"capture H2O", "wilds 0", "wilds 0", "top H"});
    CHECK(phase_of(state) == "refill");
    CHECK(game.chance_weight(state.table) == 6);
    state = after(game, state, {"drawn HF"});
    CHECK(compounds_of(game, state) == "SO2,NO,N2O,H2O2,H2S/CO2,CO,NH3,CH4,HCl,HF/H2O/-");
    // With an empty stack the turn is over at once.
    auto last = main_with(game, "H,H,O,N");
    for (int i = 6; i < 12; ++i) {
      last.table.open.compounds.put(i, expansion::CompoundPlaces::captured_by(1));
    }
    last = after(game, last, {"capture H2O", "wilds 0", "wilds 0", "top H"});
    CHECK(phase_of(last) == "source");
  }

  TEST_CASE("CC-8: the round is over when all compounds are captured") {
    const auto game = capture_game(2);
    auto state = main_with(game, "H,H,O,N");
    for (int i = 1; i < 12; ++i) {
      state.table.open.compounds.put(i, expansion::CompoundPlaces::captured_by(1));
    }
    state = after(game, state, {"capture H2O", "wilds 0", "wilds 0", "top H"});
    CHECK(game.is_terminal(state));
    CHECK(game.scores(state)[0] == 25 - 1);
  }

  TEST_CASE("CC-8: the round is over after a number of turns without a capture") {
    for (const auto& [players, stall, turns] :
         {std::tuple(1, 0, 5), std::tuple(2, 0, 2), std::tuple(3, 0, 3), std::tuple(2, 1, 1),
          std::tuple(2, 7, 7)}) {
      const auto game = capture_game(players, {Decks::Covalent, stall});
      FastRandom random(SeedSequence(2));
      auto state = game.initial_state();
      int done = 0;
      while (!game.is_terminal(state)) {
        if (game.acting(state).is_chance()) {
          random_step(game, state, random);
          continue;
        }
        const int id = game.legal_actions(state, *game.current_player(state))[0];
        if (phase_of(state) == "main") ++done;
        game.apply_unchecked(state, *game.current_player(state), game.rules().action_of(id));
      }
      // The first legal action is never a capture.
      CHECK(done == turns);
    }
    const auto game = capture_game(2);
    auto state = main_with(game, "H,H,O,N");
    state.table.open.idle_turns = 1;
    state.table.open.turns = 1;
    state = after(game, state, {"capture H2O", "wilds 0", "wilds 0", "top H", "drawn HF"});
    CHECK(state.table.open.idle_turns == 0);
    CHECK(!game.is_terminal(state));
  }

  TEST_CASE("CC-9: the discard pile without its top card becomes the draw pile") {
    const auto game = capture_game(1);
    auto state = main_with(game, "H,H,H,H,H,H,H,H,H,H,H,H,H,H,H,C,C,C,N,N,N,N,O,O,O,O");
    auto& open = state.table.open;
    const auto& layout = game.rules().deck().layout();
    for (const char* name : {"O", "O", "F", "S"})
      open.discard_pile.push_front(*game.rules().deck().card(name));
    for (const char* name : {"O", "O", "F", "S"}) {
      layout.remove(state.table.hidden.draw_pile, *game.rules().deck().card(name));
    }
    open.draw_pile_size = 0;
    state.table.own[0].hand = layout.packed(layout.counted(state.table.own[0].hand) +
                                            layout.counted(state.table.hidden.draw_pile));
    state.table.hidden.draw_pile = DeckBag();
    open.hand_size[0] = static_cast<std::uint8_t>(state.table.own[0].hand.size());
    open.phase = expansion::Phase::Source;
    open.draws = 0;
    REQUIRE(!game.rules().validation_error(state.table, state.knowledge));
    CHECK(legal_texts(game, state) == Texts{"draw", "take_discard"});
    state = after(game, state, {"draw"});
    CHECK(discards_of(game, state) == "S");
    CHECK(text_of(game, state.table.hidden.draw_pile) == "O,O,F");
    // Everybody knows the contents of the new pile.
    CHECK(game.count_worlds(game.observation(state, Viewer::spectator())) == "1");
    state = after(game, state, {"drawn O", "take_discard"});
    CHECK(phase_of(state) == "main");
  }

  TEST_CASE("CC-9: a draw is skipped only if there is no card to draw") {
    const auto game = capture_game(1);
    CHECK(refusing_rule(game, begun(game, compounds, {"H,H,H,H,H,H,H"}, "Cl"), "skip") == "CC-9");
    auto state = without_draw_pile(game, "-", {"Cl"});
    CHECK(legal_texts(game, state) == Texts{"take_discard", "skip"});
    CHECK(refusing_rule(game, state, "draw") == "CC-9");
    state = after(game, state, {"take_discard"});
    CHECK(legal_texts(game, state) == Texts{"skip"});
    state = after(game, state, {"skip"});
    CHECK(phase_of(state) == "main");
  }

  TEST_CASE(
      "CC-9: two discards are enough to draw one, and the last is not taken in the same turn") {
    const auto game = capture_game(1);
    const auto state = without_draw_pile(game, "-", {"O", "Cl"});
    CHECK(legal_texts(game, state) == Texts{"draw", "take_discard"});
    CHECK(refusing_rule(game, state, "skip") == "CC-9");
    const auto drawn = after(game, state, {"draw", "drawn O"});
    CHECK(discards_of(game, drawn) == "Cl");
    const auto took = after(game, state, {"take_discard"});
    CHECK(discards_of(game, took) == "O");
    CHECK(legal_texts(game, took) == Texts{"skip"});
    CHECK(refusing_rule(game, took, "take_discard") == "CC-3");
    // Neither pile gives a card, so the refusals say to skip.
    CHECK(game.refusal(took, 0, action_of(game, "take_discard"))->detail == 1);
    CHECK(game.refusal(took, 0, action_of(game, "draw"))->detail == 3);
  }

  TEST_CASE("CC-10: compounds score their points, and cards in hand cost points") {
    const auto game = capture_game(2);
    auto state = main_with(game, "H,H,O,wild,wild");
    CHECK(game.scores(state)[0] == -3 - 10);
    CHECK(game.scores(state)[1] == -1);
    for (const int compound : {0, 3}) {
      state.table.open.compounds.put(compound, expansion::CompoundPlaces::captured_by(0));
    }
    CHECK(game.scores(state)[0] == 50 - 13);
    state.table.open.phase = expansion::Phase::Over;
    CHECK(game.returns(state)[0] == Fraction(37 + 1, 2));
    CHECK(game.returns(state)[1] == Fraction(-37 - 1, 2));
  }

  TEST_CASE("CC-10: at the end of the round everybody hears the points of each hand") {
    const auto game = capture_game(2);
    auto state = main_with(game, "H,H,O,wild,wild");
    state.table.open.idle_turns = 1;
    state.table.open.turns = 1;
    const auto spectator = [&](const auto& now) {
      return game.observation(now, Viewer::spectator());
    };
    CHECK(!game.scores(spectator(state))[0]);
    const auto over = after(game, state, {"discard H"});
    REQUIRE(game.is_terminal(over));
    CHECK(game.scores(spectator(over))[0] == -2 - 10);
    CHECK(game.scores(spectator(over))[1] == -1);
    // Every sampled world has two wild cards in the hand.
    FastRandom random(SeedSequence(3));
    for (int i = 0; i < 20; ++i) {
      const auto world = game.determinize(spectator(over), random);
      REQUIRE(world);
      const auto& layout = game.rules().deck().layout();
      CHECK(layout.count(world->table.own[0].hand, wild_card) == 2);
      CHECK(layout.count(world->table.own[1].hand, wild_card) == 0);
    }
    auto wrong = over;
    wrong.table.open.points[1] = -5;
    CHECK(game.rules().validation_error(wrong.table, wrong.knowledge)->rule == "CC-10");
    auto early = game.initial_state(0);
    early.table.open.points[0] = -12;
    CHECK(game.rules().validation_error(early.table, early.knowledge)->rule == "CC-10");
  }

  TEST_CASE(
      "CC-11: a match has rounds until a player reaches the target, and the start passes on") {
    using Match = compound_capture::MatchGame;
    const auto match = expansion_game<Match>(2, compound_capture::MatchOptions{});
    FastRandom random(SeedSequence(9));
    auto state = match.initial_state(1);
    PerPlayer<int, 6> totals;
    int rounds = 0;
    while (!match.is_terminal(state)) {
      const auto before = state;
      const auto so_far = match.rules().scores_so_far(before.table);
      const auto& game = before.table.open.game;
      for (Player p = 0; p < 2; ++p) {
        const Table<compound_capture::Rules> running{game, before.table.own, before.table.hidden};
        CHECK(so_far[p] == totals[p] + match.rules().inner().scores(running)[p]);
      }
      random_step(match, state, random);
      const bool ended = match.is_terminal(state) || state.table.open.games > rounds;
      if (!ended) continue;
      CHECK(before.table.open.game.phase != expansion::Phase::Over);
      ++rounds;
      for (Player p = 0; p < 2; ++p) totals[p] = state.table.open.totals[p];
      if (match.is_terminal(state)) break;
      CHECK(state.table.open.game.current_player == (1 + rounds) % 2);
      CHECK(std::max(totals[0], totals[1]) < 250);
    }
    CHECK((std::max(totals[0], totals[1]) >= 250 || rounds == 50));
    CHECK(match.scores(state)[0] == totals[0]);
    CHECK(match.rules().scores_so_far(state.table)[0] == totals[0]);
    CHECK(match.returns(state)[0] == Fraction(totals[0] - totals[1], 2));
    const auto low = expansion_game<Match>(1, compound_capture::MatchOptions{Decks::Both, 0, 1});
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      FastRandom other((SeedSequence(seed)));
      auto end = low.initial_state();
      playout(low, end, other);
      CHECK((low.scores(end)[0] >= 1 || end.table.open.games == 49));
      CHECK(low.returns(end)[0] == Fraction(low.scores(end)[0]));
    }
  }

  TEST_CASE(
      "CC-11 CC-12: a match ends at exactly the target, or after exactly the maximum of rounds") {
    using Terms =
        expansion::RoundsToTarget<compound_capture::Rules, compound_capture::MatchOptions>;
    const Terms terms({Decks::ByPlayers, 0, 100, 3});
    const auto game = capture_game(2);
    Terms::Totals totals;
    totals[1] = 99;
    CHECK(!terms.is_over(game.rules(), totals, 2));
    CHECK(terms.is_over(game.rules(), totals, 3));
    totals[1] = 100;
    CHECK(terms.is_over(game.rules(), totals, 1));
  }

  TEST_CASE("CC-8: the rounds of a match use its stall option") {
    using Match = compound_capture::MatchGame;
    const compound_capture::MatchOptions seven{Decks::Covalent, 7, 250, 2};
    CHECK(expansion_game<Match>(3, seven).rules().inner().stall_turns() == 7);
    CHECK(expansion_game<Match>(3, seven).rules().inner().options() == Options{Decks::Covalent, 7});
  }

  TEST_CASE("CC-12: a match has a maximum of rounds, and its totals cannot overflow") {
    using Match = compound_capture::MatchGame;
    const compound_capture::MatchOptions two{Decks::ByPlayers, 1, 10000, 2};
    const auto match = expansion_game<Match>(3, two);
    FastRandom random(SeedSequence(1));
    auto state = match.initial_state();
    playout(match, state, random);
    CHECK(state.table.open.games == 1);
    CHECK(match.max_steps() == 2 * match.rules().inner().max_steps());
    for (const int rounds : {0, 151}) {
      const compound_capture::MatchOptions refused{Decks::Both, 0, 250, rounds};
      CHECK(refusing_rule_of_create<Match>(refused, 2) == "CC-12");
    }
    ExpansionDeckContent content = (*builtin_deck<ExpansionDeck>("covalent"))->content();
    content.compounds.resize(1);
    content.copies = {};
    content.copies[0] = 2;
    content.copies[7] = 1;
    content.wild_cards.resize(1);
    content.wild_cards[0].copies = 50;
    const auto wild = *ExpansionSet::create({*ExpansionDeck::create(content)});
    const compound_capture::MatchOptions many{Decks::Both, 0, 250, 150};
    const auto too_many = Match::Rules::create(wild, many, 2);
    REQUIRE(!too_many.has_value());
    CHECK(too_many.error().rule == "CC-12");
    // A hand of all cards costs 253 points. A 16-bit total can lose them 129 times.
    const auto with_rounds = [&](int rounds) {
      return Match::Rules::create(wild, compound_capture::MatchOptions{Decks::Both, 0, 250, rounds},
                                  2);
    };
    REQUIRE(with_rounds(129).has_value());
    CHECK(with_rounds(129)->inner().max_cost() == 253);
    CHECK(!with_rounds(130).has_value());
    CHECK(Match::Rules::create(wild, {}, 2).has_value());
  }

  TEST_CASE(
      "GN-9: a card taken from the discard pile is known to be in the hand until its kind is "
      "played") {
    const auto game = capture_game(2);
    auto state = after(game, round_for_two(game), {"take_discard", "draw", "drawn F"});
    Generator random(SeedSequence(1).generate_state<8>(), Domain::Sampler, 0);
    const auto holding = [&](Viewer viewer) {
      const auto seen = game.observation(state, viewer);
      int found = 0;
      for (int i = 0; i < 50; ++i) {
        const auto world = game.determinize(seen, random);
        REQUIRE(world.has_value());
        found += game.rules().deck().layout().count(world->table.own[0].hand,
                                                    *game.rules().deck().card("Cl")) > 0;
      }
      return found;
    };
    for (const Viewer viewer : {Viewer::player(1), Viewer::spectator()}) {
      CHECK(holding(viewer) == 50);
    }
    // The discarded card may have been another one of the kind.
    state = after(game, state, {"discard Cl"});
    CHECK(holding(Viewer::player(1)) < 50);
  }

  TEST_CASE("GN-12: a player who begins a capture surely holds cards that complete it") {
    const auto game = capture_game(2);
    const auto start = after(game, round_for_two(game, "N,H,H,H,O,C,wild"),
                             {"draw", "drawn F", "draw", "drawn S"});
    auto state = after(game, start, {"capture NH3"});
    Generator random(SeedSequence(3).generate_state<8>(), Domain::Sampler, 0);
    for (const char* step : {"wilds 1", "wilds 0"}) {
      const auto seen = game.observation(state, Viewer::player(1));
      CHECK(game.rules().forgotten(seen) == 0);
      for (int i = 0; i < 200; ++i) {
        const auto world = game.determinize(seen, random);
        REQUIRE(world.has_value());
        CHECK(!game.legal_actions(*world, 0).empty());
      }
      state = after(game, state, {step});
    }
  }

  TEST_CASE("MT-5: a player who begins a capture surely holds an element card of it") {
    const auto game = capture_game(2);
    const auto state = after(game, round_for_two(game, "C,wild,wild,wild,wild,H,H"),
                             {"draw", "drawn F", "draw", "drawn S", "capture CO"});
    const Card carbon = *game.rules().deck().card("C");
    const Card oxygen = *game.rules().deck().card("O");
    const auto& layout = game.rules().deck().layout();
    Generator random(SeedSequence(4).generate_state<8>(), Domain::Sampler, 0);
    for (int i = 0; i < 200; ++i) {
      const auto world = game.determinize(game.observation(state, Viewer::player(1)), random);
      REQUIRE(world.has_value());
      const auto& hand = world->table.own[0].hand;
      CHECK(layout.count(hand, carbon) + layout.count(hand, oxygen) > 0);
    }
  }
}
