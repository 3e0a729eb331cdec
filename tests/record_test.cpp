// SPDX-License-Identifier: Apache-2.0
// Invalid records are rejected, each with an error that names the field or step and shows its
// value.
#include "chemix/record.hpp"

#include "support/printing.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace chemix;

namespace {

using Json = nlohmann::ordered_json;
using GamePointer = std::shared_ptr<const AnyGame>;

GamePointer chemuno() { return *make_game({.name = "chemuno", .players = 2}); }

// Deals from a seed; players take their first legal action. At most `max_steps` steps.
std::vector<RecordedStep> play(const AnyGame& game, Player start, std::size_t max_steps) {
  Dealer dealer(*Seed::from_text("7"));
  std::vector<std::uint64_t> memory(game.state_size() / 8 + 1);
  const Block state = std::as_writable_bytes(std::span(memory)).first(game.state_size());
  game.initial_state(start, state);
  std::vector<RecordedStep> steps;
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  while (!game.acting(state).is_nobody() && steps.size() < max_steps) {
    RecordedStep step{Actor::chance(), 0};
    if (game.acting(state).is_chance()) {
      step.action = dealer.choose(game, state);
    } else {
      step.actor = game.acting(state).players().lowest();
      REQUIRE(game.legal_actions(state, step.actor.player(), ids) > 0);
      step.action = ids[0];
    }
    REQUIRE(!game.apply(state, step.actor, step.action));
    steps.push_back(step);
  }
  return steps;
}

// A record of a game after the deal and some turns.
Json record_of(const AnyGame& game, std::size_t max_steps = 20) {
  return Json::parse(*write_record(game, 0, play(game, 0, max_steps)));
}

template <class Got>
std::string message_of(const Result<Got>& got) {
  return got ? "accepted" : got.error().message();
}

// The error that a record causes with another value of a field.
std::string refused_with(Json record, const std::string& field, const Json& value) {
  record[field] = value;
  return message_of(read_record(record.dump()));
}

std::string refused_with_seen(Json record, const std::string& field, const Json& value) {
  record[field] = value;
  return message_of(read_seen_record(record.dump()));
}

Json seen_record_of(const AnyGame& game) {
  const auto replay = read_record(*write_record(game, 0, play(game, 0, 20)));
  REQUIRE(replay.has_value());
  return Json::parse(write_seen_record(*replay, Viewer::spectator()));
}

}  // namespace

