#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation testing: do the tests notice when the code breaks a rule or a promise?

tests/mutants/AREA.toml lists the mutants. Each names a piece of a file in which «» enclose the
expression to replace, its replacement, and the rule or promise that the replacement breaks:

    [[mutant]]
    file = "include/chemix/games/chemuno/rules.hpp"
    code = 'if («open.penalty > 0» && !is_two) return refuse("CU-11");'
    mutated = 'open.penalty > 1'
    breaks = "CU-11: an open penalty must be answered"

`build` applies all mutants to a copy of the tree and compiles them into one set of programs, in
which the environment variable CHEMIX_MUTANT selects the mutant that runs. `run` first runs the
tests without a mutant, recording which test reaches which mutant, and then each mutant with only
those tests. CONTRIBUTING.md describes how to write mutants and what counts as killing one.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomllib

# The minimum number of mutants of each area.
AREAS = {
    "games": 80,
    "cards": 15,
    "beliefs": 15,
    "core": 15,
    "adapter": 15,
    "decks": 15,
    "records": 15,
    "sessions": 15,
    "undo": 15,
    "fair_dealing": 15,
    "capi": 15,
    "policies": 15,
    "python": 15,
}
MAX_EQUIVALENT = 0.05
NEEDED_KEYS = {"file", "code", "mutated", "breaks"}
OTHER_KEYS = {"equivalent", "tests"}

# The tests that may kill a mutant, in the order in which they run.
LAYERS = ("rule", "unit", "C", "property", "Python")
PROPERTY_PROGRAMS = ("law", "tensor", "belief", "mutated_input", "allocation")
# C programs and Python files that are not run. Signatures and digests do not say what broke; the
# notebooks compare recorded output; the others test tools and documents.
LEFT_OUT = {
    "signature",
    "test_bench",
    "test_bindings_page",
    "test_layers",
    "test_mutants_tool",
    "test_notebooks",
    "test_readme",
    "test_repository",
    "test_retired_names",
    "test_rules_tool",
    "test_same_digests",
    "test_signature",
}
# No test that runs depends on these.
IRRELEVANT = (".ci/", "docs/", "packaging/", "tests/fuzz/", "tests/mutants/", "tools/")
# These take minutes, and are likely to fail only for mutants in the code that they test.
ONLY_FOR = {
    "test_policies": ("bindings/", "include/chemix/agents/", "src/agents/"),
    **dict.fromkeys(
        (
            "test_adapters",
            "test_cli",
            "test_gymnasium",
            "test_openspiel",
            "test_pettingzoo",
            "test_adapter_properties",
            "test_python_games",
            "test_reports",
            "test_server_connections",
            "test_server_games",
            "test_study",
            "test_tournament",
            "test_wrong_values",
        ),
        ("bindings/",),
    ),
}
# Recorded output too.
DESELECTED = ["tests/python/test_cli.py::test_transcript_matches"]
# Settings that are quick and still find broken laws.
EFFORT = {
    "ADAPTERS": "1",
    "GAMES": "1",
    "LAWS": "40",
    "MUTATIONS": "2000",
    "REFERENCE_GAMES": "4",
    "WORLDS": "100",
}
MAX_MEMORY = 8 * 2**30

HEADER = r"""// Included in front of every C++ source of the mutated copy.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace chemix_mutants {

/// The selected mutant; 0: none; negative: none, but reached mutants are recorded.
inline const int chosen = [] {
  const char* text = std::getenv("CHEMIX_MUTANT");
  return text == nullptr ? 0 : std::atoi(text);
}();

[[gnu::cold, gnu::noinline]] inline bool reached(int number) {
  static bool written[4096];
  if (written[number]) return false;
  written[number] = true;
  char line[16];
  const int size = std::snprintf(line, sizeof line, "%d\n", number);
  const char* path = std::getenv("CHEMIX_MUTANTS_REACHED");
  const int file = path == nullptr ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0 || write(file, line, static_cast<std::size_t>(size)) != size) std::abort();
  close(file);
  return false;
}

constexpr bool is(int number) {
  return !__builtin_is_constant_evaluated() &&
         (chosen == number || (chosen < 0 && reached(number)));
}

}  // namespace chemix_mutants
"""

MODULE = '''"""Selects the mutant; 0: none; negative: none, but reached mutants are recorded."""

import os

_chosen = int(os.environ.get("CHEMIX_MUTANT", "0"))
_written = set()


def chosen_is(number):
    if _chosen < 0 and number not in _written:
        _written.add(number)
        with open(os.environ["CHEMIX_MUTANTS_REACHED"], "a") as file:
            file.write(f"{number}\\n")
    return _chosen == number
'''


class MutantsError(Exception):
    """Errors that prevent any work, one per line."""


# ---- The lists ----


