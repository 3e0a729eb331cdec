// SPDX-License-Identifier: Apache-2.0
#include "concat.hpp"

namespace chemix {

std::string concat(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

}  // namespace chemix
