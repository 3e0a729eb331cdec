// SPDX-License-Identifier: Apache-2.0
// Records as JSON.
#include "chemix/record.hpp"

#include "chemix/core/codec.hpp"
#include "chemix/core/value.hpp"
#include "chemix/words.hpp"
#include "state_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace chemix {
namespace {

constexpr int format_version = 1;
constexpr std::size_t max_record_bytes = 1 << 26;
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

enum class Type : std::uint8_t { Text, Number, List };

// What is wrong with a field of a record, or nothing.
std::optional<InputError> field_fault(const Value& record, const char* name, Type type) {
  const Value* found = record.find(name);
  if (found == nullptr) return InputError{name, "", "is missing", ""};
  const auto* number = found->as<std::int64_t>();
  switch (type) {
    case Type::Text:
      if (found->as<std::string>() == nullptr) return InputError{name, "", "must be a text", ""};
      break;
    case Type::Number:
      if (number == nullptr || *number < 0 || *number > 1000000) {
        return InputError{name, "", "must be a whole number", ""};
      }
      break;
    case Type::List:
      if (found->as<Value::List>() == nullptr) return InputError{name, "", "must be a list", ""};
      break;
  }
  return std::nullopt;
}

Result<Replay> read(const Value& record) {
  const auto* map = record.as<Value::Map>();
  if (map == nullptr) return tl::unexpected(InputError{"record", "", "must be an object", ""});
  constexpr std::pair<const char*, Type> fields[] = {
      {"chemix_record", Type::Number}, {"game", Type::Text},    {"revision", Type::Number},
      {"players", Type::Number},       {"options", Type::Text}, {"deck", Type::Text},
      {"start_player", Type::Number},  {"key", Type::Text},     {"steps", Type::List},
      {"digest", Type::Text}};
  for (const Value::Field& field : *map) {
    const bool known = field.name == "deck_file" ||
                       std::any_of(std::begin(fields), std::end(fields),
                                   [&](const auto& other) { return field.name == other.first; });
    if (!known) return tl::unexpected(InputError{field.name, "", "is no field of a record", ""});
    if (record.find(field.name) != &field.value) {
      return tl::unexpected(InputError{field.name, "", "given twice", ""});
    }
  }
  for (const auto& [name, type] : fields) {
    if (const auto fault = field_fault(record, name, type)) return tl::unexpected(*fault);
  }
  const auto number = [&](const char* name) {
    return static_cast<int>(*record.find(name)->as<std::int64_t>());
  };
  const auto text = [&](const char* name) { return *record.find(name)->as<std::string>(); };
  if (number("chemix_record") != format_version) {
    return tl::unexpected(InputError{"chemix_record", std::to_string(number("chemix_record")),
                                     "this library reads format 1", ""});
  }
  GameRequest request;
  request.name = text("game");
  request.players = number("players");
  request.options = text("options");
  if (const Value* deck_file = record.find("deck_file")) {
    request.deck_text = json_text(*deck_file);
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
  const Value::List& steps = *record.find("steps")->as<Value::List>();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto* said = steps[i].as<std::string>();
    if (said == nullptr) return tl::unexpected(step_error(i, "", "must be a text"));
    const auto step = parse_step(**game, *said, i);
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
  Value record = Value::map()
                     .add("chemix_record", format_version)
                     .add("game", game.name())
                     .add("revision", game.revision())
                     .add("key", hex(game.key()))
                     .add("players", game.player_count())
                     .add("options", game.options())
                     .add("deck", game.deck_name());
  if (!game.deck_text().empty()) {
    record.add("deck_file", read_json(game.deck_text(), "deck_file").value());
  }
  Value texts = Value::list();
  for (const RecordedStep& step : steps) texts.push_back(step_text(game, step));
  record.add("start_player", start_player)
      .add("steps", std::move(texts))
      .add("digest", hex(*digest));
  return json_text(record, 1) + "\n";
}

Result<Replay> read_record(std::string_view text) {
  const auto record = read_json(text, "record", max_record_bytes);
  if (!record) return tl::unexpected(record.error());
  return read(*record);
}

}  // namespace chemix
