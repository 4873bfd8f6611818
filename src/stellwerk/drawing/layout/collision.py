"""Collisions between discs: spaces, labels and cities are all made of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from stellwerk.drawing.layout.network import Indices
from stellwerk.drawing.layout.projection import Array
from stellwerk.rules.kernel import entry

SPACE: Final = 0
LABEL: Final = 1
CITY: Final = 2

_SKIN: Final = 0.3
"""Pairs are gathered from this much farther away than they can touch, so that they last a while."""
_FACTORS: Final = np.array([[1.0, 0.6, 2.0], [0.6, 0.6, 0.6], [2.0, 0.6, 1.0]])


@dataclass(frozen=True)
class Pairs:
    """Pairs of discs that may touch; the second of each is moved right by ``shift``."""

    first: Indices
    second: Indices
    shift: Array
    factor: Array


@dataclass(frozen=True)
class Discs:
    """What discs are: how large, of what kind, and which belong together and never collide."""

    radius: Array
    kind: Indices
    group: Indices

    def pairs(self, middles: Array, present: Indices, padding: float, turn: float) -> Pairs:
        """Return all pairs near enough to touch soon, across the map's edge as well."""
        from scipy.spatial import cKDTree

        points, numbers, shifts = middles[present], present, np.zeros(len(present))
        if turn:
            beside = np.array([turn, 0.0])
            points = np.concatenate([points, points + beside])
            numbers = np.concatenate([numbers, numbers])
            shifts = np.concatenate([shifts, np.full(len(present), turn)])
        reach = 2 * float(self.radius[present].max()) + padding + _SKIN
        found = cKDTree(points).query_pairs(reach, output_type="ndarray").astype(np.int64)
        found = found[shifts[found[:, 0]] == 0.0]
        first, second = numbers[found[:, 0]], numbers[found[:, 1]]
        shift = shifts[found[:, 1]]
        apart = self.group[first] != self.group[second]
        # A connection that goes nearly round the world may meet itself.
        apart |= (shift != 0.0) & (self.kind[first] == SPACE)
        first, second, shift = first[apart], second[apart], shift[apart]
        way = middles[first] - middles[second]
        way[:, 0] -= shift
        near = np.hypot(*way.T) < self.radius[first] + self.radius[second] + padding + _SKIN
        first, second, shift = first[near], second[near], shift[near]
        order = np.lexsort((shift, second, first))
        first, second, shift = first[order], second[order], shift[order]
        return Pairs(first, second, shift, _FACTORS[self.kind[first], self.kind[second]])


@entry
def collisions(
    discs: Array,
    radius: Array,
    first: Indices,
    second: Indices,
    shift: Array,
    factor: Array,
    padding: float,
    weight: float,
    pull: Array,
) -> float:
    """Discs should keep their distance; adds the gradient and returns the cost."""
    cost = 0.0
    for k in range(len(first)):
        i, j = first[k], second[k]
        dx = discs[i, 0] - discs[j, 0] - shift[k]
        dy = discs[i, 1] - discs[j, 1]
        reach = radius[i] + radius[j] + padding
        squared = dx * dx + dy * dy
        if reach <= 0.0 or squared >= reach * reach:
            continue
        distance = math.sqrt(squared + 1e-6)
        depth = max(0.0, reach - distance)
        cost += weight * factor[k] * depth * depth
        slope = -2.0 * weight * factor[k] * depth / distance
        pull[i, 0] += slope * dx
        pull[i, 1] += slope * dy
        pull[j, 0] -= slope * dx
        pull[j, 1] -= slope * dy
    return cost
