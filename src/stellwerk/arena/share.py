"""A mean, and how certain it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

CERTAINTY: Final = 1.96
"""A mean lies within this many standard errors of the truth in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class Share:
    """A mean with half the width of its 95 % interval."""

    mean: float
    margin: float

    @classmethod
    def of(cls, values: npt.NDArray[Any]) -> Share:
        """Measure a column of values; there is at least one."""
        error = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else 0.0
        return cls(float(values.mean()), float(CERTAINTY * error))
