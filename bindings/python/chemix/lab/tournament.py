# SPDX-License-Identifier: Apache-2.0
"""Tournaments: ratings of policies, with confidence intervals."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from chemix._errors import quoted, wrong
from chemix._files import named, path_of
from chemix.lab.intervals import interval
from chemix.lab.policies import Policy, listed_in_order, name_of
from chemix.lab.python_games import expect_game
from chemix.lab.study import Result, Study, bounds_of, tables_need_pandas

if TYPE_CHECKING:
    from os import PathLike

    import pandas as pd

    from chemix import protocol

_RESAMPLES = 200
_MAX_MATCHES = 10_000
_ELO = 400 / np.log(10)


@dataclass(frozen=True)
class Tournament:
    """A set of matches between policies; see :meth:`run`.

    >>> from chemix.tournament import Tournament
    >>> policies = ["random", "greedy", "heuristic"]
    >>> tournament = Tournament(chemix.load("chemuno"), policies, games=20, seed=7)
    >>> tournament.names, len(tournament.matches())
    (['random', 'greedy', 'heuristic'], 3)

    Args:
        game: the game with its options and number of players, as for ``Study``.
        policies: at least as many as players, with distinct names, each as for
            :class:`chemix.study.Study`; they may form at most 10,000 matches.
        games: the number of games per match: a multiple of the players.
        seed: a nonnegative integer.

    Raises:
        InputError: there are too few or too many policies, two share a name, or their collection is
            unordered; otherwise as for ``Study``.

    """

    game: protocol.Game
    policies: Sequence[str | Policy]
    games: int
    seed: int

    def __post_init__(self) -> None:
        given = listed_in_order(self.policies, "must be a list of the policies to rate")
        object.__setattr__(self, "policies", tuple(given))
        expect_game(self.game)
        matches = comb(len(self.policies), self.game.players)
        if matches > _MAX_MATCHES:
            reason = f"must be fewer: a tournament has at most {_MAX_MATCHES:,} matches"
            raise wrong("policies", len(self.policies), reason)
        names = self.names
        if len(names) < self.game.players:
            reason = f"must be at least as many as players: {self.game.players}"
            raise wrong("policies", len(names), reason)
        for name, times in Counter(names).items():
            if times > 1:
                raise wrong("policies", name, "is given twice")
        self.matches()

    @property
    def names(self) -> list[str]:
        """The names of the policies."""
        return [name_of(policy) for policy in self.policies]

    def matches(self) -> list[Study[protocol.Game]]:
        """Return the matches, each a study.

        >>> from chemix.tournament import Tournament
        >>> policies = ["random", "greedy", "heuristic"]
        >>> tournament = Tournament(chemix.load("chemuno"), policies, games=20, seed=7)
        >>> [match.names for match in tournament.matches()]
        [['random', 'greedy'], ['random', 'heuristic'], ['greedy', 'heuristic']]
        """
        return [
            Study(self.game, list(at_table), self.games, self.seed, "paired")
            for at_table in combinations(self.policies, self.game.players)
        ]

    def run(
        self,
        executor: Executor | None = None,
        *,
        chunk: int | None = None,
        progress: bool | None = None,
        resume: str | PathLike[str] | None = None,
    ) -> Standings:
        """Play all matches, one after another.

        >>> from chemix.tournament import Tournament
        >>> tournament = Tournament(chemix.load("chemuno"), ["random", "greedy"], 20, seed=7)
        >>> standings = tournament.run()
        >>> standings.is_complete, len(standings.results)
        (True, 1)

        Args:
            executor: as for :meth:`chemix.study.Study.run`.
            chunk: as for :meth:`chemix.study.Study.run`.
            progress: as for :meth:`chemix.study.Study.run`, with a bar for each match.
            resume: a folder with a file for each match; created if missing. Matches of another
                tournament with the same game, games and seed are reused.

        Returns:
            the results of all matches.

        Raises:
            InputError: as for :meth:`chemix.study.Study.run`.
            OSError: as for :meth:`chemix.study.Study.run`, or the folder cannot be created.

        """
        results = []
        for match in self.matches():
            file = None
            if resume is not None:
                folder = path_of("resume", resume)
                with named(folder):
                    is_there = folder.exists()
                if is_there and not folder.is_dir():
                    raise wrong("resume", folder, "must be a folder or not exist yet")
                with named(folder):
                    folder.mkdir(parents=True, exist_ok=True)
                file = folder / f"{match.key[:16]}.jsonl"
            results.append(match.run(executor, chunk=chunk, progress=progress, resume=file))
        return Standings(self, tuple(results))


@dataclass(frozen=True, eq=False)
class Standings:
    """The results of a tournament.

    >>> from chemix.tournament import Tournament
    >>> tournament = Tournament(chemix.load("chemuno"), ["random", "greedy"], games=20, seed=7)
    >>> standings = tournament.run()
    >>> standings.is_complete, standings.digest == tournament.run().digest
    (True, True)

    Attributes:
        tournament: the tournament that was played.
        results: the result of each match, in the order of :meth:`Tournament.matches`.

    Raises:
        InputError: the results do not belong to the matches.

    """

    tournament: Tournament
    results: tuple[Result, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.tournament, Tournament):
            raise wrong("tournament", quoted(self.tournament), "must be a Tournament")
        given = self.results
        are_results = isinstance(given, tuple) and all(isinstance(one, Result) for one in given)
        keys = [match.key for match in self.tournament.matches()]
        if not are_results or [result.study.key for result in given] != keys:
            raise wrong(
                "results",
                quoted(given),
                "must be one Result per match, in the order of the matches",
            )

    @cached_property
    def digest(self) -> str:
        """A hash of all results, of 64 hexadecimal digits."""
        digests = "".join(result.digest for result in self.results)
        return hashlib.sha256(digests.encode()).hexdigest()

    @property
    def is_complete(self) -> bool:
        """Whether all games were played."""
        return all(result.is_complete for result in self.results)

    def table(self) -> pd.DataFrame:
        """Return a table of the policies, best first.

        Its columns are policy, games, rating, rating_low, rating_high, return, return_low and
        return_high. The intervals are 95 % intervals. Those of ratings come from a Bayesian
        bootstrap over deals. To keep ratings finite for perfect records, every pair of policies
        gets a prior of half a win and half a loss. A match with missing games of a deal is left
        out of that deal. A policy with no complete deal has a rating of NaN.

        >>> from chemix.tournament import Tournament
        >>> tournament = Tournament(chemix.load("chemuno"), ["random", "greedy"], 20, seed=7)
        >>> table = tournament.run().table()
        >>> sorted(table["policy"]), bool(abs(table["rating"].mean()) < 1e-6)
        (['greedy', 'random'], True)

        Raises:
            ImportError: pandas, SciPy or choix is missing.

        """
        pandas = tables_need_pandas()
        names = self.tournament.names
        wins = self._wins()
        random = np.random.default_rng(np.random.SeedSequence(self.tournament.seed))
        fit, low, high = ratings(wins, random)
        # A policy whose games all failed has no mean.
        means = dict.fromkeys(names, (0, *[np.nan] * 3)) | _returns(self.results)
        rows = [
            {
                "policy": name,
                "games": means[name][0],
                "rating": fit[i],
                "rating_low": low[i],
                "rating_high": high[i],
                "return": means[name][1],
                "return_low": means[name][2],
                "return_high": means[name][3],
            }
            for i, name in enumerate(names)
        ]
        ordered = pandas.DataFrame(rows).sort_values("rating", ascending=False, kind="stable")
        return ordered.reset_index(drop=True)

    def pairs(self) -> pd.DataFrame:
        """Return the share of comparisons, 0 to 1, in which the row's policy beat the column's.

        >>> from chemix.tournament import Tournament
        >>> tournament = Tournament(chemix.load("chemuno"), ["random", "greedy"], 20, seed=7)
        >>> pairs = tournament.run().pairs()
        >>> bool(pairs.loc["random", "greedy"] + pairs.loc["greedy", "random"] == 1)
        True

        Raises:
            ImportError: pandas is missing.

        """
        pandas = tables_need_pandas()
        names = self.tournament.names
        wins = self._wins().sum(axis=0)
        with np.errstate(invalid="ignore"):
            shares = wins / (wins + wins.T)
        return pandas.DataFrame(shares, index=names, columns=names)

    def __str__(self) -> str:
        """Format the table as text."""
        columns = ["policy", "games", "rating", "", "return", " "]
        table = self.table()
        for shown, name, digits in (("", "rating", 0), (" ", "return", 3)):
            low, high = table[f"{name}_low"], table[f"{name}_high"]
            bounds = zip(low, high, strict=True)
            table[shown] = [f"[{a:+.{digits}f}, {b:+.{digits}f}]" for a, b in bounds]
            table[name] = [f"{value:+.{digits}f}" for value in table[name]]
        return str(table[columns].to_string(index=False))

    def _wins(self) -> npt.NDArray[np.float64]:
        """Count wins of row over column by deal: of shape (deals, policies, policies)."""
        names = self.tournament.names
        players = self.tournament.game.players
        deals = self.tournament.games // players
        wins = np.zeros((deals, len(names), len(names)))
        if players == 1:
            self._compare_deals(wins)
            return wins[wins.any(axis=(1, 2))]
        for result in self.results:
            at_table = np.array([names.index(name) for name in result.study.names])
            seats = [result.study.policies_by_seat(game) for game in range(players)]
            by_seat = at_table[np.array(seats)]
            deal, turn = result.games // players, result.games % players
            whole = np.bincount(deal, minlength=deals)[deal] == players
            deal, turn, gains = deal[whole], turn[whole], result.rows["returns"][whole]
            for a, b in combinations(range(players), 2):
                better = (1 + np.sign(gains[:, a] - gains[:, b])) / 2
                np.add.at(wins, (deal, by_seat[turn, a], by_seat[turn, b]), better)
                np.add.at(wins, (deal, by_seat[turn, b], by_seat[turn, a]), 1 - better)
        return wins[wins.any(axis=(1, 2))]

    def _compare_deals(self, wins: npt.NDArray[np.float64]) -> None:
        """Count wins in a game for one player: compare the returns on the same deals."""
        gains = np.full((len(self.results), len(wins)), np.nan)
        for result, got in zip(self.results, gains, strict=True):
            got[result.games] = result.rows["returns"][:, 0]
        for a, b in combinations(range(len(gains)), 2):
            both = np.flatnonzero(~np.isnan(gains[a] - gains[b]))
            better = (1 + np.sign(gains[a] - gains[b])[both]) / 2
            wins[both, a, b] = better
            wins[both, b, a] = 1 - better


def ratings(
    wins: npt.NDArray[np.float64], random: np.random.Generator
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Fit Elo ratings to pairwise wins.

    Args:
        wins: of shape (observations, players, players): the wins of the row's player over the
            column's; observations are independent of each other.
        random: draws the weights of the bootstrap.

    Returns:
        ratings in Elo points, and the lower and upper ends of their 95 % intervals, each of shape
        (players,); NaN for a player without observations.

    Raises:
        InputError: ``wins`` is not such an array, or ``random`` not a generator.
        ImportError: choix is missing.

    """
    is_array = isinstance(wins, np.ndarray) and wins.dtype == np.float64 and wins.ndim == 3
    if not is_array or wins.shape[1] != wins.shape[2]:
        reason = "must be an array of float64, of shape (observations, players, players)"
        raise wrong("wins", quoted(wins), reason)
    if not (np.isfinite(wins) & (wins >= 0)).all():
        raise wrong("wins", quoted(wins), "must be finite numbers of at least 0")
    if not isinstance(random, np.random.Generator):
        raise wrong("random", quoted(random), "must be a numpy.random.Generator")
    try:
        import choix
    except ImportError as missing:
        raise ImportError('ratings need choix: pip install "chemix-engine[study]"') from missing
    found = np.full((3, wins.shape[1]), np.nan)
    is_known = wins.any(axis=(0, 1)) | wins.any(axis=(0, 2))
    if not is_known.any():
        return found[0], found[1], found[2]
    wins = wins[:, is_known][:, :, is_known]
    players = wins.shape[1]
    half = 0.5 * (1 - np.eye(players))

    def rated(counts: npt.NDArray[np.float64], start: Any = None) -> npt.NDArray[np.float64]:
        found = choix.ilsr_pairwise_dense(counts, initial_params=start, max_iter=1000, tol=1e-6)
        points: npt.NDArray[np.float64] = _ELO * (found - found.mean())
        return points

    fit = rated(wins.sum(axis=0) + half)
    drawn = np.empty((_RESAMPLES, players))
    for i in range(_RESAMPLES):
        weights = random.standard_exponential(len(wins))
        counts = np.tensordot(weights, wins, 1) + random.standard_gamma(half)
        drawn[i] = rated(counts, fit / _ELO)
    found[:, is_known] = fit, *np.quantile(drawn, (0.025, 0.975), axis=0)
    return found[0], found[1], found[2]


def _returns(results: Sequence[Result]) -> dict[str, tuple[int, float, float, float]]:
    """Return by policy its games, mean return and the ends of the interval, over all matches."""
    games: Counter[str] = Counter()
    by_deal: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for name, (count, deals, returns) in result.by_deal("policy", "returns").items():
            games[str(name)] += count
            for deal, value in zip(deals.tolist(), returns.tolist(), strict=True):
                by_deal[str(name)][deal].append(value)
    bounds = bounds_of(results[0].study, "policy") if results else None
    return {
        name: (games[name], *interval(np.array([np.mean(each) for each in deals.values()]), bounds))
        for name, deals in by_deal.items()
    }


# Pickles name the public module.
for _public in (Tournament, Standings, ratings):
    _public.__module__ = "chemix.tournament"
