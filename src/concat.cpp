// SPDX-License-Identifier: Apache-2.0
// String concatenation, and quoting of input in messages.
#include "concat.hpp"

#include <cstddef>

namespace chemix {

std::string concat(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string cut(std::string_view text) {
  constexpr std::size_t most = 200;
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  // Do not cut inside a UTF-8 sequence.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return concat({text.substr(0, end), "…"});
}

}  // namespace chemix
