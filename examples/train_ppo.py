"""Train a policy against a bot by masked PPO, in plain PyTorch.

    python examples/train_ppo.py --board lesson --opponent greedy --updates 200

It needs PyTorch (pip install torch), and prints how many points the learner makes on the way.
"""

import argparse
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from stellwerk.envs import Batch, Statistics

STEPS = 32
EPOCHS = 3
MINIBATCHES = 4
DISCOUNT = 0.997
SMOOTHING = 0.95
CLIP = 0.2
ENTROPY = 0.01
SCALE = 20.0
"""Points that count as 1."""


class Policy(nn.Module):  # type: ignore[misc]
    """Two layers for all, one head for the actions and one for the value."""

    def __init__(self, observation: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.actions = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)

    def forward(
        self, seen: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Return how likely each legal action is, and what the position is worth."""
        hidden = self.body(seen.float() / 16)
        scores = self.actions(hidden).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=scores), self.value(hidden)[:, 0]


@dataclass
class Rollout:
    """Some steps of all games: one row for each step, one column for each game."""

    seen: torch.Tensor
    mask: torch.Tensor
    action: torch.Tensor
    chance: torch.Tensor
    value: torch.Tensor
    reward: torch.Tensor
    over: torch.Tensor


def play(batch: Batch, policy: Policy) -> tuple[Rollout, torch.Tensor]:
    """Let the policy play; return what happened and what the last positions are worth."""
    rows: list[tuple[torch.Tensor, ...]] = []
    games = np.arange(batch.games)
    with torch.no_grad():
        for _ in range(STEPS):
            seen = torch.from_numpy(batch.observation.copy())
            mask = torch.from_numpy(batch.mask.copy())
            choice, value = policy(seen, mask)
            action = choice.sample()
            learner = batch.acting.copy()
            batch.step(action.numpy())
            reward = torch.from_numpy(batch.reward[games, learner] / SCALE)
            over = torch.from_numpy(batch.over.astype(np.float32))
            rows.append((seen, mask, action, choice.log_prob(action), value, reward, over))
        last = policy(torch.from_numpy(batch.observation), torch.from_numpy(batch.mask.copy()))[1]
    return Rollout(*(torch.stack(column) for column in zip(*rows, strict=True))), last


def advantages(rollout: Rollout, last: torch.Tensor) -> torch.Tensor:
    """Return how much better each action was than expected (GAE)."""
    better = torch.zeros_like(rollout.reward)
    following = torch.zeros_like(last)
    for step in reversed(range(STEPS)):
        goes_on = 1 - rollout.over[step]
        after = last if step == STEPS - 1 else rollout.value[step + 1]
        error = rollout.reward[step] + DISCOUNT * after * goes_on - rollout.value[step]
        following = error + DISCOUNT * SMOOTHING * goes_on * following
        better[step] = following
    return better


def learn(
    policy: Policy, optimiser: torch.optim.Optimizer, rollout: Rollout, last: torch.Tensor
) -> None:
    """Improve the policy by what happened, never far from what it was (PPO)."""
    better = advantages(rollout, last)
    goal = (better + rollout.value).flatten()
    seen, mask = rollout.seen.flatten(0, 1), rollout.mask.flatten(0, 1)
    action, before, better = rollout.action.flatten(), rollout.chance.flatten(), better.flatten()
    for _ in range(EPOCHS):
        for part in torch.randperm(len(action)).chunk(MINIBATCHES):
            choice, value = policy(seen[part], mask[part])
            ratio = (choice.log_prob(action[part]) - before[part]).exp()
            gain = (better[part] - better[part].mean()) / (better[part].std() + 1e-6)
            kept = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = 0.5 * (value - goal[part]).square().mean() - kept
            loss = loss - ENTROPY * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()


def main(words: list[str] | None = None) -> Policy:
    """Train, and print how the learner does."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--board", default="lesson")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--games", type=int, default=128)
    parser.add_argument("--updates", type=int, default=100)
    wishes = parser.parse_args(words)
    torch.manual_seed(1)
    batch = Batch(wishes.board, wishes.games, seed=1, opponents=wishes.opponent, distances=True)
    policy = Policy(batch.layout.size, batch.table.size)
    optimiser = torch.optim.Adam(policy.parameters(), lr=3e-4)
    every = max(1, wishes.updates // 10)
    statistics = Statistics(batch.seats)
    batch.hooks.append(statistics)
    for update in range(1, wishes.updates + 1):
        learn(policy, optimiser, *play(batch, policy))
        if update % every == 0 and statistics.games:
            points = statistics.learner["total"] / statistics.games
            wins = 100 * statistics.learner["wins"] / statistics.games
            print(
                f"update {update}: {statistics.games} games, {points:.1f} points, {wins:.0f} % won"
            )
            batch.hooks[:] = [statistics := Statistics(batch.seats)]
    return policy


if __name__ == "__main__":
    main()
