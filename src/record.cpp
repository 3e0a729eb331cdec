// SPDX-License-Identifier: Apache-2.0
// Records as JSON.
#include "chemix/record.hpp"

#include "chemix/core/codec.hpp"
#include "chemix/core/value.hpp"
#include "chemix/state_memory.hpp"
#include "chemix/words.hpp"
#include "concat.hpp"
#include "record_file.hpp"
#include "seats.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemix {
namespace {

constexpr int format_version = 1;
constexpr std::string_view chance_prefix = "chance ";

std::string step_text(const AnyGame& game, const RecordedStep& step) {
  if (step.actor.is_chance()) {
    return concat({chance_prefix, game.chance_action_text(step.action)});
  }
  return concat({std::to_string(step.actor.player()), " ", game.action_text(step.action)});
}

InputError step_error(std::size_t i, const std::string& value, const std::string& reason) {
  return {concat({"steps[", std::to_string(i), "]"}), value, reason, ""};
}

std::string seats_of(const AnyGame& game) {
  return concat({"a seat from 0 to ", std::to_string(game.player_count() - 1)});
}

// Applies all steps, and returns the digest of the final state.
Result<std::uint64_t> play(const AnyGame& game, Block state,
                           const std::vector<RecordedStep>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Actor actor = steps[i].actor;
    if (!actor.is_chance() && !is_seat(game, actor.player())) {
      return tl::unexpected(
          step_error(i, std::to_string(actor.player()), concat({"must be ", seats_of(game)})));
    }
    const int ids = actor.is_chance() ? game.chance_action_count() : game.action_count();
    if (steps[i].action < 0 || steps[i].action >= ids) {
      return tl::unexpected(
          step_error(i, std::to_string(steps[i].action),
                     concat({"must be an action id from 0 to ", std::to_string(ids - 1)})));
    }
    const auto refused = game.apply(state, actor, steps[i].action);
    if (!refused) continue;
    // The error also has the action and the rule.
    InputError error =
        step_error(i, step_text(game, steps[i]), Words::in("en").value().refusal(game, *refused));
    error.rule = refused->rule.text();
    return tl::unexpected(error);
  }
  return game.digest(state);
}

Result<RecordedStep> parse_step(const AnyGame& game, std::string_view text, std::size_t i) {
  const std::string whole(text);
  const bool by_chance = text.starts_with(chance_prefix);
  RecordedStep step{Actor::chance(), 0};
  if (by_chance) {
    text.remove_prefix(chance_prefix.size());
  } else {
    Player player = 0;
    const bool is_number = parse_number(split_off(text, " "), player);
    if (!is_number || !is_seat(game, player)) {
      return tl::unexpected(
          step_error(i, whole, concat({"must begin with chance or ", seats_of(game)})));
    }
    step.actor = player;
  }
  const auto action = by_chance ? game.parse_chance_action(text) : game.parse_action(text);
  if (!action) return tl::unexpected(step_error(i, whole, action.error().reason));
  step.action = *action;
  return step;
}

enum class Type : std::uint8_t { Text, Number, List };
struct Field {
  const char* name;
  Type type;
};

// Returns the error of a field of a record, or nothing.
std::optional<InputError> field_error(const Value& found, Field field) {
  const auto* number = found.as<std::int64_t>();
  switch (field.type) {
    case Type::Text:
      if (found.as<std::string>() == nullptr) {
        return InputError{field.name, "", "must be a string", ""};
      }
      break;
    case Type::Number:
      if (number == nullptr || *number < 0 || *number > 1000000) {
        return InputError{field.name, json_text(found), "must be a whole number from 0 to 1000000",
                          ""};
      }
      break;
    case Type::List:
      if (found.as<Value::List>() == nullptr) {
        return InputError{field.name, "", "must be a list", ""};
      }
      break;
  }
  return std::nullopt;
}

// The fields that all records have for their game.
constexpr std::array<Field, 6> game_fields = {{{"game", Type::Text},
                                               {"revision", Type::Number},
                                               {"key", Type::Text},
                                               {"players", Type::Number},
                                               {"options", Type::Text},
                                               {"deck", Type::Text}}};
// Fields that records, and records of what one viewer saw, may lack.
constexpr Field handovers_field = {"handovers", Type::List};
constexpr Field seen_field = {"seen", Type::Number};

