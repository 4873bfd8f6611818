"""The spaces of a finished layout: exact rectangles along exact curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from stellwerk.drawing.geometry import points_on
from stellwerk.drawing.layout.energy import Variables
from stellwerk.drawing.layout.network import FILL, LANE, TUNNEL_FILL, Network
from stellwerk.drawing.layout.projection import Array

_POINTS: Final = 801


@dataclass(frozen=True)
class Track:
    """One connection: its curve's four points, and the spaces of each lane."""

    curve: Array
    middles: Array
    """By lane and space."""
    angles: Array
    """In degrees, by lane and space."""
    length: float
    """The drawn length that all its spaces have."""


def tracks(network: Network, variables: Variables) -> list[Track]:
    """Return the curve and the spaces of every connection, in spaces' lengths."""
    return [_track(network, variables, e) for e in range(len(network.a))]


def _track(network: Network, variables: Variables, e: int) -> Track:
    curve = _control_points(network, variables, e)
    count, lanes = int(network.length[e]), int(network.lanes[e])
    way = _Way(curve)
    first, last = variables.margins[e]
    pitch = (way.length - first - last) / count
    middle = first + (np.arange(count) + 0.5) * pitch
    fill = TUNNEL_FILL if network.tunnel[e] else FILL
    half = fill / 2 * pitch
    middles, angles, chords = [], [], []
    for lane in range(lanes):
        offset = (lane - (lanes - 1) / 2) * LANE
        start, centre, end = (way.beside(middle + part, offset) for part in (-half, 0.0, half))
        chord = end - start
        # Half-way between the chord's middle and the curve, a straight space follows a bend best.
        middles.append((start + end) / 4 + centre / 2)
        angles.append(np.degrees(np.arctan2(chord[:, 1], chord[:, 0])))
        chords.append(np.hypot(*chord.T))
    length = min(fill * pitch, float(np.min(chords)))
    return Track(curve, np.array(middles), np.array(angles), length)


def _control_points(network: Network, variables: Variables, e: int) -> Array:
    start = variables.places[network.a[e]]
    chord = network.chords(variables.places)[e]
    across = np.array([-chord[1], chord[0]]) / (np.hypot(*chord) + 1e-9)
    first, second = variables.heights[e]
    inner = (chord / 3 + first * across, chord * 2 / 3 + second * across)
    return np.array([start, *(start + point for point in inner), start + chord])


class _Way:
    """A curve by its length."""

    def __init__(self, curve: Array) -> None:
        self._points = points_on(curve, _POINTS)
        steps = np.hypot(*np.diff(self._points, axis=0).T)
        self._along = np.concatenate([[0.0], np.cumsum(steps)])
        self._tangents = np.gradient(self._points, axis=0)

    @property
    def length(self) -> float:
        return float(self._along[-1])

    def beside(self, way: Array, offset: float) -> Array:
        """Return points at distances along the curve, moved to its right."""
        x, y, tx, ty = (
            np.interp(way, self._along, values) for values in (*self._points.T, *self._tangents.T)
        )
        size = np.hypot(tx, ty)
        return np.stack([x - offset * ty / size, y + offset * tx / size], axis=-1)
