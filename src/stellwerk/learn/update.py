"""One update: proximal policy optimisation over the legal actions, and the critic's regression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from stellwerk.learn.league import Rollout
from stellwerk.learn.network import Critic, Policy
from stellwerk.learn.options import Options

_LARGEST_GRADIENT: Final = 0.5
_VALUE_WEIGHT: Final = 0.25


class Learner(nn.Module):
    """Both networks, and their loss on some decisions."""

    def __init__(self, policy: Policy, critic: Critic, clip: float) -> None:
        super().__init__()
        self.policy = policy
        self.critic = critic
        self._clip = clip

    def judge(self, seen: Tensor, others: Tensor, target: Tensor) -> Tensor:
        """Return the loss of the critic."""
        return functional.mse_loss(self.critic(torch.cat((seen, others), 1)), target)

    def forward(
        self,
        seen: Tensor,
        mask: Tensor,
        advised: Tensor,
        others: Tensor,
        action: Tensor,
        chance: Tensor,
        advantage: Tensor,
        target: Tensor,
        entropy_weight: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Return the loss, and its parts."""
        logits, guess = self.policy(seen, mask, advised)
        chances = torch.log_softmax(logits, 1)
        own = chances.gather(1, action[:, None])[:, 0]
        ratio = (own - chance).exp()
        clipped = ratio.clamp(1 - self._clip, 1 + self._clip)
        policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
        entropy = -(chances.exp() * chances).sum(1).mean()
        value_loss = self.judge(seen, others, target)
        guess_loss = functional.mse_loss(guess, target)
        loss = policy_loss - entropy_weight * entropy
        loss = loss + 0.5 * value_loss + _VALUE_WEIGHT * guess_loss
        drift = (chance - own).mean()
        return loss, torch.stack((policy_loss, entropy, value_loss, guess_loss, drift)).detach()


def update(
    rollout: Rollout,
    learner: Callable[..., tuple[Tensor, Tensor]],
    parameters: list[nn.Parameter],
    optimiser: torch.optim.Optimizer,
    options: Options,
    entropy: Tensor,
) -> Tensor:
    """Learn from a round; return the mean parts of the loss."""
    flat = {
        name: getattr(rollout, name).flatten(0, 1)
        for name in ("seen", "mask", "advised", "others", "action", "chance")
    }
    advantage = rollout.advantage.flatten()
    target = advantage + rollout.value.flatten()
    usable = rollout.learns.flatten().nonzero()[:, 0]
    mean, spread = advantage[usable].mean(), advantage[usable].std()
    advantage = (advantage - mean) / (spread + 1e-6)
    parts = []
    size = min(options.minibatch, len(usable))
    for _ in range(options.epochs):
        shuffled = usable[torch.randperm(len(usable), device=usable.device)]
        for first in range(0, len(shuffled) - size + 1, size):
            rows = shuffled[first : first + size]
            chosen = [flat[name][rows] for name in flat]
            loss, told = learner(*chosen, advantage[rows], target[rows], entropy)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, _LARGEST_GRADIENT)
            optimiser.step()
            parts.append(told)
    return torch.stack(parts).mean(0)
