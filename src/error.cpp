// SPDX-License-Identifier: Apache-2.0
#include "chemix/core/error.hpp"

namespace chemix {

InputError::InputError() = default;
InputError::InputError(std::string_view field, std::string_view value, std::string_view reason,
                       std::string_view rule)
    : field(field), value(value), reason(reason), rule(rule) {}
InputError::InputError(const InputError& other) = default;
InputError::InputError(InputError&& other) noexcept = default;
InputError& InputError::operator=(const InputError& other) = default;
InputError& InputError::operator=(InputError&& other) noexcept = default;
InputError::~InputError() = default;

std::string InputError::message() const {
  std::string text = field;
  if (!value.empty()) text += " = " + value;
  text += ": " + reason;
  if (!rule.empty()) text += " [" + rule + "]";
  return text;
}

}  // namespace chemix
