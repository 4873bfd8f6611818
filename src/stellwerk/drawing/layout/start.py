"""Which side curves bulge to: the relaxation cannot lift one curve over a city or another curve."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import Final

import numpy as np

from stellwerk.drawing.layout.curves import SIDE, TIMES
from stellwerk.drawing.layout.energy import Coast
from stellwerk.drawing.layout.network import Network
from stellwerk.drawing.layout.projection import Array

_HEIGHTS: Final = (0.0, 0.4, -0.4, 0.8, -0.8, 1.3, -1.3, 1.8, -1.8, 2.4, -2.4)
_ROOM_AT_A_CITY: Final = 0.5
_ROOM_OF_A_LANE: Final = 0.2
_NEAR: Final = 4.0
"""The price of coming near a city, where a crossing costs 1."""
_BEND: Final = 1.5
_GOOD: Final = 0.2
"""A curve that costs less than this is left as it is."""
_SWEEPS: Final = 4
_TWIN: Final = 0.6
"""The bulge of a train's and a ship's connection between the same two cities, side by side."""
_STEP: Final = 2
"""Every second sample of a curve is fine enough to see what it crosses."""


def twins(network: Network, coast: Coast | None) -> dict[int, float]:
    """Return opposite bulges for connections between the same cities, the ship's over water."""
    bulges: dict[int, float] = {}
    for first, second in combinations(range(len(network.a)), 2):
        same = (network.a[first], network.b[first]) == (network.a[second], network.b[second])
        swapped = (network.a[first], network.b[first]) == (network.b[second], network.a[second])
        if not (same or swapped) or network.shift[first] != network.shift[second]:
            continue
        side = _TWIN
        if coast is not None and network.wet[first] != network.wet[second]:
            left, right = (_water(network, first, height, coast) for height in (-_TWIN, _TWIN))
            if (right > left) != network.wet[first]:
                side = -_TWIN
        bulges[first] = side
        bulges[second] = -side if same else side
    return bulges


def _water(network: Network, e: int, height: float, coast: Coast) -> float:
    """Return how far out at sea a curve lies in the middle."""
    points = _line(network, network.true, e, np.full(2, height))[3:-3]
    rows, columns = coast.grid.shape
    x = np.clip((points[:, 0] - coast.left) * coast.resolution, 0, columns - 1).astype(int)
    y = np.clip((points[:, 1] - coast.top) * coast.resolution, 0, rows - 1).astype(int)
    return float(coast.grid[y, x].mean())


def untangle(network: Network, places: Array, heights: Array, fixed: Collection[int]) -> Array:
    """Return heights with which curves cross each other and run over cities as little as possible.

    A curve without such trouble keeps its heights; so do the fixed ones.
    """
    tangle = _Tangle(network, places, heights)
    for _ in range(_SWEEPS):
        costs = [tangle.cost(e, tangle.heights[e]) for e in range(len(heights))]
        changed = False
        for e in np.argsort(-np.array(costs), kind="stable"):
            if e not in fixed and costs[e] >= _GOOD:
                changed |= tangle.improve(int(e))
        if not changed:
            break
    return tangle.heights


class _Tangle:
    """All curves as lines, and what each of them would cost in another shape."""

    def __init__(self, network: Network, places: Array, heights: Array) -> None:
        self._network = network
        self._places = places
        self.heights = heights.copy()
        self._lines = [_line(network, places, e, heights[e]) for e in range(len(heights))]

    def improve(self, e: int) -> bool:
        """Give a curve the best of several bulges; tell whether that is a new one."""
        highest = max(0.45 * float(np.hypot(*self._network.chords(self._places)[e])), 0.4)
        tried = [np.full(2, height) for height in _HEIGHTS if abs(height) <= highest]
        best = min(tried, key=lambda heights: self.cost(e, heights))
        if self.cost(e, best) >= self.cost(e, self.heights[e]) - 1e-9:
            return False
        self.heights[e] = best
        self._lines[e] = _line(self._network, self._places, e, best)
        return True

    def cost(self, e: int, heights: Array) -> float:
        """Return how much a curve crosses, how near it comes to cities, and how far it bends."""
        network, places = self._network, self._places
        line = _line(network, places, e, heights)
        squared = float((network.chords(places)[e] ** 2).sum()) + 1e-9
        cost = _BEND * float((heights**2).mean()) / squared
        others = np.ones(len(places), dtype=np.bool_)
        others[[network.a[e], network.b[e]]] = False
        room = _ROOM_AT_A_CITY + (network.lanes[e] - 1) * _ROOM_OF_A_LANE
        for turn in (0.0, network.turn, -network.turn) if network.turn else (0.0,):
            moved = line + np.array([turn, 0.0])
            away = moved[:, None, :] - places[others]
            nearest = np.hypot(away[..., 0], away[..., 1]).min(axis=0, initial=np.inf)
            cost += _NEAR * float((np.maximum(0.0, room - nearest) ** 2).sum())
            cost += self._crossings(e, moved)
        return cost

    def _crossings(self, e: int, line: Array) -> int:
        """Count the other curves that a curve crosses."""
        low, high = line.min(axis=0), line.max(axis=0)
        ends = {self._network.a[e], self._network.b[e]}
        count = 0
        for other, points in enumerate(self._lines):
            apart = (points.max(axis=0) < low).any() or (points.min(axis=0) > high).any()
            if other != e and not apart:
                shared = bool(ends & {self._network.a[other], self._network.b[other]})
                count += _cross(line, points, shared)
        return count


def _line(network: Network, places: Array, e: int, heights: Array) -> Array:
    start = places[network.a[e]]
    chord = places[network.b[e]] - start + np.array([network.shift[e], 0.0])
    across = np.array([-chord[1], chord[0]]) / (np.hypot(*chord) + 1e-9)
    rise = SIDE[::_STEP] @ heights
    return np.asarray(start + TIMES[::_STEP, None] * chord + rise[:, None] * across)


def _cross(first: Array, second: Array, shared: bool) -> bool:
    """Tell whether two lines cross; near a city they share they only touch."""
    p, q = first[:-1, None, :], second[None, :-1, :]
    r, s = np.diff(first, axis=0)[:, None, :], np.diff(second, axis=0)[None, :, :]
    between = q - p
    turned = _turn(r, s)
    with np.errstate(divide="ignore", invalid="ignore"):
        t, u = _turn(between, s) / turned, _turn(between, r) / turned
    inside = (t > 1e-6) & (t < 1 - 1e-6) & (u > 1e-6) & (u < 1 - 1e-6)
    if shared:
        inside[np.ix_([0, -1], [0, -1])] = False
    return bool(inside.any())


def _turn(first: Array, second: Array) -> Array:
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])
