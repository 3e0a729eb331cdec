# SPDX-License-Identifier: Apache-2.0
"""Studies and adapters play Python games, and reject incomplete ones."""

from __future__ import annotations

import itertools
import pickle
import subprocess
import sys
import unittest
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chemix
import chemix.openspiel
import gymnasium
import kuhn
import numpy as np
import pyspiel
import pytest
from chemix import protocol
from chemix.gymnasium import SeatEnv, SeatVectorEnv
from chemix.lab.episodes import batch_of
from chemix.pettingzoo import env, parallel_env
from chemix.study import Study
from chemix.tournament import Tournament
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from kuhn import Kuhn
from open_spiel.integration_tests import api_test as openspiel_api_test
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

EXAMPLES = Path(__file__).parents[2] / "examples" / "python"

GAME = Kuhn()
NAME = chemix.openspiel.register(GAME)


def native(game: chemix.Game) -> protocol.Game:
    """Let the type checker verify that native classes implement the protocols."""
    return game


def in_python(game: Kuhn) -> protocol.Game:
    """Do the same for the classes of the example."""
    return game


def heavier(seen: kuhn.Observation, random: np.random.Generator) -> int:
    """Bet with the heaviest card only."""
    return int(seen.card == 2)


def bluffing(seen: kuhn.Observation, random: np.random.Generator) -> kuhn.Action:
    """Bet at random."""
    return seen.legal_actions()[random.integers(2)]


def cheating(seen: kuhn.Observation, random: np.random.Generator) -> int:
    """Return an action that does not exist."""
    return 2


# ---- Members of the protocols ----


@pytest.mark.parametrize("name", chemix.games())
def test_native_classes_implement_the_protocols(name: str) -> None:
    game = native(chemix.load(name, players=max(2, chemix.describe(name)["min_players"])))
    state = game.initial_state()
    values: dict[type, Any] = {
        protocol.Game: game,
        protocol.State: state,
        protocol.Observation: state.observation(0),
        protocol.Action: game.action(0),
    }
    for kind, value in values.items():
        for member in vars(kind):
            assert member.startswith("_") or hasattr(value, member), (kind, member)
    sealed = any(
        phase["sealed"] for phase in chemix.load(name, players=game.players).catalogue["phases"]
    )
    assert game.has_sealed_decisions == sealed


MEMBERS = [
    (kind, name)
    for kind in (protocol.Game, protocol.State, protocol.Observation, protocol.Action)
    for name in vars(kind)
    if not name.startswith("_")
]


class Lacking:
    """A value that lacks or replaces one member, also in the values that it returns."""

    def __init__(self, value: Any, *lacks: Any) -> None:
        self._value, self._lacks = value, lacks

    def __getattr__(self, name: str) -> Any:
        value, (kind, lacking, *put) = self._value, self._lacks
        kinds = {Kuhn: protocol.Game, kuhn.State: protocol.State}
        kinds |= {kuhn.Observation: protocol.Observation, kuhn.Action: protocol.Action}
        if name == lacking and kinds[type(value)] is kind:
            if not put:
                raise AttributeError(name)
            return put[0]
        found = getattr(value, name)
        if name not in ("initial_state", "observation", "action"):
            return found
        return lambda *given, **named: Lacking(found(*given, **named), *self._lacks)


@pytest.mark.parametrize(("kind", "name"), MEMBERS)
def test_missing_members_are_named(kind: type, name: str) -> None:
    lacking: Any = Lacking(GAME, kind, name)
    for make in (lambda: Study(lacking, "random", 1, 1), lambda: env(lacking)):
        with pytest.raises(
            chemix.InputError, match=f"lacks {name}: see chemix.protocol."
        ) as caught:
            make()
        assert caught.value.field == f"{kind.__name__.lower()}.{name}"


def test_methods_and_properties_must_not_be_confused() -> None:
    wrong: list[tuple[type, str, Any, str]] = [
        (protocol.State, "returns", 3, "must be a method"),
        (protocol.State, "is_chance", lambda: True, "must be a property"),
        (protocol.Game, "players", 0, "must be from 1 to 127"),
    ]
    for kind, name, put, reason in wrong:
        with pytest.raises(chemix.InputError, match=reason):
            SeatEnv(Lacking(GAME, kind, name, put))


