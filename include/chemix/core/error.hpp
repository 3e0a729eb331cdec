// SPDX-License-Identifier: Apache-2.0
// Errors as data: which rule refuses an action, and why other input is rejected.
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
  // Implicit from a literal, so that `error.rule == "CU-11"` and `refuse("CU-11")` read like the
  // rule page.
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

  // Never defined: calling it fails constant evaluation and puts its name into the compiler's
  // message. Works with exceptions disabled.
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

/// Why an action is refused: the rule, and small numbers for its message. The alignment makes
/// functions that may refuse return it in memory instead of assembling it in registers: a call that
/// refuses nothing then writes a single byte.
struct alignas(8) RuleError {
  RuleId rule;
  /// Distinguishes the refusals of one rule; 0 if it has only one.
  std::uint8_t detail = 0;
  /// The id of the refused action.
  std::uint16_t action = 0;
  /// Values for the message, such as a card kind or a count; unused ones are 0.
  std::array<std::int16_t, 3> arguments{};

  constexpr bool operator==(const RuleError&) const = default;
};

/// One refusal of a rule, by its detail, with the numbers for its message. The caller fills in the
/// id of the action.
template <class... Numbers>
requires(sizeof...(Numbers) <= 3) constexpr RuleError
    refuse_for(RuleId rule, int detail, Numbers... numbers) {
  return {rule, static_cast<std::uint8_t>(detail), 0, {static_cast<std::int16_t>(numbers)...}};
}
/// The only or first refusal of a rule.
template <class... Numbers>
constexpr RuleError refuse(RuleId rule, Numbers... numbers) {
  return refuse_for(rule, 0, numbers...);
}

/// Why input other than an action (an option, a text, saved bytes, a seat) is rejected. Off the hot
/// path: it owns its strings.
struct InputError {
  // Out of line: errors are created, moved and destroyed in many places, but seldom.
  InputError();
  InputError(std::string_view field, std::string_view value, std::string_view reason,
             std::string_view rule);
  InputError(const InputError& other);
  InputError(InputError&& other) noexcept;
  InputError& operator=(const InputError& other);
  InputError& operator=(InputError&& other) noexcept;
  ~InputError();

  /// The name of the invalid option, field or argument.
  std::string field;
  /// The given value as text; empty if it has no text.
  std::string value;
  /// The violated requirement, or the problem: `must be from 1 to 10`.
  std::string reason;
  /// The rule behind the error, such as `CU-2`; empty if there is none.
  std::string rule;

  bool operator==(const InputError&) const = default;

  /// One sentence: `hand_size = 11: must be from 1 to 10 [CU-2]`.
  [[nodiscard]] std::string message() const;
};

/// The error for a seat that does not exist in a game with this many players.
[[nodiscard]] InputError no_such_seat(std::string_view field, int seat, int players);

template <class T>
using Result = tl::expected<T, InputError>;

}  // namespace chemix
