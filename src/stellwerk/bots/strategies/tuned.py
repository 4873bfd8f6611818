"""The planner's tuned parameters: frozen, with a version and a fingerprint."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from stellwerk.board import Board
from stellwerk.bots.planning.playbook import PARAMETERS

FILE: Final = "planner.toml"


@dataclass(frozen=True, slots=True)
class Tuned:
    """The planner's parameters on one board."""

    version: int
    """Goes up with every change of the planner's code that may change its play."""
    parameters: Mapping[str, int]

    @property
    def fingerprint(self) -> str:
        """A hash of the parameters: the same planner on the same board has the same."""
        text = json.dumps([self.version, sorted(self.parameters.items())])
        return hashlib.sha256(text.encode()).hexdigest()[:8]


@lru_cache(maxsize=64)
def tuned(board: Board) -> Tuned:
    """Return the planner's parameters for a board; on boards nobody has tuned the usual ones."""
    tables = tomllib.loads((files("stellwerk.bots") / "data" / FILE).read_text(encoding="utf-8"))
    changed: dict[str, int] = {}
    for section in (board.id, f"{board.id}/{board.variant.id}"):
        changed |= tables.get(section, {})
    return Tuned(tables["version"], {**PARAMETERS, **changed})
