# SPDX-License-Identifier: Apache-2.0
"""tools/rules.py finds rules and each kind of inconsistency."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "rules.py"

# A consistent tree with two pages and two games.
CLEAN = {
    "docs/rules/en/README.md": "# Rules\n\nXA-1 is in the first game, XC-1 would be elsewhere.\n",
    "docs/rules/en/first.md": """\
# First game

Prefixes: XA, XM

- **XA-1** The aim is to win. *(carried by rule: XA-2)*
- **XA-2** Who has no card wins,
  at once.
- **XA-3** (ruling) A card must match.

## Cards

### **XM-1** There are ten cards.

*(carried by
data: decks/first.json, decks/more.json)*
""",
    "docs/rules/en/second.md": """\
# Second game
Prefixes: XB
- **XB-1** A word is meant as it is usually meant. *(convention)*
- **XB-2** All pass.
""",
    "docs/rules/en/rulings.md": "# Rulings\n\n| rule | option |\n| --- | --- |\n| XA-3 | none |\n",
    "docs/guide.md": "As XA-3 says.\n",
    "decks/first.json": "{}",
    "decks/more.json": "{}",
    "include/chemix/core/error.hpp": """\
// The ID of a rule such as `XA-9`.
#include <tl/expected.hpp>
struct RuleError {
  int rule;
};
""",
    "include/chemix/cards/card.hpp": '#include "chemix/core/error.hpp"\n',
    "include/chemix/games/first/rules.hpp": """\
// The first game. Rules: docs/rules/en/first.md
#include "chemix/cards/card.hpp"
#include "chemix/games/expansion/shared.hpp"
#include "chemix/games/first/part.hpp"

// ---- Options (XA-3) ----
// ---- State ----
// ---- What may be done (XA-1 \u2013 XA-3) ----
// -- Laying (XA-3) --
RuleError check(int card) {
  if (card < 0) return refuse("XA-3", card);  // XA-3 (ruling)
  return refuse_late(
      card, "XA-3");
}
// ---- Scoring and end (XA-2) ----
int winner();  // XA-2
""",
    "include/chemix/games/first/part.hpp": "int part();\n",
    "include/chemix/games/expansion/shared.hpp": "int shared();\n",
    "include/chemix/games/second/rules.hpp": """\
// ---- Actions and what they mean ----
/// Passes (XB-2).
int pass();
""",
    "include/chemix/games.hpp": '#include "chemix/games/first/rules.hpp"\n',
    "include/chemix/any_game.hpp": '#include "chemix/games.hpp"\n',
    "include/chemix/chemix.hpp": '#include "any_game.hpp"\n',
    "src/any_game.cpp": '#include <nlohmann/json.hpp>\n#include "chemix/chemix.hpp"\n',
    "capi/include/chemix.h": "#include <stddef.h>\n",
    "capi/chemix.cpp": '#include "chemix.h"\n#include "chemix/any_game.hpp"\n',
    "tests/games/first_test.cpp": """\
TEST_CASE("XA-1: whoever wins has reached the aim") {}
TEST_CASE("XA-2: the last card "
          "wins") {
  SUBCASE("XM-1: ten cards") {}
}
TEST_CASE_FIXTURE(Table<first::Game>, "XA-3: a card that does not match is refused") {
  CHECK(error.rule == "XA-3");
}
""",
    "tests/conformance/laws_test.cpp": 'TEST_CASE_TEMPLATE("XB-1: words", G, AllGames) {}\n',
    "tests/python/test_second.py": "def test_xb_2_all_pass() -> None:\n    pass\n",
}

# The same pages in another language.
TRANSLATED = {
    "docs/rules/en/second.md": CLEAN["docs/rules/en/second.md"].replace("pass.", "pass: `pass`.")
    + "\n| name | most |\n| --- | --- |\n| `slow` | `most_turns` |\n",
    "docs/rules/de/README.md": "# Regeln\n",
    "docs/rules/de/first.md": """\
# Erstes Spiel

Prefixes: XA, XM

- **XA-1** Ziel ist es, zu gewinnen.
- **XA-2** Wer keine Karte hat, gewinnt.
- **XA-3** (Festlegung) Karten passen.
- **XM-1** Es gibt zehn Karten.
""",
    "docs/rules/de/second.md": """\
# Zweites Spiel
Prefixes: XB
- **XB-1** Ein Wort ist gemeint wie sonst.
- **XB-2** Alle passen mit
  `pass`.

