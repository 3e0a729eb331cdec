#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The shared library exports exactly the functions of capi/exports.txt, which tools/make_api.py
# writes from the header. A change of the list is a change of the ABI.
#
#   exports.sh LIBRARY
set -euo pipefail
export LC_ALL=C
list=$(dirname "$(realpath "$0")")/../../capi/exports.txt

if [[ $1 == *.dll ]]; then
  # Below the head, a table with three columns and a line for each function.
  objdump -p "$1" | awk '/^\[Ordinal\/Name Pointer\] Table/ { inside = 1; next }
    NF < 2 { inside = 0 } inside { print $NF }'
else
  nm --dynamic --defined-only "$1" | awk '{ print $NF }'
fi | sort | diff "$list" -