class WrongState(kuhn.State):
    """States with impossible values."""

    wrong = ""

    def chance_outcomes(self) -> Any:
        wrong: dict[str, Any] = {"no outcomes": None, "ids": [(0, 1.0)]}
        if WrongState.wrong in wrong:
            return wrong[WrongState.wrong]
        share = 0.4 if WrongState.wrong == "chance" else 1 / 3
        if WrongState.wrong == "a card too many":
            return [(kuhn.Action(card, ""), 0.25) for card in range(4)]
        shares = [-1.0, 1.0, 1.0] if WrongState.wrong == "below 0" else [share] * 3
        return [(self.game.action(card, chance=True), shares[card]) for card in range(3)]

    @property
    def digest(self) -> int:
        return 2**64 if WrongState.wrong == "a long digest" and self.is_terminal else super().digest

    @property
    def acting(self) -> Any:
        if WrongState.wrong == "a seat alone" and not self.is_chance:
            return 5
        if WrongState.wrong == "a third seat" and super().acting:
            return frozenset({2})
        return frozenset() if WrongState.wrong == "acting" else super().acting

    def legal_action_ids(self, player: int) -> Any:
        wrong: dict[str, Any] = {
            "negative ids": [-1, 0],
            "no ids": [],
            "a tuple": (0, 1),
            "one id": [0],
            "an id twice": [0, 0, 1],
            "no order": [1, 0],
            "no list": None,
            "texts": ["pass", "bet"],
        }
        return wrong.get(WrongState.wrong, super().legal_action_ids(player))

    def check(self, action: int, player: int) -> Any:
        return True if WrongState.wrong == "no rule" else super().check(action, player)

    def scores(self) -> Any:
        wrong: dict[str, Any] = {"too few scores": [0], "halves": [0.5, 0.5], "no scores": None}
        return wrong.get(WrongState.wrong, super().scores())

    def apply(self, action: int, player: int | None = None) -> Any:
        after = super().apply(action, player)
        if WrongState.wrong == "no state":
            return 5
        continues = WrongState.wrong == "no end" and after.is_terminal
        return WrongState(self.game) if continues else after

    def returns(self) -> Any:
        if not self.is_terminal:
            return super().returns()
        wrong: dict[str, Any] = {
            "no returns": None,
            "too few": [0.0],
            "words": ["a", "b"],
            "not finite": [float("nan"), 0.0],
            "won by both": [1.0, 1.0],
            "too much": [-9.0, 9.0],
        }
        return wrong.get(WrongState.wrong, super().returns())

    def observation(self, player: int | str) -> kuhn.Observation:
        return WrongObservation(*super().observation(player))


class WrongObservation(kuhn.Observation):
    """Observations with an invalid tensor, or one of another type."""

    def tensor(self) -> Any:
        numbers = super().tensor()
        wrong: dict[str, Any] = {
            "tensor": np.append(numbers, np.float32(0)),
            "one number": np.float32(0),
            "too large": np.append(numbers[:8], np.float32(1.5)),
            "too small": np.append(numbers[:8], np.float32(-1)),
            "no number": np.append(numbers[:8], np.float32("nan")),
            "no numbers": ["He"] * 9,
            "float64": numbers.astype(np.float64),
            "a list of numbers": numbers.tolist(),
        }
        return wrong.get(WrongState.wrong, numbers)


