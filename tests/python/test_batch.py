# SPDX-License-Identifier: Apache-2.0
"""Batches: each episode equals one that is stepped alone."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import re
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import chemix
import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = [chemix.load(name, players=chemix.describe(name)["max_players"]) for name in chemix.games()]


def stepped(state: chemix.State, player: int, action: int, dealer: chemix.Dealer) -> chemix.State:
    return dealer.resolve(state.apply(action, player))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_episodes_are_those_of_single_states(game: chemix.Game) -> None:
    batch = chemix.Batch(game, range(4), auto_reset=False)
    dealers = [chemix.Dealer(seed) for seed in range(4)]
    states = [game.deal(seed=seed) for seed in range(4)]
    for _ in range(60):
        acting = batch.acting
        offsets, ids = batch.legal()
        masks, tensors = batch.masks(), batch.tensors()
        for i, state in enumerate(states):
            assert batch[i] == state
            if state.is_terminal:
                assert acting[i] == -1
                assert masks[i].all()
                continue
            player = int(acting[i])
            assert player in state.acting
            legal = state.legal_action_ids(player)
            assert list(ids[offsets[i] : offsets[i + 1]]) == legal
            assert list(np.flatnonzero(masks[i])) == legal
            assert list(tensors[i]) == list(state.observation_tensor(player))
        actions = batch.random_actions()
        rewards, done = batch.step(actions)
        for i, state in enumerate(states):
            if not state.is_terminal:
                states[i] = stepped(state, int(acting[i]), int(actions[i]), dealers[i])
            assert batch.digests[i] == states[i].digest
            assert done[i] == states[i].is_terminal
            has_ended = acting[i] >= 0 and states[i].is_terminal
            assert list(rewards[i]) == (states[i].returns() if has_ended else [0.0] * game.players)


def test_each_call_draws_other_random_actions() -> None:
    one, other = (chemix.Batch(chemix.load("chemuno", players=2), range(50)) for _ in range(2))
    first, second = one.random_actions(), one.random_actions()
    assert (first != second).any()
    assert (other.random_actions() == first).all()
    assert "Each call draws the next random numbers" in str(chemix.Batch.random_actions.__doc__)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_random_actions_play_what_playout_plays(game: chemix.Game) -> None:
    batch = chemix.Batch(game, [7, 8, 9], auto_reset=False, threads=2)
    for _ in range(game.max_steps):
        if max(batch.acting) < 0:
            break
        batch.step(batch.random_actions())
    assert [int(digest) for digest in batch.digests] == [
        game.playout(seed=seed).digest for seed in (7, 8, 9)
    ]


def test_games_and_options_may_differ_and_threads_change_nothing() -> None:
    games = [*GAMES, chemix.load("classic", players=2, ruleset="simplified")]
    alone, together = (chemix.Batch(games, 100, threads=threads) for threads in (1, 5))
    assert len(alone) == len(games)
    masks = np.ones((len(games), max(game.action_count for game in games)), dtype=np.bool_)
    tensors = np.ones((len(games), max(game.tensor_size for game in games)), dtype=np.float32)
    for _ in range(150):
        assert together.masks(masks) is masks
        assert together.tensors(out=tensors) is tensors
        assert np.array_equal(masks, alone.masks())
        assert np.array_equal(tensors, alone.tensors())
        for i, game in enumerate(games):
            assert not masks[i, game.action_count :].any()
            assert not tensors[i, game.tensor_size :].any()
        actions = alone.random_actions()
        assert list(actions) == list(together.random_actions())
        rewards, done = alone.step(actions)
        others = together.step(actions)
        assert np.array_equal(rewards, others[0])
        assert np.array_equal(done, others[1])
        assert list(alone.digests) == list(together.digests)


def spawned(seed: int, *key: int) -> int:
    """The seed that another seed spawns by a key."""
    sequence = np.random.SeedSequence(seed, spawn_key=key, pool_size=8)
    return int(sequence.generate_state(1, np.uint64)[0])


def test_an_episode_that_is_over_is_reset_with_a_seed_of_its_own() -> None:
    game = chemix.load("chip_it", players=3)
    batch = chemix.Batch([game, game], 5)
    done = np.array([False, False])
    while not done.any():
        _, done = batch.step(batch.random_actions())
    over = int(np.flatnonzero(done)[0])
    assert batch.random_actions()[over] == -1
    assert batch[over].is_terminal
    actions = batch.random_actions()
    actions[over] = 12345
    rewards, done = batch.step(actions)
    assert not done[over]
    assert not rewards[over].any()
    assert batch.seeds[over] == spawned(spawned(5, over), 0, 0)
    assert batch[over] == game.deal(seed=int(batch.seeds[over]))


def seeds_of(batch: chemix.Batch, steps: int = 400) -> set[int]:
    """The seeds of all games that a batch plays in so many steps."""
    seeds = set(batch.seeds.tolist())
    for _ in range(steps):
        batch.step(batch.random_actions())
        seeds |= set(batch.seeds.tolist())
    return seeds


@pytest.mark.parametrize("seeds", [(5, 6), (range(8), range(8, 16)), ([5] * 8, 5)], ids=str)
def test_batches_with_other_seeds_share_no_games(seeds: tuple[Any, Any]) -> None:
    game = chemix.load("chip_it", players=3)
    one, other = (seeds_of(chemix.Batch([game] * 8, given)) for given in seeds)
    assert min(len(one), len(other)) > 2
    assert not one & other


def test_one_seed_spawns_the_seeds_of_all_episodes() -> None:
    game = chemix.load("chip_it", players=3)
    assert chemix.Batch([game] * 3, 2**64 - 1).seeds.tolist() == [
        spawned(2**64 - 1, i) for i in range(3)
    ]


@pytest.mark.parametrize("auto_reset", [True, False])
def test_each_episode_pays_once(auto_reset: bool) -> None:
    game = chemix.load("showdown", players=3)
    batch = chemix.Batch(game, range(4), auto_reset=auto_reset)
    nobody = np.zeros(4, np.bool_)
    paid = np.zeros(4, np.int64)
    for _ in range(500):
        rewards, done = batch.step(batch.random_actions())
        ended = rewards.any(axis=1)
        paid += ended
        for i in np.flatnonzero(ended).tolist():
            assert done[i]
            assert list(rewards[i]) == batch[i].returns()
        # Nothing happens in these calls, so nothing is paid.
        for again, still in (
            batch.step(batch.random_actions(), where=nobody),
            batch.play_to(0, where=nobody),
        ):
            assert not again.any()
            assert list(still) == list(done)
    assert (paid > 1).all() if auto_reset else list(paid) == [1] * 4


def test_an_episode_that_ends_before_a_seat_decides_pays_once() -> None:
    # Laying the only card wins, so seat 1 never acts.
    batch = chemix.Batch(chemix.load("chemuno", players=2, hand_size=1), [3], auto_reset=False)
    rewards, done = batch.play_to(1)
    assert list(done) == [True]
    assert list(rewards[0]) == batch[0].returns() != [0, 0]
    rewards, done = batch.play_to(1)
    assert list(done) == [True]
    assert not rewards.any()


def test_rewards_are_scaled_by_the_largest_return() -> None:
    games = [chemix.load(name, players=3) for name in ("showdown", "chemuno")]
    games.append(chemix.load("compound_capture", players=1))
    batch = chemix.Batch(games, 7, auto_reset=False, scale_rewards=True)
    batch = pickle.loads(pickle.dumps(batch))
    total = np.zeros((3, 3))
    while (batch.acting >= 0).any():
        rewards, _ = batch.step(batch.random_actions())
        total += rewards
    for i, game in enumerate(games):
        unit = max(-game.min_return, game.max_return)
        returns = batch[i].returns()
        assert np.allclose(total[i, : game.players], np.array(returns) / unit)
        assert 0 < np.abs(total[i]).max() <= 1
    # Playouts return points.
    assert list(batch.playouts(1)[0]) == batch[0].returns()


def test_no_mask_is_empty() -> None:
    games = [chemix.load("chip_it", players=3), chemix.load("chemuno", players=3)]
    for auto_reset in (True, False):
        batch = chemix.Batch(games, 7, auto_reset=auto_reset)
        for _ in range(300):
            masks = batch.masks()
            for i, game in enumerate(games):
                legal = (
                    batch[i].legal_action_ids(int(batch.acting[i]))
                    if batch.acting[i] >= 0
                    else range(game.action_count)
                )
                assert list(np.flatnonzero(masks[i])) == list(legal) != []
            # Any action of the mask is accepted.
            batch.step(masks.argmax(axis=1))
        assert auto_reset == (list(batch.seeds) != list(chemix.Batch(games, 7).seeds))


def test_an_episode_that_is_over_and_not_chosen_stays_over() -> None:
    game = chemix.load("chip_it", players=3)
    batch = chemix.Batch(game, [5])
    while batch.acting[0] >= 0:
        batch.step(batch.random_actions())
    end = batch[0]
    rewards, done = batch.step([-1], where=np.array([False]))
    assert batch[0] == end
    assert list(batch.seeds) == [5]
    assert list(done) == [True]
    assert not rewards.any()


def test_playouts_start_from_the_states_of_the_episodes() -> None:
    game = chemix.load("showdown", players=3)
    one, two = (chemix.Batch(game, range(6), threads=threads) for threads in (1, 2))
    one.step(one.random_actions())
    two.step(two.random_actions())
    before = list(one.digests)
    returns = one.playouts(seed=3)
    assert returns.shape == (6, 3)
    assert np.allclose(returns.sum(axis=1), 0)
    assert returns.any()
    assert list(one.digests) == before
    assert np.array_equal(returns, two.playouts(seed=3))
    assert not np.array_equal(returns, one.playouts(seed=4))
    # Equal episodes differ too: each has its own random numbers.
    alike = chemix.Batch(game, [1] * 6).playouts(seed=3)
    assert len({tuple(row) for row in alike.tolist()}) > 1


def test_a_refused_action_is_named_and_no_episode_advances() -> None:
    game = chemix.load("chemuno", players=2)
    batch = chemix.Batch(game, range(3))
    before = list(batch.digests)
    good = batch.random_actions()
    for wrong in (-1, game.action_count, game.action_count - 1):
        actions = good.copy()
        actions[1] = wrong
        with pytest.raises(chemix.InputError, match=r"actions\[1\]"):
            batch.step(actions)
        assert list(batch.digests) == before
    with pytest.raises(chemix.InputError) as refused:
        batch.step([game.action("wish H").id] * 3)
    assert refused.value.rule == "GN-10"
    assert str(refused.value).count("[GN-10]") == 1
    no_ids: list[Any] = [good[:2], good.reshape(3, 1), good + 0.5, good > 0, "ids", None]
    for shape in no_ids:
        with pytest.raises(chemix.InputError, match="must be 3 ids"):
            batch.step(shape)
    batch.step(good)
    assert list(batch.digests) != before


class FailsAsNumber:
    def __index__(self) -> int:
        return 1 // 0


def test_what_cannot_be_a_batch_is_refused() -> None:
    game = chemix.load("chemuno", players=2)
    refused: list[tuple[Any, Any, str]] = [
        (game, 7, "the number of episodes is unknown"),
        ([], [], "the number of episodes is unknown"),
        ([game, game], [1], "must be 2, one for each game"),
        ([game, game], [1, 2, 3], "must be 2, one for each game"),
        ([game, None], 1, r"games\[1\]"),
        (None, 1, "^games = NoneType: must be a game"),
        (game, -1, "^seeds = -1: must be a whole number"),
        # One seed elsewhere, and no list of small ones.
        (game, bytes(32), "^seeds = .*: must be a whole number"),
        ([game], bytearray(1), "^seeds = .*: must be a whole number"),
    ]
    for games, seeds, reason in refused:
        with pytest.raises(chemix.InputError, match=reason):
            chemix.Batch(games, seeds)
    for threads in (0, 257):
        with pytest.raises(chemix.InputError, match="must be from 1 to 256"):
            chemix.Batch(game, range(3), threads=threads)
    assert len(chemix.Batch(game, range(3), threads=256)) == 3
    for flag in (None, 0, "no"):
        with pytest.raises(TypeError, match="auto_reset"):
            chemix.Batch(game, range(3), auto_reset=cast("Any", flag))
        with pytest.raises(TypeError, match="scale_rewards"):
            chemix.Batch(game, range(3), scale_rewards=cast("Any", flag))
    batch = chemix.Batch(game, range(3))
    with pytest.raises(chemix.InputError, match="must be 3 seeds"):
        batch.reset([1, 2])
    most = 2**64 - 1
    accepted = rf"must be a whole number from 0 to {most}$"
    wrong_seeds: list[Any] = [-1, most + 1, 1.5, None]
    for seed in wrong_seeds:
        shown = re.escape(repr(seed))
        with pytest.raises(chemix.InputError, match=rf"^seeds = {shown}: {accepted}"):
            chemix.Batch([game, game], seed)
        with pytest.raises(chemix.InputError, match=rf"^seeds\[1\] = {shown}: {accepted}"):
            chemix.Batch(game, [7, seed])
        with pytest.raises(chemix.InputError, match=rf"^seeds\[2\] = {shown}: {accepted}"):
            batch.reset([1, 2, seed])
        with pytest.raises(chemix.InputError, match=rf"^seed = {shown}: {accepted}"):
            batch.playouts(seed)
    with pytest.raises(chemix.InputError, match=rf"^seeds = 0x[0-9a-f]+…: {accepted}"):
        chemix.Batch([game, game], 10**5000)
    with pytest.raises(chemix.InputError, match=rf"^seeds\[0\] = 'ä+…: {accepted}"):
        chemix.Batch(game, cast("Any", ["ä" * 100]))
    with pytest.raises(ZeroDivisionError):
        chemix.Batch([game], cast("Any", FailsAsNumber()))
    of_numpy: Any = np.array([0, most], np.uint64)
    assert list(chemix.Batch(game, of_numpy).seeds) == [0, most]
    with pytest.raises(chemix.InputError, match="seat = 2"):
        batch.tensors(seat=2)
    with pytest.raises(chemix.InputError, match="seat = -1"):
        batch.play_to(-1)
    elsewhere: list[Any] = [[True] * 3, np.ones(2, np.bool_), np.ones(3), np.ones((3, 1), np.bool_)]
    for where in elsewhere:
        with pytest.raises(chemix.InputError, match="must be a bool array of shape"):
            batch.random_actions(where=where)
    wrong: list[Any] = [
        np.zeros((3, 5), dtype=np.float32),
        np.zeros((3, game.tensor_size)),
        np.zeros((game.tensor_size, 3), dtype=np.float32).T,
        "out",
    ]
    for out in wrong:
        with pytest.raises(chemix.InputError, match="must be a writeable, aligned array"):
            batch.tensors(out)
    with pytest.raises(IndexError):
        batch[3]
    assert batch[-1] == batch[2]


def test_only_the_chosen_episodes_advance() -> None:
    game = chemix.load("chemuno", players=3)
    batch = chemix.Batch(game, range(4), auto_reset=False)
    where = np.array([True, False, True, False])
    before = batch.digests
    # A part of an array is one too.
    wide = np.stack([where, ~where], axis=1)
    assert list(batch.random_actions(where=wide[:, 1]) >= 0) == list(~where)
    actions = batch.random_actions(where=where)
    assert list(actions >= 0) == list(where)
    batch.step(actions, where=where)
    assert list(batch.digests != before) == list(where)
    batch.reset([9, 9, 0, 0], where=~where)
    assert list(batch.seeds) == [0, 9, 2, 0]
    assert [batch[1], batch[3]] == [game.deal(seed=9), game.deal(seed=0)]
    # Draws for an episode do not depend on episodes that are not chosen.
    alone = chemix.Batch(game, range(4), auto_reset=False)
    alone.step(alone.random_actions())
    assert list(alone.digests[where]) == list(batch.digests[where])


def test_others_play_up_to_where_a_seat_decides() -> None:
    game = chemix.load("react", players=3)
    batch, alone = (chemix.Batch(game, range(5), auto_reset=False) for _ in range(2))
    over = np.zeros(5, np.bool_)
    for _ in range(1000):
        rewards, done = batch.play_to(1)
        while ((alone.acting >= 0) & (alone.acting != 1)).any():
            others = (alone.acting >= 0) & (alone.acting != 1)
            alone.step(alone.random_actions(where=others), where=others)
        assert list(batch.digests) == list(alone.digests)
        assert set(batch.acting) <= {1, -1}
        assert list(done) == list(batch.acting < 0)
        for i in range(5):
            has_ended = done[i] and not over[i]
            assert list(rewards[i]) == (batch[i].returns() if has_ended else [0, 0, 0])
            assert list(batch.tensors(seat=1)[i]) == list(batch[i].observation_tensor(1))
        if done.all():
            return
        _, over = batch.step(batch.random_actions())
        alone.step(alone.random_actions())
    raise AssertionError("the episodes do not end")


def test_a_batch_is_saved_and_copied_in_the_middle() -> None:
    games = [chemix.load("react", players=4, claims="realtime"), chemix.load("classic", players=2)]
    batch = chemix.Batch(games, [3, 4], threads=2)
    for _ in range(50):
        batch.step(batch.random_actions())
    others = [pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)]
    for _ in range(400):
        batch.step(batch.random_actions())
        for other in others:
            other.step(other.random_actions())
            assert list(other.digests) == list(batch.digests)
            assert list(other.seeds) == list(batch.seeds)
    assert max(batch.seeds) > 4


def test_a_saved_batch_stays_over_without_automatic_resets() -> None:
    batch = chemix.Batch(chemix.load("chip_it", players=3), [5], auto_reset=False)
    while batch.acting[0] >= 0:
        batch.step(batch.random_actions())
    for other in (pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)):
        _, done = other.step([-1])
        assert list(done) == [True]
        assert other[0] == batch[0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_kept_between_tensors_does_not_show(game: chemix.Game) -> None:
    # Each seat is asked in some steps only, and episodes are reset, copied and saved.
    batch = chemix.Batch(game, range(6), threads=2)
    for step in range(400):
        seat = step % game.players
        tensors = batch.tensors(seat=seat)
        for i in (step % 6, (step + 1) % 6):
            assert list(tensors[i]) == list(batch[i].observation_tensor(seat))
        batch.step(batch.random_actions())
        if step % 100 == 99:
            batch = copy.deepcopy(batch)
            batch.reset(range(step, step + 6), where=np.arange(6) < 3)


def played(batch: chemix.Batch, steps: int = 20) -> list[int]:
    """The digests after so many random steps, with all that is written on the way."""
    for _ in range(steps):
        batch.masks()
        batch.tensors()
        batch.step(batch.random_actions())
    return [int(digest) for digest in batch.digests]


def played_in_a_child(seed: int) -> list[int]:
    return played(chemix.Batch(GAMES[0], range(seed, seed + 40), threads=3))


# Programs with their expected output or exit; one that hangs is stopped.
HEAD = """
import os
import chemix
game = chemix.load("chip_it", players=3)
def turn(batch):
    batch.tensors()
    batch.step(batch.random_actions())
    return list(batch.digests)
