# SPDX-License-Identifier: Apache-2.0
"""tools/mutants.py finds mutants, rejects invalid ones, and applies the others."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import mutants as tool
import pytest

CPP = """\
// A comment with a + b;
int sum(int a, int b) {
  if (a > 0 &&
      b > 0) return a + b * 2;
  return a - b - 1;
}
constexpr int four() { return 2 + 2; }
static_assert(four() == 4);
void note(int& count, int by) { count += by; }
"""
PYTHON = """\
def larger(a, b):
    return a if a > b and not b < 0 else b
"""


def entry(code: str, mutated: str, file: str = "src/sum.cpp", **more: str) -> str:
    keys = {"file": file, "code": code, "mutated": mutated, "breaks": "XA-1", **more}
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items())
    return "\n".join(["[[mutant]]", *lines, ""])


@pytest.fixture
def place(tmp_path: Path) -> tool.Place:
    """Make a tracked tree with two sources and no mutants."""
    for name, text in (("src/sum.cpp", CPP), ("bindings/larger.py", PYTHON)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    (tmp_path / "lists").mkdir()
    return tool.Place(tmp_path, Path(sys.executable))


def load(place: tool.Place, *entries: str, area: str = "core") -> list[tool.Mutant]:
    (place.root / f"lists/{area}.toml").write_text("\n".join(entries))
    return place.load(place.root / "lists", counted=False)


def fault(place: tool.Place, *entries: str) -> str:
    with pytest.raises(tool.MutantsError) as refused:
        load(place, *entries)
    return str(refused.value)


# ---- Matching ----


def test_whitespace_matches_any_whitespace(place: tool.Place) -> None:
    (mutant,) = load(place, entry("if («a > 0 && b > 0») return", "a > 0"))
    assert (mutant.name, mutant.area) == ("core-1", "core")
    assert CPP[mutant.start : mutant.end] == "a > 0 &&\n      b > 0"


def test_whitespace_within_the_marks_is_left_outside(place: tool.Place) -> None:
    (mutant,) = load(place, entry("return« a - b - 1 »;".replace(" »", "»"), "b"))
    assert CPP[mutant.start : mutant.end] == "a - b - 1"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("return «a * b»;", "code does not occur in src/sum.cpp"),
        ("«return»", "code occurs 3 times in src/sum.cpp: lines 4, 5, 7"),
        ("return a - b", "code must have one expression between « and »"),
        ("return «a» - «b» - 1", "code must have one expression between « and »"),
        ("return «» a - b", "code must have one expression between « and »"),
        ("if («a > 0 && b > 0) return» a", "brackets do not match"),
        ("return «a + b» * 2", "between 'return' and '*'"),
        ("a > 0 && «b > 0) return a + b» * 2", "brackets do not match"),
        ("a - «b - 1»;", "between '-' and ';'"),
        ("int sum(«int a, int b»)", "must be one expression: , stands in it"),
        ("comment «with a»", "« and » must enclose whole words and signs, outside comments"),
        ("cou«nt += by»", "« and » must enclose whole words and signs, outside comments"),
    ],
)
def test_code_must_be_one_expression(place: tool.Place, code: str, reason: str) -> None:
    assert f"core-1: {reason}" in fault(place, entry(code, "0"))


@pytest.mark.parametrize("code", ["return «a - b» - 1", "&& «b > 0») return", "+ «b * 2»;"])
def test_operators_are_applied_from_left_to_right(place: tool.Place, code: str) -> None:
    load(place, entry(code.replace("&& ", "&&\n"), "0"))


@pytest.mark.parametrize(
    ("text", "marked", "fits"),
    [
        ("x = p.size() - 1;", "p.size()", True),
        ("x = p.size() - 1;", "size()", False),
        ("x = -a.b;", "a.b", True),
        ("x = -a.b;", "-a", False),
        ("x = !a == b;", "a == b", False),
        ("x = f<int, 2>(a) + b;", "f<int, 2>(a)", True),
        ("x = f<int, 2>(a) + b;", "f", False),
        ("x = a < b ? c : d + 1;", "a < b", True),
        ("x = a < b ? c : d + 1;", "d + 1", True),
        ("x = a < b ? c : d + 1;", "b ? c : d + 1", False),
        ("x = a ? b : c;", "x = a", False),
        ("g(a, b)(c);", "g(a, b)", True),
        ("x = \"a, b\" + ','.c;", '"a, b"', True),
        ("h(1'000 + b, c);", "1'000 + b, c", False),
        ("x = a || b && c;", "a || b", False),
        ("x = a || b || c;", "b || c", True),
        ("return *a + b;", "a + b", False),
        ("x = a[b] + std::min<int>(b >> 1, 2);", "a[b] + std::min<int>(b >> 1, 2)", True),
    ],
)
def test_precedence(text: str, marked: str, fits: bool) -> None:
    start = text.index(marked)
    mutant = tool.Mutant("core-1", "", "", "0", "", start=start, end=start + len(marked))
    try:
        tool.judge_cpp(mutant, text)
    except tool.MutantsError:
        assert not fits
    else:
        assert fits


@pytest.mark.parametrize(
    ("code", "mutated", "reason"),
    [
        ("a if «a > b and not b < 0» else", "a >", "mutated is not an expression: invalid syntax"),
        ("not «b» < 0", "0", ""),
        ("a > b and «not b» < 0", "b", "what « and » enclose is not one expression"),
        ("return «a if» a", "b", "what « and » enclose is not one expression"),
    ],
)
def test_python_must_be_one_expression(
    place: tool.Place, code: str, mutated: str, reason: str
) -> None:
    text = entry(code, mutated, "bindings/larger.py")
    if reason:
        assert fault(place, text) == f"core-1: {reason}"
    else:
        load(place, text)


def test_mutants_may_enclose_each_other(place: tool.Place) -> None:
    load(place, entry("return «a - b» - 1", "a"), entry("return «a - b - 1»;", "a"))
    other = entry("if (a > 0 && «b > 0») return a + b", "b"), entry("«a > 0 && b > 0»", "a")
    load(place, *other)


def test_mutants_must_not_overlap_in_part(place: tool.Place) -> None:
    one = tool.Mutant("core-1", "a", "«x x»y", "", "")
    other = tool.Mutant("core-2", "a", "x«x x»", "", "")
    overlapping = [
        entry("«a - b» - 1;", "0"),
        entry("a - b - «1; } constexpr int four() { return 2»", "0"),
    ]
    assert "must be one expression" not in fault(place, overlapping[0], overlapping[0])
    assert one.key != other.key
    found = [
        tool.Mutant("core-1", "src/x.cpp", "«a || b» || c", "0", ""),
        tool.Mutant("core-2", "src/x.cpp", "a || «b || c»", "0", ""),
    ]
    faults = list(tool.located(found, {"src/x.cpp": "x = a || b || c;"}))
    assert faults == ["core-2: overlaps core-1, and neither encloses the other"]


# ---- Entries ----


def test_entries_have_the_right_keys(place: tool.Place) -> None:
    wrong = entry("return «a - b» - 1", "a", brakes="XA-2").replace("breaks =", "because =")
    expected = [
        "core-1: no key breaks",
        "core-1: unknown key because",
        "core-1: unknown key brakes",
    ]
    assert fault(place, wrong).splitlines() == expected
    assert fault(place, entry("«x»", " ")) == "core-1: mutated must be a nonempty text"
    assert fault(place, "[[mutants]]\n").splitlines() == ["core.toml: unknown key mutants"]
    assert fault(place, "[[mutant]\n").startswith("core.toml: ")


def test_files_are_tracked(place: tool.Place) -> None:
    text = entry("«x»", "y", "src/none.cpp")
    assert fault(place, text) == "core-1: src/none.cpp is not a tracked file"


def test_no_mutant_is_listed_twice(place: tool.Place) -> None:
    twice = entry("return «a - b - 1»;", "a")
    assert "core-2: is the same as core-1" in fault(place, twice, twice)


def test_areas_are_known(place: tool.Place) -> None:
    with pytest.raises(tool.MutantsError, match=r"more.toml: unknown area; known: games, "):
        load(place, area="more")


def test_each_area_has_enough_and_few_are_equivalent() -> None:
    def some(area: str, count: int, equivalent: str = "") -> list[tool.Mutant]:
        return [
            tool.Mutant(f"{area}-{number}", "", "", "", "", equivalent) for number in range(count)
        ]

    enough = [mutant for area, least in tool.AREAS.items() for mutant in some(area, least)]
    assert list(tool.miscounted(enough)) == []
    assert list(tool.miscounted(enough[1:])) == ["games: 79 mutants; there must be at least 80"]
    assert list(tool.miscounted([*enough, *some("core", 12, "no effect")])) == []
    (reason,) = tool.miscounted([*enough, *some("core", 14, "no effect")])
    assert reason == "14 of 274 mutants are marked as equivalent; at most 5 % may be"


# ---- Application ----


def test_line_numbers_are_kept(place: tool.Place) -> None:
    found = load(place, entry("if («a > 0 && b > 0») return", "a > 0\n    || b > 0"))
    text = tool.applied(CPP, [(found[0], 7)], is_python=False)
    assert text.count("\n") == CPP.count("\n")
    assert "if ((chemix_mutants::is(7) ? (a > 0     || b > 0) : (a > 0 &&\n      b > 0)))" in text


@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")
def test_a_program_runs_the_chosen_mutant(place: tool.Place) -> None:
    found = load(
        place,
        entry("return «a - b» - 1", "a + b"),
        entry("return «a - b - 1»;", "7"),
        entry("return «a - b - 1»; }", "8"),
        entry("return a - «b» - 1", "0"),
        entry("return «2 + 2»;", "5"),
        entry("{ «count += by»; }", "void()"),
        entry("{ «count += by»; }", "count -= by"),
    )
    numbers = tool.numbered(found, {})
    assert sorted(numbers.values()) == [1, 2, 3, 4, 5, 6, 7]
    tool.copy(place, found, numbers)
    program = place.work / "program"
    (place.work / "main.cpp").write_text(
        '#include "tree/src/sum.cpp"\n'
        'int main() { int n = 1; note(n, 2); std::printf("%d %d %d", sum(1, -2), four(), n); }\n'
    )
    header = ["-include", str(place.work / "mutants.hpp")]
    command = ["c++", "-std=c++20", *header, str(place.work / "main.cpp"), "-o", str(program)]
    subprocess.run(command, check=True)

    def output(number: int) -> str:
        reached = {"CHEMIX_MUTANTS_REACHED": str(place.work / "reached.txt")}
        environment = {"CHEMIX_MUTANT": str(number), **reached}
        run = subprocess.run([program], env=environment, check=True, capture_output=True, text=True)
        return run.stdout

    expected = ["2 4 3", "-2 4 3", "7 4 3", "8 4 3", "0 4 3", "2 5 3", "2 4 1", "2 4 -1"]
    assert [output(number) for number in range(8)] == expected
    assert output(-1) == expected[0]
    reached = (place.work / "reached.txt").read_text().split()
    assert sorted(map(int, reached)) == [1, 2, 3, 4, 5, 6, 7]


def test_python_runs_the_chosen_mutant(place: tool.Place, monkeypatch: pytest.MonkeyPatch) -> None:
    file = "bindings/larger.py"
    found = load(
        place,
        entry("return «a if a > b and not b < 0 else b»", "0", file),
        entry("«a > b» and", "a < b", file),
        entry("not «b < 0»", "b == 2", file),
    )
    text = tool.applied(PYTHON, [(m, n) for n, m in enumerate(found, 1)], is_python=True)
    assert text.count("\n") == PYTHON.count("\n")
    tool.write_if_changed(place.work / "chemix_mutants.py", tool.MODULE.encode())
    program = f"{text}print(larger(3, 2), larger(1, 4))"

    def output(number: int) -> str:
        environment = {
            "CHEMIX_MUTANT": str(number),
            "CHEMIX_MUTANTS_REACHED": str(place.work / "reached.txt"),
            "PYTHONPATH": str(place.work),
        }
        command = [sys.executable, "-c", program]
        return subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        ).stdout.strip()

    assert [output(number) for number in range(4)] == ["3 4", "0 0", "2 1", "2 4"]
    assert output(-1) == "3 4"
    assert sorted((place.work / "reached.txt").read_text().split()) == ["1", "2", "3"]


def test_mutants_keep_their_numbers(place: tool.Place) -> None:
    one, two = entry("return «a - b» - 1", "a"), entry("return «a - b - 1»;", "a")
    before = tool.numbered(load(place, one), {})
    after = tool.numbered(load(place, two, one), before)
    assert {key: after[key] for key in before} == before
    assert sorted(after.values()) == [1, 2]


def test_unchanged_files_keep_their_times(place: tool.Place) -> None:
    found = load(place, entry("return «a - b» - 1", "a"))
    (place.tree / "old").mkdir(parents=True)
    (place.tree / "old/gone.cpp").write_text("")
    tool.copy(place, [], {})
    files = [place.tree / "src/sum.cpp", place.tree / "bindings/larger.py"]
    before = [file.stat().st_mtime_ns for file in files]
    tool.copy(place, found, tool.numbered(found, {}))
    changed = [file.stat().st_mtime_ns != time for file, time in zip(files, before, strict=True)]
    assert changed == [True, False]
    assert not (place.tree / "old/gone.cpp").exists()
    assert (place.root / "src/sum.cpp").read_text() == CPP


def test_compiler_errors_are_attributed_to_mutants(place: tool.Place) -> None:
    found = load(place, entry("return «a - b» - 1", "x"), entry("return «2 + 2»;", "y"))
    tool.copy(place, found, tool.numbered(found, {}))
    log = (
        "../tree/src/sum.cpp:5:40: error: 'x' was not declared in this scope\n"
        f"{place.tree}/src/sum.cpp:9:1: error: what else\n"
    )
    assert list(tool.not_compiled(place, found, tool.numbered(found, {}), log)) == [
        "core-1: does not compile: src/sum.cpp:5: error: 'x' was not declared in this scope",
        "in no mutant: src/sum.cpp:9: error: what else",
    ]


# ---- Tests and results ----


def test_likely_tests_run_first_and_then_by_layer() -> None:
    mutant = tool.Mutant(
        "games-1", "include/chemix/games/chip_it/rules.hpp", "", "", "", tests="more"
    )
    tests = [
        tool.Test("Python", "test_more", [], 9, {1}),
        tool.Test("Python", "test_other", [], 2, {1}),
        tool.Test("property", "law: Chemuno", [], 1, {1}),
        tool.Test("property", "law: ChipIt", [], 3, {1}),
        tool.Test("rule", "showdown_test", [], 1, {1}),
        tool.Test("rule", "chip_it_test", [], 2, {1}),
        tool.Test("unit", "bag_test", [], 1, {2}),
    ]
    assert [test.name for test in tool.tests_for(mutant, 1, tests)] == [
        *("chip_it_test", "law: ChipIt", "test_more"),
        *("showdown_test", "law: Chemuno", "test_other"),
    ]


def test_slow_tests_run_only_for_what_they_test() -> None:
    test = tool.Test("Python", "test_cli", [], 9, {1})
    for file, count in (("bindings/python/chemix/state.py", 1), ("src/undo.cpp", 0)):
        mutant = tool.Mutant("python-1", file, "", "", "")
        assert len(tool.tests_for(mutant, 1, [test])) == count


def test_a_mutant_is_killed_by_the_first_test_that_fails(place: tool.Place) -> None:
    (mutant,) = load(place, entry("return «a - b» - 1", "a"))
    place.tree.mkdir(parents=True)
    says = "import os; print(os.environ['CHEMIX_MUTANT'])"
    passes = tool.Test("rule", "passes", [sys.executable, "-c", says], 1, {3})
    fails = tool.Test("unit", "fails", [sys.executable, "-c", "raise SystemExit(4)"], 1, {3})
    outcome = tool.try_out(place, mutant, 3, [fails, passes])
    assert (outcome["result"], outcome["test"], outcome["exit"]) == ("killed", "fails", 4)
    assert tool.execute(place, passes, 3, None) == (0, "3\n")
    assert tool.try_out(place, mutant, 3, [passes]) == {
        **{"key": mutant.key, "name": "core-1", "result": "survived", "reached": True},
        "seconds": pytest.approx(0, abs=9),
    }
    hangs = tool.Test("rule", "hangs", [sys.executable, "-c", "while True: pass"])
    assert tool.execute(place, hangs, 3, 0.2) == (None, "")


# Reaches mutants 1 and 2, and fails with mutant 1.
REACHING = """
import os
number = int(os.environ["CHEMIX_MUTANT"])
if number < 0:
    open(os.environ["CHEMIX_MUTANTS_REACHED"], "a").write("1\\n2\\n2\\n")
