// SPDX-License-Identifier: Apache-2.0
// Decks, words and schemas, which JavaScript provides.
#include "builtin_files.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace chemix {
namespace {

// The files of decks/, words/ and schemas/, in this order.
std::array<std::vector<BuiltinFile>, 3>& files() {
  static std::array<std::vector<BuiltinFile>, 3> all;
  return all;
}

const char* kept(const char* text) { return std::strcpy(new char[std::strlen(text) + 1], text); }

}  // namespace

std::span<const BuiltinFile> builtin_deck_files() { return files()[0]; }
std::span<const BuiltinFile> builtin_word_files() { return files()[1]; }
std::span<const BuiltinFile> builtin_schema_files() { return files()[2]; }

}  // namespace chemix

/// Registers a file: its folder, the stem of its name, and its text, which are copied. Call it
/// before any other function.
extern "C" void chemix_take_file(int folder, const char* name, const char* text) {
  chemix::files()[static_cast<std::size_t>(folder)].push_back(
      {chemix::kept(name), chemix::kept(text)});
}
