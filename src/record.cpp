// SPDX-License-Identifier: Apache-2.0
// Records as JSON.
#include "chemix/record.hpp"

#include "chemix/core/codec.hpp"
#include "chemix/words.hpp"
#include "state_memory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace chemix {
namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::string_view chance_prefix = "chance ";

std::string step_text(const AnyGame& game, const RecordedStep& step) {
  if (step.actor.is_chance()) {
    return fmt::format("{}{}", chance_prefix, game.chance_action_text(step.action));
  }
  return fmt::format("{} {}", step.actor.player(), game.action_text(step.action));
}

InputError step_error(std::size_t i, const std::string& value, const std::string& reason) {
  return {fmt::format("steps[{}]", i), value, reason, ""};
}

// The digest after all steps.
Result<std::uint64_t> play(const AnyGame& game, Player start_player,
                           const std::vector<RecordedStep>& steps) {
  StateMemory memory(game);
  game.initial_state(start_player, memory.block());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Actor actor = steps[i].actor;
    if (!actor.is_chance() && (actor.player() < 0 || actor.player() >= game.player_count())) {
      return tl::unexpected(step_error(i, std::to_string(actor.player()), "is no seat"));
    }
    const int ids = actor.is_chance() ? game.chance_action_count() : game.action_count();
    if (steps[i].action < 0 || steps[i].action >= ids) {
      return tl::unexpected(
          step_error(i, std::to_string(steps[i].action), "is no id of an action"));
    }
    const auto refused = game.apply(memory.block(), actor, steps[i].action);
    if (!refused) continue;
    InputError error =
        step_error(i, step_text(game, steps[i]), refusal_text(game, *refused, actor.is_chance()));
    error.rule = refused->rule.text();
    return tl::unexpected(error);
  }
  return game.digest(memory.block());
}

Result<RecordedStep> parse_step(const AnyGame& game, std::string_view text, std::size_t i) {
  const std::string whole(text);
  const bool by_chance = text.starts_with(chance_prefix);
  RecordedStep step{Actor::chance(), 0};
  if (by_chance) {
    text.remove_prefix(chance_prefix.size());
  } else {
    Player player = 0;
    const bool is_seat = parse_number(split_off(text, " "), player);
    if (!is_seat || player < 0 || player >= game.player_count()) {
      return tl::unexpected(step_error(i, whole, "must begin with a seat or with chance"));
    }
    step.actor = player;
  }
  const auto action = by_chance ? game.parse_chance_action(text) : game.parse_action(text);
  if (!action) return tl::unexpected(step_error(i, whole, action.error().reason));
  step.action = *action;
  return step;
}

const char* const kinds[] = {"a text", "a whole number", "a list"};

// A field of the record's object; `type` 0 text, 1 number, 2 list.
Result<Json> field(const Json& json, const char* name, int type) {
  const auto found = json.find(name);
  if (found == json.end()) return tl::unexpected(InputError{name, "", "is missing", ""});
  const bool fits = type == 0   ? found->is_string()
                    : type == 1 ? found->is_number_integer() && *found >= 0 && *found <= 1000000
                                : found->is_array();
  if (!fits) {
    return tl::unexpected(InputError{name, "", std::string("must be ") + kinds[type], ""});
  }
  return *found;
}

Result<Replay> read(const Json& json) {
  if (!json.is_object()) return tl::unexpected(InputError{"record", "", "must be an object", ""});
  const char* const names[] = {"chemix_record", "game",         "revision", "players", "options",
                               "deck",          "start_player", "key",      "steps",   "digest"};
  const int types[] = {1, 0, 1, 1, 0, 0, 1, 0, 2, 0};
  for (const auto& [name, value] : json.items()) {
    bool known = name == "deck_file";
    for (const char* other : names) known = known || name == other;
    if (!known) return tl::unexpected(InputError{name, "", "is no field of a record", ""});
  }
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (auto value = field(json, names[i], types[i]); !value) return tl::unexpected(value.error());
  }
  const auto number = [&](const char* name) { return json.at(name).get<int>(); };
  const auto text = [&](const char* name) { return json.at(name).get<std::string>(); };
  if (number("chemix_record") != format_version) {
    return tl::unexpected(InputError{"chemix_record", std::to_string(number("chemix_record")),
                                     "this library reads format 1", ""});
  }
  GameRequest request;
  request.name = text("game");
  request.players = number("players");
  request.options = text("options");
  if (json.contains("deck_file")) {
    request.deck_text = json.at("deck_file").dump();
    request.deck_file = "deck_file";
  } else {
    request.deck = text("deck");
  }
  auto game = make_game(request);
  if (!game) return tl::unexpected(game.error());
  if (number("revision") != (*game)->revision()) {
    return tl::unexpected(InputError{
        "revision", std::to_string(number("revision")),
        fmt::format("this library plays revision {} of {}", (*game)->revision(), request.name),
        ""});
  }
  if (text("key") != hex((*game)->key())) {
    return tl::unexpected(
        InputError{"key", text("key"),
                   "deck and options make a game with the key " + hex((*game)->key()), ""});
  }
  Replay replay{*game, number("start_player"), {}, 0};
  if (replay.start_player >= (*game)->player_count()) {
    return tl::unexpected(
        InputError{"start_player", std::to_string(replay.start_player), "is no seat", "GN-1"});
  }
  const Json& steps = json.at("steps");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].is_string()) return tl::unexpected(step_error(i, "", "must be a text"));
    const auto step = parse_step(**game, steps[i].get<std::string>(), i);
    if (!step) return tl::unexpected(step.error());
    replay.steps.push_back(*step);
  }
  const auto digest = play(**game, replay.start_player, replay.steps);
  if (!digest) return tl::unexpected(digest.error());
  replay.digest = *digest;
  if (text("digest") != hex(*digest)) {
    return tl::unexpected(
        InputError{"digest", text("digest"), "the steps lead to " + hex(*digest), ""});
  }
  return replay;
}

}  // namespace

Result<std::string> write_record(const AnyGame& game, Player start_player,
                                 const std::vector<RecordedStep>& steps) {
  const auto digest = play(game, start_player, steps);
  if (!digest) return tl::unexpected(digest.error());
  Json json;
  json["chemix_record"] = format_version;
  json["game"] = game.name();
  json["revision"] = game.revision();
  json["key"] = hex(game.key());
  json["players"] = game.player_count();
  json["options"] = game.options();
  json["deck"] = game.deck_name();
  if (!game.deck_text().empty()) json["deck_file"] = Json::parse(game.deck_text());
  json["start_player"] = start_player;
  json["steps"] = Json::array();
  for (const RecordedStep& step : steps) json["steps"].push_back(step_text(game, step));
  json["digest"] = hex(*digest);
  return json.dump(1) + "\n";
}

Result<Replay> read_record(std::string_view text) {
  try {
    int depth = 0;
    bool deep = false;
    const auto watch = [&](int, Json::parse_event_t event, Json&) {
      using Parse = Json::parse_event_t;
      if (event == Parse::object_start || event == Parse::array_start) ++depth;
      if (event == Parse::object_end || event == Parse::array_end) --depth;
      deep = deep || depth > 12;
      return !deep;
    };
    const Json json = Json::parse(text, watch);
    if (deep) return tl::unexpected(InputError{"record", "", "is nested too deep", ""});
    return read(json);
  } catch (const nlohmann::json::exception& error) {
    return tl::unexpected(InputError{"record", "", std::string("is no JSON: ") + error.what(), ""});
  }
}

}  // namespace chemix
