// SPDX-License-Identifier: Apache-2.0
// The built-in files.
#pragma once

#include <span>
#include <string_view>

namespace chemix {

struct BuiltinFile {
  /// The file name without its extension.
  std::string_view name;
  std::string_view text;
};

/// The files of decks/, words/ and schemas/. The build writes them as source files, or a program
/// that keeps them elsewhere defines these functions itself (CHEMIX_EMBED_FILES). They must stay
/// valid until the program ends.
std::span<const BuiltinFile> builtin_deck_files();
std::span<const BuiltinFile> builtin_word_files();
std::span<const BuiltinFile> builtin_schema_files();

}  // namespace chemix
