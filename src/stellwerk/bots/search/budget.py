"""Budgets: how much a search may try for one decision, by number or by the clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Final, Protocol

_USUAL_COST: Final = 1e-4
"""Seconds that a play-out is thought to take before any was measured."""


class Budget(Protocol):
    """What may be spent on a decision, in rounds that cost about the same."""

    def portions(self, rounds: int, alive: Sequence[int]) -> Iterator[int]:
        """Yield how many redealt games to play next, until one round's share is spent."""


class PlayOuts:
    """A number of play-outs, whatever time they take: the same seed gives the same decision."""

    def __init__(self, number: int) -> None:
        self._number = number

    def portions(self, rounds: int, alive: Sequence[int]) -> Iterator[int]:
        """Yield the games of one round at once."""
        yield max(1, self._number // (rounds * len(alive)))


class Seconds:
    """A span of time, from the moment the budget is made."""

    def __init__(self, seconds: float, cost: float | None = None) -> None:
        self._seconds = seconds
        self._began = perf_counter()
        self._rounds = 0
        self.cost = cost or _USUAL_COST
        """Seconds for a play-out, as measured last."""

    def portions(self, rounds: int, alive: Sequence[int]) -> Iterator[int]:
        """Yield games for half of the time left of a round, again and again; at least one."""
        self._rounds += 1
        end = self._began + self._seconds * self._rounds / rounds
        number = 1
        while number > 0:
            began = perf_counter()
            yield number
            now = perf_counter()
            self.cost = (now - began) / (number * len(alive))
            left = (end - now) / (self.cost * len(alive))
            number = int(left + 1) // 2
