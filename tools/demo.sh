#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plays the same game in C, C++ and Python and compares the digests of their ends.
set -euo pipefail
cd "$(dirname "$0")/.."

players=${1:-3}
seed=${2:-7}
mkdir -p build/demo
record=build/demo/chemuno.json
build/release/examples/c/play_chemuno "$players" "$seed" "$record" | tee build/demo/c.txt
build/release/examples/cpp/play_chemuno "$players" "$seed" >build/demo/cpp.txt
.venv/bin/python examples/python/play_chemuno.py "$players" "$seed" >build/demo/python.txt
.venv/bin/python - "$record" <<'END' >build/demo/record.txt
import sys
from pathlib import Path

import chemix

states = chemix.read_record(Path(sys.argv[1]).read_text(encoding="utf-8"))
print(f"digest {states[-1].digest:016x}")
END

echo
expected=$(tail -n 1 build/demo/c.txt)
for language in c cpp python record; do
  got=$(tail -n 1 "build/demo/$language.txt")
  printf '%-7s %s\n' "$language" "$got"
  if [[ $got != "$expected" ]]; then
    echo "The $language program ends elsewhere than the C program ($expected)." >&2
    exit 1
  fi
done
echo "C, C++, Python and the replayed record agree."
echo "Play yourself: .venv/bin/chemix play chemuno --policy heuristic"
