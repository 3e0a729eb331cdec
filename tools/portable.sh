#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plays the games of the signature on 32 bits, on ARM and where the highest byte comes first, and compares.
# Such programs run here, the last two in an emulator.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build/portable
shopt -s extglob
decks=$(printf '%s;' "$PWD"/decks/!(*schema).json)
cmake -DOUTPUT=build/portable/builtin_decks.cpp -DFUNCTION=builtin_deck_files "-DFILES=${decks%;}" \
  -P cmake/embed_files.cmake
expected=$(<tests/golden/signature.txt)

# TRIPLET [EMULATOR]
play() {
  local triplet=$1 source objects=()
  shift
  for source in tests/golden/signature.cpp src/{deck_file,error,faults,json,options,value}.cpp \
    build/portable/builtin_decks.cpp src/games/*.cpp; do
    local object=build/portable/$triplet.$(basename "$source" .cpp).o
    # The headers of libraries without code are those of this machine.
    ccache "$triplet-g++" -std=c++20 -O1 -DFMT_HEADER_ONLY -Iinclude -Isrc -idirafter /usr/include -c "$source" -o "$object"
    objects+=("$object")
  done
  "$triplet-g++" -static "${objects[@]}" -o "build/portable/$triplet"
  local signature
  signature=$("$@" "build/portable/$triplet")
  echo "$triplet: $signature"
  [[ $signature == "$expected" ]] || { echo "expected $expected" >&2; return 1; }
}
play i686-linux-gnu
play aarch64-linux-gnu qemu-aarch64-static
play s390x-linux-gnu qemu-s390x-static
