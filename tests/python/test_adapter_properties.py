# SPDX-License-Identifier: Apache-2.0
"""Our environments obey the laws, and the laws find eight bugs that other tests miss.

The bugs were injected into a toy game to measure PettingZoo's tests, which find two of the eight:
`seed_test` finds the reseeding and the use of the global generator.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import chemix
import numpy as np
import pytest
from adapter_laws import LAWS, in_world, parallel_seeds_law
from chemix.adapters.environments import View
from chemix.pettingzoo import ParallelTable, Table, env, parallel_env

GAME = chemix.load("chemuno", players=3)


def players_of(name: str) -> int:
    least: int = chemix.describe(name)["min_players"]
    return max(2, least)


@pytest.mark.parametrize("name", chemix.games())
@pytest.mark.parametrize("law", LAWS)
def test_our_environments_obey_the_laws(law: str, name: str) -> None:
    game = chemix.load(name, players=players_of(name))
    LAWS[law](lambda **arguments: env(game, **arguments))


@pytest.mark.parametrize("name", chemix.games())
def test_our_parallel_environments_are_reproducible(name: str) -> None:
    game = chemix.load(name, players=players_of(name))
    parallel_seeds_law(lambda: parallel_env(game))


# ---- Environments that break the laws ----


@pytest.fixture(autouse=True)
def global_seed() -> None:
    """Make environments that use NumPy's global generator reproducible."""
    np.random.seed(1)


class HandOfOthers(Table):
    """Shows the next player's hand instead of the agent's."""

    def observe(self, agent: str) -> View:
        view = super().observe(agent)
        seat = (self.possible_agents.index(agent) + 1) % self.game.players
        hand = next(f for f in self.game.tensor_layout()["fields"] if f["name"] == "hand")
        part = slice(hand["offset"], hand["offset"] + hand["size"])
        view["observation"][part] = self.batch[0].observation_tensor(seat)[part]
        return view


class MaskOfOthers(Table):
    """Shows the legal actions of the acting player to everybody."""

    def observe(self, agent: str) -> View:
        mask = super().observe(self.agent_selection)["action_mask"]
        return {**super().observe(agent), "action_mask": mask}


class Reseeded(Table):
    """Draws from a new seed after five steps."""

    def step(self, action: int | None) -> None:
        super().step(action)
        self.steps = getattr(self, "steps", 0) + 1
        if self.steps == 5 and not any(self.terminations.values()):
            seat = self.asked()
            world = self.batch[0].determinize(seat, seed=int.from_bytes(np.random.bytes(8), "big"))
            self._batch = in_world(self, world).batch


class Replacing(Table):
    """Replaces an illegal action by a legal one."""

    def step(self, action: int | None) -> None:
        legal = self.batch[0].legal_action_ids(self.asked()) if self.asked() >= 0 else []
        super().step(action if action is None or action in legal else legal[0])


class GlobalShuffle(Table):
    """Deals from NumPy's global generator."""

    def deal(self, seed: int | None) -> None:
        super().deal(int(np.random.randint(2**31)))


class AllWin(Table):
    """Gives +1 to everybody at the end."""

    def step(self, action: int | None) -> None:
        ended = any(self.terminations.values())
        super().step(action)
        if any(self.terminations.values()) and not ended:
            self._cumulative_rewards = dict.fromkeys(self.agents, 1.0)


class Duplicating(Table):
    """Sometimes shows a card twice."""

    def observe(self, agent: str) -> View:
        view = super().observe(agent)
        if int(self.batch.digests[0]) % 7 == 0:
            hand = next(f for f in self.game.tensor_layout()["fields"] if f["name"] == "hand")
            held = np.flatnonzero(view["observation"][hand["offset"] :][: hand["size"]])
            view["observation"][hand["offset"] + held[:1]] *= 2
        return view


class RandomLater(ParallelTable):
    """Draws from a new seed in every step but the first."""

    def step(self, actions: Any) -> Any:
        state, seats = self.batch[0], [self.asked()]
        if self._cycles > 0:
            world = state.determinize(seats[0], seed=int.from_bytes(np.random.bytes(8), "big"))
            restored, (episodes, *how) = self.batch.__reduce__()
            self._batch = restored([(world, *episodes[0][1:])], *how)
        return super().step(actions)


def made(kind: type[Table]) -> Callable[..., Table]:
    def make(illegal: str = "end") -> Table:
        return kind(GAME, 0, illegal, None, "spectator")

    return make


INJECTED = {
    HandOfOthers: "leak_law",
    MaskOfOthers: "leak_law",
    Reseeded: "seeds_law",
    Replacing: "refusal_law",
    GlobalShuffle: "seeds_law",
    AllWin: "returns_law",
    Duplicating: "conservation_law",
}


@pytest.mark.parametrize("kind", INJECTED, ids=lambda kind: kind.__name__)
def test_an_injected_bug_is_found(kind: type[Table]) -> None:
    found = []
    for name, law in LAWS.items():
        try:
            law(made(kind))
        except AssertionError:
            found.append(name)
    assert INJECTED[kind] in found
    # Unrelated laws do not fail.
    assert len(found) < len(LAWS)


def test_an_injected_bug_of_a_parallel_environment_is_found() -> None:
    with pytest.raises(AssertionError, match="something else is drawn from"):
        parallel_seeds_law(lambda: RandomLater(GAME, 1, "end", None, "spectator"))
    parallel_seeds_law(lambda: ParallelTable(GAME, 1, "end", None, "spectator"))


def test_a_copy_in_another_world_is_another_table() -> None:
    table = made(Table)()
    table.reset(seed=1)
    world = table.batch[0].determinize(0, seed=3)
    other = in_world(table, world)
    assert other.batch[0] == world != table.batch[0]
    assert copy.deepcopy(other).batch[0] == world
