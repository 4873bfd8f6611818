"""Prices that are the same on every board: for the rules, and for those who show them."""

from __future__ import annotations

from typing import Final

FIRST_STATION: Final = 1
"""Cards for a seat's first station; each further one costs a card more (E-03)."""
HARBOUR_CARDS: Final = 2
"""Cards of each of the two piles that a harbour costs (W-13)."""
EXCHANGE_POINTS: Final = 1
"""Points for each piece that is exchanged (W-16)."""
