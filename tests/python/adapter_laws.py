# SPDX-License-Identifier: Apache-2.0
"""Laws of environments with hidden cards, which the tests of other frameworks do not check.

Each takes a function that makes an environment from keyword arguments, and raises AssertionError
if the law is broken.
"""

from __future__ import annotations

import copy
import random as global_random
from collections.abc import Callable, Iterator
from typing import Any

import chemix
import numpy as np
from chemix.pettingzoo import ParallelTable, Table

SEED = 7
STEPS = 120

Make = Callable[..., Table]
MakeParallel = Callable[..., ParallelTable]


def in_world(table: Table, state: chemix.State) -> Table:
    """Copy a table, and replace its state."""
    other = copy.deepcopy(table)
    restored, (episodes, *how) = other.batch.__reduce__()
    (_, *rest), *_ = episodes
    other._batch = restored([(state, *rest)], *how)
    return other


def choices(table: Table, seed: int = 1, steps: int = STEPS) -> Iterator[tuple[str, int]]:
    """Step a table by random legal actions; yield agent and action after each step."""
    random = np.random.default_rng(seed)
    table.reset(seed=SEED)
    for _ in range(steps):
        agent = table.agent_selection
        if table.terminations[agent]:
            return
        seat = table.possible_agents.index(agent)
        action = int(random.choice(table.batch[0].legal_action_ids(seat)))
        table.step(action)
        yield agent, action


def told(table: Table, agent: str) -> tuple[object, ...]:
    """Return everything that an agent receives."""
    view = table.observe(agent)
    return (
        view["observation"].tobytes(),
        view["action_mask"].tobytes(),
        table.rewards.get(agent),
        table.terminations.get(agent),
        str(table.infos.get(agent)),
    )


def leak_law(make: Make) -> None:
    """Worlds that a player cannot distinguish look the same to that player's agent."""
    table = make()
    for step, (_, _) in enumerate(choices(table)):
        state = table.batch[0]
        asked = table.possible_agents.index(table.agent_selection)
        for seat, agent in enumerate(table.possible_agents):
            if agent != table.agent_selection and not state.is_terminal:
                assert not table.observe(agent)["action_mask"].any(), "a mask of who is not asked"
            if step % 3 or state.is_terminal:
                continue
            world = state.determinize(seat, seed=step)
            if seat == asked or asked in world.acting:
                assert told(in_world(table, world), agent) == told(table, agent), "a leak"


def refusal_law(make: Make) -> None:
    """An illegal action is refused with its rule and changes nothing."""
    for illegal in ("end", "refuse"):
        table = make(illegal=illegal)
        for step, (_, _) in enumerate(choices(table)):
            agent = table.agent_selection
            if step % 5 or table.terminations[agent]:
                continue
            other = copy.deepcopy(table)
            seat = table.possible_agents.index(agent)
            legal = set(table.batch[0].legal_action_ids(seat))
            wrong = next(id for id in range(table.game.action_count) if id not in legal)
            other.step(wrong)
            assert other.batch.digests[0] == table.batch.digests[0], "it changed something"
            assert other.infos[agent] == {"illegal": table.batch[0].check(wrong, seat)}
            assert other.terminations[agent] == (illegal == "end")


def returns_law(make: Make) -> None:
    """Rewards sum to zero, are 0 before the end, and equal the returns of the rules."""
    table = make()
    for _ in choices(table, steps=10**5):
        if not any(table.terminations.values()):
            assert not any(table.rewards.values()), "a reward before the end"
    gained = list(table._cumulative_rewards.values())
    assert abs(sum(gained)) < 1e-9, "rewards do not sum to zero"
    assert gained == table.batch[0].returns()


def conservation_law(make: Make) -> None:
    """A hand shows as many cards as it has, and all of them are in the deck."""
    table = make()
    fields = {field["name"]: field for field in table.game.tensor_layout()["fields"]}
    hand = fields["hand"]
    cards = {card["name"]: card["copies"] for card in table.game.catalogue["cards"]}
    copies = np.array([cards[name] for name in hand["labels"]])
    for _ in choices(table):
        sizes: list[int] = table.batch[0].to_dict()["open"]["hand_size"]
        for agent, size in zip(table.possible_agents, sizes, strict=True):
            shown = table.observe(agent)["observation"]
            part = shown[hand["offset"] : hand["offset"] + hand["size"]]
            counts = part * copies
            assert np.allclose(counts, counts.round(), atol=1e-4), "a part of a card"
            assert counts.sum().round(3) == size, "cards come or go"
            assert (part <= 1 + 1e-6).all(), "more cards of a kind than there are"


def seeds_law(make: Make) -> None:
    """Seed and choices determine the game, whatever else draws random numbers meanwhile."""
    table, other = make(), make()
    dealer, state = chemix.Dealer(SEED), table.game.deal(SEED)
    ours, theirs = choices(table), choices(other)
    for one in ours:
        np.random.random()
        global_random.random()
        assert next(theirs, None) == one
        agent, action = one
        seat = table.possible_agents.index(agent)
        assert action in state.legal_action_ids(seat), "another game is dealt"
        state = dealer.resolve(state.apply(action, seat))
        assert table.batch[0] == other.batch[0] == state, "something else is drawn from"


def parallel_seeds_law(make: MakeParallel) -> None:
    """Check the same for parallel environments, from the first step to the last."""
    digests: list[list[int]] = []
    for _ in range(2):
        random = np.random.default_rng(1)
        table = make()
        views, _ = table.reset(seed=SEED)
        digests.append([])
        while table.agents and len(digests[-1]) < STEPS:
            masks = {agent: view["action_mask"] for agent, view in views.items()}
            actions = {a: int(random.choice(np.flatnonzero(mask))) for a, mask in masks.items()}
            views, *_ = table.step(actions)
            digests[-1].append(int(table.batch.digests[0]))
    assert digests[0] == digests[1], "something else is drawn from"


LAWS: dict[str, Callable[[Any], None]] = {
    law.__name__: law for law in (leak_law, refusal_law, returns_law, conservation_law, seeds_law)
}
