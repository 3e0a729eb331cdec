# SPDX-License-Identifier: Apache-2.0
"""The same seed and choices give the same digest after each step, through every adapter."""

from __future__ import annotations

import os

import chemix
import chemix.openspiel
import numpy as np
import pyspiel
import pytest
from chemix.gymnasium import SeatEnv
from chemix.pettingzoo import env, parallel_env
from configurations import CONFIGURATIONS, Configuration

# Number of games of each configuration.
GAMES = int(os.environ.get("GAMES", "2"))

# Actor, action, and the digest of the state after it.
Steps = list[tuple[int, int, int]]


def batch_steps(game: chemix.Game, seed: int) -> Steps:
    batch = chemix.Batch(game, [seed], auto_reset=False)
    steps: Steps = []
    while batch.acting[0] >= 0:
        seat, action = int(batch.acting[0]), int(batch.random_actions()[0])
        batch.step([action])
        steps.append((seat, action, int(batch.digests[0])))
    return steps


def expect_states(game: chemix.Game, seed: int, steps: Steps) -> list[bool]:
    """Compare with single states; return the steps after which a sealed decision is still open."""
    dealer, state = chemix.Dealer(seed), game.deal(seed)
    is_open = []
    for seat, action, digest in steps:
        sealed = state.observation(seat).is_sealed and len(state.acting) > 1
        state = dealer.resolve(state.apply(action, seat))
        assert state.digest == digest
        is_open.append(sealed)
    assert state.is_terminal
    return is_open


def expect_table(game: chemix.Game, seed: int, steps: Steps) -> None:
    table = env(game)
    table.reset(seed=seed)
    for seat, action, digest in steps:
        assert table.agent_selection == f"player_{seat}"
        table.step(action)
        assert table.batch.digests[0] == digest


def expect_parallel(game: chemix.Game, seed: int, steps: Steps, is_open: list[bool]) -> None:
    table = parallel_env(game)
    table.reset(seed=seed)
    said: dict[str, int] = {}
    for (seat, action, digest), open_still in zip(steps, is_open, strict=True):
        said[f"player_{seat}"] = action
        if not open_still:
            table.step({agent: said.get(agent, table.wait) for agent in table.agents})
            assert table.batch.digests[0] == digest
            said = {}


def expect_seat(game: chemix.Game, seed: int, steps: Steps) -> None:
    """Play one seat, and dictate the actions of the others."""
    place = iter(steps)
    expected: list[int] = []

    def told(seen: chemix.Observation, random: np.random.Generator) -> int:
        seat, action, digest = next(place)
        assert seen.viewer == seat
        expected.append(digest)
        return action

    # Seat 0 acts in every game, unless somebody wins before.
    if not any(seat == 0 for seat, _, _ in steps):
        return
    table = SeatEnv(game, opponents=told if game.players > 1 else None)
    table.reset(seed=seed)
    for seat, action, digest in place:
        assert seat == 0
        expected.append(digest)
        table.step(action)
        assert table._seat._batch.digests[0] == expected[-1]
    assert table._seat.over[0]


def expect_openspiel(at: Configuration, seed: int, steps: Steps, is_open: list[bool]) -> None:
    words = {"players": at.players, **at.options}
    options = ",".join(f"{name}={str(v).replace(',', '+')}" for name, v in words.items())
    state = pyspiel.load_game(f"chemix_{at.name}({options})").new_initial_state()
    dealer = chemix.Dealer(seed)
    said = [0] * at.players
    for (seat, action, digest), open_still in zip(steps, is_open, strict=True):
        while state.is_chance_node():
            is_dealt = state.state.is_chance
            first = at.load().chance_action_count if not is_dealt else 0
            state.apply_action(dealer.choose(state.state).id if is_dealt else first + seat)
        said[seat] = action
        if open_still:
            continue
        if state.is_simultaneous_node():
            state.apply_actions(said)
        else:
            assert state.current_player() == seat
            state.apply_action(action)
        assert dealer.resolve(state.state).digest == digest


@pytest.mark.parametrize("at", CONFIGURATIONS, ids=str)
def test_digests_are_the_same_through_every_adapter(at: Configuration) -> None:
    game = at.load()
    for seed in range(GAMES):
        steps = batch_steps(game, seed)
        is_open = expect_states(game, seed, steps)
        expect_table(game, seed, steps)
        expect_parallel(game, seed, steps, is_open)
        expect_seat(game, seed, steps)
        expect_openspiel(at, seed, steps, is_open)
    # Games in a batch equal single games.
    batch = chemix.Batch(game, range(GAMES), auto_reset=False, threads=2)
    while (batch.acting >= 0).any():
        batch.step(batch.random_actions())
    alone = [batch_steps(game, seed)[-1][2] for seed in range(min(GAMES, 3))]
    assert [int(digest) for digest in batch.digests[:3]] == alone
    assert batch.masks().all()
