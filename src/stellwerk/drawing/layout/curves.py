"""The curves of connections, and where discs on their spaces lie: forwards, and the gradient back.

A curve is a cubic Bézier curve whose inner points lie at thirds of the straight way, moved to the
side by two heights. Spaces follow each other along its length between two margins.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

import numpy as np

from stellwerk.drawing.layout.network import Indices
from stellwerk.drawing.layout.projection import Array
from stellwerk.rules.kernel import entry

SAMPLES: Final = 25
TIMES: Final = np.linspace(0.0, 1.0, SAMPLES)
SIDE: Final = np.stack([3 * (1 - TIMES) ** 2 * TIMES, 3 * (1 - TIMES) * TIMES**2], axis=1)
"""How much each height moves each sample to the side."""

Ends: TypeAlias = tuple[Indices, Indices, Array]
"""The two cities of each connection, and how far to the right the second one is to be thought."""
Spaces: TypeAlias = tuple[Indices, Array, Array]
"""The connection of each space, how far along it the space lies, and how far to the side."""


@entry
def sample_curves(places: Array, heights: Array, ends: Ends, samples: Array, along: Array) -> None:
    """Fill in points on each curve, and how far along the curve each is."""
    a, b, shift = ends
    for e in range(len(a)):
        dx = places[b[e], 0] + shift[e] - places[a[e], 0]
        dy = places[b[e], 1] - places[a[e], 1]
        chord = math.sqrt(dx * dx + dy * dy) + 1e-9
        for k in range(SAMPLES):
            rise = (SIDE[k, 0] * heights[e, 0] + SIDE[k, 1] * heights[e, 1]) / chord
            samples[e, k, 0] = places[a[e], 0] + TIMES[k] * dx - rise * dy
            samples[e, k, 1] = places[a[e], 1] + TIMES[k] * dy + rise * dx
            if k == 0:
                along[e, 0] = 0.0
            else:
                sx = samples[e, k, 0] - samples[e, k - 1, 0]
                sy = samples[e, k, 1] - samples[e, k - 1, 1]
                along[e, k] = along[e, k - 1] + math.sqrt(sx * sx + sy * sy) + 1e-9


@entry
def place_discs(
    samples: Array, along: Array, margins: Array, spaces: Spaces, discs: Array, segment: Indices
) -> None:
    """Fill in the middle of each disc, and on which segment of its curve it lies."""
    connection, fraction, offset = spaces
    last = along.shape[1] - 1
    for i in range(len(connection)):
        e = connection[i]
        free = along[e, last] - margins[e, 0] - margins[e, 1]
        way = margins[e, 0] + fraction[i] * free
        k = 0
        while k < last - 1 and along[e, k + 1] < way:
            k += 1
        part = along[e, k + 1] - along[e, k]
        tx = (samples[e, k + 1, 0] - samples[e, k, 0]) / part
        ty = (samples[e, k + 1, 1] - samples[e, k, 1]) / part
        rest = way - along[e, k]
        discs[i, 0] = samples[e, k, 0] + rest * tx - offset[i] * ty
        discs[i, 1] = samples[e, k, 1] + rest * ty + offset[i] * tx
        segment[i] = k


@entry
def pull_discs(
    samples: Array,
    along: Array,
    margins: Array,
    spaces: Spaces,
    segment: Indices,
    pull: Array,
    pull_samples: Array,
    pull_along: Array,
    pull_margins: Array,
) -> None:
    """Add the gradient at discs to that of samples, of ways along the curve, and of margins."""
    connection, fraction, offset = spaces
    last = along.shape[1] - 1
    for i in range(len(connection)):
        gx, gy = pull[i, 0], pull[i, 1]
        if gx == 0.0 and gy == 0.0:
            continue
        e, k = connection[i], segment[i]
        free = along[e, last] - margins[e, 0] - margins[e, 1]
        way = margins[e, 0] + fraction[i] * free
        part = along[e, k + 1] - along[e, k]
        tx = (samples[e, k + 1, 0] - samples[e, k, 0]) / part
        ty = (samples[e, k + 1, 1] - samples[e, k, 1]) / part
        forward = gx * tx + gy * ty
        sideways = gy * tx - gx * ty
        turning = ((way - along[e, k]) * sideways - offset[i] * forward) / part
        pull_samples[e, k, 0] += gx + turning * ty
        pull_samples[e, k, 1] += gy - turning * tx
        pull_samples[e, k + 1, 0] -= turning * ty
        pull_samples[e, k + 1, 1] += turning * tx
        pull_along[e, k] -= forward
        pull_along[e, last] += fraction[i] * forward
        pull_margins[e, 0] += (1.0 - fraction[i]) * forward
        pull_margins[e, 1] -= fraction[i] * forward


@entry
def pull_curves(
    places: Array,
    heights: Array,
    ends: Ends,
    samples: Array,
    along: Array,
    pull_samples: Array,
    pull_along: Array,
    pull_places: Array,
    pull_heights: Array,
) -> None:
    """Add the gradient at samples and ways to that of places and heights."""
    a, b, shift = ends
    for e in range(len(a)):
        beyond = 0.0
        for k in range(SAMPLES - 1, 0, -1):
            beyond += pull_along[e, k]
            part = along[e, k] - along[e, k - 1]
            tx = (samples[e, k, 0] - samples[e, k - 1, 0]) / part
            ty = (samples[e, k, 1] - samples[e, k - 1, 1]) / part
            pull_samples[e, k, 0] += beyond * tx
            pull_samples[e, k, 1] += beyond * ty
            pull_samples[e, k - 1, 0] -= beyond * tx
            pull_samples[e, k - 1, 1] -= beyond * ty
        dx = places[b[e], 0] + shift[e] - places[a[e], 0]
        dy = places[b[e], 1] - places[a[e], 1]
        chord = math.sqrt(dx * dx + dy * dy) + 1e-9
        ux, uy = dx / chord, dy / chord
        turning = 0.0
        for k in range(SAMPLES):
            gx, gy = pull_samples[e, k, 0], pull_samples[e, k, 1]
            rise = SIDE[k, 0] * heights[e, 0] + SIDE[k, 1] * heights[e, 1]
            sideways = gy * ux - gx * uy
            pull_heights[e, 0] += SIDE[k, 0] * sideways
            pull_heights[e, 1] += SIDE[k, 1] * sideways
            turning -= rise * (gx * ux + gy * uy) / chord
            pull_places[a[e], 0] += (1.0 - TIMES[k]) * gx
            pull_places[a[e], 1] += (1.0 - TIMES[k]) * gy
            pull_places[b[e], 0] += TIMES[k] * gx
            pull_places[b[e], 1] += TIMES[k] * gy
        pull_places[a[e], 0] += turning * uy
        pull_places[a[e], 1] -= turning * ux
        pull_places[b[e], 0] -= turning * uy
        pull_places[b[e], 1] += turning * ux
