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

/// The files of decks/, words/ and schemas/. With CHEMIX_EMBED_FILES the build generates these
/// functions and compiles the files in. Otherwise the program defines the functions; the files that
/// they return must stay valid until it ends.
std::span<const BuiltinFile> builtin_deck_files();
std::span<const BuiltinFile> builtin_word_files();
std::span<const BuiltinFile> builtin_schema_files();

}  // namespace chemix
