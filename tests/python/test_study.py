# SPDX-License-Identifier: Apache-2.0
"""Studies are the same on every executor, resumed or not, and say what is uncertain."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import json
import math
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import chemix
import chemix.executors
import chemix.lab.executors
import chemix.study
import kuhn
import numpy as np
import pandas as pd
import pytest
import study_runs
from chemix.lab.policies import function_of
from chemix.study import Study
from chemix.tournament import Tournament
from pyarrow import parquet
from study_runs import GAMES, any_action, first_action, study

PROGRAM = Path(study_runs.__file__)


@pytest.fixture(name="digest", scope="module")
def _digest() -> str:
    return study().run().digest


@pytest.fixture(name="classic", scope="module")
def _classic() -> chemix.Game:
    return chemix.load("classic", players=2)


def run(*arguments: object, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    python = [sys.executable, *before, str(PROGRAM)]
    mpi = ["mpiexec", "--allow-run-as-root", "--oversubscribe", "-n", "3"] if before else []
    words = [*mpi, *python, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=300)


# ---- The same everywhere ----


@pytest.mark.parametrize("chunk", [1, 7, GAMES])
@pytest.mark.parametrize("workers", ["threads", "one process", "two processes"])
def test_the_digest_is_the_same(digest: str, workers: str, chunk: int) -> None:
    made: dict[str, Callable[[], Executor]] = {
        "threads": lambda: ThreadPoolExecutor(3),
        "one process": lambda: ProcessPoolExecutor(1),
        "two processes": lambda: ProcessPoolExecutor(2),
    }
    with made[workers]() as executor:
        assert study().run(executor, chunk=chunk).digest == digest


def test_the_digest_is_the_same_on_dask(digest: str) -> None:
    pytest.importorskip("distributed")
    ran = run("dask", 7)
    assert ran.stdout.strip() == digest, ran.stderr


def test_the_digest_is_the_same_on_mpi(digest: str) -> None:
    pytest.importorskip("mpi4py")
    if not shutil.which("mpiexec"):
        pytest.skip("no mpiexec")
    ran = run("mpi", 7, before=("-m", "mpi4py.futures"))
    assert ran.stdout.strip() == digest, ran.stderr


def test_the_digest_is_the_same_on_ray(digest: str) -> None:
    pytest.importorskip("ray")
    ran = run("ray", 7)
    assert ran.stdout.strip() == digest, ran.stderr


def test_the_executor_of_ray_is_small() -> None:
    source = ast.parse(inspect.getsource(chemix.lab.executors))
    [executor] = (node for node in source.body if isinstance(node, ast.ClassDef))
    for node in ast.walk(executor):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    assert len(ast.unparse(executor).splitlines()) < 60


def test_ray_ends_what_is_cancelled(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    program = """
import pathlib, ray, sys, time
from chemix.executors import RayExecutor

ray.init(object_store_memory=100 * 2**20, log_to_driver=False, include_dashboard=False)

def endless(file):
    while True:
        file.touch()
        time.sleep(0.1)

def shows_up(file):
    file.unlink(missing_ok=True)
    time.sleep(1)
    return file.exists()

file = pathlib.Path(sys.argv[1])
executor = RayExecutor()
future = executor.submit(endless, file)
while not file.exists():
    time.sleep(0.1)
assert future.cancel()
executor.shutdown(cancel_futures=True)
print("ended" if not all(shows_up(file) for _ in range(30)) else "still running")
try:
    executor.submit(time.sleep, 0)
except RuntimeError as refused:
    print(refused)
"""
    file = tmp_path / "running"
    told = subprocess.run(
        [sys.executable, "-c", program, file], capture_output=True, text=True, check=True
    )
    assert told.stdout.split("\n") == ["ended", "the executor was shut down", ""]


def test_processes_end_with_their_driver() -> None:
    """All of them have its output open: it is read to its end only when they are gone."""
    program = """
