"""Limits on the parts of a move or a record, whoever wrote it.

A decoder refuses what is longer, so that a small file cannot grow large when it is replayed.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from stellwerk.board.layout import DISPLAY, KINDS, OFFER, SEATS
from stellwerk.rules.state import FLUSHES

NAME_LENGTH: Final = 200
"""Most characters of a player's name."""
MOST_ENTRIES: Final = 20_000
"""Most entries of a record; five players who move at random need about 500."""
MOST_BYTES: Final = 1 << 24
"""Most bytes of a record."""

Word = Annotated[str, Meta(max_length=100)]
"""A version, a board, a variant, a hash, or a kind of card."""
Id = Annotated[str, Meta(max_length=4000)]
"""A city, a route or a ticket; a tour is called by all its stops."""
PlayerName = Annotated[str, Meta(max_length=NAME_LENGTH)]
PlayerNames = Annotated[tuple[PlayerName, ...], Meta(max_length=SEATS)]
SeatColours = Annotated[tuple[Word, ...], Meta(max_length=SEATS)]
Cards = Annotated[dict[Word, int], Meta(max_length=KINDS)]
Hands = Annotated[tuple[Cards | None, ...], Meta(max_length=SEATS)]
Display = Annotated[tuple[Word | None, ...], Meta(max_length=DISPLAY)]
Displays = Annotated[tuple[Display, ...], Meta(max_length=FLUSHES)]
Words = Annotated[tuple[Word, ...], Meta(max_length=DISPLAY)]
Tickets = Annotated[tuple[Id, ...], Meta(max_length=OFFER)]
Offers = Annotated[tuple[Tickets | None, ...], Meta(max_length=SEATS)]
