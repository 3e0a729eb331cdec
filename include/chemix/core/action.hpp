// SPDX-License-Identifier: Apache-2.0
// Actions: a variant of small structures, one per thing that a person does at the table.
#pragma once

#include "chemix/core/codec.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace chemix {

/// Base of an action that needs no further words.
template <class Self>
struct NoFields {
  friend constexpr bool operator==(const Self&, const Self&) { return true; }
  static constexpr void visit_fields(auto&, auto&&) {}
};

/// The kind of an action, such as `lay`.
template <class... Kinds>
constexpr std::string_view action_name(const std::variant<Kinds...>& action) {
  return std::visit([](const auto& taken) { return taken.name; }, action);
}

/// Whether an action is of one of these kinds.
template <class... Kinds>
constexpr bool is_any_of(const auto& action) {
  return (std::holds_alternative<Kinds>(action) || ...);
}

/// Calls `visit(name, text)` for every field of an action.
template <class... Kinds>
void for_each_action_field(const auto& rules, const std::variant<Kinds...>& action, auto&& visit) {
  std::visit(
      [&](const auto& taken) {
        std::remove_cvref_t<decltype(taken)>::visit_fields(
            taken, [&](const char* name, const auto& field) {
              std::string text;
              Codec<std::remove_cvref_t<decltype(field)>>::print(text, rules, field);
              visit(std::string_view(name), std::move(text));
            });
      },
      action);
}

/// One line that parses back: the kind, then its fields, separated by blanks: `lay H2O`.
template <class... Kinds>
std::string print_action(const auto& rules, const std::variant<Kinds...>& action) {
  std::string text(action_name(action));
  for_each_action_field(rules, action,
                        [&](std::string_view, const std::string& value) { text += ' ' + value; });
  return text;
}

/// Reads an action as `print_action` writes it.
template <class Kind>
bool parse_action_as(std::string_view text, const auto& rules, Kind& action) {
  bool valid = split_off(text, " ") == Kind::name;
  Kind::visit_fields(action, [&](const char*, auto& field) {
    valid = valid &&
            Codec<std::remove_cvref_t<decltype(field)>>::parse(split_off(text, " "), rules, field);
  });
  return valid && text.empty();
}

template <class... Kinds>
bool parse_action(std::string_view text, const auto& rules, std::variant<Kinds...>& action) {
  // A blank at the end would be lost in taking the text apart.
  if (text.ends_with(' ')) return false;
  const auto try_kind = [&](auto kind) {
    if (!parse_action_as(text, rules, kind)) return false;
    action = kind;
    return true;
  };
  return (try_kind(Kinds{}) || ...);
}

}  // namespace chemix