class WrongGame(Kuhn):
    """A game of such states."""

    def initial_state(self) -> kuhn.State:
        return WrongState(self)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ("chance", "state.chance_outcomes"),
        ("a card too many", "state.chance_outcomes"),
        ("acting", "state.acting"),
        ("a third seat", "state.acting"),
        ("no outcomes", "state.chance_outcomes"),
        ("ids", "state.chance_outcomes"),
        ("a seat alone", "state.acting"),
        ("no state", "state.apply"),
        ("a long digest", "state.digest"),
        ("one id", "observation.legal_actions"),
        ("an id twice", "state.legal_action_ids"),
        ("no order", "state.legal_action_ids"),
        ("no list", "state.legal_action_ids"),
        ("texts", "state.legal_action_ids"),
        ("no rule", "state.check"),
        ("too few scores", "state.scores"),
        ("halves", "state.scores"),
        ("no scores", "state.scores"),
        ("tensor", "observation.tensor"),
        ("too large", "observation.tensor[8]"),
        ("too small", "observation.tensor[8]"),
        ("no number", "observation.tensor[8]"),
        ("no numbers", "observation.tensor"),
        ("negative ids", "state.legal_action_ids"),
        ("no ids", "state.legal_action_ids"),
        ("no end", "game.max_steps"),
        ("no returns", "state.returns"),
        ("too few", "state.returns"),
        ("words", "state.returns"),
        ("not finite", "state.returns"),
        ("won by both", "state.returns"),
        ("too much", "state.returns"),
    ],
)
def test_impossible_states_are_rejected(
    wrong: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WrongState, "wrong", wrong)
    asked = Study(WrongGame(), "random", 3, 1)
    with pytest.raises(chemix.InputError) as caught:
        asked.trajectories()
        asked.play()
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("wrong", "said"),
    [("below 0", "probabilities of at least 0"), ("chance", "that sum to 1, not to 1.2")],
)
def test_invalid_probabilities_are_reported(
    wrong: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WrongState, "wrong", wrong)
    with pytest.raises(chemix.InputError, match=f"must be .*{said}$"):
        Study(WrongGame(), "random", 1, 1).play()


def seen_alone() -> Any:
    made = env(WrongGame())
    made.reset(seed=1)
    return made.observe(made.agent_selection)["observation"]


def seen_together() -> Any:
    return parallel_env(WrongGame()).reset(seed=1)[0]["player_0"]["observation"]


def seen_at_a_seat() -> Any:
    return SeatEnv(WrongGame()).reset(seed=1)[0]["observation"]


def seen_in_openspiel() -> Any:
    class OfItsName(WrongGame):
        name = "wrong"

    made = pyspiel.load_game(chemix.openspiel.register(OfItsName()))
    state = made.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return np.array(state.observation_tensor(0), np.float32)


SEEN = (seen_alone, seen_together, seen_at_a_seat, seen_in_openspiel)


@pytest.mark.parametrize("see", SEEN)
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("tensor", r"observation\.tensor = \(10,\): must have the shape \(9,\)"),
        ("one number", r"observation\.tensor = \(\): must have the shape \(9,\)"),
        ("too large", r"observation\.tensor\[8\] = 1\.5: must be from 0 to 1"),
        ("no number", r"observation\.tensor\[8\] = nan: must be from 0 to 1"),
        ("no numbers", r"observation\.tensor = .*: must be numbers: could not convert"),
    ],
)
def test_invalid_tensors_are_rejected(
    see: Callable[[], Any], wrong: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WrongState, "wrong", wrong)
    with pytest.raises(chemix.InputError, match=f"^{said}"):
        see()


@pytest.mark.parametrize("see", SEEN)
@pytest.mark.parametrize("other", ["float64", "a list of numbers"])
def test_tensors_are_converted_to_float32(
    see: Callable[[], Any], other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = see()
    monkeypatch.setattr(WrongState, "wrong", other)
    made = see()
    assert made.dtype == np.float32
    assert (made == expected).all()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("name", "Kuhn's poker"),
        ("name", None),
        ("revision", "1"),
        ("players", 2.0),
        ("players", -1),
        ("players", 200),
        ("deck", None),
        ("key", -1),
        ("key", 2**64),
        ("action_count", 0),
        ("chance_action_count", None),
        ("max_steps", 0),
        ("min_return", 5),
        ("min_return", float("nan")),
        ("min_return", "0"),
        ("option_values", {"stake": {1}}),
        ("option_values", None),
        ("tensor_layout", lambda: None),
        ("tensor_layout", lambda: {"fields": [{}]}),
        ("tensor_layout", lambda: {"fields": [{"size": 9}]}),
        ("tensor_layout", lambda: {"fields": [{"size": 1.5, "low": 0, "high": 1}]}),
    ],
)
def test_properties_of_a_game_are_validated(name: str, wrong: Any) -> None:
    for make in (lambda game: Study(game, "random", 1, 1), env, SeatEnv):
        with pytest.raises(chemix.InputError) as caught:
            make(Lacking(GAME, protocol.Game, name, wrong))
        assert caught.value.field == f"game.{name}"


