"""The league: games of the network against itself, earlier versions of itself and planners."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from stellwerk.learn.games import Games
from stellwerk.learn.network import Critic, Policy
from stellwerk.learn.options import Options

_CHUNK: Final = 1 << 17
"""Positions the critic judges at once."""
_GAME: Final = 66
"""Decisions of a seat in a game, roughly."""
MakeGames = Callable[[int, str | None, str], Games]
"""Makes a number of games with opponents, or without, from a seed."""


@dataclass(slots=True)
class Rollout:
    """The decisions of one round: steps × games, unless a field says otherwise."""

    seen: Tensor
    mask: Tensor
    advised: Tensor
    others: Tensor
    """What all other seats see; for the critic alone."""
    acting: Tensor
    action: Tensor
    chance: Tensor
    """Logarithm of the chance with which the action was chosen."""
    reward: Tensor
    """Steps × games × seats."""
    over: Tensor
    learns: Tensor
    """1 where the network that learns has decided."""
    value: Tensor
    advantage: Tensor


def sample(logits: Tensor) -> tuple[Tensor, Tensor]:
    """Draw an action at random; return it with the logarithm of its chance."""
    noise = torch.empty_like(logits).exponential_().log_()
    action = (logits - noise).argmax(1)
    chance = torch.log_softmax(logits, 1).gather(1, action[:, None])[:, 0]
    return action, chance


class League:
    """All games of a run, and the earlier versions of the network."""

    def __init__(
        self, options: Options, make: MakeGames, policy: Policy, device: torch.device
    ) -> None:
        self._options = options
        self._parts: list[Games] = []
        if options.own_games:
            self._parts.append(make(options.own_games, None, f"own {options.seed}"))
        if options.planner_games:
            seed = f"planner {options.seed}"
            self._parts.append(make(options.planner_games, "planner", seed))
        self._past = copy.deepcopy(policy).eval() if options.past_games else None
        self.snapshots: list[dict[str, Tensor]] = []
        self._random = random.Random(options.seed)
        self.games: Final = sum(part.count for part in self._parts)
        self._device = device
        first = self._parts[0]
        self._points = torch.zeros(self.games, options.seats, device=device)
        self._learner = torch.arange(options.past_games, device=device) % options.seats
        self._planner = slice(options.own_games, self.games)
        self.won = torch.zeros((), device=device)
        self.played = torch.zeros((), device=device)
        bytes_seen = first.layout.size + first.advice.shape[1]
        self.rollout: Final = self._room(first, bytes_seen)

    def _room(self, first: Games, bytes_seen: int) -> Rollout:
        options = self._options
        shape = (options.steps, self.games)

        def room(dtype: torch.dtype, *more: int) -> Tensor:
            return torch.zeros(*shape, *more, dtype=dtype, device=self._device)

        return Rollout(
            seen=room(torch.uint8, bytes_seen),
            mask=room(torch.uint8, first.actions),
            advised=room(torch.int64),
            others=room(torch.uint8, (options.seats - 1) * first.layout.size),
            acting=room(torch.int64),
            action=room(torch.int64),
            chance=room(torch.float32),
            reward=room(torch.float32, options.seats),
            over=room(torch.float32),
            learns=room(torch.bool),
            value=room(torch.float32),
            advantage=room(torch.float32),
        )

    def keep(self, policy: Policy) -> None:
        """Keep the network as it is now as an earlier version."""
        self.snapshots.append({k: v.detach().clone() for k, v in policy.state_dict().items()})
        del self.snapshots[: -self._options.snapshots]

    @torch.no_grad()
    def stagger(self) -> None:
        """Let games wait at first, each for a different time, so that all phases occur together.

        While others wait, planners play.
        """
        for part in self._parts:
            if not part.can_wait:
                continue
            length = _GAME if part is self._parts[-1] and self._options.planner_games else 2 * _GAME
            waits = torch.arange(part.count, device=self._device) % length
            for step in range(length):
                part.step(torch.where(waits > step, -1, part.advised))
                part.settle()

    @torch.no_grad()
    def play(self, policy: Callable[..., tuple[Tensor, Tensor]], critic: Critic) -> Rollout:
        """Play a round, and judge it."""
        past = self._choose_past()
        for step in range(self._options.steps):
            self._look(step)
            self._decide(step, policy, past)
            self._step(step)
        self._judge(critic)
        return self.rollout

    def _choose_past(self) -> Policy | None:
        if self._past is None or not self.snapshots:
            return None
        self._past.load_state_dict(self._random.choice(self.snapshots))
        past: Policy = self._past
        return past

    def _look(self, step: int) -> None:
        """Note what all seats see before a decision."""
        out, first = self.rollout, 0
        for part in self._parts:
            rows = slice(first, first + part.count)
            size = part.layout.size
            out.seen[step, rows, :size] = part.observation
            out.seen[step, rows, size:] = part.advice
            out.mask[step, rows] = part.mask
            out.advised[step, rows] = part.advised
            out.acting[step, rows] = part.acting
            for other in range(1, part.seats):
                seen = part.look((part.acting + other) % part.seats)
                out.others[step, rows, (other - 1) * size : other * size] = seen
            first += part.count

    def _decide(
        self, step: int, policy: Callable[..., tuple[Tensor, Tensor]], past: Policy | None
    ) -> None:
        out, games = self.rollout, self._options.past_games
        logits, _ = policy(out.seen[step], out.mask[step], out.advised[step])
        out.action[step], out.chance[step] = sample(logits)
        out.learns[step] = True
        if past is not None:
            theirs, _ = past(
                out.seen[step, :games], out.mask[step, :games], out.advised[step, :games]
            )
            action, _ = sample(theirs)
            own = out.acting[step, :games] == self._learner
            out.learns[step, :games] = own
            out.action[step, :games] = torch.where(own, out.action[step, :games], action)

    def _step(self, step: int) -> None:
        """Play the actions; the reward is every change of the margin, and the win."""
        out, first = self.rollout, 0
        points = []
        for part in self._parts:
            part.step(out.action[step, first : first + part.count])
            first += part.count
        first = 0
        for part in self._parts:
            part.settle()
            rows = slice(first, first + part.count)
            points.append(part.reward)
            out.over[step, rows] = part.over.float()
            first += part.count
        gained, over = torch.cat(points).float(), out.over[step]
        self._points += gained
        seats = self._options.seats
        others = (gained.sum(1, keepdim=True) - gained) / (seats - 1)
        best = self._points == self._points.max(1, keepdim=True).values
        share = best.float() / best.sum(1, keepdim=True)
        won = (share - 1 / seats) * seats / (seats - 1) * over[:, None]
        out.reward[step] = (gained - others) / self._options.margin + won
        if self._planner.stop > self._planner.start:
            ended, mine = over[self._planner], out.acting[step, self._planner]
            self.played += ended.sum()
            self.won += (share[self._planner].gather(1, mine[:, None])[:, 0] * ended).sum()
        self._points *= 1 - over[:, None]
        games = self._options.past_games
        self._learner = (self._learner + over[:games].long()) % seats

    def _judge(self, critic: Critic) -> None:
        """Let the critic judge all positions, and find the advantages of all decisions."""
        out, options = self.rollout, self._options
        seen, others = out.seen.flatten(0, 1), out.others.flatten(0, 1)
        value = out.value.flatten()
        for first in range(0, len(seen), _CHUNK):
            rows = slice(first, first + _CHUNK)
            value[rows] = critic(torch.cat((seen[rows], others[rows]), 1))
        games, device = torch.arange(self.games, device=self._device), self._device
        following = self._final_values(critic)
        ahead = torch.zeros(self.games, options.seats, device=device)
        pending = torch.zeros(self.games, options.seats, device=device)
        for step in range(options.steps - 1, -1, -1):
            # What happens between two decisions of a seat is credited to the first of them.
            goes_on = 1 - out.over[step][:, None]
            following, ahead = following * goes_on, ahead * goes_on
            pending = pending * goes_on + out.reward[step]
            seat, own = out.acting[step], out.value[step]
            surprise = pending[games, seat] + following[games, seat] - own
            found = surprise + options.trace * ahead[games, seat]
            out.advantage[step] = found
            following[games, seat], ahead[games, seat] = own, found
            pending[games, seat] = 0

    def _final_values(self, critic: Critic) -> Tensor:
        """Return what the critic thinks of the end of the round, for each seat that learns."""
        found = torch.zeros(self.games, self._options.seats, device=self._device)
        first = 0
        for part in self._parts:
            views = [(part.observation.clone(), part.advice.clone())]
            for other in range(1, part.seats):
                viewers = (part.acting + other) % part.seats
                if part.learner_acts:
                    views.append((part.look(viewers).clone(), part.advice))
                else:
                    seen, advice = part.seen_by(viewers)
                    views.append((seen.clone(), advice.clone()))
            games = torch.arange(part.count, device=self._device)
            for turn in range(1 if part.learner_acts else part.seats):
                others = [views[(turn + i) % part.seats][0] for i in range(1, part.seats)]
                seats = (part.acting + turn) % part.seats
                rows = torch.cat((*views[turn], *others), 1)
                found[first + games, seats] = critic(rows)
            first += part.count
        return found
