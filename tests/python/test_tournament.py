# SPDX-License-Identifier: Apache-2.0
"""Tournaments: who plays whom, ratings and how sure they are."""

from __future__ import annotations

import doctest
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Any

import chemix
import chemix.tournament
import numpy as np
import pytest
from chemix.study import Policy
from chemix.tournament import Tournament, ratings
from study_runs import any_action, first_action


def last_action(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
    return seen.legal_actions()[-1]


POLICIES: list[str | Policy] = ["random", first_action, last_action]


@pytest.fixture(name="game", scope="module")
def _game() -> chemix.Game:
    return chemix.load("chemuno", players=2)


def test_everybody_plays_everybody_with_the_same_deals(game: chemix.Game) -> None:
    asked = Tournament(game, POLICIES, 20, 7)
    matches = asked.matches()
    assert [match.names for match in matches] == [
        list(pair) for pair in combinations(asked.names, 2)
    ]
    assert {match.seats for match in matches} == {"paired"}
    assert len({tuple(match.seed_of(game) for game in range(20)) for match in matches}) == 1
    four = [*POLICIES, any_action]
    tables = Tournament(chemix.load("chemuno", players=3), four, 9, 7).matches()
    assert len(tables) == 4


def test_the_better_one_is_first(game: chemix.Game) -> None:
    """In Chemuno who lays the first card lays whenever possible; the last action draws or calls."""
    standings = Tournament(game, POLICIES, 200, 7).run()
    table = standings.table().set_index("policy")
    assert table["games"].tolist() == [400] * 3
    assert table["rating"].sum() == pytest.approx(0, abs=1e-6)
    shares = standings.pairs()
    for a, b in combinations(standings.tournament.names, 2):
        assert shares.loc[a, b] + shares.loc[b, a] == pytest.approx(1)
        if abs(shares.loc[a, b] - 0.5) > 0.1:
            ahead = table["rating"][a] > table["rating"][b]
            assert ahead == (shares.loc[a, b] > 0.5)
    assert (table["rating_low"] < table["rating"]).all()
    assert (table["rating"] < table["rating_high"]).all()
    text = str(standings)
    assert text.splitlines()[1].split()[0] == standings.table()["policy"][0]
    assert len(text.splitlines()) == 1 + 3


def test_shares_are_those_of_the_games(game: chemix.Game) -> None:
    standings = Tournament(game, POLICIES, 30, 3).run()
    result = standings.results[0]
    table = result.table()
    won = (table[table["policy"] == result.study.names[0]]["return"] > 0).mean()
    assert standings.pairs().iloc[0, 1] == pytest.approx(won)


def test_a_draw_is_half_a_game_for_both() -> None:
    standings = Tournament(chemix.load("classic", players=2), POLICIES[:2], 30, 4).run()
    result = standings.results[0]
    table = result.table()
    gains = table[table["policy"] == result.study.names[0]]["return"]
    draws = (gains == 0).mean()
    # Not as often in the one seat as in the other.
    drawn = table[(table["policy"] == result.study.names[0]) & (table["return"] == 0)]
    assert (drawn["seat"] == 0).sum() != (drawn["seat"] == 1).sum()
    share = (gains > 0).mean() + draws / 2
    pairs = standings.pairs()
    assert pairs.iloc[0, 1] == pytest.approx(share)
    assert pairs.iloc[1, 0] == pytest.approx(1 - share)


def test_a_tournament_is_resumed_and_the_same_anywhere(game: chemix.Game, tmp_path: Path) -> None:
    asked = Tournament(game, POLICIES, 20, 7)
    digest = asked.run().digest
    # Two of the matches, by a smaller tournament.
    assert len(Tournament(game, POLICIES[:2], 20, 7).run(resume=tmp_path).results) == 1
    (first,) = tmp_path.iterdir()
    kept = first.read_bytes()
    with ProcessPoolExecutor(2) as executor:
        assert asked.run(executor, chunk=3, resume=tmp_path).digest == digest
    assert len(list(tmp_path.iterdir())) == 3
    assert first.read_bytes() == kept


def test_who_plays_alone_is_compared_by_deals() -> None:
    alone = chemix.load("compound_capture", players=1)
    standings = Tournament(alone, ["random", "heuristic", "greedy"], games=60, seed=3).run()
    table = standings.table()
    assert table["policy"][2] == "random"
    assert np.isfinite(table["rating"]).all()
    random, heuristic, _ = (result.rows["returns"][:, 0] for result in standings.results)
    better = np.mean((1 + np.sign(heuristic - random)) / 2)
    assert standings.pairs().loc["heuristic", "random"] == pytest.approx(better)


def test_a_list_that_changes_later_changes_nothing(game: chemix.Game) -> None:
    named = ["random", "heuristic"]
    asked = Tournament(game, named, games=4, seed=1)
    named.append("greedy")
    assert asked.names == ["random", "heuristic"]
    assert hash(asked) == hash(Tournament(game, ("random", "heuristic"), games=4, seed=1))


def test_what_is_wrong_is_refused(game: chemix.Game) -> None:
    with pytest.raises(chemix.InputError, match="is given twice"):
        Tournament(game, ["random", "random"], 20, 7)
    unordered: Any = {"random", "heuristic"}
    with pytest.raises(chemix.InputError, match=r"policies = a set: must be a list of the"):
        Tournament(game, unordered, 20, 7)
    with pytest.raises(chemix.InputError, match=r"policies = 'random': must be a list of the"):
        Tournament(game, "random", 20, 7)
    with pytest.raises(chemix.InputError, match="multiple of the players"):
        Tournament(game, POLICIES, 21, 7)
    with pytest.raises(chemix.InputError, match=r"resume = .*: must be a folder or not exist yet"):
        Tournament(game, POLICIES, 20, 7).run(resume=__file__)


# ---- Ratings ----


def failing(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
    raise ZeroDivisionError


def failing_at_times(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
    if random.random() < 0.02:
        raise ZeroDivisionError
    return seen.legal_actions()[0]


def test_a_deal_that_lacks_a_game_is_left_out(game: chemix.Game) -> None:
    with pytest.warns(RuntimeWarning, match="games failed"):
        standings = Tournament(game, ["random", failing_at_times], 40, 1).run()
    result = standings.results[0]
    table = result.table()
    gains = table[table["policy"] == "random"].set_index("game")["return"]
    whole = [at for at in gains.index if at ^ 1 in gains.index]
    assert 0 < len(whole) < len(gains)
    share = np.mean((1 + np.sign(gains[whole])) / 2)
    assert share != np.mean((1 + np.sign(gains)) / 2)
    assert standings.pairs().iloc[0, 1] == pytest.approx(share)


def test_who_always_fails_is_in_the_table(game: chemix.Game) -> None:
    with pytest.warns(RuntimeWarning, match="games failed"):
        standings = Tournament(game, [failing, "random"], 4, 1).run()
    table = standings.table().set_index("policy")
    assert table["games"].tolist() == [0, 0]
    # Nothing says who is better.
    assert table[["rating", "rating_low", "rating_high", "return"]].isna().all(axis=None)
    assert standings.pairs().isna().all(axis=None)
    assert "nan" in str(standings)


def test_one_who_always_fails_takes_no_ratings_away(game: chemix.Game) -> None:
    alone = Tournament(game, ["random", "heuristic"], 10, 1).run().table().set_index("policy")
    with pytest.warns(RuntimeWarning, match="games failed"):
        standings = Tournament(game, ["random", "heuristic", failing], 10, 1).run()
    table = standings.table().set_index("policy")
    assert table.loc[["random", "heuristic"]].equals(alone.loc[["random", "heuristic"]])
    assert table.loc[standings.tournament.names[2], ["rating", "return"]].isna().all()


def played(strengths: list[float], deals: int, random: np.random.Generator) -> np.ndarray:
    """Make up who was better, by the model, of so many deals."""
    players = len(strengths)
    wins = np.zeros((deals, players, players))
    for a, b in combinations(range(players), 2):
        chance = 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
        better = random.binomial(2, chance, deals)
        wins[:, a, b], wins[:, b, a] = better, 2 - better
    return wins


def test_ratings_are_on_the_scale_of_elo() -> None:
    strengths = [200.0, 0.0, -50.0, -150.0]
    fit, low, high = ratings(
        played(strengths, 5000, np.random.default_rng(1)), np.random.default_rng(2)
    )
    assert fit == pytest.approx(strengths, abs=15)
    assert (high - low < 40).all()


def test_intervals_hold_the_strengths_as_often_as_they_say() -> None:
    strengths = [100.0, 0.0, -100.0]
    random = np.random.default_rng(4)
    held = np.zeros(3)
    for _ in range(100):
        _, low, high = ratings(played(strengths, 60, random), random)
        held += (low <= strengths) & (strengths <= high)
    assert 270 <= held.sum() <= 297


def test_perfect_records_are_rated_and_uncertain() -> None:
    wins = np.zeros((20, 2, 2))
    wins[:, 0, 1] = 1
    fit, low, high = ratings(wins, np.random.default_rng(1))
    assert fit[0] > 200
    assert low[0] > 50
    assert 300 < high[0] - low[0] < 5000


def test_the_examples_of_the_module_run() -> None:
    assert doctest.testmod(chemix.tournament, extraglobs={"chemix": chemix}).attempted > 0
    assert doctest.testmod(chemix.tournament, extraglobs={"chemix": chemix}).failed == 0


def test_tables_say_how_to_install_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    standings = Tournament(chemix.load("chemuno", players=2), ["random", "greedy"], 2, 1).run()
    monkeypatch.setitem(sys.modules, "pandas", None)
    for table in (standings.table, standings.pairs):
        with pytest.raises(ImportError, match=r'pip install "chemix-engine\[study\]"'):
            table()
