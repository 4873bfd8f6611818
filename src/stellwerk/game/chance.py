"""What chance brought with a move: cards drawn and laid out, tickets offered."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from stellwerk.game.lengths import Display, Displays, Hands, Offers, Word, Words
from stellwerk.game.moves import DrawTickets, Move, TakeCard
from stellwerk.game.position import Position
from stellwerk.game.report import Report, displays_of_deal, report_of

Part = TypeVar("Part")


class Chance(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The random outcomes of one entry of a record; what did not happen is left out."""

    hands: Hands | None = None
    """The first hands, seat by seat."""
    drawn: Word | None = None
    """The card drawn blind."""
    display: Display | None = None
    """The display, if it has changed."""
    cleared: Displays = ()
    """The displays that lay there in between and were cleared (C-06). Left out where there was one:
    that before the move, with a locomotive in the place taken, and now another place differs."""
    turned: Words | None = None
    """The cards turned up for a tunnel."""
    shuffled: Words = ()
    """The piles made from discards."""
    offers: Offers | None = None
    """Tickets newly offered, seat by seat."""

    def shown_to(self, viewer: int | None, seat: int | None) -> Chance:
        """Return what a viewer may know of the outcomes of a move of ``seat``, or of the deal."""
        return Chance(
            hands=_only(self.hands, viewer),
            drawn=self.drawn if viewer is not None and viewer == seat else None,
            display=self.display,
            cleared=self.cleared,
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
        cleared=displays_of_deal(after)[:-1],
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
    report = report_of(before, after, move)
    return Chance(
        drawn=report.drawn,
        display=after.display if after.display != before.display else None,
        cleared=_cleared(before, report, move),
        turned=report.turned,
        shuffled=report.shuffled,
        offers=offers,
    )


def _cleared(before: Position, report: Report, move: Move) -> tuple[tuple[str | None, ...], ...]:
    """Return the displays that were cleared, unless anybody can tell from the next one."""
    displays = (report.display, *report.laid_out)
    plain = list(before.display)
    taken = move.place - 1 if isinstance(move, TakeCard) else None
    if taken is not None:
        plain[taken] = "locomotive"
    if len(displays) == 2 and report.display == tuple(plain) and report.turned is None:
        pairs = enumerate(zip(*displays, strict=True))
        if any(place != taken and old not in (None, new) for place, (old, new) in pairs):
            return ()
    return displays[:-1]
