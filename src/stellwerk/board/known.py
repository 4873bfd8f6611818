"""Boards whose kind is part of their type, for kernels that are compiled for one kind of board.

The numbers in ``KNOWN`` say what a board has and has not: stations, ships, how many colours. As
titles of their fields they belong to the type of a record, and Numba compiles a kernel again for
each type. It then reads the title and not the field (rules/known.py), so that what the number rules
out is no part of the machine code.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from stellwerk.board.layout import BOARD

KNOWN: Final = (
    *("words", "piles", "ticket_piles", "has_ships", "has_rugged", "has_ferries", "has_tunnels"),
    *("stations", "harbours", "exchange", "mix", "chosen_pieces", "needs_trail"),
    *("colours", "kinds", "flush"),
)
"""Numbers of a board that rule out the most when they are known."""


def numbers_of(record: np.ndarray[Any, np.dtype[Any]]) -> tuple[int, ...]:
    """Return the numbers that tell the kind of a board, in the order of ``KNOWN``."""
    return tuple(int(record[0][name]) for name in KNOWN)


@cache
def known_form(numbers: tuple[int, ...]) -> np.dtype[np.void]:
    """Return the form of boards of one kind: that of every board, with titles."""
    titles = {name: title(name, number) for name, number in zip(KNOWN, numbers, strict=True)}
    assert BOARD.fields is not None
    fields = BOARD.fields
    form = {
        "names": list(fields),
        "formats": [field[0] for field in fields.values()],
        "offsets": [field[1] for field in fields.values()],
        "titles": [titles.get(name) for name in fields],
        "itemsize": BOARD.itemsize,
    }
    return np.dtype((np.record, np.dtype(form, align=True)))  # type: ignore[call-overload]


def title(name: str, number: int) -> str:
    """Return the title of a field whose number is known."""
    return f"{name} = {number}"


def number_in(title: str) -> int:
    """Return the number that a title tells."""
    return int(title.rpartition(" ")[2])
