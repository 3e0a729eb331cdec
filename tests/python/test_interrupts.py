# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, stop objects and time budgets end long calls. The time that it takes is benchmarked."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import indent
from typing import Any

import chemix
import numpy as np
import pytest
from chemix.lab.stopping import Ending
from chemix.study import Study

# Takes hours.
SEARCH = "search iterations=100000000"
# In seconds: a call that is not ended hangs.
HANGS = 120

GAME = chemix.load("chemuno", players=2)
STATE = GAME.deal(seed=7)
SEEN = STATE.observation(STATE.current_player)

BEGIN = f"""
import chemix, threading, time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from chemix.study import Study
game = chemix.load("chemuno", players=2)
state = game.deal(seed=7)
seen = state.observation(state.current_player)
search = chemix.Policy("{SEARCH}")
study = Study(game, "{SEARCH}", 64, 1)
if __name__ == "__main__":
    print("begun", flush=True)
    try:
"""
END = """
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""
CALLS = {
    "choose": "search.choose(seen, 1)",
    "action_values": "search.action_values(seen, 1)",
    "hint": "search.hint(seen, 1)",
    "game playout": "game.playout(1, search)",
    "state playout": "state.playout(1, [search, lambda seen, random: seen.legal_actions()[0]])",
    "study": "study.run()",
    "study on threads": "with ThreadPoolExecutor(2) as threads: study.run(threads)",
    # Python 3.11 may wait forever for a call that was canceled before it began.
    "study on processes": """processes = ProcessPoolExecutor(2)
try:
    study.run(processes)
finally:
    processes.shutdown(cancel_futures=True)""",
}


def interrupted(program: Path) -> tuple[bytes, int]:
    """Send SIGINT to a program after its first line; return its output and exit status."""
    with subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as running:
        assert running.stdout is not None
        try:
            assert running.stdout.readline().strip() == b"begun"
            # The call follows the line.
            time.sleep(0.5)
            running.send_signal(signal.SIGINT)
            output, _ = running.communicate(timeout=HANGS)
        finally:
            running.kill()
    return output.strip(), running.returncode


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_long_calls(call: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(BEGIN + indent(CALLS[call], " " * 8) + END, encoding="utf-8")
    assert interrupted(program) == (b"interrupted", 0)


def test_ctrl_c_ends_the_command_line(tmp_path: Path) -> None:
    arguments = ["study", "chemuno", "--games", "64", "--policy", SEARCH]
    program = tmp_path / "program.py"
    program.write_text(
        "from chemix.cli import commands\n"
        'print("begun", flush=True)\n'
        f"commands({arguments}, prog_name='chemix')\n",
        encoding="utf-8",
    )
    output, status = interrupted(program)
    assert output.endswith(b"Aborted!")
    assert status == 1


def calls_with(stop: Any, time_budget: float | None = None) -> dict[str, Callable[[], object]]:
    search = chemix.Policy(SEARCH)
    how: Any = {"stop": stop, "time_budget": time_budget}
    batch = chemix.Batch(GAME, range(8))
    return {
        "choose": lambda: search.choose(SEEN, 1, **how),
        "action_values": lambda: search.action_values(SEEN, 1, **how),
        "hint": lambda: search.hint(SEEN, 1, **how),
        "game playout": lambda: GAME.playout(1, search, **how),
        "state playout": lambda: STATE.playout(1, search, **how),
        "playouts": lambda: batch.playouts(1, **how),
        "marginals": lambda: SEEN.marginals(**how),
    }


@pytest.mark.parametrize("call", calls_with(None))
def test_a_call_whose_stop_is_set_raises(call: str) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(chemix.Stopped):
        calls_with(stop)[call]()


@pytest.mark.parametrize("call", ["choose", "action_values", "hint", "game playout"])
def test_another_thread_stops_a_call(call: str) -> None:
    stop = threading.Event()
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(calls_with(stop)[call])
        time.sleep(0.2)
        stop.set()
        with pytest.raises(chemix.Stopped):
            running.result(HANGS)


def test_policies_whose_time_is_up_return_the_best_so_far() -> None:
    calls = calls_with(None, 0)
    assert calls["choose"]() in SEEN.legal_actions()
    values: Any = calls["action_values"]()
    assert sum(visits for _, _, visits in values) == 1
    hint: Any = calls["hint"]()
    assert hint["action"] in SEEN.legal_actions()


@pytest.mark.parametrize("call", ["game playout", "state playout", "playouts", "marginals"])
def test_other_calls_whose_time_is_up_raise(call: str) -> None:
    with pytest.raises(chemix.Stopped):
        calls_with(None, 0)[call]()


def test_calls_that_are_not_ended_are_the_same() -> None:
    how: Any = {"stop": threading.Event(), "time_budget": 1e9}
    assert np.array_equal(SEEN.marginals(), SEEN.marginals(**how))
    policy = chemix.Policy("search iterations=50")
    assert policy.choose(SEEN, 1) == policy.choose(SEEN, 1, **how)
    batch = chemix.Batch(GAME, range(8))
    assert np.array_equal(batch.playouts(1), batch.playouts(1, **how))


@pytest.mark.parametrize("budget", [-1, float("nan"), "1"])
def test_wrong_time_budgets_are_rejected(budget: Any) -> None:
    with pytest.raises(chemix.InputError, match="time_budget"):
        chemix.Policy("random").choose(SEEN, 1, time_budget=budget)
    with pytest.raises(chemix.InputError, match="time_budget"):
        Study(GAME, "random", 2, 1).run(time_budget=budget)


def test_wrong_stop_objects_are_rejected() -> None:
    wrong: Any = 1
    with pytest.raises(chemix.InputError, match="stop"):
        chemix.Policy("random").choose(SEEN, 1, stop=wrong)
    with pytest.raises(chemix.InputError, match="stop"):
        Study(GAME, "random", 2, 1).run(stop=wrong)


def test_exceptions_of_a_stop_object_are_raised() -> None:
    class Failing:
        def is_set(self) -> bool:
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        chemix.Policy("random").choose(SEEN, 1, stop=Failing())


# ---- Studies ----


@pytest.mark.parametrize("threads", [0, 2])
def test_a_study_whose_time_is_up_returns_the_games_played(threads: int) -> None:
    study = Study(GAME, SEARCH, 8, 1)
    if threads:
        with ThreadPoolExecutor(threads) as executor:
            result = study.run(executor, time_budget=0.2)
    else:
        result = study.run(time_budget=0.2)
    assert len(result.games) == 0
    assert not result.failed


def test_a_stopped_study_returns_the_games_played() -> None:
    stop = threading.Event()

    class Stopping:
        name = "stopping"
        played = 0

        def __call__(self, seen: chemix.Observation, random: np.random.Generator) -> int:
            self.played += 1
            if self.played == 200:
                stop.set()
            return seen.legal_actions()[0].id

    result = Study(GAME, ["random", Stopping()], 10_000, 1).run(chunk=1, stop=stop)
    assert 0 < len(result.games) < 10_000
    assert not result.failed


def test_an_ending_is_seen_by_its_copies() -> None:
    ending = Ending()
    copy = pickle.loads(pickle.dumps(ending))
    assert not copy.is_set()
    ending.set()
    assert copy.is_set()
    file = ending._file
    del ending
    assert not Path(file).exists()
