"""What a layout costs, and in which direction it would cost less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from stellwerk.drawing.layout import collision, curves, labels, terms
from stellwerk.drawing.layout.network import (
    CITY,
    FRAME,
    LANE,
    LEAST_MARGIN,
    SPACE_WIDTH,
    Flags,
    Indices,
    Network,
)
from stellwerk.drawing.layout.projection import Array

_DISCS_OF_A_SPACE: Final = (-0.36, -0.12, 0.12, 0.36)
_SPACE_RADIUS: Final = SPACE_WIDTH / 2 + 0.012

SPACE_LENGTH: Final = 1.2
BEND: Final = 1.6
DIRECTION: Final = 3.0
DISTANCE: Final = 0.25
ABSOLUTE: Final = 0.012
ABSOLUTE_BY_SIDE: Final = 12.0
"""Divided by the map's longer side, squared: on a small map a shift is seen more easily."""
MARGIN: Final = 0.8
OVERSHOOT: Final = 2.0
COAST: Final = 0.13
DRY: Final = 0.12


@dataclass(frozen=True)
class Coast:
    """The distance to the coast on a grid, in spaces; above 0 on water."""

    grid: Array
    left: float
    top: float
    resolution: float
    """Cells per space."""


@dataclass
class Variables:
    """What the relaxation moves: cities, the bulges of curves, and the margins at their ends."""

    places: Array
    heights: Array
    roots: Array
    """A margin is the least one and the square of its root."""

    def flat(self) -> Array:
        """Return all numbers in a row."""
        return np.concatenate([self.places.ravel(), self.heights.ravel(), self.roots.ravel()])

    @classmethod
    def of(cls, flat: Array, cities: int, connections: int) -> Variables:
        """Return the variables of a row of numbers; they stay views of it."""
        places, heights, roots = np.split(flat, [2 * cities, 2 * cities + 2 * connections])
        return cls(places.reshape(-1, 2), heights.reshape(-1, 2), roots.reshape(-1, 2))

    @property
    def margins(self) -> Array:
        """How far from the middle of its city each curve's first and last space begins."""
        return LEAST_MARGIN + self.roots**2