@dataclass
class Mutant:
    name: str
    file: str
    code: str
    mutated: str
    breaks: str
    equivalent: str = ""
    tests: str = ""
    # The offset of the expression in the file.
    start: int = 0
    end: int = 0

    @property
    def area(self) -> str:
        return self.name.rpartition("-")[0]

    @property
    def key(self) -> str:
        """Identify the mutant by what it does, wherever it is listed."""
        text = "\0".join((self.file, self.code, self.mutated))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def hints(self) -> list[str]:
        """Words in the names of the tests that are likely to kill it."""
        hints = re.findall(r"[^\s,]+", self.tests)
        game = re.match(r"(?:include/chemix|src)/games/(\w+)", self.file)
        return [*hints, game[1]] if game else hints


def load(folder: Path) -> tuple[list[Mutant], list[str]]:
    """Read all lists; return the mutants, and errors in entries."""
    mutants: list[Mutant] = []
    faults: list[str] = []
    for file in sorted(folder.glob("*.toml")):
        area = file.stem
        if area not in AREAS:
            faults.append(f"{file.name}: unknown area; known: {', '.join(AREAS)}")
        try:
            table = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            faults.append(f"{file.name}: {error}")
            continue
        for key in table.keys() - {"mutant"}:
            faults.append(f"{file.name}: unknown key {key}")
        for number, entry in enumerate(table.get("mutant", []), 1):
            name = f"{area}-{number}"
            wrong = [f"unknown key {key}" for key in entry.keys() - NEEDED_KEYS - OTHER_KEYS]
            wrong += [f"no key {key}" for key in NEEDED_KEYS - entry.keys()]
            wrong += [
                f"{key} must be a nonempty text"
                for key, value in entry.items()
                if not (isinstance(value, str) and value.strip())
            ]
            faults += [f"{name}: {text}" for text in sorted(wrong)]
            if not wrong:
                mutants.append(Mutant(name, **entry))
    by_key: dict[str, str] = {}
    for mutant in mutants:
        if (other := by_key.setdefault(mutant.key, mutant.name)) != mutant.name:
            faults.append(f"{mutant.name}: is the same as {other}")
    return mutants, faults


def miscounted(mutants: list[Mutant]) -> Iterator[str]:
    counts = Counter(mutant.area for mutant in mutants)
    for area, least in AREAS.items():
        if counts[area] < least:
            yield f"{area}: {counts[area]} mutants; there must be at least {least}"
    equivalent = sum(bool(mutant.equivalent) for mutant in mutants)
    if equivalent > MAX_EQUIVALENT * len(mutants):
        yield f"{equivalent} of {len(mutants)} mutants are marked as equivalent; at most 5 % may be"


# ---- Location of a mutant ----


def pattern(text: str) -> str:
    """Return a pattern that matches the text with any whitespace where it has some."""
    return r"\s+".join(re.escape(word) for word in re.split(r"\s+", text))


def locate(mutant: Mutant, text: str) -> None:
    """Find the expression in the text of the file, or raise MutantsError."""
    parts = re.split("[«»]", mutant.code.strip())
    marks = re.findall("[«»]", mutant.code)
    if marks != ["«", "»"] or not parts[1].strip():
        raise MutantsError("code must have one expression between « and »")
    before, inside, after = parts
    # Whitespace next to the marks belongs outside.
    if inside[0].isspace():
        before, inside = before + " ", inside.lstrip()
    if inside[-1].isspace():
        after, inside = " " + after, inside.rstrip()
    wanted = re.compile(f"(?={pattern(before)}({pattern(inside)}){pattern(after)})")
    found = list(wanted.finditer(text))
    if not found:
        raise MutantsError(f"code does not occur in {mutant.file}")
    if len(found) > 1:
        lines = ", ".join(str(text.count("\n", 0, match.start(1)) + 1) for match in found)
        raise MutantsError(f"code occurs {len(found)} times in {mutant.file}: lines {lines}")
    mutant.start, mutant.end = found[0].span(1)


def located(mutants: list[Mutant], texts: dict[str, str]) -> Iterator[str]:
    """Find all mutants; yield errors, such as two that overlap in part."""
    by_file: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        text = texts.get(mutant.file)
        try:
            if text is None:
                raise MutantsError(f"{mutant.file} is not a tracked file")
            locate(mutant, text)
            judge = judge_python if mutant.file.endswith(".py") else judge_cpp
            judge(mutant, text)
        except MutantsError as error:
            yield f"{mutant.name}: {error}"
            continue
        by_file.setdefault(mutant.file, []).append(mutant)
    for found in by_file.values():
        found.sort(key=lambda mutant: (mutant.start, -mutant.end))
        around: list[Mutant] = []
        for mutant in found:
            while around and around[-1].end <= mutant.start:
                around.pop()
            if around and mutant.end > around[-1].end:
                yield f"{mutant.name}: overlaps {around[-1].name}, and neither encloses the other"
            around.append(mutant)


