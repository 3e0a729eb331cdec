# SPDX-License-Identifier: Apache-2.0
"""Prints which suites of other frameworks were run on which game, after all tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    table: dict[str, dict[str, str]] = {}
    for outcome in ("passed", "failed", "skipped"):
        for report in terminalreporter.getreports(outcome):
            properties = dict(report.user_properties)
            if "suite" in properties:
                row = table.setdefault(str(properties["configuration"]), {})
                row[str(properties["suite"])] = outcome
    suites = sorted({suite for row in table.values() for suite in row})
    if not suites:
        return
    terminalreporter.section("suites of other frameworks")
    for number, suite in enumerate(suites):
        terminalreporter.write_line(f"{chr(ord('a') + number)}  {suite}")
    marks = {"passed": "+", "failed": "F", "skipped": "s"}
    letters = " ".join(chr(ord("a") + number) for number in range(len(suites)))
    terminalreporter.write_line(f"\n{'':70} {letters}")
    for configuration, row in table.items():
        cells = " ".join(marks.get(row.get(suite, ""), " ") for suite in suites)
        terminalreporter.write_line(f"{configuration:70} {cells}")
    counts = {m: sum(o == m for row in table.values() for o in row.values()) for m in marks}
    terminalreporter.write_line(", ".join(f"{n} {outcome}" for outcome, n in counts.items()))
