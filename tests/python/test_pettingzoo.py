# SPDX-License-Identifier: Apache-2.0
"""PettingZoo's own tests, as they come, on all games; and what they do not look at."""

from __future__ import annotations

import copy
import importlib
import itertools
import pickle
from types import SimpleNamespace
from typing import Any

import chemix
import numpy as np
import pettingzoo
import pytest
from chemix.drawing import Drawing
from chemix.pettingzoo import ParallelTable, Table, env, parallel_env
from configurations import CONFIGURATIONS, EFFORT, Configuration, suites
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

# Warnings of the test suites about Dict spaces, and about empty masks of waiting agents.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]

CYCLES = 50 * EFFORT


def tables(at: Configuration, **arguments: Any) -> Table:
    table = env(at.name, players=at.players, **at.options, **arguments)
    seed_spaces(table)
    return table


def parallel_tables(at: Configuration, **arguments: Any) -> ParallelTable:
    table = parallel_env(at.name, players=at.players, **at.options, **arguments)
    seed_spaces(table)
    return table


def seed_spaces(table: Table | ParallelTable) -> None:
    """Make what the suites draw the same each time."""
    for seat, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seat)
    table.reset(seed=1)


def run_api_test(at: Configuration) -> None:
    api_test(tables(at), CYCLES)


def run_seed_test(at: Configuration) -> None:
    seed_test(lambda: tables(at), CYCLES)


def run_parallel_api_test(at: Configuration) -> None:
    parallel_api_test(parallel_tables(at), CYCLES)


def run_parallel_seed_test(at: Configuration) -> None:
    # It draws without a mask.
    parallel_seed_test(lambda: parallel_tables(at, illegal="refuse"), CYCLES)


def run_render_test(at: Configuration) -> None:
    render_test(lambda **arguments: tables(at, **arguments))


def run_max_cycles_test(at: Configuration) -> None:
    # It draws without a mask, and asks all agents equally often.
    def parallel(max_cycles: int) -> ParallelTable:
        return parallel_tables(at, illegal="refuse", max_cycles=max_cycles)

    def in_turn(max_cycles: int) -> Any:
        return parallel_to_aec(parallel(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=in_turn))


def run_state_test(at: Configuration) -> None:
    state_test(tables(at, illegal="refuse"), parallel_tables(at), 10 * EFFORT)


def run_performance_benchmark(at: Configuration) -> None:
    # A clock that lets it end after so many cycles and not after 5 seconds.
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    clock = SimpleNamespace(time=itertools.count(0, 0.2 / EFFORT).__next__)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "time", clock)
        performance_benchmark(tables(at))


test_suite = suites("PettingZoo", globals())


# ---- What the suites do not look at ----


def take_any(table: Table, random: np.random.Generator) -> None:
    mask = table.observe(table.agent_selection)["action_mask"]
    table.step(int(random.choice(np.flatnonzero(mask))))


def test_the_cards_are_those_of_the_seed() -> None:
    table = env("chemuno", players=3)
    table.reset(seed=7)
    assert table.batch[0] == chemix.load("chemuno", players=3).deal(seed=7)
    table.reset()
    following = table.batch[0]
    table.reset(seed=7)
    table.reset()
    assert table.batch[0] == following
    table.reset(seed=8)
    assert table.batch[0] != chemix.load("chemuno", players=3).deal(seed=7)


def test_a_game_that_is_made_already_is_taken_as_it_is() -> None:
    game = chemix.load("classic", players=3, ruleset="simplified")
    assert env(game).game is game
    with pytest.raises(chemix.InputError, match="players = 3: must be left out"):
        env(game, players=3)
    with pytest.raises(chemix.InputError, match="ruleset = booklet: must be left out"):
        env(game, ruleset="booklet")


