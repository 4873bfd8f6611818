"""The relaxation: cities, curves and labels move until everything has room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from stellwerk.drawing.layout import labels
from stellwerk.drawing.layout.energy import Coast, Energy, Variables
from stellwerk.drawing.layout.labels import Candidates, Obstacles
from stellwerk.drawing.layout.lettering import Lines
from stellwerk.drawing.layout.neighbours import neighbours
from stellwerk.drawing.layout.network import Network
from stellwerk.drawing.layout.projection import Array
from stellwerk.drawing.layout.start import twins, untangle

COLLISION: Final = 12.0
PADDING: Final = 0.09
RIM: Final = 0.9
"""Between the outermost cities of the true map and the frame that the relaxation keeps to."""
_SOFT: Final = 0.15
_FIRM: Final = 2.0
"""The price of a name beyond the frame, by the space: a frame can grow, a world cannot."""
_FAR: Final = 1.0
_PLIANT: Final = 0.2
_RENEWAL: Final = 20
"""Pairs of near discs are gathered again after this many steps."""
_JITTER: Final = 0.05
"""How far chance moves everything at the start."""
_STEEPEST: Final = 60.0
_ROUNDS: Final = 6


@dataclass(frozen=True)
class Placed:
    """A finished layout, in spaces."""

    variables: Variables
    lines: tuple[Lines | None, ...]
    """How each city's name is set."""
    boxes: Array
    """Middle, width and height of each name's box, relative to its city."""


@dataclass(frozen=True)
class _Stage:
    steps: int
    rate: float
    collision: tuple[float, float] = (COLLISION, COLLISION)
    padding: tuple[float, float] = (PADDING, PADDING)


_UNFOLD: Final = _Stage(700, 0.05, (0.3, COLLISION), (-0.1, PADDING))
_SETTLE: Final = (_Stage(400, 0.03), _Stage(400, 0.03), _Stage(400, 0.02), _Stage(700, 0.02))
_PRESS: Final = _Stage(600, 0.012, (COLLISION, 4 * COLLISION))
_MAKE_ROOM: Final = _Stage(300, 0.02)
_POLISH: Final = _Stage(300, 0.006, (4 * COLLISION, 4 * COLLISION))


def relax(
    network: Network,
    names: Sequence[Mapping[str, str] | None],
    chance: np.random.Generator,
    coast: Callable[[Array], Coast] | None = None,
) -> Iterator[Placed]:
    """Yield layouts, each relaxed further than the one before; the first is usually good.

    ``names`` holds each city's name by language, or None for a place without a name. ``coast``
    draws the coast for moved cities, where ships and ferries ask for it.
    """
    relaxation = _Relaxation(network, names, chance, coast)
    relaxation.run(_UNFOLD)
    for stage in _SETTLE:
        relaxation.untangle()
        relaxation.draw_coast()
        relaxation.place_labels()
        relaxation.run(stage)
    relaxation.run(_PRESS)
    for _ in range(_ROUNDS):
        relaxation.place_labels()
        relaxation.run(_POLISH)
        relaxation.place_labels()
        yield relaxation.placed()
        relaxation.move_crowded_labels()
        relaxation.run(_MAKE_ROOM)