def test_policies_are_not_blamed_for_a_broken_check() -> None:
    class Refusing(kuhn.State):
        def check(self, action: int, player: int) -> Any:
            return False

    class OfThem(Kuhn):
        def initial_state(self) -> kuhn.State:
            return Refusing(self)

    with pytest.raises(chemix.InputError, match=r"state\.check = False: must be None for a"):
        Study(OfThem(), heavier, 1, 1).play()


def test_ids_may_be_in_any_sequence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WrongState, "wrong", "a tuple")
    table = env(WrongGame())
    table.reset(seed=1)
    assert table.observe(table.agent_selection)["action_mask"].tolist() == [1, 1]
    assert len(Study(WrongGame(), "random", 3, 1).play()) == 3


def test_openspiel_queries_only_legal_actions() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    with pytest.raises(chemix.InputError, match="action = 77: must be one of 0, 1, 2"):
        state.apply_action(77)
    state.apply_action(0)
    with pytest.raises(chemix.InputError, match="must be one of 1, 2"):
        state.apply_action(0)


@pytest.mark.parametrize("changed_by", [None, 1, 7])
def test_states_that_change_are_rejected(changed_by: int | None) -> None:
    class Changing(kuhn.State):
        def apply(self, action: int, player: int | None = None) -> kuhn.State:
            after = super().apply(action, player)
            if player == changed_by:
                vars(self).update(vars(after))
            return after

    class OfThem(Kuhn):
        name = "changing"

        def initial_state(self) -> kuhn.State:
            return Changing(self)

    def played_elsewhere() -> None:
        game = pyspiel.load_game(chemix.openspiel.register(OfThem()))
        pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)

    if changed_by == 7:
        played_elsewhere()
        assert len(Study(OfThem(), "random", 5, 1).play()) == 5
        return
    told = "state.apply = Changing: must return a new state and leave this one unchanged"
    with pytest.raises(chemix.InputError, match=told):
        Study(OfThem(), "random", 5, 1).play()
    with pytest.raises(chemix.InputError, match=told):
        played_elsewhere()


def test_errors_of_failing_properties_are_chained() -> None:
    class Failing(kuhn.State):
        @property
        def digest(self) -> int:
            return int(self.nothing)  # type: ignore[attr-defined]

    class OfThem(Kuhn):
        def initial_state(self) -> kuhn.State:
            return Failing(self)

    with pytest.raises(chemix.InputError, match="lacks digest") as caught:
        Study(OfThem(), "random", 2, 1)
    assert "nothing" in str(caught.value.__cause__)


def test_unsupported_features_of_python_games_are_rejected() -> None:
    with pytest.raises(chemix.InputError, match="game = Kuhn: is a class"):
        Study(Kuhn, "random", 2, 1)  # type: ignore[type-var]
    with pytest.raises(chemix.InputError, match=r"game\.name = classic: is the name of a built"):
        chemix.openspiel.register(Lacking(GAME, protocol.Game, "name", "classic"))
    for policy in ("greedy", "search iterations=5"):
        with pytest.raises(chemix.InputError, match="a built-in policy plays only built-in games"):
            Study(GAME, [policy, "random"], 2, 1)
    with pytest.raises(chemix.InputError, match="only built-in games have records"):
        Study(GAME, "random", 2, 1).record(0)
    with pytest.raises(chemix.InputError, match="chose 2 for seat 0: must be an id from 0 to 1"):
        Study(GAME, cheating, 2, 1).play()
    with pytest.raises(chemix.InputError, match="render_mode = rgb_array"):
        env(GAME, render_mode="rgb_array")
    table = env(GAME)
    table.reset(seed=1)
    with pytest.raises(NotImplementedError, match="no state tensor"):
        table.state()
    with pytest.raises(chemix.InputError, match="must be left out: the game already has"):
        env(GAME, players=2)


