// SPDX-License-Identifier: Apache-2.0
// Actions, events, errors, policies and records as values, and JSON schemas for them.
#include "chemix/values.hpp"

#include "builtin_files.hpp"
#include "chemix/agents/policy.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/state_memory.hpp"
#include "concat.hpp"
#include "record_file.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace chemix {
namespace {

/// Calls `visit(name, what)` for each field that the verb of an event uses, in order: places,
/// seats, numbers, names and kinds of cards.
void for_each_part(const AnyGame& game, const Event& event, auto&& visit) {
  const auto cards = [&] {
    visit("source", event.from);
    visit("target", event.to);
  };
  const auto player = [&] { visit("player", Seat{event.player}); };
  const auto amount = [&] { visit("amount", event.amount); };
  const auto card = [&] { visit("card", event.kind); };
  switch (event.verb) {
    case Verb::Deal:
    case Verb::Move:
      cards();
      return card();
    case Verb::Shuffle:
    case Verb::Pay:
    case Verb::Sweep:
      cards();
      return amount();
    case Verb::Call:
    case Verb::Score:
    case Verb::Total:
      player();
      return amount();
    case Verb::Form:
    case Verb::Dissolve:
    case Verb::Run:
      player();
      card();
      return amount();
    case Verb::Name:
    case Verb::Seal:
      player();
      return card();
    case Verb::Set:
      visit("counter", game.counter_name(event.index));
      return amount();
    case Verb::Phase:
      visit("phase", game.phase_name(event.index));
      return amount();
    case Verb::Show:
      visit("source", event.from);
      return card();
    case Verb::Finish:
      player();
      return event.kind ? card() : amount();
    case Verb::Lack:
    case Verb::Turn:
    case Verb::Begin:
    case Verb::Pass:
      return player();
  }
}

/// The fields as values.
struct PartValue {
  const AnyGame& game;

  Value operator()(Place place) const {
    return Value::map()
        .add("zone", name_of(place.zone))
        .add("player", place.has_owner() ? Value(place.owner) : Value());
  }
  Value operator()(Seat seat) const { return seat.index; }
  Value operator()(std::int16_t number) const { return number; }
  Value operator()(std::string_view name) const { return name; }
  Value operator()(SeenKind kind) const { return kind ? Value(game.card_name(*kind)) : Value(); }
};

/// The fields as words of a line.
struct PartText {
  const AnyGame& game;

  std::string operator()(Place place) const { return place_text(place); }
  std::string operator()(Seat seat) const { return std::to_string(seat.index); }
  std::string operator()(std::int16_t number) const { return std::to_string(number); }
  std::string operator()(std::string_view name) const { return std::string(name); }
  std::string operator()(SeenKind kind) const {
    return kind ? std::string(game.card_name(*kind)) : "?";
  }
};

/// Converts the bits of a run's wild cards to positions from 0 on.
Value wild_places(int bits) {
  Value places = Value::list();
  for (int place = 0; place < 3; ++place) {
    if ((bits >> place & 1) != 0) places.push_back(place);
  }
  return places;
}

/// An option's value, converted to the type in its description.
Value option_value(const OptionDescription& option, const std::string& text) {
  if (option.type == "switch") return text == "yes";
  if (option.type == "number") return std::stoll(text);
  if (option.type == "real") return read_real(text).value_or(0.0);
  return text;
}

Value options_list(const std::vector<OptionDescription>& options) {
  Value list = Value::list();
  for (const OptionDescription& option : options) {
    const bool has_range = option.type == "number" || option.type == "real";
    Value choices = Value::list();
    for (const std::string& choice : option.choices)
      choices.push_back(option_value(option, choice));
    list.push_back(Value::map()
                       .add("name", option.name)
                       .add("type", option.type)
                       .add("least", has_range ? Value(option.least) : Value())
                       .add("most", has_range ? Value(option.most) : Value())
                       .add("choices", std::move(choices))
                       .add("default", option_value(option, option.default_value))
                       .add("rule", option.rule)
                       .add("meaning", option.meaning));
  }
  return list;
}

}  // namespace

EventNumbers numbers_of(const Event& event) {
  return {static_cast<int>(event.verb),
          static_cast<int>(event.from.zone),
          event.from.owner,
          static_cast<int>(event.to.zone),
          event.to.owner,
          event.player,
          event.index,
          event.kind ? int{*event.kind} : -1,
          event.amount,
          event.seen_by.bits()};
}