class _Relaxation:
    def __init__(
        self,
        network: Network,
        names: Sequence[Mapping[str, str] | None],
        chance: np.random.Generator,
        coast: Callable[[Array], Coast] | None,
    ) -> None:
        self._network = network
        self._chance = chance
        self._coast = coast
        true = network.true
        frame = np.concatenate([true.min(axis=0) - RIM, true.max(axis=0) + RIM])
        self._frame = frame.copy()
        if network.turn:
            middle = (frame[0] + frame[2]) / 2
            self._frame[[0, 2]] = middle - network.turn / 2, middle + network.turn / 2
            frame[[0, 2]] = -np.inf, np.inf
        self._energy = Energy(network, neighbours(true), frame)
        self._offered: list[Candidates | None] = [
            None if name is None else labels.candidates(name) for name in names
        ]
        self._chosen = np.full(len(names), -1, dtype=np.int64)
        self.variables = Variables(true.copy(), np.zeros(0), np.zeros(0))
        self.draw_coast()
        shape = (len(network.a), 2)
        heights = np.zeros(shape)
        self._twins = twins(network, self._energy.coast)
        for e, bulge in self._twins.items():
            heights[e] = bulge
        self.variables = Variables(true.copy(), heights, np.full(shape, 0.1))
        self.untangle()
        for array in (self.variables.places, self.variables.heights):
            array += chance.normal(0.0, _JITTER, array.shape)

    def untangle(self) -> None:
        """Bend curves so that they do not cross; those that must bend far bend easily."""
        now = self.variables
        now.heights = untangle(self._network, now.places, now.heights, self._twins)
        self._energy.stiffness[np.abs(now.heights).mean(axis=1) > _FAR] = _PLIANT

    def draw_coast(self) -> None:
        """Redraw the coast for the cities' present places."""
        if self._coast is not None:
            self._energy.coast = self._coast(self.variables.places)

    def place_labels(self) -> None:
        """Choose the best place of every name, and let the names take part from now on."""
        energy = self._energy
        self._chosen = labels.place_labels(
            *(self.variables.places, self._offered, self._obstacles(), self._chance),
            self._chosen,
        )
        for city, (each, number) in enumerate(zip(self._offered, self._chosen, strict=True)):
            energy.labelled[city] = each is not None
            if each is not None:
                energy.label_offsets[city] = labels.label_discs(each.box[number])

    def move_crowded_labels(self) -> None:
        """Send names that found no room to another place."""
        labels.bear_grudges(self.variables.places, self._offered, self._obstacles(), self._chosen)
        self.place_labels()

    def _obstacles(self) -> Obstacles:
        energy, cities, turn = self._energy, len(self._offered), self._network.turn
        middles = energy.lay(self.variables)
        kept = np.r_[0 : energy.spaces, len(middles) - cities : len(middles)]
        rim = np.array([_FIRM if turn else _SOFT, _SOFT])
        return Obstacles(middles[kept], energy.discs.radius[kept], self._frame, rim, turn)

    def run(self, stage: _Stage) -> None:
        """Take the steps of a stage: Adam's method, with ever smaller steps."""
        cities, connections = len(self._offered), len(self._network.a)
        flat = self.variables.flat()
        mean, spread = np.zeros_like(flat), np.zeros_like(flat)
        pairs = None
        for step in range(stage.steps):
            done = step / stage.steps
            ramp = min(1.0, 1.5 * done)
            weight = stage.collision[0] + ramp * (stage.collision[1] - stage.collision[0])
            padding = stage.padding[0] + ramp * (stage.padding[1] - stage.padding[0])
            variables = Variables.of(flat, cities, connections)
            if pairs is None or step % _RENEWAL == 0:
                pairs = self._energy.pairs(variables, max(padding, 0.0))
            _, gradient = self._energy.slope(variables, pairs, weight, padding)
            slope = gradient.flat()
            slope *= min(1.0, _STEEPEST / (float(np.sqrt(slope @ slope)) + 1e-6))
            mean = 0.9 * mean + 0.1 * slope
            spread = 0.99 * spread + 0.01 * slope**2
            rate = stage.rate * ((1 - done) ** 0.7 + 0.03)
            fresh = mean / (1 - 0.9 ** (step + 1))
            wide = np.sqrt(spread / (1 - 0.99 ** (step + 1))) + 1e-3
            flat = flat - rate * fresh / wide
        self.variables = Variables.of(flat, cities, connections)

    def placed(self) -> Placed:
        """Return the present state as a finished layout."""
        boxes = np.zeros((len(self._offered), 4))
        lines: list[Lines | None] = [None] * len(self._offered)
        for city, (each, number) in enumerate(zip(self._offered, self._chosen, strict=True)):
            if each is not None:
                boxes[city] = each.box[number]
                lines[city] = each.lines[each.setting[number]]
        now = self.variables
        copy = Variables(now.places.copy(), now.heights.copy(), now.roots.copy())
        return Placed(copy, tuple(lines), boxes)
