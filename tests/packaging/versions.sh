#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Versions as docs/stability.md defines them: the soname is the ABI number, the header has the version
# of the package, and find_package accepts later patches of a minor version and nothing else.
#
#   versions.sh PREFIX WORK
set -euo pipefail
prefix=$(realpath "$1")
work=$(realpath -m "$2")
root=$(dirname "$(realpath "$0")")/../..

number=$(awk '/^#define CHEMIX_ABI_VERSION / { print $3 }' "$prefix/include/chemix.h")
library=$(find "$prefix" -name 'libchemix.so' | head -n 1)
[[ $(readelf --dynamic "$library") == *"Library soname: [libchemix.so.$number]"* ]]
grep -q "^Package: libchemix$number\$" "$root/packaging/debian/control"

package=$(dirname "$(find "$prefix" -name chemixConfigVersion.cmake | head -n 1)")
version=$(sed -nE 's/^set\(PACKAGE_VERSION "([0-9.]+)"\)$/\1/p' "$package/chemixConfigVersion.cmake")
IFS=. read -r major minor patch <<<"$version"
for part in major minor patch; do
  grep -qx "#define CHEMIX_VERSION_${part^^} ${!part}" "$prefix/include/chemix.h"
done

# takes yes|no VERSION: whether find_package accepts the installed version.
takes() {
  local found=no
  rm -rf "$work"
  mkdir -p "$work"
  printf '%s\n' "cmake_minimum_required(VERSION 3.25)" "project(asks LANGUAGES NONE)" \
    "find_package(chemix $2 QUIET COMPONENTS capi)" \
    'if(chemix_FOUND)' '  message(STATUS "it is found")' 'endif()' >"$work/CMakeLists.txt"
  if [[ $(cmake -S "$work" -B "$work/build" -Dchemix_DIR="$package") == *"it is found"* ]]; then
    found=yes
  fi
  [[ $found == "$1" ]] || {
    echo "find_package(chemix $2) with $version: $found instead of $1" >&2
    exit 1
  }
}
takes yes "$major.$minor"
takes yes "$version"
takes no "$major.$minor.$((patch + 1))"
takes no "$major.$((minor + 1))"
takes no "$((major + 1)).0"
# Before 1.0 minor versions are incompatible.
if ((major == 0 && minor > 0)); then takes no "0.$((minor - 1))"; fi
