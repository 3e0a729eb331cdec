#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The shared library exports exactly the functions of capi/exports.txt, which the header declares. A
# change of the list is a change of the ABI.
#
#   exports.sh LIBRARY
set -euo pipefail
export LC_ALL=C
capi=$(dirname "$(realpath "$0")")/../../capi

diff "$capi/exports.txt" <(
  awk '/^CHEMIX_API/ { inside = 1 } inside { print } /;/ { inside = 0 }' "$capi/include/chemix.h" |
    grep -oE 'chemix_[a-z0-9_]+\(' | tr -d '(' | sort
)
if [[ $1 == *.dll ]]; then
  # Below the head, a table with three columns and a line for each function.
  objdump -p "$1" | awk '/^\[Ordinal\/Name Pointer\] Table/ { inside = 1; next }
    NF < 2 { inside = 0 } inside { print $NF }'
else
  nm --dynamic --defined-only "$1" | awk '{ print $NF }'
fi | sort | diff "$capi/exports.txt" -
