# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's own checks, as they come, on all games; and what they do not look at."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import chemix
import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from chemix.gymnasium import SeatEnv, SeatVectorEnv
from configurations import EFFORT, Configuration, suites
from gymnasium.utils import performance
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv


def id_of(name: str) -> str:
    return f"chemix/{''.join(word.capitalize() for word in name.split('_'))}-v2"


def made(at: Configuration, **arguments: Any) -> Any:
    return gymnasium.make(id_of(at.name), players=at.players, **at.options, **arguments)


def made_vector(at: Configuration, episodes: int, **arguments: Any) -> SeatVectorEnv:
    vector = gymnasium.make_vec(
        id_of(at.name), num_envs=episodes, players=at.players, **at.options, **arguments
    )
    assert isinstance(vector, SeatVectorEnv)
    return vector


def first_legal(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
    return seen.legal_actions()[0]


def run_check_env(at: Configuration) -> None:
    for illegal in ("end", "refuse"):
        check_env(made(at, illegal=illegal).unwrapped)


def run_check_environments_match(at: Configuration) -> None:
    # One plays by itself, one is told to do the same by policies.
    env_a = made(at, opponents=first_legal if at.players > 1 else None)
    env_b = made(at, opponents=dict.fromkeys(range(1, at.players), first_legal))
    check_environments_match(env_a, env_b, num_steps=100 * EFFORT)


def run_benchmark_vector_step(at: Configuration) -> None:
    if not hasattr(performance, "benchmark_vector_step"):
        pytest.skip("needs a newer Gymnasium")
    assert performance.benchmark_vector_step(
        made_vector(at, 16, illegal="refuse"), target_duration=0, seed=1
    )


def run_sync_vector_env(at: Configuration) -> None:
    # What Gymnasium makes of single environments is what the native one does.
    for mode in AutoresetMode:
        single = SyncVectorEnv([lambda: made(at)] * 3, autoreset_mode=mode)
        compare(single, made_vector(at, 3, autoreset_mode=mode), mode, 60 * EFFORT)


test_suite = suites("Gymnasium", globals())


def compare(single: VectorEnv, native: SeatVectorEnv, mode: AutoresetMode, steps: int) -> None:
    """Play both alike, by any action, now and then by one that is not legal."""
    random = np.random.default_rng(5)
    mine, _ = single.reset(seed=11)
    # Gymnasium gives consecutive seeds.
    seen, _ = native.reset(seed=range(11, 11 + native.num_envs))
    for _ in range(steps):
        for name in seen:
            assert np.array_equal(mine[name], seen[name])
        assert native.observation_space.contains(seen)
        actions = any_legal(seen["action_mask"], random)
        if random.random() < 0.05:
            actions[0] = random.integers(seen["action_mask"].shape[1])
        mine, *expected, told = single.step(actions)
        seen, *given, infos = native.step(actions)
        for one, other in zip(expected, given, strict=True):
            assert np.array_equal(one, other)
            assert one.dtype == other.dtype
        over = given[1]
        assert plain(infos) == plain(told)
        if mode == AutoresetMode.SAME_STEP and over.any():
            assert list(infos["_final_obs"]) == list(over)
        if mode == AutoresetMode.DISABLED and over.any():
            mine, _ = single.reset(options={"reset_mask": over.copy()})
            seen, _ = native.reset(options={"reset_mask": over.copy()})


def plain(infos: Any) -> Any:
    """Make what is told in infos comparable."""
    if isinstance(infos, dict):
        return {name: plain(value) for name, value in infos.items()}
    return [plain(value) for value in infos] if isinstance(infos, np.ndarray) else infos


def any_legal(masks: npt.NDArray[np.int8], random: np.random.Generator) -> npt.NDArray[np.int64]:
    chosen = [random.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks]
    return np.array(chosen, dtype=np.int64)


# ---- What the suites do not look at ----


@pytest.mark.parametrize("name", chemix.games())
def test_the_seat_is_asked_until_it_is_over(name: str) -> None:
    players = max(2, chemix.describe(name)["min_players"])
    env = gymnasium.make(id_of(name), players=players, seat=1).unwrapped
    assert isinstance(env, SeatEnv)
    random = np.random.default_rng(2)
    view, info = env.reset(seed=4)
    for _ in range(3000):
        assert info == {}
        assert list(view["action_mask"]) == list(env.action_masks())
        legal = env._seat.state(0).legal_action_ids(1)
        assert list(np.flatnonzero(view["action_mask"])) == legal != []
        action = random.choice(np.flatnonzero(view["action_mask"]))
        view, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(view)
        if terminated:
            break
        assert reward == 0 and not truncated
    assert terminated
    assert view["action_mask"].all()
    with pytest.raises(RuntimeError, match="call reset first"):
        env.step(0)


def test_without_others_the_play_is_the_game() -> None:
    env = SeatEnv("compound_capture", players=1)
    env.reset(seed=7)
    game = chemix.load("compound_capture", players=1)
    dealer, state = chemix.Dealer(seed=7), game.deal(seed=7)
    while not state.is_terminal:
        action = state.legal_action_ids()[-1]
        state = dealer.resolve(state.apply(action))
        view, reward, terminated, _, _ = env.step(action)
        assert list(view["observation"]) == list(state.observation_tensor(0))
    assert terminated and reward == state.returns()[0]


@pytest.mark.parametrize("seat", range(3))
def test_a_seat_is_paid_what_it_gets(seat: int) -> None:
    env = SeatEnv("showdown", players=3, seat=seat)
    env.reset(seed=3)
    terminated = False
    while not terminated:
        action = int(np.flatnonzero(env.action_masks())[0])
        _, reward, terminated, _, _ = env.step(action)
    returns = env._seat.state(0).returns()
    assert len(set(returns)) == 3
    assert reward == returns[seat]


def test_policies_draw_in_each_play_of_a_vector_as_in_that_play_alone() -> None:
    def any_of(seen: chemix.Observation, random: np.random.Generator) -> chemix.Action:
        legal = seen.legal_actions()
        return legal[int(random.integers(len(legal)))]

    vector = SeatVectorEnv("chemuno", 2, players=3, opponents=any_of, autoreset_mode="Disabled")
    env = SeatEnv("chemuno", players=3, opponents=any_of)
    views, _ = vector.reset(seed=[7, 8])
    view, _ = env.reset(seed=8)
    steps, over = 0, np.zeros(2, np.bool_)
    while not over.any():
        steps += 1
        assert np.array_equal(views["observation"][1], view["observation"])
        actions = views["action_mask"].argmax(axis=1)
        views, _, over, *_ = vector.step(actions)
        view, *_ = env.step(actions[1])
    assert steps > 3


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_vectors_with_neighboring_seeds_share_no_games(mode: AutoresetMode) -> None:
    def games_of(seed: int) -> set[int]:
        vector = SeatVectorEnv("chip_it", 8, players=3, autoreset_mode=mode)
        views, _ = vector.reset(seed=seed)
        games = set()
        for _ in range(100):
            games |= {hash(row.tobytes()) for row in views["observation"]}
            views, *_ = vector.step(views["action_mask"].argmax(axis=1))
        return games

    # A few observations at the end of games are alike.
    one, other, again = games_of(6), games_of(7), games_of(6)
    assert one == again
    assert len(one & other) < len(one) / 10


def test_a_vector_spawns_the_seeds_of_a_batch() -> None:
    vector = SeatVectorEnv("chemuno", 3, players=2)
    vector.reset(seed=6)
    seeds = chemix.Batch([vector._seat.state(0).game] * 3, 6).seeds.tolist()
    expected = SeatVectorEnv("chemuno", 3, players=2)
    expected.reset(seed=seeds)
    assert [vector._seat.state(i) for i in range(3)] == [expected._seat.state(i) for i in range(3)]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_no_mask_is_empty(mode: AutoresetMode, opponents: str | None) -> None:
    vector = SeatVectorEnv("chip_it", 4, players=3, autoreset_mode=mode, opponents=opponents)
    views, _ = vector.reset(seed=6)
    ends = 0
    for _ in range(150):
        masks = views["action_mask"]
        assert masks.any(axis=1).all()
        # Learners sample from the softmax of masked numbers.
        chances = np.where(masks, 1.0, 0.0)
        chances /= chances.sum(axis=1, keepdims=True)
        assert np.isfinite(chances).all()
        views, _, over, _, infos = vector.step(masks.argmax(axis=1))
        ends += int(over.sum())
        for i in np.flatnonzero(over):
            last = infos["final_obs"][i] if mode == AutoresetMode.SAME_STEP else None
            assert (views["action_mask"][i] if last is None else last["action_mask"]).all()
        if mode == AutoresetMode.DISABLED and over.any():
            views, _ = vector.reset(options={"reset_mask": over})
    assert ends > 4


@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_a_seat_is_paid_whoever_ends_the_game(opponents: str | None) -> None:
    # Policies, random players and the seat itself end games of a vector.
    vector = SeatVectorEnv("showdown", 8, players=3, opponents=opponents, autoreset_mode="Disabled")
    views, _ = vector.reset(seed=3)
    paid = np.zeros(8)
    over = np.zeros(8, np.bool_)
    while not over.all():
        views, rewards, ends, *_ = vector.step(views["action_mask"].argmax(axis=1))
        for i in np.flatnonzero(ends).tolist():
            assert rewards[i] == vector._seat.state(i).returns()[0]
        paid += rewards
        over |= ends
        assert not rewards[~ends].any()
        if ends.any() and not over.all():
            views, _ = vector.reset(options={"reset_mask": ends})
    assert paid.any()


def test_a_seed_of_a_play_that_is_not_reset_changes_nothing() -> None:
    def following(seed: int) -> npt.NDArray[Any]:
        vector = SeatVectorEnv("chemuno", 2)
        vector.reset(seed=1)
        vector.reset(seed=[5, seed], options={"reset_mask": np.array([True, False])})
        views, _ = vector.reset()
        observations: npt.NDArray[Any] = views["observation"]
        return observations

    assert np.array_equal(following(6), following(9))


def test_policies_see_what_their_player_sees() -> None:
    asked: list[chemix.Observation] = []
    drawn: list[float] = []

    def policy(seen: chemix.Observation, random: np.random.Generator) -> str:
        asked.append(seen)
        drawn.append(random.random())
        return str(seen.legal_actions()[0])

    env = SeatEnv("chemuno", players=3, opponents={2: policy})
    env.reset(seed=1)
    while not env._seat.over[0]:
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert asked
    assert {seen.viewer for seen in asked} == {2}
    # Its random numbers follow from the seed of the episode.
    before = drawn.copy()
    assert len(set(before)) == len(before)
    drawn.clear()
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert drawn and drawn == before[: len(drawn)]
    wrong: list[dict[str, Any]] = [
        {"opponents": {0: policy}},
        {"opponents": "thum"},
        {"opponents": 3},
        {"opponents": {1: 3}},
        {"opponents": {"1": policy}},
        {"seat": 3},
        {"illegal": "no"},
    ]
    for arguments in wrong:
        with pytest.raises(chemix.InputError):
            SeatEnv("chemuno", players=3, **arguments)
    listed: Any = ["heuristic"]
    with pytest.raises(
        chemix.InputError, match=r"a mapping of them by seat, such as \{0: 'heuristic'\}"
    ):
        SeatEnv("chemuno", seat=1, opponents=listed)


@pytest.mark.parametrize("opponents", ["heuristic", {1: "heuristic"}, first_legal])
def test_opponents_of_nobody_are_refused(opponents: Any) -> None:
    # Compound Capture is for one player by default: the opponents would be left out.
    for make in (SeatEnv, SeatVectorEnv):
        with pytest.raises(chemix.InputError, match=r"opponents = .*: a game for one player"):
            make("compound_capture", opponents=opponents)
        make("compound_capture", players=2, opponents=opponents)


def test_policies_of_the_library_are_opponents_by_name() -> None:
    env = SeatEnv("chemuno", players=3, opponents="heuristic")
    same = SeatEnv("chemuno", players=3, opponents={1: chemix.Policy("heuristic"), 2: "heuristic"})
    at_random = SeatEnv("chemuno", players=3, opponents="random")
    nobody = SeatEnv("chemuno", players=3)
    vector = SeatVectorEnv(
        "chemuno", 2, players=3, opponents="heuristic", autoreset_mode="Disabled"
    )
    views, _ = vector.reset(seed=[7, 8])
    for each in (env, same, at_random, nobody):
        each.reset(seed=7)
    differs = False
    while not env._seat.over[0] and not nobody._seat.over[0]:
        restored = pickle.loads(pickle.dumps(env))
        ids = [int(np.flatnonzero(each.action_masks())[0]) for each in (env, nobody)]
        view = env.step(ids[0])[0]
        assert np.array_equal(same.step(ids[0])[0]["observation"], view["observation"])
        assert np.array_equal(restored.step(ids[0])[0]["observation"], view["observation"])
        if not vector._seat.over.any():
            views, *_ = vector.step(views["action_mask"].argmax(axis=1))
            assert np.array_equal(views["observation"][0], view["observation"])
        assert np.array_equal(
            at_random.step(ids[1])[0]["observation"], nobody.step(ids[1])[0]["observation"]
        )
        differs |= env._seat.state(0) != nobody._seat.state(0)
    assert differs


@pytest.mark.parametrize("illegal", ["end", "refuse", "raise"])
def test_what_is_not_legal_is_refused_and_not_replaced(illegal: str) -> None:
    env = SeatEnv("chemuno", players=3, illegal=illegal)
    vector = SeatVectorEnv("chemuno", 2, players=3, illegal=illegal)
    for action, rule in ((env.game.action("draw").id, "GN-10"), (10**6, ""), (-1, "")):
        view, _ = env.reset(seed=7)
        views, _ = vector.reset(seed=[7, 8])
        good = int(np.flatnonzero(views["action_mask"][1])[0])
        if illegal == "raise":
            with pytest.raises(chemix.InputError, match=f"action = {action}") as caught:
                env.step(action)
            assert caught.value.rule == rule
            with pytest.raises(chemix.InputError, match=f"action = {action}"):
                vector.step(np.array([action, good]))
            continue
        again, reward, terminated, _, info = env.step(action)
        assert info == {"illegal": rule}
        assert (reward, terminated) == ((-1, True) if illegal == "end" else (0, False))
        assert np.array_equal(again["observation"], view["observation"])
        assert again["action_mask"].any()
        assert again["action_mask"].all() == (illegal == "end")
        agains, rewards, over, _, infos = vector.step(np.array([action, good]))
        assert list(infos["illegal"]) == [rule, None]
        assert list(infos["_illegal"]) == [True, False]
        assert (rewards[0], over[0]) == (reward, terminated)
        assert np.array_equal(agains["observation"][0], view["observation"])
        assert not np.array_equal(agains["observation"][1], views["observation"][1])


@pytest.mark.parametrize("scale_rewards", [False, True])
@pytest.mark.parametrize("name", chemix.games())
def test_no_legal_result_is_worse_than_an_illegal_action(name: str, scale_rewards: bool) -> None:
    players = max(2, chemix.describe(name)["min_players"])
    env = SeatEnv(name, players=players, scale_rewards=scale_rewards)
    vector = SeatVectorEnv(name, 2, players=players, scale_rewards=scale_rewards)
    game = chemix.load(name, players=players)
    env.reset(seed=1)
    vector.reset(seed=1)
    _, reward, terminated, _, info = env.step(game.action_count)
    _, rewards, over, *_ = vector.step(np.array([game.action_count] * 2))
    assert terminated and over.all()
    assert info == {"illegal": ""}
    assert reward == rewards[0] == rewards[1] == (-1 if scale_rewards else game.min_return)
    ends = [game.playout(seed) for seed in range(50)]
    unit = max(-game.min_return, game.max_return) if scale_rewards else 1
    assert reward <= min(min(end.returns()) for end in ends) / unit


def test_rewards_are_scaled() -> None:
    for opponents in (None, "greedy"):
        env = SeatEnv("showdown", players=3, opponents=opponents, scale_rewards=True)
        env.reset(seed=7)
        terminated = False
        while not terminated:
            action = int(np.flatnonzero(env.action_masks())[0])
            _, reward, terminated, _, _ = env.step(action)
        game = env._seat.state(0).game
        assert reward == pytest.approx(env._seat.state(0).returns()[0] / game.max_return)
    with pytest.raises(chemix.InputError, match="scale_rewards = yes: must be one of True"):
        SeatEnv("showdown", scale_rewards="yes")  # type: ignore[arg-type]


def test_environments_are_saved_in_the_middle_of_a_game() -> None:
    env = SeatEnv("react", players=3)
    vector = SeatVectorEnv("react", 3, players=3)
    random = np.random.default_rng(1)
    env.reset(seed=2)
    views, _ = vector.reset(seed=2)
    for _ in range(5):
        env.step(int(random.choice(np.flatnonzero(env.action_masks()))))
        views, *_ = vector.step(any_legal(views["action_mask"], random))
    env_copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    vector_copies = [pickle.loads(pickle.dumps(vector)), copy.deepcopy(vector)]
    for _ in range(200):
        if not env._seat.over[0]:
            action = int(random.choice(np.flatnonzero(env.action_masks())))
            view = env.step(action)[0]
            for other in env_copies:
                assert np.array_equal(other.step(action)[0]["observation"], view["observation"])
        actions = any_legal(views["action_mask"], random)
        views, *_ = vector.step(actions)
        for others in vector_copies:
            assert np.array_equal(others.step(actions)[0]["observation"], views["observation"])


def test_resets_of_a_vector_are_checked() -> None:
    with pytest.raises(chemix.InputError, match="num_envs = 0: must be from 1 to 65536"):
        gymnasium.make_vec("chemix/Chemuno-v2", num_envs=0)
    vector = SeatVectorEnv("chemuno", 2, autoreset_mode="Disabled", illegal="end")
    vector.reset(seed=[5, None])
    with pytest.raises(chemix.InputError, match="seed = 3: must be 2"):
        vector.reset(seed=[1, 2, 3])
    for mask in (np.ones(1, np.bool_), np.ones(2), [True], 1):
        with pytest.raises(chemix.InputError, match=r"reset_mask = .*: must be a bool array of sh"):
            vector.reset(options={"reset_mask": mask})
    number: Any = np.int64(5)
    vector.reset(seed=number, options={"reset_mask": [True, False]})
    wrong: tuple[Any, ...] = (-1, 2**64, 2**70, 1.5, "x")
    for seed in wrong:
        with pytest.raises(chemix.InputError, match="seed = "):
            vector.reset(seed=seed)
    vector.step(np.array([-1, -1]))
    with pytest.raises(RuntimeError, match="call reset first"):
        vector.step(np.array([0, 0]))


@pytest.mark.parametrize("action", [2**70, -(2**70), 2**63])
def test_what_is_no_action_is_told_however_large(action: int) -> None:
    env = SeatEnv("chemuno", illegal="refuse")
    env.reset(seed=1)
    *_, info = env.step(action)
    assert info == {"illegal": ""}


@pytest.mark.parametrize("make", [SeatEnv, lambda game: SeatVectorEnv(game, 2)])
def test_options_that_there_are_not_are_refused(make: Callable[[str], Any]) -> None:
    env = make("chemuno")
    with pytest.raises(chemix.InputError, match="options = hand_size: "):
        env.reset(options={"hand_size": 5})
    env.reset(options={})


def test_seeds_that_are_none_are_refused() -> None:
    for seed in (-1, 2**64, 2**70):
        with pytest.raises(chemix.InputError, match=f"seed = {seed}: must be from 0 to"):
            SeatEnv("chemuno").reset(seed=seed)


def test_what_other_seats_do_wrong_is_told() -> None:
    def wishing(seen: chemix.Observation, random: np.random.Generator) -> Any:
        return None

    told = "chose None for seat 1: must be a legal action, its id or its text"
    env = SeatEnv("chemuno", opponents=wishing)
    with pytest.raises(chemix.InputError, match=told) as caught:
        env.reset(seed=1)
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert caught.value.value.endswith("wishing")


def test_what_is_no_action_is_not_made_one() -> None:
    env = SeatEnv("chemuno")
    view, _ = env.reset(seed=7)
    good = int(np.flatnonzero(view["action_mask"])[0])
    vector = SeatVectorEnv("chemuno", 2)
    vector.reset(seed=7)
    wrong: list[Any] = [good + 0.5, None, "draw", [good], True]
    for action in wrong:
        with pytest.raises(chemix.InputError, match=r"action = .*: must be an action id"):
            env.step(action)
        with pytest.raises(chemix.InputError, match="must be 2 ids"):
            vector.step(action)
    assert env.game.deal(seed=7) == env._seat.state(0)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_nothing_is_on_before_the_first_reset(mode: AutoresetMode) -> None:
    vector = SeatVectorEnv("classic", 2, autoreset_mode=mode)
    with pytest.raises(RuntimeError, match="reset"):
        vector.step(np.zeros(2, np.int64))
    table = SeatEnv("classic", render_mode="ansi")
    with pytest.raises(RuntimeError, match="reset"):
        table.render()


@pytest.mark.parametrize("seat", [1.0, True, 2, "1"])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    with pytest.raises(chemix.InputError, match=r"seat = .*must be") as refused:
        SeatEnv("classic", players=2, seat=seat)
    assert refused.value.field == "seat"


def test_a_seat_that_is_never_asked_is_refused() -> None:
    # Laying the only card wins, so seat 1 never acts.
    with pytest.raises(chemix.InputError, match="seat = 1: never decides in 1,000 episodes"):
        SeatEnv("chemuno", players=2, seat=1, hand_size=1).reset(seed=1)
