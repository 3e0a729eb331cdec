# SPDX-License-Identifier: Apache-2.0
"""All names in docs/bindings.md exist.

    bindings.py [PROGRAM.cpp PROGRAM.c]

With file names, the C++ and C code of the page is written there, to be compiled.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/bindings.md").read_text(encoding="utf-8")
API = json.loads((ROOT / "capi/chemix_api.json").read_text(encoding="utf-8"))
NAMES = {entry["name"] for part in ("functions", "types", "constants") for entry in API[part]}
# Macros, and the files that are made from the header.
OTHER_NAMES = {"chemix_cdef", "chemix_api", "CHEMIX_LIMITS_INIT", "CHEMIX_ERROR_INIT"}


def blocks(language: str) -> str:
    """Return the code of the page in a language."""
    return "".join(re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S))


def main() -> int:
    """Check everything; 1 if a name is wrong."""
    wrong = set(re.findall(r"\b(?:chemix|CHEMIX)_\w+", PAGE)) - NAMES - OTHER_NAMES
    for name in sorted(wrong):
        print(f"docs/bindings.md: the header has no {name}")
    for path, language in zip(sys.argv[1:], ("cpp", "c"), strict=False):
        Path(path).write_text(blocks(language), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
