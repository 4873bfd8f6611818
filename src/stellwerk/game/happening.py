"""What a move brought."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

from stellwerk.game.events import Event

if TYPE_CHECKING:
    from stellwerk.game.game import Game


class Happening(Sequence[Event]):
    """What a move brought, as its mover sees it; made when somebody looks."""

    def __init__(self, game: Game, seq: int, viewer: int) -> None:
        self._game = game
        self._seq = seq
        self._viewer = viewer

    @cached_property
    def _events(self) -> tuple[Event, ...]:
        facts = self._game.facts(self._seq)
        return tuple(fact.shown_to(self._viewer, self._seq) for fact in facts)

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        return self._events[index]

    def __len__(self) -> int:
        return len(self._events)

    def __repr__(self) -> str:
        return f"{list(self._events)!r}"
