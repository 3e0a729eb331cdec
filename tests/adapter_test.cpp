// SPDX-License-Identifier: Apache-2.0
// AnyGame, the run-time interface: blocks of memory from callers, stepping, events, values (JSON)
// and game metadata.
#include "chemix/any_game.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/catalogue.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/value.hpp"
#include "chemix/record.hpp"
#include "chemix/values.hpp"
#include "chemix/words.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

using GamePointer = std::shared_ptr<const AnyGame>;

GamePointer game_of(const std::string& name, int players, const std::string& options = "") {
  const auto game = make_game({.name = name, .players = players, .options = options});
  REQUIRE(game.has_value());
  return *game;
}

std::uint8_t kind_of(const AnyGame& game, std::string_view card) {
  for (int kind = 0; kind < game.card_kind_count(); ++kind) {
    if (game.card_name(kind) == card) return static_cast<std::uint8_t>(kind);
  }
  FAIL("no card " << card);
  return 0;
}

class Bytes {
 public:
  explicit Bytes(std::size_t size) : size_(size), words_(size / 8 + 2) {}
  [[nodiscard]] Block block(std::size_t from = 0) {
    return std::as_writable_bytes(std::span(words_)).subspan(from, size_);
  }
  [[nodiscard]] ConstBlock block() const { return std::as_bytes(std::span(words_)).first(size_); }
  [[nodiscard]] Block of_size(std::size_t size) {
    return std::as_writable_bytes(std::span(words_)).first(size);
  }

 private:
  std::size_t size_;
  std::vector<std::uint64_t> words_;
};

std::string message_of(const std::optional<InputError>& error) {
  return error ? error->message() : "";
}

// A state after the first outcomes of chance.
Bytes dealt(const AnyGame& game, Player start_player) {
  Bytes state(game.state_size());
  game.initial_state(start_player, state.block());
  while (game.acting(state.block()).is_chance()) {
    game.apply_unchecked(state.block(), Actor::chance(), game.chance_outcome(state.block(), 0));
  }
  return state;
}

const Value& named(const Value& list, std::string_view field, std::string_view name) {
  for (const Value& entry : *list.as<Value::List>()) {
    if (*entry.find(field)->as<std::string>() == name) return entry;
  }
  FAIL("no entry " << name);
  return list;
}

const auto everyone = ViewerSet::everyone();

}  // namespace

