# SPDX-License-Identifier: Apache-2.0
# Writes a C++ source file that holds JSON files, so that the library needs none at run time.
#   cmake -DOUTPUT=builtin_words.cpp -DFUNCTION=builtin_word_files "-DFILES=a.json;b.json"
#     -DCOMPACT=ON -P embed_files.cmake

foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  if(COMPACT)
    # Texts of JSON have no line breaks in them: what these and indents separate needs no blank.
    string(REGEX REPLACE "\n *" "" text "${text}")
  endif()
  string(HEX "${text}" hex)
  string(APPEND entries "    {\"${name}\", {${name}_text, sizeof ${name}_text}},\n")
  string(REGEX REPLACE "(..)" "'\\\\x\\1', " bytes "${hex}")
  string(APPEND definitions "constexpr char ${name}_text[] = {${bytes}};\n")
endforeach()

file(WRITE "${OUTPUT}" "// Written by the build from data files; do not edit.
#include \"builtin_files.hpp\"

namespace chemix {
namespace {

${definitions}
}  // namespace

std::span<const BuiltinFile> ${FUNCTION}() {
  static constexpr BuiltinFile files[] = {
${entries}  };
  return files;
}

}  // namespace chemix
")
