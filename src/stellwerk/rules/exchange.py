"""Exchanging wagons for ships, or the other way round (W-16)."""

from __future__ import annotations

from typing import Any

from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import inlined


@inlined
def most_exchanged(state: Any, seat: Any, given: Any) -> Any:
    """Return how many pieces of a kind a seat can give up for the other kind."""
    return min(i64(state.pieces[seat, given]), i64(state.box[seat, 1 - given]))


@inlined
def exchange(state: Any, seat: Any, given: Any, number: Any) -> None:
    """Exchange pieces with the box, for a point each."""
    wanted = 1 - given
    state.pieces[seat, given] -= number
    state.box[seat, given] += number
    state.pieces[seat, wanted] += number
    state.box[seat, wanted] -= number
    state.score[seat] -= number