Value written(const AnyGame& game, const char* format) {
  Value record = Value::map()
                     .add(format, format_version)
                     .add("game", game.name())
                     .add("revision", game.revision())
                     .add("key", hex(game.key()))
                     .add("players", game.player_count())
                     .add("options", game.options())
                     .add("deck", game.deck_name());
  if (!game.deck_text().empty()) {
    record.add("deck_file", read_json(game.deck_text(), "deck_file").value());
  }
  return record;
}

// A record as read: a map whose fields have the right types.
class Fields {
 public:
  explicit Fields(const Value& record) : record_(record) {}

  [[nodiscard]] const Value* find(const char* name) const { return record_.find(name); }
  [[nodiscard]] int number(const char* name) const {
    return static_cast<int>(*find(name)->as<std::int64_t>());
  }
  [[nodiscard]] const std::string& text(const char* name) const {
    return *find(name)->as<std::string>();
  }
  [[nodiscard]] std::size_t step_count() const { return steps().size(); }
  /// A step as written.
  [[nodiscard]] Result<std::string_view> step(std::size_t i) const {
    const auto* said = steps()[i].as<std::string>();
    if (said == nullptr) return tl::unexpected(step_error(i, "", "must be a string"));
    return std::string_view(*said);
  }
  [[nodiscard]] std::optional<InputError> digest_error(std::uint64_t reached) const {
    if (text("digest") == hex(reached)) return std::nullopt;
    return InputError{"digest", text("digest"), "the steps lead to the digest " + hex(reached), ""};
  }

  /// Validates a record of this format, except the parameters of its game.
  [[nodiscard]] std::optional<InputError> validation_error(const char* format,
                                                           const std::vector<Field>& needed,
                                                           Field optional) const {
    const auto* map = record_.as<Value::Map>();
    if (map == nullptr) return InputError{"record", "", "must be an object", ""};
    std::vector<Field> wanted{{format, Type::Number}};
    wanted.insert(wanted.end(), game_fields.begin(), game_fields.end());
    wanted.insert(wanted.end(), needed.begin(), needed.end());
    for (const Value::Field& field : *map) {
      const bool known = field.name == "deck_file" || field.name == optional.name ||
                         std::any_of(wanted.begin(), wanted.end(),
                                     [&](const Field& other) { return field.name == other.name; });
      if (!known) {
        return InputError{field.name, "", "is not a field of a record", ""};
      }
      if (record_.find(field.name) != &field.value) {
        return InputError{field.name, "", "given twice", ""};
      }
    }
    for (const Field& field : wanted) {
      const Value* found = find(field.name);
      if (found == nullptr) return InputError{field.name, "", "is missing", ""};
      if (auto wrong = field_error(*found, field)) return wrong;
    }
    if (const Value* found = find(optional.name)) {
      if (auto wrong = field_error(*found, optional)) return wrong;
    }
    if (number(format) == format_version) return std::nullopt;
    return InputError{format, std::to_string(number(format)), "this library reads format 1", ""};
  }

  [[nodiscard]] Result<std::shared_ptr<const AnyGame>> game() const {
    GameRequest request;
    request.name = text("game");
    request.players = number("players");
    request.options = text("options");
    if (const Value* deck_file = find("deck_file")) {
      request.deck_text = json_text(*deck_file);
      request.deck_file = "deck_file";
    } else {
      request.deck = text("deck");
    }
    auto game = make_game(request);
    if (!game) return game;
    if (number("revision") != (*game)->revision()) {
      return tl::unexpected(
          InputError{"revision", std::to_string(number("revision")),
                     concat({"this library plays revision ", std::to_string((*game)->revision()),
                             " of ", request.name}),
                     ""});
    }
    if (text("key") != hex((*game)->key())) {
      return tl::unexpected(InputError{
          "key", text("key"),
          "the game with this deck and these options has the key " + hex((*game)->key()), ""});
    }
    return game;
  }

 private:
  [[nodiscard]] const Value::List& steps() const { return *find("steps")->as<Value::List>(); }

  const Value& record_;
};

Value file_of(const AnyGame& game, Value::Field start, const std::vector<RecordedStep>& steps,
              const std::vector<Handover>& handovers, std::uint64_t digest) {
  Value texts = Value::list();
  for (const RecordedStep& step : steps) texts.push_back(step_text(game, step));
  Value record = written(game, "chemix_record");
  record.add(start.name, std::move(start.value)).add("steps", std::move(texts));
  if (!handovers.empty()) record.add(handovers_field.name, handovers_value(handovers));
  record.add("digest", hex(digest));
  return record;
}

