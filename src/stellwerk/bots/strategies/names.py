"""The names of the strategies that play inside the kernel, and their numbers there."""

from __future__ import annotations

from typing import Final

STRATEGIES: Final = ("random", "greedy", "hungry", "route", "onestep", "junkie", "planner")
RANDOM, GREEDY, HUNGRY, ROUTE, ONESTEP, JUNKIE, PLANNER = range(len(STRATEGIES))
