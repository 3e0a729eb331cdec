#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares what the shared library offers to programs that are compiled already, functions and types of the
# C header, with packaging/chemix.abi: what was added is listed, any other change is an error. With
# --update writes that file anew (docs/stability.md says when).
#
#   abi.sh [--update] [BUILD]
set -euo pipefail
cd "$(dirname "$0")/.."

update=
if [[ ${1-} == --update ]]; then
  update=yes
  shift
fi
library=${1:-build/release}/abi/libchemix.so
baseline=packaging/chemix.abi
now=${1:-build/release}/abi/chemix.abi

# Nothing but what the header says: types of other headers are private, however they are made.
abidw --headers-dir capi/include --drop-private-types --exported-interfaces-only \
  --no-parameter-names --no-show-locs --no-corpus-path --no-comp-dir-path --no-elf-needed \
  --type-id-style hash --out-file "$now" "$library"
grep -q "<class-decl name='chemix_error'" "$now" || {
  echo "$library says nothing of types; make abi builds it." >&2
  exit 1
}
if grep -nE "std::|namespace-decl" "$now"; then
  echo "Types of C++ show in the C ABI." >&2
  exit 1
fi

if [[ $update ]]; then
  # Where it was built is of no matter.
  sed -E "s|path='[^']*capi/|path='capi/|" "$now" >"$baseline"
  echo "$baseline is written; review the difference."
  exit 0
fi
abidiff --no-added-syms "$baseline" "$now" || {
  cat >&2 <<END
The ABI is not the one of $baseline. If that is meant to be, docs/stability.md says what else must
change; then: make abi-baseline
END
  exit 1
}
if abidiff --added-fns "$baseline" "$now"; then
  echo "The ABI is the one of $baseline."
else
  echo "What was added belongs into $baseline: make abi-baseline"
fi