std::string file_text(const Value& record) { return json_text(record, 1) + "\n"; }

// Appends the handovers of a record to `replay`, whose steps have been read.
std::optional<InputError> read_handovers(const Value& list, Replay& replay) {
  std::optional<InputError> error;
  const auto read_one = [&](const ValueReader& reader) {
    Handover handover;
    bool has_step = false;
    bool has_player = false;
    bool has_policy = false;
    const bool is_read = reader.each_field([&](const ValueReader& field, std::string_view name) {
      if (name == "step") {
        has_step = true;
        const std::size_t least = replay.handovers.empty() ? 0 : replay.handovers.back().step;
        return field.number(handover.step, static_cast<std::int64_t>(least),
                            static_cast<std::int64_t>(replay.steps.size()));
      }
      if (name == "player") {
        has_player = true;
        return field.number(handover.player, 0, replay.game->player_count() - 1);
      }
      if (name != "policy") return field.refuse("is not a field of a handover");
      has_policy = true;
      if (field.is_null()) return true;
      std::string_view text;
      if (!field.text(text)) return false;
      if (text.empty()) return field.refuse("must be null for a person");
      if (const auto wrong = name_error("", text, max_policy_text_size)) {
        return field.refuse(wrong->reason);
      }
      handover.policy = text;
      return true;
    });
    if (!is_read) return false;
    if (!has_step || !has_player || !has_policy) {
      return reader.refuse("must have step, player and policy");
    }
    replay.handovers.push_back(std::move(handover));
    return true;
  };
  (void)ValueReader(list, handovers_field.name, error).each(read_one);
  return error;
}

Result<Replay> read(const Value& record) {
  const Fields fields(record);
  const bool resumed = record.find("start_state") != nullptr;
  const Field start =
      resumed ? Field{"start_state", Type::Text} : Field{"start_player", Type::Number};
  if (auto wrong = fields.validation_error("chemix_record",
                                           {start, {"steps", Type::List}, {"digest", Type::Text}},
                                           handovers_field)) {
    return tl::unexpected(*wrong);
  }
  const auto game = fields.game();
  if (!game) return tl::unexpected(game.error());
  Replay replay{*game, std::nullopt, {}, {}, 0};
  StateMemory memory(**game);
  const Block state = memory.block();
  if (resumed) {
    if (auto wrong = (*game)->parse(fields.text("start_state"), state)) {
      wrong->field = "start_state." + wrong->field;
      return tl::unexpected(*wrong);
    }
  } else {
    const Player player = fields.number("start_player");
    if (auto wrong = seat_error(**game, "start_player", player)) return tl::unexpected(*wrong);
    replay.start_player = player;
    (*game)->initial_state(player, state);
  }
  replay.start.assign(state.begin(), state.end());
  for (std::size_t i = 0; i < fields.step_count(); ++i) {
    const auto said = fields.step(i);
    if (!said) return tl::unexpected(said.error());
    const auto step = parse_step(**game, *said, i);
    if (!step) return tl::unexpected(step.error());
    replay.steps.push_back(*step);
  }
  const auto digest = play(**game, state, replay.steps);
  if (!digest) return tl::unexpected(digest.error());
  replay.digest = *digest;
  if (const Value* handovers = fields.find(handovers_field.name)) {
    if (auto wrong = read_handovers(*handovers, replay)) return tl::unexpected(*wrong);
  }
  if (auto wrong = fields.digest_error(*digest)) return tl::unexpected(*wrong);
  return replay;
}

// Writes a record of steps from `state` on, and applies them to it. `start` is the field that
// describes the start.
Result<std::string> write(const AnyGame& game, Value::Field start, Block state,
                          const std::vector<RecordedStep>& steps) {
  const auto digest = play(game, state, steps);
  if (!digest) return tl::unexpected(digest.error());
  return file_text(file_of(game, std::move(start), steps, {}, *digest));
}

// Parses the events of one step, 16 hexadecimal digits each.
Result<std::vector<Event>> parse_events(const AnyGame& game, std::string_view text,
                                        std::size_t step) {
  std::vector<Event> events;
  while (!text.empty()) {
    auto event = parse_packed_event(game, split_off(text, " "));
    if (!event) return tl::unexpected(step_error(step, event.error().value, event.error().reason));
    events.push_back(*event);
  }
  if (events.empty()) return tl::unexpected(step_error(step, "", "must contain an event"));
  return events;
}

