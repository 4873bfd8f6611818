"""The settings of a training run; a checkpoint holds them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """What a run plays and how it learns."""

    board: str = "usa"
    variant: str | None = None
    seats: int = 2
    own_games: int = 32768
    """Games in which the network has all seats, except those against an earlier version of it."""
    past_games: int = 8192
    """Of these, games in which the other seats belong to an earlier version."""
    planner_games: int = 32768
    """Games against planners."""
    steps: int = 16
    """Decisions of each game between two updates."""
    epochs: int = 2
    minibatch: int = 32768
    rate: float = 2e-4
    last_rate: float = 2e-5
    critic_rate: float = 2e-4
    """The critic's initial rate; it declines as the other does."""
    critic_rounds: int = 12
    """Rounds at the beginning in which the critic alone learns."""
    entropy: float = 0.004
    last_entropy: float = 0.0005
    least_entropy: float = 0.2
    """The entropy weight rises as long as the policy has less, in natural logarithms."""
    clip: float = 0.2
    trace: float = 0.95
    """How far an advantage looks ahead: the lambda of generalised advantages."""
    margin: float = 60.0
    """This many points are worth as much as the difference between a draw and a win."""
    trust: float = 6.0
    """The initial bonus of the advised move, as a logit."""
    width: int = 512
    blocks: int = 2
    snapshot_seconds: float = 60.0
    """How often an earlier version is kept."""
    snapshots: int = 4
    """How many of them are kept."""
    seed: int = 1