raise SystemExit(number == 1)
"""


def test_killed_mutants_are_not_run_again_and_survivors_when_tests_change(
    place: tool.Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = load(
        place,
        entry("return «a - b» - 1", "a"),
        entry("return «a - b - 1»;", "a", equivalent="all is zero"),
        entry("return «2 + 2»;", "5"),
    )
    place.tree.mkdir(parents=True)
    tests = [tool.Test("rule", "sum_test", [sys.executable, "-c", REACHING])]
    monkeypatch.setattr(tool, "tests_of", lambda place: tests)

    def outcome(wanted: list[tool.Mutant]) -> tuple[bool, list[str]]:
        everything = tool.run(place, found, wanted, jobs=2)
        lines = capsys.readouterr().out.splitlines()
        said = [line.partition("] ")[2].partition(", ")[0] for line in lines if "] core" in line]
        return everything, sorted(said)

    with pytest.raises(tool.MutantsError, match="out of date"):
        outcome(found)
    numbers = {mutant.key: number for number, mutant in enumerate(found, 1)}
    state = {"numbers": numbers, "fingerprint": place.fingerprint()}
    (place.work / "state.json").write_text(json.dumps(state))
    assert outcome(found[:1]) == (True, ["core-1: killed by rule: sum_test"])
    assert outcome(found[:2]) == (True, ["core-2: survived"])
    assert outcome(found) == (False, ["core-3: survived"])
    assert list(tool.table(place, found))[-1].endswith("XA-1. No test reaches it.")
    assert outcome(found) == (False, [])
    # A test is added.
    (place.root / "src/sum_test.cpp").write_text("")
    subprocess.run(["git", "add", "src"], cwd=place.root, check=True)
    with pytest.raises(tool.MutantsError, match="out of date"):
        outcome(found)
    (place.work / "state.json").write_text(
        json.dumps({**state, "fingerprint": place.fingerprint()})
    )
    assert outcome(found) == (False, ["core-2: survived", "core-3: survived"])
    # Without a mutant every test must pass.
    tests.append(tool.Test("unit", "fails", [sys.executable, "-c", "raise SystemExit('no')"]))
    with pytest.raises(tool.MutantsError, match="unit: fails fails without a mutant:\nno"):
        outcome(found)


def test_the_table_counts_by_area_and_layer(place: tool.Place) -> None:
    found = load(
        place,
        entry("return «a - b» - 1", "a"),
        entry("return «a - b - 1»;", "a"),
        entry("return «2 + 2»;", "5"),
        entry("if («a > 0 && b > 0»)", "a > 0", equivalent="b is positive"),
    )
    first = {"name": "", "result": "survived", "reached": True}
    killed = {"name": "", "result": "killed", "layer": "unit", "test": "sum_test", "exit": 1}
    outcomes = [
        {**first, "key": found[0].key},
        {**killed, "key": found[0].key},
        {**first, "key": found[1].key},
        {**first, "key": found[3].key},
    ]
    place.work.mkdir(parents=True)
    lines = "".join(json.dumps(outcome) + "\n" for outcome in outcomes)
    (place.work / "results.jsonl").write_text(lines)
    rows = list(tool.table(place, found))
    header = "| area | mutants | rule | unit | C | property | Python | survived | equivalent |"
    assert rows[0] == f"{header} not run |"
    assert "| core | 4 |  | 1 |  |  |  | 1 | 1 | 1 |" in rows
    assert rows[-1] == "- core-2, src/sum.cpp:5: `a - b - 1` → `a`: XA-1."
    # A killed mutant is not equivalent.
    with (place.work / "results.jsonl").open("a") as file:
        file.write(json.dumps({**killed, "key": found[3].key}) + "\n")
    said = "core-4 is marked as equivalent, but killed by unit: sum_test."
    assert list(tool.table(place, found))[-1] == f"- {said}"
