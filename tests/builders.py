"""Builders of positions: a game set as a test needs it, without playing up to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict, Unpack

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import KINDS, NONE, SHIP, SHIPS, WAGONS
from stellwerk.game import Game
from stellwerk.game.cards import PILE_NAMES, kinds_of_names
from stellwerk.game.position import PHASES
from stellwerk.rules.state import STATE

Cards = Mapping[str, int]
_FEW = 3
"""With this many seats or fewer a claimed lane closes the others (C-16)."""


class Wanted(TypedDict, total=False):
    """What a position may have."""

    hands: Sequence[Cards]
    owners: Mapping[str, int]
    display: Sequence[str | None] | None
    pile: Cards | None
    discards: Cards
    tickets: Sequence[Iterable[str]]
    offers: Sequence[Iterable[str]]
    pieces: Sequence[int | tuple[int, int]]
    boxes: Sequence[tuple[int, int]]
    stations: Mapping[str, int]
    harbours: Mapping[str, int]
    scores: Sequence[int]
    turn: int
    phase: str
    turns_left: int | None


_PLAIN: Wanted = {
    "hands": (),
    "owners": {},
    "display": None,
    "pile": None,
    "discards": {},
    "tickets": (),
    "offers": (),
    "pieces": (),
    "boxes": (),
    "stations": {},
    "harbours": {},
    "scores": (),
    "turn": 0,
    "phase": "turn",
    "turns_left": None,
}


def position(
    board: str | Board = "usa",
    variant: str | None = None,
    seats: int = 2,
    seed: int = 0,
    **wanted: Unpack[Wanted],
) -> Game:
    """Return a game in this position.

    Cards are conserved: what is not in a hand, the display or the discards lies in the pile, unless
    ``pile`` says what does; then the rest is in the hand of the last seat not named in ``hands``,
    or it does not exist in this game. What is left out is empty (hands, owners, discards, tickets),
    full (pieces) or laid out from what is there, no locomotives first (display).

    >>> game = position(hands=[{"red": 3}], owners={"denver-phoenix": 1})
    >>> game.play("claim nashville-raleigh 3 red")  # doctest: +SKIP
    """
    chosen = board if isinstance(board, Board) else Board.load(board, variant)
    unknown = wanted.keys() - _PLAIN.keys()
    assert not unknown, f"a position has no {unknown}"
    return _Builder(chosen, seats, seed).build({**_PLAIN, **wanted})


class _Builder:
    """Writes a position into a dealt state, part by part."""

    def __init__(self, board: Board, seats: int, seed: int) -> None:
        self.board = board
        self.seats = seats
        self.states = Game.new(board, seats, seed).states
        self.state: Any = self.states[0]
        self.kinds = kinds_of_names(board)
        self.stock = board.record["stock"][0].astype(int)

    def build(self, wanted: Wanted) -> Game:
        self._cards(wanted["hands"], wanted["display"], wanted["pile"], wanted["discards"])
        self._routes(wanted["owners"])
        self._pieces(wanted["pieces"], wanted["boxes"], wanted["owners"])
        self._tickets(wanted["tickets"], wanted["offers"])
        for field, built in (("station", wanted["stations"]), ("harbour", wanted["harbours"])):
            for city, seat in built.items():
                bit = np.uint64(1) << np.uint64(self.board.city_index[city])
                self.state[field][seat] |= bit
        for seat, score in enumerate(wanted["scores"]):
            self.state.score[seat] = score
        phase = wanted["phase"]
        self.state.phase = {name: number for number, name in PHASES.items()}[phase]
        self.state.turn = wanted["turn"]
        everybody = (1 << self.seats) - 1
        setup = phase in ("mix", "keep", "pieces")
        self.state.pending = 0 if phase == "over" else everybody if setup else 1 << wanted["turn"]
        if wanted["turns_left"] is not None:
            self.state.turns_left = wanted["turns_left"]
        return Game(self.board, self.states, ("",) * self.seats, None)

    def _counts(self, cards: Cards) -> Any:
        counts = np.zeros(KINDS, int)
        for name, count in cards.items():
            counts[self.kinds[name]] = count
        return counts

    def _cards(
        self,
        hands: Sequence[Cards],
        display: Sequence[str | None] | None,
        pile: Cards | None,
        discards: Cards,
    ) -> None:
        state = self.state
        free = self.stock.copy()
        for seat in range(self.seats):
            hand = self._counts(hands[seat]) if seat < len(hands) else np.zeros(KINDS, int)
            free -= hand
            state.hand[seat] = hand
            state.hand_size[seat] = _sizes(hand)
        discarded = self._counts(discards)
        free -= discarded
        shown = self._shown(free, display)
        state.display[:] = shown
        for kind in shown:
            if kind != NONE:
                free[kind] -= 1
        assert (free >= 0).all(), "more cards than the board has"
        if pile is not None:
            assert (self._counts(pile) <= free).all(), "more cards than the board has"
            free = self._counts(pile)
        state.discard[:] = discarded
        state.discard_size[:] = _sizes(discarded)
        state.pile[:] = free
        state.pile_size[:] = _sizes(free)
        state.known[:] = 0
        state.old[:] = 0
        for viewer in range(self.seats):
            others = [state.hand[seat].astype(int) for seat in range(self.seats) if seat != viewer]
            state.fresh[viewer] = free + sum(others)

    def _shown(self, free: Any, display: Sequence[str | None] | None) -> list[int]:
        """Return the display's kinds, as wanted, or plain cards one after the other."""
        sizes = self.board.rules.display
        if display is not None:
            shown = [NONE if name is None else self.kinds[name] for name in display]
        else:
            shown = []
            for pile, size in zip(PILE_NAMES, sizes, strict=True):
                of_pile = [
                    kind
                    for name, kind in self.kinds.items()
                    if (kind >= SHIP) == (pile == "ship") and name != "locomotive"
                ]
                left = Counter({kind: int(free[kind]) for kind in of_pile if free[kind] > 0})
                for _ in range(size):
                    kind = max(left, key=lambda each: left[each])
                    left[kind] -= 1
                    shown.append(kind)
        return shown + [NONE] * (len(self.state.display) - len(shown))

    def _routes(self, owners: Mapping[str, int]) -> None:
        state, record = self.state, self.board.record[0]
        for name, seat in owners.items():
            route = self.board.route_index[name]
            word, bit = route >> 6, np.uint64(1) << np.uint64(route & 63)
            state.own[seat][word] |= bit
            state.free[word] &= ~bit
            if self.seats <= _FEW:
                state.free[:] &= ~record.twins[route]
            else:
                state.shut[seat] |= record.twins[route]

    def _pieces(
        self,
        pieces: Sequence[int | tuple[int, int]],
        boxes: Sequence[tuple[int, int]],
        owners: Mapping[str, int],
    ) -> None:
        """Set the pieces: as wanted, or all (as suggested, where one chooses) less those laid."""
        rules = self.board.rules
        wagons = rules.suggested_wagons if rules.pieces else rules.wagons
        ships = rules.pieces - wagons if rules.pieces else rules.ships
        for seat in range(self.seats):
            laid = [0, 0]
            for name, owner in owners.items():
                route = self.board.routes[self.board.route_index[name]]
                if owner == seat:
                    laid[SHIPS if route.kind == "ship" else WAGONS] += route.length
            left: int | tuple[int, int] = (wagons - laid[WAGONS], ships - laid[SHIPS])
            if seat < len(pieces):
                left = pieces[seat]
            self.state.pieces[seat] = (left, 0) if isinstance(left, int) else left
            box = (rules.wagons - wagons, rules.ships - ships) if rules.pieces else (0, 0)
            self.state.box[seat] = boxes[seat] if seat < len(boxes) else box

    def _tickets(self, tickets: Sequence[Iterable[str]], offers: Sequence[Iterable[str]]) -> None:
        """Give tickets out; all others lie in their piles, in the order of the board file."""
        state, index = self.state, self.board.ticket_index
        state.held[:] = 0
        state.offer[:] = NONE
        state.offered[:] = 0
        state.start_offer[:] = NONE
        state.start_kept[:] = 0
        state.draws = 0
        gone: set[int] = set()
        for seat, names in enumerate(tickets):
            for name in names:
                ticket = index[name]
                state.held[seat][ticket >> 6] |= np.uint64(1) << np.uint64(ticket & 63)
                gone.add(ticket)
        for seat, names in enumerate(offers):
            numbers = [index[name] for name in names]
            state.offer[seat][: len(numbers)] = numbers
            state.offered[seat] = len(numbers)
            gone.update(numbers)
        state.queue[:] = NONE
        size = 0
        for pile in range(len(self.board.rules.tickets.piles)):
            state.head[pile] = size
            left = [
                number
                for number, ticket in enumerate(self.board.tickets)
                if ticket.pile == pile and number not in gone
            ]
            state.queue[size : size + len(left)] = left
            state.left[pile] = len(left)
            size += len(left)
        state.tail = size


