#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes .venv and installs the package and the developers' tools into it; nothing when up to date.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian's own Python: its headers are among the packages of tools/setup.sh.
[[ -x .venv/bin/python ]] || /usr/bin/python3 -m venv .venv
installed=.venv/chemix-installed
inputs=$(
  {
    /usr/bin/python3 -VV
    find pyproject.toml CMakeLists.txt README.md cmake include src bindings/python decks words schemas docs/rules -type f -print0 |
      sort -z | xargs -0 sha256sum
  } | sha256sum
)
[[ -f $installed && $(<"$installed") == "$inputs" ]] && exit 0
# By the names that CMake finds, so that ccache knows again what the release build compiles alike.
CC=${CC:-cc} CXX=${CXX:-c++} .venv/bin/python -m pip install --quiet --disable-pip-version-check ".[dev]"
printf '%s' "$inputs" >"$installed"
