# SPDX-License-Identifier: Apache-2.0
"""Every game has all required parts; each omission is reported in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import chemix
import pytest
from rules import SMALL_GAMES, Tree, game_of

ROOT = Path(__file__).parents[2]
GAMES = "include/chemix/games"

# ---- Omissions of games ----


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def own_game(root: Path, game: str) -> str:
    """Name the game in whose header a game stands."""
    return game_of(game, (header.parent.name for header in (root / GAMES).glob("*/rules.hpp")))


def single(root: Path, games: list[str]) -> list[str]:
    return list(dict.fromkeys(own_game(root, game) for game in games))


def unlisted(root: Path, games: list[str]) -> Iterator[str]:
    for header in sorted((root / GAMES).glob("*/rules.hpp")):
        game = header.parent.name
        if game not in games:
            yield f"{game} is no game yet: add its header to include/chemix/games.hpp"


def without_page(root: Path, games: list[str]) -> Iterator[str]:
    for game in single(root, games):
        page = f"docs/rules/en/{game}.md"
        if not (root / page).is_file():
            yield f"{game} has no rules page: state its rules by number in {page}"


def without_rule_tests(root: Path, games: list[str]) -> Iterator[str]:
    for game in single(root, games):
        file = f"tests/games/{game}/rules_test.cpp"
        if not (root / file).is_file():
            yield f"{game} has no rule tests: add a case of every ID to {file}"


def without_reference(root: Path, games: list[str]) -> Iterator[str]:
    for game in single(root, games):
        file = f"tests/games/{game}/reference.py"
        if not (root / file).is_file():
            yield f"{game} has no reference: write {file} from its page alone"
    for game in games:
        file = f"tests/games/{own_game(root, game)}/comparison.py"
        if f'"{game}"' not in text_of(root / file):
            yield f"{game} is not compared with its reference: add a case to {file}"


def without_goldens(root: Path, games: list[str]) -> Iterator[str]:
    for game in games:
        for ending in ("perft", "playthrough"):
            file = f"tests/games/{own_game(root, game)}/{game}.{ending}"
            if not (root / file).is_file():
                yield f"{game} has no {file}: run make golden, and read it"


def without_invalid_states(root: Path, games: list[str]) -> Iterator[str]:
    for game in games:
        file = f"tests/games/{own_game(root, game)}/invalid_states.txt"
        if not re.search(rf"^game {game} ", text_of(root / file), re.M):
            yield f'{game} has no invalid states: add "game {game} ..." and states to {file}'


def without_sentence(root: Path, games: list[str]) -> Iterator[str]:
    """Search all code except that of test games, since games share code that refuses actions."""
    said = re.findall(r'"refusal\.([A-Z]{2}-[1-9]\d*)[."]', text_of(root / "words/en.json"))
    places: dict[str, str] = {}
    for rule, place in Tree(root).refusals:
        if rule not in said and not place.path.startswith(SMALL_GAMES):
            places.setdefault(rule, f"{place.path}:{place.line}")
    for rule, at in places.items():
        yield f"{at} refuses by {rule}, which has no sentence: add it to words/en.json"


FINDINGS: list[Callable[[Path, list[str]], Iterator[str]]] = [
    unlisted,
    without_page,
    without_rule_tests,
    without_reference,
    without_goldens,
    without_invalid_states,
    without_sentence,
]


# ---- The games of the library ----


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.__name__)
def test_no_game_lacks_anything(finding: Callable[[Path, list[str]], Iterator[str]]) -> None:
    found = list(finding(ROOT, chemix.games()))
    assert not found, "\n".join(found)


# ---- Detection of each omission ----

# A complete tree with a game and its match.
COMPLETE = {
    "include/chemix/games/first_game/rules.hpp": 'return refuse("XA-2", card);  // XA-2\n',
    "include/chemix/games/first_game/part.hpp": 'return refuse("XA-3");  // XA-3\n',
    "words/en.json": '"refusal.XA-2": "a",\n"refusal.XA-3": "b",\n',
    "docs/rules/en/first_game.md": "# First game\n\nPrefixes: XA\n",
    "tests/games/first_game/rules_test.cpp": "",
    "tests/games/first_game/reference.py": "",
    "tests/games/first_game/comparison.py": 'CASES = ["first_game", "first_game_match"]\n',
    "tests/games/first_game/first_game.perft": "",
    "tests/games/first_game/first_game.playthrough": "",
    "tests/games/first_game/first_game_match.perft": "",
    "tests/games/first_game/first_game_match.playthrough": "",
    "tests/games/first_game/invalid_states.txt": "game first_game 2\n\ngame first_game_match 2\n",
    "tests/small/least.hpp": 'return refuse("XB-1");\n',
}

# File, removed text (empty: the file itself), and the resulting sentence.
LACKS = {
    "page": (
        ("docs/rules/en/first_game.md", ""),
        "first_game has no rules page: state its rules by number in docs/rules/en/first_game.md",
    ),
    "rule tests": (
        ("tests/games/first_game/rules_test.cpp", ""),
        "first_game has no rule tests: add a case of every ID to "
        "tests/games/first_game/rules_test.cpp",
    ),
    "reference": (
        ("tests/games/first_game/reference.py", ""),
        "first_game has no reference: write tests/games/first_game/reference.py from its page "
        "alone",
    ),
    "case of the match": (
        ("tests/games/first_game/comparison.py", '"first_game_match"'),
        "first_game_match is not compared with its reference: add a case to "
        "tests/games/first_game/comparison.py",
    ),
    "perft": (
        ("tests/games/first_game/first_game.perft", ""),
        "first_game has no tests/games/first_game/first_game.perft: run make golden, and read it",
    ),
    "playthrough of the match": (
        ("tests/games/first_game/first_game_match.playthrough", ""),
        "first_game_match has no tests/games/first_game/first_game_match.playthrough: run make "
        "golden, and read it",
    ),
    "invalid states": (
        ("tests/games/first_game/invalid_states.txt", "game first_game 2\n"),
        'first_game has no invalid states: add "game first_game ..." and states to '
        "tests/games/first_game/invalid_states.txt",
    ),
    "invalid states of the match": (
        ("tests/games/first_game/invalid_states.txt", "game first_game_match 2\n"),
        'first_game_match has no invalid states: add "game first_game_match ..." and states to '
        "tests/games/first_game/invalid_states.txt",
    ),
    "sentence": (
        ("words/en.json", '"refusal.XA-3": "b",\n'),
        "include/chemix/games/first_game/part.hpp:1 refuses by XA-3, which has no sentence: add it "
        "to words/en.json",
    ),
}


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in COMPLETE.items():
        write(tmp_path, name, text)
    return tmp_path


def found_in(root: Path) -> list[str]:
    games = ["first_game", "first_game_match"]
    return [sentence for finding in FINDINGS for sentence in finding(root, games)]


def test_a_complete_tree_passes(tree: Path) -> None:
    assert found_in(tree) == []


@pytest.mark.parametrize("name", LACKS)
def test_each_omission_is_found(tree: Path, name: str) -> None:
    (file, words), sentence = LACKS[name]
    if words:
        assert COMPLETE[file].count(words) == 1
        write(tree, file, COMPLETE[file].replace(words, ""))
    else:
        (tree / file).unlink()
    assert found_in(tree) == [sentence]


def test_unlisted_headers_are_found(tree: Path) -> None:
    write(tree, "include/chemix/games/second/rules.hpp", "")
    expected = "second is no game yet: add its header to include/chemix/games.hpp"
    assert found_in(tree) == [expected]


# ---- Printed values ----


def test_all_compiled_tests_print_values_alike() -> None:
    # Linking keeps one instance of each function, so that a file without the header can replace
    # readable values in the failures of all others by {?}.
    folders = ("tests", "tests/core", "tests/cards", "tests/beliefs", "tests/games", "tests/small")
    sources = [file for folder in folders for file in (ROOT / folder).glob("*_test.cpp")]
    sources += (ROOT / "tests/games").glob("*/*_test.cpp")
    assert len(sources) >= 50
    assert [str(file) for file in sources if "support/printing.hpp" not in text_of(file)] == []