@pytest.mark.parametrize("at", CONFIGURATIONS[::5], ids=str)
def test_a_table_is_copied_and_saved_in_the_middle_of_a_game(at: Configuration) -> None:
    random = np.random.default_rng(1)
    table = tables(at)
    for _ in range(20):
        take_any(table, random)
        if any(table.terminations.values()):
            return
    others: list[Table] = [pickle.loads(pickle.dumps(table)), copy.deepcopy(table)]
    for _ in range(30):
        if any(table.terminations.values()):
            break
        for other in others:
            assert other.batch[0] == table.batch[0]
            take_any(other, copy.deepcopy(random))
        take_any(table, random)
        for other in others:
            assert other.agent_selection == table.agent_selection
            assert other.rewards == table.rewards


def test_a_sealed_decision_is_one_step_of_all_who_take_it() -> None:
    random = np.random.default_rng(3)
    table = parallel_env("react", players=3)
    views, _ = table.reset(seed=7)
    sealed = 0
    while table.agents:
        state = table.batch[0]
        asked = [a for a in table.agents if not views[a]["action_mask"][table.wait]]
        if state.phase == "claim":
            sealed += 1
            assert asked == [f"player_{seat}" for seat in sorted(state.acting)]
        else:
            assert len(asked) == 1
        actions = {a: int(random.choice(np.flatnonzero(views[a]["action_mask"]))) for a in views}
        views, rewards, _, _, _ = table.step(actions)
    assert sealed > 3
    assert list(rewards.values()) == table.batch[0].returns()


@pytest.mark.parametrize("seed", range(3))
def test_each_agent_is_paid_what_its_seat_gets(seed: int) -> None:
    random = np.random.default_rng(seed)
    table = env("showdown", players=3)
    table.reset(seed=seed)
    while not any(table.terminations.values()):
        take_any(table, random)
    returns = table.batch[0].returns()
    assert len(set(returns)) > 1
    assert [table.rewards[agent] for agent in table.possible_agents] == returns


def test_only_the_agent_that_is_asked_has_a_mask() -> None:
    random = np.random.default_rng(1)
    # One of several who may act is asked.
    table = env("react", players=3, claims="realtime")
    table.reset(seed=1)
    several = 0
    for _ in range(40):
        several += len(table.batch[0].acting) > 1
        for agent in table.possible_agents:
            may_act = table.observe(agent)["action_mask"].any()
            assert may_act == (agent == table.agent_selection)
        take_any(table, random)
    assert several > 0


@pytest.mark.parametrize("illegal", ["end", "refuse", "raise"])
def test_what_is_not_legal_is_refused_and_not_replaced(illegal: str) -> None:
    table = env("chemuno", players=3, illegal=illegal)
    for action, rule in ((table.game.action("draw").id, "GN-10"), (10**6, ""), (-1, "")):
        table.reset(seed=7)
        agent, before = table.agent_selection, table.batch[0]
        if illegal == "raise":
            with pytest.raises(chemix.InputError, match="action of player_0") as caught:
                table.step(action)
            assert caught.value.rule == rule
        else:
            table.step(action)
            assert table.infos[agent] == {"illegal": rule}
            least = table.game.min_return
            assert table.rewards[agent] == (least if illegal == "end" else 0)
            assert sum(map(abs, table.rewards.values())) == abs(table.rewards[agent])
        assert table.batch[0] == before
        assert table.agent_selection == agent
        assert table.terminations[agent] == (illegal == "end")


@pytest.mark.parametrize("illegal", ["end", "refuse", "raise"])
def test_a_parallel_step_with_anything_illegal_changes_nothing(illegal: str) -> None:
    table = parallel_env("chemuno", players=3, illegal=illegal)
    views, _ = table.reset(seed=7)
    before = table.batch[0]
    good = {agent: int(np.flatnonzero(view["action_mask"])[0]) for agent, view in views.items()}
    for agent, action, rule in (
        ("player_0", table.wait, ""),
        ("player_0", table.game.action("draw").id, "GN-10"),
        ("player_2", good["player_0"], "GN-10"),
    ):
        views, _ = table.reset(seed=7)
        if illegal == "raise":
            with pytest.raises(chemix.InputError, match=f"action of {agent}"):
                table.step({**good, agent: action})
            continue
        _, rewards, ends, stops, infos = table.step({**good, agent: action})
        assert infos[agent] == {"illegal": rule}
        least = table.game.min_return
        assert rewards == {a: least if a == agent and illegal == "end" else 0.0 for a in views}
        assert set(ends.values()) == {illegal == "end"}
        assert not any(stops.values())
        assert table.batch[0] == before


