"""A training run: play, learn, keep checkpoints, and go on from one."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final, TextIO

import numpy as np
import torch
from torch import Tensor

from stellwerk.board import Board
from stellwerk.champion.encoding import scales, scales_of_observation
from stellwerk.champion.network import Numbers
from stellwerk.envs.advice_layout import AdviceLayout
from stellwerk.envs.cuda.program import Program
from stellwerk.learn.evaluate import Strength, evaluate
from stellwerk.learn.games import DeviceGames, Games, HostGames
from stellwerk.learn.league import League
from stellwerk.learn.network import Critic, Policy, Shape, state_of
from stellwerk.learn.options import Options
from stellwerk.learn.seating import for_seats
from stellwerk.learn.update import Learner, update

_MOST_RISE: Final = 1.1
"""The most by which the entropy weight rises or falls in a round."""
_MOST_ENTROPY_WEIGHT: Final = 0.05
_PARTS: Final = ("policy", "entropy", "value", "guess", "drift")


class Run:
    """Everything a training run has in memory."""

    def __init__(
        self,
        options: Options,
        kernels: Program | None = None,
        checkpoint: dict[str, Any] | None = None,
        compiled: bool = False,
    ) -> None:
        """Begin a run, or go on from a checkpoint; without kernels, on the processor."""
        self.options = options
        self.board: Final = Board.load(options.board, options.variant)
        self._kernels = kernels
        self._device = torch.device("cpu" if kernels is None else "cuda")
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        one = self.make_games(1, None, "shape")
        inputs = one.layout.size + one.advice.shape[1]
        shape = Shape(inputs, one.actions, options.width, options.blocks)
        everything = inputs + (options.seats - 1) * one.layout.size
        seen = scales(one.layout, AdviceLayout(self.board))
        by_all = np.concatenate((seen, *[scales_of_observation(one.layout)] * (options.seats - 1)))
        self.policy = Policy(shape, seen, options.trust).to(self._device)
        self.critic = Critic(replace(shape, inputs=everything), by_all).to(self._device)
        self._learner = Learner(self.policy, self.critic, options.clip)
        self._parameters = list(self._learner.parameters())
        groups = [
            {"params": list(self.policy.parameters()), "rate": options.rate},
            {"params": list(self.critic.parameters()), "rate": options.critic_rate},
        ]
        self._optimiser = torch.optim.AdamW(
            groups, options.rate, betas=(0.9, 0.99), weight_decay=1e-3, fused=True
        )
        self.decisions = 0
        self.seconds = 0.0
        self.rounds = 0
        self.curve: list[dict[str, Any]] = []
        self._snapshots: list[dict[str, Any]] = []
        if checkpoint is not None:
            self._restore(checkpoint)
        self._learn = torch.compile(self._learner, dynamic=False) if compiled else self._learner
        self._play = torch.compile(self.policy, dynamic=False) if compiled else self.policy
        self._judge = torch.compile(self.critic, dynamic=False) if compiled else self.critic

    def make_games(self, games: int, opponents: str | None, seed: str) -> Games:
        """Make games on the card, or on the processor."""
        if self._kernels is None:
            return HostGames(self.board, games, self.options.seats, seed, opponents)
        return DeviceGames(self.board, games, self.options.seats, seed, opponents, self._kernels)

    def _restore(self, checkpoint: dict[str, Any]) -> None:
        self.policy.load_state_dict(checkpoint["policy"], strict=False)
        self.critic.load_state_dict(checkpoint["critic"], strict=False)
        self.decisions, self.seconds = checkpoint["decisions"], checkpoint["seconds"]
        self.rounds, self.curve = checkpoint["rounds"], checkpoint["curve"]
        self._snapshots = checkpoint["snapshots"]

    def begin_from(self, weights: Mapping[str, Numbers]) -> None:
        """Begin with the weights of a player's file; the critic has to learn from the beginning.

        They may have been learned with another number of seats.
        """
        fitting = for_seats(weights, self.board, self.options.seats)
        tensors = {name: torch.from_numpy(value) for name, value in fitting.items()}
        self.policy.load_state_dict(tensors, strict=False)

    def doubt(self, amount: float) -> None:
        """Trust the adviser less, so that other moves are tried more often again."""
        with torch.no_grad():
            self.policy.trust.bias -= amount

    def checkpoint(self) -> dict[str, Any]:
        """Return what is needed to go on; weights in half precision."""
        return {
            "options": asdict(self.options),
            "policy": state_of(self.policy, half=True),
            "critic": state_of(self.critic, half=True),
            "snapshots": [
                {name: value.cpu().half() for name, value in state.items()}
                for state in self._snapshots[-1:]
            ],
            "decisions": self.decisions,
            "seconds": self.seconds,
            "rounds": self.rounds,
            "curve": self.curve,
        }

    def _warm(self, rounds: int) -> float:
        """Return the share of the rate to use: little at first, since nothing is known of steps.

        ``rounds`` counts those of this stretch, this one among them.
        """
        if self.rounds < self.options.critic_rounds:
            return min(1.0, rounds / 10)
        before = self.rounds - rounds + 1
        return min(1.0, (rounds - max(0, self.options.critic_rounds - before)) / 20)

    def _raised(self, weight: float, entropy: float, learns: bool) -> float:
        """Return the entropy weight after a round: more if too few moves are tried."""
        if not learns:
            return 0.0
        wanted: float = (self.options.least_entropy / max(entropy, 1e-3)) ** 0.1
        factor = min(_MOST_RISE, max(1 / _MOST_RISE, wanted))
        return min(_MOST_ENTROPY_WEIGHT, weight * factor)

    def _judge_learns(self, *decisions: Tensor) -> tuple[Tensor, Tensor]:
        """Let only the critic learn: its first estimates of advantages are worth nothing."""
        loss = self._learner.judge(decisions[0], decisions[3], decisions[7])
        told = torch.zeros(len(_PARTS), device=self._device)
        told[2] = loss.detach()
        return loss, told

    def strength(self, games: int, seed: str) -> Strength:
        """Let the network play its best against planners."""
        with precision(self._device.type):
            found: Strength = evaluate(self.policy, self.make_games(games, "planner", seed))
        return found

    def train(
        self,
        seconds: float,
        folder: Path,
        evaluate_every: float = 60.0,
        evaluated_games: int = 4096,
        begin: float = 0.0,
        end: float = 1.0,
        most_rounds: float = float("inf"),
    ) -> None:
        """Learn for some time, or some rounds.

        ``begin`` and ``end`` say which part of the rates' decline to use.
        """
        options, started = self.options, time.perf_counter()
        league = League(options, self.make_games, self.policy, self._device)
        league.snapshots = [
            {name: value.to(self._device) for name, value in state.items()}
            for state in self._snapshots
        ]
        league.keep(self.policy)
        before, kept, looked, told, rounds, raised = self.seconds, 0.0, 0.0, 0.0, 0, 0.0
        league.stagger()
        entropy = torch.zeros((), device=self._device)
        log = (folder / f"{options.board}.jsonl").open("a")
        while (spent := time.perf_counter() - started) < seconds and rounds < most_rounds:
            share = begin + (end - begin) * spent / seconds
            warm = self._warm(rounds := rounds + 1)
            decline = (options.last_rate / options.rate) ** share
            for group in self._optimiser.param_groups:
                group["lr"] = warm * group["rate"] * decline
            usual = options.entropy * (options.last_entropy / options.entropy) ** share
            entropy.fill_(max(usual, raised))
            with precision(self._device.type):
                rollout = league.play(self._play, self._judge)
                played = time.perf_counter()
                learn = self._judge_learns if self.rounds < options.critic_rounds else self._learn
                parts = update(rollout, learn, self._parameters, self._optimiser, options, entropy)
            raised = self._raised(max(usual, raised), float(parts[1]), learn is self._learn)
            self.rounds += 1
            self.decisions += options.steps * league.games
            if spent - told > 10 or self.rounds < 4:
                told = spent
                won = float(league.won) / max(1.0, float(league.played))
                line = dict(zip(_PARTS, (round(float(x), 5) for x in parts), strict=True))
                line |= {"round": self.rounds, "decisions": self.decisions, "sampled": won}
                line |= {"seconds": before + spent, "games": float(league.played)}
                line["entropy_weight"] = float(entropy)
                line["round_seconds"] = time.perf_counter() - started - spent
                line["play_seconds"] = played - started - spent
                self._tell(log, line)
                league.won.zero_()
                league.played.zero_()
            if spent - kept > options.snapshot_seconds:
                kept = spent
                league.keep(self.policy)
            if spent - looked > evaluate_every:
                looked = spent
                self._look(log, before + spent, evaluated_games, folder)
        self._snapshots = league.snapshots
        self._look(log, before + time.perf_counter() - started, evaluated_games, folder)
        log.close()

    def _look(self, log: TextIO, seconds: float, games: int, folder: Path) -> None:
        """Measure the strength, and keep a checkpoint."""
        self.seconds = seconds
        found = self.strength(games, f"evaluation {self.rounds}")
        point = {"seconds": seconds, "decisions": self.decisions, "wins": found.wins}
        point |= {"interval": found.interval, "points": found.points, "games": found.games}
        self.curve.append(point)
        self._tell(log, {"strength": point})
        partial = folder / f"{self.options.board}.partial"
        torch.save(self.checkpoint(), partial)
        partial.replace(folder / f"{self.options.board}.pt")

    def _tell(self, log: TextIO, line: dict[str, Any]) -> None:
        text = json.dumps({name: _short(value) for name, value in line.items()})
        print(self.options.board, text, flush=True)
        log.write(text + "\n")
        log.flush()


def precision(device: str) -> torch.autocast:
    """Return what lets networks calculate with half as many bits on a card.

    No copies are kept from one calculation to the next, because the weights change in between.
    """
    return torch.autocast(device, torch.bfloat16, device == "cuda", cache_enabled=False)


def _short(value: object) -> object:
    if isinstance(value, dict):
        return {name: _short(part) for name, part in value.items()}
    return round(value, 4) if isinstance(value, float) else value
