"""Cards by name: sets of cards as a person writes them, and the kernel's numbers of their kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NoReturn

from stellwerk.board import COLOURS, Board
from stellwerk.board.layout import DOUBLE_SHIP, HARBOUR, KINDS, LOCOMOTIVE, SHIP

LOCOMOTIVE_NAME: Final = "locomotive"
PILE_NAMES: Final = ("train", "ship")
"""The piles of cards."""
PIECE_NAMES: Final = ("wagon", "ship")
"""The kinds of pieces."""


class CardSet(dict[str, int]):
    """A set of cards that never changes: how many of each name.

    >>> CardSet({"white": 4, "locomotive": 1, "red": 0})
    CardSet({'white': 4, 'locomotive': 1})
    """

    __slots__ = ()

    def __init__(self, cards: Mapping[str, int] | Iterable[tuple[str, int]] = ()) -> None:
        pairs = cards.items() if isinstance(cards, Mapping) else cards
        super().__init__({name: count for name, count in pairs if count})

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"CardSet({dict(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (CardSet, (dict(self),))

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a set of cards does not change")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


@lru_cache(maxsize=64)
def names_of_kinds(board: Board) -> tuple[str | None, ...]:
    """Return the name of each kind of card on a board; None where it has no such kind."""
    names: list[str | None] = [None] * KINDS
    names[LOCOMOTIVE] = LOCOMOTIVE_NAME
    stock = board.record["stock"][0]
    for local, colour in enumerate(board.colours):
        names[local] = COLOURS[colour]
        for first, sort in ((HARBOUR, "harbour"), (SHIP, "ship"), (DOUBLE_SHIP, "double-ship")):
            if local < DOUBLE_SHIP - SHIP and stock[first + local] > 0:
                names[first + local] = f"{COLOURS[colour]} {sort}"
    return tuple(names)


@lru_cache(maxsize=64)
def kinds_of_names(board: Board) -> Mapping[str, int]:
    """Return the kernel's number of each card of a board."""
    return {name: kind for kind, name in enumerate(names_of_kinds(board)) if name is not None}


@lru_cache(maxsize=64)
def card_sets(board: Board) -> Callable[[bytes], CardSet]:
    """Return what turns counts per kind into a set of cards, colours first, locomotives last.

    Of one colour: train cards, those with the harbour symbol, ships, double ships. The same few
    sets pay for most routes and are asked for at every step: each is made once.
    """
    names = names_of_kinds(board)

    @lru_cache(maxsize=8192)
    def card_set(counts: bytes) -> CardSet:
        cards = CardSet.__new__(CardSet)
        dict.update(cards, [(names[kind], counts[kind]) for kind in ORDER if counts[kind]])
        return cards

    return card_set


ORDER: Final = (*range(LOCOMOTIVE), *range(HARBOUR, KINDS), LOCOMOTIVE)
"""The order in which the kinds of a set are named: the wild card comes last."""
