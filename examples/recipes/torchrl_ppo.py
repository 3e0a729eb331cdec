# SPDX-License-Identifier: Apache-2.0
"""TorchRL: PPO with masks learns Compound Capture against random play.

Requires ``pip install "chemix-engine[gymnasium]" torchrl``.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE


class Masked(gymnasium.Wrapper):
    """Give the mask the type that TorchRL reads, and a win the reward 1."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        masks = gymnasium.spaces.Box(0, 1, env.observation_space["action_mask"].shape, np.bool_)
        self.observation_space = gymnasium.spaces.Dict(
            {"observation": env.observation_space["observation"], "action_mask": masks}
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        seen, info = self.env.reset(seed=seed)
        return self._typed(seen), info

    def step(self, action: Any) -> Any:
        seen, reward, *others = self.env.step(action)
        return self._typed(seen), float(np.sign(reward)), *others

    def _typed(self, seen: dict[str, Any]) -> dict[str, Any]:
        return {**seen, "action_mask": seen["action_mask"].astype(np.bool_)}


def make() -> TransformedEnv:
    table = Masked(
        gymnasium.make("chemix.gymnasium:chemix/CompoundCapture", players=2, illegal="raise")
    )
    return TransformedEnv(GymWrapper(table, categorical_action_encoding=True), ActionMask())


def layers(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        *(
            nn.Linear(inputs, 128),
            nn.ReLU(),
            nn.Linear(128, 128),
            nn.ReLU(),
            nn.Linear(128, outputs),
        )
    )


torch.manual_seed(7)
torch.set_num_threads(1)
tables = make()
tables.set_seed(7)
inputs, outputs = tables.observation_spec["observation"].shape[-1], int(tables.action_spec.n)
actor = ProbabilisticActor(
    TensorDictModule(layers(inputs, outputs), in_keys=["observation"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
critic = ValueOperator(layers(inputs, 1), in_keys=["observation"])
collector = Collector(tables, actor, frames_per_batch=1500, total_frames=12_000)
advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)

won = []
for data in collector:
    results = data["next", "reward"][data["next", "done"]]
    won.append(float((results > 0).float().mean()))
    with torch.no_grad():
        advantage(data)
    for _ in range(5):
        for rows in torch.randperm(len(data)).split(250):
            parts = loss(data[rows])
            total = parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]
            optimizer.zero_grad()
            total.backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimizer.step()
collector.shutdown()
print("games won against random play, by iteration:", *(f"{share:.0%}" for share in won))
assert won[-1] > won[0] + 0.15
