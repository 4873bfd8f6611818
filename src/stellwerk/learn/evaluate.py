"""Games of a network against planners while training: how often it wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import torch
from torch import Tensor

from stellwerk.learn.games import Games

_LONGEST = 600


@dataclass(frozen=True, slots=True)
class Strength:
    """The share of wins in some games, and half of its 95 % interval."""

    games: int
    wins: float
    points: float

    @property
    def interval(self) -> float:
        """Half of the 95 % interval."""
        return 1.96 * sqrt(self.wins * (1 - self.wins) / self.games)


@torch.no_grad()
def evaluate(policy: Callable[..., tuple[Tensor, Tensor]], games: Games) -> Strength:
    """Let a network play the best action it knows; the first game of each place counts.

    The games are new, and planners have the other
    seats. Long games count as much as short ones, since all of them
    are played to their end.
    """
    device = games.observation.device
    waiting = torch.ones(games.count, dtype=torch.bool, device=device)
    points = torch.zeros(games.count, games.seats, device=device)
    won = torch.zeros((), device=device)
    total = torch.zeros((), device=device)
    for step in range(_LONGEST):
        mine = games.acting.clone()
        seen = torch.cat((games.observation, games.advice), 1)
        logits, _ = policy(seen, games.mask, games.advised)
        games.step(logits.argmax(1))
        games.settle()
        points += games.reward * waiting[:, None]
        ended = (games.over != 0) & waiting
        first = games.ranks() == 1
        share = first.float() / first.sum(1, keepdim=True).clamp(min=1)
        won += (share.gather(1, mine[:, None])[:, 0] * ended).sum()
        total += (points.gather(1, mine[:, None])[:, 0] * ended).sum()
        waiting &= ~ended
        if step % 20 == 19 and not bool(waiting.any()):
            break
    played = games.count - int(waiting.sum())
    return Strength(played, float(won) / played, float(total) / played)
