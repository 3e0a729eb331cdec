#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds and checks the rules: the pages that state them, the code and the tests that carry them.

The pages in docs/rules/en/ and tests/small/ are the only table read here. A page names its prefixes
under its title (`Prefixes: DK, MT`), and each of its rules begins with its ID in bold
(`- **MT-1** ...`). A rule without a place of its own in the code says so: `*(convention)*`,
`*(carried by rule: CU-14)*`, `*(carried by data: decks/chemix.json)*`.

Every other folder docs/rules/LANGUAGE/ has the same pages in that language: the same rules in the
same order, which name the same things in backquotes, and the same rows of tables.

The page rulings.md, in English only, has a row (`| CU-3 | ...`) for each rule marked (ruling).

The mark of a rule in the code is its ID in a comment, or a string literal that is just the ID.
Captions, ranges of IDs and words in backquotes are no marks. A test has the ID in its doctest name
("CU-7: ...") or at the start of its pytest name (test_cu_7_...). A rule that the code names in a
call of refuse(...) or in a RuleError{...} needs a test that asserts the string "CU-7".
"""

from __future__ import annotations

import argparse
import difflib
import json
import posixpath
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

CODE = ("include", "src", "capi", "bindings")
# The small games that are kept for tests have pages too.
PAGES = ("docs/rules/en", "tests/small")
SMALL_GAMES = "tests/small/"
RULINGS = "docs/rules/en/rulings.md"
NO_RULE_PAGES = ("README.md", "rulings.md")
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".in", ".py", ".pyi"}

# A file may include files of its own line and of the lines above it.
LAYERS = (
    "include/chemix/core/",
    "include/chemix/cards/",
    "include/chemix/beliefs/",
    "include/chemix/games/",
    "include/chemix/games.hpp",
    "include/chemix/any_game.hpp",
    "include/",
    "src/",
    "capi/",
    "bindings/",
)
GAMES = "include/chemix/games/"
# Code that games share: the rules common to all card games, and parts of several games.
SHARED_BY_GAMES = ("include/chemix/games/card_rules.hpp", "include/chemix/games/expansion/")

# The captions of a game's header, `// ---- Actions (CU-3 to CU-8) ----`, begin with these words,
# mapped to whether their sections count as the rules proper.
SECTIONS = {
    "Options": True,
    "Actions": True,
    "State": True,
    "Rules": False,
    "What may be done": True,
    "Scoring and end": True,
    "What is seen and known": False,
    "Ids of actions": False,
    "Matches": True,  # their options, scores and ends
}
MIN_SHARE = 2 / 3  # of a game's header that is rules proper

ID = re.compile(r"\b([A-Z]{2})-([1-9]\d*)\b")
RULE = re.compile(r"(?:[-*] +|#+ +)?\*\*([A-Z]{2}-[1-9]\d*)\*\*\s*(.*)")
PREFIXES = re.compile(r"^Prefixes: ([A-Z]{2}(?:, [A-Z]{2})*)\s*$")
NOT_IN_CODE = re.compile(r"\*\((?:convention|carried\s+by\s+(rule|data):\s+([^)]+))\)\*")
SECTION = re.compile(r"// ---- (.+) ----")
QUOTED = re.compile(r"`[^`]*`")
NAMED_ROW = re.compile(r"\| `")
RULING = "(ruling)"
RULING_ROW = re.compile(r"\| ([A-Z]{2}-[1-9]\d*) \|")
NO_MARKS = re.compile(
    r"(?://|/\*) --(?:--)? .+ --(?:--)?(?: \*/)?$"  # captions
    rf"|{QUOTED.pattern}|{ID.pattern}\s*(?:[-\u2013]|to)\s*{ID.pattern}"  # ranges
)
ENDS = (";", "{", "}", ":")  # ends of lines of code after which a new statement begins
OFTEN = 100
SELDOM = {  # rules that may be reached less often, and why
    "CB-4": "is in a line that the compiler merges with another, so it has no count of its own",
    "CI-2": "rejects impossible states, which references never produce",
    "CN-1": "is checked once for each game that is made",
    "DK-4": "rejects decks, of which few are tried",
    "GN-9": "rejects impossible states, which references never produce",
    "SD-4": "is checked once for each game that is made",
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^">]+)[">]', re.M)
REFUSAL = re.compile(r"\b(?:refuse(?:_\w+)?\s*\(|RuleError(?:\s+\w+)?\s*\{)[^;]*")
CPP_TEST = re.compile(
    r'\b(?:TEST_CASE\w*|SUBCASE)\s*\(\s*(?:[\w:<>]+\s*,\s*)?((?:"(?:\\.|[^"\\\n])*"\s*)+)'
)
PYTHON_TEST = re.compile(r"^[ \t]*(?:async )?def (test_([a-z]{2})_([1-9]\d*)(?![a-z\d])\w*)", re.M)
CPP_TOKEN = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<long>R"(?P<end>[^\s()\\"]*)\(.*?\)(?P=end)")'
    r"""|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])')""",
    re.S,
)
PYTHON_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)|(?P<long>(?P<quote>"{3}|'{3})(?:\\.|.)*?(?P=quote))"""
    r"""|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')""",
    re.S,
)


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file, with its text or an error message."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"

    def saying(self, text: str) -> Place:
        return Place(self.path, self.line, text)


@dataclass(frozen=True)
class Rule:
    place: Place
    words: str
    in_code: bool
    is_ruling: bool
    data: list[str]


Found = Iterator[tuple[str, Place]]  # IDs with their places


def game_of(name: str, games: Iterable[str]) -> str:
    """Return the game of a match: the name of a match begins with that of its game."""
    return max((game for game in games if f"{name}_".startswith(f"{game}_")), key=len, default=name)


def blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


class Source:
    """A file of code, split into comments, string literals and code without comments."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.lines, self.text = path, text.split("\n"), text
        self.comments: list[re.Match[str]] = []
        self.strings: list[re.Match[str]] = []
        self.is_python = path.endswith((".py", ".pyi"))
        self.code = (PYTHON_TOKEN if self.is_python else CPP_TOKEN).sub(self._keep, text)

    def _keep(self, token: re.Match[str]) -> str:
        if token["string"]:
            self.strings.append(token)
            return token[0]
        if token["comment"]:
            self.comments.append(token)
        return blank(token)

    def place(self, position: int) -> Place:
        line = self.text.count("\n", 0, position)
        return Place(self.path, line + 1, self.lines[line].strip())

    def marks(self) -> Found:
        return self.mentions(but=NO_MARKS)

    def mentions(self, but: re.Pattern[str] = QUOTED) -> Found:
        for comment in self.comments:
            for match in ID.finditer(but.sub(blank, comment[0])):
                yield match[0], self.place(comment.start() + match.start())
        yield from self.literals()

    def literals(self) -> Found:
        for string in self.strings:
            if ID.fullmatch(string[0][1:-1]):
                yield string[0][1:-1], self.place(string.start())

    def refusals(self) -> Found:
        for call in REFUSAL.finditer(self.code):
            for match in re.finditer(rf'"({ID.pattern})"', call[0]):
                yield match[1], self.place(call.start() + match.start())

    def tests(self) -> Found:
        if self.is_python:
            for match in PYTHON_TEST.finditer(self.code):
                place = self.place(match.start(1))
                yield f"{match[2].upper()}-{match[3]}", place.saying(match[1])
        else:
            for match in CPP_TEST.finditer(self.code):
                name = "".join(re.findall(r'"((?:\\.|[^"\\\n])*)"', match[1]))
                for rule in ID.finditer(name):
                    yield rule[0], self.place(match.start(1)).saying(name)


class Tree:
    """All pages, code and tests below `root`, and the checks on them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: set[Place] = set()
        self.rules: dict[str, Rule] = {}
        self.prefixes: dict[str, Place] = {}
        for file in sorted(file for folder in PAGES for file in (root / folder).glob("*.md")):
            if file.name not in NO_RULE_PAGES:
                self._read_page(file.relative_to(root).as_posix(), file.read_text("utf-8"))
        tests = list(self._sources("tests"))
        small_games = [
            source
            for source in tests
            if source.path.startswith(SMALL_GAMES) and "_test." not in source.path
        ]
        tests = [source for source in tests if source not in small_games]
        self.code = [source for folder in CODE for source in self._sources(folder)] + small_games
        self.marks = [found for source in self.code for found in source.marks()]
        self.refusals = [found for source in self.code for found in source.refusals()]
        self.tests = [found for source in tests for found in source.tests()]
        self.asserted = {rule for source in tests for rule, _ in source.literals()}

    def _sources(self, folder: str) -> Iterator[Source]:
        for file in sorted((self.root / folder).rglob("*")):
            if file.suffix in SUFFIXES:
                yield Source(file.relative_to(self.root).as_posix(), file.read_text("utf-8"))

    def _read_page(self, path: str, text: str) -> None:
        lines = text.split("\n")
        declared = [
            (i, match) for i in range(min(5, len(lines))) if (match := PREFIXES.match(lines[i]))
        ]
        if not declared:
            self.report(Place(path, 1, ""), 'add "Prefixes: XY" under the title of the page')
        for i, match in declared:
            for prefix in match[1].split(", "):
                place = Place(path, i + 1, prefix)
                other = self.prefixes.setdefault(prefix, place)
                if other != place:
                    self.report(place, f"{prefix} is declared at {other.path}:{other.line} already")
        starts = [i for i, line in enumerate(lines) if line.startswith("#") or RULE.match(line)]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            if head := RULE.match(lines[start]):
                stated = "\n".join(lines[start:end])
                marker = NOT_IN_CODE.search(stated)
                data = re.split(r",\s+", marker[2]) if marker and marker[1] == "data" else []
                place = Place(path, start + 1, lines[start])
                self._add_rule(
                    head[1], Rule(place, head[2], marker is None, RULING in stated, data)
                )

    def _add_rule(self, name: str, rule: Rule) -> None:
        page = self.prefixes.get(name[:2])
        if page is None or page.path != rule.place.path:
            self.report(rule.place, f'{name}: add {name[:2]} to the "Prefixes:" of this page')
        first = self.rules.setdefault(name, rule).place
        if first != rule.place:
            self.report(rule.place, f"{name} is stated at {first.path}:{first.line} already")

    def report(self, place: Place, problem: str) -> None:
        self.problems.add(place.saying(problem))

    def near(self, name: str) -> str:
        close = difflib.get_close_matches(name, self.rules, n=4)
        return f"; near: {', '.join(close)}" if close else ""


def check_numbers(tree: Tree) -> None:
    for prefix, place in tree.prefixes.items():
        numbers = sorted(int(name[3:]) for name in tree.rules if name[:2] == prefix)
        if not numbers:
            tree.report(place, f"{prefix} has no rule: state {prefix}-1 or drop the prefix")
        for before, number in zip([0, *numbers], numbers, strict=False):
            if number != before + 1:
                gap = tree.rules[f"{prefix}-{number}"].place
                tree.report(gap, f"{prefix}-{before + 1} is missing before {prefix}-{number}")


def check_coverage(tree: Tree) -> None:
    marked, tested = ({name for name, _ in found} for found in (tree.marks, tree.tests))
    for name, rule in tree.rules.items():
        if rule.in_code and name not in marked:
            way_out = "or end the rule with *(carried by rule: ...)* or *(convention)*"
            text = (
                f'{name} has no mark in the code: put "// {name}" where it is enforced, {way_out}'
            )
            tree.report(rule.place, text)
        if name not in tested:
            tree.report(rule.place, f'{name} has no test: name one "{name}: ..." in tests/')
        for file in rule.data:
            if not (tree.root / file).is_file():
                tree.report(rule.place, f"{name} is carried by {file}, which does not exist")


def check_unknown(tree: Tree) -> None:
    mentions = [found for source in tree.code for found in source.mentions()] + tree.tests
    for file in [*tree.root.glob("*.md"), *(tree.root / "docs").rglob("*.md")]:
        path = file.relative_to(tree.root).as_posix()
        for number, line in enumerate(file.read_text("utf-8").split("\n"), 1):
            mentions += [(match[0], Place(path, number, line)) for match in ID.finditer(line)]
    known = [(name, place) for name, place in mentions if name[:2] in tree.prefixes]
    for name, place in known + tree.refusals:
        if name not in tree.rules:
            tree.report(place, f"no page states {name}{tree.near(name)}")


def check_rulings(tree: Tree) -> None:
    """Compare the marked rules with the list of rulings."""
    listed: dict[str, Place] = {}
    page = tree.root / RULINGS
    lines = page.read_text("utf-8").split("\n") if page.is_file() else []
    for number, line in enumerate(lines, 1):
        if row := RULING_ROW.match(line):
            place = Place(RULINGS, number, row[1])
            if row[1] in listed:
                tree.report(place, f"{row[1]} is listed in line {listed[row[1]].line} already")
            listed.setdefault(row[1], place)
    for name, rule in tree.rules.items():
        if rule.place.path.startswith(SMALL_GAMES):
            continue
        if rule.is_ruling and name not in listed:
            tree.report(rule.place, f"{name} is marked {RULING}: add a row to {RULINGS}")
        if not rule.is_ruling and name in listed:
            tree.report(listed[name], f"{name} is not marked {RULING} on its page")


def check_languages(tree: Tree) -> None:
    pages = tree.root / PAGES[0]
    translated = [page for page in sorted(pages.glob("*.md")) if page != tree.root / RULINGS]
    for folder in sorted(path for path in pages.parent.iterdir() if path != pages):
        for page in translated:
            other = folder / page.name
            place = Place(other.relative_to(tree.root).as_posix(), 1, "")
            if not other.is_file():
                tree.report(place, "is missing: there is an English page with this name")
            elif page.name != "README.md":
                compare_languages(tree, place, page.read_text("utf-8"), other.read_text("utf-8"))
        for other in sorted(folder.glob("*.md")):
            if not (pages / other.name).is_file():
                place = Place(other.relative_to(tree.root).as_posix(), 1, "")
                tree.report(place, f"{PAGES[0]}/{other.name} does not exist")


def compare_languages(tree: Tree, place: Place, english: str, other: str) -> None:
    expected, found = parts_of(english), parts_of(other)
    for (name, quoted, _), (other_name, other_quoted, line) in zip(expected, found, strict=False):
        here = Place(place.path, line, "")
        if name != other_name:
            tree.report(here, f"{other_name} stands where the English page has {name}")
            return
        if differing := sorted(quoted ^ other_quoted):
            tree.report(here, f"{name}: {differing[0]} stands on one of both pages alone")
    if len(expected) != len(found):
        counted = f"{len(found)} rules and rows of tables: the English page has {len(expected)}"
        tree.report(place, counted)


def parts_of(page: str) -> list[tuple[str, set[str], int]]:
    """Find the rules and the table rows that begin with a name, each with its backquoted words.

    A rule ends with its paragraph.
    """
    parts: list[tuple[str, set[str], int]] = []
    quoted: set[str] = set()
    for number, line in enumerate(page.split("\n"), 1):
        if head := RULE.match(line):
            quoted = set()
            parts.append((head[1], quoted, number))
        elif NAMED_ROW.match(line):
            quoted = set()
            parts.append((f"row {line.split('|')[1].strip()}", quoted, number))
        elif line.startswith(("#", "|")) or not line:
            quoted = set()
        quoted.update(QUOTED.findall(line))
    return parts


def check_refusals(tree: Tree) -> None:
    for name, place in tree.refusals:
        if name in tree.rules and name not in tree.asserted:
            todo = f'add one that is refused and checks error.rule == "{name}"'
            tree.report(place, f"no test asserts this refusal: {todo}")


def check_includes(tree: Tree) -> None:
    for source in tree.code:
        for match in INCLUDE.finditer(source.code):
            name = match[1]
            beside = posixpath.normpath(posixpath.join(posixpath.dirname(source.path), name))
            paths = (beside, f"include/{name}", f"capi/include/{name}")
            target = next((path for path in paths if (tree.root / path).is_file()), name)
            if target == name and name.startswith("chemix/"):
                target = f"include/{name}"
            if fault := include_fault(source.path, target):
                tree.report(source.place(match.start(1)), fault)


def include_fault(path: str, target: str) -> str:
    """Return the error in `path` including `target`, or an empty text."""
    own, other = (
        next((i for i, layer in enumerate(LAYERS) if file.startswith(layer)), -1)
        for file in (path, target)
    )
    game, other_game = (file.removeprefix(GAMES).split("/")[0] for file in (path, target))
    fault = ""
    if own < 0:
        return fault
    if path.startswith("include/") and target.startswith("nlohmann/"):
        fault = "a public header includes nlohmann; JSON belongs in src/"
    elif path.startswith(("include/", "src/")) and target.startswith("fmt/"):
        fault = "the library includes fmt; use src/concat.hpp to concatenate texts"
    elif other > own:
        fault = (
            f"{LAYERS[own]} includes {LAYERS[other]}, which depends on it; reverse the dependency"
        )
    elif path.startswith(("capi/", "bindings/")) and target.startswith(GAMES):
        fault = f"{LAYERS[own]} includes a single game; use chemix/any_game.hpp"
    elif target.startswith(SHARED_BY_GAMES):
        pass
    elif path.startswith(GAMES) and target.startswith(GAMES) and game != other_game:
        fault = f"{game} includes {other_game}: move shared code to include/chemix/cards/"
    return fault


def is_game_header(source: Source) -> bool:
    return re.fullmatch(rf"{GAMES}\w+/rules\.hpp", source.path) is not None


def check_sections(tree: Tree) -> None:
    names = list(SECTIONS)
    for source in filter(is_game_header, tree.code):
        last = -1
        for comment in source.comments:
            caption = SECTION.fullmatch(comment[0].strip())
            if not caption:
                continue
            place = source.place(comment.start())
            index = next((i for i, words in enumerate(names) if caption[1].startswith(words)), -1)
            if index < 0:
                known = ", ".join(names)
                tree.report(place, f'"{caption[1]}" is no section of a game; they are: {known}')
            elif index <= last:
                order = f'"{names[index]}" stands after "{names[last]}"'
                tree.report(place, f"{order}: keep the sections in order, each once")
            last = max(last, index)
        sizes = section_sizes(source)
        if "Rules" in sizes and rules_share(sizes) < MIN_SHARE:
            tree.report(
                source.place(0),
                f"{rules_share(sizes):.0%} of the lines are rules proper, not two thirds: what is "
                "cold belongs in src/games/, what others need too in include/chemix/cards/",
            )


def section_sizes(source: Source) -> dict[str, int]:
    """Count the lines of each section of a game's header; "" is the part before the first."""
    sizes: dict[str, int] = {}
    section = ""
    for line in source.text.splitlines():
        if caption := SECTION.fullmatch(line.strip()):
            section = next((words for words in SECTIONS if caption[1].startswith(words)), section)
        sizes[section] = sizes.get(section, 0) + 1
    return sizes


def rules_share(sizes: dict[str, int]) -> float:
    """Return the share of a header that is rules proper."""
    proper = sum(lines for section, lines in sizes.items() if SECTIONS.get(section))
    return proper / max(1, sum(sizes.values()))


def list_sections(tree: Tree) -> int:
    """Print the number of lines of every game's header by section."""
    rows = [["lines", "rules", "share", *SECTIONS]]
    all_lines = all_proper = 0
    for source in filter(is_game_header, tree.code):
        sizes = section_sizes(source)
        lines, share = sum(sizes.values()), rules_share(sizes)
        name = source.path.removeprefix(GAMES)
        counts = [str(sizes.get(section, 0)) for section in SECTIONS]
        rows.append([str(lines), str(round(lines * share)), f"{share:.0%}", *counts, name])
        all_lines += lines
        all_proper += round(lines * share)
    share = all_proper / max(1, all_lines)
    rows.append([str(all_lines), str(all_proper), f"{share:.0%}", *[""] * len(SECTIONS), "all"])
    for row in rows:
        cells = [f"{cell:>{len(head)}}" for cell, head in zip(row, rows[0], strict=False)]
        print("  ".join([*cells, *row[len(rows[0]) :]]).rstrip())
    return 0


def check(tree: Tree) -> int:
    check_numbers(tree)
    check_coverage(tree)
    check_unknown(tree)
    check_rulings(tree)
    check_languages(tree)
    check_refusals(tree)
    check_includes(tree)
    check_sections(tree)
    for problem in sorted(tree.problems):
        print(problem)
    print(f"{len(tree.rules)} rules, {len(tree.problems)} problems")
    return 1 if tree.problems else 0


def where(tree: Tree, name: str) -> int:
    if name not in tree.rules:
        print(
            f"no page states {name}{tree.near(name)}; `rules.py list` prints all", file=sys.stderr
        )
        return 1
    found: Iterable[tuple[str, Place]] = [(name, tree.rules[name].place), *tree.marks, *tree.tests]
    for place in dict.fromkeys(place for rule, place in found if rule == name):
        print(place)
    return 0


class Executed:
    """How often lines were executed, as gcovr counted them (`--json`)."""

    def __init__(self, tree: Tree, file: Path) -> None:
        self.name = file.stem
        self._marks = tree.marks
        self._sources = {source.path: source for source in tree.code}
        self._counts = {
            found["file"]: {line["line_number"]: line["count"] for line in found["lines"]}
            for found in json.loads(file.read_text("utf-8"))["files"]
        }

    def at(self, mark: Place) -> int | None:
        """Return the count of a mark's line, or of the line it comments; None without code."""
        counts = self._counts.get(mark.path, {})
        code = self._sources[mark.path].code.split("\n")
        line = mark.line
        while line <= len(code) and not code[line - 1].strip():
            line += 1
        # For a statement of several lines gcov often counts only the first.
        while line not in counts and line > 1 and not code[line - 2].rstrip().endswith(ENDS):
            line -= 1
        return counts.get(line)

    def often(self, name: str) -> int | None:
        """Return the highest count among the marks of a rule; None without code."""
        found = [self.at(place) for rule, place in self._marks if rule == name]
        return max((count for count in found if count is not None), default=None)


def list_reached(tree: Tree, files: list[Path]) -> int:
    """Print how often the marks of each rule were executed; fail if one that can be is seldom."""
    counted = [Executed(tree, file) for file in files]
    print("rule", *(executed.name for executed in counted))
    rare = 0
    for name, rule in tree.rules.items():
        if rule.place.path.startswith(SMALL_GAMES):
            continue
        counts = [executed.often(name) for executed in counted]
        reason = ""
        if any(count is not None and count < OFTEN for count in counts):
            reason = SELDOM.get(name, "rare")
            rare += reason == "rare"
        elif all(count is None for count in counts):
            reason = "is carried by constants, data or other rules"
        cells = ["-" if count is None else f"{count:,}" for count in counts]
        print(" ".join([name, *cells, reason]).rstrip())
    print(f"{rare} rules are reached less than {OFTEN} times and have no reason")
    return 1 if rare else 0


def list_rules(tree: Tree) -> int:
    lines = []
    for name, rule in tree.rules.items():
        words = rule.words if len(rule.words) <= 60 else rule.words[:60].rsplit(" ", 1)[0] + " ..."
        lines.append(f"{name:6} {rule.place.path}:{rule.place.line}: {words}")
    print("\n".join(lines))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    here = Path(__file__).resolve().parent.parent
    parser.add_argument(
        "--root", type=Path, default=here, help="the tree to read (default: this one)"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="print every rule with the line that states it")
    finder = commands.add_parser("where", help="print page, code and tests of one rule")
    finder.add_argument("rule", type=str.upper, help="an ID such as CU-7")
    reached = commands.add_parser("reached", help="print how often each rule was executed")
    reached.add_argument("files", nargs="+", type=Path, help="counts of lines, by gcovr --json")
    commands.add_parser("sections", help="print how many lines of the games' headers are rules")
    commands.add_parser("check", help="print inconsistencies; fail if there are any")
    arguments = parser.parse_args()
    tree = Tree(arguments.root)
    if arguments.command == "where":
        return where(tree, arguments.rule)
    if arguments.command == "reached":
        return list_reached(tree, arguments.files)
    if arguments.command == "sections":
        return list_sections(tree)
    return check(tree) if arguments.command == "check" else list_rules(tree)


if __name__ == "__main__":
    sys.exit(main())
