"""Somebody who sits beside the table and hears what is told: what lies open, from that alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from stellwerk.game.chance import Chance
from stellwerk.game.moves import (
    BuildHarbour,
    BuildStation,
    ClaimRoute,
    DrawCard,
    Move,
    PayTunnel,
    TakeCard,
    Withdraw,
)
from stellwerk.game.position import Position

Display = tuple[str | None, ...]


def pile_of(card: str) -> str:
    """Return the pile that a card belongs to."""
    return "ship" if card.endswith("ship") else "train"


class Witness:
    """Keeps the display, the discards and the sizes of the piles by what is told (C-06 to C-09)."""

    def __init__(self, dealt: Position) -> None:
        """Begin with what lies open after the deal."""
        self.display = list(dealt.display)
        self.discards = Counter(dealt.discards)
        self.sizes = dict(dealt.piles)
        self.laid: Counter[str] = Counter()
        self.turned: tuple[str, ...] = ()
        self.shuffled: set[str] = set()

    def agrees_with(self, position: Position) -> bool:
        """Tell whether a position lies open as this one thinks."""
        return (
            tuple(self.display) == position.display
            and +self.discards == Counter(position.discards)
            and self.sizes == position.piles
            and self.laid == Counter(position.laid)
            and (position.phase != "tunnel" or sorted(self.turned) == sorted(position.turned))
        )

    def hear(self, events: Iterable[tuple[str, Mapping[str, Any]]]) -> set[str]:
        """Follow the events of one move; return the piles that were told to be shuffled."""
        self.shuffled = set()
        told = set()
        for code, params in events:
            if code == "took":
                self.take(params["place"], params["new"])
            elif code == "drew":
                self.draw(params["pile"])
            elif code == "tunnel":
                self.lay(params["cards"], params["turned"])
            elif code in ("station", "harbour", "claimed"):
                self.pay(params["cards"])
            elif code == "withdrew":
                self.withdraw()
            elif code == "filled":
                self.fill(params["display"])
            elif code == "flushed":
                self.lay_out(params["display"])
            elif code == "shuffled":
                told.add(params["pile"])
        return told

    def read(self, move: Move, chance: Chance, pays_next: bool) -> None:
        """Follow one entry of a record; ``pays_next``: a tunnel is paid or left with the next."""
        self.shuffled = set()
        before = tuple(self.display)
        displays = list(chance.cleared)
        if chance.display is not None or chance.cleared:
            displays.append(chance.display or before)
        taken = move.place - 1 if isinstance(move, TakeCard) else None
        if displays and self._others_differ(before, displays[0], taken):
            # It was cleared, as it was or with one locomotive more.
            displays.insert(0, self._with_locomotive(before, taken))
        first = displays[0] if displays else before
        if isinstance(move, TakeCard):
            self.take(move.place, first[move.place - 1])
        elif isinstance(move, DrawCard):
            self.draw(move.pile)
        elif isinstance(move, ClaimRoute) and chance.turned is not None:
            self.lay(move.cards, chance.turned)
            if not pays_next:
                self.pay(move.cards)
        elif isinstance(move, PayTunnel):
            self.pay(self.laid + Counter(move.cards))
        elif isinstance(move, Withdraw):
            self.withdraw()
        elif isinstance(move, ClaimRoute | BuildStation | BuildHarbour):
            self.pay(move.cards)
        if not isinstance(move, TakeCard):
            self.fill(first)
        for display in displays[1:]:
            self.lay_out(display)

    @staticmethod
    def _others_differ(before: Display, after: Display, place: int | None) -> bool:
        pairs = enumerate(zip(before, after, strict=True))
        return any(at != place and old not in (None, new) for at, (old, new) in pairs)

    @staticmethod
    def _with_locomotive(display: Display, place: int | None) -> Display:
        if place is None:
            return display
        return (*display[:place], "locomotive", *display[place + 1 :])

    def take(self, place: int, new: str | None) -> None:
        """Take a display card; another comes in its place."""
        self.display[place - 1] = new
        if new is not None:
            self.draw(pile_of(new))

    def draw(self, pile: str) -> None:
        """Take the top card of a pile; the moment it is used up it is reshuffled (C-08)."""
        self.sizes[pile] -= 1
        self._renew(pile)

    def lay(self, cards: Mapping[str, int], turned: tuple[str, ...]) -> None:
        """Lay cards for a tunnel and turn some up (E-07, E-10)."""
        self.laid = Counter(cards)
        self.turned = turned
        for card in turned:
            self.draw(pile_of(card))

    def pay(self, cards: Mapping[str, int]) -> None:
        """Discard cards, and what was turned up."""
        self.discards += Counter(cards)
        self._end_tunnel()

    def withdraw(self) -> None:
        """Take the laid cards back (E-09)."""
        self._end_tunnel()

    def fill(self, display: Display) -> None:
        """Fill empty places."""
        for place, (old, new) in enumerate(zip(self.display, display, strict=True)):
            assert old in (None, new), "only an empty place is filled"
            if old is None and new is not None:
                self.take(place + 1, new)

    def lay_out(self, display: Display) -> None:
        """Discard the display and lay out another (C-06)."""
        self.discards += Counter(card for card in self.display if card is not None)
        self._renew(*self.sizes)
        self.display = [None] * len(display)
        self.fill(display)

    def _end_tunnel(self) -> None:
        self.discards += Counter(self.turned)
        self.laid, self.turned = Counter(), ()
        self._renew(*self.sizes)

    def _renew(self, *piles: str) -> None:
        for pile in piles:
            cards = [card for card in +self.discards if pile_of(card) == pile]
            if self.sizes[pile] == 0 and cards:
                self.sizes[pile] = sum(self.discards.pop(card) for card in cards)
                self.shuffled.add(pile)
