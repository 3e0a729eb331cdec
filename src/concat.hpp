// SPDX-License-Identifier: Apache-2.0
// Texts put together.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace chemix {

/// Parts of a text, one after another.
std::string concat(std::initializer_list<std::string_view> parts);

/// A text as a message quotes it: at most its first 200 bytes, with an ellipsis for the rest.
std::string cut(std::string_view text);

/// Texts as a list.
std::string with_commas(const auto& texts) {
  std::string list;
  for (const std::string_view text : texts) {
    if (!list.empty()) list += ", ";
    list += text;
  }
  return list;
}

}  // namespace chemix