# ---- Whether an expression can be put in parentheses ----
# In `a + b * c` the text `a + b` is not an expression of the program: parentheses around it would
# change the program even without a mutant.

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<operand>[A-Za-z_]\w*|\.?\d(?:[\w.']|[eEpP][+-])*
        |(?:u8|[uUL])?R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<sign><=>|<<=|>>=|->\*|\.\.\.|\.\*|->|::|\+\+|--|<<|&&|\|\||[-+*/%&|^<>=!]=|.)""",
    re.X | re.S,
)
LEVELS = (
    ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "?", ":"),
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<=>",),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
    (".*", "->*"),
)
LEVEL_OF = {sign: level for level, signs in enumerate(LEVELS) for sign in signs}
PREFIX, POSTFIX = len(LEVELS), len(LEVELS) + 1
# After these words an expression begins.
BEGINNING = {"return", "co_return", "co_yield", "throw", "case", "else", "do"}
PAIRS = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Token:
    text: str
    start: int
    # For a sign: whether it is a binary operator.
    binary: bool = False
    is_operand: bool = False


def tokens_of(text: str) -> list[Token]:
    tokens: list[Token] = []
    position = 0
    while position < len(text):
        found = TOKEN.match(text, position)
        assert found is not None
        if found["space"] is None:
            token = Token(found[0], found.start(), is_operand=found["operand"] is not None)
            last = tokens[-1] if tokens else None
            after_operand = last is not None and (
                (last.is_operand and last.text not in BEGINNING) or last.text in (")", "]", "}")
            )
            # Formatted as here, < and > of templates touch what precedes them.
            attached = last is not None and last.start + len(last.text) == token.start
            token.binary = token.text in LEVEL_OF and after_operand
            if token.text in ("<", ">", ">>") and attached:
                token.binary = False
                token.is_operand = token.text != "<"
            tokens.append(token)
        position = found.end()
    return tokens


def level_of(tokens: list[Token]) -> int:
    """Return the level of the operator that an expression applies last, or raise MutantsError."""
    lowest = POSTFIX
    open_pairs: list[str] = []
    in_template = 0
    for place, token in enumerate(tokens):
        if token.text in PAIRS:
            open_pairs.append(PAIRS[token.text])
        elif token.text in PAIRS.values():
            if not open_pairs or open_pairs.pop() != token.text:
                raise MutantsError("brackets do not match")
        elif not open_pairs:
            if not token.binary and token.text == "<":
                in_template += 1
            elif not token.binary and token.text in (">", ">>"):
                in_template -= len(token.text)
            elif token.text == ";" or (token.text == "," and in_template <= 0):
                raise MutantsError(f"must be one expression: {token.text} stands in it")
            elif token.binary:
                lowest = min(lowest, LEVEL_OF[token.text])
            elif place == 0 and token.text in ("!", "~", "-", "+", "*", "&", "++", "--"):
                lowest = min(lowest, PREFIX)
    if open_pairs:
        raise MutantsError("brackets do not match")
    return lowest


def judge_cpp(mutant: Mutant, text: str) -> None:
    """Raise MutantsError if the expression would not be one expression in its place."""
    if "//" in re.sub(r'"(?:\\.|[^"\\])*"', "", mutant.mutated):
        raise MutantsError("mutated must not contain a comment")
    level_of(tokens_of(mutant.mutated))
    lowest = level_of(tokens_of(text[mutant.start : mutant.end]))
    tokens = tokens_of(text)
    before = [token for token in tokens if token.start < mutant.start]
    after = [token for token in tokens if token.start >= mutant.end]
    ends = {token.start + len(token.text) for token in tokens}
    if not (after and mutant.end in ends and mutant.start in {token.start for token in tokens}):
        raise MutantsError("« and » must enclose whole words and signs, outside comments")
    left, right = before[-1] if before else Token("", 0), after[0]
    touches = right.start == mutant.end
    fits = True
    if left.text in (".", "->", "::") or right.text == "::":
        fits = False
    elif left.binary and left.text not in ("=", "?", ":"):
        # Operators of one level are applied from left to right, which does not matter for these.
        same = left.text in ("&&", "||") or LEVEL_OF[left.text] == 0
        fits = lowest > LEVEL_OF[left.text] or (same and lowest == LEVEL_OF[left.text])
    elif not left.is_operand and left.text in ("!", "~", "-", "+", "*", "&", "++", "--"):
        fits = lowest >= PREFIX
    if right.text in (".", "->", "[", "(", "++", "--") and touches:
        fits = fits and lowest >= POSTFIX
    elif right.text == "<" and not right.binary:
        fits = False
    elif right.binary:
        level = LEVEL_OF[right.text]
        fits = fits and (lowest >= level if level > 0 else lowest > 0 or right.text == ":")
    if not fits:
        raise MutantsError(
            f"between {left.text!r} and {right.text!r}, what « and » enclose is not one expression"
        )


def judge_python(mutant: Mutant, text: str) -> None:
    """Raise MutantsError if the expression would not be one expression in its place."""
    expression = text[mutant.start : mutant.end]
    try:
        ast.parse(f"({mutant.mutated})", mode="eval")
    except SyntaxError as error:
        raise MutantsError(f"mutated is not an expression: {error.msg}") from None
    try:
        grouped = f"{text[: mutant.start]}({expression}){text[mutant.end :]}"
        same = ast.dump(ast.parse(grouped)) == ast.dump(ast.parse(text))
        ast.parse(applied(text, [(mutant, 1)], is_python=True))
    except SyntaxError:
        same = False
    if not same:
        raise MutantsError("what « and » enclose is not one expression")


# ---- Application ----


def wrapped(mutant: Mutant, number: int, expression: str, is_python: bool) -> str:
    """Return code that yields the mutated expression if it is selected; keep line numbers."""
    mutated = " ".join(mutant.mutated.split("\n"))
    if is_python:
        chosen = f'__import__("chemix_mutants").chosen_is({number})'
        return f"(({mutated}) if {chosen} else ({expression}))"
    if mutated.strip() == "void()":
        expression = f"static_cast<void>({expression})"
    return f"(chemix_mutants::is({number}) ? ({mutated}) : ({expression}))"


def applied(text: str, mutants: list[tuple[Mutant, int]], is_python: bool) -> str:
    """Apply the mutants, with their numbers, to the text of their file."""
    # Inner mutants come first; at the same place, those that mutate a whole statement come last.
    rest = sorted(
        mutants, key=lambda item: (item[0].end - item[0].start, item[0].mutated == "void()")
    )
    # Pieces of text by their original positions.
    pieces: list[tuple[int, int, str]] = []
    for mutant, number in rest:
        within = [piece for piece in pieces if mutant.start <= piece[0] and piece[1] <= mutant.end]
        expression = put(text, mutant.start, mutant.end, within)
        pieces = [piece for piece in pieces if piece not in within]
        new = wrapped(mutant, number, expression, is_python)
        pieces.append((mutant.start, mutant.end, new))
    return put(text, 0, len(text), pieces)


def put(text: str, start: int, end: int, pieces: Iterable[tuple[int, int, str]]) -> str:
    result = ""
    for first, last, new in sorted(pieces):
        result += text[start:first] + new
        start = last
    return result + text[start:end]


# ---- The copy of the tree ----


@dataclass
class Place:
    """A source tree and its builds."""

    root: Path
    python: Path
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def work(self) -> Path:
        return self.root / "build" / "mutants"

    @property
    def tree(self) -> Path:
        return self.work / "tree"

    @property
    def build(self) -> Path:
        return self.work / "build"

    def tracked(self) -> list[str]:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=self.root, check=True, capture_output=True, text=True
        )
        return [name for name in listed.stdout.split("\0") if (self.root / name).is_file()]

    def load(self, folder: Path, counted: bool) -> list[Mutant]:
        """Read and locate all mutants, or raise MutantsError with all errors."""
        mutants, faults = load(folder)
        tracked = set(self.tracked())
        for name in {mutant.file for mutant in mutants} & tracked:
            self.texts[name] = (self.root / name).read_text(encoding="utf-8")
        faults += located(mutants, self.texts)
        if counted:
            faults += miscounted(mutants)
        if faults:
            raise MutantsError("\n".join(faults))
        return mutants

    def fingerprint(self) -> str:
        """Return a hash of the tested code and the tests, without mutants and documents."""
        sums = hashlib.sha256(json.dumps([EFFORT, sorted(LEFT_OUT), DESELECTED]).encode())
        for name in self.tracked():
            if name.startswith(IRRELEVANT) or "/" not in name:
                continue
            sums.update(f"{name}\0".encode() + hashlib.sha256(self.read(name)).digest())
        return sums.hexdigest()[:16]

    def read(self, name: str) -> bytes:
        return (self.root / name).read_bytes()


def write_if_changed(file: Path, content: bytes) -> None:
    """Write a file only if it changes, so that unchanged files are not recompiled."""
    if not file.is_file() or file.read_bytes() != content:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def numbered(mutants: list[Mutant], before: dict[str, int]) -> dict[str, int]:
    """Number the mutants by key; those that had a number keep it."""
    numbers = {m.key: before[m.key] for m in mutants if m.key in before}
    free = iter(sorted(set(range(1, 4096)) - set(numbers.values())))
    return {mutant.key: numbers.get(mutant.key) or next(free) for mutant in mutants}


def copy(place: Place, mutants: list[Mutant], numbers: dict[str, int]) -> None:
    by_file: dict[str, list[tuple[Mutant, int]]] = {}
    for mutant in mutants:
        by_file.setdefault(mutant.file, []).append((mutant, numbers[mutant.key]))
    tracked = place.tracked()
    for name in tracked:
        content = place.read(name)
        if name in by_file:
            text = content.decode()
            content = applied(text, by_file[name], name.endswith(".py")).encode()
        write_if_changed(place.tree / name, content)
        shutil.copymode(place.root / name, place.tree / name)
    kept = set(tracked)
    for file in place.tree.rglob("*"):
        name = file.relative_to(place.tree).as_posix()
        if file.is_file() and name not in kept and "__pycache__" not in name:
            file.unlink()
    write_if_changed(place.work / "mutants.hpp", HEADER.encode())


def targets(place: Place) -> list[str]:
    programs = [f"chemix_{name}_tests" for name in ("rule", "unit", *PROPERTY_PROGRAMS)]
    return [*programs, *c_programs(place), "chemix_capi", "_core"]


def c_programs(place: Place) -> list[str]:
    files = sorted((place.tree / "tests/capi").glob("*.c*"))
    return [f"capi_{file.stem}" for file in files if file.stem not in LEFT_OUT]


def state_of(place: Place) -> dict[str, Any]:
    file = place.work / "state.json"
    state: dict[str, Any] = json.loads(file.read_text()) if file.is_file() else {}
    return state


def build(place: Place, mutants: list[Mutant], jobs: int) -> None:
    state = state_of(place)
    numbers = numbered(mutants, state.get("numbers", {}))
    place.work.mkdir(parents=True, exist_ok=True)
    # Take the fingerprint of the copy now: the tree may change during compilation.
    fingerprint = place.fingerprint()
    copy(place, mutants, numbers)
    (place.work / "state.json").write_text(json.dumps({"numbers": numbers}))
    # The system's pybind11 may be too old for the installed NumPy.
    pybind11 = subprocess.run(
        [place.python, "-m", "pybind11", "--cmakedir"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.strip()
    configure = [
        *("cmake", "-S", str(place.tree), "-B", str(place.build), "-G", "Ninja"),
        "-DCMAKE_BUILD_TYPE=Debug",
        f"-DCMAKE_CXX_FLAGS=-include {place.work}/mutants.hpp -Wno-narrowing",
        "-DCMAKE_CXX_FLAGS_DEBUG=-O1",
        "-DCMAKE_C_FLAGS_DEBUG=-O1",
        # Precompiled headers would have to precede the mutants' header.
        "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
        "-DCHEMIX_BUILD_SLOW_TESTS=OFF",
        "-DCHEMIX_BUILD_EXAMPLES=OFF",
        "-DCHEMIX_BUILD_PYTHON=ON",
        "-DCHEMIX_PYTHON_DIR=.",
        f"-DPython_EXECUTABLE={place.python}",
        f"-Dpybind11_DIR={pybind11}",
    ]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    command = ["cmake", "--build", str(place.build), f"-j{jobs}", "--target", *targets(place)]
    log = place.work / "build.txt"
    with (
        log.open("w") as file,
        subprocess.Popen(
            [*command, "--", "-k", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as running,
    ):
        assert running.stdout is not None
        for line in running.stdout:
            file.write(line)
            if re.match(r"\[\d+/\d+\]", line):
                print(line.rstrip()[:100], end="\033[K\r" if sys.stdout.isatty() else "\n")
    if running.returncode != 0:
        found = list(not_compiled(place, mutants, numbers, log.read_text()))
        raise MutantsError("\n".join([*found, f"the build failed: see {log}"]))
    install = ["cmake", "--install", str(place.build), "--component", "python"]
    prefix = ["--prefix", str(place.work / "python")]
    subprocess.run([*install, *prefix], check=True, stdout=subprocess.DEVNULL)
    write_if_changed(place.work / "python/chemix_mutants.py", MODULE.encode())
    state = {"numbers": numbers, "fingerprint": fingerprint}
    (place.work / "state.json").write_text(json.dumps(state))


def not_compiled(
    place: Place, mutants: list[Mutant], numbers: dict[str, int], log: str
) -> Iterator[str]:
    """Yield the mutants that compilers complain about, each with its first error."""
    found: dict[str, str] = {}
    # Notes on template instantiation precede the error that they led to.
    causes: list[tuple[str, int, int]] = []
    for line in log.splitlines():
        at = re.match(r"([^:\s]+):(\d+):(?:(\d+):)? +(.*)", line)
        if at is None:
            continue
        file = Path(os.path.normpath(place.build / at[1]))
        name = file.relative_to(place.tree).as_posix() if file.is_relative_to(place.tree) else at[1]
        where = (name, int(at[2]), int(at[3] or 0))
        if "required from" in at[4]:
            causes.append(where)
        if at[4].startswith(("error:", "fatal error:")):
            message = f"{name}:{at[2]}: {at[4]}"
            for cause in (where, *causes):
                if here := at_position(place, mutants, numbers, *cause):
                    for mutant in here:
                        found.setdefault(mutant.name, f"{mutant.name}: does not compile: {message}")
                    break
            else:
                found.setdefault(message, f"in no mutant: {message}")
            causes = []
    yield from found.values()


def at_position(
    place: Place, mutants: list[Mutant], numbers: dict[str, int], name: str, row: int, column: int
) -> list[Mutant]:
    """Find the mutant at a place in the copy, or all mutants of the line if that is ambiguous."""
    here = [mutant for mutant in mutants if mutant.file == name and is_within(place, mutant, row)]
    if len(here) < 2:
        return here
    # The last one that begins before it.
    line = (place.tree / name).read_text(encoding="utf-8").splitlines()[row - 1][:column]
    begun = {line.rfind(f"chemix_mutants::is({numbers[m.key]})"): m for m in here}
    return [begun[max(begun)]] if max(begun) >= 0 else here


def is_within(place: Place, mutant: Mutant, row: int) -> bool:
    text = place.texts[mutant.file]
    first = text.count("\n", 0, mutant.start) + 1
    return first <= row <= first + text.count("\n", mutant.start, mutant.end)


# ---- Tests ----


@dataclass
class Test:
    layer: str
    name: str
    command: list[str]
    seconds: float = 0.0
    reached: set[int] = field(default_factory=set)


def doctest_cases(program: Path) -> list[str]:
    listed = subprocess.run(
        [program, "--list-test-cases", "--no-version"], check=True, capture_output=True, text=True
    )
    return [
        line for line in listed.stdout.splitlines() if not line.startswith(("[doctest]", "==="))
    ]


def tests_of(place: Place) -> list[Test]:
    programs = place.build / "tests"
    tests: list[Test] = []
    stop = ["--abort-after=1", "--no-version"]
    folder = place.tree / "tests"
    for file in sorted(folder.rglob("*_test.cpp")):
        topic = file.relative_to(folder).parts[0]
        if topic == "laws":
            continue
        layer = "rule" if topic in ("games", "small") else "unit"
        name = file.parent.name if file.stem == "rules_test" else file.stem
        only = f"--source-file=*{file.parent.name}/{file.name}"
        tests.append(Test(layer, name, [str(programs / f"chemix_{layer}_tests"), *stop, only]))
    for program in c_programs(place):
        arguments = []
        if program.endswith(("misuse", "out_of_memory")):
            files = ("capi/chemix_cdef.h", "capi/exports.txt", "words/en.json")
            arguments = [str(place.tree / file) for file in files]
        tests.append(Test("C", program, [str(programs / program), *arguments]))
    for name in PROPERTY_PROGRAMS:
        program = str(programs / f"chemix_{name}_tests")
        for case in doctest_cases(Path(program)):
            # Commas separate patterns.
            only = f"--test-case={case.replace(',', '?')}"
            tests.append(Test("property", f"{name}: {case}", [program, *stop, only]))
    pytest = [str(place.python), "-m", "pytest", "-x", "-q", "--tb=no"]
    pytest += ["-p", "no:cacheprovider", "-p", "no:xdist"]
    pytest += [f"--deselect={name}" for name in DESELECTED]
    for file in sorted((place.tree / "tests/python").glob("test_*.py")):
        if file.stem not in LEFT_OUT:
            tests.append(Test("Python", file.stem, [*pytest, f"tests/python/{file.name}"]))
    return tests


running: set[int] = set()
stopped = threading.Event()


def execute(
    place: Place, test: Test, mutant: int, limit: float | None, reached: str = ""
) -> tuple[int | None, str]:
    """Run a test; return its exit status, or None on a timeout, and its output."""
    environment = {
        **os.environ,
        **EFFORT,
        "CHEMIX_MUTANT": str(mutant),
        "CHEMIX_MUTANTS_REACHED": reached,
        "CHEMIX_LIBRARY": str(place.build / "libchemix.so"),
        "PYTHONPATH": str(place.work / "python"),
    }
    with subprocess.Popen(
        test.command,
        cwd=place.tree,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
        preexec_fn=bounded,
    ) as process:
        running.add(process.pid)
        try:
            output, _ = process.communicate(timeout=limit)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            # Kill the children of the test too.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            running.discard(process.pid)


def bounded() -> None:
    """Limit memory, so that a runaway test fails instead of exhausting the machine."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def measure(place: Place, tests: list[Test], state: dict[str, Any], jobs: int) -> None:
    """Run all tests without a mutant: how long each takes, and which mutants it reaches."""
    key = hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:16]
    file = place.work / "tests.jsonl"
    known = {}
    for line in file.read_text().splitlines() if file.is_file() else []:
        entry = json.loads(line)
        if entry["key"] == key:
            known[entry["layer"], entry["name"]] = entry

    def measured(test: Test) -> dict[str, Any]:
        with tempfile.NamedTemporaryFile("r") as reached:
            begun = time.monotonic()
            code, output = execute(place, test, -1, None, reached.name)
            seconds = time.monotonic() - begun
            if code != 0 or re.search(r"test cases: +0 ", output):
                output = output[-2000:]
                return {"fault": f"{test.layer}: {test.name} fails without a mutant:\n{output}"}
            numbers = sorted({int(number) for number in reached.read().split()})
        print(f"without a mutant: {test.layer}: {test.name}: {seconds:.1f} s", flush=True)
        entry = {"key": key, "layer": test.layer, "name": test.name}
        return {**entry, "seconds": round(seconds, 2), "reached": numbers}

    faults = []
    with at_once(jobs) as pool:
        started = [pool.submit(measured, t) for t in tests if (t.layer, t.name) not in known]
        for finished in as_completed(started):
            entry = finished.result()
            if "fault" in entry:
                faults.append(entry["fault"])
                continue
            known[entry["layer"], entry["name"]] = entry
            with file.open("a") as log:
                log.write(json.dumps(entry) + "\n")
    if faults:
        raise MutantsError("\n".join(faults))
    for test in tests:
        entry = known[test.layer, test.name]
        test.seconds, test.reached = entry["seconds"], set(entry["reached"])