# ---- Studies ----


def test_studies_of_python_games_do_not_depend_on_the_executor() -> None:
    asked = Study(GAME, [heavier, bluffing], 60, 7, "paired")
    digest = asked.run(chunk=7).digest
    assert asked.run(chunk=60).digest == digest
    with ThreadPoolExecutor(2) as threads:
        assert asked.run(threads, chunk=4).digest == digest
    with ProcessPoolExecutor(2) as processes:
        assert asked.run(processes, chunk=10).digest == digest
        drawn = Study(GAME, "random", 60, 7)
        assert drawn.run(processes, chunk=10).digest == drawn.run().digest
    others = [replace(asked, seed=8), replace(asked, game=Kuhn(stake=2)), replace(asked, games=58)]
    assert len({digest, *(other.run().digest for other in others)}) == 4
    assert len({asked.key, *(other.key for other in others)}) == 4


def test_a_study_finds_the_value_of_the_game() -> None:
    # The exact value of betting with the heaviest card only, over all six deals.
    expected = 0.0
    for cards in itertools.permutations(range(3), 2):
        state: kuhn.State = kuhn.State(GAME, cards)
        while not state.is_terminal:
            state = state.apply(int(cards[len(state.done) % 2] == 2))
        expected += state.returns()[0] / 6
    result = Study(GAME, heavier, 6000, 3).run()
    mean = result.by_seat()["return"][0]
    assert mean == pytest.approx(expected, abs=0.05)
    assert (result.rows["returns"].sum(axis=1) == 0).all()


def test_trajectories_contain_the_same_games() -> None:
    asked = Study(GAME, [heavier, "random"], 40, 5, "rotated")
    kept, rows = asked.trajectories(), asked.play()
    assert set(kept["game"]) == set(range(40))
    for game, seat, gained in zip(kept["game"], kept["seat"], kept["return"], strict=True):
        assert rows[game]["returns"][seat] == gained
    assert kept["mask"].all()
    assert kept["observation"].shape == (len(kept["game"]), 9)
    assert (kept["observation"][:, :3].sum(axis=1) == 1).all()


def test_a_tournament_of_a_game_in_python() -> None:
    standings = Tournament(GAME, [heavier, bluffing, "random"], 300, seed=1).run()
    assert standings.is_complete
    assert list(standings.table()["games"]) == [600] * 3
    # A player who never bluffs loses to one who bluffs.
    assert standings.table()["policy"][0].endswith("bluffing")


# ---- The frameworks' own tests ----

pettingzoo_warnings = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def marked(test: Callable[..., None]) -> Callable[..., None]:
    for mark in pettingzoo_warnings:
        test = mark(test)
    return test


def seeded(table: Any) -> Any:
    """Make the random numbers of the suites reproducible."""
    for seat, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seat)
    table.reset(seed=1)
    return table


@marked
def test_pettingzoo() -> None:
    api_test(seeded(env(GAME)), 60)
    seed_test(lambda: seeded(env(GAME)), 60)
    parallel_api_test(seeded(parallel_env(GAME)), 60)
    parallel_seed_test(lambda: seeded(parallel_env(GAME, illegal="refuse")), 60)
    render_test(lambda **arguments: seeded(env(GAME, **arguments)))
    module = sys.modules[performance_benchmark.__module__]
    with pytest.MonkeyPatch.context() as patch:
        clock = SimpleNamespace(time=itertools.count(0, 0.2).__next__)
        patch.setattr(module, "time", clock)
        performance_benchmark(seeded(env(GAME)))


