# SPDX-License-Identifier: Apache-2.0
# Writes a C++ source file that holds JSON files, so that the library needs none at run time.
#   cmake -DOUTPUT=builtin_words.cpp -DFUNCTION=builtin_word_files "-DFILES=a.json;b.json"
#     -DCOMPACT=ON -DPACKED=OFF -P embed_files.cmake

set(include "")
set(unpacking "")
set(linkage "static constexpr")
if(PACKED)
  set(include "#include \"unpacked.hpp\"\n")
  set(linkage "static const")
endif()
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  if(COMPACT)
    # Texts of JSON have no line breaks in them: what these and indents separate needs no blank.
    string(REGEX REPLACE "\n *" "" text "${text}")
  endif()
  if(PACKED)
    set(written "${OUTPUT}.${name}")
    file(WRITE "${written}" "${text}")
    file(SIZE "${written}" size)
    file(ARCHIVE_CREATE OUTPUT "${written}.gz" PATHS "${written}" FORMAT raw
      COMPRESSION GZip COMPRESSION_LEVEL 9)
    # Without its head of ten bytes, which say when it was packed, and its tail of eight.
    file(READ "${written}.gz" hex HEX)
    file(REMOVE "${written}" "${written}.gz")
    string(LENGTH "${hex}" length)
    math(EXPR length "${length} - 36")
    string(SUBSTRING "${hex}" 20 ${length} hex)
    string(APPEND unpacking "  static const std::string ${name} = unpacked(${name}_text, ${size});\n")
    string(APPEND entries "    {\"${name}\", ${name}},\n")
  else()
    string(HEX "${text}" hex)
    string(APPEND entries "    {\"${name}\", {${name}_text, sizeof ${name}_text}},\n")
  endif()
  string(REGEX REPLACE "(..)" "'\\\\x\\1', " bytes "${hex}")
  string(APPEND definitions "constexpr char ${name}_text[] = {${bytes}};\n")
endforeach()

file(WRITE "${OUTPUT}" "// Written by the build from data files; do not edit.
#include \"builtin_files.hpp\"
${include}
namespace chemix {
namespace {

${definitions}
}  // namespace

std::span<const BuiltinFile> ${FUNCTION}() {
${unpacking}  ${linkage} BuiltinFile files[] = {
${entries}  };
  return files;
}

}  // namespace chemix
")
