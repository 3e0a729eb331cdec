// SPDX-License-Identifier: Apache-2.0
// The files that are built in.
#pragma once

#include <span>
#include <string_view>

namespace chemix {

struct BuiltinFile {
  /// The stem of the file's name.
  std::string_view name;
  std::string_view text;
};

/// Those of decks/, words/ and schemas/: in source files that the build writes, or given by who
/// links the library and has them elsewhere (CHEMIX_EMBED_FILES). They last as long as the program.
std::span<const BuiltinFile> builtin_deck_files();
std::span<const BuiltinFile> builtin_word_files();
std::span<const BuiltinFile> builtin_schema_files();

}  // namespace chemix
