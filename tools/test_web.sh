#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests the npm package under node, and the page in Chromium, alone and by the server of examples/server,
# whose own tests are part of make test; then the native library replays what was played there, and
# compares the digests of the ends.
set -euo pipefail
cd "$(dirname "$0")/.."

rm -rf build/web/records
npm test --silent --prefix bindings/web
npm test --silent --prefix examples/web
.venv/bin/python - build/web/records <<'END'
import json
import sys
from pathlib import Path

import chemix

files = sorted(Path(sys.argv[1]).glob("*.json"))
for file in files:
    text = file.read_text(encoding="utf-8")
    # Reading replays, and refuses another digest; it is compared here so that it is seen to be.
    digest = chemix.read_record(text)[-1].digest
    if json.loads(text)["digest"] != f"{digest:016x}":
        sys.exit(f"{file}: the native library ends elsewhere")
browsed = sum(file.name.startswith("page_") for file in files)
shared = sum(file.name.startswith("network_") for file in files)
if [len(files) - browsed - shared, browsed, shared] != [len(chemix.games())] * 2 + [1]:
    sys.exit(f"{len(files)} records, {browsed} of the page and {shared} of the server: some lack")
print(f"{len(files)} records replayed by the native library, digests equal")
END
