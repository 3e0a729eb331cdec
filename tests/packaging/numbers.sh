#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every constant and structure of the C header is pinned in tests/capi/numbers.c, which must also
# compile for 32 bits if there is a compiler: x86 aligns 64-bit numbers to 4 bytes, ARM to 8.
#
#   numbers.sh
set -euo pipefail
export LC_ALL=C
root=$(dirname "$(realpath "$0")")/../..
header=$root/capi/include/chemix.h
pins=$root/tests/capi/numbers.c

diff <(grep -oE '^#define CHEMIX_[A-Z_]+ [^ \\]+$' "$header" |
  grep -v visibility | awk '{ print $2 }' | sort) \
  <(grep -oE '^PIN\(CHEMIX_[A-Z_]+' "$pins" | sed 's/PIN(//' | sort)

# A structure with all its fields.
fields() {
  awk '/^typedef struct [a-z_]+ \{/ { name = $3; next } /^\}/ { name = "" }
    name && /;$/ { field = $NF; sub(/[[;].*/, "", field); print name, field }' "$header"
}
diff <(fields | sort) <(grep -oE '^PIN_FIELD\([a-z_]+, [a-z_]+' "$pins" |
  sed 's/PIN_FIELD(//; s/,//' | sort)
diff <(fields | cut -d' ' -f1 | sort -u) <(grep -oE '^PIN_SIZE\([a-z_]+' "$pins" |
  sed 's/PIN_SIZE(//' | grep -v '^chemix_status$' | sort)

compile=(-std=c11 -Wall -Wextra -Wpedantic -Werror -ffreestanding -fsyntax-only
  "-I$root/capi/include" "$pins")
for compiler in "clang --target=i686-linux-gnu" "clang --target=armv7-linux-gnueabihf" "gcc -m32" \
  "clang --target=x86_64-w64-windows-gnu"; do
  command -v "${compiler%% *}" >/dev/null || continue
  $compiler "${compile[@]}"
  echo "holds for $compiler"
done
