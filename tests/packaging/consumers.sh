#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs programs that use an installed chemix, without headers of the source tree.
#
#   consumers.sh PREFIX WORK [NAME]
#
# Without NAME, all programs. A named one returns 77 if its compiler is missing.
set -euo pipefail
prefix=$(realpath "$1")
work=$(realpath -m "$2")
shift 2
here=$(dirname "$(realpath "$0")")
golden=$here/../golden/signature.txt
program=$here/../capi/signature.c
data=$prefix/share/chemix

PKG_CONFIG_PATH=$(find "$prefix"/lib* -maxdepth 3 -type d -name pkgconfig -printf '%p:')
export PKG_CONFIG_PATH
LD_LIBRARY_PATH=$(pkg-config --variable=libdir chemix)
export LD_LIBRARY_PATH
# Split into words. Not read from <(…), which needs /proc.
cflags=($(pkg-config --cflags chemix))
shared=($(pkg-config --libs chemix))
static=($(pkg-config --libs --static chemix))
cc=${CC:-cc}
cxx=${CXX:-c++}

# All programs except those in C++ compare the signature of all games with the golden one.
run() {
  "./$1" "$golden"
}

header() {
  local standard
  local strict=("${cflags[@]}" -Wall -Wextra -pedantic -Werror -fsyntax-only)
  for standard in c99 c11 c17; do
    "$cc" -x c -std=$standard "${strict[@]}" "$here/header.c"
  done
  for standard in c++11 c++14 c++17 c++20; do
    "$cxx" -x c++ -std=$standard "${strict[@]}" "$here/header.c"
  done
}

pkg_config_shared() {
  "$cc" "$program" "${cflags[@]}" "${shared[@]}" -o shared
  run shared
}

# With the C compiler, and with the C++ runtime linked statically too.
pkg_config_static() {
  "$cc" -static "$program" "${cflags[@]}" "${static[@]}" -o static
  run static
  if readelf --dynamic static | grep NEEDED; then return 1; fi
}

pkg_config_cpp() {
  local flags
  flags=($(pkg-config --cflags --libs chemixcpp))
  "$cxx" -std=c++20 "$here/find_package_cpp/by_type.cpp" "$here/find_package_cpp/by_name.cpp" \
    "${flags[@]}" "${static[@]}" -o cpp
  run cpp
}

no_exceptions() {
  "$cxx" -std=c++11 -fno-exceptions -fno-rtti -x c++ "$program" -x none "${cflags[@]}" \
    "${shared[@]}" -o no_exceptions
  run no_exceptions
  # All headers in C++. The flags of the C ABI name the same folder.
  "$cxx" -std=c++20 -fno-exceptions -fno-rtti "${cflags[@]}" -fsyntax-only \
    "$here/find_package_cpp/by_type.cpp"
}

# All headers, in C++ and in C, after the macros of other libraries. The standard headers come first,
# as in most programs, since they do not survive all of these macros.
foreign_macros() {
  local include
  include=$(pkg-config --variable=includedir chemix)
  awk '!/^#/ {
    for (i = 2; i <= NF; ++i) {
      name = $i
      sub(/\(\)/, "(...)", name)
      print "#define " name " @"
    }
  }' "$here/foreign_macros.txt" >macros.h
  {
    grep -rhoE '^#include <[a-z0-9_.]+>' "$include/chemix" | sort -u
    echo '#include "macros.h"'
    (cd "$include" && find chemix.h chemix -name '*.h*' | sort | sed 's/.*/#include <&>/')
  } >all.cpp
  grep -q '<chemix/games/' all.cpp
  "$cxx" -std=c++20 "${cflags[@]}" -fsyntax-only all.cpp
  {
    grep -hoE '^#include <[a-z0-9_.]+>' "$include/chemix.h"
    echo '#include "macros.h"'
    echo '#include <chemix.h>'
  } >c.c
  "$cc" -std=c99 "${cflags[@]}" -fsyntax-only c.c
  # A macro that is used does not compile.
  echo 'int emit;' >>c.c
  if "$cc" -std=c99 "${cflags[@]}" -fsyntax-only c.c 2>/dev/null; then return 1; fi
}