class Energy:
    """The cost of a network's layout, with its gradient."""

    def __init__(self, network: Network, edges: Indices, frame: Array) -> None:
        """Prepare the discs; ``edges`` are neighbouring cities, ``frame`` is where to stay."""
        self.network = network
        self.edges = edges
        self.frame = frame
        self.stiffness = np.ones(len(network.a))
        self.coast: Coast | None = None
        side = float(np.ptp(network.true, axis=0).max()) + 1e-9
        self._absolute = max(ABSOLUTE, min(1.0, ABSOLUTE_BY_SIDE / side**2))
        self._lay_discs()
        cities = len(network.true)
        self.label_offsets = np.zeros((cities, labels.DISCS, 2))
        self.labelled: Flags = np.zeros(cities, dtype=np.bool_)
        self._room(cities)

    def _lay_discs(self) -> None:
        network = self.network
        connection, fraction, offset = [], [], []
        for e, (length, lanes) in enumerate(zip(network.length, network.lanes, strict=True)):
            for lane in range(lanes):
                for space in range(length):
                    for part in _DISCS_OF_A_SPACE:
                        connection.append(e)
                        fraction.append((space + 0.5 + part) / length)
                        offset.append((lane - (lanes - 1) / 2) * LANE)
        self.connection: Indices = np.array(connection, dtype=np.int64)
        self.fraction = np.array(fraction)
        self.offset = np.array(offset)
        self.wetness = network.wet[self.connection].astype(np.float64)
        self.spaces = len(connection)

    def _room(self, cities: int) -> None:
        network, count = self.network, self.spaces
        tunnels = network.tunnel[self.connection]
        label_count = cities * labels.DISCS
        owner = len(network.a) + np.arange(cities)
        self.discs = collision.Discs(
            radius=np.concatenate(
                [
                    np.where(tunnels, _SPACE_RADIUS + FRAME, _SPACE_RADIUS),
                    np.full(label_count, labels.DISC_RADIUS),
                    np.full(cities, CITY),
                ]
            ),
            kind=np.repeat(
                np.array([collision.SPACE, collision.LABEL, collision.CITY]),
                [count, label_count, cities],
            ),
            group=np.concatenate([self.connection, np.repeat(owner, labels.DISCS), owner]),
        )
        self.middles = np.zeros((count + label_count + cities, 2))
        self._segment = np.zeros(count, dtype=np.int64)
        self.samples = np.zeros((len(network.a), curves.SAMPLES, 2))
        self.along = np.zeros((len(network.a), curves.SAMPLES))

    def lay(self, variables: Variables) -> Array:
        """Return the middles of all discs: spaces, then labels, then cities."""
        network, places = self.network, variables.places
        ends, discs = (network.a, network.b, network.shift), self.middles[: self.spaces]
        spaces = (self.connection, self.fraction, self.offset)
        curves.sample_curves(places, variables.heights, ends, self.samples, self.along)
        curves.place_discs(
            self.samples, self.along, variables.margins, spaces, discs, self._segment
        )
        cities = len(places)
        self.middles[self.spaces : -cities] = (places[:, None, :] + self.label_offsets).reshape(
            -1, 2
        )
        self.middles[-cities:] = places
        return self.middles

    def pairs(self, variables: Variables, padding: float) -> collision.Pairs:
        """Return the pairs of discs that may touch during the next steps."""
        middles = self.lay(variables)
        cities = len(variables.places)
        shown = np.concatenate(
            [
                np.ones(self.spaces, dtype=np.bool_),
                np.repeat(self.labelled, labels.DISCS),
                np.ones(cities, dtype=np.bool_),
            ]
        )
        return self.discs.pairs(middles, np.flatnonzero(shown), padding, self.network.turn)

    def slope(
        self, variables: Variables, pairs: collision.Pairs, collision_weight: float, padding: float
    ) -> tuple[float, Variables]:
        """Return the cost and its gradient."""
        network = self.network
        middles = self.lay(variables)
        margins = variables.margins
        pull = np.zeros_like(middles)
        pull_samples = np.zeros_like(self.samples)
        pull_along = np.zeros_like(self.along)
        pull_margins = np.zeros_like(margins)
        gradient = Variables(
            np.zeros_like(variables.places),
            np.zeros_like(variables.heights),
            4 * MARGIN * variables.roots**3,
        )
        cost = MARGIN * float((variables.roots**4).sum())
        cost += collision.collisions(
            *(middles, self.discs.radius, pairs.first, pairs.second, pairs.shift, pairs.factor),
            *(padding, collision_weight, pull),
        )
        cost += terms.overshoot(middles, self.frame, OVERSHOOT, self.spaces, pull)
        if self.coast is not None:
            cost += terms.coast(
                *(middles, self.wetness, self.coast.grid, self.coast.left, self.coast.top),
                *(self.coast.resolution, DRY, COAST, pull),
            )
        cost += terms.space_lengths(
            self.along, margins, network.length, SPACE_LENGTH, pull_along, pull_margins
        )
        cost += terms.bends(
            *(variables.places, variables.heights, network.a, network.b, network.shift),
            *(self.stiffness, BEND, gradient.places, gradient.heights),
        )
        cost += terms.likeness(
            *(variables.places, network.true, self.edges, DIRECTION, DISTANCE, self._absolute),
            gradient.places,
        )
        spaces = (self.connection, self.fraction, self.offset)
        curves.pull_discs(
            *(self.samples, self.along, margins, spaces, self._segment),
            *(pull[: self.spaces], pull_samples, pull_along, pull_margins),
        )
        ends = (network.a, network.b, network.shift)
        curves.pull_curves(
            *(variables.places, variables.heights, ends, self.samples, self.along),
            *(pull_samples, pull_along, gradient.places, gradient.heights),
        )
        cities = len(variables.places)
        gradient.places += pull[-cities:]
        gradient.places += pull[self.spaces : -cities].reshape(cities, -1, 2).sum(axis=1)
        gradient.roots += 2 * variables.roots * pull_margins
        return cost, gradient