TEST_SUITE("adapter") {
  // ---- Blocks from callers ----

  TEST_CASE("a state block has the exact size and is aligned to 8 bytes") {
    const GamePointer game = game_of("chemuno", 2);
    const std::size_t size = game->state_size();
    Bytes state(size);
    game->initial_state(0, state.block());
    CHECK(message_of(game->expect_state(state.block())).empty());
    for (const std::size_t other : {std::size_t{0}, size - 8, size - 1, size + 1, size + 8}) {
      const std::string given = std::to_string(other) + " bytes";
      CHECK(message_of(game->expect_state(state.of_size(other))) ==
            "state = " + given + ": must be " + std::to_string(size));
      CHECK(message_of(game->expect_observation(state.of_size(other + 8))) != "");
    }
    for (const std::size_t shift : {1U, 2U, 4U}) {
      CAPTURE(shift);
      CHECK(message_of(game->expect_state(state.block(shift))) ==
            "state: must be aligned to 8 bytes");
    }
  }

  TEST_CASE("a block of another kind or game is rejected, and the error names what it is") {
    const GamePointer game = game_of("chemuno", 2);
    const GamePointer other = game_of("chemuno", 2, "auto_call=yes");
    Bytes state(game->state_size());
    Bytes view(game->observation_size());
    Bytes table(game->table_size());
    game->initial_state(0, state.block());
    game->observe(state.block(), Viewer::spectator(), view.block());
    game->table_of(state.block(), table.block());
    CHECK(!game->expect_table(table.block()));
    // A block begins with a key. These blocks have the right size and the wrong key.
    Bytes as_state(game->state_size());
    std::copy_n(view.block().begin(), 8, as_state.block().begin());
    CHECK(message_of(game->expect_state(as_state.block())) == "state: must not be an observation");
    Bytes as_table(game->table_size());
    std::copy_n(view.block().begin(), 8, as_table.block().begin());
    CHECK(message_of(game->expect_table(as_table.block())) == "table: must not be an observation");
    Bytes as_view(game->observation_size());
    std::copy_n(state.block().begin(), 8, as_view.block().begin());
    CHECK(message_of(game->expect_observation(as_view.block())) ==
          "observation: must be an observation, not a state");
    CHECK(
        message_of(other->expect_state(state.block())).find("belongs to another game; expected ") !=
        std::string::npos);
    CHECK(message_of(other->expect_observation(view.block()))
              .find("belongs to another game; expected ") != std::string::npos);
  }

  TEST_CASE(
      "GN-1: an unknown action is rejected with a list of the known actions, each named once") {
    const GamePointer game = game_of("chemuno", 2);
    CHECK(game->parse_action("fly").error().message() ==
          "action = fly: not an action of this game; known: lay, draw, keep, "
          "draw_penalty, call, stay_silent, wish, pass");
    CHECK(game->parse_action("lay Gold")
              .error()
              .reason.starts_with("not an action of this game; card must be one of "));
    CHECK(game->parse_action("wish Ne").error().reason ==
          "not an action of this game; element must be one of H, C, N, O, Na, P, S, Cl, Ca, Fe");
    CHECK(game->parse_action("draw 2").error().reason ==
          "not an action of this game; a valid one is draw");
    const std::string reason = game_of("showdown", 3)->parse_action("take Na Rn").error().reason;
    CHECK(reason.starts_with("not an action of this game; second must be one of -, Na, "));
    CHECK(reason.find("Rn") == std::string::npos);
    CHECK(game->parse_chance_action("fly").error().reason.starts_with(
        "not a chance action of this game; known: "));
  }

  TEST_CASE("equal states have equal tables and equal knowledge") {
    const GamePointer game = game_of("chemuno", 2);
    Bytes state = dealt(*game, 0);
    std::vector<int> ids(static_cast<std::size_t>(game->max_legal_actions()));
    REQUIRE(game->legal_actions(state.block(), 0, ids) > 0);
    game->apply_unchecked(state.block(), 0, ids[0]);
    Bytes table(game->table_size());
    Bytes same(game->state_size());
    game->table_of(state.block(), table.block());
    game->state_of(table.block(), game->chance_count(state.block()), same.block());
    CHECK(game->chance_count(same.block()) == game->chance_count(state.block()));
    CHECK(game->chance_count(same.block()) > 0);
    // The tables are equal, but the new state has no knowledge of past actions.
    CHECK(game->table_digest(same.block()) == game->table_digest(state.block()));
    CHECK_FALSE(game->equal(same.block(), state.block()));
    Bytes again(game->table_size());
    game->table_of(same.block(), again.block());
    CHECK(game->equal(again.block(), table.block()));
  }

  // ---- Playing ----

  TEST_CASE("GN-10: a player who does not act has no legal actions and gets no events of actions") {
    const GamePointer game = game_of("chemuno", 3);
    const Bytes state = dealt(*game, 1);
    std::vector<int> ids(static_cast<std::size_t>(game->max_legal_actions()));
    REQUIRE(game->legal_actions(state.block(), 1, ids) > 0);
    CHECK(game->events(state.block(), 1, ids[0], Viewer::spectator()).has_value());
    for (const Player other : {0, 2}) {
      std::vector<int> none(ids.size(), -1);
      CHECK(game->legal_actions(state.block(), other, none) == 0);
      CHECK(none == std::vector<int>(ids.size(), -1));
      const auto events = game->events(state.block(), other, ids[0], Viewer::spectator());
      REQUIRE_FALSE(events.has_value());
      CHECK(events.error().rule.text() == "GN-10");
    }
    // The events of an illegal action would reveal the player's cards.
    int refused = 0;
    for (int id = 0; id < game->action_count(); ++id) {
      const bool is_legal = !game->refusal(state.block(), 1, id);
      CHECK(game->events(state.block(), 1, id, Viewer::player(1)).has_value() == is_legal);
      refused += is_legal ? 0 : 1;
    }
    CHECK(refused > 0);
  }

  TEST_CASE("GN-2: the weight of a chance outcome is the number of cards of its kind") {
    const GamePointer game = game_of("chemuno", 2);
    Bytes state(game->state_size());
    game->initial_state(0, state.block());
    const Value whole = catalogue(*game);
    std::int64_t all = 0;
    for (const ChanceWay& way : game->chance_outcomes(state.block())) {
      const std::string action = game->chance_action_text(way.action);
      REQUIRE(action.starts_with("drawn "));
      const Value& card = named(*whole.find("cards"), "name", action.substr(6));
      CHECK(way.weight == *card.find("copies")->as<std::int64_t>());
      all += way.weight;
    }
    CHECK(all == game->chance_weight(state.block()));
  }

  TEST_CASE(
      "a lead is the distance to the mean of the other players, negated where few points win") {
    for (const std::string name : {"chemuno", "react", "chemistry_battle"}) {
      CAPTURE(name);
      const GamePointer game = game_of(name, 3);
      const double sign = game->best_score() == BestScore::Most ? 1 : -1;
      FastRandom random(SeedSequence(3));
      int uneven = 0;
      for (int i = 0; i < 20; ++i) {
        Bytes state = dealt(*game, 0);
        game->playout(state.block(), random);
        const std::vector<int> scores = game->scores(state.block());
        for (Player p = 0; p < 3; ++p) {
          const int others = scores[static_cast<std::size_t>((p + 1) % 3)] +
                             scores[static_cast<std::size_t>((p + 2) % 3)];
          const double ahead = scores[static_cast<std::size_t>(p)] - others / 2.0;
          CHECK(game->lead(state.block(), p) == doctest::Approx(sign * ahead));
          uneven += ahead != 0 ? 1 : 0;
        }
      }
      CHECK(uneven > 0);
    }
  }

  TEST_CASE("the tensor of a state begins with the viewer's seat") {
    const GamePointer game = game_of("chemuno", 2);
    const auto tensor = [&](Player start, Player from) {
      const Bytes state = dealt(*game, start);
      std::vector<float> numbers(game->state_tensor_size());
      CHECK(game->state_tensor(state.block(), Viewer::player(from), numbers) == numbers.size());
      return numbers;
    };
    // Both deals give the starting player the same cards.
    CHECK(tensor(0, 0) == tensor(1, 1));
    CHECK(tensor(0, 1) == tensor(1, 0));
    CHECK(tensor(0, 0) != tensor(0, 1));
  }

  TEST_CASE("guided playouts earn more points than random ones") {
    const GamePointer game = game_of("classic", 2);
    const Bytes state = dealt(*game, 0);
    double guided = 0;
    double random = 0;
    constexpr int games = 20;
    for (std::uint64_t seed = 0; seed < games; ++seed) {
      for (const bool is_guided : {false, true}) {
        Bytes table(game->table_size());
        game->table_of(state.block(), table.block());
        FastRandom draws{SeedSequence(seed)};
        CHECK(game->playout_table(table.block(), draws, is_guided) > 0);
        CHECK(game->acting(table.block()).is_nobody());
        for (const int points : game->scores(table.block())) {
          (is_guided ? guided : random) += points;
        }
      }
    }
    CHECK(guided > random);
  }

  TEST_CASE("a whole turn lists the change of each player's score") {
    const GamePointer game = game_of("classic", 3);
    FastRandom random(SeedSequence(2));
    std::vector<int> ids(static_cast<std::size_t>(game->max_legal_actions()));
    std::set<Player> changed;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      Bytes state(game->state_size());
      game->initial_state(static_cast<Player>(seed % 3), state.block());
      for (int step = 0; step < 400 && !game->acting(state.block()).is_nobody(); ++step) {
        if (game->acting(state.block()).is_chance()) {
          const auto ways = static_cast<std::uint64_t>(game->chance_weight(state.block()));
          const auto nth = static_cast<std::int64_t>(random.below(ways));
          game->apply_unchecked(state.block(), Actor::chance(),
                                game->chance_outcome(state.block(), nth));
          continue;
        }
        const Player player = game->acting(state.block()).players().lowest();
        const auto turns = game->whole_turns(state.block());
        const std::vector<int> before = game->scores(state.block());
        for (int i = 0; turns && i < 20; ++i) {
          const auto turn = (*turns)->next();
          if (!turn) break;
          Bytes after = state;
          for (const int action : turn->actions) {
            REQUIRE(!game->apply(after.block(), player, action));
          }
          const std::vector<int> scores = game->scores(after.block());
          for (std::size_t p = 0; p < 3; ++p) {
            REQUIRE(turn->points[p] == scores[p] - before[p]);
            if (turn->points[p] != 0) changed.insert(static_cast<Player>(p));
          }
        }
        const std::size_t count = game->legal_actions(state.block(), player, ids);
        game->apply_unchecked(state.block(), player, ids[random.below(count)]);
      }
    }
    CHECK(changed.size() == 3);
  }

  // ---- Decks ----

  TEST_CASE("DK-4: a deck is given by name or as a file, not both") {
    GameRequest request{.name = "chemuno", .players = 2, .deck = "chemix"};
    CHECK((*make_game(request))->deck_text().empty());
    request.deck = "covalent";
    CHECK(make_game(request).error().field == "deck");
    const std::string text = *deck_file_text(*deck_value("chemix"));
    request.deck_text = text;
    request.deck = "chemix";
    CHECK(message_of(make_game(request).error()) ==
          "deck = chemix: given both by name and as a file [DK-4]");
    request.deck = "";
    CHECK((*make_game(request))->deck_text().empty());
    // A changed deck may have the name of a built-in deck, so records need its whole text.
    const std::string water = R"("formula": "H2O",)";
    const std::size_t at = text.find("\"points\": ", text.find(water)) + 10;
    request.deck_text = text.substr(0, at) + "9" + text.substr(text.find_first_of(",\n", at));
    const auto changed = make_game(request);
    REQUIRE(changed.has_value());
    CHECK((*changed)->deck_name() == "chemix");
    CHECK((*changed)->deck_text() != "");
    request.deck_text = (*changed)->deck_text();
    CHECK((*make_game(request))->key() == (*changed)->key());
  }

  // ---- Events ----

  TEST_CASE("the text of an event names the owner of each owned place") {
    const GamePointer game = game_of("compound_capture", 2);
    const auto kind = kind_of(*game, "H");
    const auto text = [&](Place from, Place to) {
      return game->event_text(Event::move(from, to, kind, everyone));
    };
    CHECK(text(hand_of(1), {Zone::Stack, 1}) == "move hand[1] stack[1] H");
    CHECK(text({Zone::Chips, 0}, {Zone::Tableau, 1}) == "move chips[0] tableau[1] H");
    CHECK(text(draw_pile, {Zone::Display}) == "move draw_pile display H");
  }

  TEST_CASE("the JSON of an event names its places and who sees its card") {
    const GamePointer game = game_of("chemuno", 3);
    const auto kind = kind_of(*game, "Fe");
    CHECK(json_text(
              event_value(*game, Event::deal(draw_pile, hand_of(2), kind, ViewerSet::only(2)))) ==
          R"({"verb":"deal","source":{"zone":"draw_pile","player":null},)"
          R"("target":{"zone":"hand","player":2},"card":"Fe","seen_by":[2]})");
    Event unseen = Event::deal(draw_pile, hand_of(0), kind, ViewerSet::both(0, 1));
    unseen.kind = {};
    CHECK(json_text(event_value(*game, unseen)) ==
          R"({"verb":"deal","source":{"zone":"draw_pile","player":null},)"
          R"("target":{"zone":"hand","player":0},"card":null,"seen_by":[0,1]})");
  }

  TEST_CASE("the JSON of a finish event names the place reached or the element finished") {
    const GamePointer game = game_of("showdown", 3);
    const auto json_of = [&](const Event& event) { return json_text(event_value(*game, event)); };
    CHECK(json_of(Event::finish(2, 1)).find(R"("player":2,"amount":1)") != std::string::npos);
    const std::string element = json_of(Event::finish_element(1, kind_of(*game, "C")));
    CHECK(element.find(R"("player":1,"card":"C")") != std::string::npos);
    CHECK(element.find("amount") == std::string::npos);
    CHECK(game->event_text(Event::finish_element(1, kind_of(*game, "C"))) == "finish 1 C");
  }

  TEST_CASE("the JSON of a run names the places of its wild cards, now and before") {
    const GamePointer game = game_of("chemistry_canasta", 2);
    const auto wilds_of = [&](int before, int now) {
      const Value value = event_value(*game, Event::run(0, kind_of(*game, "C"), before, now));
      return json_text(*value.find("wilds")) + json_text(*value.find("wilds_before"));
    };
    // Bit masks of places; 7 means that there was no run before.
    CHECK(wilds_of(7, 0b100) == "[2]null");
    CHECK(wilds_of(0b001, 0b110) == "[1,2][0]");
    CHECK(wilds_of(0, 0b010) == "[1][]");
  }

  TEST_CASE("the JSON of a counter names the card kind that the counter belongs to") {
    const GamePointer game = game_of("chemistry_canasta", 2);
    int with_card = 0;
    for (int counter = 0; counter < game->counter_count(); ++counter) {
      Event event = Event::set(counter, 3);
      const SeenKind kind = game->kind_of(event);
      if (!kind) continue;
      ++with_card;
      CHECK(*event_value(*game, event).find("card")->as<std::string>() == game->card_name(*kind));
    }
    CHECK(with_card > 0);
  }

  TEST_CASE("an event survives the round trip through numbers") {
    const GamePointer game = game_of("chemuno", 3);
    for (const int kind : {0, 1, game->card_kind_count() - 1}) {
      const Event event = Event::deal(draw_pile, hand_of(2), static_cast<std::uint8_t>(kind),
                                      ViewerSet::both(0, 2));
      CHECK(numbers_of(event).kind == kind);
      CHECK(*event_of(*game, numbers_of(event)) == event);
    }
    Event unseen = Event::deal(draw_pile, hand_of(1), 0, everyone);
    unseen.kind = {};
    CHECK(numbers_of(unseen).kind == -1);
    CHECK(*event_of(*game, numbers_of(unseen)) == unseen);
  }

  TEST_CASE("GN-9: each number of an event is rejected outside its range") {
    const GamePointer game = game_of("chemuno", 3);
    const auto refused = [&](auto change) {
      EventNumbers numbers = numbers_of(Event::deal(draw_pile, hand_of(0), 0, everyone));
      change(numbers);
      const auto event = event_of(*game, numbers);
      return event ? std::string() : event.error().message();
    };
    CHECK(refused([](EventNumbers&) {}).empty());
    const auto check = [&](const std::string& name, int EventNumbers::*number, int least,
                           int most) {
      CAPTURE(name);
      const std::string range =
          ": must be from " + std::to_string(least) + " to " + std::to_string(most);
      for (const int fits : {least, most}) {
        CHECK(refused([&](EventNumbers& numbers) { numbers.*number = fits; }).empty());
      }
      for (const int none : {least - 1, most + 1}) {
        CHECK(refused([&](EventNumbers& numbers) { numbers.*number = none; }) ==
              "event." + name + " = " + std::to_string(none) + range);
      }
    };
    check("from_owner", &EventNumbers::from_owner, 0, 2);
    check("to_owner", &EventNumbers::to_owner, 0, 2);
    check("player", &EventNumbers::player, 0, 2);
    check("kind", &EventNumbers::kind, -1, game->card_kind_count() - 1);
    check("amount", &EventNumbers::amount, INT16_MIN, INT16_MAX);
    check("seen_by", &EventNumbers::seen_by, 0, 7);
    // Only phase and counter events have an index.
    check("index", &EventNumbers::index, 0, 0);
    for (const auto& [verb, count] : {std::pair(Verb::Phase, game->phase_count()),
                                      std::pair(Verb::Set, game->counter_count())}) {
      const auto with_index = [&, verb = verb](int index) {
        return refused([&](EventNumbers& numbers) {
          numbers.verb = static_cast<int>(verb);
          numbers.index = index;
        });
      };
      CHECK(with_index(count - 1).empty());
      CHECK(with_index(count) == "event.index = " + std::to_string(count) + ": must be from 0 to " +
                                     std::to_string(count - 1));
    }
  }

  // ---- Other values ----

  TEST_CASE("the JSON of a hint has its margin and its gain") {
    const GamePointer game = game_of("chemuno", 2);
    const Hint hint{.action = 0, .choices = 3, .margin = 2.5, .gain = 4.25, .visits = 7};
    const Value value = hint_value(*game, hint, *Words::in("en"));
    CHECK(json_text(*value.find("margin")) == "2.5");
    CHECK(json_text(*value.find("gain")) == "4.25");
  }

  TEST_CASE("only numeric options have a least and a most value") {
    for (const GameDescription& game : game_descriptions()) {
      CAPTURE(game.name);
      const Value described = description_value(game);
      for (const Value& option : *described.find("options")->as<Value::List>()) {
        const std::string& type = *option.find("type")->as<std::string>();
        const bool has_range = type == "number" || type == "real";
        CHECK((json_text(*option.find("least")) != "null") == has_range);
        CHECK((json_text(*option.find("most")) != "null") == has_range);
      }
    }
  }

  TEST_CASE("the JSON of a record names the player of each step, null for chance") {
    const GamePointer game = game_of("chemuno", 2);
    Bytes state(game->state_size());
    game->initial_state(1, state.block());
    std::vector<RecordedStep> steps;
    while (game->acting(state.block()).is_chance()) {
      steps.push_back({Actor::chance(), game->chance_outcome(state.block(), 0)});
      game->apply_unchecked(state.block(), steps.back().actor, steps.back().action);
    }
    std::vector<int> ids(static_cast<std::size_t>(game->max_legal_actions()));
    REQUIRE(game->legal_actions(state.block(), 1, ids) > 0);
    steps.push_back({1, ids[0]});
    const auto record = write_record(*game, 1, steps);
    REQUIRE(record.has_value());
    const auto replay = read_record(*record);
    REQUIRE(replay.has_value());
    const Value value = record_value(*replay);
    const auto& written = *value.find("steps")->as<Value::List>();
    REQUIRE(written.size() == steps.size());
    CHECK(json_text(*written.front().find("player")) == "null");
    CHECK(json_text(*written.back().find("player")) == "1");
  }

  // ---- Catalogue (game metadata) ----

  TEST_CASE("the catalogue lists the places of cards and marks the hidden ones") {
    const auto places = [](const std::string& name, int players) {
      std::string text;
      const Value whole = catalogue(*game_of(name, players));
      for (const Value& place : *whole.find("places")->as<Value::List>()) {
        text += *place.find("zone")->as<std::string>();
        text += *place.find("hidden")->as<bool>() ? " hidden," : ",";
      }
      return text;
    };
    CHECK(places("chemuno", 2) == "draw_pile hidden,discard_pile,hand hidden,");
    // The places of points are listed too.
    CHECK(places("chip_it", 3) ==
          "draw_pile hidden,discard_pile,hand hidden,tableau,supply,chips,");
    CHECK(places("showdown", 3) ==
          "draw_pile hidden,hand hidden,stack,tableau,display,multiplier_stacks,removed,");
  }

  TEST_CASE(
      "GN-7: the catalogue bounds returns by the range of points minus the mean of the others") {
    const auto bounds = [](const std::string& name, int players) {
      const Value whole = catalogue(*game_of(name, players));
      const Value& scores = *whole.find("scores");
      return json_text(*scores.find("min_return")) + " to " + json_text(*scores.find("max_return"));
    };
    // The compounds are worth 143 points: the best player wins all, the worst has reserved all.
    CHECK(bounds("react", 2) == "-143.0 to 143.0");
    CHECK(bounds("react", 4) == "-214.5 to 214.5");
    // The return of a single player is the score.
    CHECK(bounds("compound_capture", 1) == "-66.0 to 300.0");
    // The winners share the return.
    CHECK(bounds("chemuno", 3) == "-1.0 to 1.0");
  }

  TEST_CASE("the catalogue lists the limits of a game") {
    for (const GameDescription& described : game_descriptions()) {
      CAPTURE(described.name);
      const GamePointer game = game_of(described.name, described.min_players);
      const Value whole = catalogue(*game);
      const auto limit = [&](const char* name) {
        return *whole.find("limits")->find(name)->as<std::int64_t>();
      };
      CHECK(limit("tensor_size") == static_cast<std::int64_t>(game->tensor_size()));
      CHECK(limit("information_state_tensor_size") ==
            static_cast<std::int64_t>(game->information_state_tensor_size()));
      CHECK(limit("information_state_tensor_size") > limit("tensor_size"));
      CHECK(limit("state_tensor_size") == static_cast<std::int64_t>(game->state_tensor_size()));
      CHECK(limit("max_state_bytes") == static_cast<std::int64_t>(game->bounds().state_bytes));
      CHECK(limit("max_json_size") == max_json_size(*game));
    }
  }

  TEST_CASE("the catalogue lists each value of an action's field once") {
    for (const GameDescription& described : game_descriptions()) {
      CAPTURE(described.name);
      const Value whole = catalogue(*game_of(described.name, described.min_players));
      for (const char* actions : {"actions", "chance_actions"}) {
        for (const Value& action : *whole.find(actions)->as<Value::List>()) {
          for (const Value& field : *action.find("fields")->as<Value::List>()) {
            std::set<std::string> values;
            for (const Value& value : *field.find("values")->as<Value::List>()) {
              CHECK(values.insert(json_text(value)).second);
            }
          }
        }
      }
    }
  }

  // The number of a field says the same as its JSON.
  TEST_CASE("the fields of actions as numbers are those of their JSON") {
    for (const GameDescription& described : game_descriptions()) {
      CAPTURE(described.name);
      const GamePointer game = game_of(described.name, described.min_players);
      const auto text_of = [&](const ActionField& field) -> Value {
        if (!field.value) return {};
        const int number = *field.value;
        switch (field.type) {
          case ActionField::Type::Flag:
            return number == 1;
          case ActionField::Type::Card:
            return game->card_name(number);
          case ActionField::Type::Choice:
            return game->choice_names(field.name)[static_cast<std::size_t>(number)];
          default:
            return number;
        }
      };
      const auto check = [&](const std::vector<ActionField>& numbers, std::string_view kind,
                             const Value& fields) {
        REQUIRE(numbers.size() <= game->bounds().action_fields);
        CHECK(numbers.front().name == "kind");
        CHECK(text_of(numbers.front()) == Value(kind));
        std::vector<ActionField> rest(numbers.begin() + 1, numbers.end());
        for (const Value::Field& field : *fields.as<Value::Map>()) {
          if (const auto* list = field.value.as<Value::List>()) {
            for (const Value& entry : *list) {
              REQUIRE(!rest.empty());
              CHECK(rest.front().name == field.name);
              CHECK(text_of(rest.front()) == entry);
              rest.erase(rest.begin());
            }
            continue;
          }
          REQUIRE(!rest.empty());
          CHECK(rest.front().name == field.name);
          CHECK(text_of(rest.front()) == field.value);
          rest.erase(rest.begin());
        }
        CHECK(rest.empty());
      };
      // Large games have hundreds of thousands of actions.
      const int stride = std::max(1, game->action_count() / 2000);
      for (int id = 0; id < game->action_count(); id += stride) {
        check(game->action_numbers(id), game->action_kind(id), game->action_fields(id));
      }
      for (int id = 0; id < game->chance_action_count(); ++id) {
        check(game->chance_action_numbers(id), game->chance_action_kind(id),
              game->chance_action_fields(id));
      }
      CHECK(game->choice_names("no such field").empty());
    }
  }

  TEST_CASE("phases have numbers, and say who decides in them") {
    for (const GameDescription& described : game_descriptions()) {
      CAPTURE(described.name);
      const GamePointer game = game_of(described.name, described.min_players);
      const Bytes state = dealt(*game, 0);
      const int phase = game->phase_number(state.block());
      REQUIRE(phase >= 0);
      REQUIRE(phase < game->phase_count());
      CHECK(game->phase_description(phase).name == game->phase(state.block()));
      CHECK(game->phase_description(phase).sealed == game->is_sealed(state.block()));
      Bytes seen(game->observation_size());
      game->observe(state.block(), Viewer::spectator(), seen.block());
      CHECK(game->phase_number_seen(seen.block()) == phase);
      CHECK(game->hidden_places(seen.block()).size() <= game->bounds().hidden_places);
    }
  }

  TEST_CASE("the data of a compound are kinds of cards") {
    const GamePointer game = game_of("classic", 2);
    const CardData card = game->card_data(kind_of(*game, "CaCl2"));
    const auto names = [&](const std::vector<int>& kinds) {
      std::string text;
      for (const int kind : kinds) text += std::string(game->card_name(kind)) + " ";
      return text;
    };
    CHECK(names(card.tokens) == "Ca Cl 2 ");
    CHECK(names(card.elements) == "Cl Ca ");
    CHECK(card.copies == 1);
    CHECK(card.atomic_number == 0);
    CHECK(card.reconstructed.has_value());
    const CardData helium = game->card_data(kind_of(*game, "He"));
    CHECK(helium.atomic_number == 2);
    CHECK(names(helium.elements) == "He ");
    CHECK_FALSE(helium.reconstructed.has_value());
  }

  TEST_CASE("the catalogue names cards in each language and marks what is attested") {
    const Value whole = catalogue(*game_of("chemuno", 2));
    const Value& cards = *whole.find("cards");
    CHECK(json_text(*named(cards, "name", "H2O").find("names")) ==
          R"({"de":"Wasser","fr":"Eau","en":"Water"})");
    CHECK(json_text(*named(cards, "name", "H2O").find("marks")) ==
          R"({"formula":"attested","points":"reconstructed","names":"reconstructed"})");
    CHECK(json_text(*named(cards, "name", "H2CO3").find("marks")) ==
          R"({"formula":"attested","points":"attested","names":"reconstructed"})");
    CHECK(json_text(*named(cards, "name", "2").find("value")) == "2");
    CHECK(json_text(*named(cards, "name", "H2O").find("elements")) == R"(["H","O"])");
  }
}