def test_gymnasium() -> None:
    for illegal in ("end", "refuse"):
        # Gymnasium's rendering test makes environments by id.
        check_env(SeatEnv(GAME, illegal=illegal), skip_render_check=True)
    for mode in AutoresetMode:
        single = SyncVectorEnv([lambda: SeatEnv(GAME, seat=1)] * 3, autoreset_mode=mode)
        mine, _ = single.reset(seed=4)
        vector = SeatVectorEnv(GAME, 3, seat=1, autoreset_mode=mode)
        seen, _ = vector.reset(seed=range(4, 7))
        random = np.random.default_rng(1)
        for _ in range(40):
            for name in seen:
                assert np.array_equal(mine[name], seen[name])
            actions = random.integers(2, size=3)
            mine, *expected, _ = single.step(actions)
            seen, *given, _ = vector.step(actions)
            for one, other in zip(expected, given, strict=True):
                assert np.array_equal(one, other)
            if mode == AutoresetMode.DISABLED and given[1].any():
                for each in (single, vector):
                    mine, seen = seen, each.reset(options={"reset_mask": given[1].copy()})[0]


def test_openspiel() -> None:
    game = pyspiel.load_game(NAME)
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)
    case = type(
        "Case",
        (openspiel_api_test.EnforceAPIOnPartialTreeBase,),
        {"game": game, "game_name": NAME},
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.wasSuccessful(), [text for _, text in result.failures + result.errors]


def test_openspiel_pickles_it() -> None:
    game = pyspiel.load_game(NAME)
    other = pickle.loads(pickle.dumps(game))
    assert (str(other), other.game) == (str(game), game.game)


def test_openspiel_solves_it() -> None:
    game = pyspiel.load_game(NAME)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert value[0] == pytest.approx(-1 / 18, abs=0.005)


def test_policies_of_other_seats_see_the_observation() -> None:
    asked: list[Any] = []

    def passes(seen: kuhn.Observation, random: np.random.Generator) -> str:
        asked.append(seen)
        return "pass"

    table = SeatEnv(GAME, opponents=passes, render_mode="ansi")
    for seed in range(20):
        table.reset(seed=seed)
        _, reward, over, *_ = table.step(1)
        assert over and reward == 1
        assert table.render().split() == [kuhn.CARDS[table._seat.state(0).cards[0]], "bp"]
    assert len(asked) == 20
    assert {seen.done for seen in asked} == {"b"}


@marked
def test_environments_are_saved_in_the_middle_of_a_game() -> None:
    table = seeded(env(GAME))
    table.step(0)
    again = pickle.loads(pickle.dumps(table))
    for each in (table, again):
        each.step(1)
    assert again.batch[0] == table.batch[0]
    assert again.batch[0].done == "pb"


# ---- Games without decisions ----


@pytest.fixture
def decided_by_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player who is dealt Ar first wins at once; two of three games continue."""
    is_over, paid = vars(kuhn.State)["is_terminal"].fget, kuhn.State.returns

    def over(state: kuhn.State) -> bool:
        return bool(is_over(state)) or (len(state.cards) == 2 and state.cards[0] == 2)

    def returns(state: kuhn.State) -> list[float]:
        # Integers, like the returns of many games.
        given = paid(state) if state.done else [1, -1] if state.is_terminal else [0, 0]
        return [int(points) for points in given]

    monkeypatch.setattr(kuhn.State, "is_terminal", property(over))
    monkeypatch.setattr(kuhn.State, "returns", returns)


@pytest.mark.usefixtures("decided_by_the_deal")
def test_pettingzoo_skips_episodes_without_decisions() -> None:
    table, parallel = env(GAME), parallel_env(GAME)
    deals: list[Any] = [batch_of(GAME, [seed])[0] for seed in range(20)]
    assert {dealt.is_terminal for dealt in deals} == {True, False}
    for seed, dealt in enumerate(deals):
        for play in (table, parallel):
            play.reset(seed=seed)
            assert not play.batch[0].is_terminal
            assert dealt.is_terminal or play.batch[0] == dealt
        assert table.batch[0] == parallel.batch[0]


@pytest.mark.parametrize("scale_rewards", [False, True])
def test_batches_pay_once_and_have_no_empty_masks(scale_rewards: bool) -> None:
    batch = batch_of(GAME, range(8), scale_rewards=scale_rewards)
    unit = max(-GAME.min_return, GAME.max_return) if scale_rewards else 1
    paid = np.zeros((8, 2))
    for _ in range(10):
        assert batch.masks().any(axis=1).all()
        gained, over = batch.step(batch.masks().argmax(axis=1))
        paid += gained
        again, still = batch.step(batch.random_actions(), where=np.zeros(8, np.bool_))
        assert not again.any()
        assert list(still) == list(over)
        rest, _ = batch.play_to(1)
        paid += rest
    assert over.all()
    assert batch.masks().all()
    assert paid.tolist() == [[gain / unit for gain in batch[i].returns()] for i in range(8)]
    assert paid.any()


def test_chance_shares_no_random_numbers_with_other_seeds_or_agents() -> None:
    seeds = (0, 5, 2**32 + 5, 2**33 + 5)
    streams = [
        source.bit_generator.state["state"]["inc"]
        for episode in batch_of(GAME, seeds)._episodes  # type: ignore[attr-defined]
        for source in (episode.chance, episode.actions, episode.players)
    ]
    # An agent that is seeded like the game must not know what is dealt.
    agents = [
        np.random.default_rng(seed).bit_generator.state["state"]["inc"]
        for number in seeds
        for seed in (number, [number, 1], [number, 2])
    ]
    assert len(set(streams)) == len(streams)
    assert not set(streams) & set(agents)


@pytest.mark.usefixtures("decided_by_the_deal")
def test_trajectories_may_be_empty(tmp_path: Path) -> None:
    study = Study(GAME, "random", 12, 1)
    alone = [study.trajectories(game, 1) for game in range(12)]
    together = study.trajectories()
    assert any(not len(one["game"]) for one in alone)
    for name, values in together.items():
        joined = np.concatenate([one[name] for one in alone])
        assert np.array_equal(joined, values)
        assert {one[name].dtype for one in alone} == {values.dtype}
        assert {one[name].shape[1:] for one in alone} == {values.shape[1:]}
    assert together["return"].dtype == np.float64
    assert len(study.write_trajectories(tmp_path, chunk=1)) == 12


def test_openspiel_lists_nothing_for_bystanders_of_a_sealed_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    for card in (0, 1):
        state.apply_action(card)
    monkeypatch.setattr(kuhn.State, "is_sealed", True)
    monkeypatch.setattr(chemix.openspiel.ChemixState, "current_player", lambda _: -2)
    assert state._legal_actions(0) == [0, 1]
    assert state._legal_actions(1) == []


# ---- Documentation ----


def test_the_acting_player_is_drawn_if_several_may_act(monkeypatch: pytest.MonkeyPatch) -> None:
    one = kuhn.State.acting.fget  # type: ignore[attr-defined]

    def both_begin(state: kuhn.State) -> frozenset[int]:
        begins = not state.is_chance and state.done == ""
        return frozenset({0, 1}) if begins else one(state)

    monkeypatch.setattr(kuhn.State, "acting", property(both_begin))
    acting = batch_of(GAME, range(40)).acting
    assert set(acting.tolist()) == {0, 1}
    assert batch_of(GAME, range(40)).acting.tolist() == acting.tolist()


def test_the_page_shows_the_whole_example() -> None:
    page = (EXAMPLES.parents[1] / "docs" / "python_games.md").read_text(encoding="utf-8")
    source = (EXAMPLES / "kuhn.py").read_text(encoding="utf-8")
    shown = page.split("```python\n")[1].split("```")[0]
    assert shown == source.split("\n", 1)[1]


def test_the_example_runs() -> None:
    told = subprocess.run(
        [sys.executable, str(EXAMPLES / "kuhn.py")], capture_output=True, text=True, check=True
    ).stdout
    assert "return_low" in told


def test_custom_ids_in_gymnasium() -> None:
    def made(stake: int, **given: Any) -> SeatEnv:
        return SeatEnv(Kuhn(stake), **given)

    creator: Any = made
    gymnasium.register("Kuhn-v1", creator)
    table = gymnasium.make("Kuhn-v1", stake=3)
    check_env(table.unwrapped)
    table.reset(seed=1)
    *_, info = table.step(7)
    assert info == {"illegal": ""}
