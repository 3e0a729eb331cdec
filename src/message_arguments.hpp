// SPDX-License-Identifier: Apache-2.0
// Fields of actions and observations as arguments of sentences.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/codec.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace chemix {

template <class Field>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class Field>
inline constexpr bool is_card_list = false;
template <int Capacity>
inline constexpr bool is_card_list<CardList<Capacity>> = true;

/// Adds a field, unless no sentence can mention its type.
template <class Field>
void add_argument(std::vector<MessageArgument>& fields, const char* name, const Field& field) {
  if constexpr (is_optional<Field>) {
    if (field) return add_argument(fields, name, *field);
    fields.push_back({name, std::monostate()});
  } else if constexpr (std::same_as<Field, bool>) {
    fields.push_back({name, std::string(field ? "yes" : "no")});
  } else if constexpr (std::integral<Field>) {
    fields.push_back({name, static_cast<int>(field)});
  } else if constexpr (std::same_as<Field, Seat>) {
    fields.push_back({name, field});
  } else if constexpr (std::same_as<Field, Card>) {
    fields.push_back({name, std::vector<int>{field.index}});
  } else if constexpr (NamedEnum<Field>) {
    fields.push_back({name, std::string(name_of(field))});
  } else if constexpr (is_card_list<Field>) {
    std::vector<int> cards;
    for (int i = 0; i < field.size(); ++i) cards.push_back(field[i].index);
    fields.push_back({name, std::move(cards)});
  }
}

template <class... Kinds>
std::vector<MessageArgument> message_arguments(const std::variant<Kinds...>& action) {
  std::vector<MessageArgument> fields;
  with_action(action, [&](const auto& taken) {
    std::remove_cvref_t<decltype(taken)>::visit_fields(
        taken,
        [&](const char* name, const auto& field, auto...) { add_argument(fields, name, field); });
  });
  return fields;
}

}  // namespace chemix