# The replacement is a copy, since dlopen does not load the same file twice.
unload() {
  "$cc" -I"$here/../capi" "$here/unload.c" "${cflags[@]}" -pthread -ldl -o unload
  mkdir -p replacement
  cp "$LD_LIBRARY_PATH/libchemix.so.0" replacement
  ./unload "$LD_LIBRARY_PATH/libchemix.so.0" replacement/libchemix.so.0
  # Unique symbols would keep a plug-in that links the archive in memory.
  if readelf --symbols --wide "$LD_LIBRARY_PATH/libchemix.a" | grep -cw UNIQUE; then return 1; fi
}

# CMake searches the usual library folders of a prefix only, so an unusual one is named.
configure() {
  local source=$1 libdir=$LD_LIBRARY_PATH
  shift
  cmake -S "$source" -B "$(basename "$source")/build" -DCMAKE_PREFIX_PATH="$prefix" \
    -Dchemix_DIR="$libdir/cmake/chemix" -DCMAKE_BUILD_TYPE=Debug "$@"
}

find_package() {
  configure "$here/$1"
  cmake --build "$1/build"
}

find_package_c() {
  find_package find_package_c
  run find_package_c/build/capi
  run find_package_c/build/capi_static
}

find_package_cpp() {
  find_package find_package_cpp
  run find_package_cpp/build/both
}

# find_package says which component is missing, and why.
find_package_unknown() {
  mkdir -p unknown
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(unknown C)' \
    'find_package(chemix REQUIRED COMPONENTS capi ${ALSO})' >unknown/CMakeLists.txt
  if configure unknown -DALSO=fortran 2>said; then return 1; fi
  grep -q 'chemix has no component fortran; known: cpp, capi' said
  if configure unknown -DALSO=cpp -DCMAKE_DISABLE_FIND_PACKAGE_tl-expected=ON 2>said; then return 1; fi
  grep -q 'The component cpp of chemix needs tl-expected' said
}

# Declared from chemix_api.json.
python() {
  python3 "$here/signature.py" libchemix.so.0 "$data/chemix_api.json" "$golden"
}

# With the declarations of chemix_cdef.h, unchanged.
luajit() {
  type -P luajit >/dev/null || return 77
  command luajit "$here/signature.lua" libchemix.so.0 "$data/chemix_cdef.h" "$golden"
  # The example, with the first action each time.
  awk 'BEGIN { for (i = 0; i < 20000; ++i) print 1 }' >ones
  command luajit "$here/../../examples/lua/play.lua" "$data/chemix_cdef.h" chemuno en 7 <ones >played
  tail -n 1 played | grep -qE 'win|draw'
}

cffi() {
  python3 -c 'import cffi' 2>/dev/null || return 77
  python3 "$here/cdef.py" libchemix.so.0 "$data/chemix_cdef.h" "$data/chemix_api.json"
}

# The declarations of docs/bindings.md, and its code in C++ and C.
bindings() {
  python3 "$here/bindings.py" table.hpp network.c
  "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror "${cflags[@]}" -fsyntax-only network.c
  "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror -I. "$here/bindings.cpp" "${cflags[@]}" \
    "${shared[@]}" -o bindings
  ./bindings
}

rust() {
  command -v rustc >/dev/null || return 77
  rustc --edition 2021 -O "$here/signature.rs" -L "$LD_LIBRARY_PATH" -o rust
  run rust
}

if (($#)); then
  rm -rf "${work:?}/$1"
  mkdir -p "$work/$1"
  cd "$work/$1"
  "$1"
else
  for name in header pkg_config_shared pkg_config_static pkg_config_cpp no_exceptions \
    foreign_macros unload find_package_c find_package_cpp find_package_unknown python luajit cffi \
    bindings rust; do
    echo "== $name"
    "$0" "$prefix" "$work" "$name" || [[ $? == 77 ]]
  done
fi
