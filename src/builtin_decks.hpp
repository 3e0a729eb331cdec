// SPDX-License-Identifier: Apache-2.0
// The deck files that the build embeds from decks/.
#pragma once

#include <span>
#include <string_view>

namespace chemix {

struct BuiltinDeckFile {
  /// The stem of the file's name.
  std::string_view name;
  std::string_view text;
};

/// Defined in a source file that the build writes.
std::span<const BuiltinDeckFile> builtin_deck_files();

}  // namespace chemix