| Name | höchstens |
| --- | --- |
| `slow` | `most_turns` |
""",
}


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), "--root", str(root), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    write(tmp_path, CLEAN)
    return tmp_path


def problems(root: Path) -> list[str]:
    """Return the output of `check` without the summary line."""
    result = run(root, "check")
    *found, count = result.stdout.splitlines()
    assert result.stderr == ""
    assert count.endswith(f" rules, {len(found)} problems")
    assert result.returncode == (1 if found else 0)
    return found


def test_a_clean_tree_passes(tree: Path) -> None:
    assert problems(tree) == []


FIRST = "docs/rules/en/first.md"
SECOND = "docs/rules/en/second.md"
RULINGS = "docs/rules/en/rulings.md"
HEADER = "include/chemix/games/first/rules.hpp"
TESTS = "tests/games/first_test.cpp"
CARD = "include/chemix/cards/card.hpp"
ERROR = "include/chemix/core/error.hpp"
SECOND_HEADER = "include/chemix/games/second/rules.hpp"
SHARED = "include/chemix/games/expansion/shared.hpp"

# File, old text, new text, and the only problem that the change causes.
BROKEN = {
    "no mark": (HEADER, "int winner();  // XA-2", "int winner();", f"{FIRST}:6: XA-2 has no mark"),
    "only a caption": (SECOND_HEADER, "/// Passes (XB-2).", "// -- Pass (XB-2) --", "has no mark"),
    "only a range": (
        SECOND_HEADER,
        "(XB-2).",
        "(XB-1 \u2013 XB-2).",
        f"{SECOND}:4: XB-2 has no mark",
    ),
    "only a quotation": (SECOND_HEADER, "(XB-2).", "`XB-2`.", f"{SECOND}:4: XB-2 has no mark"),
    "only a part of a text": (
        SECOND_HEADER,
        "/// Passes (XB-2).",
        'auto a = "see XB-2";',
        "no mark",
    ),
    "no marker on the page": (SECOND, " *(convention)*", "", f"{SECOND}:3: XB-1 has no mark"),
    "no C++ test": (TESTS, "XM-1: ten", "Ten", f"{FIRST}:12: XM-1 has no test"),
    "a test that is commented out": (
        TESTS,
        'TEST_CASE("XA-1',
        '// TEST_CASE("XA-1',
        "XA-1 has no test",
    ),
    "no Python test": (
        "tests/python/test_second.py",
        "def test_xb_2_",
        "def test_xb2_",
        f"{SECOND}:4: XB-2 has no test",
    ),
    "data that is not there": (
        FIRST,
        "more.json",
        "none.json",
        f"{FIRST}:12: XM-1 is carried by decks/none",
    ),
    "unknown mark": (
        HEADER,
        "winner();  //",
        "winner();  // XA-4",
        f"{HEADER}:16: no page states XA-4",
    ),
    "unknown ID in a caption": (
        HEADER,
        "(XA-1 \u2013 XA-3)",
        "(XA-1 \u2013 XA-8)",
        f"{HEADER}:8: no page states XA-8; near: XA-3",
    ),
    "unknown ID as a literal": (
        "src/any_game.cpp",
        "#include <nlohmann",
        'auto rule = "XB-3";\n#include <nlohmann',
        "src/any_game.cpp:1: no page states XB-3",
    ),
    "unknown ID in a C comment": (
        "capi/include/chemix.h",
        "#include",
        "/* A status.\n   XB-7 */\n#include",
        "capi/include/chemix.h:2: no page states XB-7",
    ),
    "unknown ID in a C++ test name": (
        TESTS,
        "XA-1: whoever",
        "XA-1 and XA-5: whoever",
        f"{TESTS}:1: no page states XA-5",
    ),
    "unknown ID in a Python test name": (
        "tests/python/test_second.py",
        "def",
        "def test_xb_11() -> None: ...\ndef",
        "tests/python/test_second.py:1: no page states XB-11",
    ),
    "unknown ID in the documentation": (
        "docs/guide.md",
        "As",
        "See\nXA-33, as",
        "docs/guide.md:2: no page states XA-33",
    ),
    "a refusal of an unknown prefix": (
        SECOND_HEADER,
        "int pass();",
        'auto error = RuleError{"XZ-1"};',
        f"{SECOND_HEADER}:3: no page states XZ-1",
    ),
    "a refusal that no test asserts": (
        SECOND_HEADER,
        "int pass();",
        'auto error = refuse("XB-2", 0);',
        f"{SECOND_HEADER}:3: no test asserts this refusal",
    ),
    "a ruling that is not listed": (
        RULINGS,
        "| XA-3 | none |\n",
        "",
        f"{FIRST}:8: XA-3 is marked (ruling): add a row to {RULINGS}",
    ),
    "a listed rule that is no ruling": (
        FIRST,
        "(ruling) A card",
        "A card",
        f"{RULINGS}:5: XA-3 is not marked (ruling) on its page",
    ),
    "a ruling that is listed twice": (
        RULINGS,
        "| XA-3 | none |\n",
        "| XA-3 | none |\n| XA-3 | none |\n",
        f"{RULINGS}:6: XA-3 is listed in line 5 already",
    ),
    "a prefix without rules": (
        SECOND,
        "Prefixes: XB",
        "Prefixes: XB, XD",
        f"{SECOND}:2: XD has no rule",
    ),
    "the same ID twice": (
        SECOND,
        "**XB-2** All pass.",
        "**XB-2** All pass.\n* **XB-2** Again.",
        f"{SECOND}:5: XB-2 is stated at {SECOND}:4 already",
    ),
    "the same prefix twice": (
        SECOND,
        "Prefixes: XB",
        "Prefixes: XB, XM",
        f"{SECOND}:2: XM is declared at {FIRST}:3 already",
    ),
    "core includes cards": (
        ERROR,
        "#include <tl/expected.hpp>",
        '#include "chemix/cards/card.hpp"',
        f"{ERROR}:2: include/chemix/core/ includes include/chemix/cards/",
    ),
    "cards include games, by a path from there": (
        CARD,
        "chemix/core/error.hpp",
        "../games/first/rules.hpp",
        f"{CARD}:1: include/chemix/cards/ includes include/chemix/games/",
    ),
    "the list includes the adapter": (
        "include/chemix/games.hpp",
        "chemix/games/first/rules.hpp",
        "chemix/any_game.hpp",
        "include/chemix/games.hpp:1: include/chemix/games.hpp includes include/chemix/any_game.hpp",
    ),
    "a header includes a binding": (
        "include/chemix/any_game.hpp",
        "chemix/games.hpp",
        "chemix.h",
        "include/chemix/any_game.hpp:1: include/chemix/any_game.hpp includes capi/",
    ),
    "a binding includes a game": (
        "capi/chemix.cpp",
        "chemix/any_game.hpp",
        "chemix/games/first/rules.hpp",
        "capi/chemix.cpp:2: capi/ includes a single game",
    ),
    "a game includes another": (
        SECOND_HEADER,
        "int pass();",
        '#include "chemix/games/first/part.hpp"',
        f"{SECOND_HEADER}:3: second includes first",
    ),
    "what games share includes one": (
        SHARED,
        "int shared();",
        '#include "chemix/games/first/part.hpp"',
        f"{SHARED}:1: expansion includes first",
    ),
    "fmt among the rules": (
        CARD,
        '"chemix/core/error.hpp"',
        "<fmt/core.h>",
        f"{CARD}:1: the library includes fmt",
    ),
    "JSON in a public header": (
        "include/chemix/any_game.hpp",
        '"chemix/games.hpp"',
        "<nlohmann/json.hpp>",
        "include/chemix/any_game.hpp:1: a public header includes nlohmann",
    ),
    "sections out of order": (
        SECOND_HEADER,
        "int pass();",
        "// ---- Options ----",
        f'{SECOND_HEADER}:3: "Options" stands after "Actions"',
    ),
    "a section twice": (
        SECOND_HEADER,
        "int pass();",
        "// ---- Actions (XB-2) ----",
        f'{SECOND_HEADER}:3: "Actions" stands after "Actions"',
    ),
    "an unknown section": (
        SECOND_HEADER,
        "int pass();",
        "// ---- Odds and ends ----",
        f'{SECOND_HEADER}:3: "Odds and ends" is no section of a game',
    ),
}


def test_a_game_is_mostly_rules(tree: Path) -> None:
    header = "include/chemix/games/first/rules.hpp"
    lines = [*CLEAN[header].splitlines(keepends=True), *["int more();\n"] * 10]
    before = next(i for i, line in enumerate(lines) if line.startswith("// ---- Options"))
    at = next(i for i, line in enumerate(lines) if line.startswith("// ---- What may be done"))
    # As many other lines as leave two thirds for the rules.
    most = (len(lines) - before) * 3 // 2 - len(lines) - 1
    for others, expected in ((most, 0), (most + 1, 1)):
        section = ["// ---- Rules ----\n", *["// how\n"] * others]
        write(tree, {header: "".join([*lines[:at], *section, *lines[at:]])})
        found = [problem for problem in problems(tree) if "not two thirds" in problem]
        assert len(found) == expected


def test_sections_are_counted(tree: Path) -> None:
    rows = run(tree, "sections").stdout.splitlines()
    assert rows[0].split()[:4] == ["lines", "rules", "share", "Options"]
    first = next(row for row in rows if row.endswith("first/rules.hpp")).split()
    assert first[0] == str(CLEAN["include/chemix/games/first/rules.hpp"].count("\n"))
    assert rows[-1].endswith("all")


@pytest.mark.parametrize("name", BROKEN)
def test_check_finds(tree: Path, name: str) -> None:
    file, old, new, expected = BROKEN[name]
    assert CLEAN[file].count(old) == 1
    write(tree, {file: CLEAN[file].replace(old, new)})
    found = problems(tree)
    assert len(found) == 1
    assert expected in found[0]


# File, old text, new text, and the problem.
UNLIKE = {
    "a rule is missing": (
        "first.md",
        "- **XA-2** Wer keine Karte hat, gewinnt.\n",
        "",
        "first.md:6: XA-3 stands where the English page has XA-2",
    ),
    "the last rule is missing": (
        "first.md",
        "- **XM-1** Es gibt zehn Karten.\n",
        "",
        "first.md:1: 3 rules and rows of tables: the English page has 4",
    ),
    "an action is missing": (
        "second.md",
        " mit\n  `pass`",
        "",
        "second.md:4: XB-2: `pass` stands on one of both pages alone",
    ),
    "another name in a table": (
        "second.md",
        "`most_turns`",
        "`max_turns`",
        "second.md:9: row `slow`: `max_turns` stands on one of both pages alone",
    ),
    "another row": (
        "second.md",
        "`slow`",
        "`langsam`",
        "second.md:9: row `langsam` stands where the English page has row `slow`",
    ),
    "a rule of no page": (
        "second.md",
        "wie sonst",
        "wie XA-9",
        "second.md:3: no page states XA-9",
    ),
}


def test_check_accepts_a_matching_translation(tree: Path) -> None:
    write(tree, TRANSLATED)
    assert problems(tree) == []


@pytest.mark.parametrize("name", UNLIKE)
def test_check_finds_differences_between_languages(tree: Path, name: str) -> None:
    file, old, new, expected = UNLIKE[name]
    page = f"docs/rules/de/{file}"
    assert TRANSLATED[page].count(old) == 1
    write(tree, TRANSLATED)
    write(tree, {page: TRANSLATED[page].replace(old, new)})
    found = problems(tree)
    assert len(found) == 1
    assert f"docs/rules/de/{expected}" in found[0]


def test_check_finds_untranslated_pages(tree: Path) -> None:
    write(tree, TRANSLATED)
    (tree / "docs/rules/de/first.md").rename(tree / "docs/rules/de/third.md")
    assert problems(tree) == [
        "docs/rules/de/first.md:1: is missing: there is an English page with this name",
        "docs/rules/de/third.md:1: docs/rules/en/third.md does not exist",
    ]


def test_check_finds_a_page_without_prefixes(tree: Path) -> None:
    write(tree, {"docs/rules/en/third.md": "# Third game\n\nAll win.\n"})
    expected = 'docs/rules/en/third.md:1: add "Prefixes: XY" under the title of the page'
    assert problems(tree) == [expected]


def test_check_finds_a_gap(tree: Path) -> None:
    write(tree, {SECOND: CLEAN[SECOND].replace("XB-2", "XB-4")})
    write(tree, {SECOND_HEADER: "int pass();  // XB-4\n"})
    write(tree, {"tests/python/test_second.py": "def test_xb_4() -> None: ...\n"})
    assert problems(tree) == [f"{SECOND}:4: XB-2 is missing before XB-4"]


def test_check_finds_a_rule_on_the_wrong_page(tree: Path) -> None:
    there = CLEAN[FIRST].replace("### **XM-1** There", "There")
    here = CLEAN[SECOND] + "- **XM-1** Ten cards. *(convention)*\n"
    write(tree, {FIRST: there, SECOND: here})
    assert problems(tree) == [f'{SECOND}:5: XM-1: add XM to the "Prefixes:" of this page']


def test_check_lists_every_problem(tree: Path) -> None:
    write(tree, {HEADER: "", TESTS: ""})
    found = problems(tree)
    assert [line.split(" ")[1:5] for line in found] == [
        ["XA-1", "has", "no", "test:"],
        ["XA-2", "has", "no", "mark"],
        ["XA-2", "has", "no", "test:"],
        ["XA-3", "has", "no", "mark"],
        ["XA-3", "has", "no", "test:"],
        ["XM-1", "has", "no", "test:"],
    ]


def test_quotes_and_slashes_in_literals_are_handled(tree: Path) -> None:
    tricky = """\
