#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All checks of form. Each prints what to do about what it finds.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t sources < <(git ls-files '*.hpp' '*.cpp' '*.h' '*.c')
echo "clang-format (mend with: make format)"
clang-format --dry-run --Werror "${sources[@]}"

echo "clang-tidy"
run-clang-tidy -quiet -p build/asan "$PWD/(src|capi|examples)/.*" >build/clang-tidy.txt 2>&1 || {
  grep -E "(warning|error):" build/clang-tidy.txt | sort -u || cat build/clang-tidy.txt
  exit 1
}

echo "ruff (mend with: make format)"
.venv/bin/python -m ruff format --check
.venv/bin/python -m ruff check

echo "mypy"
.venv/bin/python -m mypy

echo "rules"
.venv/bin/python tools/rules.py check

echo "mutants"
.venv/bin/python tools/mutants.py check

echo "stub (mend with: tools/make_stub.sh)"
tools/make_stub.sh --check

echo "types (mend with: .venv/bin/python tools/make_types.py)"
.venv/bin/python tools/make_types.py --check

echo "tables of games (mend with: .venv/bin/python tools/game_tables.py)"
.venv/bin/python tools/game_tables.py --check

echo "lists of the C interface (mend with: tools/make_api.py)"
tools/make_api.py --check
