"""From how play-outs end to what is to be expected.

Play-outs flatter whoever is judged: in them the others hold cards and tickets that chance gave
them, while real players have collected what fits together. By how much is known from many games
between bots (``tools/fit_review.py``): it fades as the game goes on, and grows with the number of
others.
"""

from __future__ import annotations

import math
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from stellwerk.game import Game
from stellwerk.game.position import SETUP, Position

_FILE: Final = "correction.json"
_SURE: Final = 0.002
"""Chances nearer to 0 or 1 than this are not told apart."""


class Standing(msgspec.Struct, frozen=True):
    """How a seat stands: its chance to win, and by how many points it would be ahead."""

    chance: float
    margin: float


class Correction(msgspec.Struct, frozen=True):
    """Weights of ``features`` for the chance (as log odds) and for the margin in points."""

    chance: tuple[float, ...]
    margin: tuple[float, ...]


@cache
def correction() -> Correction:
    """Return the correction that was found."""
    text = resources.files("stellwerk.review").joinpath(_FILE).read_bytes()
    return msgspec.json.decode(text, type=Correction)


def progress_of(game: Game) -> float:
    """Return how far a game has come, from 0 to 1: by the seat that has laid most pieces."""
    now = game.position
    if now.phase in SETUP:
        return 0.0
    start = _pieces_at_start(now)
    least = min(sum(now.pieces(seat).values()) for seat in range(now.seats))
    return 1 - least / start


def _pieces_at_start(position: Position) -> int:
    rules = position.board.rules
    return rules.pieces or rules.wagons + rules.ships


def features(value: float, progress: float, seats: int) -> tuple[float, ...]:
    """Return what a corrected value is the weighted sum of."""
    others = math.log(seats - 1)
    ahead = 1 - progress
    return (1.0, ahead, others, others * ahead, value, value * ahead)


def corrected(standing: Standing, progress: float, seats: int) -> Standing:
    """Return what is to be expected when play-outs end like this."""
    found = correction()
    odds = _sum(found.chance, features(log_odds(standing.chance), progress, seats))
    margin = _sum(found.margin, features(standing.margin, progress, seats))
    return Standing(1 / (1 + math.exp(-odds)), margin)


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds of a chance."""
    kept = min(max(chance, _SURE), 1 - _SURE)
    return math.log(kept / (1 - kept))


def _sum(weights: tuple[float, ...], values: tuple[float, ...]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))