@pytest.mark.parametrize("scale_rewards", [False, True])
@pytest.mark.parametrize("name", chemix.games())
def test_no_legal_result_is_worse_than_an_illegal_action(name: str, scale_rewards: bool) -> None:
    players = max(2, chemix.describe(name)["min_players"])
    game = chemix.load(name, players=players)
    table = env(game, scale_rewards=scale_rewards)
    table.reset(seed=7)
    agent = table.agent_selection
    table.step(game.action_count)
    together = parallel_env(game, scale_rewards=scale_rewards)
    together.reset(seed=7)
    _, rewards, *_ = together.step(dict.fromkeys(together.agents, -1))
    unit = max(-game.min_return, game.max_return) if scale_rewards else 1
    worst = min(min(game.playout(seed).returns()) for seed in range(50)) / unit
    assert {table.rewards[agent], *rewards.values()} == {-1 if scale_rewards else game.min_return}
    assert table.rewards[agent] <= worst


def test_rewards_are_scaled() -> None:
    random = np.random.default_rng(1)
    table = env("showdown", players=3, scale_rewards=True)
    table.reset(seed=7)
    while not any(table.terminations.values()):
        take_any(table, random)
    unit = table.game.max_return
    expected = [gain / unit for gain in table.batch[0].returns()]
    assert list(table.rewards.values()) == expected != [0, 0, 0]
    together = parallel_env("showdown", players=3, scale_rewards=True)
    views, _ = together.reset(seed=7)
    while together.agents:
        masks = {agent: view["action_mask"] for agent, view in views.items()}
        views, rewards, *_ = together.step(
            {a: int(random.choice(np.flatnonzero(mask))) for a, mask in masks.items()}
        )
    expected = [gain / unit for gain in together.batch[0].returns()]
    assert list(rewards.values()) == expected != [0, 0, 0]


def test_masks_are_not_empty_at_the_end() -> None:
    random = np.random.default_rng(1)
    table = env("chemuno", players=3)
    table.reset(seed=7)
    while not any(table.terminations.values()):
        take_any(table, random)
    for _ in table.agent_iter():
        view, *_ = table.last()
        assert view is not None
        assert view["action_mask"].all()
        table.step(None)
    together = parallel_env("chemuno", players=3)
    views, _ = together.reset(seed=7)
    while together.agents:
        masks = {agent: view["action_mask"] for agent, view in views.items()}
        views, *_ = together.step(
            {a: int(random.choice(np.flatnonzero(mask))) for a, mask in masks.items()}
        )
        assert all(view["action_mask"].any() for view in views.values())


def test_words_and_pictures_show_what_the_viewer_sees() -> None:
    for viewer in ("spectator", 0, 2):
        table = env("chemuno", players=3, render_mode="ansi", viewer=viewer)
        table.reset(seed=7)
        shown = table.render()
        assert isinstance(shown, str)
        assert ("   hand  " in shown) == (viewer != "spectator")
        picture = env("chemuno", players=3, render_mode="rgb_array", viewer=viewer)
        picture.reset(seed=7)
        twin = copy.deepcopy(picture)
        state = picture.batch[0].determinize(viewer, seed=1)
        assert state != picture.batch[0]
        before, after = picture.render(), twin._rendered(state)
        assert isinstance(before, np.ndarray) and isinstance(after, np.ndarray)
        assert np.array_equal(before, after)


