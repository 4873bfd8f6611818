"""Tiny decks, and a second way to work out what a viewer can know of them.

Every deal is followed from the start through all that was public and all that the viewer saw
itself; deals that contradict it are dropped. What is left, with its weights, is what a fair redeal
must draw from. A choice tells nothing beyond the cards it shows: which hidden cards somebody shows,
and which tickets somebody keeps, counts as drawn by lot.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from math import factorial
from typing import Any, TypeVar

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import (
    KINDS,
    LOCOMOTIVE,
    NONE,
    OUT,
    SHUFFLE,
    TICKETS,
    UNDER,
)
from stellwerk.rules.state import DRAW_BLIND, DRAW_TICKETS, KEEP, KEEP_TICKETS, MIX, TAKE
from tests.laws.laws import Array, Walk

Cards = tuple[int, ...]
Key = TypeVar("Key")


def tiny_record(
    stock: tuple[int, ...] = (3, 3, 3),
    locomotives: int = 2,
    hand: int = 2,
    display: int = 2,
    tickets: int = 6,
    start: int = 2,
    draw: int = 2,
    unkept: int = UNDER,
    second: int = 0,
    mix: bool = False,
    start_second: int = 0,
    draw_second: int = 0,
) -> Array:
    """Return the lesson's board with a tiny deck; the last ``second`` tickets are a second pile."""
    array = Board.load("lesson").record.copy()
    record: Any = array[0]
    record.stock[:] = 0
    record.stock[: len(stock)] = stock
    record.stock[LOCOMOTIVE] = locomotives
    record.deal[:] = hand, 0
    record.display[:] = display, 0
    record.flush = display + 1
    record.tickets = tickets
    record.ticket_piles = 2 if second else 1
    record.ticket_pile[:] = 0
    record.ticket_pile[tickets - second : tickets] = 1
    record.mix = mix
    record.start_tickets[:] = start, start_second
    record.start_keep = 1
    record.start_unkept = unkept
    record.draw_tickets[:] = draw, draw_second
    return array


@dataclass
class Step:
    """One move of a game, with the positions before and after it."""

    before: Any
    move: Any
    after: Any


def played(walk: Walk, most: int) -> Iterator[list[Step]]:
    """Play at random; give the history so far before each move."""
    history: list[Step] = []
    for _ in range(most):
        if walk.seat < 0:
            return
        yield history
        number = walk.rng.randrange(walk.legal())
        before, move = walk.states[0].copy(), walk.moves[number].copy()
        walk.play(number)
        history.append(Step(before, move, walk.states[0].copy()))


def spread(
    weights: dict[Key, float], ways: Callable[[Key], Iterator[tuple[Key, float]]]
) -> dict[Key, float]:
    """Follow each possibility along all its ways; those without any are dropped."""
    found: dict[Key, float] = defaultdict(float)
    for key, weight in weights.items():
        for other, share in ways(key):
            found[other] += weight * share
    return dict(found)


def normal(weights: dict[Key, float]) -> dict[Key, float]:
    """Make weights a distribution."""
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items()}


Hidden = tuple[Cards, tuple[tuple[Cards, Cards], ...]]
"""The pile, and for each seat its hidden cards: from before the last shuffle, and since."""


def add(cards: Cards, kind: int, number: int = 1) -> Cards:
    """Add cards of a kind."""
    return (*cards[:kind], cards[kind] + number, *cards[kind + 1 :])


