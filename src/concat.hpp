// SPDX-License-Identifier: Apache-2.0
// String concatenation.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace chemix {

/// Concatenates the parts.
std::string concat(std::initializer_list<std::string_view> parts);

/// A text as quoted in a message: at most its first 200 bytes, followed by an ellipsis if it was
/// cut.
std::string cut(std::string_view text);

/// Joins texts with commas.
std::string with_commas(const auto& texts) {
  std::string list;
  for (const std::string_view text : texts) {
    if (!list.empty()) list += ", ";
    list += text;
  }
  return list;
}

}  // namespace chemix
