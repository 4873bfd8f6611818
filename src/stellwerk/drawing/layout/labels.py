"""Where the names of cities stand: the best of many places round each city."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from stellwerk.drawing.layout.lettering import Lines, settings, size
from stellwerk.drawing.layout.network import CITY, LINE, Indices
from stellwerk.drawing.layout.projection import Array

DISCS: Final = 10
"""A label is this many discs to the relaxation."""
DISC_RADIUS: Final = LINE / 2
_DIRECTIONS: Final = 24
_DISTANCES: Final = (0.0, 0.12)
_GAP: Final = 0.07
"""Between a city and its name."""
_AIR: Final = 0.03
"""Kept free between a name and anything else."""
_OUTSIDE: Final = 0.3
"""How far a name may reach into the rim between cities and frame."""
_LOYALTY: Final = 0.06
_GRUDGE: Final = 0.5
"""What a place loses where a name did not find room, with all places that share a third of it."""
_CROWDED: Final = 0.005
"""The cost of covering others from which on a name has not found room."""
_SWEEPS: Final = 12
_REACH: Final = 4.0


@dataclass(frozen=True)
class Candidates:
    """The places a name may take: middle and size of its box, relative to the city."""

    lines: tuple[Lines, ...]
    box: Array
    """Per place: x and y of the middle, width, height."""
    setting: Indices
    dislike: Array
    """Per place; grows where a name has found no room."""


def candidates(names: Mapping[str, str]) -> Candidates:
    """Return all places of a name, in one line and in two, all round the city."""
    ways = settings(names)
    boxes, numbers, dislikes = [], [], []
    for number, lines in enumerate(ways):
        width, height = size(lines)
        for step in range(_DIRECTIONS):
            angle = 2 * math.pi * step / _DIRECTIONS
            x, y = math.cos(angle), math.sin(angle)
            for extra in _DISTANCES:
                away = CITY + _GAP + extra
                boxes.append(
                    (
                        x * away + width / 2 * max(-1.0, min(1.0, 1.6 * x)),
                        y * away + height / 2 * max(-1.0, min(1.0, 1.6 * y)),
                        width,
                        height,
                    )
                )
                numbers.append(number)
                dislikes.append(0.02 * (abs(y) > 0.9) + 0.03 * number + 0.03 * (extra > 0))
    return Candidates(tuple(ways), np.array(boxes), np.array(numbers), np.array(dislikes))


@dataclass(frozen=True)
class Obstacles:
    """What names must not cover: discs, and the frame they must stay in."""

    middles: Array
    radius: Array
    frame: Array
    rim: Array
    """The price of reaching over the frame's sides, and over its top and bottom."""
    turn: float

    @property
    def all_round(self) -> tuple[Array, Array]:
        """Middles and radius of the discs, and of those of the next turns round the world."""
        if not self.turn:
            return self.middles, self.radius
        beside = np.array([self.turn, 0.0])
        three = [self.middles, self.middles + beside, self.middles - beside]
        return np.concatenate(three), np.tile(self.radius, 3)


def bear_grudges(
    places: Array, offered: Sequence[Candidates | None], obstacles: Obstacles, chosen: Indices
) -> None:
    """Make the present places of names that found no room dearer, so that they try others."""
    middles, radius = obstacles.all_round
    for place, each, number in zip(places, offered, chosen, strict=True):
        if each is None:
            continue
        box = each.box[number]
        away = np.abs(middles - place).max(axis=1)
        near = (away < _REACH) & (away > 1e-6)
        if _cover(box[None, :], middles[near] - place, radius[near])[0] > _CROWDED:
            shared = (each.box[:, 2:] + box[2:]) / 2 - np.abs(each.box[:, :2] - box[:2])
            covered = np.maximum(0.0, shared).prod(axis=1) / box[2:].prod()
            each.dislike[covered > 0.3] += _GRUDGE


def place_labels(
    places: Array,
    offered: Sequence[Candidates | None],
    obstacles: Obstacles,
    chance: np.random.Generator,
    before: Indices,
) -> Indices:
    """Choose a place for each name; -1 where there is none.

    The place ``before`` is worth something: others have already made room for it there.
    """
    middles, radius = obstacles.all_round
    named = [i for i, each in enumerate(offered) if each is not None]
    costs = {}
    boxes = {}
    for i in named:
        each = offered[i]
        assert each is not None
        box = each.box.copy()
        box[:, :2] += places[i]
        boxes[i] = box
        away = middles - places[i]
        distance = np.abs(away).max(axis=1)
        near = (distance < _REACH) & (distance > 1e-6)
        costs[i] = each.dislike + _cover(box, middles[near], radius[near] + _AIR)
        costs[i] += _beyond(box, obstacles.frame) @ obstacles.rim
        if before[i] >= 0:
            costs[i][before[i]] -= _LOYALTY
    chosen = np.full(len(offered), -1, dtype=np.int64)
    for i in named:
        chosen[i] = int(np.argmin(costs[i]))
    for _ in range(_SWEEPS):
        changed = False
        for i in chance.permutation(named):
            total = costs[i].copy()
            for j in named:
                if j != i and np.abs(places[j] - places[i]).max() < 5.0:
                    total += _meeting(boxes[i], boxes[j][chosen[j]])
            best = int(np.argmin(total))
            if total[best] < total[chosen[i]] - 1e-9:
                chosen[i] = best
                changed = True
        if not changed:
            break
    return chosen


def _cover(box: Array, middles: Array, radius: Array) -> Array:
    """Return how badly each box covers discs."""
    away = np.abs(middles[None, :, :] - box[:, None, :2]) - box[:, None, 2:] / 2
    depth = np.maximum(0.0, radius - np.hypot(*np.moveaxis(np.maximum(0.0, away), 2, 0)))
    return np.asarray((12 * depth**2 + 0.6 * depth).sum(axis=1))


def _beyond(box: Array, frame: Array) -> Array:
    """Return how far each box reaches over the frame's rim: sideways, and up or down."""
    low = frame[:2] - _OUTSIDE - (box[:, :2] - box[:, 2:] / 2)
    high = box[:, :2] + box[:, 2:] / 2 - frame[2:] - _OUTSIDE
    return np.asarray(np.maximum(0.0, low) + np.maximum(0.0, high))


def _meeting(boxes: Array, other: Array) -> Array:
    """Return how badly boxes overlap another."""
    air = np.array([0.08, 0.04])
    shared = (boxes[:, 2:] + other[2:]) / 2 + air - np.abs(boxes[:, :2] - other[:2])
    shared = np.where((shared > 0).all(axis=1)[:, None], shared, 0.0)
    return np.asarray(20 * shared.prod(axis=1) + 2 * shared.min(axis=1))


def label_discs(box: Array) -> Array:
    """Return the discs that stand for a label, relative to the city."""
    x, y, width, height = box
    rows = 2 if height > 1.5 * LINE else 1
    inset = width / 2 - 0.8 * DISC_RADIUS
    across = x + np.linspace(-inset, inset, DISCS // rows)
    down = y + (np.arange(rows) - (rows - 1) / 2) * LINE
    return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
