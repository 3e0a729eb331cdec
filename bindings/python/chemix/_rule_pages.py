# SPDX-License-Identifier: Apache-2.0
"""The texts of the rules, read from the pages that the package contains."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import TypedDict

from chemix._core import languages
from chemix._errors import InputError, cut, encodable, expect, input_error, quoted, wrong

_RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\*\s+(.*?)(?=^- |^#|^$|\Z)", re.M | re.S)
# The first section of the page of a game.
_SUMMARY = re.compile(r"^## [^\n]+\n(.*?)(?=^## )", re.M | re.S)
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
# Notes on the implementation, which are left out of the text.
_CARRIED = re.compile(r"\s*\*\((?:carried by|convention)[^)]*\)\*")


class Rule(TypedDict):
    """The text of a rule in one language; ``page`` is the file that states it."""

    rule: str
    page: str
    language: str
    text: str


def rules(*which: str, language: str = "en") -> list[Rule]:
    """Return rules by ID or prefix, or all rules if none is named.

    Each has its ID, page, language and text. The text is English if the rule has not been
    translated.

    >>> import chemix
    >>> chemix.rules("CB-1")[0]["page"], len(chemix.rules("CU"))
    ('chemistry_battle.md', 18)

    Raises:
        InputError: there is no such rule or language.

    """
    for name in which:
        if not isinstance(name, str):
            raise wrong("rule", quoted(name), "must be a text: an ID or a prefix")
    expect("language", language, tuple(languages()))
    known = _stated("en")
    if language != "en":
        known = known | _stated(language)
    # Return copies: callers may modify them.
    if not which:
        return [rule.copy() for rule in known.values()]
    found: list[Rule] = []
    for name in which:
        meant = [one.copy() for id, one in known.items() if name.upper() in (id, id.split("-")[0])]
        if not meant:
            raise _no_such_rule(name, known)
        found += meant
    return found


def summary(game: str, language: str = "en") -> list[str]:
    """Return the paragraphs that open the page of a game; a match shares the page of its game."""
    expect("language", language, tuple(languages()))
    words = game.split("_")
    for spoken in (language, "en"):
        for count in range(len(words), 0, -1):
            page = files("chemix").joinpath("rules", spoken, "_".join(words[:count]) + ".md")
            if page.is_file():
                found = _SUMMARY.search(page.read_text(encoding="utf-8"))
                text = found[1].strip() if found else ""
                return [" ".join(part.split()) for part in text.split("\n\n")]
    return []


def _no_such_rule(name: str, known: Iterable[str]) -> InputError:
    prefixes = Counter(id.split("-")[0] for id in known)
    prefix = name.upper().split("-")[0]
    reason = f"no such rule; known: {', '.join(prefixes)}"
    if prefix in prefixes:
        reason = f"no such rule; {prefix} has 1 to {prefixes[prefix]}"
    return input_error(
        f"{cut(encodable(name)) or repr(name)}: {reason}", "rule", encodable(name), reason, ""
    )


@lru_cache
def _stated(language: str) -> dict[str, Rule]:
    """Read the rules that exist in a language, by ID."""
    pages = files("chemix").joinpath("rules", language)
    if not pages.is_dir():
        return {}
    found: dict[str, Rule] = {}
    for page in sorted(pages.iterdir(), key=lambda page: page.name):
        if page.name == "README.md" or not page.name.endswith(".md"):
            continue
        for rule, text in _RULE.findall(page.read_text(encoding="utf-8")):
            words = " ".join(_LINK.sub(r"\1", _CARRIED.sub("", text)).split())
            found[rule] = {"rule": rule, "page": page.name, "language": language, "text": words}
    return found