std::string events_text(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) {
    if (!text.empty()) text += ' ';
    text += hex(event.packed());
  }
  return text;
}

Value::Field start_field(const Replay& replay) {
  if (replay.start_player) return {"start_player", *replay.start_player};
  StateMemory start(*replay.game);
  replay.state_at(0, start.block());
  return {"start_state", replay.game->text(start.block())};
}

Result<SeenReplay> read_seen(const Value& record) {
  const Fields fields(record);
  if (auto wrong = fields.validation_error(
          "chemix_seen_record",
          {{"start", Type::Text}, {"steps", Type::List}, {"digest", Type::Text}}, seen_field)) {
    return tl::unexpected(*wrong);
  }
  const auto game = fields.game();
  if (!game) return tl::unexpected(game.error());
  const AnyGame& of = **game;
  ObservationMemory memory(of);
  const Block seen = memory.block();
  if (auto wrong = of.parse_observation(fields.text("start"), seen)) {
    wrong->field = "start." + wrong->field;
    return tl::unexpected(*wrong);
  }
  SeenReplay replay{*game, {seen.begin(), seen.end()}, {}, 0};
  if (fields.find(seen_field.name) != nullptr) {
    replay.seen = static_cast<std::size_t>(fields.number(seen_field.name));
  }
  for (std::size_t i = 0; i < fields.step_count(); ++i) {
    const auto said = fields.step(i);
    if (!said) return tl::unexpected(said.error());
    auto events = parse_events(of, *said, i);
    if (!events) return tl::unexpected(events.error());
    for (const Event& event : *events) {
      if (const auto wrong = of.fold(seen, event)) return tl::unexpected(*wrong);
    }
    replay.steps.push_back(std::move(*events));
  }
  replay.digest = of.observation_digest(seen);
  if (auto wrong = fields.digest_error(replay.digest)) return tl::unexpected(*wrong);
  return replay;
}

}  // namespace

Result<std::string> write_record(const AnyGame& game, Player start_player,
                                 const std::vector<RecordedStep>& steps) {
  if (auto wrong = seat_error(game, "start_player", start_player)) return tl::unexpected(*wrong);
  StateMemory memory(game);
  game.initial_state(start_player, memory.block());
  return write(game, {"start_player", start_player}, memory.block(), steps);
}

Result<std::string> write_resumed_record(const AnyGame& game, ConstBlock start,
                                         const std::vector<RecordedStep>& steps) {
  if (auto wrong = game.expect_state(start)) return tl::unexpected(*wrong);
  StateMemory memory(game);
  std::copy(start.begin(), start.end(), memory.block().begin());
  return write(game, {"start_state", game.text(start)}, memory.block(), steps);
}

Result<Replay> read_record(std::string_view text) {
  const auto record = read_json(text, "record", max_record_bytes);
  if (!record) return tl::unexpected(record.error());
  return read(*record);
}

// ---- Records and handovers ----

void Replay::state_at(std::size_t step, Block state) const {
  std::copy(start.begin(), start.end(), state.begin());
  for (std::size_t i = 0; i < step; ++i) {
    game->apply_unchecked(state, steps[i].actor, steps[i].action);
  }
}

std::optional<InputError> name_error(std::string_view field, std::string_view text,
                                     std::size_t max_bytes) {
  if (text.size() > max_bytes) {
    return InputError{field, cut(text),
                      concat({"must be at most ", std::to_string(max_bytes), " bytes"}), ""};
  }
  const bool has_control = std::any_of(text.begin(), text.end(), [](char letter) {
    return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F;
  });
  if (!has_control && as_utf8(text) == text) return std::nullopt;
  return InputError{field, as_utf8(text), "must be UTF-8 without control characters", ""};
}

Result<RecordBuilder> RecordBuilder::begin(std::shared_ptr<const AnyGame> game,
                                           Player start_player) {
  if (auto wrong = seat_error(*game, "start_player", start_player)) return tl::unexpected(*wrong);
  StateMemory memory(*game);
  const Block state = memory.block();
  game->initial_state(start_player, state);
  const std::uint64_t digest = game->digest(state);
  return RecordBuilder(
      Replay{std::move(game), start_player, {state.begin(), state.end()}, {}, digest});
}

