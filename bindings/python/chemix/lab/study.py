# SPDX-License-Identifier: Apache-2.0
"""Studies: many games between policies, on one machine or a cluster."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import numpy as np
import numpy.typing as npt

import chemix
from chemix._errors import expect, quoted, whole, wrong
from chemix._files import path_of, written
from chemix._full_state import FullState, source_of
from chemix.lab.episodes import (
    Asked,
    Batch,
    batch_of,
    choice,
    choice_in_episode,
    decided,
    steps,
)
from chemix.lab.intervals import expect_array, interval
from chemix.lab.policies import Native, Policy, function_of, name_of, policies_of
from chemix.lab.python_games import expect_game
from chemix.lab.stopping import Check, Ending, current
from chemix.lab.study_files import FORMATS, ChunkFile, Rows, begin_folder, encoded, parquet_modules
from chemix.lab.tasks import Chunk, chunks_of, expect_executor, outcomes, progress_bar

if TYPE_CHECKING:
    from os import PathLike

    import pandas as pd
    from typing_extensions import TypeVar

    from chemix import protocol

    G = TypeVar("G", bound=protocol.Game, default=chemix.Game)
else:
    from typing import TypeVar

    G = TypeVar("G")

SEATS = ("fixed", "rotated", "paired")
TABLES = (".parquet", ".csv")

# In bits; the core has the same limit.
_MAX_OF_SEED = 4000
# The names of trajectory files have nine digits.
_MAX_GAMES = 10**9


class Decisions(NamedTuple):
    """The decisions of one step of a batch, before they are applied.

    Attributes:
        batch: the episodes, one per game; a :class:`chemix.Batch` for built-in games.
        episodes: indices in the batch of the episodes that decide, ascending. All arrays have shape
            (n,).
        seat: the deciding seats.
        policy: the number of the policy at each of these seats.
        action: the ids of the chosen actions.

    """

    batch: Batch
    episodes: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int8]
    policy: npt.NDArray[np.int8]
    action: npt.NDArray[np.int32]


@dataclass(frozen=True)
class Study(Generic[G]):
    """A series of games between policies; see :meth:`run`.

    >>> from chemix.study import Study
    >>> study = Study(chemix.load("chemuno"), ["heuristic", "random"], 20, seed=7, seats="paired")
    >>> study.names, len(study.key)
    (['heuristic', 'random'], 64)

    Args:
        game: the game with its options and number of players: a built-in game, or a Python game
            that implements :mod:`chemix.protocol`.
        policies: one policy for all seats, or one per player. A built-in policy, given by its text
            such as ``"random"`` or ``"heuristic"`` or as :class:`chemix.Policy`, plays natively. A
            function ``policy(observation, random)`` takes the observation of its player (a
            :class:`chemix.Observation`) and a :class:`numpy.random.Generator` of its own for each
            game, and returns an action, its id or its text. A policy that sees the complete state
            must be wrapped by :func:`chemix.full_state`. Functions can be given as a text
            ``"module:function"``. To run in other processes, a function must be importable there.
        games: the number of games, at most one billion.
        seed: a nonnegative integer of at most 1,000 hexadecimal digits.
        seats: how policies are seated. ``"rotated"``: shifted by one seat in each game.
            ``"paired"``: rotated, and each deal is played once for each rotation, in consecutive
            games, so that luck affects all policies alike. ``"fixed"``: in their order, to measure
            seats; the mean of a policy then includes the advantage of its seat.

    Raises:
        InputError: the number of policies is wrong, their collection is unordered, a name is
            unknown, two policies share a name, or a function has the name of a built-in policy;
            ``games`` is below 1 or, for paired seats, not a multiple of the players; the seed is
            negative; a value is not an integer; a Python game lacks a member or reports impossible
            values, or is paired with a built-in policy other than ``"random"``.

    """

    game: G
    policies: str | Policy | Sequence[str | Policy]
    games: int
    seed: int
    seats: str = "rotated"

    def __post_init__(self) -> None:
        expect_game(self.game)
        players = self.game.players
        object.__setattr__(self, "policies", policies_of(self.policies, self.game))
        expect("seats", self.seats, SEATS)
        object.__setattr__(self, "games", whole("games", self.games, 1, _MAX_GAMES))
        object.__setattr__(self, "seed", whole("seed", self.seed))
        if self.seed.bit_length() > _MAX_OF_SEED:
            raise wrong("seed", self.seed, "must have at most 1,000 hexadecimal digits")
        if self.seats == "paired" and self.games % players:
            raise wrong("games", self.games, f"must be a multiple of the players: {players}")

    @property
    def names(self) -> list[str]:
        """The names of the policies, one for each player."""
        return [name_of(policy) for policy in self._policies]

    @property
    def key(self) -> str:
        """A hash of 64 hexadecimal digits, equal for studies with equal results."""
        return hashlib.sha256(json.dumps(self.to_dict(), sort_keys=True).encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Return everything that the result depends on, as JSON-compatible values.

        >>> from chemix.study import Study
        >>> about = Study(chemix.load("chemuno"), "random", games=20, seed=7).to_dict()
        >>> about["game"], about["policies"], about["games"], about["seats"]
        ('chemuno', ['random', 'random'], 20, 'rotated')
        """
        game = self.game
        return {
            "game": game.name,
            "revision": int(game.revision),
            "players": int(game.players),
            "deck": game.deck,
            "options": dict(game.option_values),
            "game_key": f"{game.key:016x}",
            "policies": self.names,
            "games": self.games,
            "seed": str(self.seed),
            "seats": self.seats,
        }

    @property
    def _about(self) -> dict[str, Any]:
        """The description of the study in its files."""
        return {**self.to_dict(), "key": self.key}

    def seed_of(self, game: int) -> int:
        """Return the seed of a game, for :meth:`chemix.Game.playout`: below 2**64.

        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno"), "heuristic", games=20, seed=7)
        >>> end = study.game.playout(study.seed_of(3), "heuristic")
        >>> end.returns() == study.play(3, 1)["returns"][0].tolist()
        True

        Raises:
            InputError: the study has no such game.

        """
        game = whole("game", game, 0, self.games - 1)
        deal = game - game % self.game.players if self.seats == "paired" else game
        sequence = np.random.SeedSequence(self.seed, spawn_key=(deal,))
        return int(sequence.generate_state(1, np.uint64)[0])

    def policies_by_seat(self, game: int) -> list[int]:
        """Return the policy numbers of a game, by seat.

        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno"), ["greedy", "random"], 20, seed=7, seats="rotated")
        >>> study.policies_by_seat(0), study.policies_by_seat(1)
        ([0, 1], [1, 0])

        Raises:
            InputError: the study has no such game.

        """
        return self._by_seat(whole("game", game, 0, self.games - 1))

    def _by_seat(self, game: int) -> list[int]:
        players = self.game.players
        shift = 0 if self.seats == "fixed" else game % players
        return [(seat - shift) % players for seat in range(players)]

    def play(self, first: int = 0, games: int | None = None) -> Rows:
        """Play some of the games in this thread, one after another.

        >>> from chemix.study import Study
        >>> rows = Study(chemix.load("chemuno"), "random", games=20, seed=7).play(first=5, games=10)
        >>> rows["returns"].shape, rows["scores"].shape
        ((10, 2), (10, 2))

        Args:
            first: the number of the first game.
            games: the number of games; by default all from ``first`` on.

        Returns:
            an array of shape (games,) with the fields ``digest`` (uint64, of the final state),
            ``returns`` (float64, by seat) and ``scores`` (int64, by seat).

        Raises:
            InputError: the study has no such games.

        """
        first, count = self._span(first, games)
        check = Check()
        if isinstance(self.game, chemix.Game):
            native = self.game
            # Random games are so short that looking between them is enough.
            thinks = any(isinstance(function, Native) for function in self._functions)
            stop = current() if thinks else None
            ends: Iterable[protocol.State] = (
                native.playout(self.seed_of(game), self._seated(game), stop=stop)
                for game in range(first, first + count)
            )
        else:
            batch = self._batch(first, count)
            for _ in self._decided(batch, first):
                check()
            ends = (batch[i] for i in range(count))
        rows = np.zeros(count, self.row)
        for row, end in enumerate(ends):
            rows[row] = (end.digest, end.returns(), end.scores())
            check()
        return rows

    def run(
        self,
        executor: Executor | None = None,
        *,
        chunk: int | None = None,
        progress: bool | None = None,
        resume: str | PathLike[str] | None = None,
        stop: protocol.Stop | None = None,
        time_budget: float | None = None,
    ) -> Result:
        """Play all games.

        A chunk that fails is retried once, and then its games are retried one by one. A game that
        fails twice on its own is left out, with a RuntimeWarning, and listed in ``result.failed``.
        If the executor is broken, the whole chunk is left out.

        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno"), ["heuristic", "random"], games=100, seed=7)
        >>> with ThreadPoolExecutor(2) as executor:
        ...     result = study.run(executor)
        >>> result.digest == study.run().digest
        True

        Args:
            executor: threads, processes, ``Client.get_executor()`` of Dask, ``MPIPoolExecutor`` or
                :class:`chemix.executors.RayExecutor`; by default the calling thread. Threads use
                several cores only if all policies are native.
            chunk: the number of games per task; by default 1/256 of all games, at most 1000.
            progress: whether to show a progress bar once the run has taken a second; by default
                only on a terminal.
            resume: a file that stores finished chunks. If it exists, its games are not played
                again. Only one run at a time may use it.
            stop: an object with ``is_set()``, such as a :class:`threading.Event`. Once it is set,
                the run ends: within 0.2 s if its policies are built in, and otherwise after the
                current game. Games of unfinished chunks are left out.
            time_budget: the number of seconds after which the run ends in the same way.

        Returns:
            the outcome of all games that were played and did not fail.

        Raises:
            InputError: the executor is not one, the chunk is below 1, ``stop`` or ``time_budget``
                is invalid, or the file belongs to another study or is in use by another run.
            OSError: the file cannot be read or written.

        """
        if chunk is not None:
            chunk = whole("chunk", chunk, 1, _MAX_GAMES)
        expect_executor(executor)
        ending = Ending(stop, time_budget)
        rows = np.zeros(self.games, self.row)
        played = np.zeros(self.games, np.bool_)
        failed = []
        keeping: AbstractContextManager[ChunkFile | None] = nullcontext()
        if resume is not None:
            keeping = ChunkFile(path_of("resume", resume), self._about, self.row, self.games)
        with keeping as kept:
            for first, finished in kept.chunks if kept else []:
                rows[first : first + len(finished)] = finished
                played[first : first + len(finished)] = True
            size = chunk or self._chunk
            missing = [part for gap in _gaps(played) for part in chunks_of(*gap, size)]
            with progress_bar(self.games, int(played.sum()), progress) as bar:
                for (first, count), outcome in self._outcomes(missing, executor, ending):
                    if isinstance(outcome, Exception):
                        failed.append(Failure(first, count, f"{type(outcome).__name__}: {outcome}"))
                    else:
                        rows[first : first + count] = outcome
                        played[first : first + count] = True
                        if kept:
                            kept.append(first, outcome)
                    bar.update(count)
        runs = _in_runs(failed)
        if runs:
            lost = sum(failure.games for failure in runs)
            message = (
                f"{lost} of {self.games} games failed; the first, game {runs[0].first}: "
                f"{runs[0].error} (study.play({runs[0].first}, 1) shows where)"
            )
            warnings.warn(message, RuntimeWarning, stacklevel=2)
        return Result(self, np.flatnonzero(played), rows[played], runs)

    def _outcomes(
        self, chunks: list[Chunk], executor: Executor | None, ending: Ending
    ) -> Iterator[tuple[Chunk, Rows | Exception]]:
        """Yield chunks with their outcomes as they finish; split a failed chunk into its games."""
        alone: list[Chunk] = []
        for chunk, outcome in outcomes(_play, self, chunks, executor, ending=ending):
            is_broken = isinstance(outcome, BrokenExecutor)
            if isinstance(outcome, Exception) and not is_broken and chunk[1] > 1:
                alone += chunks_of(*chunk, 1)
            else:
                yield chunk, outcome
        yield from outcomes(_play, self, alone, executor, ending=ending)

    def record(self, game: int) -> str:
        """Play a game in this thread and return its record, for :func:`chemix.read_record`.

        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno"), "heuristic", games=20, seed=7)
        >>> states = chemix.read_record(study.record(3))
        >>> states[-1].digest == int(study.play(3, 1)["digest"][0])
        True

        Raises:
            InputError: the study has no such game, or its game is written in Python.

        """
        game = whole("game", game, 0, self.games - 1)
        if not isinstance(self.game, chemix.Game):
            raise wrong(
                "game", self.game.name, "is a Python game: only built-in games have records"
            )
        seats = self.policies_by_seat(game)
        policies = [self._policies[number] for number in seats]
        sources = [self._random(game, number) for number in seats]
        played = steps(self.game, policies, sources, self.seed_of(game))
        return chemix.write_record(self.game, 0, [(step.player, step.action.id) for step in played])

    def trajectories(self, first: int = 0, games: int | None = None) -> dict[str, npt.NDArray[Any]]:
        """Play some of the games as one batch, and return every decision, for learning.

        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno"), "random", games=20, seed=7)
        >>> data = study.trajectories(first=0, games=5)
        >>> chosen = data["mask"][range(len(data["action"])), data["action"]]
        >>> chosen.all().item(), data["observation"].shape[1] == study.game.tensor_size
        (True, True)

        Args:
            first: the number of the first game.
            games: the number of games; by default all from ``first`` on.

        Returns:
            arrays with a row for each decision, game after game: ``game`` (int64), ``step`` (int32,
            the number of the decision in its game, from 0), ``seat`` and ``policy`` (int8),
            ``observation`` (float32, of shape (decisions, tensor size)), ``mask`` (bool, of shape
            (decisions, game.action_count), true for legal actions), ``action`` (int32), ``done``
            (bool, true for the last decision of a seat in its game) and ``return`` (float64, the
            final return of the seat, which is its reward where ``done`` is true).

        Raises:
            InputError: the study has no such games.

        """
        first, count = self._span(first, games)
        batch = self._batch(first, count)
        # Gives the arrays their types and shapes if no game asks for a decision.
        none, small = np.empty(0, np.int64), np.empty(0, np.int8)
        nothing = Decisions(batch, none, small, small, none.astype(np.int32))
        parts = [
            {
                "game": episodes + first,
                "seat": seat,
                "policy": policy,
                "observation": batch.tensors()[episodes],
                "mask": batch.masks()[episodes],
                "action": action,
            }
            for _, episodes, seat, policy, action in chain([nothing], self._decisions(batch, first))
        ]
        gains = np.array([batch[i].returns() for i in range(len(batch))], np.float64)
        joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        order = np.argsort(joined["game"], kind="stable")
        decisions = {name: values[order] for name, values in joined.items()}
        of, seat = decisions.pop("game") - first, decisions["seat"]
        # Within a game, the rows of a stable order are in the order of its decisions.
        step = np.arange(len(of)) - np.searchsorted(of, of)
        done = np.zeros(len(of), np.bool_)
        _, last = np.unique((of * self.game.players + seat)[::-1], return_index=True)
        done[len(of) - 1 - last] = True
        return {
            "game": of + first,
            "step": step.astype(np.int32),
            **decisions,
            "done": done,
            "return": gains[of, seat],
        }

    def decisions(self, first: int = 0, games: int | None = None) -> Iterator[Decisions]:
        """Play some of the games as one batch, and yield the decisions step by step.

        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno"), "random", games=20, seed=7)
        >>> first = next(iter(study.decisions()))
        >>> first.episodes.shape == first.seat.shape == first.action.shape
        True

        Args:
            first: the number of the first game, which has index 0 in the batch.
            games: the number of games; by default all from ``first`` on.

        Yields:
            the next decision of each episode that is not over. It is applied when the next item is
            requested.

        Raises:
            InputError: the study has no such games.

        """
        first, count = self._span(first, games)
        return self._decisions(self._batch(first, count), first)

    def _decisions(self, batch: Batch, first: int) -> Iterator[Decisions]:
        by_episode = self._by_episode(first, len(batch))
        for episodes, seats, actions in self._decided(batch, first):
            yield Decisions(batch, episodes, seats, by_episode[episodes, seats], actions)

    def write_trajectories(
        self,
        folder: str | PathLike[str],
        executor: Executor | None = None,
        *,
        format: str = "npz",
        chunk: int = 100,
        progress: bool | None = None,
    ) -> list[Path]:
        """Write the trajectories of all games, a file for each chunk.

        Existing files are kept, so an interrupted run resumes. pandas, PyArrow and Polars read a
        folder of Parquet files as one table. The description of the study contains the layout of
        the ``observation`` (:meth:`chemix.Game.tensor_layout`) with the labels of its fields, and
        the texts of all ``actions`` by id: as JSON in ``study.json`` beside npz files, and under
        the key ``chemix`` in the metadata of each Parquet file.

        >>> import tempfile
        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno"), "random", games=20, seed=7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     print([file.name for file in study.write_trajectories(folder, chunk=10)])
        ['000000000.npz', '000000010.npz']

        Args:
            folder: the target folder; created if missing.
            executor: as for :meth:`run`.
            format: ``"npz"`` of NumPy, or ``"parquet"``.
            chunk: the number of games per file.
            progress: as for :meth:`run`.

        Returns:
            the files, in the order of their games.

        Raises:
            InputError: the executor is not one, the format is unknown, the chunk is below 1, or
                the folder belongs to another study or contains files of the other format.
            OSError: the folder cannot be created or written to.
            Exception: a policy raised it twice.

        """
        expect_executor(executor)
        chunk = whole("chunk", chunk, 1, _MAX_GAMES)
        self.begin_trajectories(folder, format=format, chunk=chunk)
        into, parts = path_of("folder", folder), chunks_of(0, self.games, chunk)
        files = {part: into / f"{part[0]:09}.{format}" for part in parts}
        missing = [part for part, file in files.items() if not file.exists()]
        done = self.games - sum(count for _, count in missing)
        with progress_bar(self.games, done, progress) as bar:
            for part, outcome in outcomes(_trajectories, self, missing, executor, format, chunk):
                if isinstance(outcome, Exception):
                    raise outcome
                with written(files[part]) as place:
                    place.write_bytes(outcome)
                bar.update(part[1])
        return list(files.values())

    def begin_trajectories(
        self, folder: str | PathLike[str], *, format: str = "npz", chunk: int = 100
    ) -> None:
        """Create the folder of :meth:`write_trajectories`, and check that it is of this study.

        >>> import os, tempfile
        >>> from chemix.study import Study
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Study(chemix.load("chemuno"), "random", games=20, seed=7).begin_trajectories(folder)
        ...     print(os.listdir(folder))
        ['study.json']

        Raises:
            InputError: the format is unknown, the chunk is below 1, or the folder belongs to
                another study or contains files of the other format.
            OSError: the folder cannot be created or written to.
            ImportError: the format is Parquet and PyArrow is missing.

        """
        chunk = whole("chunk", chunk, 1, _MAX_GAMES)
        expect("format", format, FORMATS)
        if format == "parquet":
            parquet_modules()
        begin_folder(folder, self._about_trajectories(chunk), format)

    def _about_trajectories(self, chunk: int) -> dict[str, Any]:
        """Return the description of the study, and of the columns, in files of trajectories."""
        game = self.game
        return {
            "chunk": chunk,
            **self._about,
            "observation": game.tensor_layout(),
            "actions": [str(game.action(id)) for id in range(game.action_count)],
        }

    @property
    def _policies(self) -> tuple[str | Policy, ...]:
        policies: Any = self.policies
        return tuple(policies)

    @cached_property
    def _functions(self) -> list[Policy | None]:
        return [function_of(policy) for policy in self._policies]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the cached functions: each process imports them again."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def _batch(self, first: int, count: int) -> Batch:
        """Deal games as one batch."""
        seeds = [self.seed_of(game) for game in range(first, first + count)]
        return batch_of(self.game, seeds)

    def _by_episode(self, first: int, count: int) -> npt.NDArray[np.int8]:
        """Return the policy numbers by episode and seat."""
        numbers = range(first, first + count)
        return np.array([self.policies_by_seat(game) for game in numbers], np.int8)

    def _seated(self, game: int) -> list[chemix.Policy | FullState | None]:
        """Return the policies by seat as ``Game.playout`` takes them."""
        seated: list[chemix.Policy | FullState | None] = []
        for number in self.policies_by_seat(game):
            function = self._functions[number]
            if function is None:
                seated.append(None)
            elif isinstance(function, Native):
                seated.append(function.policy)
            else:
                # `choice` shows the function only what it may see.
                seated.append(FullState(partial(choice, function), self._random(game, number)))
        return seated

    def _decided(self, batch: Batch, first: int) -> Iterator[Asked]:
        """Let the policies play a batch of games, and yield their decisions."""
        by_episode = self._by_episode(first, len(batch))
        seeds = [self.seed_of(game) for game in range(first, first + len(batch))]
        sources: dict[tuple[int, int], np.random.Generator] = {}

        def choose(i: int, seat: int, state: protocol.State, nth: int) -> int:
            number = int(by_episode[i, seat])
            if (i, number) not in sources:
                sources[i, number] = self._random(first + i, number)
            function = self._functions[number]
            assert function is not None
            source = sources[i, number]
            return choice_in_episode(function, source, state, seat, seeds[i], nth)

        at_random = np.array([function is None for function in self._functions])
        return decided(batch, at_random[by_episode], choose)

    @property
    def _chunk(self) -> int:
        return max(1, min(1000, -(-self.games // 256)))

    @property
    def row(self) -> np.dtype[np.void]:
        """The dtype of one game's outcome; see :meth:`play`."""
        players = (self.game.players,)
        return np.dtype(
            [("digest", "<u8"), ("returns", "<f8", players), ("scores", "<i8", players)]
        )

    def _random(self, game: int, policy: int) -> np.random.Generator:
        return source_of(self.seed, game, policy)

    def _span(self, first: int, games: int | None) -> tuple[int, int]:
        """Validate a range of games, and return its first game and its length."""
        first = whole("first", first, 0, self.games - 1)
        rest = self.games - first
        return first, rest if games is None else whole("games", games, 1, rest)


@dataclass(frozen=True)
class Failure:
    """Consecutive games that failed with the same error.

    >>> from chemix.study import Failure
    >>> Failure(first=12, games=3, error="KeyError: 'H2O'")
    Failure(first=12, games=3, error="KeyError: 'H2O'")

    Attributes:
        first: the number of the first game; ``study.play(first, 1)`` reproduces its error.
        games: the number of games.
        error: the type and message of the last exception.

    """

    first: int
    games: int
    error: str

    def __post_init__(self) -> None:
        whole("first", self.first)
        whole("games", self.games, 1)
        if not isinstance(self.error, str):
            raise wrong("error", quoted(self.error), "must be a text")


@dataclass(frozen=True, eq=False)
class Result:
    """The outcome of a study.

    >>> from chemix.study import Study
    >>> result = Study(chemix.load("chemuno"), ["heuristic", "random"], games=20, seed=7).run()
    >>> result.rows["returns"].shape, result.failed, result.is_complete
    ((20, 2), (), True)
    >>> result
    <Result of 20 of 20 games, by heuristic, random>

    Attributes:
        study: the study that was played.
        games: the numbers of the games that were played, ascending: int64, of shape (n,).
        rows: the outcomes of these games, as :meth:`Study.play` returns them.
        failed: the games that are left out. Means cover the other games only, so they are biased
            if failure depends on how a game goes.

    Raises:
        InputError: the rows or games do not fit the study.

    """

    study: Study[Any]
    games: npt.NDArray[np.int64]
    rows: Rows
    failed: tuple[Failure, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.study, Study):
            raise wrong("study", quoted(self.study), "must be a Study")
        expect_array("games", self.games, np.dtype(np.int64))
        expect_array("rows", self.rows, self.study.row)
        if len(self.rows) != len(self.games):
            raise wrong("rows", len(self.rows), f"must be as many as games: {len(self.games)}")
        bounds = np.concatenate([[-1], self.games, [self.study.games]])
        if not (np.diff(bounds) > 0).all():
            reason = f"must be ascending numbers from 0 to {self.study.games - 1}"
            raise wrong("games", quoted(self.games), reason)
        are_failures = isinstance(self.failed, tuple)
        if not are_failures or not all(isinstance(one, Failure) for one in self.failed):
            raise wrong("failed", quoted(self.failed), "must be a tuple of Failure")

    def __repr__(self) -> str:
        played = f"{len(self.rows)} of {self.study.games} games"
        return f"<Result of {played}, by {', '.join(self.study.names)}>"

    @property
    def is_complete(self) -> bool:
        """Whether all games were played."""
        return len(self.rows) == self.study.games

    @cached_property
    def digest(self) -> str:
        """A hash of the study and all outcomes, of 64 hexadecimal digits."""
        digest = hashlib.sha256(self.study.key.encode())
        digest.update(self.games.astype("<i8").tobytes())
        digest.update(self.rows.tobytes())
        return digest.hexdigest()

    def table(self) -> pd.DataFrame:
        """Return a table with a row for each game and seat.

        Its columns are game, seed, seat, policy, score and return.

        >>> from chemix.study import Study
        >>> table = Study(chemix.load("chemuno"), "random", games=20, seed=7).run().table()
        >>> list(table.columns), len(table)
        (['game', 'seed', 'seat', 'policy', 'score', 'return'], 40)

        Raises:
            ImportError: pandas is missing.

        """
        pandas = tables_need_pandas()
        players = self.study.game.players
        names = self.study.names
        games = self.games.tolist()
        by = [names[number] for game in games for number in self.study.policies_by_seat(game)]
        seeds = np.array([self.study.seed_of(game) for game in games], np.uint64)
        return pandas.DataFrame(
            {
                "game": np.repeat(self.games, players),
                "seed": np.repeat(seeds, players),
                "seat": np.tile(np.arange(players), len(games)),
                "policy": pandas.Categorical(by, categories=list(dict.fromkeys(names))),
                "score": self.rows["scores"].ravel(),
                "return": self.rows["returns"].ravel(),
            }
        )

    def by_seat(self) -> pd.DataFrame:
        """Return the means by seat, with 95 % confidence intervals; see :meth:`by_policy`.

        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno", players=3), "random", games=20, seed=7)
        >>> means = study.run().by_seat()
        >>> means["seat"].tolist(), (means["return_low"] <= means["return"]).all().item()
        ([0, 1, 2], True)
        """
        return self._means("seat")

    def by_policy(self) -> pd.DataFrame:
        """Return the means by policy, with 95 % confidence intervals.

        Its columns are the policy, games, return, return_low, return_high, score, score_low and
        score_high. The intervals are Student's t intervals over deals: all seats of one policy in
        a game, and in paired studies all games of one deal, are averaged into one observation. The
        interval of a return stays within the possible returns and has a positive width even if all
        observations are equal.

        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno"), ["greedy", "random"], games=20, seed=7)
        >>> means = study.run().by_policy()
        >>> means["policy"].tolist(), means["games"].tolist()
        (['greedy', 'random'], [20, 20])

        Raises:
            ImportError: pandas or SciPy is missing.

        """
        return self._means("policy")

    def write(self, file: str | PathLike[str]) -> None:
        """Write :meth:`table` to a file whose name ends with ``.parquet`` or ``.csv``.

        >>> import os, tempfile
        >>> from chemix.study import Study
        >>> result = Study(chemix.load("chemuno"), "random", games=20, seed=7).run()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     result.write(os.path.join(folder, "games.csv"))
        ...     print(os.listdir(folder))
        ['games.csv']

        Raises:
            InputError: the file is not a path, or its name ends otherwise.
            OSError: the file cannot be written.
            ImportError: pandas is missing.

        """
        path = path_of("file", file)
        if path.suffix not in TABLES:
            raise wrong("file", file, f"the name must end with {' or '.join(TABLES)}")
        table = self.table()
        with written(path) as part:
            if path.suffix == ".csv":
                table.to_csv(part, index=False)
            else:
                table.to_parquet(part, index=False)

    def _means(self, what: str) -> pd.DataFrame:
        rows = []
        of_score = self.by_deal(what, "scores")
        for group, (games, _, returns) in self.by_deal(what, "returns").items():
            row: dict[str, Any] = {what: group, "games": games}
            for name, values in (("return", returns), ("score", of_score[group][2])):
                bounds = bounds_of(self.study, what) if name == "return" else None
                row[name], row[f"{name}_low"], row[f"{name}_high"] = interval(values, bounds)
            rows.append(row)
        table: pd.DataFrame = tables_need_pandas().DataFrame(rows)
        return table

    def by_deal(
        self, what: str, field: str
    ) -> dict[int | str, tuple[int, npt.NDArray[np.int64], npt.NDArray[np.float64]]]:
        """Average the outcomes of each seat or policy by deal, into independent observations.

        >>> from chemix.study import Study
        >>> study = Study(chemix.load("chemuno"), ["greedy", "random"], 20, seed=7, seats="paired")
        >>> games, deals, returns = study.run().by_deal("policy", "returns")["greedy"]
        >>> games, deals.shape, returns.shape
        (20, (10,), (10,))

        Args:
            what: ``"seat"`` or ``"policy"``.
            field: ``"returns"`` or ``"scores"``.

        Returns:
            by seat or policy: the number of games it played, the numbers of the deals, ascending,
            and the averages. Paired studies leave out deals with missing games.

        Raises:
            InputError: ``what`` or ``field`` has another value.

        """
        expect("what", what, ("seat", "policy"))
        expect("field", field, ("returns", "scores"))
        study, players, names = self.study, self.study.game.players, self.study.names
        is_paired = study.seats == "paired"
        deals, deal, games = np.unique(
            self.games // players if is_paired else self.games,
            return_inverse=True,
            return_counts=True,
        )
        keep = games[deal] == (players if is_paired else 1)
        groups: list[int | str] = list(range(players))
        number = np.arange(players)
        seats = np.tile(number, (players, 1))
        if what == "policy":
            groups = list(dict.fromkeys(names))
            number = np.array([groups.index(name) for name in names])
            seats = np.array([study._by_seat(game) for game in range(players)])
        label = number[seats[self.games % players]]
        averages = {}
        for index, group in enumerate(groups):
            mine = (label == index) & keep[:, None]
            values = np.bincount(deal, (self.rows[field] * mine).sum(axis=1), len(deals))
            counts = np.bincount(deal, mine.sum(axis=1), len(deals))
            some = counts > 0
            averages[group] = int(mine.any(axis=1).sum()), deals[some], values[some] / counts[some]
        return averages


# ---- Tasks: what goes to other processes ----


def _play(study: Study[Any], first: int, games: int) -> Rows:
    return study.play(first, games)


def _trajectories(study: Study[Any], first: int, games: int, format: str, chunk: int) -> bytes:
    about = study._about_trajectories(chunk)
    return encoded(study.trajectories(first, games), format, about)


def _gaps(played: npt.NDArray[np.bool_]) -> list[Chunk]:
    """Return the games that were not played, as ranges."""
    edges = np.flatnonzero(np.diff(np.concatenate([[1], played, [1]]).astype(np.int8)))
    return [(int(first), int(end - first)) for first, end in edges.reshape(-1, 2)]


def _in_runs(failed: list[Failure]) -> tuple[Failure, ...]:
    """Join consecutive games that failed with the same error."""
    runs: list[Failure] = []
    for failure in sorted(failed, key=lambda failure: failure.first):
        last = runs[-1] if runs else None
        if last and (last.first + last.games, last.error) == (failure.first, failure.error):
            runs[-1] = Failure(last.first, last.games + failure.games, last.error)
        else:
            runs.append(failure)
    return tuple(runs)


def tables_need_pandas() -> Any:
    """Import pandas, or say how to install it."""
    try:
        import pandas
    except ImportError as missing:
        raise ImportError('tables need pandas: pip install "chemix-engine[study]"') from missing
    return pandas


def bounds_of(study: Study[Any], what: str) -> tuple[float, float] | None:
    """Return the lowest and highest possible return of a seat or a policy.

    Returns None if one policy has all seats of a game with several players: the returns are
    zero-sum, so its mean is always the same.

    Raises:
        InputError: the study is not one, or ``what`` is neither ``"seat"`` nor ``"policy"``.

    """
    if not isinstance(study, Study):
        raise wrong("study", quoted(study), "must be a Study")
    expect("what", what, ("seat", "policy"))
    game = study.game
    has_all = what == "policy" and game.players > 1 and len(set(study.names)) == 1
    return None if has_all else (game.min_return, game.max_return)


# Pickles name the public module.
for _public in (Decisions, Study, Failure, Result, bounds_of):
    _public.__module__ = "chemix.study"
