// SPDX-License-Identifier: Apache-2.0
// Refusals: which rule refuses an action, as data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace chemix {

/// The ID of a rule, such as `CU-11`: two capital letters and a number from 1 to 255.
class RuleId {
 public:
  // Implicit from a literal, so that `error.rule == "CU-11"` and `refuse("CU-11")` read as the
  // page.
  consteval RuleId(const char* text) : RuleId(parse(text)) {}  // NOLINT

  constexpr bool operator==(const RuleId&) const = default;
  bool operator==(std::string_view text) const { return this->text() == text; }
  bool operator==(const char* text) const { return this->text() == text; }

  [[nodiscard]] constexpr std::string_view prefix() const { return {prefix_.data(), 2}; }
  [[nodiscard]] constexpr int number() const { return number_; }
  [[nodiscard]] std::string text() const {
    return std::string(prefix()) + "-" + std::to_string(number_);
  }

 private:
  constexpr RuleId(char first, char second, std::uint8_t number)
      : prefix_{first, second}, number_(number) {}

  // Calling it is what the compiler refuses, with its name; exceptions may be switched off.
  static void a_rule_id_is_two_capitals_a_hyphen_and_digits();
  static consteval RuleId parse(std::string_view text) {
    int number = 0;
    for (const char digit : text.substr(3)) {
      if (digit < '0' || digit > '9') a_rule_id_is_two_capitals_a_hyphen_and_digits();
      number = number * 10 + (digit - '0');
    }
    if (text[2] != '-' || number < 1 || number > 255) {
      a_rule_id_is_two_capitals_a_hyphen_and_digits();
    }
    return {text[0], text[1], static_cast<std::uint8_t>(number)};
  }

  std::array<char, 2> prefix_;
  std::uint8_t number_;
};

/// Why an action is refused: the rule, and small numbers that its words may mention. Aligned, so
/// that functions which may refuse give it back in memory and not put together in registers: where
/// nothing is refused, that is one byte written.
struct alignas(8) RuleError {
  RuleId rule;
  /// Tells apart the refusals of one rule; 0 where it has only one.
  std::uint8_t detail = 0;
  /// The id of the refused action.
  std::uint16_t action = 0;
  /// What the words may mention, such as a card kind or a count; unused ones are 0.
  std::array<std::int16_t, 3> arguments{};

  constexpr bool operator==(const RuleError&) const = default;
};

/// One of the refusals of a rule, by its detail, with the numbers that its words mention; who asked
/// fills in the id of the action.
template <class... Numbers>
requires(sizeof...(Numbers) <= 3) constexpr RuleError
    refuse_for(RuleId rule, int detail, Numbers... numbers) {
  return {rule, static_cast<std::uint8_t>(detail), 0, {static_cast<std::int16_t>(numbers)...}};
}
/// The refusal of a rule that has one reason, or its first.
template <class... Numbers>
constexpr RuleError refuse(RuleId rule, Numbers... numbers) {
  return refuse_for(rule, 0, numbers...);
}

/// Why something that is not an action (an option, a text, saved bytes, a seat) is refused.
/// Cold: it owns its words.
struct InputError {
  // Compiled once: errors are made, handed on and dropped in many places, and seldom.
  InputError();
  InputError(std::string_view field, std::string_view value, std::string_view reason,
             std::string_view rule);
  InputError(const InputError& other);
  InputError(InputError&& other) noexcept;
  InputError& operator=(const InputError& other);
  InputError& operator=(InputError&& other) noexcept;
  ~InputError();

  /// What is wrong: the option, field or argument by name.
  std::string field;
  /// What was given, as text; empty where the value has none.
  std::string value;
  /// What would be right.
  std::string reason;
  /// The rule that says so, such as `CU-2`; empty where none does.
  std::string rule;

  bool operator==(const InputError&) const = default;

  /// One sentence: `hand_size = 11: must be from 1 to 10 [CU-2]`.
  [[nodiscard]] std::string message() const;
};

template <class T>
using Result = tl::expected<T, InputError>;

}  // namespace chemix