def with_dealt_tickets(game: Game) -> Game:
    """Return a position whose tickets were kept of a deal, as whoever deals it again needs it.

    For boards with one pile of tickets, and no more tickets in a hand than are dealt.
    """
    board, state = game.board, game.states[0]
    dealt = int(board.record["start_tickets"][0][0])
    hands = [
        [n for n in range(len(board.tickets)) if int(state["held"][seat][n >> 6]) >> (n & 63) & 1]
        for seat in range(int(state["seats"]))
    ]
    left = [n for n in range(len(board.tickets)) if not any(n in hand for hand in hands)]
    queue: list[int] = []
    unkept: list[int] = []
    for seat, hand in enumerate(hands):
        others = [left.pop(0) for _ in range(dealt - len(hand))]
        state["start_offer"][seat][:dealt] = [*hand, *others]
        state["start_kept"][seat] = (1 << len(hand)) - 1
        queue += [*hand, *others]
        unkept += others
    state["head"][0] = len(queue)
    queue += [*left, *unkept]
    state["queue"][: len(queue)] = queue
    state["tail"], state["left"][0] = len(queue), len(left) + len(unkept)
    return game


def _sizes(counts: Any) -> tuple[int, int]:
    return int(counts[:SHIP].sum()), int(counts[SHIP:].sum())


def state_bytes(game: Game) -> bytes:
    """Return the bytes of a game's state, to see that nothing changed."""
    return game.states.tobytes()


def empty_states() -> np.ndarray[tuple[int], np.dtype[Any]]:
    """Return room for one state."""
    return np.zeros(1, STATE)
