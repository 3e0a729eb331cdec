// SPDX-License-Identifier: Apache-2.0
// The catalogue of a game as one value. The kinds of actions and the values of their fields are
// found by enumerating all actions of the game.
#include "chemix/catalogue.hpp"

#include "catalogue_of.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/values.hpp"
#include "chemix/words.hpp"
#include "concat.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace chemix {
namespace {

/// The results of `say(words)` by language.
Value in_all_languages(auto&& say) {
  Value all = Value::map();
  for (const std::string& language : Words::languages()) {
    all.add(language, say(Words::in(language).value()));
  }
  return all;
}

/// The descriptions of the options, with the values that are valid in this game and their texts.
Value options_of(const AnyGame& game, const Value& described, const Value& known) {
  Value list = Value::list();
  const auto& about = *known.as<Value::List>();
  for (std::size_t i = 0; i < about.size(); ++i) {
    const Value& option = (*described.as<Value::List>())[i];
    Value whole = about[i];
    const std::string name = *option.find("name")->as<std::string>();
    for (const char* field : {"type", "default", "rule"}) whole.add(field, *option.find(field));
    whole.add("meaning", in_all_languages(
                             [&](const Words& words) { return words.option(game.name(), name); }));
    Value choices = Value::map();
    for (const Value& choice : *option.find("choices")->as<Value::List>()) {
      const auto* text = choice.as<std::string>();
      if (text == nullptr) continue;
      choices.add(*text, in_all_languages([&](const Words& words) {
        return words.choice(game.name(), name, *text);
      }));
    }
    whole.add("choice_words", std::move(choices));
    list.push_back(std::move(whole));
  }
  return list;
}

/// The phases with their texts and the kinds of actions that are legal in them.
Value phases_of(const AnyGame& game, const Value& phases, const Value& actions) {
  Value list = Value::list();
  for (const Value& phase : *phases.as<Value::List>()) {
    const Value& name = *phase.find("name");
    Value asked = Value::list();
    for (const Value& action : *actions.as<Value::List>()) {
      if (action.find("phases")->contains(name)) asked.push_back(*action.find("kind"));
    }
    Value whole = phase;
    whole.add("actions", std::move(asked)).add("words", in_all_languages([&](const Words& words) {
                                                 return words.phase(game.name(),
                                                                    *name.as<std::string>());
                                               }));
    list.push_back(std::move(whole));
  }
  return list;
}

Value verbs_of(const AnyGame& game, const Value& names) {
  Value list = Value::list();
  for (std::size_t i = 0; i < names_of(Verb()).size(); ++i) {
    if (names.contains(names_of(Verb())[i])) {
      list.push_back(verb_value(game, static_cast<Verb>(i)));
    }
  }
  return list;
}

/// An upper bound on the characters of a value with this schema, as JSON on one line and as
/// notation.
std::int64_t max_characters(const Value& schema);

std::int64_t longest(const Value::List& values) {
  std::int64_t most = 0;
  for (const Value& value : values) {
    most = std::max(most, static_cast<std::int64_t>(json_text(value).size()));
  }
  return most;
}

std::int64_t max_of_object(const Value& schema) {
  const Value& properties = *schema.find("properties");
  std::int64_t most = 2;
  for (const auto& [name, value] : *properties.as<Value::Map>()) {
    const auto named = static_cast<std::int64_t>(name.size()) + 4;
    most += named + max_characters(value);
    // In a list of cards, each copy is written separately.
    const Value* copies = value.find("maximum");
    if (schema.find("required") == nullptr && copies != nullptr) {
      most += named * *copies->as<std::int64_t>();
    }
  }
  return most;
}

std::int64_t max_characters(const Value& schema) {
  if (const Value* either = schema.find("anyOf")) {
    std::int64_t most = 0;
    for (const Value& one : *either->as<Value::List>()) most = std::max(most, max_characters(one));
    return most;
  }
  if (const Value* only = schema.find("const")) return longest({*only});
  if (const Value* some = schema.find("enum")) return longest(*some->as<Value::List>());
  const std::string& type = *schema.find("type")->as<std::string>();
  if (type == "object") return max_of_object(schema);
  if (type == "array") {
    const Value& entry = *schema.find("items");
    const Value* most = schema.find("maxItems");
    // Without `maxItems`, all entries are different.
    const auto count =
        most != nullptr ? *most->as<std::int64_t>()
                        : static_cast<std::int64_t>(entry.find("enum")->as<Value::List>()->size());
    return 2 + count * (max_characters(entry) + 1);
  }
  if (type == "integer") return longest({*schema.find("minimum"), *schema.find("maximum")});
  if (type == "string") return static_cast<std::int64_t>(hex(0).size()) + 2;
  // A boolean or null.
  return 5;
}

// For each kind of action of players, or of chance: the ids, the phases, and all values of its
// fields. A kind without actions in this game is left out.
Value actions_value(const AnyGame& game, std::span<const catalogue_part::ActionKind> kinds,
                    bool of_chance) {
  struct Found {
    int first = -1;
    int count = 0;
    std::vector<std::pair<std::string, Value::List>> fields;
  };
  std::vector<Found> found(kinds.size());
  const int count = of_chance ? game.chance_action_count() : game.action_count();
  for (int id = 0; id < count; ++id) {
    const std::string_view name = of_chance ? game.chance_action_kind(id) : game.action_kind(id);
    const auto is_it = [&](const catalogue_part::ActionKind& kind) { return kind.name == name; };
    Found& kind = found[static_cast<std::size_t>(std::find_if(kinds.begin(), kinds.end(), is_it) -
                                                 kinds.begin())];
    if (kind.count++ == 0) kind.first = id;
    const Value said = of_chance ? game.chance_action_fields(id) : game.action_fields(id);
    const Value::Map& fields = *said.as<Value::Map>();
    kind.fields.resize(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
      kind.fields[i].first = fields[i].name;
      Value::List& values = kind.fields[i].second;
      if (std::find(values.begin(), values.end(), fields[i].value) == values.end()) {
        values.push_back(fields[i].value);
      }
    }
  }
  Value list = Value::list();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (found[i].count == 0) continue;
    Value phases = Value::list();
    for (int phase = 0; phase < game.phase_count(); ++phase) {
      if ((kinds[i].phases >> phase & 1U) != 0) phases.push_back(game.phase_name(phase));
    }
    Value fields = Value::list();
    for (const auto& [name, values] : found[i].fields) {
      fields.push_back(Value::map().add("name", name).add("values", values));
    }
    list.push_back(Value::map()
                       .add("kind", kinds[i].name)
                       .add("first_id", found[i].first)
                       .add("count", found[i].count)
                       .add("phases", std::move(phases))
                       .add("fields", std::move(fields)));
  }
  return list;
}

}  // namespace

