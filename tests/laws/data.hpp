// SPDX-License-Identifier: Apache-2.0
// The laws of plain data: it names the phase that the rules name, cards are names, and a number is
// never a code for something else.
#pragma once

#include "chemix/core/codec.hpp"
#include "chemix/core/value.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace chemix::laws {

/// The fields that are numbers in every state: counts and points, of which 0 is one like any other,
/// and seats that always are somebody's. Whatever can be absent must be null then, not a number;
/// only `passer` and `victim` are 0, because the state does not tell whether there was one.
inline constexpr auto always_numbers = std::to_array<std::string_view>({
    "above_kitty",    "aside_size",     "beginner",
    "chips",          "current_player", "discard_pile_size",
    "draw_pile_size", "draws",          "draws_due",
    "first_start",    "front_chips",    "games",
    "gases_due",      "hand_size",      "idle_passes",
    "idle_turns",     "kitty_size",     "lays",
    "leader",         "owner",          "passer",
    "passes",         "penalty",        "pile_size",
    "points",         "removed_size",   "round",
    "rounds",         "size",           "supply",
    "totals",         "turns",          "victim",
    "wilds",
});

/// Why a value does not have the form that a schema of `value_schema` describes, or nothing.
inline std::string form_breach(const Value& value, const Value& schema, const std::string& path) {
  const auto wrong = [&](const char* what) { return path + " " + what + ": " + json_text(value); };
  if (const Value* either = schema.find("anyOf")) {
    std::string first;
    for (const Value& part : *either->as<Value::List>()) {
      const std::string breach = form_breach(value, part, path);
      if (breach.empty()) return "";
      if (first.empty()) first = breach;
    }
    return first;
  }
  if (const Value* names = schema.find("enum")) {
    return names->contains(value) ? "" : wrong("is none of the names in the schema");
  }
  const std::string& type = *schema.find("type")->as<std::string>();
  if (type == "null") return value.is_null() ? "" : wrong("is not null");
  if (type == "string") return value.as<std::string>() != nullptr ? "" : wrong("is no text");
  if (type == "boolean") return value.as<bool>() != nullptr ? "" : wrong("is no truth value");
  if (type == "integer") return value.as<std::int64_t>() != nullptr ? "" : wrong("is no number");
  if (type == "array") {
    const auto* list = value.as<Value::List>();
    if (list == nullptr) return wrong("is no list");
    for (const Value& entry : *list) {
      if (auto breach = form_breach(entry, *schema.find("items"), path); !breach.empty()) {
        return breach;
      }
    }
    return "";
  }
  const auto* map = value.as<Value::Map>();
  if (map == nullptr) return wrong("is no map");
  for (const Value::Field& field : *map) {
    const Value* part = schema.find("properties")->find(field.name);
    if (part == nullptr) return path + " has no field " + field.name + " in the schema";
    auto breach = form_breach(field.value, *part, path + "." + field.name);
    if (!breach.empty()) return breach;
  }
  return "";
}

/// The first field that is always a number and not one of `always_numbers`, or nothing. Numbers of
/// copies by the names of cards are exempt.
inline std::string number_breach(const Value& schema, const std::string& name, const auto& deck) {
  if (schema.find("anyOf") != nullptr || schema.find("enum") != nullptr) return "";
  if (const Value* items = schema.find("items")) return number_breach(*items, name, deck);
  if (const Value* fields = schema.find("properties")) {
    for (const Value::Field& field : *fields->as<Value::Map>()) {
      if (deck.card(field.name)) continue;
      auto breach = number_breach(field.value, field.name, deck);
      if (!breach.empty()) return breach;
    }
    return "";
  }
  const std::string* type = schema.find("type")->as<std::string>();
  const bool is_known =
      std::find(always_numbers.begin(), always_numbers.end(), name) != always_numbers.end();
  if (*type != "integer" || is_known) return "";
  return name + " is a number that may be a code: let it be null when absent, or list it";
}

/// The forms of the data of a game.
template <class G>
class PlainData {
 public:
  using Rules = typename G::Rules;

  explicit PlainData(const G& game) : game_(game) {
    const auto& rules = game.rules();
    fields_in(rules, typename Rules::Public()).add_schemas_to(open_);
    fields_in(rules, typename Rules::Private()).add_schemas_to(own_);
    fields_in(rules, typename Rules::Hidden()).add_schemas_to(hidden_);
    for (Value* fields : {&open_, &own_, &hidden_}) *fields = value_schema::map(std::move(*fields));
  }

  /// The phases of the data are those of the rules; counters that stand for cards are names or
  /// null; and other numbers are listed.
  [[nodiscard]] std::string schema_breach() const {
    const auto& rules = game_.rules();
    const Value& fields = *open_.find("properties");
    const Value* phase = fields.find("phase");
    const Value* phases = phase == nullptr ? nullptr : phase->find("enum");
    using Phase = typename Rules::Phase;
    if (phases == nullptr || !(*phases == Value::list_of(names_in<Phase>))) {
      return "the phases of the data are not those of the rules";
    }
    using Counter = typename Rules::Counter;
    for (std::size_t i = 0; i < names_in<Counter>.size(); ++i) {
      const Value* field = fields.find(names_in<Counter>[i]);
      bool is_card = false;
      for (int number = 0; number < 256; ++number) {
        is_card = is_card || rules.kind_counted(static_cast<Counter>(i), number).has_value();
      }
      if (is_card && field != nullptr && !names_cards(*field)) {
        return std::string(names_in<Counter>[i]) + " stands for a card and is no name of one";
      }
    }
    for (const Value* part : {&open_, &own_, &hidden_}) {
      auto breach = number_breach(*part, "", rules.deck());
      if (!breach.empty()) return breach;
    }
    return "";
  }

  /// The phase of the data is that of the rules, and all fields have the form of their schema: a
  /// card is a name that the deck knows, or null.
  [[nodiscard]] std::string breach(const typename G::State& state) const {
    const auto& rules = game_.rules();
    const auto& table = state.table;
    const Value open = fields_in(rules, table.open).value();
    const std::string_view phase = name_of(rules.phase_of(table.open));
    const Value* shown = open.find("phase");
    if (shown == nullptr || !(*shown == Value(phase))) {
      return "the phase in the data is not " + std::string(phase) + ": " +
             (shown == nullptr ? "missing" : json_text(*shown));
    }
    auto breach = form_breach(open, open_, "open");
    for (Player p = 0; breach.empty() && p < game_.player_count(); ++p) {
      breach = form_breach(fields_in(rules, table.own[p]).value(), own_, "own");
    }
    if (!breach.empty()) return breach;
    return form_breach(fields_in(rules, table.hidden).value(), hidden_, "hidden");
  }

 private:
  // Whether the schema allows nothing but names of cards and null.
  [[nodiscard]] bool names_cards(const Value& schema) const {
    const Value* either = schema.find("anyOf");
    const Value* names =
        (either == nullptr ? schema : either->as<Value::List>()->front()).find("enum");
    if (names == nullptr) return false;
    const auto& all = *names->as<Value::List>();
    return std::all_of(all.begin(), all.end(), [&](const Value& name) {
      return game_.rules().deck().card(*name.as<std::string>()).has_value();
    });
  }

  const G& game_;
  Value open_ = Value::map();
  Value own_ = Value::map();
  Value hidden_ = Value::map();
};

}  // namespace chemix::laws
