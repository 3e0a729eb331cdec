# SPDX-License-Identifier: Apache-2.0
"""PPO in one file, in the style of CleanRL: self-play in Compound Capture on a chemix.Batch.

Requires ``pip install chemix-engine torch``. One network plays both seats, so each decision of an
episode is a sample. A step of the batch is one native call for all episodes.
"""

from __future__ import annotations

import chemix
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

EPISODES, LENGTH, UPDATES = 128, 64, 30
GAMMA, LAMBDA, CLIP, ENTROPY = 1.0, 0.95, 0.2, 0.01

torch.manual_seed(7)
torch.set_num_threads(1)
game = chemix.load("compound_capture", players=2)


class Agent(nn.Module):
    """An actor and a critic that share two layers."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(game.tensor_size, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU()
        )
        self.actor = nn.Linear(128, game.action_count)
        self.critic = nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        hidden = self.body(seen)
        logits = self.actor(hidden).masked_fill(~masks, -1e9)
        return Categorical(logits=logits), self.critic(hidden).squeeze(-1)


def advantages_of(
    values: np.ndarray, seats: np.ndarray, rewards: np.ndarray, done: np.ndarray
) -> np.ndarray:
    """Estimate advantages backwards, for each seat from its own decisions (GAE)."""
    advantages = np.zeros((LENGTH, EPISODES), np.float32)
    rows = np.arange(EPISODES)
    # By seat: what the seat has still to expect, and the advantage of its next decision.
    ahead = np.zeros((EPISODES, 2), np.float32)
    carried = np.zeros((EPISODES, 2), np.float32)
    # The last decisions expect what the critic says; the other seat expects the opposite.
    ahead[rows, seats[-1]], ahead[rows, 1 - seats[-1]] = values[-1], -values[-1]
    for t in reversed(range(LENGTH)):
        ahead[done[t]] = rewards[t][done[t]]
        carried[done[t]] = 0
        mine = seats[t]
        error = GAMMA * ahead[rows, mine] - values[t]
        advantages[t] = carried[rows, mine] = error + GAMMA * LAMBDA * carried[rows, mine]
        ahead[rows, mine] = values[t]
    return advantages


def learn(agent: Agent) -> None:
    """Collect decisions of all episodes and improve the agent, again and again."""
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3)
    # An episode that is over is reset by the next step, which ignores the action.
    batch = chemix.Batch(game, seeds=range(EPISODES))
    seen = np.empty((LENGTH, EPISODES, game.tensor_size), np.float32)
    masks = np.empty((LENGTH, EPISODES, game.action_count), bool)
    seats = np.empty((LENGTH, EPISODES), np.int64)
    actions = np.empty((LENGTH, EPISODES), np.int64)
    logs = np.empty((LENGTH, EPISODES), np.float32)
    values = np.empty((LENGTH, EPISODES), np.float32)
    rewards = np.empty((LENGTH, EPISODES, 2), np.float32)
    done = np.empty((LENGTH, EPISODES), bool)
    for _ in range(UPDATES):
        for t in range(LENGTH):
            batch.tensors(out=seen[t])
            batch.masks(out=masks[t])
            seats[t] = batch.acting
            with torch.no_grad():
                chances, value = agent(torch.from_numpy(seen[t]), torch.from_numpy(masks[t]))
                taken = chances.sample()
            actions[t], logs[t], values[t] = taken, chances.log_prob(taken), value
            gained, done[t] = batch.step(actions[t])
            # A win is worth 1, however many points it is ahead.
            rewards[t] = np.sign(gained)
            if done[t].any():
                batch.reset(batch.seeds + EPISODES, where=done[t])
        advantages = advantages_of(values, seats, rewards, done)
        returns = torch.from_numpy(advantages + values).flatten()
        gains = torch.from_numpy(advantages).flatten()
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        flat = [torch.from_numpy(part).flatten(0, 1) for part in (seen, masks, actions, logs)]
        for rows in torch.randperm(len(gains)).split(2048):
            chances, value = agent(flat[0][rows], flat[1][rows])
            ratio = (chances.log_prob(flat[2][rows]) - flat[3][rows]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy = -torch.min(ratio * gains[rows], clipped * gains[rows]).mean()
            loss = policy + 0.5 * (value - returns[rows]).square().mean()
            loss = loss - ENTROPY * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def wins(agent: Agent | None, games: int) -> float:
    """Return the share of games won by seat 0 against random play; None plays at random too."""
    batch = chemix.Batch(game, seeds=range(10**6, 10**6 + games), auto_reset=False)
    won = np.zeros(games, bool)
    while (going := batch.acting >= 0).any():
        actions = batch.random_actions()
        mine = batch.acting == 0
        if agent is not None and mine.any():
            with torch.no_grad():
                chances, _ = agent(
                    torch.from_numpy(batch.tensors()[mine]), torch.from_numpy(batch.masks()[mine])
                )
            actions[mine] = chances.sample()
        rewards, done = batch.step(actions)
        ended = done & going
        won[ended] = rewards[ended, 0] > 0
    return float(won.mean())


agent = Agent()
before = wins(None, 1000)
learn(agent)
after = wins(agent, 1000)
print(f"games won against random play: {before:.0%} at random, {after:.0%} after self-play")
assert after > before + 0.15
