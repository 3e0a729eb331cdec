# SPDX-License-Identifier: Apache-2.0
"""What `python -m chemix.bench` measures and prints; never how fast anything is."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from chemix.lab import bench

QUICK = ["--episodes", "4", "--rounds", "1", "--seconds", "0"]


def rows_of(table: str) -> list[list[str]]:
    """Read a table in Markdown, without the line below its head."""
    lines = [line.strip("| ").split("|") for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line] for line in lines if not line[0].startswith("---")]


def test_a_rate_is_the_median_of_turns_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    # A clock that ticks once whenever it is read, and a processor that works at a quarter of it.
    ticks, quarters = itertools.count(), itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    monkeypatch.setattr(time, "thread_time", lambda: next(quarters) / 4)
    order: list[str] = []

    def subject(name: str, steps: list[int]) -> Iterator[int]:
        for count in steps:
            order.append(name)
            yield count

    # The first turn does not count; then a turn that is slow once.
    subjects = {"a": subject("a", [1000, 10, 2, 12]), "b": subject("b", [1000, 20, 40, 60])}
    # A turn of one second is one step and two looks at the clock.
    rates = bench.measured(subjects, rounds=3, seconds=1.5)
    assert order == ["a", "b"] * 4
    # Each turn it is read twice.
    assert rates == {"a": (10 / 2, 10 * 4), "b": (40 / 2, 40 * 4)}


def test_a_turn_lasts_as_long_as_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    taken = itertools.count(1)
    bench.measured({"a": (1 for _ in iter(lambda: next(taken), None))}, rounds=2, seconds=9.5)
    assert next(taken) == 3 * 9 + 1


def test_what_is_counted_are_decisions() -> None:
    assert [next(bench.batch("react", 8)) for _ in range(3)] == [8, 8, 8]
    assert list(itertools.islice(bench.single("chip_it_duel"), 200)) == [1] * 200


def test_what_is_measured_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["chemuno", "--json", *QUICK])
    told = json.loads(capsys.readouterr().out)
    assert told["episodes"] == 4
    assert list(told["steps_a_second"]) == [
        f"chemuno: {what}" for what in ("batch", "two threads", "one state")
    ]
    assert all(rate["cpu"] > 0 for rate in told["steps_a_second"].values())


@pytest.mark.parametrize("is_terminal", [True, False])
def test_the_table_of_games(
    is_terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    bench.main(["chemuno", "chip_it", *QUICK])
    told, progress = capsys.readouterr()
    (head, *rows) = rows_of(told)
    assert head[:4] == ["game", "batch of 4", "one state", "batch / it"]
    assert head[4:] == ["wall clock", "two threads", "/ one"]
    assert [row[0] for row in rows] == ["chemuno", "chip_it"]
    for _, *cells in rows:
        one, alone, many, clock, two, threads = (float(cell.replace(",", "")) for cell in cells)
        assert min(one, alone, clock, two) > 0
        assert many == pytest.approx(one / alone, abs=0.1)
        assert threads == pytest.approx(two / clock, abs=0.01)
    assert ("round 1 of 1: chip_it: one state" in progress) == is_terminal
    assert "round" not in told


def test_the_table_of_peers(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["chemuno", "--peers", *QUICK])
    (head, *rows) = rows_of(capsys.readouterr().out.split("\n\n")[-1])
    assert head[:4] == ["one thread", "steps per second", "chemuno / it", "range"]
    assert head[4:] == ["its batch / it", "range"]
    names = [row[0] for row in rows]
    assert names[:2] == ["chemix chemuno 4, one state", "chemix chemuno 4, batch"]
    assert "OpenSpiel crazy_eights(players=4)" in names
    assert "PettingZoo chemix chemuno 4" in names
    assert (rows[0][2:4], rows[1][4:]) == (["1.00", "1.00–1.00"], ["1.0", "1.0–1.0"])


def test_a_ratio_is_that_of_turns_side_by_side(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # A slow turn of the machine slows all subjects alike.
    fast = [bench.Rate(1, rate) for rate in (100, 10, 80)]
    slow = [bench.Rate(1, rate) for rate in (50, 4, 20)]
    monkeypatch.setattr(
        bench, "peers", lambda: {"ours": iter(()), "batch": iter(()), "a": iter(())}
    )
    monkeypatch.setattr(
        bench,
        "turns",
        lambda subjects, *_: {name: slow if name == "a" else fast for name in subjects},
    )
    bench.main(["chemuno", "--peers", *QUICK])
    _, *rows = rows_of(capsys.readouterr().out.split("\n\n")[-1])
    assert rows[2] == ["a", "20", "2.50", "2.00–4.00", "2.5", "2.0–4.0"]


def test_what_is_not_installed_is_left_out() -> None:
    # In a process of its own: PettingZoo keeps what it has imported.
    program = (
        "import sys; sys.modules.update(dict.fromkeys(('chess', 'pygame', 'pyspiel', 'rlcard'))); "
        "from chemix import bench; print(*bench.peers(), sep=';')"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    left_out = re.findall("left out: (.*?): ", ran.stderr)
    assert {"RLCard uno", "PettingZoo chess-v6", "OpenSpiel crazy_eights(players=4)"} < set(
        left_out
    )
    found = ran.stdout.strip().split(";")
    assert "PettingZoo chemix chemuno 4" in found
    assert not set(left_out) & set(found)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["chemnuo"], "did you mean chemuno?"), (["--rounds", "0"], "must be from 1 to")],
)
def test_wrong_arguments_are_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        bench.main(arguments)
    assert told in capsys.readouterr().err
