# SPDX-License-Identifier: Apache-2.0
"""Wrong values never abort the process, hang, or raise undocumented exceptions.

``CALLS=300000`` runs that many calls; ``SEED`` draws others.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import chemix
import numpy as np
import pytest
import wrong_values
from chemix import bench, study

CALLS = int(os.environ.get("CALLS", "5000"))
SEED = int(os.environ.get("SEED", "1"))
# In seconds; every call is faster.
HANGS_AFTER = 120


def test_wrong_values(tmp_path: Path) -> None:
    note = tmp_path / "note"
    note.write_bytes(bytes(wrong_values.PAGE))
    (tmp_path / "files").mkdir()
    arguments = ["--seed", str(SEED), "--calls", str(CALLS), "--note", str(note)]
    command = [sys.executable, wrong_values.__file__, *arguments]
    with (
        open(tmp_path / "out", "wb") as out,
        open(tmp_path / "log", "wb") as log,
        subprocess.Popen(command, stdout=out, stderr=log, cwd=tmp_path / "files") as child,
    ):
        last, since = b"", time.monotonic()
        while child.poll() is None:
            time.sleep(0.2)
            now = note.read_bytes()
            if now != last:
                last, since = now, time.monotonic()
            if time.monotonic() - since > HANGS_AFTER:
                child.kill()
    called = note.read_bytes().partition(b"\n")[0].decode()
    log_text = (tmp_path / "log").read_text(encoding="utf-8", errors="replace")[-3000:]
    assert child.returncode == 0, f"ended with {child.returncode} in {called}\n{log_text}"
    told = json.loads((tmp_path / "out").read_text(encoding="utf-8"))
    faults = [f"{what}\n{call}" for what, call in told["faults"].items()]
    assert not faults, f"{len(faults)} faults\n\n" + "\n\n".join(faults)
    assert told["calls"] == CALLS
    print(told)


GAME = chemix.load("chemuno", players=2)


def test_pickling_other_objects_raises_a_type_error() -> None:
    turns = chemix.load("classic", players=2).deal(seed=1).whole_turns()
    for value in (turns, iter(turns), next(iter(turns))):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError, match="cannot pickle or copy a WholeTurn"):
                pickle.dumps(value, protocol)
            with pytest.raises(TypeError):
                object.__reduce_ex__(value, protocol)
        with pytest.raises(TypeError):
            copy.copy(value)


def test_all_pickle_protocols_work() -> None:
    policy, batch = chemix.Policy("heuristic"), chemix.Batch(GAME, [1, 2], threads=2)
    batch.step(batch.random_actions())
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(policy, protocol)) == policy
        again = pickle.loads(pickle.dumps(batch, protocol))
        assert again.digests.tolist() == batch.digests.tolist()
        assert again.random_actions().tolist() == copy.copy(batch).random_actions().tolist()


def test_the_base_class_cannot_be_instantiated() -> None:
    base: Any = chemix.Game.__base__
    for make in (base, lambda: base.__new__(base), lambda: chemix.Policy.__new__(base)):
        with pytest.raises(TypeError):
            make()


def test_damaged_batches_are_rejected() -> None:
    reduced: Any = chemix.Batch(GAME, [1]).__reduce__()
    restored, (episodes, auto_reset, threads, scaled) = reduced
    state, seed, acting, drawn, players = episodes[0]
    over = GAME.playout(seed=1)
    for damaged in (
        [],
        [(state, seed, None, drawn, players)],
        [(state, seed, 1 - acting, drawn, players)],
        [(state, seed, acting, 2**63, players)],
        [(over, seed, acting, drawn, players)],
    ):
        with pytest.raises(chemix.InputError):
            restored(damaged, auto_reset, threads, scaled)
    with pytest.raises(chemix.InputError, match="threads"):
        restored(episodes, auto_reset, 0, scaled)
    for wrong in (1, [1], [(1, 2)]):
        with pytest.raises(TypeError):
            restored(wrong, auto_reset, threads, scaled)


def test_memory_of_another_game_is_rejected() -> None:
    other = chemix.load("chemuno", players=2, hand_size=5)
    state = GAME.deal(seed=7).apply(GAME.deal(seed=7).legal_actions()[0])
    for value in (state, state.table, state.observation(0), state.events(0)[0]):
        restored, (_, build, image, *rest) = value.__reduce__()
        with pytest.raises(chemix.InputError):
            restored(other, build, image, *rest)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"deck": 10**400}, "deck = 1000000.*…: must fit in 64 bits$"),
        ({"deck": 2**63}, "deck = 9223372036854775808: must fit in 64 bits$"),
        ({"deck": 10**5000}, "deck = 0x.*…: must fit in 64 bits$"),
        ({"deck": "\ud800"}, r"deck = '\\ud800': must not contain lone surrogates$"),
        ({"\ud800": 1}, r"values = '\\ud800': must not contain lone surrogates$"),
        ({"elements": [{"copies": -(2**63) - 1}]}, r"^elements\[0\].copies = -9223372036854775809"),
    ],
)
def test_unreadable_fields_are_named(values: dict[str, Any], message: str) -> None:
    wrong = {"deck": -1.0}
    with pytest.raises(chemix.InputError) as before:
        chemix.write_deck(wrong)
    with pytest.raises(chemix.InputError, match=message):
        chemix.write_deck(values)
    with pytest.raises(chemix.InputError, match=message):
        GAME.state_from_dict(values)
    # The next call is not affected.
    with pytest.raises(chemix.InputError) as after:
        chemix.write_deck(wrong)
    assert str(after.value) == str(before.value)


def test_endless_values_are_rejected() -> None:
    many: Any = [1]
    for _ in range(30):
        many = [many] * 10
    with pytest.raises(chemix.InputError, match="values: must be at most 1,000,000"):
        chemix.write_deck({"elements": many})
    many = []
    many.append(many)
    with pytest.raises(chemix.InputError, match="nested deeper than 32 levels"):
        chemix.write_deck({"elements": many})


def test_texts_that_utf_8_cannot_encode_are_named() -> None:
    for call, field in (
        (lambda: GAME.parse_state("\ud800"), "text"),
        (lambda: GAME.parse_state(text="\ud800"), "text"),
        (lambda: chemix.Policy("\ud800"), "text"),
        (lambda: chemix.load("\ud800", players=2), "name"),
        (lambda: chemix.load("chemuno", players=2, hand_size="\ud800"), "hand_size"),
        (lambda: chemix.words("chemuno", "\ud800"), "language"),
    ):
        with pytest.raises(chemix.InputError, match=rf"^{field} = '\\ud800': must not contain"):
            call()


def test_type_errors_quote_little() -> None:
    long: Any = ["x" * 100_000]
    with pytest.raises(TypeError, match=r"Invoked with: <State.*x…$") as caught:
        GAME.deal(seed=7).apply(long)
    assert len(str(caught.value)) < 1000
    parse: Any = GAME.parse_state
    with pytest.raises(TypeError, match=r", …$") as caught:
        parse(*range(1000))
    assert len(str(caught.value)) < 1000


def test_sizes_are_checked_before_allocation() -> None:
    for seeds in (range(10**400), range(2**62), range(1_000_001)):
        with pytest.raises(chemix.InputError, match="a batch has from 1 to 1000000 episodes"):
            chemix.Batch(GAME, seeds)


def test_intervals_reject_wrong_numbers() -> None:
    numbers: Any
    for numbers in (None, [1.0], np.zeros((2, 2)), np.zeros(2, object), np.array([np.nan, 1])):
        with pytest.raises(chemix.InputError, match=r"^values"):
            study.interval(numbers)
    for numbers in ((1, 0), (1,), "ab", (0, float("nan")), (10**400, 10**401)):
        with pytest.raises(chemix.InputError, match=r"^bounds"):
            study.interval(np.array([1.0]), numbers)
    with pytest.raises(chemix.InputError, match=r"^study = None: must be a Study$"):
        study.bounds_of(None, "seat")  # type: ignore[arg-type]
    with pytest.raises(chemix.InputError, match=r"^what = hand: must be one of seat, policy$"):
        study.bounds_of(study.Study(GAME, "random", 1, 1), "hand")


def test_turns_reject_wrong_subjects() -> None:
    subjects: Any
    for subjects in (None, {"x": [1]}, {1: iter([1])}, {"x": iter([])}, {"x": iter([0])}):
        with pytest.raises(chemix.InputError, match=r"^subjects"):
            bench.turns(subjects, 1, 0.0)
    seconds: Any
    for seconds in (float("nan"), float("inf"), -1, 3601, "1", None, True, 1j):
        with pytest.raises(chemix.InputError, match=r"^seconds"):
            bench.measured({"x": bench.single("chemuno")}, 1, seconds)


def test_benchmarks_reject_wrong_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    arguments: Any
    for arguments in (5, "chemuno", b"x", [5], [None], {"chemuno": 1}, ["chemuno", 7]):
        with pytest.raises(chemix.InputError, match=r"^arguments"):
            bench.main(arguments)
    program: Any = 5
    with pytest.raises(chemix.InputError, match=r"^program = 5: must be a text"):
        bench.main([], program)
    for arguments in (["--x"], ["--episodes", "1000001"], ["--rounds", "x"], ["--seconds", "nan"]):
        with pytest.raises(SystemExit):
            bench.main(arguments)
        assert "error: " in capsys.readouterr().err