def plus(a: Cards, b: Cards) -> Cards:
    """Put cards together."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


class CardDeals:
    """All ways in which the cards can lie, as far as a viewer can know."""

    def __init__(self, record: Any, seats: int, viewer: int, first: Any) -> None:
        """Follow the deal: hands, then the display."""
        self.viewer = viewer
        self.seats = seats
        self.places = int(record.display[0])
        self.empty: Cards = (0,) * KINDS
        nothing = tuple((self.empty, self.empty) for _ in range(seats))
        self.weights: dict[Hidden, float] = {
            (tuple(int(each) for each in record.stock), nothing): 1.0
        }
        self.size = int(record.stock.sum())
        self.discards = self.empty
        self.known = [self.empty] * seats
        self.shuffles = 0
        own = [kind for kind in range(KINDS) for _ in range(first["hand"][viewer][kind])]
        for seat in range(seats):
            for number in range(int(record.deal[0])):
                self.blind(seat, own[number] if seat == viewer else NONE)
        for place in range(self.places):
            self.seen(int(first["display"][place]))

    def seen(self, kind: int) -> None:
        """Turn up a card that the viewer sees."""

        def ways(key: Hidden) -> Iterator[tuple[Hidden, float]]:
            pile, hidden = key
            if pile[kind]:
                yield (add(pile, kind, -1), hidden), pile[kind] / sum(pile)

        self.weights = spread(self.weights, ways)
        self._drawn()

    def blind(self, seat: int, kind: int = NONE) -> None:
        """Let a seat draw blind; ``kind`` is what it was, for the viewer itself."""
        if seat == self.viewer:
            self.seen(kind)
            return

        def ways(key: Hidden) -> Iterator[tuple[Hidden, float]]:
            pile, hidden = key
            old, new = hidden[seat]
            for each in range(KINDS):
                if pile[each]:
                    hand = (old, add(new, each))
                    changed = (*hidden[:seat], hand, *hidden[seat + 1 :])
                    yield (add(pile, each, -1), changed), pile[each] / sum(pile)

        self.weights = spread(self.weights, ways)
        self._drawn()

    def _drawn(self) -> None:
        self.size -= 1
        if self.size == 0:
            self.renew()

    def renew(self) -> None:
        """Shuffle the discards into a new pile, if there are any."""
        if not sum(self.discards):
            return

        def ways(key: Hidden) -> Iterator[tuple[Hidden, float]]:
            _, hidden = key
            aged = tuple((plus(old, new), self.empty) for old, new in hidden)
            yield (self.discards, aged), 1.0

        self.weights = spread(self.weights, ways)
        self.size = sum(self.discards)
        self.discards = self.empty
        self.shuffles += 1

    def shown(self, seat: int, kind: int) -> None:
        """Let a seat show a card: a known one, else an old one of that kind, else one by lot."""
        self.discards = add(self.discards, kind)
        if self.known[seat][kind]:
            self.known[seat] = add(self.known[seat], kind, -1)
            return
        if seat == self.viewer:
            return

        def ways(key: Hidden) -> Iterator[tuple[Hidden, float]]:
            pile, hidden = key
            old, new = hidden[seat]
            share = 1.0
            if old[kind]:
                hand = (add(old, kind, -1), new)
            elif new[kind]:
                hand = (old, add(new, kind, -1))
                share = new[kind] / sum(new)
            else:
                return
            yield (pile, (*hidden[:seat], hand, *hidden[seat + 1 :])), share

        self.weights = spread(self.weights, ways)

    def follow(self, step: Step) -> bool:
        """Follow a move; return whether the kernel's books still hold all that can be known.

        With two seats they always do. With more, they hold one shuffle: not which hidden cards were
        drawn before the one before, nor whether one that is shown was drawn before the last.
        """
        seat, kind = int(step.move["seat"]), int(step.move["kind"])
        before, after = step.before, step.after
        if kind == TAKE:
            place = int(step.move["target"])
            self.known[seat] = add(self.known[seat], int(before["display"][place]))
            self.seen(int(after["display"][place]))
        elif kind == DRAW_BLIND:
            drawn = after["hand"][seat].astype(int) - before["hand"][seat].astype(int)
            self.blind(seat, int(np.argmax(drawn)))
        elif step.move["cards"].any():
            known = before["known"][seat]
            shows = bool((step.move["cards"] > known).any())
            if shows and self.shuffles and self.seats > 2 and seat != self.viewer:
                return False
            for card in range(KINDS):
                for _ in range(int(step.move["cards"][card])):
                    self.shown(seat, card)
            self._settle(before, after)
        return self.seats == 2 or self.shuffles < 2

    def _settle(self, before: Any, after: Any) -> None:
        """Make a pile of the first discards, and fill the display from it."""
        if self.size:
            return
        self.renew()
        for place in range(self.places):
            if before["display"][place] == NONE and after["display"][place] != NONE:
                self.seen(int(after["display"][place]))

    def outcome(self, state: Any) -> Hidden:
        """Return how the cards lie in a position, without the age of the hidden ones."""
        hands = []
        for seat in range(self.seats):
            hidden = state["hand"][seat].astype(int) - state["known"][seat].astype(int)
            own = seat == self.viewer
            hands.append((self.empty, self.empty if own else tuple(int(n) for n in hidden)))
        return tuple(int(n) for n in state["pile"]), tuple(hands)

    def distribution(self) -> dict[Hidden, float]:
        """Return the probability of each way the cards can lie."""

        def ways(key: Hidden) -> Iterator[tuple[Hidden, float]]:
            pile, hidden = key
            hands = tuple((self.empty, plus(old, new)) for old, new in hidden)
            yield (pile, hands), 1.0

        return normal(spread(self.weights, ways))


Piles = tuple[tuple[int, ...], ...]
Lying = tuple[Piles, tuple[frozenset[int], ...], tuple[tuple[int, ...], ...]]
"""The piles, top first; the tickets each seat holds; those it is choosing from."""


class TicketDeals:
    """All ways in which the tickets can lie, as far as a viewer can know."""

    def __init__(self, record: Any, seats: int, viewer: int) -> None:
        """Begin with every order of every pile."""
        self.record = record
        self.viewer = viewer
        self.seats = seats
        self.pile_of = [int(pile) for pile in record.ticket_pile[: int(record.tickets)]]
        nobody = tuple(frozenset[int]() for _ in range(seats))
        nothing: tuple[tuple[int, ...], ...] = ((),) * seats
        piles = [[t for t, pile in enumerate(self.pile_of) if pile == each] for each in (0, 1)]
        self.weights: dict[Lying, float] = {
            ((first, second), nobody, nothing): 1.0
            for first in permutations(piles[0])
            for second in permutations(piles[1])
        }

    def follow(self, step: Step) -> None:
        """Follow a move."""
        kind, seat = int(step.move["kind"]), int(step.move["seat"])
        if kind == DRAW_TICKETS:
            self.offer(seat, self._drawn(step), step.after["offer"])
        elif kind == KEEP_TICKETS and int(step.before["phase"]) != KEEP:
            self.keep(seat, int(step.move["argument"]), at_start=False)
        elif int(step.before["phase"]) == KEEP and int(step.after["phase"]) != KEEP:
            for each in range(self.seats):
                self.keep(each, int(step.after["start_kept"][each]), at_start=True)
            self.put_in_order()

    def _drawn(self, step: Step) -> tuple[int, int]:
        seat, left = int(step.move["seat"]), step.before["left"]
        number = int(step.after["offered"][seat])
        if self.record.mix:
            second = int(step.move["argument"])
        else:
            second = min(int(self.record.draw_tickets[1]), int(left[1]))
        return number - second, second

    def deal(self, state: Any) -> None:
        """Follow the deal of the start tickets, seat by seat."""
        for seat in range(self.seats):
            if self.record.mix:
                second = int(state["start_mix"][seat])
                number = (int(self.record.start_tickets[0]) - second, second)
            else:
                number = (int(self.record.start_tickets[0]), int(self.record.start_tickets[1]))
            self.offer(seat, number, state["offer"])

    def offer(self, seat: int, number: tuple[int, int], offers: Any) -> None:
        """Offer the top tickets to a seat; the viewer sees its own."""
        seen = tuple(int(ticket) for ticket in offers[seat][: sum(number)])

        def ways(key: Lying) -> Iterator[tuple[Lying, float]]:
            piles, held, offered = key
            top = (*piles[0][: number[0]], *piles[1][: number[1]])
            if seat == self.viewer and top != seen:
                return
            rest = (piles[0][number[0] :], piles[1][number[1] :])
            yield (rest, held, (*offered[:seat], top, *offered[seat + 1 :])), 1.0

        self.weights = spread(self.weights, ways)

    def keep(self, seat: int, mask: int, at_start: bool) -> None:
        """Let a seat keep some of its offer: the viewer as it did, another as many by lot."""
        out = at_start and int(self.record.start_unkept) == OUT

        def masks(offer: tuple[int, ...]) -> list[tuple[int, ...]]:
            true = tuple(place for place in range(len(offer)) if mask >> place & 1)
            if seat == self.viewer:
                return [true]
            count = Counter(self.pile_of[offer[place]] for place in true)
            found = combinations(range(len(offer)), len(true))
            return [
                places
                for places in found
                if self._may(count, Counter(self.pile_of[offer[place]] for place in places), out)
            ]

        def ways(key: Lying) -> Iterator[tuple[Lying, float]]:
            piles, held, offered = key
            offer = offered[seat]
            choices = masks(offer)
            for places in choices:
                kept = {offer[place] for place in places}
                back = [ticket for ticket in offer if ticket not in kept and not out]
                lower = [tuple(t for t in back if self.pile_of[t] == pile) for pile in (0, 1)]
                yield (
                    (
                        (piles[0] + lower[0], piles[1] + lower[1]),
                        (*held[:seat], held[seat] | kept, *held[seat + 1 :]),
                        (*offered[:seat], (), *offered[seat + 1 :]),
                    ),
                    1 / len(choices),
                )

        self.weights = spread(self.weights, ways)

    def _may(self, true: Counter[int], other: Counter[int], out: bool) -> bool:
        """Tell whether a choice looks the same to others: how many of each pile, if that shows."""
        if not out:
            return true == other
        return all(other[pile] <= self.record.start_keep_at_most[pile] for pile in (0, 1))

    def put_in_order(self) -> None:
        """Shuffle the piles again, or put away one that is not drawn from (E-02, G-02)."""
        if int(self.record.start_unkept) == OUT:
            used = [int(number) > 0 for number in self.record.draw_tickets]

            def without(key: Lying) -> Iterator[tuple[Lying, float]]:
                piles, held, offered = key
                kept = (piles[0] if used[0] else (), piles[1] if used[1] else ())
                yield (kept, held, offered), 1.0

            self.weights = spread(self.weights, without)
        if int(self.record.start_unkept) == SHUFFLE:

            def ways(key: Lying) -> Iterator[tuple[Lying, float]]:
                piles, held, offered = key
                share = 1 / factorial(len(piles[0])) / factorial(len(piles[1]))
                for first in permutations(sorted(piles[0])):
                    for second in permutations(sorted(piles[1])):
                        yield ((first, second), held, offered), share

            # Those with the same tickets in a pile are one before they are shuffled.
            self.weights = spread(self.weights, lambda key: iter([(_sorted(key), 1.0)]))
            self.weights = spread(self.weights, ways)

    def outcome(self, state: Any) -> Lying:
        """Return how the tickets lie in a position."""
        queue = [int(ticket) for ticket in state["queue"][: int(state["tail"])]]
        piles = []
        for pile in (0, 1):
            below = queue[int(state["head"][pile]) :]
            lying = [t for t in below if t < TICKETS and self.pile_of[t] == pile]
            piles.append(tuple(lying[: int(state["left"][pile])]))
        held = []
        for seat in range(self.seats):
            words = int(state["held"][seat][0]) | int(state["held"][seat][1]) << 64
            held.append(frozenset(t for t in range(len(self.pile_of)) if words >> t & 1))
        offers = tuple(
            tuple(int(t) for t in state["offer"][seat][: int(state["offered"][seat])])
            for seat in range(self.seats)
        )
        return (piles[0], piles[1]), tuple(held), offers

    def distribution(self) -> dict[Lying, float]:
        """Return the probability of each way the tickets can lie."""
        return normal(self.weights)


def _sorted(key: Lying) -> Lying:
    piles, held, offered = key
    return (tuple(sorted(piles[0])), tuple(sorted(piles[1]))), held, offered


def follow_tickets(record: Any, seats: int, viewer: int, history: list[Step]) -> TicketDeals:
    """Follow the tickets through a history; the deal comes when the mixes are known."""
    deals = TicketDeals(record, seats, viewer)
    dealt = False
    for step in history:
        if not dealt and int(step.before["phase"]) != MIX:
            deals.deal(step.before)
            dealt = True
        deals.follow(step)
    return deals
