"""Tints for countries, so that neighbours differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TINTS: Final = 6
"""Six colours are enough for greedy colouring of any map whose countries are in one piece."""


def tints(areas: Mapping[str, float], neighbours: Mapping[str, set[str]]) -> dict[str, int]:
    """Give each country a tint that none of its neighbours has, and use all tints alike.

    Countries with few neighbours wait until last: with at most five coloured neighbours, one of
    six tints is always left.
    """
    waiting = {code: set(neighbours.get(code, ())) & areas.keys() for code in areas}
    order: list[str] = []
    while waiting:
        lonely = min(waiting, key=lambda code: (len(waiting[code]), areas[code], code))
        del waiting[lonely]
        for others in waiting.values():
            others.discard(lonely)
        order.append(lonely)
    chosen: dict[str, int] = {}
    spent = [0.0] * TINTS
    for code in reversed(order):
        taken = [chosen[other] for other in neighbours.get(code, ()) if other in chosen]
        tint = min(range(TINTS), key=lambda tint: (taken.count(tint), spent[tint], tint))
        chosen[code] = tint
        spent[tint] += areas[code]
    return chosen
