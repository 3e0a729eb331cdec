// SPDX-License-Identifier: Apache-2.0
// Fields of actions as numbers, and the names that choices stand for.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/codec.hpp"
#include "message_arguments.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace chemix {

template <class Field>
constexpr ActionField::Type number_type() {
  using Type = ActionField::Type;
  if constexpr (is_optional<Field>) {
    return number_type<typename Field::value_type>();
  } else if constexpr (std::same_as<Field, bool>) {
    return Type::Flag;
  } else if constexpr (std::same_as<Field, Seat>) {
    return Type::Seat;
  } else if constexpr (std::same_as<Field, Card>) {
    return Type::Card;
  } else if constexpr (NamedEnum<Field>) {
    return Type::Choice;
  } else {
    static_assert(std::integral<Field>);
    return Type::Number;
  }
}

template <class Field>
std::optional<int> number_in(const Field& field) {
  if constexpr (is_optional<Field>) {
    return field ? number_in(*field) : std::nullopt;
  } else if constexpr (std::same_as<Field, Seat> || std::same_as<Field, Card>) {
    return field.index;
  } else {
    return static_cast<int>(field);
  }
}

template <class Field>
void add_number(std::vector<ActionField>& fields, std::string_view name, const Field& field) {
  if constexpr (is_card_list<Field>) {
    for (int i = 0; i < field.size(); ++i) add_number(fields, name, Card(field[i]));
  } else {
    fields.push_back({name, number_type<Field>(), number_in(field)});
  }
}

/// The fields of an action; kinds of actions are numbered from `first_kind` on.
template <class... Kinds>
std::vector<ActionField> action_numbers(const std::variant<Kinds...>& action,
                                        std::size_t first_kind) {
  std::vector<ActionField> fields;
  fields.push_back(
      {"kind", ActionField::Type::Choice, static_cast<int>(first_kind + action.index())});
  with_action(action, [&](const auto& taken) {
    std::remove_cvref_t<decltype(taken)>::visit_fields(
        taken,
        [&](const char* name, const auto& field, auto...) { add_number(fields, name, field); });
  });
  return fields;
}

template <class Field>
constexpr std::size_t max_entries() {
  if constexpr (is_card_list<Field>) {
    return Field::capacity;
  } else {
    return 1;
  }
}

/// The maximum number of entries of `action_numbers`.
template <class... Kinds>
std::size_t max_action_numbers(std::type_identity<std::variant<Kinds...>>) {
  const auto entries_of = []<class Kind>(std::type_identity<Kind>) {
    std::size_t entries = 1;
    const Kind kind{};
    Kind::visit_fields(kind, [&]<class Field>(const char*, const Field&, auto...) {
      entries += max_entries<Field>();
    });
    return entries;
  };
  return (std::max)({entries_of(std::type_identity<Kinds>())...});
}

template <class... Kinds, class... ByChance>
std::span<const std::string_view> names_of_kinds(std::type_identity<std::variant<Kinds...>>,
                                                 std::type_identity<std::variant<ByChance...>>) {
  static constexpr std::array<std::string_view, sizeof...(Kinds) + sizeof...(ByChance)> names = {
      Kinds::name..., ByChance::name...};
  return names;
}

template <class Field>
inline constexpr bool is_per_player = false;
template <class T, int Capacity>
inline constexpr bool is_per_player<PerPlayer<T, Capacity>> = true;

/// The names of the choices of the field `name` of a structure, also of structures in it.
template <HasFields Whole>
std::span<const std::string_view> choices_in(std::string_view name);

template <class Field>
std::span<const std::string_view> choices_of(std::string_view name, bool is_it) {
  if constexpr (is_optional<Field> || is_per_player<Field>) {
    return choices_of<typename Field::value_type>(name, is_it);
  } else if constexpr (NamedEnum<Field>) {
    return is_it ? names_in<Field> : std::span<const std::string_view>();
  } else if constexpr (HasFields<Field>) {
    return choices_in<Field>(name);
  } else {
    return {};
  }
}

template <HasFields Whole>
std::span<const std::string_view> choices_in(std::string_view name) {
  std::span<const std::string_view> names;
  const Whole whole{};
  Whole::visit_fields(whole, [&]<class Field>(std::string_view field, const Field&, auto...) {
    if (names.empty()) names = choices_of<Field>(name, field == name);
  });
  return names;
}

template <class... Kinds>
std::span<const std::string_view> choices_in(std::type_identity<std::variant<Kinds...>>,
                                             std::string_view name) {
  std::span<const std::string_view> names;
  ((names = names.empty() ? choices_in<Kinds>(name) : names), ...);
  return names;
}

}  // namespace chemix