Value catalogue_part::rules_value(const AnyGame& game, RulesData data) {
  Value phases = Value::list();
  for (const PhaseDescription& phase : data.phases) {
    phases.push_back(
        Value::map().add("name", phase.name).add("asked", phase.asked).add("sealed", phase.sealed));
  }
  Value places = Value::list();
  for (const UsedZone& used : data.zones) {
    places.push_back(Value::map()
                         .add("zone", name_of(used.zone))
                         .add("per_player", Place{used.zone}.has_owner())
                         .add("hidden", used.hidden));
  }
  Value verbs = Value::list();
  for (const Verb verb : data.verbs) verbs.push_back(name_of(verb));
  if (data.is_match) {
    for (const Verb verb : {Verb::Total, Verb::Begin}) verbs.push_back(name_of(verb));
  }
  return Value::map()
      .add("options", std::move(data.options))
      .add("phases", std::move(phases))
      .add("actions", actions_value(game, data.actions, false))
      .add("chance_actions", actions_value(game, data.chance_actions, true))
      .add("places", std::move(places))
      .add("verbs", std::move(verbs))
      .add("counters", Value::list_of(data.counters))
      .add("cards", std::move(data.cards))
      .add("best_score", game.best_score() == BestScore::Most ? "most" : "fewest")
      .add("min_return", data.returns.first)
      .add("max_return", data.returns.second);
}

