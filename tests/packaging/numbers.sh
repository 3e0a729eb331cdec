#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What is made from the C header is up to date, and every constant and structure is pinned in
# tests/capi/numbers.c. That file must also compile for 32 bits if there is a compiler: x86 aligns
# 64-bit numbers to 4 bytes, ARM to 8.
#
#   numbers.sh
set -euo pipefail
root=$(dirname "$(realpath "$0")")/../..
python3 "$root/tools/make_api.py" --check

compile=(-std=c11 -Wall -Wextra -Wpedantic -Werror -ffreestanding -fsyntax-only
  "-I$root/capi/include" "$root/tests/capi/numbers.c")
for compiler in "clang --target=i686-linux-gnu" "clang --target=armv7-linux-gnueabihf" "gcc -m32" \
  "clang --target=x86_64-w64-windows-gnu"; do
  command -v "${compiler%% *}" >/dev/null || continue
  $compiler "${compile[@]}"
  echo "holds for $compiler"
done
