#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the rows of games into the tables of README.md and docs/rules/*/README.md.

Run it with the package installed; --check only compares.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import chemix
from rules import Tree, game_of

ROOT = Path(__file__).parent.parent
SHARED_PAGES = ("general", "cards")
# A block of rows that begin with the name of a game, or with a link to the page of one.
GAME_ROWS = re.compile(r"(?:^\| `\w+` \|.*\n)+", re.M)
PAGE_ROWS = re.compile(rf"(?:^\| \[(?!{'|'.join(SHARED_PAGES)})\w+\.md\].*\n)+", re.M)


def title_of(game: str, language: str) -> str:
    return str(chemix.words(game, language)["title"])


def players_of(game: str) -> str:
    about = chemix.describe(game)
    least, most = about["min_players"], about["max_players"]
    return f"{least}–{most}" if least < most else str(least)


def tables(root: Path) -> dict[Path, str]:
    """Return the text that each file should have."""
    prefixes: dict[str, list[str]] = {}
    for prefix, place in Tree(root).prefixes.items():
        prefixes.setdefault(Path(place.path).stem, []).append(prefix)

    def row(game: str) -> str:
        page = game_of(game, prefixes)
        link = f"[{', '.join(prefixes[page])}](docs/rules/en/{page}.md)"
        return f"| `{game}` | {title_of(game, 'en')} | {players_of(game)} | {link} |\n"

    def page_row(game: str, language: str) -> str:
        title = title_of(game, language)
        return f"| [{game}.md]({game}.md) | {', '.join(prefixes[game])} | {title} |\n"

    def filled(file: Path, pattern: re.Pattern[str], rows: str) -> str:
        text, count = pattern.subn(lambda _: rows, file.read_text(encoding="utf-8"))
        if count != 1:
            raise SystemExit(f"{file}: has {count} tables of games instead of one")
        return text

    games = chemix.games()
    readme = root / "README.md"
    found = {readme: filled(readme, GAME_ROWS, "".join(map(row, games)))}
    for folder in sorted((root / "docs/rules").iterdir()):
        readme = folder / "README.md"
        rows = (page_row(game, folder.name) for game in games if game in prefixes)
        found[readme] = filled(readme, PAGE_ROWS, "".join(rows))
    return found


def main() -> int:
    is_check = sys.argv[1:] == ["--check"]
    status = 0
    for file, text in tables(ROOT).items():
        if text == file.read_text(encoding="utf-8"):
            continue
        if is_check:
            print(f"{file.relative_to(ROOT)} is out of date: run tools/game_tables.py")
            status = 1
        else:
            file.write_text(text, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
