# SPDX-License-Identifier: Apache-2.0
"""Tianshou: DQN with masks learns Compound Capture against random play.

Requires ``pip install "chemix-engine[gymnasium]" "tianshou>=2"``.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net


class Masked(gymnasium.Wrapper):
    """Give the mask the name that Tianshou reads, and a win the reward 1."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        seen, mask = env.observation_space["observation"], env.observation_space["action_mask"]
        self.observation_space = gymnasium.spaces.Dict({"obs": seen, "mask": mask})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        seen, info = self.env.reset(seed=seed)
        return self._renamed(seen), info

    def step(self, action: Any) -> Any:
        seen, reward, *others = self.env.step(action)
        return self._renamed(seen), float(np.sign(reward)), *others

    def _renamed(self, seen: dict[str, Any]) -> dict[str, Any]:
        return {"obs": seen["observation"], "mask": seen["action_mask"].astype(bool)}


def make() -> gymnasium.Env:
    return Masked(
        gymnasium.make("chemix.gymnasium:chemix/CompoundCapture", players=2, illegal="raise")
    )


def wins(policy: Any, games: int) -> float:
    """Return the share of games won."""
    tested = Collector[CollectStats](policy, DummyVectorEnv([make] * 10))
    tested.reset()
    returns = tested.collect(n_episode=games, gym_reset_kwargs={"seed": 10**6}).returns
    return float((returns > 0).mean())


torch.manual_seed(7)
np.random.seed(7)
table = make()
net = Net(
    state_shape=table.observation_space["obs"].shape,
    action_shape=table.action_space.n,
    hidden_sizes=[128, 128],
)
policy = DiscreteQLearningPolicy(
    model=net, action_space=table.action_space, eps_training=0.1, eps_inference=0.0
)
algorithm = DQN(
    policy=policy,
    optim=AdamOptimizerFactory(lr=1e-3),
    gamma=1.0,
    n_step_return_horizon=3,
    target_update_freq=200,
)
tables = DummyVectorEnv([make] * 10)
algorithm.run_training(
    OffPolicyTrainerParams(
        training_collector=Collector[CollectStats](
            algorithm, tables, VectorReplayBuffer(20_000, 10), exploration_noise=True
        ),
        max_epochs=1,
        epoch_num_steps=15_000,
        collection_step_num_env_steps=50,
        update_step_num_gradient_steps_per_sample=0.1,
        batch_size=128,
        test_in_training=False,
        show_progress=False,
    )
)
after = wins(policy, 200)
print(f"games won against random play: about 50% at random, {after:.0%} after learning")
assert after > 0.75
