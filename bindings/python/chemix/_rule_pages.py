# SPDX-License-Identifier: Apache-2.0
"""The words of the rules, from the pages that come with the package."""

from __future__ import annotations

import re
from importlib.resources import files

_RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\*\s+(.*?)(?=^- |^#|^$|\Z)", re.M | re.S)
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


def all_rules() -> dict[str, dict[str, str]]:
    """Read all rules by ID, each with rule, page and text."""
    found = {}
    for page in sorted(files("chemix").joinpath("rules").iterdir(), key=lambda page: page.name):
        if page.name == "README.md":
            continue
        for rule, text in _RULE.findall(page.read_text(encoding="utf-8")):
            words = " ".join(_LINK.sub(r"\1", text).split())
            found[rule] = {"rule": rule, "page": page.name, "text": words}
    return found
