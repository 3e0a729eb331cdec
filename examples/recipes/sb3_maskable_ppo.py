# SPDX-License-Identifier: Apache-2.0
"""Stable-Baselines3: MaskablePPO learns Compound Capture against random play.

Requires ``pip install "chemix-engine[gymnasium]" sb3-contrib``.
"""

from __future__ import annotations

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env


def make() -> gymnasium.Env:
    table = gymnasium.make("chemix.gymnasium:chemix/CompoundCapture", players=2, illegal="raise")
    # A win is worth 1, however many points it is ahead.
    return gymnasium.wrappers.TransformReward(table, np.sign)


def wins(model: MaskablePPO | None, games: int) -> float:
    """Return the share of games won; without a model the seat plays at random."""
    table = make()
    won = 0
    for seed in range(10**6, 10**6 + games):
        seen, _ = table.reset(seed=seed)
        over = False
        while not over:
            mask = seen["action_mask"]
            if model is None:
                action = table.action_space.sample(mask)
            else:
                action, _ = model.predict(seen, action_masks=mask.astype(bool))
            seen, reward, over, *_ = table.step(int(action))
        won += reward > 0
    return won / games


tables = make_vec_env(make, n_envs=16, seed=7)
model = MaskablePPO(
    "MultiInputPolicy", tables, n_steps=64, batch_size=256, n_epochs=5, seed=7, device="cpu"
)
model.learn(total_timesteps=15_000)

before, after = wins(None, 300), wins(model, 300)
print(f"games won against random play: {before:.0%} at random, {after:.0%} after learning")
assert after > before + 0.15
