# SPDX-License-Identifier: Apache-2.0
"""RLlib: PPO with masks learns Compound Capture against random play.

Requires ``pip install "chemix-engine[gymnasium]" "ray[rllib]" torch``.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env


class Masked(gymnasium.Wrapper):
    """Give observation and mask the names that RLlib's module reads, and a win the reward 1."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        seen, mask = env.observation_space["observation"], env.observation_space["action_mask"]
        masks = gymnasium.spaces.Box(0, 1, mask.shape, np.float32)
        self.observation_space = gymnasium.spaces.Dict({"observations": seen, "action_mask": masks})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        seen, info = self.env.reset(seed=seed)
        return self._renamed(seen), info

    def step(self, action: Any) -> Any:
        seen, reward, *others = self.env.step(action)
        return self._renamed(seen), float(np.sign(reward)), *others

    def _renamed(self, seen: dict[str, Any]) -> dict[str, Any]:
        masks = seen["action_mask"].astype(np.float32)
        return {"observations": seen["observation"], "action_mask": masks}


def make(_: Any) -> gymnasium.Env:
    return Masked(
        gymnasium.make("chemix.gymnasium:chemix/CompoundCapture", players=2, illegal="raise")
    )


ray.init(num_cpus=1, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
register_env("compound_capture", make)
algorithm = (
    PPOConfig()
    .environment("compound_capture")
    .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
    .rl_module(
        rl_module_spec=RLModuleSpec(
            module_class=ActionMaskingTorchRLModule,
            model_config={"fcnet_hiddens": [128, 128], "head_fcnet_hiddens": []},
        )
    )
    .training(
        gamma=1.0, lr=1e-3, train_batch_size_per_learner=2000, minibatch_size=250, num_epochs=5
    )
    .debugging(seed=7)
    .build_algo()
)
means = [algorithm.train()["env_runners"]["episode_return_mean"] for _ in range(8)]
algorithm.stop()
ray.shutdown()
won = [f"{(1 + mean) / 2:.0%}" for mean in means]
print("games won against random play, by iteration:", *won)
assert means[-1] > means[0] + 0.3
