# SPDX-License-Identifier: Apache-2.0
# Writes a C++ source file that holds the deck files, so that the library needs no files at run time.
#   cmake -DOUTPUT=builtin_decks.cpp -DDECKS="a.json;b.json" -P embed_decks.cmake

set(entries "")
foreach(deck IN LISTS DECKS)
  get_filename_component(name "${deck}" NAME_WE)
  file(READ "${deck}" hex HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1', " bytes "${hex}")
  string(APPEND definitions "constexpr char ${name}_text[] = {${bytes}};\n")
  string(APPEND entries "    {\"${name}\", {${name}_text, sizeof ${name}_text}},\n")
endforeach()

file(WRITE "${OUTPUT}" "// Written by the build from decks/; do not edit.
#include \"builtin_decks.hpp\"

namespace chemix {
namespace {

${definitions}
constexpr BuiltinDeckFile files[] = {
${entries}};

}  // namespace

std::span<const BuiltinDeckFile> builtin_deck_files() { return files; }

}  // namespace chemix
")
