"""The spaces of observations and actions in Gymnasium's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

if TYPE_CHECKING:
    from stellwerk.envs.action_table import ActionTable
    from stellwerk.envs.fields import Layout


def action_space(table: ActionTable) -> spaces.Discrete:
    """Return the numbers of an action table as a space."""
    return spaces.Discrete(table.size)


def observation_space(layout: Layout, table: ActionTable) -> spaces.Dict:
    """Return the space of observations, with the mask of legal actions beside them."""
    entries: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 255, (layout.size,), np.uint8),
        "action_mask": spaces.Box(0, 1, (table.size,), np.int8),
    }
    return spaces.Dict(entries)