TEST_SUITE("records") {
  TEST_CASE("steps with an invalid seat or action id are not written") {
    for (const GameDescription& described : game_descriptions()) {
      CAPTURE(described.name);
      const auto game = *make_game({.name = described.name, .players = described.min_players});
      const auto refused = [&](Actor actor, int action) {
        return message_of(write_record(*game, 0, {{actor, action}}));
      };
      const auto is_no_id = [](int action, int count) {
        return "steps[0] = " + std::to_string(action) + ": must be an action id from 0 to " +
               std::to_string(count - 1);
      };
      const int actions = game->action_count();
      for (const int wrong : {-1, actions, actions + 1}) {
        CHECK(refused(0, wrong) == is_no_id(wrong, actions));
      }
      const int chance_actions = game->chance_action_count();
      for (const int wrong : {-1, chance_actions, chance_actions + 1}) {
        CHECK(refused(Actor::chance(), wrong) == is_no_id(wrong, chance_actions));
      }
      const Player players = game->player_count();
      const std::string no_seat =
          std::to_string(players) + ": must be a seat from 0 to " + std::to_string(players - 1);
      CHECK(refused(players, 0) == "steps[0] = " + no_seat);
      CHECK(message_of(write_record(*game, players, {})) ==
            "start_player = " + no_seat + " [GN-1]");
    }
  }

  TEST_CASE("the error names the first invalid step by index and shows its text") {
    const auto game = chemuno();
    const Json record = record_of(*game);
    const auto refused = [&](std::size_t i, const Json& step) {
      Json steps = record["steps"];
      steps[i] = step;
      return refused_with(record, "steps", steps);
    };
    REQUIRE(refused(3, record["steps"][3]) == "accepted");
    const std::string no_seat = ": must begin with chance or a seat from 0 to 1";
    for (const char* step : {"2 draw", "6 draw", "-1 draw", "x draw", "draw"}) {
      CHECK(refused(3, step) == std::string("steps[3] = ") + step + no_seat);
    }
    CHECK(refused(0, "") == "steps[0]" + no_seat);
    CHECK(refused(3, 7) == "steps[3]: must be a string");
    // The error shows the whole step, including its actor.
    for (const char* step : {"0 fly", "1 lay", "chance fly", "chance draw"}) {
      CAPTURE(step);
      const std::string told = refused(3, step);
      CHECK_MESSAGE(told.starts_with(std::string("steps[3] = ") + step + ": "), told);
    }
  }

  TEST_CASE("each field of a record has its type, and numbers are whole and at most a million") {
    const Json record = record_of(*chemuno());
    const std::int64_t beyond = std::int64_t{1} << 32;
    for (const char* field : {"chemix_record", "revision", "players", "start_player"}) {
      CAPTURE(field);
      for (const Json& value :
           {Json(-1), Json(1000001), Json(beyond + record[field].get<std::int64_t>()), Json(1.5),
            Json("1"), Json(true), Json(nullptr)}) {
        CHECK(refused_with(record, field, value) == std::string(field) + " = " + value.dump() +
                                                        ": must be a whole number from 0 to "
                                                        "1000000");
      }
      CHECK(refused_with(record, field, 1000000).starts_with(std::string(field) + " = 1000000: "));
    }
    for (const char* field : {"game", "key", "options", "deck", "digest"}) {
      CHECK(refused_with(record, field, 1) == std::string(field) + ": must be a string");
    }
    CHECK(refused_with(record, "steps", "draw") == "steps: must be a list");
    CHECK(message_of(read_record("[]")) == "record: must be an object");
  }

  TEST_CASE("a record has all its fields, each once, and no others") {
    const Json record = record_of(*chemuno());
    const Json seen = seen_record_of(*chemuno());
    const auto expect_refusals = [](const Json& whole, auto&& read) {
      for (const auto& [name, value] : whole.items()) {
        const std::string& field = name;
        CAPTURE(field);
        Json part = whole;
        part.erase(field);
        CHECK(message_of(read(part.dump())) == field + ": is missing");
        // A duplicate is an error even if its value is the same.
        std::string twice = whole.dump();
        twice.pop_back();
        twice += "," + Json{{field, value}}.dump().substr(1);
        CHECK(message_of(read(twice)) == field + ": given twice");
      }
    };
    expect_refusals(record, [](const std::string& text) { return read_record(text); });
    expect_refusals(seen, [](const std::string& text) { return read_seen_record(text); });
    CHECK(refused_with(record, "note", "") == "note: is not a field of a record");
    // A field of the other kind of record is unknown.
    CHECK(refused_with(record, "start", "") == "start: is not a field of a record");
    CHECK(refused_with_seen(seen, "start_player", 0) == "start_player: is not a field of a record");
  }

  TEST_CASE("records of other formats or rule revisions are rejected") {
    const auto game = chemuno();
    const Json record = record_of(*game);
    const Json seen = seen_record_of(*game);
    for (const int other : {0, 2, 1000000}) {
      const std::string told = " = " + std::to_string(other) + ": this library reads format 1";
      CHECK(refused_with(record, "chemix_record", other) == "chemix_record" + told);
      CHECK(refused_with_seen(seen, "chemix_seen_record", other) == "chemix_seen_record" + told);
    }
    for (const int other : {game->revision() - 1, game->revision() + 1}) {
      const std::string told = "revision = " + std::to_string(other) +
                               ": this library plays revision " + std::to_string(game->revision()) +
                               " of chemuno";
      CHECK(refused_with(record, "revision", other) == told);
      CHECK(refused_with_seen(seen, "revision", other) == told);
    }
  }

  TEST_CASE("GN-1: the start player of a record is a seat of its game") {
    // Seats beyond this game, beyond all games, and beyond a byte.
    for (const int other : {2, 5, 6, 7, 255, 256}) {
      CHECK(refused_with(record_of(*chemuno(), 0), "start_player", other) ==
            "start_player = " + std::to_string(other) + ": must be a seat from 0 to 1 [GN-1]");
    }
  }

  TEST_CASE("the digest is that of the last state, even if the record has no steps") {
    const auto game = chemuno();
    for (const std::size_t steps : {0U, 1U, 20U}) {
      CAPTURE(steps);
      const Json record = record_of(*game, steps);
      REQUIRE(record["steps"].size() == steps);
      const auto reached = record["digest"].get<std::string>();
      CHECK(read_record(record.dump()).has_value());
      for (const std::string& other :
           {std::string(16, '0'), reached.substr(1), reached + "0", std::string()}) {
        std::string told = "digest";
        if (!other.empty()) told += " = " + other;
        told += ": the steps lead to the digest ";
        told += reached;
        CHECK(refused_with(record, "digest", other) == told);
      }
    }
  }

  TEST_CASE("a builder writes what write_record writes, and states can be replayed") {
    const auto game = chemuno();
    const auto steps = play(*game, 1, 30);
    auto builder = *RecordBuilder::begin(game, 1);
    CHECK(write_replay(builder.replay()) == *write_record(*game, 1, {}));
    for (const RecordedStep& step : steps) REQUIRE(!builder.add(std::span(&step, 1)));
    CHECK(write_replay(builder.replay()) == *write_record(*game, 1, steps));
    StateMemory state(*game);
    builder.replay().state_at(steps.size(), state.block());
    CHECK(game->equal(state.block(), builder.state()));
    // From the middle on, as a game that was resumed.
    builder.replay().state_at(17, state.block());
    auto resumed = *RecordBuilder::resume(game, state.block());
    const std::vector<RecordedStep> rest(steps.begin() + 17, steps.end());
    REQUIRE(!resumed.add(rest));
    CHECK(write_replay(resumed.replay()) == *write_resumed_record(*game, state.block(), rest));
    CHECK(resumed.replay().digest == builder.replay().digest);
    // A record that was read can be continued.
    const std::vector<RecordedStep> first(steps.begin(), steps.begin() + 17);
    RecordBuilder continued(*read_record(*write_record(*game, 1, first)));
    REQUIRE(!continued.add(rest));
    CHECK(write_replay(continued.replay()) == write_replay(builder.replay()));
    CHECK(message_of(RecordBuilder::begin(game, 2)) ==
          "start_player = 2: must be a seat from 0 to 1 [GN-1]");
  }

  TEST_CASE("a builder adds all steps or none") {
    const auto game = chemuno();
    auto steps = play(*game, 0, 20);
    auto builder = *RecordBuilder::begin(game, 0);
    const std::string before = write_replay(builder.replay());
    // A player cannot act during the deal.
    const int action = steps[3].action;
    steps[3] = {0, 0};
    const auto refused = builder.add(steps);
    REQUIRE(refused.has_value());
    CHECK(refused->index == 3);
    CHECK(refused->error.rule.text().starts_with("GN-"));
    CHECK(write_replay(builder.replay()) == before);
    steps[3] = {Actor::chance(), action};
    CHECK(!builder.add(steps));
  }

  TEST_CASE("handovers are written after the steps, and read back") {
    const auto game = chemuno();
    const auto steps = play(*game, 0, 20);
    auto builder = *RecordBuilder::begin(game, 0);
    REQUIRE(!builder.hand_over(1, "search iterations=20"));
    REQUIRE(!builder.add(steps));
    REQUIRE(!builder.hand_over(0, "random"));
    REQUIRE(!builder.hand_over(1, ""));
    const std::string text = write_replay(builder.replay());
    const Json record = Json::parse(text);
    CHECK(record["handovers"] ==
          Json::parse(R"([{"step": 0, "player": 1, "policy": "search iterations=20"},
                          {"step": 20, "player": 0, "policy": "random"},
                          {"step": 20, "player": 1, "policy": null}])"));
    const auto replay = read_record(text);
    REQUIRE(replay.has_value());
    CHECK(replay->handovers == builder.replay().handovers);
    CHECK(write_replay(*replay) == text);
    // Without them, the record is the same as before there were any.
    Json without = record;
    without.erase("handovers");
    CHECK(without.dump(1) + "\n" == *write_record(*game, 0, steps));
    const auto refused = [&](Player player, const std::string& policy) {
      const auto error = builder.hand_over(player, policy);
      return error ? error->message() : "accepted";
    };
    CHECK(refused(2, "random") == "seat = 2: must be a seat from 0 to 1 [GN-1]");
    CHECK(refused(0, std::string(127, 'a')) == "accepted");
    CHECK(refused(0, std::string(128, 'a')).ends_with(": must be at most 127 bytes"));
    CHECK(refused(0, "a\nb").ends_with(": must be UTF-8 without control characters"));
    CHECK(refused(0, "\xff").ends_with(": must be UTF-8 without control characters"));
  }

  TEST_CASE("invalid handovers are rejected") {
    const Json record = record_of(*chemuno());
    const auto refused = [&](const char* handovers) {
      return refused_with(record, "handovers", Json::parse(handovers));
    };
    CHECK(refused("[]") == "accepted");
    CHECK(refused("{}") == "handovers: must be a list");
    CHECK(refused("[7]").starts_with("handovers[0]"));
    CHECK(refused(R"([{"step": 0, "player": 0}])") ==
          "handovers[0] = a map: must have step, player and policy");
    for (const char* wrong :
         {R"("step": 21, "player": 0, "policy": "random")",
          R"("step": 4, "player": 0, "policy": "random")",
          R"("step": 5, "player": 2, "policy": "random")",
          R"("step": 5, "player": -1, "policy": "random")",
          R"("step": 5, "player": 0, "policy": "")", R"("step": 5, "player": 0, "policy": 7)",
          R"("step": 5, "player": 0, "policy": "a\u0007")",
          R"("step": 5, "player": 0, "policy": "random", "who": 1)"}) {
      const std::string first = R"([{"step": 5, "player": 0, "policy": "random"}, {)";
      const std::string told = refused((first + wrong + "}]").c_str());
      CHECK_MESSAGE(told.starts_with("handovers[1]."), wrong << ": " << told);
    }
    CHECK(refused_with_seen(seen_record_of(*chemuno()), "handovers", Json::array()) ==
          "handovers: is not a field of a record");
  }

  TEST_CASE("a record of one viewer notes how many steps it leaves out") {
    const auto game = chemuno();
    const std::string text = write_seen_record(
        *read_record(*write_record(*game, 0, play(*game, 0, 20))), Viewer::player(1));
    auto replay = *read_seen_record(text);
    CHECK(replay.seen == 0);
    CHECK(write_seen_replay(replay) == text);
    replay.seen = 5;
    const auto later = read_seen_record(write_seen_replay(replay));
    REQUIRE(later.has_value());
    CHECK(later->seen == 5);
    CHECK(later->steps == replay.steps);
  }
}