@contextmanager
def at_once(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """Run tests from several threads; end those that run when interrupted."""
    pool = ThreadPoolExecutor(jobs)
    try:
        yield pool
    except BaseException:
        stopped.set()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        while stopped.is_set() and running:
            for process in list(running):
                with suppress(ProcessLookupError):
                    os.killpg(process, signal.SIGKILL)
            time.sleep(0.1)
        pool.shutdown()


def tests_for(mutant: Mutant, number: int, tests: list[Test]) -> list[Test]:
    """Return the tests that reach the mutant: likely ones first, then by layer and duration."""

    def order(test: Test) -> tuple[bool, int, float]:
        unlikely = not any(hint in test.name.lower() for hint in hints)
        return unlikely, LAYERS.index(test.layer), test.seconds

    hints = [re.sub(r"^.*/|\.py$", "", hint).lower() for hint in mutant.hints]
    # Laws are named after the classes of games.
    hints += [hint.replace("_", "") for hint in hints]
    reaching = (test for test in tests if number in test.reached and is_run_for(test, mutant))
    return sorted(reaching, key=order)


def is_run_for(test: Test, mutant: Mutant) -> bool:
    return mutant.file.startswith(ONLY_FOR.get(test.name, ""))


def try_out(place: Place, mutant: Mutant, number: int, tests: list[Test]) -> dict[str, Any]:
    """Run the tests until one fails; return the outcome."""
    begun = time.monotonic()
    outcome: dict[str, Any] = {"key": mutant.key, "name": mutant.name, "result": "survived"}
    chosen = tests_for(mutant, number, tests)
    outcome["reached"] = bool(chosen)
    for test in chosen:
        code, _ = execute(place, test, number, 10 * test.seconds + 10)
        if stopped.is_set():
            raise MutantsError("interrupted")
        if code != 0:
            outcome |= {"result": "killed", "layer": test.layer, "test": test.name, "exit": code}
            break
    outcome["seconds"] = round(time.monotonic() - begun, 1)
    return outcome


# ---- Results ----


def results_of(place: Place) -> dict[str, dict[str, Any]]:
    """Read the last outcome of each mutant, by its key."""
    file = place.work / "results.jsonl"
    lines = file.read_text().splitlines() if file.is_file() else []
    return {entry["key"]: entry for entry in map(json.loads, lines)}


def run(place: Place, mutants: list[Mutant], wanted: list[Mutant], jobs: int) -> bool:
    state = state_of(place)
    keys = {mutant.key for mutant in mutants}
    if state.get("fingerprint") != place.fingerprint() or state["numbers"].keys() != keys:
        raise MutantsError("the mutated programs are out of date: run tools/mutants.py build")
    tests = [test for test in tests_of(place) if any(is_run_for(test, mutant) for mutant in wanted)]
    measure(place, tests, state, jobs)
    done = results_of(place)

    def is_open(mutant: Mutant) -> bool:
        known = done.get(mutant.key, {})
        return known.get("result") != "killed" and known.get("fingerprint") != state["fingerprint"]

    todo = [mutant for mutant in wanted if is_open(mutant)]
    begun = time.monotonic()
    by_key = {mutant.key: mutant for mutant in todo}
    with at_once(jobs) as pool:
        started = [
            pool.submit(try_out, place, mutant, state["numbers"][mutant.key], tests)
            for mutant in todo
        ]
        for count, finished in enumerate(as_completed(started), 1):
            outcome = finished.result()
            outcome["fingerprint"] = state["fingerprint"]
            with (place.work / "results.jsonl").open("a") as file:
                file.write(json.dumps(outcome) + "\n")
            left = (time.monotonic() - begun) / count * (len(todo) - count) / 60
            said = f"[{count}/{len(todo)}] {by_key[outcome['key']].name}: {said_of(outcome)}"
            print(f"{said}, {outcome['seconds']} s; {left:.0f} min left", flush=True)
    done = results_of(place)
    return all((done[m.key]["result"] == "killed") != bool(m.equivalent) for m in wanted)


def said_of(outcome: dict[str, Any]) -> str:
    if outcome["result"] == "survived":
        return "survived" if outcome["reached"] else "survived, reached by no test"
    how = "timed out" if outcome["exit"] is None else "killed"
    return f"{how} by {outcome['layer']}: {outcome['test']}"


def table(place: Place, mutants: list[Mutant]) -> Iterator[str]:
    done = results_of(place)
    columns: tuple[str, ...] = (*LAYERS, "survived", "equivalent", "not run")
    counts: dict[str, Counter[str]] = {area: Counter() for area in AREAS}
    left: list[str] = []
    for mutant in mutants:
        outcome = done.get(mutant.key)
        if outcome is None:
            column = "not run"
        elif outcome["result"] == "killed":
            column = outcome["layer"]
            if mutant.equivalent:
                left.append(f"- {mutant.name} is marked as equivalent, but {said_of(outcome)}.")
        else:
            column = "equivalent" if mutant.equivalent else "survived"
        if column == "survived":
            assert outcome is not None
            text = place.texts[mutant.file]
            line = text.count("\n", 0, mutant.start) + 1
            code = " ".join(text[mutant.start : mutant.end].split())
            reached = "" if outcome["reached"] else " No test reaches it."
            left.append(
                f"- {mutant.name}, {mutant.file}:{line}: `{code}` → `{mutant.mutated}`: "
                f"{mutant.breaks}.{reached}"
            )
        counts[mutant.area][column] += 1
    if not any(count["not run"] for count in counts.values()):
        columns = columns[:-1]
    yield f"| area | mutants | {' | '.join(columns)} |"
    yield "| --- |" + " ---: |" * (len(columns) + 1)
    counts["all"] = sum(counts.values(), Counter())
    for area, count in counts.items():
        cells = (str(count[column] or "") for column in columns)
        yield f"| {area} | {count.total()} | {' | '.join(cells)} |"
    if left:
        yield ""
        yield from left


# ---- The program ----


def main() -> int:
    root = Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--lists", type=Path, default=root / "tests/mutants", help="the folder of the lists"
    )
    parser.add_argument(
        "--python",
        type=Path,
        default=Path(os.environ.get("PYTHON", root / ".venv/bin/python")),
        help="the interpreter of the Python tests (default: PYTHON, else .venv/bin/python)",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="check that every entry still matches")
    building = commands.add_parser("build", help="compile all mutants into one set of programs")
    running_ = commands.add_parser(
        "run", help="run the tests with each mutant that is not killed yet"
    )
    running_.add_argument("--area", choices=AREAS, help="only mutants of this area")
    running_.add_argument(
        "--only", nargs="+", default=[], help="only these mutants, such as games-17"
    )
    running_.add_argument("--fresh", action="store_true", help="forget all results")
    for command in (building, running_):
        command.add_argument(
            "--jobs", type=int, default=2, help="number of parallel tests (default: 2)"
        )
    commands.add_parser("table", help="print the results by area and layer, and the survivors")
    arguments = parser.parse_args()
    # On termination, stop running tests too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # Do not resolve links: the link identifies a virtual environment.
    place = Place(root, arguments.python.absolute())
    try:
        mutants = place.load(arguments.lists, counted=arguments.command == "check")
        if arguments.command == "build":
            build(place, mutants, arguments.jobs)
        elif arguments.command == "run":
            names = {mutant.name for mutant in mutants}
            if unknown := set(arguments.only) - names:
                raise MutantsError(f"no mutants: {', '.join(sorted(unknown))}")
            wanted = [
                mutant
                for mutant in mutants
                if (not arguments.only or mutant.name in arguments.only)
                and arguments.area in (None, mutant.area)
            ]
            if arguments.fresh:
                (place.work / "results.jsonl").unlink(missing_ok=True)
            return 0 if run(place, mutants, wanted, arguments.jobs) else 1
        elif arguments.command == "table":
            print("\n".join(table(place, mutants)))
    except MutantsError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
