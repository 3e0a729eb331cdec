#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the benchmarks, then counts instructions per step, which repeat exactly.
set -euo pipefail
cd "$(dirname "$0")/.."

build/bench/bench/chemix_bench --benchmark_min_time=0.2 \
  --benchmark_out=build/bench.json --benchmark_out_format=json "$@"

# The instructions of a number of fixed playouts, and after them the steps.
instructions() {
  local steps log=build/bench/callgrind.txt
  steps=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$log" \
    build/bench/bench/fixed_playout "$@")
  echo "$(sed -n 's/.*Collected : //p' "$log") $steps"
}

echo
echo "Instructions per step, fixed playouts, by callgrind"
rows=()
while read -r game players; do
  for mode in table knowledge purposeful; do
    read -r few few_steps < <(instructions "$game" "$players" "$mode" 100)
    read -r many many_steps < <(instructions "$game" "$players" "$mode" 300)
    # The difference is free of start-up.
    per_step=$(awk "BEGIN {printf \"%.2f\", ($many - $few) / ($many_steps - $few_steps)}")
    printf '%-32s %s\n' "$game/$players/$mode" "$per_step"
    rows+=("  \"$game/$players/$mode\": $per_step")
  done
done < <(build/bench/bench/fixed_playout)
(
  IFS=$'\n'
  echo "{"
  sed '$!s/$/,/' <<<"${rows[*]}"
  echo "}"
) >build/instructions.json
echo "Results: build/bench.json, build/instructions.json"
