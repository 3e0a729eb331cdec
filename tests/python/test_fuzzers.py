# SPDX-License-Identifier: Apache-2.0
"""Fuzzers call every function of the C ABI that has inputs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def unfuzzed(header: str, fuzzers: str) -> Iterator[str]:
    called = set(re.findall(r"\bchemix_\w+", fuzzers))
    for name, parameters in re.findall(r"CHEMIX_API \w+ (chemix_\w+)\(([^;]*)\);", header):
        inputs = re.split(r",?\s*\w+\*+ out\b|,?\s*\w+\*+ out_", parameters)[0]
        # An object alone is no input.
        is_input = inputs != "void" and not re.fullmatch(r"(const )?chemix_\w+\*+ \w+|", inputs)
        if is_input and name not in called:
            yield f"{name} is not fuzzed: call it in tests/fuzz"


def test_every_function_with_inputs_is_fuzzed() -> None:
    header = (ROOT / "capi/include/chemix.h").read_text(encoding="utf-8")
    files = (ROOT / "tests/fuzz").glob("*.[ch]pp")
    fuzzers = "".join(file.read_text(encoding="utf-8") for file in files)
    assert list(unfuzzed(header, fuzzers)) == []


def test_a_function_that_is_not_fuzzed_is_found() -> None:
    header = (
        "CHEMIX_API chemix_status chemix_a(const char* text, void* out_state);\n"
        "CHEMIX_API chemix_status chemix_b(const chemix_game* game, char* out, size_t capacity);\n"
        "CHEMIX_API chemix_status chemix_ab(const chemix_game* game,\n  int32_t seat, int* out);\n"
    )
    assert list(unfuzzed(header, "chemix_ab(1)")) == [
        "chemix_a is not fuzzed: call it in tests/fuzz"
    ]
    assert len(list(unfuzzed(header, ""))) == 2
