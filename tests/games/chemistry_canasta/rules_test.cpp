// SPDX-License-Identifier: Apache-2.0
// Chemistry Canasta, rule by rule (CN-1 to CN-8).
#include "chemix/games/chemistry_canasta/rules.hpp"

#include "chemix/cards/position.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/state_values.hpp"
#include "support/expansion_play.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;

namespace {

using Texts = std::vector<std::string>;
using Options = chemistry_canasta::Options;
using Decks = chemistry_canasta::Decks;
using Runs = chemistry_canasta::Runs;
using chemistry_canasta::Run;
using Canasta = chemistry_canasta::Game;

Canasta canasta(int players, const Options& options = {}) {
  return expansion_game<Canasta>(players, options);
}

std::string phase_in(const Canasta& game, const Canasta::State& state) {
  return std::string(name_of(game.rules().phase_of(state.table.open)));
}

// Lays a run in front of its owner, with cards from the draw pile.
void lay(const Canasta& game, Canasta::State& state, const Run& run) {
  state.table.open.runs.insert_sorted(run);
  for (int place = 0; place < 3; ++place) {
    game.rules().deck().layout().remove(state.table.hidden.draw_pile, run.card(place));
    --state.table.open.draw_pile_size;
  }
}

std::string runs_of(const Canasta& game, const Canasta::State& state) {
  return text_of(game, state.table.open.runs);
}

// The legal actions of a kind.
Texts legal_of(const Canasta& game, const Canasta::State& state, const std::string& kind) {
  Texts found;
  for (const std::string& text : legal_texts(game, state)) {
    if (text.substr(0, text.find(' ')) == kind) found.push_back(text);
  }
  return found;
}

// The detail of the refusal that keeps player 0 from laying a run (CN-2).
int refusal_of_run(const Canasta& game, const Canasta::State& state) {
  return game.refusal(state, 0, action_of(game, "run Na"))->detail;
}

}  // namespace

