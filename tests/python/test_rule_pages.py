# SPDX-License-Identifier: Apache-2.0
"""The rules pages agree with the deck files, in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs/rules"
# The heading of the summary that opens each game's page.
SUMMARY = {"de": "## Kurz gesagt", "en": "## In short", "fr": "## En bref"}
LANGUAGES = sorted(folder.name for folder in PAGES.iterdir())


def deck(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((ROOT / f"decks/{name}.json").read_text(encoding="utf-8"))
    return content


def listed_cards(language: str) -> list[list[str]]:
    """Return the rows of the tables of cards."""
    text = (PAGES / language / "cards.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [row for row in rows if re.search(r"\d", " ".join(row))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_list_the_cards_of_the_decks(language: str) -> None:
    points: dict[int, list[str]] = {}
    for compound in deck("chemix")["compounds"]:
        points.setdefault(compound["points"], []).append(compound["formula"])
    expected = [[str(number), ", ".join(points[number])] for number in sorted(points)]
    for name in ("covalent", "ionic"):
        content = deck(name)
        assert {compound["points"] for compound in content["compounds"]} == {25}
        expected.append(
            [
                ", ".join(compound["formula"] for compound in content["compounds"]),
                ", ".join(f"{one['symbol']} × {one['copies']}" for one in content["elements"]),
                str(sum(wild["copies"] for wild in content["wild_cards"])),
            ]
        )
    found = [row[1:] if len(row) == 4 else row for row in listed_cards(language)]
    assert found == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_name_the_attested_cards(language: str) -> None:
    def attested(part: str, *decks: str) -> list[str]:
        compounds = [one for name in decks for one in deck(name)["compounds"]]
        return [one["formula"] for one in compounds if one["marks"][part] == "attested"]

    expansion = ("covalent", "ionic")
    assert attested("points", *expansion) == [
        one["formula"] for name in expansion for one in deck(name)["compounds"]
    ]
    assert attested("names", "chemix", *expansion) == []
    text = (PAGES / language / "cards.md").read_text(encoding="utf-8")
    (paragraph,) = [part for part in text.split("\n\n") if "decks.md" in part]
    assert re.findall(r"\b(?:[A-Z]\w*\d\w*)", paragraph) == [
        *attested("formula", "chemix"),
        *attested("points", "chemix"),
        *attested("formula", *expansion),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_open_with_a_summary(language: str) -> None:
    games = sorted(
        header.parent.name for header in (ROOT / "include/chemix/games").glob("*/rules.hpp")
    )
    assert games
    for game in games:
        text = (PAGES / language / f"{game}.md").read_text(encoding="utf-8")
        headings = re.findall(r"^##.*", text, re.M)
        assert headings[0] == SUMMARY[language], game
        assert headings.count(SUMMARY[language]) == 1, game
        summary = text.split(f"{SUMMARY[language]}\n", 1)[1].split("\n## ", 1)[0]
        assert 80 <= len(summary.split()) <= 300, (game, len(summary.split()))
        # A reader who does not know the game yet should not need the rules.
        assert not re.search(r"\b[A-Z]{2}-\d|`", summary), game