std::int64_t max_json_size(const AnyGame& game) {
  return std::max(max_characters(game.state_schema()), max_characters(game.observation_schema())) +
         1;
}

Value catalogue(const AnyGame& game) {
  const GameDescription description = *game_description(game.name());
  const Value described = description_value(description);
  const Value known = game.rules_value();
  const GameBounds bounds = game.bounds();
  // The names are those of chemix_limits in chemix.h.
  Value limits = Value::map();
  limits.add("max_state_bytes", bounds.state_bytes)
      .add("max_observation_bytes", bounds.observation_bytes)
      .add("max_json_size", max_json_size(game))
      .add("max_steps", game.max_steps())
      .add("action_count", game.action_count())
      .add("chance_action_count", game.chance_action_count())
      .add("max_legal_actions", game.max_legal_actions())
      .add("max_step_events", bounds.step_events)
      .add("tensor_size", game.tensor_size())
      .add("information_state_tensor_size", game.information_state_tensor_size())
      .add("state_tensor_size", game.state_tensor_size());
  Value weights = Value::list();
  for (const Value& weight : *described.find("turn_weights")->as<Value::List>()) {
    Value whole = Value::map();
    for (const char* field : {"name", "type", "least", "most", "default", "rule"}) {
      whole.add(field, *weight.find(field));
    }
    weights.push_back(whole.add("meaning", in_all_languages([&](const Words& words) {
                                  return words.turn_weight(game.name(),
                                                           *weight.find("name")->as<std::string>());
                                })));
  }
  Value whole = Value::map();
  whole.add("name", game.name())
      .add("title", in_all_languages([&](const Words& words) { return words.title(game.name()); }))
      .add("revision", game.revision())
      .add("key", hex(game.key()))
      .add("players", game.player_count())
      .add("min_players", description.min_players)
      .add("max_players", description.max_players)
      .add("deck", game.deck_name())
      .add("options", options_of(game, *described.find("options"), *known.find("options")))
      .add("turn_weights", std::move(weights))
      .add("phases", phases_of(game, *known.find("phases"), *known.find("actions")))
      .add("actions", *known.find("actions"))
      .add("chance_actions", *known.find("chance_actions"))
      .add("places", *known.find("places"))
      .add("counters", *known.find("counters"))
      .add("verbs", verbs_of(game, *known.find("verbs")))
      .add("cards", *known.find("cards"))
      .add("scores", Value::map()
                         .add("meaning", in_all_languages([&](const Words& words) {
                                return words.score_meaning(game.name());
                              }))
                         .add("best", *known.find("best_score"))
                         .add("min_return", *known.find("min_return"))
                         .add("max_return", *known.find("max_return")));
  if (game.tensor_size() > 0) {
    whole.add("tensor", tensor_layout_value(game.tensor_layout()))
        .add("information_state_tensor",
             tensor_layout_value(game.information_state_tensor_layout()))
        .add("state_tensor", tensor_layout_value(game.state_tensor_layout()));
  }
  return whole.add("limits", std::move(limits));
}

Result<Value> deck_value(std::string_view name) {
  const std::string_view text = builtin_deck_text(name);
  if (!text.empty()) return read_json(text, std::string(name));
  return tl::unexpected(
      InputError{"deck", std::string(name),
                 concat({"no such deck file; known: ", with_commas(builtin_deck_names())}), ""});
}

Result<Value> deck_value(std::string_view text, const std::string& file) {
  if (auto error = deck_file_error(text, file)) return tl::unexpected(std::move(*error));
  return read_json(text, file);
}

Result<std::string> deck_file_text(const Value& deck) {
  std::string text = json_text(deck, 2) + '\n';
  if (auto error = deck_file_error(text, "deck")) return tl::unexpected(std::move(*error));
  return text;
}

}  // namespace chemix
