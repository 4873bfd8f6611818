"""Which cities are neighbours on the true map."""

from __future__ import annotations

from typing import Final

import numpy as np

from stellwerk.drawing.layout.network import Indices
from stellwerk.drawing.layout.projection import Array

_FARTHEST: Final = 12.0
"""Cities farther apart than this, in spaces, do not count as neighbours."""


def neighbours(true: Array) -> Indices:
    """Return the pairs of cities that a triangulation joins."""
    from scipy.spatial import Delaunay, QhullError

    try:
        corners = Delaunay(true).simplices
        found = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]])
    except (QhullError, ValueError):
        # Too few cities, or all of them in one line: then each with the next along it.
        order = np.lexsort((true[:, 1], true[:, 0]))
        found = np.stack([order[:-1], order[1:]], axis=1)
    edges = np.unique(np.sort(found.astype(np.int64), axis=1), axis=0)
    far = np.hypot(*(true[edges[:, 1]] - true[edges[:, 0]]).T) > _FARTHEST
    return np.ascontiguousarray(edges[~far])