Result<Event> event_of(const AnyGame& game, const EventNumbers& numbers) {
  constexpr int verbs = std::tuple_size_v<decltype(names_of(Verb()))>;
  constexpr int zones = std::tuple_size_v<decltype(names_of(Zone()))>;
  constexpr int everyone = ViewerSet::everyone().bits();
  const int seats = game.player_count();
  const int indexes = numbers.verb == static_cast<int>(Verb::Phase) ? game.phase_count()
                      : numbers.verb == static_cast<int>(Verb::Set) ? game.counter_count()
                                                                    : 1;
  struct Range {
    const char* name;
    int value;
    int least;
    int most;
  };
  const Range ranges[] = {
      {"event.verb", numbers.verb, 0, verbs - 1},
      {"event.from_zone", numbers.from_zone, 0, zones - 1},
      {"event.to_zone", numbers.to_zone, 0, zones - 1},
      {"event.from_owner", numbers.from_owner, 0, seats - 1},
      {"event.to_owner", numbers.to_owner, 0, seats - 1},
      {"event.player", numbers.player, 0, seats - 1},
      {"event.kind", numbers.kind, -1, game.card_kind_count() - 1},
      {"event.amount", numbers.amount, INT16_MIN, INT16_MAX},
      {"event.seen_by", numbers.seen_by == everyone ? 0 : numbers.seen_by, 0, (1 << seats) - 1},
      {"event.index", numbers.index, 0, indexes - 1},
  };
  for (const Range& range : ranges) {
    if (range.value >= range.least && range.value <= range.most) continue;
    return tl::unexpected(InputError{
        range.name, std::to_string(range.value),
        concat({"must be from ", std::to_string(range.least), " to ", std::to_string(range.most)}),
        ""});
  }
  const auto place = [](int zone, int owner) {
    return Place{static_cast<Zone>(zone), static_cast<std::uint8_t>(owner)};
  };
  Event event;
  event.verb = static_cast<Verb>(numbers.verb);
  event.from = place(numbers.from_zone, numbers.from_owner);
  event.to = place(numbers.to_zone, numbers.to_owner);
  event.player = static_cast<std::uint8_t>(numbers.player);
  event.index = static_cast<std::uint8_t>(numbers.index);
  if (numbers.kind >= 0) event.kind = static_cast<std::uint8_t>(numbers.kind);
  event.seen_by = ViewerSet::from_bits(static_cast<std::uint8_t>(numbers.seen_by));
  event.amount = static_cast<std::int16_t>(numbers.amount);
  return event;
}

std::string AnyGame::event_text(const Event& event) const {
  std::string text(name_of(event.verb));
  for_each_part(*this, event, [&](const char*, const auto& part) {
    text += ' ';
    text += PartText{*this}(part);
  });
  return text;
}

Value action_value(const AnyGame& game, Actor actor, int action) {
  const bool chance = actor.is_chance();
  return Value::map()
      .add("kind", chance ? game.chance_action_kind(action) : game.action_kind(action))
      .add("id", action)
      .add("chance", chance)
      .add("fields", chance ? game.chance_action_fields(action) : game.action_fields(action));
}

Value event_value(const AnyGame& game, const Event& event) {
  Value value = Value::map().add("verb", name_of(event.verb));
  bool names_card = false;
  for_each_part(game, event, [&]<class Part>(const char* name, const Part& part) {
    const bool is_bits = event.verb == Verb::Run && std::is_same_v<Part, std::int16_t>;
    if (!is_bits) value.add(name, PartValue{game}(part));
    names_card = names_card || std::is_same_v<Part, SeenKind>;
  });
  if (event.verb == Verb::Set) value.add("card", PartValue{game}(game.kind_of(event)));
  if (event.verb == Verb::Show) value.add("amount", event.amount);
  if (event.verb == Verb::Run) {
    const int before = event.amount / 8;
    value.add("wilds", wild_places(event.amount % 8))
        .add("wilds_before", before == 7 ? Value() : wild_places(before));
  }
  if (names_card) value.add("seen_by", viewers_value(event.seen_by, game.player_count()));
  return value;
}

Value verb_value(const AnyGame& game, Verb verb) {
  Value fields = Value::list();
  // `Finish` names a rank or an element, so events without and with a kind are tried.
  for (const SeenKind kind : {SeenKind(), SeenKind(0)}) {
    Event event;
    event.verb = verb;
    event.kind = kind;
    const Value named = event_value(game, event);
    for (const auto& field : *named.as<Value::Map>()) {
      if (field.name != "verb" && !fields.contains(field.name)) fields.push_back(field.name);
    }
  }
  return Value::map().add("verb", name_of(verb)).add("fields", std::move(fields));
}

