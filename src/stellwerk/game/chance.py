"""What chance brought with a move: cards drawn and laid out, tickets offered."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from stellwerk.game.events import gained, is_tunnel, renewed, turned_up
from stellwerk.game.lengths import Display, Hands, Offers, Word, Words
from stellwerk.game.moves import ClaimRoute, DrawCard, DrawTickets, Move
from stellwerk.game.position import Position

Part = TypeVar("Part")


class Chance(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The random outcomes of one entry of a record; what did not happen is left out."""

    hands: Hands | None = None
    """The first hands, seat by seat."""
    drawn: Word | None = None
    """The card drawn blind."""
    display: Display | None = None
    """The display, if it is another now."""
    turned: Words | None = None
    """The cards turned up for a tunnel."""
    shuffled: Words = ()
    """The piles made anew from discards."""
    offers: Offers | None = None
    """Tickets newly offered, seat by seat."""

    def shown_to(self, viewer: int | None, seat: int | None) -> Chance:
        """Return what a viewer may know of the outcomes of a move of ``seat``, or of the deal."""
        return Chance(
            hands=_only(self.hands, viewer),
            drawn=self.drawn if viewer is not None and viewer == seat else None,
            display=self.display,
            turned=self.turned,
            shuffled=self.shuffled,
            offers=_only(self.offers, viewer),
        )


def _only(
    parts: tuple[Part | None, ...] | None, viewer: int | None
) -> tuple[Part | None, ...] | None:
    """Keep the part of one seat."""
    if parts is None:
        return None
    return tuple(part if seat == viewer else None for seat, part in enumerate(parts))


def chance_of_deal(after: Position) -> Chance:
    """Return what the deal brought."""
    seats = range(after.seats)
    return Chance(
        hands=tuple(dict(after.hand(seat)) for seat in seats),
        display=after.display,
        offers=tuple(after.offer(seat) for seat in seats) if after.phase == "keep" else None,
    )


def chance_of(before: Position, after: Position, move: Move) -> Chance:
    """Return what chance brought with a move."""
    seats = range(after.seats)
    offers: tuple[tuple[str, ...] | None, ...] | None = None
    if isinstance(move, DrawTickets):
        offers = tuple(after.offer(seat) if seat == move.seat else None for seat in seats)
    elif before.phase == "mix" and after.phase != "mix":
        offers = tuple(after.offer(seat) for seat in seats)
    tunnel = isinstance(move, ClaimRoute) and is_tunnel(before, move.route)
    return Chance(
        drawn=gained(before, after, move.seat) if isinstance(move, DrawCard) else None,
        display=after.display if after.display != before.display else None,
        turned=turned_up(before, after) if tunnel else None,
        shuffled=renewed(before, after),
        offers=offers,
    )
