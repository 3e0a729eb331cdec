// SPDX-License-Identifier: Apache-2.0
// The laws of values: a state reads back from its values, and a table from a sparse position.
#pragma once

#include "chemix/cards/position.hpp"
#include "laws/run.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace chemix::laws {

/// The fields of a map that differ from those of `other`, without those for which `follow(name)`.
inline Value differing(const Value& map, const Value& other, auto&& follow) {
  Value left = Value::map();
  for (const auto& [name, value] : *map.as<Value::Map>()) {
    if (*other.find(name) == value || follow(name)) continue;
    left.add(name, value);
  }
  return left;
}

/// The values of a table without those that `state_from` fills in: fields unchanged since before
/// the deal, sizes, and the pile that holds all other cards.
template <class G>
Value position_of(const G& game, const typename G::State& state) {
  const Value all = value_of(game, state);
  const Player player = position::current_player(game.rules(), all);
  const Value before = value_of(game, game.initial_state(player));
  const auto is_size = [](std::string_view name) { return name.ends_with("_size"); };
  const auto is_given = [](std::string_view) { return false; };
  Value open = differing(*all.find("open"), *before.find("open"), is_size);
  const bool has_player = before.find("open")->find("current_player") != nullptr;
  if (has_player && open.find("current_player") == nullptr) open.add("current_player", player);
  Value own = Value::list();
  for (std::size_t p = 0; p < static_cast<std::size_t>(game.player_count()); ++p) {
    own.push_back(differing((*all.find("own")->as<Value::List>())[p],
                            (*before.find("own")->as<Value::List>())[p], is_given));
  }
  const Value& hidden = *before.find("hidden");
  const auto is_pile = [&](std::string_view name) {
    const auto* cards = hidden.find(name)->template as<Value::Map>();
    return cards != nullptr && !cards->empty();
  };
  return Value::map()
      .add("open", std::move(open))
      .add("own", std::move(own))
      .add("hidden", differing(*all.find("hidden"), hidden, is_pile));
}

/// The values of a state read back to the same state, and its sparse position to the same table.
template <class G>
std::string data_reads_back(const G& game, const typename G::State& state) {
  const auto told = state_from(game, value_of(game, state));
  if (!told) return "values: " + told.error().message();
  if (!(*told == state)) return "values read back as another state";
  const auto set_up = state_from(game, position_of(game, state));
  if (!set_up) return "position: " + set_up.error().message();
  if (game.table_digest(set_up->table) != game.table_digest(state.table)) {
    return "a position is set up as another table";
  }
  return "";
}

}  // namespace chemix::laws