Value refusal_value(const AnyGame& game, Actor actor, int action, std::string_view rule, int detail,
                    const std::array<std::int16_t, 3>& arguments) {
  return Value::map()
      .add("rule", rule)
      .add("detail", detail)
      .add("arguments", Value::list_of(arguments))
      .add("action", action_value(game, actor, action));
}

Value error_value(const InputError& error) {
  return Value::map()
      .add("field", error.field)
      .add("value", error.value)
      .add("reason", error.reason)
      .add("rule", error.rule);
}

Value description_value(const GameDescription& game) {
  return Value::map()
      .add("name", game.name)
      .add("revision", game.revision)
      .add("min_players", game.min_players)
      .add("max_players", game.max_players)
      .add("deck", game.default_deck)
      .add("options", options_list(game.options))
      .add("turn_weights", options_list(game.turn_weights));
}

Value policies_value() {
  Value list = Value::list();
  for (const PolicyDescription& policy : policy_descriptions()) {
    list.push_back(Value::map()
                       .add("name", policy.name)
                       .add("meaning", policy.meaning)
                       .add("parameters", options_list(policy.parameters)));
  }
  return list;
}

Value hint_value(const AnyGame& game, const Hint& hint, const Words& words) {
  return Value::map()
      .add("action", game.action_text(hint.action))
      .add("id", hint.action)
      .add("reason", name_of(hint.reason))
      .add("choices", hint.choices)
      .add("margin", hint.margin)
      .add("gain", hint.gain)
      .add("visits", hint.visits)
      .add("words", words.hint(game, hint));
}

Value tensor_layout_value(const TensorLayout& layout) {
  Value fields = Value::list();
  for (const TensorField& field : layout.fields) {
    fields.push_back(Value::map()
                         .add("name", field.name)
                         .add("offset", field.offset)
                         .add("size", field.size)
                         .add("shape", Value::list_of(field.shape))
                         .add("labels", Value::list_of(field.labels))
                         .add("low", field.low)
                         .add("high", field.high)
                         .add("meaning", field.meaning));
  }
  Value left_out = Value::list();
  for (const LeftOutField& field : layout.left_out) {
    left_out.push_back(Value::map().add("name", field.name).add("reason", field.reason));
  }
  return Value::map().add("fields", std::move(fields)).add("left_out", std::move(left_out));
}

Value record_value(const Replay& replay) {
  const AnyGame& game = *replay.game;
  StateMemory start(game);
  replay.state_at(0, start.block());
  Value steps = Value::list();
  for (const RecordedStep& step : replay.steps) {
    const bool chance = step.actor.is_chance();
    steps.push_back(Value::map()
                        .add("player", chance ? Value() : Value(step.actor.player()))
                        .add("action", action_value(game, step.actor, step.action)));
  }
  return Value::map()
      .add("game", game.name())
      .add("revision", game.revision())
      .add("players", game.player_count())
      .add("options", game.options_value())
      .add("deck", game.deck_name())
      .add("key", hex(game.key()))
      .add("start_player", replay.start_player ? Value(*replay.start_player) : Value())
      .add("start_state", replay.start_player ? Value() : Value(game.text(start.block())))
      .add("steps", std::move(steps))
      .add("handovers", handovers_value(replay.handovers))
      .add("digest", hex(replay.digest));
}

Result<Value> schema_of(const AnyGame& game, std::string_view what) {
  static constexpr std::array<std::string_view, 8> shared = {
      "action", "event", "refusal", "error", "description", "record", "tensor_layout", "catalogue"};
  const auto published = [](Value schema) {
    return schema.add("$schema", "https://json-schema.org/draft/2020-12/schema");
  };
  if (what == "state") return published(game.state_schema());
  if (what == "observation") return published(game.observation_schema());
  if (std::find(shared.begin(), shared.end(), what) == shared.end()) {
    return tl::unexpected(InputError{"what", std::string(what),
                                     concat({"must be state, observation, ", with_commas(shared)}),
                                     ""});
  }
  auto values = read_json(builtin_schema_files().front().text, "values.schema.json");
  if (values) values->add("$ref", concat({"#/$defs/", what}));
  return values;
}

}  // namespace chemix