def test_wrong_words_are_refused() -> None:
    wrong: list[dict[str, Any]] = [
        {"illegal": "ignore"},
        {"render_mode": "svg"},
        {"viewer": 5},
        {"speed": 3},
        {"scale_rewards": "yes"},
        {"players": 9},
    ]
    for arguments in wrong:
        with pytest.raises(chemix.InputError):
            env("chemuno", **arguments)
    with pytest.raises(chemix.InputError, match="max_cycles = 0"):
        parallel_env("chemuno", max_cycles=0)
    table = env("chemuno")
    for use in (lambda: table.observe("player_0"), table.last, lambda: table.step(0), table.state):
        with pytest.raises(RuntimeError, match="call reset first"):
            use()
    seeds: list[Any] = [-1, 2**64, 1.5, "x"]
    for seed in seeds:
        for each in (table, parallel_env("chemuno")):
            with pytest.raises(chemix.InputError, match=r"seed = .*: must be "):
                each.reset(seed=seed)
    table.reset(seed=1)
    with pytest.raises(chemix.InputError, match="agent = player_9: must be one of player_0, "):
        table.observe("player_9")
    together = parallel_env("chemuno")
    together.reset(seed=1)
    actions: Any = [0, 0]
    with pytest.raises(chemix.InputError, match="must be of player_0, player_1"):
        together.step(actions)


def test_only_observations_of_the_game_are_drawn() -> None:
    game = chemix.load("chemuno", players=2)
    name: Any = "chemuno"
    with pytest.raises(chemix.InputError, match="game = 'chemuno': must be a built-in game"):
        Drawing(name)
    drawing = Drawing(game)
    wrong: list[Any] = [game.deal(seed=1), chemix.load("react", players=2).deal(1).observation(0)]
    for draw in (drawing.text, drawing.styled, drawing.picture):
        for seen in wrong:
            with pytest.raises(chemix.InputError, match=r"seen = .*: must be an observation of Ga"):
                draw(seen)


def test_all_games_are_registered() -> None:
    for name in chemix.games():
        words = "".join(word.capitalize() for word in name.split("_"))
        assert pettingzoo.make("aec", f"chemix/{words}-v2").unwrapped.game.name == name
        assert pettingzoo.make("parallel", f"chemix/{words}-v2").unwrapped.game.name == name


def test_nobody_acts_when_all_are_gone() -> None:
    table = env("classic", players=2)
    table.reset(seed=1)
    table.step(table.game.action_count)
    while table.agents:
        table.step(None)
    for call in (table.last, lambda: table.step(0)):
        with pytest.raises(RuntimeError, match="no episode is in progress: call reset first"):
            call()


@pytest.mark.parametrize("cycles", [0, 2.5, True, "a"])
def test_cycles_are_counted_in_whole_numbers(cycles: Any) -> None:
    with pytest.raises(chemix.InputError, match="max_cycles = "):
        parallel_env("classic", max_cycles=cycles)


def test_what_is_no_action_is_not_made_one() -> None:
    table = env("chemuno", players=3)
    table.reset(seed=7)
    together = parallel_env("chemuno", players=3)
    views, _ = together.reset(seed=7)
    good = {agent: int(np.flatnonzero(view["action_mask"])[0]) for agent, view in views.items()}
    for wrong in (good["player_0"] + 0.5, None, "draw", True):
        with pytest.raises(chemix.InputError, match=r"action of player_0 = .*: must be an action"):
            table.step(wrong)
        with pytest.raises(chemix.InputError, match=r"action of player_0 = .*: must be an action"):
            together.step({**good, "player_0": wrong})  # type: ignore[dict-item]
    given: list[tuple[Any, str]] = [
        ({"player_0": 0}, "actions of player_0"),
        ({**good, "player_3": 0}, "actions of player_0, .*, player_3"),
        ({}, "no actions"),
        (None, "actions of None"),
    ]
    for actions, what in given:
        reason = "must be of player_0, player_1, player_2"
        with pytest.raises(chemix.InputError, match=f"^{what}: {reason}$"):
            together.step(actions)
    assert table.batch[0] == together.batch[0] == table.game.deal(seed=7)
