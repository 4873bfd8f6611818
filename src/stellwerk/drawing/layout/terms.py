"""The cost of everything but collisions; each function adds its gradient and returns its cost."""

from __future__ import annotations

import math

from stellwerk.drawing.layout.network import Indices
from stellwerk.drawing.layout.projection import Array
from stellwerk.rules.kernel import entry


@entry
def space_lengths(
    along: Array,
    margins: Array,
    length: Indices,
    weight: float,
    pull_along: Array,
    pull_margins: Array,
) -> float:
    """Spaces should be one long; a fifth more or less is dear."""
    last = along.shape[1] - 1
    cost = 0.0
    for e in range(len(length)):
        space = (along[e, last] - margins[e, 0] - margins[e, 1]) / length[e]
        size = weight * math.sqrt(length[e])
        held = max(space, 0.05)
        error = math.log(held)
        excess = max(0.0, abs(error) - 0.15)
        cost += size * (error * error + 25.0 * excess * excess)
        slope = size * (2.0 * error + 50.0 * math.copysign(excess, error)) / held / length[e]
        pull_along[e, last] += slope
        pull_margins[e, 0] -= slope
        pull_margins[e, 1] -= slope
    return cost


@entry
def bends(
    places: Array,
    heights: Array,
    a: Indices,
    b: Indices,
    shift: Array,
    stiffness: Array,
    weight: float,
    pull_places: Array,
    pull_heights: Array,
) -> float:
    """Curves should be flat, and above all not turn twice."""
    cost = 0.0
    for e in range(len(a)):
        dx = places[b[e], 0] + shift[e] - places[a[e], 0]
        dy = places[b[e], 1] - places[a[e], 1]
        squared = dx * dx + dy * dy + 1e-6
        first, second = heights[e, 0], heights[e, 1]
        twist = first - second
        held = stiffness[e] * (first * first + second * second) + 2.0 * twist * twist
        each = weight * held / squared
        cost += each
        pull_heights[e, 0] += weight * (2.0 * stiffness[e] * first + 4.0 * twist) / squared
        pull_heights[e, 1] += weight * (2.0 * stiffness[e] * second - 4.0 * twist) / squared
        slope = -2.0 * each / squared
        pull_places[a[e], 0] -= slope * dx
        pull_places[a[e], 1] -= slope * dy
        pull_places[b[e], 0] += slope * dx
        pull_places[b[e], 1] += slope * dy
    return cost


@entry
def likeness(
    places: Array,
    true: Array,
    edges: Indices,
    direction: float,
    distance: float,
    absolute: float,
    pull_places: Array,
) -> float:
    """Neighbours should lie in the true direction and distance, and cities near their place."""
    cost = 0.0
    for k in range(len(edges)):
        i, j = edges[k, 0], edges[k, 1]
        gx, gy = true[j, 0] - true[i, 0], true[j, 1] - true[i, 1]
        real = math.sqrt(gx * gx + gy * gy) + 1e-9
        vx, vy = places[j, 0] - places[i, 0], places[j, 1] - places[i, 1]
        drawn = math.sqrt(vx * vx + vy * vy) + 1e-6
        weight = min(1.0, 4.0 / real)
        ux, uy = gx / real, gy / real
        cosine = (vx * ux + vy * uy) / drawn
        lack = max(0.0, 0.6 - cosine)
        ratio = math.log(drawn / real)
        cost += weight * direction * (1.0 - cosine + 4.0 * lack * lack)
        cost += weight * distance * ratio * ratio
        turning = -weight * direction * (1.0 + 8.0 * lack) / drawn
        stretch = weight * distance * 2.0 * ratio / (drawn * drawn)
        px = turning * (ux - cosine * vx / drawn) + stretch * vx
        py = turning * (uy - cosine * vy / drawn) + stretch * vy
        pull_places[i, 0] -= px
        pull_places[i, 1] -= py
        pull_places[j, 0] += px
        pull_places[j, 1] += py
    for i in range(len(places)):
        dx, dy = places[i, 0] - true[i, 0], places[i, 1] - true[i, 1]
        cost += absolute * (dx * dx + dy * dy)
        pull_places[i, 0] += 2.0 * absolute * dx
        pull_places[i, 1] += 2.0 * absolute * dy
    return cost


@entry
def overshoot(discs: Array, frame: Array, weight: float, count: int, pull: Array) -> float:
    """No space, and these come first, should lie outside the frame: left, top, right, bottom."""
    cost = 0.0
    for i in range(count):
        for axis in range(2):
            beyond = min(0.0, discs[i, axis] - frame[axis])
            beyond += max(0.0, discs[i, axis] - frame[axis + 2])
            cost += weight * beyond * beyond
            pull[i, axis] += 2.0 * weight * beyond
    return cost


@entry
def coast(
    discs: Array,
    wetness: Array,
    grid: Array,
    left: float,
    top: float,
    resolution: float,
    dry: float,
    weight: float,
    pull: Array,
) -> float:
    """Ships belong on water, trains if possible on land; far from the coast it makes no difference.

    ``wetness`` is 1 for ships and 0 for trains; the grid holds the distance to the coast, above 0
    on water.
    """
    cost = 0.0
    rows, columns = grid.shape
    for i in range(len(wetness)):
        x = min(max((discs[i, 0] - left) * resolution, 0.0), columns - 1.001)
        y = min(max((discs[i, 1] - top) * resolution, 0.0), rows - 1.001)
        column, row = int(x), int(y)
        fx, fy = x - column, y - row
        upper = grid[row, column] * (1 - fx) + grid[row, column + 1] * fx
        lower = grid[row + 1, column] * (1 - fx) + grid[row + 1, column + 1] * fx
        depth = upper * (1 - fy) + lower * fy
        if wetness[i] > 0.0:
            lack, size, sign = 0.22 - depth, weight, -1.0
        else:
            lack, size, sign = depth + 0.1, weight * dry, 1.0
        lack = min(max(lack, 0.0), 1.5)
        cost += size * lack * lack
        if 0.0 < lack < 1.5:
            slope = 2.0 * size * lack * sign * resolution
            west = grid[row, column] * (1 - fy) + grid[row + 1, column] * fy
            east = grid[row, column + 1] * (1 - fy) + grid[row + 1, column + 1] * fy
            pull[i, 0] += slope * (east - west)
            pull[i, 1] += slope * (lower - upper)
    return cost