Result<RecordBuilder> RecordBuilder::resume(std::shared_ptr<const AnyGame> game, ConstBlock start) {
  if (auto wrong = game->expect_state(start)) return tl::unexpected(*wrong);
  const std::uint64_t digest = game->digest(start);
  return RecordBuilder(
      Replay{std::move(game), std::nullopt, {start.begin(), start.end()}, {}, digest});
}

RecordBuilder::RecordBuilder(Replay replay) : replay_(std::move(replay)), state_(*replay_.game) {
  replay_.state_at(replay_.steps.size(), state_.block());
}

std::optional<RefusedStep> RecordBuilder::add(std::span<const RecordedStep> steps) {
  const AnyGame& game = *replay_.game;
  StateMemory next = state_;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (const auto refused = game.apply(next.block(), steps[i].actor, steps[i].action)) {
      return RefusedStep{i, *refused};
    }
  }
  const std::uint64_t digest = game.digest(next.block());
  // Strong guarantee: the elements of a step never throw when copied.
  replay_.steps.insert(replay_.steps.end(), steps.begin(), steps.end());
  replay_.digest = digest;
  state_ = std::move(next);
  return std::nullopt;
}

std::optional<InputError> RecordBuilder::hand_over(Player player, std::string_view policy) {
  if (auto wrong = seat_error(*replay_.game, "seat", player)) return wrong;
  if (auto wrong = name_error("policy", policy, max_policy_text_size)) return wrong;
  replay_.handovers.push_back({replay_.steps.size(), player, std::string(policy)});
  return std::nullopt;
}

Value handovers_value(const std::vector<Handover>& handovers) {
  Value list = Value::list();
  for (const Handover& handover : handovers) {
    list.push_back(Value::map()
                       .add("step", handover.step)
                       .add("player", handover.player)
                       .add("policy", handover.policy.empty() ? Value() : Value(handover.policy)));
  }
  return list;
}

Value record_file(const Replay& replay) {
  return file_of(*replay.game, start_field(replay), replay.steps, replay.handovers, replay.digest);
}

Result<Replay> read_record_file(const Value& record) { return read(record); }

std::string write_replay(const Replay& replay) { return file_text(record_file(replay)); }

// ---- Records of one viewer ----

Result<Event> parse_packed_event(const AnyGame& game, std::string_view text) {
  const auto wrong = [&](std::string_view reason) {
    return tl::unexpected(InputError{"", text, reason, ""});
  };
  std::uint64_t packed = 0;
  if (!parse_hex(text, packed)) return wrong("must be events of 16 hexadecimal digits each");
  auto event = event_of(game, numbers_of(Event::unpacked(packed)));
  if (!event) return wrong(event.error().field + " " + event.error().reason);
  return event;
}

std::string write_seen_record(const Replay& replay, Viewer viewer) {
  const AnyGame& game = *replay.game;
  StateMemory state(game);
  replay.state_at(0, state.block());
  ObservationMemory seen(game);
  game.observe(state.block(), viewer, seen.block());
  SeenReplay noted{replay.game, {seen.block().begin(), seen.block().end()}, {}, 0};
  for (const RecordedStep& step : replay.steps) {
    auto noticed = game.events(state.block(), step.actor, step.action, viewer);
    if (!noticed->empty()) noted.steps.push_back(std::move(*noticed));
    game.apply(state.block(), step.actor, step.action);
  }
  game.observe(state.block(), viewer, seen.block());
  noted.digest = game.observation_digest(seen.block());
  return write_seen_replay(noted);
}

std::string write_seen_replay(const SeenReplay& replay) {
  const AnyGame& game = *replay.game;
  ObservationMemory start(game);
  std::copy(replay.start.begin(), replay.start.end(), start.block().begin());
  Value record = written(game, "chemix_seen_record");
  record.add("start", game.observation_text(start.block()));
  if (replay.seen > 0) record.add(seen_field.name, replay.seen);
  Value steps = Value::list();
  for (const std::vector<Event>& events : replay.steps) steps.push_back(events_text(events));
  record.add("steps", std::move(steps)).add("digest", hex(replay.digest));
  return file_text(record);
}

Result<SeenReplay> read_seen_record(std::string_view text) {
  const auto record = read_json(text, "record", max_record_bytes);
  if (!record) return tl::unexpected(record.error());
  return read_seen(*record);
}

}  // namespace chemix