import os, signal
from concurrent.futures import ProcessPoolExecutor
from chemix.executors import end_with_driver
with ProcessPoolExecutor(2, initializer=end_with_driver) as executor:
    tasks = [executor.submit(os.getpid) for _ in range(9)]
    print([task.result() > 0 for task in tasks], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == -signal.SIGKILL
    assert ran.stdout.strip() == str([True] * 9)


class Backwards(Executor):
    """Runs calls when nothing more is submitted, the last first."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], None]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        add_callback = future.add_done_callback

        def added(fn_done: Callable[[Future[Any]], object]) -> None:
            add_callback(fn_done)
            self.calls.append(lambda: future.set_result(fn(*args, **kwargs)))
            if len(self.calls) == -(-GAMES // 7):
                for call in reversed(self.calls):
                    call()

        future.add_done_callback = added  # type: ignore
        return future


def test_the_order_in_which_chunks_are_done_does_not_matter(digest: str) -> None:
    assert study().run(Backwards(), chunk=7).digest == digest


def test_other_studies_have_other_digests(digest: str) -> None:
    game = chemix.load("chemuno", players=3)
    others = [
        study(seats="fixed"),
        study(seats="paired"),
        study(games=GAMES - 3),
        study(seed=8),
        Study(game, [first_action, "random", "random"], GAMES, 7, "rotated"),
        Study(chemix.load("chemuno", players=3, hand_size=5), "random", GAMES, 7, "rotated"),
    ]
    digests = {digest, *(other.run().digest for other in others)}
    assert len(digests) == len(others) + 1
    assert len({other.key for other in others}) == len(others)


SPIED: list[tuple[object, tuple[int, ...]]] = []


def spying(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
    sequence = random.bit_generator.seed_seq
    assert isinstance(sequence, np.random.SeedSequence)
    SPIED.append((sequence.entropy, sequence.spawn_key))
    return seen.legal_actions()[0]


def test_random_numbers_of_policies_tell_nothing_of_the_deal(classic: chemix.Game) -> None:
    SPIED.clear()
    study = Study(classic, spying, 2, 7)
    study.play()
    seeds = {7, study.seed_of(0), study.seed_of(1)}
    assert all(entropy not in seeds and not key for entropy, key in SPIED)
    # For each of two games and seats others.
    assert len(set(SPIED)) == 4


def taking_a_foreign_action(seen: chemix.Observation, random: np.random.Generator) -> Any:
    return chemix.load("react", players=2).action(3)


def taking_what_chance_does(seen: chemix.Observation, random: np.random.Generator) -> Any:
    return seen.game.action(0, chance=True)


@pytest.mark.parametrize("policy", [taking_a_foreign_action, taking_what_chance_does])
def test_an_action_of_another_game_is_refused(classic: chemix.Game, policy: Any) -> None:
    with pytest.raises(chemix.InputError, match="is not a player action of this game"):
        Study(classic, policy, 1, 7).trajectories()


def test_a_result_does_not_change_from_version_to_version(classic: chemix.Game) -> None:
    """Unless rules do: then say so in the changelog."""
    result = Study(classic, "random", 20, 2**70, "fixed").run()
    assert result.study.seed_of(3) == 12796295861767882163
    assert result.digest.startswith("a5715948364f593b")


# ---- Which games are played ----


def test_seeds_are_those_of_numpy(classic: chemix.Game) -> None:
    asked = Study(classic, "random", 5, 99)
    spawned = np.random.SeedSequence(99).spawn(5)
    expected = [int(one.generate_state(1, np.uint64)[0]) for one in spawned]
    assert [asked.seed_of(game) for game in range(5)] == expected
    assert len({*expected, *(Study(classic, "random", 5, 100).seed_of(i) for i in range(5))}) == 10


def test_games_are_playouts_of_their_seeds() -> None:
    asked = Study(chemix.load("react", players=3), "random", 10, 3)
    for game, row in enumerate(asked.play()):
        end = asked.game.playout(asked.seed_of(game))
        assert row["digest"] == end.digest
        assert list(row["returns"]) == end.returns()
        assert list(row["scores"]) == end.scores()
    assert (asked.play(4, 3) == asked.play()[4:7]).all()


LIBRARY = ["heuristic worlds=2", "random", "greedy worlds=2"]


@pytest.mark.parametrize("seats", chemix.study.SEATS)
@pytest.mark.parametrize("policies", [LIBRARY, "greedy worlds=2"], ids=["three", "one"])
def test_policies_of_the_library_play_as_in_playouts(policies: Any, seats: str) -> None:
    """In REACT! several may decide at once."""
    asked = Study(chemix.load("react", players=3), policies, 6, 3, seats)
    texts: Any = asked.policies
    kept = asked.trajectories()
    for game, row in enumerate(asked.play()):
        by_seat = [texts[number] for number in asked.policies_by_seat(game)]
        end = asked.game.playout(asked.seed_of(game), by_seat)
        assert row["digest"] == end.digest
        assert chemix.read_record(asked.record(game))[-1] == end
        batch = chemix.Batch(asked.game, [asked.seed_of(game)], auto_reset=False)
        for action in kept["action"][kept["game"] == game]:
            batch.step([action])
        assert batch[0] == end


def test_policies_of_the_library_draw_the_same_beside_functions() -> None:
    """A function that does what a policy would takes its place."""

    @chemix.full_state
    def heuristic(state: chemix.State, player: int, random: np.random.Generator) -> chemix.Action:
        place = decisions.index((state.digest, player))
        return chemix.Policy(LIBRARY[0]).choose(state.observation(player), seed, decision=place)

    asked = Study(chemix.load("react", players=3), LIBRARY, 1, 5)
    seed = asked.seed_of(0)
    decisions = []
    first, *states = chemix.read_record(asked.record(0))
    players = [step["player"] for step in chemix.record_to_dict(asked.record(0))["steps"]]
    for before, player in zip([first, *states], players, strict=False):
        if player is not None:
            decisions.append((before.digest, player))
    end = asked.game.playout(seed, [heuristic, *LIBRARY[1:]])
    assert asked.play()[0]["digest"] == end.digest


def test_random_decisions_are_the_same_beside_functions() -> None:
    asked = Study(chemix.load("chemuno", players=2), [first_action, "random"], 5, 5, "fixed")
    for game, row in enumerate(asked.play()):
        end = asked.game.playout(asked.seed_of(game), [first_action, "random"])
        assert row["digest"] == end.digest


def test_games_are_recorded() -> None:
    asked = study(games=6)
    for game, row in enumerate(asked.play()):
        assert chemix.read_record(asked.record(game))[-1].digest == row["digest"]


def test_seats_rotate_and_deals_are_paired() -> None:
    fixed, rotated, paired = (study(seats=seats, games=9) for seats in chemix.study.SEATS)
    assert [fixed.policies_by_seat(game) for game in range(4)] == [[0, 1, 2]] * 4
    turns = [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]
    assert [rotated.policies_by_seat(game) for game in range(4)] == turns
    assert [paired.policies_by_seat(game) for game in range(4)] == turns
    assert len({rotated.seed_of(game) for game in range(9)}) == 9
    assert [len({paired.seed_of(3 * deal + i) for i in range(3)}) for deal in range(3)] == [1] * 3
    assert len({paired.seed_of(game) for game in range(9)}) == 3


def test_each_policy_plays_each_seat_unless_told_otherwise() -> None:
    # Otherwise a comparison of policies would measure the advantage of a seat.
    asked = Study(chemix.load("chemuno", players=3), [first_action, any_action, "random"], 30, 1)
    turns = np.array([asked.policies_by_seat(game) for game in range(30)])
    for seat in range(3):
        assert np.bincount(turns[:, seat]).tolist() == [10, 10, 10]


@pytest.mark.parametrize("seats", chemix.study.SEATS)
def test_trajectories_are_of_the_same_games(seats: str) -> None:
    asked = study(seats=seats, games=12)
    rows = asked.play()
    kept = asked.trajectories(3, 6)
    assert np.unique(kept["game"]).tolist() == [3, 4, 5, 6, 7, 8]
    for game in range(3, 9):
        rows_of_game = kept["game"] == game
        assert kept["step"][rows_of_game].tolist() == list(range(rows_of_game.sum()))
        for seat in range(asked.game.players):
            *before, last = kept["done"][rows_of_game & (kept["seat"] == seat)].tolist()
            assert last and not any(before)
    for game in range(3, 9):
        dealer, state = chemix.Dealer(asked.seed_of(game)), asked.game.deal(asked.seed_of(game))
        for at in np.flatnonzero(kept["game"] == game).tolist():
            seat = int(kept["seat"][at])
            assert asked.policies_by_seat(game)[seat] == kept["policy"][at]
            assert (state.observation_tensor(seat) == kept["observation"][at]).all()
            assert (state.legal_action_mask(seat) == kept["mask"][at]).all()
            state = dealer.resolve(state.apply(int(kept["action"][at]), seat))
            assert kept["return"][at] == rows[game]["returns"][seat]
        assert state.digest == rows[game]["digest"]


@pytest.mark.parametrize("format", chemix.study.FORMATS)
def test_trajectories_are_written(tmp_path: Path, classic: chemix.Game, format: str) -> None:
    asked = Study(classic, "random", 25, 3)
    expected = asked.trajectories()
    with ThreadPoolExecutor(2) as executor:
        files = asked.write_trajectories(tmp_path, executor, format=format, chunk=10)
    kept: dict[str, list[Any]] = {name: [] for name in expected}
    for file in files:
        parts: Any = np.load(file) if format == "npz" else pd.read_parquet(file)
        for name, values in kept.items():
            values.extend(np.asarray(parts[name]))
    for name, expected_values in expected.items():
        assert (np.stack(kept[name]) == expected_values).all()
    # Existing files are not written again.
    files[1].unlink()
    times = [file.stat().st_mtime_ns for file in (files[0], files[2])]
    assert asked.write_trajectories(tmp_path, format=format, chunk=10) == files
    assert [file.stat().st_mtime_ns for file in (files[0], files[2])] == times
    with pytest.raises(chemix.InputError, match="belongs to another study"):
        Study(classic, "random", 25, 4).write_trajectories(tmp_path, format=format, chunk=10)


def test_a_folder_of_parquet_is_one_table(tmp_path: Path, classic: chemix.Game) -> None:
    asked = Study(classic, "random", 25, 3)
    asked.write_trajectories(tmp_path, format="parquet", chunk=10)
    # Polars reads a folder only if all files have the same suffix.
    assert {file.suffix for file in tmp_path.iterdir()} == {".parquet"}
    expected = asked.trajectories()
    tables = [pd.read_parquet(tmp_path), parquet.read_table(tmp_path).to_pandas()]
    if importlib.util.find_spec("polars"):
        read = importlib.import_module("polars").read_parquet(tmp_path)
        assert np.array_equal(read["observation"].to_numpy(), expected["observation"])
        assert read["action"].to_list() == expected["action"].tolist()
    for table in tables:
        assert list(table) == list(expected)
        for name, values in expected.items():
            assert np.array_equal(np.stack(table[name]), values)


@pytest.mark.parametrize("format", chemix.study.FORMATS)
def test_trajectories_carry_their_labels(tmp_path: Path, classic: chemix.Game, format: str) -> None:
    asked = Study(classic, "random", 5, 3)
    (file,) = asked.write_trajectories(tmp_path, format=format)
    if format == "parquet":
        about = json.loads(parquet.read_schema(file).metadata[b"chemix"])
    else:
        about = json.loads((tmp_path / "study.json").read_text())
    assert about["observation"] == classic.tensor_layout()
    assert about["actions"] == [str(classic.action(id)) for id in range(classic.action_count)]
    assert about["seed"] == "3"
    hand = next(field for field in about["observation"]["fields"] if field["name"] == "hand")
    assert len(hand["labels"]) == hand["size"]


def test_files_of_two_formats_are_not_mixed(tmp_path: Path, classic: chemix.Game) -> None:
    asked = Study(classic, "random", 5, 3)
    for first, other in (("npz", "parquet"), ("parquet", "npz")):
        asked.write_trajectories(tmp_path / first, format=first)
        before = sorted((tmp_path / first).iterdir())
        with pytest.raises(chemix.InputError, match="files: choose another folder"):
            asked.write_trajectories(tmp_path / first, format=other)
        assert sorted((tmp_path / first).iterdir()) == before
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "a.parquet")
    with pytest.raises(chemix.InputError, match="is not a chemix trajectories 1"):
        asked.write_trajectories(tmp_path, format="parquet")


# ---- Resuming ----


def test_a_killed_driver_goes_on(digest: str, tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    killed = run("here", 4, file, 5)
    assert killed.returncode == -signal.SIGKILL
    assert not killed.stdout
    assert len(file.read_text().splitlines()) == 1 + 5
    # Games in the file are not played again: 20 of 60 are there.
    assert run("here", 40, file, 1).stdout.strip() == digest
    assert run("here", 1, file, 0).stdout.strip() == digest


def test_a_torn_file_goes_on_from_where_it_is_whole(digest: str, tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    assert study().run(chunk=20, resume=file).digest == digest
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 4
    for cut in (1, 2, 300, len(lines[-1]), len(lines[-1]) + 1):
        file.write_bytes(whole[:-cut])
        assert study().run(chunk=20, resume=file).digest == digest
        assert file.read_bytes() == whole
    for at in (*range(len(lines[0]), len(lines[0]) + 60), len(whole) - 20):
        broken = bytearray(whole)
        broken[at] ^= 1
        file.write_bytes(broken)
        assert study().run(chunk=20, resume=file).digest == digest
        assert file.read_bytes() == whole
    # A whole line of other games is none either.
    file.write_bytes(whole.replace(b'"first": 20, ', b'"first": 21, '))
    assert study().run(chunk=20, resume=file).digest == digest
    for older in (b"chemix study 1", b"chemix study 2", b"chemix study 3"):
        header = whole.replace(b"chemix study 4", older, 1)
        file.write_bytes(header)
        with pytest.raises(chemix.InputError, match="an older format: choose a new one"):
            study().run(resume=file)
        assert file.read_bytes() == header


def test_files_of_other_studies_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    study().run(resume=file)
    before = file.read_bytes()
    for other, name in [
        (study(seed=8), "seed"),
        (study("fixed"), "seats"),
        (study(games=9), "games"),
    ]:
        with pytest.raises(chemix.InputError, match=f"another study: {name} =") as refused:
            other.run(resume=file)
        assert refused.value.field == "resume"
    assert file.read_bytes() == before
    for text in ("", "1\n", "{}\n", "chemix\n"):
        file.write_text(f"{text}more\n")
        with pytest.raises(chemix.InputError, match="is not a chemix study"):
            study().run(resume=file)
        assert file.read_text() == f"{text}more\n"


def test_only_plain_files_are_gone_on_with(tmp_path: Path) -> None:
    digest = study().run().digest
    link, file = tmp_path / "link", tmp_path / "file.jsonl"
    link.symlink_to(file)
    assert study().run(resume=link).digest == digest
    assert link.is_symlink()
    assert study().run(resume=file).digest == digest
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for other in (fifo, tmp_path, "", 5):
        with pytest.raises(chemix.InputError, match="must be") as refused:
            study().run(resume=other)  # type: ignore[arg-type]
        assert refused.value.field == "resume"
    assert fifo.is_fifo()


def test_one_run_at_a_time_writes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    study().run(resume=file)
    before = file.read_bytes()
    program = "import fcntl, sys; file = open(sys.argv[1], 'r+b'); fcntl.lockf(file, fcntl.LOCK_EX)"
    program += "; print('locked', flush=True); sys.stdin.read()"
    other = subprocess.Popen(
        [sys.executable, "-c", program, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdout
        other.stdout.readline()
        with pytest.raises(chemix.InputError, match="is in use by another run"):
            study().run(resume=file)
        other.communicate()
    assert study().run(resume=file).digest
    assert file.read_bytes() == before


def test_within_a_process_too(tmp_path: Path, classic: chemix.Game) -> None:
    file = tmp_path / "study.jsonl"
    refused: list[chemix.InputError] = []

    def again(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        if not refused:
            with pytest.raises(chemix.InputError, match="is in use by another run") as error:
                asked.run(resume=file)
            refused.append(error.value)
        return seen.legal_actions()[0]

    again.name = "again"  # type: ignore[attr-defined]
    asked = Study(classic, again, 4, 1)
    first = asked.run(resume=file)
    assert refused and asked.run(resume=file).digest == first.digest


def test_a_file_that_was_killed_at_its_header_is_rewritten(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    study().run(resume=file)
    whole = file.read_bytes()
    for torn in (0, 1, 50, whole.index(b"\n")):
        file.write_bytes(whole[:torn])
        study().run(resume=file)
        assert file.read_bytes() == whole


def test_options_may_be_what_json_knows_otherwise(tmp_path: Path) -> None:
    class Staked(kuhn.Kuhn):
        option_values = {"stakes": (1, 2)}  # noqa: RUF012
        players: Any = np.int64(2)

    asked: Any = Study(Staked(), "random", 4, 1)
    digest = asked.run(resume=tmp_path / "study.jsonl").digest
    assert asked.run(resume=tmp_path / "study.jsonl").digest == digest
    assert asked.write_trajectories(tmp_path) == asked.write_trajectories(tmp_path)


def test_what_cannot_be_written_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pandas

    def torn(_: object, path: Path, **__: object) -> None:
        path.write_text("half")
        raise OSError(28, "No space left on device")

    file = tmp_path / "games.csv"
    result = study().run()
    result.write(file)
    before = file.read_bytes()
    monkeypatch.setattr(pandas.DataFrame, "to_csv", torn)
    with pytest.raises(OSError, match=r"No space left.*games\.csv"):
        result.write(file)
    assert file.read_bytes() == before
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("folder", ["missing", "games.csv"])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_where_there_is_no_folder_the_file_is_named(
    tmp_path: Path, folder: str, ending: str
) -> None:
    (tmp_path / "games.csv").touch()
    file = tmp_path / folder / f"result.{ending}"
    with pytest.raises(OSError, match=rf"directory.*result\.{ending}'$"):
        study().run().write(file)


# ---- What fails ----


class Failing(Executor):
    """Fails the chunk of one game so many times."""

    def __init__(self, game: int, times: int) -> None:
        self.game, self.times = game, times

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        first, count = args[3:5]
        if first <= self.game < first + count and self.times:
            self.times -= 1
            future.set_exception(OSError("the worker is gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_chunk_is_tried_once_more(digest: str) -> None:
    assert study().run(Failing(15, 1), chunk=7).digest == digest


def test_of_a_chunk_that_fails_twice_each_game_is_tried(digest: str) -> None:
    assert study().run(Failing(15, 2), chunk=7).digest == digest
    assert study().run(Failing(15, 3), chunk=7).digest == digest


def test_a_game_that_fails_twice_is_reported_and_the_rest_kept(digest: str, tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    said = "1 of 60 games failed; the first, game 15: OSError: the worker is gone"
    with pytest.warns(RuntimeWarning, match=said):
        result = study().run(Failing(15, 4), chunk=7, resume=file)
    assert result.failed == (chemix.study.Failure(15, 1, "OSError: the worker is gone"),)
    assert not result.is_complete
    assert repr(result).startswith("<Result of 59 of 60 games, by ")
    assert result.games.tolist() == [*range(15), *range(16, GAMES)]
    assert (result.rows == study().run().rows[result.games]).all()
    assert result.digest != digest
    assert set(result.table()["game"]) == set(result.games.tolist())
    assert study().run(Failing(0, 1), chunk=7, resume=file).digest == digest


def breaking(seen: chemix.Observation, random: np.random.Generator) -> int:
    """Die now and then."""
    if seen.digest % 50 == 0:
        os._exit(1)
    return any_action(seen, random)


def cheating(seen: chemix.Observation, random: np.random.Generator) -> str:
    """Do what is not allowed."""
    return "pass"


def giving_up(seen: chemix.Observation, random: np.random.Generator) -> int:
    """Fail where it goes badly."""
    if len(seen.to_dict()["own"]["hand"]) > 9:  # type: ignore[index]
        raise RuntimeError("too many cards")
    return any_action(seen, random)


def test_what_fails_depends_on_no_chunk() -> None:
    asked = Study(chemix.load("chemuno", players=2), [giving_up, "random"], 40, 1)
    results = []
    for chunk in (1, 7, 40):
        with pytest.warns(RuntimeWarning, match=r"study\.play\(\d+, 1\) shows where"):
            results.append(asked.run(chunk=chunk))
    assert 0 < len(results[0].rows) < 40
    assert len({result.digest for result in results}) == 1
    assert len({result.failed for result in results}) == 1
    for failure in results[0].failed:
        with pytest.raises(RuntimeError, match="too many cards"):
            asked.play(failure.first, 1)


def test_workers_that_die_are_reported() -> None:
    asked = Study(chemix.load("chemuno", players=2), breaking, 20, 1)
    with ProcessPoolExecutor(1) as executor, pytest.warns(RuntimeWarning, match="BrokenProcess"):
        result = asked.run(executor, chunk=1)
    assert result.failed
    assert len(result.games) + sum(failure.games for failure in result.failed) == 20


def test_what_a_policy_does_wrong_is_reported() -> None:
    asked = Study(chemix.load("chemuno", players=2), [any_action, cheating], 4, 1)
    with pytest.warns(RuntimeWarning, match="4 of 4 games failed"):
        result = asked.run(chunk=2)
    assert sum(failure.games for failure in result.failed) == 4
    assert len(result.by_seat()) == 2
    assert result.by_seat()["games"].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"policies": ["random"] * 2}, "policies"),
        ({"policies": "greedily"}, "policies"),
        ({"policies": "no_such_module:choose"}, "policies"),
        ({"policies": "study_runs:no_such_function"}, "policies"),
        ({"policies": "study_runs:GAMES"}, "policies"),
        ({"policies": lambda seen, random: 0}, "policies"),
        ({"games": 0}, "games"),
        ({"games": 10, "seats": "paired"}, "games"),
        ({"policies": 7}, "policies"),
        ({"policies": [7, "random", "random"]}, "policies"),
        ({"policies": ["random"] * 2}, "policies"),
        ({"policies": ["random"] * 4}, "policies"),
        *(({"games": games}, "games") for games in (None, 1.5, True, 2**70)),
        *(({"seed": seed}, "seed") for seed in (-1, None, 1.5, "x")),
        ({"seats": "any"}, "seats"),
    ],
)
def test_what_is_wrong_is_refused(changes: dict[str, Any], field: str) -> None:
    given: dict[str, Any] = {"policies": "random", "games": 9, "seed": 1} | changes
    with pytest.raises(chemix.InputError) as refused:
        Study(chemix.load("chemuno", players=3), **given)
    assert refused.value.field == field


def named(name: str, policy: Callable[..., Any]) -> Callable[..., Any]:
    """Make a policy of this name."""

    def other(seen: chemix.Observation, random: np.random.Generator) -> Any:
        return policy(seen, random)

    other.name = name  # type: ignore[attr-defined]
    return other


@pytest.mark.parametrize("name", ["random", "heuristic", "search iterations=5"])
def test_no_function_has_the_name_of_a_policy_of_the_library(
    classic: chemix.Game, name: str
) -> None:
    """A file of the one would be gone on with by the other."""
    with pytest.raises(
        chemix.InputError, match=f"policies = {name}: is the name of a built-in policy"
    ):
        Study(classic, named(name, first_action), 2, 1)
    assert Study(classic, named("thumbs", first_action), 2, 1).names == ["thumbs"] * 2


class Bot:
    def __init__(self, place: int) -> None:
        self.place = place

    def choose(self, seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        return seen.legal_actions()[self.place]


def test_two_policies_of_one_name_are_refused(classic: chemix.Game) -> None:
    """Tables would put what they get together."""
    first, last = Bot(0), Bot(-1)
    different: list[list[Any]] = [
        [first.choose, last.choose],
        [named("bot", first.choose), named("bot", last.choose)],
        [named("study_runs:first_action", any_action), "study_runs:first_action"],
    ]
    for pair in different:
        with pytest.raises(chemix.InputError, match="is the name of two policies; give each a"):
            Study(classic, pair, 2, 1)
    alike: list[list[Any]] = [[first.choose] * 2, [first_action, "study_runs:first_action"]]
    for same in alike:
        assert len(set(Study(classic, same, 2, 1).names)) == 1


def test_policies_have_an_order(classic: chemix.Game) -> None:
    unordered: list[Any] = [
        {"heuristic", "random"},
        frozenset({"heuristic"}),
        {"heuristic": 1, "random": 2},
    ]
    for policies in unordered:
        kind = type(policies).__name__
        with pytest.raises(chemix.InputError, match=f"policies = a {kind}: .*in the order of the"):
            Study(classic, policies, 2, 1)
        with pytest.raises(chemix.InputError, match=f"policies = a {kind}: .*in the order of the"):
            chemix.report(classic, policies=policies)


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (None, "chose None for seat 1: must be a legal action, its id or its text"),
        (float("nan"), "chose nan for seat 1: must be a legal action, its id or its text"),
        (True, "chose True for seat 1: must be a"),
        (10**6, "chose 1000000 for seat 1: must be an id from 0 to"),
        (2**70, f"chose {2**70} for seat 1: must be an id from 0 to"),
        ("fly", "chose 'fly' for seat 1: "),
        ("form H2 -", r"chose 'form H2 -' for seat 1: .*\[CL-8\]"),
    ],
)
def test_what_a_policy_chose_is_told(classic: chemix.Game, chosen: Any, said: str) -> None:
    asked = Study(classic, [first_action, named("bot", lambda *_: chosen)], 1, 7)
    for play in (asked.play, asked.trajectories):
        with pytest.raises(chemix.InputError, match=f"policies = bot: {said}") as caught:
            play()
        assert caught.value.field == "policies"

    def bot(seen: chemix.Observation, random: np.random.Generator) -> Any:
        return chosen if seen.viewer else seen.legal_actions()[0]

    with pytest.raises(chemix.InputError, match=f"policies = .*bot: {said.split(':')[0]}"):
        classic.playout(asked.seed_of(0), bot)


def test_a_game_is_no_text() -> None:
    game: Any = "chemuno"
    for make in (
        lambda: Study(game, "random", 2, 1),
        lambda: Tournament(game, ["random", "heuristic"], 2, 1),
    ):
        with pytest.raises(chemix.InputError, match="game = chemuno: is a text; load the game"):
            make()


@pytest.mark.parametrize(("first", "games"), [(-1, 1), (9, 1), (0, 10), (5, 5), (3, 0)])
def test_only_games_of_the_study_are_played(first: int, games: int) -> None:
    asked = study(games=9)
    for play in (asked.play, asked.trajectories):
        with pytest.raises(chemix.InputError, match="must be from"):
            play(first, games)


def test_one_game_of_the_study_is_named() -> None:
    asked = study(games=9)
    wrong: list[Any] = [-1, 9, "0", 1.5]
    for ask in (asked.seed_of, asked.record, asked.policies_by_seat):
        for game in wrong:
            with pytest.raises(chemix.InputError, match="game = "):
                ask(game)
    result = asked.run()
    for words in (("seats", "returns"), ("seat", "return")):
        with pytest.raises(chemix.InputError, match="did you mean"):
            result.by_deal(*words)


def test_an_executor_is_one(classic: chemix.Game, tmp_path: Path) -> None:
    threads: Any = "threads"
    asked = Study(classic, "random", 2, 1)
    for run_them in (asked.run, lambda runs: asked.write_trajectories(tmp_path / "made", runs)):
        with pytest.raises(chemix.InputError, match="executor = threads: must be an executor"):
            run_them(threads)
    assert not (tmp_path / "made").exists()


def test_a_run_is_asked_for_with_what_it_takes() -> None:
    for field, value in (("executor", "threads"), ("chunk", "x"), ("chunk", 0)):
        given: dict[str, Any] = {field: value}
        with pytest.raises(chemix.InputError) as refused:
            study().run(**given)
        assert refused.value.field == field


def test_numbers_may_be_those_of_numpy(classic: chemix.Game) -> None:
    given: Any = np.int64(3), np.int64(7)
    assert (
        Study(classic, "random", *given).run().digest == Study(classic, "random", 3, 7).run().digest
    )


def test_policies_of_the_library_are_what_their_texts_say(classic: chemix.Game) -> None:
    given: Any = chemix.Policy("heuristic")
    assert Study(classic, given, 3, 7).key == Study(classic, "heuristic", 3, 7).key
    assert Study(classic, [given, "random"], 3, 7).names == ["heuristic", "random"]


def test_built_in_policies_draw_new_numbers_from_their_source(classic: chemix.Game) -> None:
    """As functions, where no playout is."""
    policy: Any = function_of("search iterations=2")
    assert policy is not None
    seen = classic.deal(seed=1).observation()
    random = np.random.default_rng(1)
    assert len({str(policy(seen, random)) for _ in range(20)}) > 1


def test_policies_are_found_by_name() -> None:
    named = ["study_runs:first_action", "random", "study_runs:any_action"]
    by_name = Study(study().game, named, GAMES, 7, "rotated")
    assert by_name.key == study().key
    assert by_name.run().digest == study().run().digest


# ---- What is said of it ----


def test_tables_hold_all_that_was_played(tmp_path: Path) -> None:
    result = study().run()
    table = result.table()
    assert list(table.columns) == ["game", "seed", "seat", "policy", "score", "return"]
    assert len(table) == 3 * GAMES
    names = study().names
    for row in table.itertuples():
        game, seat = int(row.game), int(row.seat)
        assert row.policy == names[study().policies_by_seat(game)[seat]]
        assert row.seed == study().seed_of(game)
        assert row.score == result.rows[game]["scores"][seat]
    for ending in ("parquet", "csv"):
        file = tmp_path / f"table.{ending}"
        result.write(file)
        read = pd.read_parquet(file) if ending == "parquet" else pd.read_csv(file)
        assert (read["return"] == table["return"]).all()
        assert (read["seed"] == table["seed"]).all()
    with pytest.raises(chemix.InputError, match="parquet"):
        result.write(tmp_path / "table.txt")


def test_means_are_those_of_the_table() -> None:
    for seats in chemix.study.SEATS:
        result = study(seats).run()
        table = result.table()
        for what, means in [("seat", result.by_seat()), ("policy", result.by_policy())]:
            expected = table.groupby(what, observed=True)[["return", "score"]].mean()
            for row in means.itertuples():
                at = expected.loc[getattr(row, what)]
                assert row._3 == pytest.approx(at["return"])
                assert row.score == pytest.approx(at["score"])
                assert row.score_low < row.score < row.score_high


def failing_at_times(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
    if random.random() < 0.02:
        raise ZeroDivisionError
    return seen.legal_actions()[0]


def test_means_of_pairs_leave_out_deals_that_lack_a_game() -> None:
    game = chemix.load("chemuno", players=2)
    with pytest.warns(RuntimeWarning, match="games failed"):
        result = Study(game, ["random", failing_at_times], 40, 1, "paired").run()
    table = result.table()
    played = set(table["game"])
    whole = table[[at ^ 1 in played for at in table["game"]]]
    assert 0 < len(whole) < len(table)
    for what, means in (("seat", result.by_seat()), ("policy", result.by_policy())):
        expected = whole.groupby(what, observed=True)["return"].mean()
        for row in means.itertuples():
            assert row._3 == pytest.approx(expected[getattr(row, what)])


def test_intervals_cover_the_mean_as_often_as_they_say(classic: chemix.Game) -> None:
    """Blocks of one long study are studies; its mean is nearly the true one."""
    whole = Study(classic, "random", 50_000, 5).run()
    mean = whole.by_seat()["score"][0]
    covered = 0
    for first in range(0, 50_000, 50):
        part = slice(first, first + 50)
        block = chemix.study.Result(whole.study, whole.games[part], whole.rows[part])
        row = block.by_seat().iloc[0]
        covered += row["score_low"] <= mean <= row["score_high"]
    assert 0.93 <= covered / 1000 <= 0.97


@pytest.mark.parametrize("games", [5, 10, 20])
@pytest.mark.parametrize("share", [0.5, 0.7, 0.8, 0.9, 0.98, 1.0])
def test_few_games_and_one_sided_ones_are_covered_too(games: int, share: float) -> None:
    """Somebody wins so often: the chances of all results whose interval has the true mean."""
    covered = 0.0
    for won in range(games + 1):
        values = np.array([1.0] * won + [-1.0] * (games - won))
        _, low, high = chemix.study.interval(values, (-1.0, 1.0))
        assert -1 <= low < high <= 1
        if low <= 2 * share - 1 <= high:
            covered += math.comb(games, won) * share**won * (1 - share) ** (games - won)
    assert covered > 0.92


def test_who_has_all_seats_gets_what_there_is() -> None:
    result = Study(chemix.load("chemuno", players=2), "random", 10, 3).run()
    means = result.by_policy()
    assert means[["return_low", "return_high"]].to_numpy().tolist() == [[0, 0]]
    assert (result.by_seat()["return_high"] <= 1).all()


def test_pairs_need_fewer_games_where_the_deal_decides() -> None:
    game = chemix.load("chemistry_battle", players=2)
    wide = {}
    for seats in ("fixed", "paired"):
        means = Study(game, [first_action, any_action], 600, 1, seats).run().by_policy()
        wide[seats] = means["return_high"][0] - means["return_low"][0]
    assert (wide["paired"] / wide["fixed"]) ** 2 < 0.75


@pytest.mark.parametrize("seats", ["fixed", "rotated"])
def test_a_study_may_have_fewer_games_than_players(seats: Any) -> None:
    game = chemix.load("chemuno", players=4)
    study = Study(game, ["random", "random", "random", "heuristic"], 3, 7, seats=seats)
    assert list(study.run().by_policy()["games"]) == [3, 3]


def test_the_examples_of_the_module_run() -> None:
    tested = doctest.testmod(chemix.study, extraglobs={"chemix": chemix})
    assert tested.attempted > 0
    assert tested.failed == 0
