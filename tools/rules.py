#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds and checks the rules: where the pages state them, the code enforces them, tests show them.

    rules.py list          every rule with the line that states it
    rules.py where CU-7    the page, the code and the tests of one rule
    rules.py check         everything that does not fit together; exit status 1 if there is anything

The pages in docs/rules/ are the only table that this tool reads: each names its prefixes under its
title (`Prefixes: DK, MT`), and each of their rules begins with its ID in bold (`- **MT-1** ...`).
"""

from __future__ import annotations

import argparse
import difflib
import posixpath
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

CODE = ("include", "src", "capi", "bindings")
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".in", ".py", ".pyi"}

# The captions of a game's header, `// ---- Actions (CU-3 - CU-8) ----`, begin with these words.
SECTIONS = (
    "Constants",
    "Options",
    "Actions",
    "State",
    "Observation",
    "Contract",
    "What may be done",
    "What happens then",
    "Scoring and end",
    "Notation",
)

ID = re.compile(r"\b([A-Z]{2})-([1-9]\d*)\b")
RANGE = re.compile(rf"{ID.pattern}\s*(?:\u2013|-|\.\.|to)\s*{ID.pattern}")
RULE = re.compile(r"(?:[-*] +|#+ +)?\*\*([A-Z]{2}-[1-9]\d*)\*\*")
PREFIXES = re.compile(r"Prefixes: ([A-Z]{2}(?:, [A-Z]{2})*)\s*$")
NOT_IN_CODE = re.compile(r"\*\((?:convention|carried by (?:rule|data): ([^)]+))\)\*")
CAPTION = re.compile(r"\s*// -(---)? (.*?) -\1? *$|\s*// (--(?:--)?) (?P<words>.*?) \3\s*$")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^">]+)[">]', re.MULTILINE)
REFUSAL = re.compile(r"\b(?:refuse(?:_\w+)?\s*\(|RuleError(?:\s+\w+)?\s*\{)[^;]*")
CASE = re.compile(
    r'\b(?:TEST_CASE\w*|SUBCASE)\s*\(\s*(?:[\w:<>]+\s*,\s*)?((?:"(?:\\.|[^"\\\n])*"\s*)+)'
)
