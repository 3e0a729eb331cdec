// SPDX-License-Identifier: Apache-2.0
// Messages of errors: one line of valid UTF-8, whatever the input was.
#include "chemix/core/error.hpp"

#include "chemix/core/value.hpp"
#include "concat.hpp"

#include <algorithm>

namespace chemix {

InputError::InputError() = default;
InputError::InputError(std::string_view its_field, std::string_view its_value,
                       std::string_view its_reason, std::string_view its_rule)
    : field(its_field), value(its_value), reason(its_reason), rule(its_rule) {}
InputError::InputError(const InputError& other) = default;
InputError::InputError(InputError&& other) noexcept = default;
InputError& InputError::operator=(const InputError& other) = default;
InputError& InputError::operator=(InputError&& other) noexcept = default;
InputError::~InputError() = default;

InputError no_such_seat(std::string_view field, int seat, int players) {
  return {field, std::to_string(seat), "must be a seat from 0 to " + std::to_string(players - 1),
          "GN-1"};
}

std::string InputError::message() const {
  // Field names may come from the caller, too.
  std::string text = cut(field);
  if (!value.empty()) text += " = " + cut(value);
  text += ": " + reason;
  if (!rule.empty()) text += " [" + rule + "]";
  // Keep the message on one line, whatever the input.
  std::replace_if(
      text.begin(), text.end(), [](unsigned char letter) { return letter < ' '; }, ' ');
  return as_utf8(text);
}

}  // namespace chemix
