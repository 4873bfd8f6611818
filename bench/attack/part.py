"""What every part of the attack has: a name, how much of it is enough, and how it is done."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.attack.places import Configuration, Place
from bench.attack.results import Done


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of attack."""

    name: str
    unit: str
    option: str
    help: str
    goal: int
    run: Callable[[Place, int, int], Done]
    """Does so much of it in a place, given a seed."""
    portion: int | None
    """So much is done at a time; None: all at once."""
    durable: bool = False
    """Whether the database must wait for the disk."""
    elsewhere: float | None = None
    """The part of the goal that each further place must reach; None: all places share it."""
    is_fuzz: bool = False

    @property
    def dest(self) -> str:
        """The name of the option among the others."""
        return self.option.replace("-", "_")

    def share(self, place: Configuration, goal: int, places: Sequence[Configuration]) -> int:
        """Return how much is to be done in a place."""
        if self.elsewhere is None:
            return math.ceil(goal / len(places))
        return goal if place == places[0] else math.ceil(goal * self.elsewhere)