batch = chemix.Batch(game, range(64), threads=4)
turn(batch)
"""


def said_by(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", HEAD + program], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_process_has_threads_of_its_own() -> None:
    # A child, and a child of that, step the batch as the parent does.
    digests = said_by("""
import warnings
warnings.simplefilter("ignore", DeprecationWarning)
def step_in_children(generations):
    if generations > 0:
        child = os.fork()
        if child == 0:
            step_in_children(generations - 1)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    print(turn(batch), flush=True)
step_in_children(2)
""").splitlines()
    assert len(digests) == 3
    assert len(set(digests)) == 1


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_play_what_one_plays(method: str) -> None:
    expected = [played_in_a_child(seed) for seed in (1, 50)]
    with warnings.catch_warnings():
        # Python warns of forks beside threads, which is what is tried.
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(played_in_a_child, [1, 50]) == expected


def test_a_program_ends_whether_or_not_there_is_a_batch() -> None:
    assert said_by('print("over")') == "over\n"
    assert said_by('del batch\nprint("over")') == "over\n"


def test_several_python_threads_use_batches_at_once() -> None:
    expected = [played(chemix.Batch(GAMES[0], range(seed, seed + 40))) for seed in range(6)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(played_in_a_child, range(6))) == expected
    # One after another they may use the same.
    batch, alone = (chemix.Batch(GAMES[0], range(40), threads=threads) for threads in (3, 1))
    for _ in range(3):
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(played, batch).result() == played(alone)


def test_a_batch_in_use_is_refused() -> None:
    batch = chemix.Batch(GAMES[0], range(5_000))
    uses: list[Callable[[], object]] = [
        lambda: batch[0],
        batch.masks,
        batch.legal,
        lambda: pickle.dumps(batch),
    ]
    refused = [""] * len(uses)
    for i, use in enumerate(uses):
        with ThreadPoolExecutor(1) as pool:
            busy = pool.submit(batch.playouts, 1)
            while not busy.done() and not refused[i]:
                try:
                    use()
                except chemix.InputError as error:
                    refused[i] = str(error)
    reason = "batch: is in use by another thread: give each thread its own batch"
    assert refused == [reason] * len(uses)
    assert batch[0] == GAMES[0].deal(seed=0)


@pytest.mark.parametrize(
    "call", ["game.playout(1)", "batch.playouts(1)", "batch.tensors()", "policy.choose(seen, 1)"]
)
def test_daemon_threads_do_not_disturb_the_end(call: str) -> None:
    assert (
        said_by(f"""
import threading, time
batch, policy = chemix.Batch(game, range(200)), chemix.Policy("search iterations=200")
seen = game.deal(seed=1).observation(0)
begun = threading.Event()
def work():
    while True:
        {call}
        begun.set()
threading.Thread(target=work, daemon=True).start()
begun.wait()
print("over")
""")
        == "over\n"
    )


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted by Linux")
def test_threads_do_not_pile_up() -> None:
    assert (
        said_by("""
def threads():
    return len(os.listdir("/proc/self/task"))
before = threads()
for _ in range(50):
    turn(chemix.Batch(game, range(64), threads=4))
batches = [chemix.Batch(game, range(64), threads=4) for _ in range(50)]
for one in batches:
    turn(one)
print(threads() - before)
""")
        == "0\n"
    )
