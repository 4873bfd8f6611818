"""All parts of the attack, and how much of each is enough."""

from __future__ import annotations

from typing import Final

from bench.attack import files, floods, fuzz, kills, memory, seats
from bench.attack.part import Part

FUZZ: Final = "fuzz"
"""Stands for messages, boards and records together."""

PARTS: Final = (
    Part(
        "seats",
        unit="games",
        option="games",
        help="random games with changes of seats, in all places together",
        goal=1000,
        run=seats.run,
        portion=20,
    ),
    Part(
        "messages",
        unit="messages",
        option="messages",
        help="wrong messages and requests, in all places together",
        goal=1_000_000,
        run=fuzz.run,
        portion=40_000,
        is_fuzz=True,
    ),
    Part(
        "boards",
        unit="boards",
        option="boards",
        help="spoiled board files, in all places together",
        goal=100_000,
        run=files.run_boards,
        portion=2000,
        is_fuzz=True,
    ),
    Part(
        "records",
        unit="records",
        option="records",
        help="spoiled records, in all places together",
        goal=100_000,
        run=files.run_records,
        portion=2000,
        is_fuzz=True,
    ),
    Part(
        "kills",
        unit="kills",
        option="kills",
        help="kills with downtime and wrong clocks, in all places together",
        goal=200,
        run=kills.run,
        portion=5,
        durable=True,
    ),
    Part(
        "floods",
        unit="seconds",
        option="seconds",
        help="seconds of floods in each place",
        goal=160,
        run=floods.run,
        portion=None,
        durable=True,
        elsewhere=1.0,
    ),
    Part(
        "memory",
        unit="minutes",
        option="minutes",
        help="minutes in the first place, 8 of 30 in the others",
        goal=30,
        run=memory.run,
        portion=None,
        elsewhere=8 / 30,
    ),
)