auto a = '"';
auto b = "//";  // XA-4
auto c = R"(" // XA-5)";
auto d = "\\\\"; /* XA-6 */ auto e = 1'000'000;  // XA-7
"""
    write(tree, {"src/tricky.cpp": tricky})
    found = [line.partition(";")[0] for line in problems(tree)]
    assert found == [
        "src/tricky.cpp:2: no page states XA-4",
        "src/tricky.cpp:4: no page states XA-6",
        "src/tricky.cpp:4: no page states XA-7",
    ]


def test_where_prints_page_code_and_tests(tree: Path) -> None:
    result = run(tree, "where", "xa-3")
    assert result.returncode == 0
    assert result.stdout.splitlines() == [
        f"{FIRST}:8: - **XA-3** (ruling) A card must match.",
        f'{HEADER}:11: if (card < 0) return refuse("XA-3", card);  // XA-3 (ruling)',
        f'{HEADER}:13: card, "XA-3");',
        f"{TESTS}:6: XA-3: a card that does not match is refused",
    ]


def test_where_joins_long_names_and_finds_python_tests(tree: Path) -> None:
    assert f"{TESTS}:2: XA-2: the last card wins" in run(tree, "where", "XA-2").stdout
    expected = "tests/python/test_second.py:1: test_xb_2_all_pass"
    assert expected in run(tree, "where", "XB-2").stdout.splitlines()


def test_where_suggests_near_rules(tree: Path) -> None:
    result = run(tree, "where", "XA-33")
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith("no page states XA-33; near: XA-3, ")


def test_list_prints_every_rule(tree: Path) -> None:
    long_rule = "- **XB-2** All pass, " + "and pass again, " * 6 + "until the end.\n"
    write(tree, {SECOND: CLEAN[SECOND].replace("- **XB-2** All pass.\n", long_rule)})
    result = run(tree, "list")
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["XA-1", "XA-2", "XA-3", "XM-1", "XB-1", "XB-2"]
    assert lines[1] == f"XA-2   {FIRST}:6: Who has no card wins,"
    assert lines[-1].startswith(f"XB-2   {SECOND}:4: All pass, and pass again,")
    assert lines[-1].endswith(" ...")


def test_reached_prints_how_often_marks_were_executed(tree: Path) -> None:
    def counted(name: str, first: dict[int, int], second: dict[int, int]) -> str:
        files = [
            {"file": file, "lines": [{"line_number": n, "count": c} for n, c in lines.items()]}
            for file, lines in ((HEADER, first), ("include/chemix/games/second/rules.hpp", second))
        ]
        (tree / name).write_text(json.dumps({"files": files}), encoding="utf-8")
        return str(tree / name)

    # A mark belongs to its line, to the lines of its statement, or to the line below a comment.
    laws = counted("laws.json", {11: 99, 12: 2500}, {3: 100})
    references = counted("references.json", {11: 99, 12: 98}, {3: 101})
    result = run(tree, "reached", laws, references)
    assert result.stdout.splitlines() == [
        "rule laws references",
        "XA-1 - - is carried by constants, data or other rules",
        "XA-2 - - is carried by constants, data or other rules",
        "XA-3 2,500 99 rare",
        "XM-1 - - is carried by constants, data or other rules",
        "XB-1 - - is carried by constants, data or other rules",
        "XB-2 100 101",
        "1 rules are reached less than 100 times and have no reason",
    ]
    assert result.returncode == 1
    assert run(tree, "reached", laws).returncode == 0
