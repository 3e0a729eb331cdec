// SPDX-License-Identifier: Apache-2.0
// Actions: a variant of small structures, one per kind of move that a player makes at the table.
#pragma once

#include "chemix/core/codec.hpp"
#include "chemix/core/inline.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

// In each kind of action, `visit_fields` calls `visit("name", self.name)` for every field. Ids,
// texts and parsing follow from the ranges of the fields (`action_ids.hpp`); a field whose type
// does not determine its range passes the range as a third argument.

namespace chemix {

/// Base of an action without fields.
template <class Self>
struct NoFields {
  friend constexpr bool operator==(const Self&, const Self&) { return true; }
  static constexpr void visit_fields(auto&, auto&&) {}
};

/// The phases in which a kind of action is legal.
template <class Phase>
class PhaseSet {
 public:
  template <std::same_as<Phase>... More>
  constexpr explicit PhaseSet(Phase first, More... more)
      : bits_(bit_of(first) | (0U | ... | bit_of(more))) {}

  /// Whether the set contains this phase. Compares by number, since a game may add phases to those
  /// of a table.
  template <class SomePhase>
  [[nodiscard]] constexpr bool contains(SomePhase phase) const {
    return (bits_ >> static_cast<unsigned>(phase) & 1U) != 0;
  }

 private:
  static constexpr std::uint32_t bit_of(Phase phase) { return 1U << static_cast<unsigned>(phase); }

  std::uint32_t bits_;
};

/// The name of an action's kind, such as `lay`.
template <class... Kinds>
constexpr std::string_view action_name(const std::variant<Kinds...>& action) {
  constexpr std::array<std::string_view, sizeof...(Kinds)> names{Kinds::name...};
  return names[action.index()];
}

// A chain of comparisons with constants becomes a switch, into which `use` is inlined.
template <class... Kinds, class Use, std::size_t... Index>
CHEMIX_INLINE constexpr void with_action(const std::variant<Kinds...>& action, Use&& use,
                                         std::index_sequence<Index...>) {
  (void)((action.index() == Index && (use(*std::get_if<Index>(&action)), true)) || ...);
}
/// Calls `use(taken)` with the alternative that the variant holds.
template <class... Kinds, class Use>
CHEMIX_INLINE constexpr void with_action(const std::variant<Kinds...>& action, Use&& use) {
  with_action(action, use, std::index_sequence_for<Kinds...>());
}

/// The fields of the alternative that the variant holds.
template <class... Kinds>
Fields fields_in(const auto& rules, const std::variant<Kinds...>& action) {
  Fields fields(in_play(rules));
  with_action(action, [&](const auto& taken) { fields.add(in_play(rules), taken); });
  return fields;
}

/// The action as one line that parses back: the kind, then its fields, separated by blanks: `lay
/// H2O`.
template <class... Kinds>
std::string print_action(const auto& rules, const std::variant<Kinds...>& action) {
  std::string text(action_name(action));
  fields_in(rules, action).print_words(text);
  return text;
}

/// Parses an action from the form that `print_action` writes.
template <class... Kinds>
bool parse_action(std::string_view text, const auto& rules, std::variant<Kinds...>& action) {
  // Splitting would lose a trailing blank.
  if (text.ends_with(' ')) return false;
  const std::string_view name = split_off(text, " ");
  const bool is_known = ((name == Kinds::name && (action.template emplace<Kinds>(), true)) || ...);
  return is_known && fields_in(rules, action).parse_words(text);
}

}  // namespace chemix
