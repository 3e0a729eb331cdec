// SPDX-License-Identifier: Apache-2.0
#include "chemix/core/error.hpp"

#include "chemix/core/value.hpp"

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

namespace {

/// A value as a message shows it: its beginning, of one that is too long to be read.
std::string shown(const std::string& value) {
  constexpr std::size_t most = 200;
  if (value.size() <= most) return value;
  std::size_t end = most;
  // Not in the middle of a letter.
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0U) == 0x80U) --end;
  return value.substr(0, end) + "…";
}

}  // namespace

std::string InputError::message() const {
  std::string text = field;
  if (!value.empty()) text += " = " + shown(value);
  text += ": " + reason;
  if (!rule.empty()) text += " [" + rule + "]";
  // One line of text, whatever was given.
  std::replace_if(
      text.begin(), text.end(), [](unsigned char letter) { return letter < ' '; }, ' ');
  return as_utf8(text);
}

}  // namespace chemix
