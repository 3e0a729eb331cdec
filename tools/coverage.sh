#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tells which lines and branches the laws reach, then the laws with rule examples and units; then how
# often laws and references execute what stands at the marks of each rule.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/coverage

# A table of percents by file, and under $build/$1/ the lines themselves.
report() {
  mkdir -p "$build/$1"
  # A line counts once, whatever it is compiled for. What laws do often is no fault of gcov.
  .venv/bin/python -m gcovr --root . --merge-lines \
    --filter 'include/chemix/(core|cards|games)/' --filter src/ \
    --exclude-throw-branches --exclude-unreachable-branches --gcov-suspicious-hits-threshold 0 \
    --csv "$build/$1/files.csv" --json "$build/$1.json" --html-nested "$build/$1/index.html" "$build"
  echo
  awk -F, -v title="$1" '
    function percent(covered, total) { return total ? sprintf("%.1f", 100 * covered / total) : "-" }
    function row(name, of) { printf "%-52s %7s %9s\n", name, of[1], of[2] }
    NR == 1 { of[1] = "lines"; of[2] = "branches"; row(title, of); next }
    {
      of[1] = percent($3, $2); of[2] = percent($6, $5); row($1, of)
      lines += $2; reached += $3; branches += $5; taken += $6
    }
    END { of[1] = percent(reached, lines); of[2] = percent(taken, branches); row("all", of) }
  ' "$build/$1/files.csv"
  echo
}

forget() {
  find "$build" -name '*.gcda' -delete
}

forget
"$build/tests/chemix_law_tests"
report laws
"$build/tests/chemix_rule_tests"
"$build/tests/chemix_unit_tests"
report laws_and_examples

forget
# With paths as they are: those that ccache makes shorter gcovr does not find.
export CC=${CC:-cc} CXX=${CXX:-c++}
CCACHE_DISABLE=1 .venv/bin/python -m pip install --quiet --no-deps --upgrade . \
  --target "$build/packages" --config-settings=build-dir="$build/module" \
  --config-settings=cmake.build-type=Debug \
  --config-settings=cmake.define.CMAKE_CXX_FLAGS_DEBUG="-O1 -g1 --coverage"
PYTHONPATH=$build/packages .venv/bin/python -m pytest -q tests/python/test_reference.py
report references
echo "Lines: $build/laws/index.html, $build/laws_and_examples/index.html"
.venv/bin/python tools/rules.py reached "$build/laws.json" "$build/references.json"