TEST_SUITE("chemistry_canasta") {
  TEST_CASE("CN-1: the basic deck is played with one or two expansion decks") {
    const auto cards = [](const Options& options) {
      return canasta(2, options).rules().deck().all_cards().size();
    };
    CHECK(cards({Decks::Covalent}) == 54 + 42);
    CHECK(cards({Decks::Ionic}) == 54 + 42);
    CHECK(cards({}) == 54 + 84);
    for (int players = 1; players <= 6; ++players) {
      for (const Decks decks : {Decks::Covalent, Decks::Ionic, Decks::Both}) {
        CHECK(refusing_rule_of_create<Canasta>(Options{decks}, players).empty());
      }
    }
    // With a custom deck there is no choice of decks.
    CHECK(refusing_rule_of_create<Canasta>(Options{}, 2, "ionic").empty());
    CHECK(refusing_rule_of_create<Canasta>(Options{Decks::Covalent}, 2, "ionic") == "CN-1");
    const auto game = canasta(2);
    const auto state = begun(game, {"H2O", "CO2", "CO", "NH3", "CH4", "HCl"},
                             {"H,H,O,Xe,Kr,wild,Li", "He,Be,B,N,F,Ne,Na"}, "Cl");
    CHECK(legal_texts(game, state) == Texts{"draw", "take_discard"});
    CHECK(state.table.open.draw_pile_size == 138 - 15);
  }

  TEST_CASE("CN-2: only a player who cannot capture may lay a run") {
    const auto game = canasta(2);
    const auto can_capture = main_with(game, "H,H,O,Na,Mg,Al,Xe");
    CHECK(legal_of(game, can_capture, "capture") == Texts{"capture H2O"});
    CHECK(legal_of(game, can_capture, "run").empty());
    CHECK(refusing_rule(game, can_capture, "run Na") == "CN-2");
    CHECK(refusal_of_run(game, can_capture) == 1);
    // Capturing is optional.
    CHECK(game.current_player(after(game, can_capture, {"discard H"})) == 1);
    const auto cannot = main_with(game, "H,O,Na,Mg,Al,Xe");
    CHECK(legal_of(game, cannot, "capture").empty());
    CHECK(legal_of(game, cannot, "run") == Texts{"run Na"});
    const auto ran = after(game, cannot, {"run Na", "run_wilds 0"});
    CHECK(refusing_rule(game, ran, "run Na") == "CN-2");
    CHECK(refusal_of_run(game, ran) == 0);
  }

  TEST_CASE(
      "CN-2: a wild card claimed earlier in the turn counts for what the hand could capture") {
    for (const Runs runs : {Runs::WithoutCapture, Runs::AnyTurn}) {
      const auto game = canasta(2, {.runs = runs});
      auto state = main_with(game, "H,O,Na,Mg,Al,Xe,Mn");
      lay(game, state, Run(1, 24, 2));
      REQUIRE(legal_of(game, state, "run") == Texts{"run Na"});
      state = after(game, state, {"replace 1 Cr 2 Mn"});
      REQUIRE(!legal_of(game, state, "capture").empty());
      CHECK(refusing_rule(game, state, "run Na") == (runs == Runs::AnyTurn ? "" : "CN-2"));
    }
  }

  TEST_CASE(
      "CN-2: a run makes the beliefs of others inexact, as they ignore that the hand could not "
      "capture") {
    for (const Runs runs : {Runs::WithoutCapture, Runs::AnyTurn}) {
      const auto game = canasta(2, {.runs = runs});
      const auto forgotten = [&](const Canasta::State& state, Viewer viewer) {
        return game.rules().forgotten(game.observation(state, viewer));
      };
      const int once = runs == Runs::AnyTurn ? 0 : 1;
      auto state = main_with(game, "H,O,Na,Mg,Al,Xe");
      CHECK(forgotten(state, Viewer::player(1)) == 0);
      for (const char* action : {"run Na", "run_wilds 0", "discard Xe"}) {
        state = after(game, state, {action});
        CHECK(forgotten(state, Viewer::player(0)) == 0);
        CHECK(forgotten(state, Viewer::player(1)) == once);
        CHECK(forgotten(state, Viewer::spectator()) == once);
      }
    }
  }

  TEST_CASE(
      "CN-2: a turn has a capture, a run or neither, and with `always` the player chooses freely") {
    const auto game = canasta(2, {.runs = Runs::AnyTurn});
    const auto start = main_with(game, "H,H,O,Na,Mg,Al,Xe");
    CHECK(legal_of(game, start, "capture") == Texts{"capture H2O"});
    CHECK(legal_of(game, start, "run") == Texts{"run Na"});
    CHECK(legal_of(game, start, "discard").size() == 6);
    CHECK(legal_of(game, start, "end").empty());
    const auto ran = after(game, start, {"run Na", "run_wilds 0"});
    CHECK(refusing_rule(game, ran, "capture H2O") == "CN-2");
    CHECK(refusing_rule(game, ran, "run Na") == "CN-2");
    const auto captured =
        after(game, start, {"capture H2O", "wilds 0", "wilds 0", "top H", "drawn HF"});
    CHECK(refusing_rule(game, captured, "run Na") == "CN-2");
    CHECK(refusing_rule(game, captured, "capture HF") == "CN-2");
    CHECK(game.current_player(captured) == 0);
    CHECK(compounds_of(game, captured).find("/H2O/") != std::string::npos);
  }

  TEST_CASE("CN-3: the data of a run that is being laid names its phase and its lowest element") {
    const auto game = canasta(2);
    const auto state = after(game, main_with(game, "Na,Al,Xe,wild,wild,N"), {"run Na"});
    const Value data = value_of(game, state);
    const Value& open = *data.find("open");
    CHECK(*open.find("phase") == Value("run"));
    CHECK(*open.find("run") == Value("Na"));
    CHECK(open.find("chosen")->is_null());
    CHECK(open.find("points")->is_null());

    // The fields must agree.
    const auto refused = [&](const char* name, Value value) {
      Value fields = Value::map();
      for (const Value::Field& field : *open.as<Value::Map>()) {
        fields.add(field.name, field.name == name ? value : field.value);
      }
      const auto read = state_from(game, Value::map().add("open", std::move(fields)));
      return read ? "" : read.error().field;
    };
    CHECK(refused("phase", "main") == "open.phase");
    CHECK(refused("phase", "source") == "open.phase");
    CHECK(refused("run", Value()) == "open.phase");
    CHECK(refused("run", "Xe") == "open.phase");
    CHECK(refused("chosen", "Na") == "open.chosen");
    CHECK(refused("points", Value::list_of(std::vector<int>{1, 2})) == "open.points");
  }

  TEST_CASE(
      "CN-3: a run is three consecutive numbers, with wild cards in the places the player "
      "chooses") {
    const auto game = canasta(2);
    auto state = main_with(game, "Na,Al,Xe,wild,wild,N");
    CHECK(legal_of(game, state, "run") == Texts{"run B", "run C", "run N", "run F", "run Ne",
                                                "run Na", "run Mg", "run Al", "run Te"});
    CHECK(refusing_rule(game, state, "run H") == "CN-3");
    state = after(game, state, {"run Na"});
    CHECK(phase_in(game, state) == "run");
    CHECK(legal_texts(game, state) == Texts{"run_wilds 2", "run_wilds 3", "run_wilds 6"});
    CHECK(refusing_rule(game, state, "run_wilds 0") == "CN-3");
    CHECK(refusing_rule(game, state, "run_wilds 5") == "CN-3");
    CHECK(refusing_rule(game, state, "discard N") == "GN-10");
    const auto one = after(game, state, {"run_wilds 2"});
    CHECK(runs_of(game, one) == "0:Na:2");
    CHECK(hand_of(game, one, 0) == "N,Xe,wild");
    CHECK(runs_of(game, after(game, state, {"run_wilds 6"})) == "0:Na:6");
    CHECK(refusing_rule(game, main_with(game, "Na,Al,Xe,N"), "run_wilds 0") == "GN-10");
  }

  TEST_CASE("CN-3: the steps reach exactly the runs that all triples of cards form") {
    const auto game = canasta(3, {.runs = Runs::AnyTurn});
    const auto without_capture = canasta(3);
    const auto& deck = game.rules().deck();
    FastRandom random(SeedSequence(8));
    std::size_t found = 0;
    bool twice = false;
    for (int i = 0; i < 10000; ++i) {
      const PaymentBag hand = random_hand(deck, random);
      auto state = game.initial_state();
      state.table.open.phase = expansion::Phase::Main;
      state.table.own[0].hand = deck.layout().packed(hand);
      state.table.open.hand_size[0] = static_cast<std::uint8_t>(hand.size());
      for (int compound = 0; compound < deck.compound_count(); ++compound) {
        if (random.below(6) > 0) continue;
        state.table.open.compounds.put(compound, expansion::CompoundPlaces::open);
      }
      const auto captures = captures_by_subsets(game, state);
      REQUIRE(captures_by_steps(game, state, twice) == captures);

      const Texts runs = legal_of(game, state, "run");
      REQUIRE(legal_of(without_capture, state, "run") == (captures.empty() ? runs : Texts{}));
      std::set<std::pair<std::string, unsigned>> by_steps;
      for (const std::string& begin : runs) {
        const auto chosen = after(game, state, {begin});
        for (const std::string& places : legal_texts(game, chosen)) {
          const auto laid = after(game, chosen, {places});
          REQUIRE(laid.table.open.runs.size() == 1);
          const Run run = laid.table.open.runs[0];
          const auto name = std::string(deck.name(run.element(0)));
          twice = !by_steps.emplace(name, run.wilds()).second || twice;
          // Exactly these cards have left the hand.
          PaymentBag used;
          for (int place = 0; place < 3; ++place) used.add(run.card(place));
          REQUIRE(deck.layout().counted(laid.table.own[0].hand) + used == hand);
        }
      }
      // Brute force: every way to order three cards of the hand, at least one of them an element.
      std::set<std::pair<std::string, unsigned>> by_triples;
      const int size = hand.size();
      for (int a = 0; a < size; ++a) {
        for (int b = 0; b < size; ++b) {
          for (int c = 0; c < size; ++c) {
            if (a == b || b == c || a == c) continue;
            const std::vector<Card> row = {hand.nth(a), hand.nth(b), hand.nth(c)};
            for (int lowest = 1; lowest <= 52; ++lowest) {
              unsigned wilds = 0;
              bool fits = true;
              for (int place = 0; place < 3; ++place) {
                const Card card = row[static_cast<std::size_t>(place)];
                if (card == wild_card) wilds |= 1U << place;
                fits = fits && (card == wild_card || card.index + 1 == lowest + place);
              }
              if (!fits || wilds == 7) continue;
              by_triples.emplace(deck.name(Card::of(lowest - 1)), wilds);
            }
          }
        }
      }
      REQUIRE(by_steps == by_triples);
      found += by_steps.size();
    }
    CHECK(!twice);
    CHECK(found > 10000);
  }

  TEST_CASE("CN-4: a turn ends with a discard, except after a capture") {
    const auto game = canasta(2, {.runs = Runs::AnyTurn});
    const auto start = main_with(game, "H,H,O,Na,Mg,Al,Xe");
    CHECK(refusing_rule(game, start, "end") == "CN-4");
    const auto ran = after(game, start, {"run Na", "run_wilds 0"});
    CHECK(refusing_rule(game, ran, "end") == "CN-4");
    CHECK(legal_texts(game, ran) == Texts{"discard H", "discard O", "discard Xe"});
    CHECK(game.current_player(after(game, ran, {"discard Xe"})) == 1);
    const auto captured =
        after(game, start, {"capture H2O", "wilds 0", "wilds 0", "top H", "drawn HF"});
    CHECK(legal_texts(game, captured) == Texts{"end"});
    CHECK(refusing_rule(game, captured, "discard Xe") == "CN-4");
    CHECK(refusing_rule(game, captured, "discard H") == "GN-11");
    CHECK(game.current_player(after(game, captured, {"end"})) == 1);
  }

  TEST_CASE("CN-4: after a capture a player may discard the last card to go out") {
    const auto game = canasta(2);
    const auto state = after(game, main_with(game, "H,H,O,Xe"),
                             {"capture H2O", "wilds 0", "wilds 0", "top H", "drawn HF"});
    CHECK(legal_texts(game, state) == Texts{"discard Xe", "end"});
    CHECK(game.is_terminal(after(game, state, {"discard Xe"})));
    CHECK(!game.is_terminal(after(game, state, {"end"})));
  }

  TEST_CASE("CN-4: after a capture a player with two cards may not discard") {
    const auto game = canasta(2);
    const auto state = after(game, main_with(game, "H,H,O,Kr,Xe"),
                             {"capture H2O", "wilds 0", "wilds 0", "top H", "drawn HF"});
    CHECK(legal_texts(game, state) == Texts{"end"});
    CHECK(refusing_rule(game, state, "discard Xe") == "CN-4");
  }

  TEST_CASE("CN-5: a wild card of any run may be claimed with the element that it replaces") {
    const auto game = canasta(2);
    auto state = main_with(game, "Mg,Al,Xe");
    lay(game, state, Run(1, 11, 6));
    lay(game, state, Run(0, 11, 2));
    CHECK(legal_of(game, state, "replace") ==
          Texts{"replace 0 Na 2 Mg", "replace 1 Na 6 Mg", "replace 1 Na 6 Al"});
    CHECK(refusing_rule(game, state, "replace 0 Na 6 Mg") == "CN-5");
    CHECK(refusing_rule(game, state, "replace 1 Na 2 Mg") == "CN-5");
    CHECK(refusing_rule(game, state, "replace 1 Na 5 Na") == "GN-11");
    const auto scores = game.scores(state);
    state = after(game, state, {"replace 1 Na 6 Al"});
    CHECK(runs_of(game, state) == "0:Na:2,1:Na:2");
    CHECK(hand_of(game, state, 0) == "Mg,Xe,wild");
    CHECK(game.scores(state)[1] == scores[1]);
    CHECK(legal_of(game, state, "run").empty());
    // A player may claim any number of wild cards and use them at once.
    state = after(game, state, {"replace 1 Na 2 Mg"});
    CHECK(legal_of(game, state, "run") == Texts{"run Te"});
    CHECK(game.is_terminal(after(game, state, {"run Te", "run_wilds 3"})));
    CHECK(refusing_rule(game,
                        begun(game, {"H2O", "CO2", "CO", "NH3", "CH4", "HCl"},
                              {"H,H,O,Xe,Kr,wild,Li", "He,Be,B,N,F,Ne,Na"}, "Cl"),
                        "replace 0 Na 1 Na") == "GN-10");
  }

  TEST_CASE("CN-5: equal runs offer their wild card once, and a claim changes one of them") {
    const auto game = canasta(2);
    auto state = main_with(game, "O,O,Xe");
    lay(game, state, Run(1, 7, 2));
    lay(game, state, Run(1, 7, 2));
    // Runs of another owner or with other wild cards differ.
    lay(game, state, Run(0, 7, 2));
    lay(game, state, Run(1, 7, 6));
    CHECK(legal_of(game, state, "replace") ==
          Texts{"replace 0 N 2 O", "replace 1 N 2 O", "replace 1 N 6 O"});
    state = after(game, state, {"replace 1 N 2 O"});
    CHECK(runs_of(game, state) == "0:N:2,1:N:0,1:N:2,1:N:6");
    CHECK(hand_of(game, state, 0) == "O,Xe,wild");
    CHECK(refusing_rule(game, state, "replace 1 N 2 O").empty());
  }

  TEST_CASE("CN-5: a wild card can also be claimed after a capture or a run") {
    const auto game = canasta(2, {.runs = Runs::AnyTurn});
    auto state = main_with(game, "H,H,O,Na,Mg,Al,Xe,Mn");
    lay(game, state, Run(1, 24, 2));
    const auto captured =
        after(game, state, {"capture H2O", "wilds 0", "wilds 0", "top H", "drawn HF"});
    CHECK(legal_texts(game, captured) == Texts{"end", "replace 1 Cr 2 Mn"});
    CHECK(hand_of(game, after(game, captured, {"replace 1 Cr 2 Mn"}), 0) == "Na,Mg,Al,Xe,wild");
    const auto ran = after(game, state, {"run Na", "run_wilds 0", "replace 1 Cr 2 Mn"});
    CHECK(runs_of(game, ran) == "0:Na:0,1:Cr:0");
    CHECK(game.current_player(after(game, ran, {"discard wild"})) == 1);
  }

  TEST_CASE(
      "CN-5: everybody knows that a claimed wild card is in the hand until a wild card is played") {
    const auto game = canasta(2);
    auto state = main_with(game, "Mg,Al,Xe,N");
    lay(game, state, Run(1, 11, 2));
    state = after(game, state, {"replace 1 Na 2 Mg"});
    Generator random(SeedSequence(1).generate_state<8>(), Domain::Sampler, 0);
    const auto holding = [&] {
      int found = 0;
      for (int i = 0; i < 50; ++i) {
        const auto world = game.determinize(game.observation(state, Viewer::player(1)), random);
        REQUIRE(world.has_value());
        found += game.rules().deck().layout().count(world->table.own[0].hand, wild_card) > 0;
      }
      return found;
    };
    CHECK(holding() == 50);
    state = after(game, state, {"discard wild"});
    CHECK(holding() < 50);
  }

  TEST_CASE("CN-6: the round ends at once when a hand is empty or the last compound is captured") {
    const auto game = canasta(2);
    CHECK(game.is_terminal(after(game, main_with(game, "Na,Mg,Al"), {"run Na", "run_wilds 0"})));
    const auto out =
        after(game, main_with(game, "H,H,O"), {"capture H2O", "wilds 0", "wilds 0", "top O"});
    CHECK(game.is_terminal(out));
    CHECK(compounds_of(game, out).substr(0, 4) != "-/CO");
    CHECK(game.is_terminal(after(game, main_with(game, "Xe"), {"discard Xe"})));
    auto last = main_with(game, "H,H,O,N,Xe");
    for (int i = 1; i < 24; ++i) {
      last.table.open.compounds.put(i, expansion::CompoundPlaces::captured_by(1));
    }
    CHECK(game.is_terminal(after(game, last, {"capture H2O", "wilds 0", "wilds 0", "top O"})));
  }

  TEST_CASE("CN-7: compounds and cards in runs score, and cards in hand cost points") {
    const auto game = canasta(2);
    auto state = main_with(game, "H,H,wild,wild");
    lay(game, state, Run(0, 11, 6));
    lay(game, state, Run(0, 3, 0));
    lay(game, state, Run(1, 21, 1));
    state.table.open.compounds.put(1, expansion::CompoundPlaces::captured_by(0));
    CHECK(game.scores(state)[0] == 25 + 60 - 2 - 10);
    CHECK(game.scores(state)[1] == 30 - 1);
    state.table.open.phase = expansion::Phase::Over;
    CHECK(game.returns(state)[0] == Fraction(73 - 29, 2));
  }

  TEST_CASE("CN-7: a match lasts until a player reaches the target") {
    using Match = chemistry_canasta::MatchGame;
    const chemistry_canasta::MatchOptions options{
        .decks = Decks::Covalent, .max_turns = 40, .target = 60, .max_rounds = 5};
    const auto match = expansion_game<Match>(3, options);
    FastRandom random(SeedSequence(4));
    for (int i = 0; i < 10; ++i) {
      auto state = match.initial_state();
      playout(match, state, random);
      int most = match.scores(state)[0];
      for (Player p = 1; p < 3; ++p) most = std::max(most, match.scores(state)[p]);
      CHECK((most >= 60 || state.table.open.games == 4));
    }
    CHECK(refusing_rule_of_create<Match>(chemistry_canasta::MatchOptions{.target = 0}, 2) ==
          "CC-11");
  }

  TEST_CASE("CN-7: the rounds of a match are played with its options") {
    using Match = chemistry_canasta::MatchGame;
    const chemistry_canasta::MatchOptions options{
        .decks = Decks::Covalent, .runs = Runs::AnyTurn, .max_turns = 40};
    CHECK(expansion_game<Match>(3, options).rules().inner().options() ==
          Options{Decks::Covalent, Runs::AnyTurn, 40});
  }

  TEST_CASE(
      "CN-8: after a skipped draw the round ends when a whole round of turns brings no capture or "
      "run") {
    const auto game = canasta(2, {.runs = Runs::AnyTurn});
    // Nobody can draw.
    auto state = without_draw_pile(game, "Xe,Kr", {"H"});
    state = after(game, state, {"skip", "skip"});
    CHECK(state.table.open.skipped);
    const auto stood = after(game, state, {"discard Xe", "take_discard", "skip", "discard Xe"});
    CHECK(game.is_terminal(stood));
    // A run in between restarts the count.
    const auto ran = after(
        game, state, {"discard Xe", "take_discard", "skip", "run Na", "run_wilds 0", "discard Xe"});
    CHECK(!game.is_terminal(ran));
    CHECK(!ran.table.open.skipped);
    CHECK(ran.table.open.idle_turns == 0);
  }

  TEST_CASE("CN-8: a capture resets the skipped draw") {
    const auto game = canasta(2);
    auto state = without_draw_pile(game, "H,H,O,Xe,Kr", {"He"});
    state = after(game, state, {"skip", "skip"});
    CHECK(state.table.open.skipped);
    state = after(game, state, {"capture H2O", "wilds 0", "wilds 0", "top H", "drawn HF", "end"});
    CHECK(!state.table.open.skipped);
  }

  TEST_CASE("CN-8: without a skipped draw idle turns do not end the round, but max_turns does") {
    for (const int turns : {1, 9}) {
      const auto game = canasta(2, {.max_turns = turns});
      FastRandom random(SeedSequence(2));
      auto state = game.initial_state();
      int done = 0;
      while (!game.is_terminal(state)) {
        if (game.acting(state).is_chance()) {
          random_step(game, state, random);
          continue;
        }
        if (phase_of(state) == "main") ++done;
        // The first legal action is a discard.
        const int id = game.legal_actions(state, *game.current_player(state))[0];
        game.apply_unchecked(state, *game.current_player(state), game.rules().action_of(id));
      }
      CHECK(done == turns);
    }
    CHECK(refusing_rule_of_create<Canasta>(Options{.max_turns = 0}, 2) == "CN-8");
  }
}
