"""The networks: the policy that plays, and the critic that sees all hands while training.

The policy's input is bytes: an observation, then the planner's advice. Its logits begin as a bonus
for the advised move, so that an untrained network plays much as the planner does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from stellwerk.champion.encoding import Scales

_NEVER: Final = -1e9


@dataclass(frozen=True, slots=True)
class Shape:
    """What a network is made of; a checkpoint holds it."""

    inputs: int
    actions: int
    width: int = 512
    blocks: int = 2


class _Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, width)
        self.outer = nn.Linear(width, width)
        nn.init.zeros_(self.outer.weight)
        nn.init.zeros_(self.outer.bias)

    def forward(self, hidden: Tensor) -> Tensor:
        inner = functional.relu(self.inner(self.norm(hidden)))
        found: Tensor = hidden + self.outer(inner)
        return found


class _Trunk(nn.Module):
    def __init__(self, shape: Shape, scales: Scales) -> None:
        super().__init__()
        self.scale: Tensor
        self.register_buffer("scale", torch.from_numpy(scales), persistent=False)
        self.first = nn.Linear(shape.inputs, shape.width)
        self.blocks = nn.ModuleList(_Block(shape.width) for _ in range(shape.blocks))
        self.norm = nn.LayerNorm(shape.width)

    def forward(self, seen: Tensor, extra: Tensor | None = None) -> Tensor:
        hidden = self.first(torch.sqrt(seen.float()) * self.scale)
        if extra is not None:
            hidden = hidden + extra
        for block in self.blocks:
            hidden = block(hidden)
        found: Tensor = self.norm(hidden)
        return found


class Policy(nn.Module):
    """Chooses an action, and guesses what the game will bring, from what a seat may know."""

    def __init__(self, shape: Shape, scales: Scales, trust: float = 6.0) -> None:
        super().__init__()
        self.shape: Final = shape
        self.trunk = _Trunk(shape, scales)
        self.head = nn.Linear(shape.width, shape.actions)
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)
        self.trust = nn.Linear(shape.width, 1)
        nn.init.zeros_(self.trust.weight)
        nn.init.constant_(self.trust.bias, trust)
        self.value = nn.Sequential(nn.Linear(shape.width, 128), nn.ReLU(), nn.Linear(128, 1))

    def forward(self, seen: Tensor, mask: Tensor, advised: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of all actions and the value."""
        chosen = functional.one_hot(advised, self.shape.actions).to(self.head.weight.dtype)
        # What the head says of an action also tells the trunk that it was advised.
        hidden = self.trunk(seen, chosen @ self.head.weight)
        logits = (self.head(hidden) + self.trust(hidden) * chosen).float()
        value: Tensor = self.value(hidden).float()[:, 0]
        return logits.masked_fill(mask == 0, _NEVER), value


class Critic(nn.Module):
    """Estimates what the game will bring from what all seats see."""

    def __init__(self, shape: Shape, scales: Scales) -> None:
        super().__init__()
        self.trunk = _Trunk(shape, scales)
        self.value = nn.Sequential(nn.Linear(shape.width, 128), nn.ReLU(), nn.Linear(128, 1))

    def forward(self, seen: Tensor) -> Tensor:
        """Return the value for the first of the seats."""
        found: Tensor = self.value(self.trunk(seen)).float()[:, 0]
        return found


def state_of(module: nn.Module, half: bool = False) -> dict[str, Any]:
    """Return a copy of the weights on the processor, in half precision if wanted."""
    found = {name: value.detach().cpu().clone() for name, value in module.state_dict().items()}
    return {name: value.half() if half else value for name, value in found.items()}
