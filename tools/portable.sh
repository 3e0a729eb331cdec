#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plays the games of the signature on 32 bits, on ARM, where the highest byte comes first, and by the
# library for Windows, and compares. Such programs run here, all but the first in an emulator.
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
  for source in tests/golden/signature.cpp src/{concat,deck_file,error,validation,json,options,value}.cpp \
    build/portable/builtin_decks.cpp src/games/*/*.cpp; do
    local object=build/portable/$triplet.${source//\//_}.o
    # The headers of libraries without code are those of this machine.
    ccache "$triplet-g++" -std=c++20 -O1 -Iinclude -Isrc -idirafter /usr/include -c "$source" -o "$object"
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

# The C library for Windows exports what it should, needs only what is part of Windows, and is used by a
# program in C.
windows() {
  local triplet=x86_64-w64-mingw32 build=build/portable/windows
  cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw.cmake" \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 -DCHEMIX_BUILD_TESTS=OFF \
    -DCHEMIX_BUILD_EXAMPLES=OFF >"$build.txt" || {
    cat "$build.txt"
    return 1
  }
  cmake --build "$build" --target chemix_capi
  tests/packaging/exports.sh "$build/libchemix.dll"
  if objdump -p "$build/libchemix.dll" | grep 'DLL Name' | grep -Ev ' (KERNEL32|msvcrt)\.dll$'; then
    echo "These are not part of Windows." >&2
    return 1
  fi
  "$triplet-gcc" -std=c11 -Icapi/include tests/capi/signature.c "$build/libchemix.dll.a" \
    -o "$build/signature.exe"
  WINEPREFIX=$PWD/build/portable/wine WINEDEBUG=-all \
    wine "$build/signature.exe" tests/golden/signature.txt
  echo "$triplet: $expected"
}
windows
