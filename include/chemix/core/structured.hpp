// SPDX-License-Identifier: Apache-2.0
// Plain data of whole states, observations and actions.
#pragma once

#include "chemix/core/action.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace chemix {

// The parts of a state are maps of their fields: `open` what all see, `own` what each player holds,
// `hidden` what nobody sees, `knowledge` what is known. Those of an observation are the same but
// for what it does not show. Both begin with the `game` and its `key`.

namespace structured {

/// The schemas of parts that follow one another in one map.
template <class... Parts>
Value schema_of(const auto& rules) {
  Value fields = Value::map();
  const std::tuple<Parts...> parts;
  std::apply([&](const Parts&... part) { (fields_in(rules, part).add_schemas_to(fields), ...); },
             parts);
  return value_schema::map(std::move(fields));
}

/// The map that the data of states and observations of a game begin with.
Value head(std::string_view game, std::uint64_t key);
Value head_schema(std::string_view game, std::uint64_t key);

/// The digests that belong to what one viewer knows.
struct Seen {
  std::uint64_t history = 0;
  std::uint64_t own_history = 0;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("history", self.history);
    visit("own_history", self.own_history);
  }
};

}  // namespace structured

/// A state; secret, as the state is.
template <class R>
Value value_of(const GameOf<R>& game, const State<R>& state) {
  const R& rules = game.rules();
  Value own = Value::list();
  for (Player p = 0; p < game.player_count(); ++p) {
    own.push_back(fields_value(rules, state.table.own[p]));
  }
  Value knowledge = fields_value(rules, state.knowledge.facts);
  fields_in(rules, state.knowledge.history).add_to(knowledge);
  return structured::head(game.name(), game.key())
      .add("open", fields_value(rules, state.table.open))
      .add("own", std::move(own))
      .add("hidden", fields_value(rules, state.table.hidden))
      .add("knowledge", std::move(knowledge))
      .add("chance_count", state.chance_count);
}
template <class R>
Value state_schema(const GameOf<R>& game) {
  const R& rules = game.rules();
  using structured::schema_of;
  return value_schema::map(
      structured::head_schema(game.name(), game.key())
          .add("open", schema_of<typename R::Public>(rules))
          .add("own",
               value_schema::list(schema_of<typename R::Private>(rules), game.player_count()))
          .add("hidden", schema_of<typename R::Hidden>(rules))
          .add("knowledge", schema_of<typename R::Facts, History<capacity_of<R>>>(rules))
          .add("chance_count", Codec<std::uint32_t>::schema(in_play(rules))));
}

/// An observation: all that its `viewer` (nothing for a spectator, who has no own part) sees and
/// knows.
template <class R>
Value value_of(const GameOf<R>& game, const Observation<R>& seen) {
  const R& rules = game.rules();
  const bool plays = !seen.viewer.is_spectator();
  Value knowledge = fields_value(rules, seen.facts);
  const structured::Seen digests{seen.history, seen.own_history};
  fields_in(rules, digests).add_to(knowledge);
  return structured::head(game.name(), game.key())
      .add("viewer", plays ? Value(seen.viewer.seat()) : Value())
      .add("open", fields_value(rules, seen.open))
      .add("own", plays ? fields_value(rules, seen.own) : Value())
      .add("knowledge", std::move(knowledge));
}
template <class R>
Value observation_schema(const GameOf<R>& game) {
  const R& rules = game.rules();
  using structured::schema_of;
  return value_schema::map(
      structured::head_schema(game.name(), game.key())
          .add("viewer", Codec<std::optional<Seat>>::schema(in_play(rules)))
          .add("open", schema_of<typename R::Public>(rules))
          .add("own", value_schema::or_null(schema_of<typename R::Private>(rules)))
          .add("knowledge", schema_of<typename R::Facts, structured::Seen>(rules)));
}

// ---- Actions ----

/// What an action is done with, by name.
template <class... Kinds>
Value fields_of(const auto& rules, const std::variant<Kinds...>& action) {
  return std::visit([&](const auto& taken) { return fields_value(rules, taken); }, action);
}

}  // namespace chemix
