#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes bindings/python/chemix/_core.pyi from the installed module; --check compares only.
set -euo pipefail
cd "$(dirname "$0")/.."

committed=bindings/python/chemix/_core.pyi
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
# From elsewhere, so that the installed package is taken.
(cd "$fresh" && "$OLDPWD/.venv/bin/python" -m pybind11_stubgen chemix._core -o . \
  --exit-code >/dev/null 2>"$fresh/log") || { cat "$fresh/log" >&2; exit 1; }
# Types of the module itself need no qualification.
sed -i 's/chemix\._core\.//g' "$fresh/chemix/_core.pyi"
if [[ ${1:-} == --check ]]; then
  diff -u "$committed" "$fresh/chemix/_core.pyi"
else
  cp "$fresh/chemix/_core.pyi" "$committed"
fi
