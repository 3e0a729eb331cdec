// SPDX-License-Identifier: Apache-2.0
// Action ids, derived from the kinds of actions and the ranges of their fields.
#pragma once

// Ids are dense: kind by kind in the order of the variant, and within a kind field by field; the
// first field varies slowest. If not all combinations are actions, the rules number a kind
// themselves: `count_of(std::type_identity<Kind>)`, `nth_of(std::type_identity<Kind>, n)` and
// `number_of(kind)`, which is negative for a value that is not an action.

#include "chemix/core/action.hpp"
#include "chemix/core/codec.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

namespace chemix {

// ---- Ranges ----

/// The seats in play.
struct Seats {
  static int count(const auto& rules) { return rules.player_count(); }
  static int number(const auto&, Seat seat) { return seat; }
  static Seat nth(const auto&, int n) { return Seat::of(n); }
};

/// Integers from `least` to `most(rules)`.
template <class Most>
struct NumbersTo {
  int least;
  Most most;

  int count(const auto& rules) const { return most(rules) - least + 1; }
  int number(const auto&, int value) const { return value - least; }
  std::uint8_t nth(const auto&, int n) const { return static_cast<std::uint8_t>(least + n); }
};
constexpr auto numbers(int least, int most) {
  const auto fixed = [most](const auto&) { return most; };
  return NumbersTo<decltype(fixed)>{least, fixed};
}
/// `most` is a function of the rules.
template <class Most>
constexpr NumbersTo<Most> numbers(int least, Most most) {
  return {least, most};
}

/// All values of a named enumeration.
template <NamedEnum T>
struct Choices {
  static int count(const auto&) { return static_cast<int>(names_of(T{}).size()); }
  static int number(const auto&, T value) { return static_cast<int>(value); }
  static T nth(const auto&, int n) { return static_cast<T>(n); }
};

/// The range of a field whose type determines it.
constexpr Seats range_of(const Seat&) { return {}; }
template <NamedEnum T>
constexpr Choices<T> range_of(const T&) {
  return {};
}
template <class Field, class Range>
constexpr Range range_of(const Field&, Range range) {
  return range;
}

// ---- Ids ----

/// Rules that number the actions of this kind themselves.
template <class Rules, class Kind>
concept Numbers = requires(const Rules& rules) {
  rules.count_of(std::type_identity<Kind>());
};

/// The ids of a variant of actions, for one game.
template <class Action>
class ActionIds;

template <class... Kinds>
class ActionIds<std::variant<Kinds...>> {
 public:
  using Action = std::variant<Kinds...>;

  ActionIds() = default;
  explicit ActionIds(const auto& rules) {
    std::size_t kind = 0;
    ((firsts_[kind + 1] = firsts_[kind] + count_of<Kinds>(rules), ++kind), ...);
  }

  [[nodiscard]] int count() const { return firsts_.back(); }
  /// The lowest id of a kind.
  template <class Kind>
  [[nodiscard]] int first() const {
    return firsts_[index_of<Kind>];
  }

  /// The id of an action, or `count()` if this game does not have the action.
  [[nodiscard]] int id_of(const auto& rules, const Action& action) const {
    int number = -1;
    with_action(action, [&](const auto& taken) { number = number_of(rules, taken); });
    return number < 0 ? count() : firsts_[action.index()] + number;
  }
  /// Precondition: 0 ≤ id < count().
  [[nodiscard]] Action action_of(const auto& rules, int id) const {
    Action action;
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (void)((id < firsts_[Index + 1] &&
              (action.template emplace<Index>(nth_of<Kinds>(rules, id - firsts_[Index])), true)) ||
             ...);
    }
    (std::index_sequence_for<Kinds...>());
    return action;
  }

 private:
  template <class Kind>
  static constexpr std::size_t index_of = [] {
    constexpr std::array<bool, sizeof...(Kinds)> same = {std::is_same_v<Kind, Kinds>...};
    std::size_t index = 0;
    while (!same[index]) ++index;
    return index;
  }();
  template <class Kind>
  static constexpr bool has_several_fields = [] {
    int fields = 0;
    Kind kind;
    Kind::visit_fields(kind, [&](const char*, auto&, auto...) { ++fields; });
    return fields > 1;
  }();

  template <class Kind>
  static int count_of(const auto& rules) {
    if constexpr (Numbers<std::remove_cvref_t<decltype(rules)>, Kind>) {
      return rules.count_of(std::type_identity<Kind>());
    } else {
      int count = 1;
      Kind kind;
      Kind::visit_fields(kind, [&](const char*, auto& field, auto... range) {
        count *= range_of(field, range...).count(rules);
      });
      return count;
    }
  }

  template <class Kind>
  static int number_of(const auto& rules, const Kind& kind) {
    if constexpr (Numbers<std::remove_cvref_t<decltype(rules)>, Kind>) {
      return rules.number_of(kind);
    } else {
      int all = 0;
      Kind::visit_fields(kind, [&](const char*, const auto& field, auto... range) {
        const auto values = range_of(field, range...);
        const int number = values.number(rules, field);
        const bool exists = all >= 0 && number >= 0 && number < values.count(rules);
        all = exists ? all * values.count(rules) + number : -1;
      });
      return all;
    }
  }

  template <class Kind>
  static Kind nth_of(const auto& rules, int n) {
    if constexpr (Numbers<std::remove_cvref_t<decltype(rules)>, Kind>) {
      return rules.nth_of(std::type_identity<Kind>(), n);
    } else {
      Kind kind;
      // The number of ids between two consecutive values of a field.
      [[maybe_unused]] int stride = has_several_fields<Kind> ? count_of<Kind>(rules) : 1;
      Kind::visit_fields(kind, [&](const char*, auto& field, auto... range) {
        const auto values = range_of(field, range...);
        if constexpr (has_several_fields<Kind>) {
          stride /= values.count(rules);
          field = values.nth(rules, n / stride);
          n %= stride;
        } else {
          field = values.nth(rules, n);
        }
      });
      return kind;
    }
  }

  // The first id of each kind, then the number of ids.
  std::array<int, sizeof...(Kinds) + 1> firsts_{};
};

}  // namespace chemix
