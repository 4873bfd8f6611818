"""Action tables: every decision on a board as one number, the same for ever."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stellwerk.board import COLOURS, Board
from stellwerk.board.layout import SHIPS, WAGONS
from stellwerk.envs.payments import all_payments
from stellwerk.envs.records import ABSENT, ACTION, EXACT, NUMBERS
from stellwerk.game.codec import codec
from stellwerk.rules import state as kernel
from stellwerk.rules.payment import ONLY_LOCOMOTIVES

_Row = tuple[int, int, int, int]
"""Kind, target, argument and colour of an action."""
_COLOURED: Final = (kernel.CLAIM, kernel.BUILD_STATION, kernel.BUILD_HARBOUR)


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of an action table with one kind of decision."""

    name: str
    first: int
    size: int
    order: str
    """What the actions go through, the last fastest."""
    meaning: str


class ActionTable:
    """The numbered actions of a board.

    Claims, stations and harbours are numbered once for each colour that can pay and once for
    locomotives alone, and mean the cards that lists of legal moves show. With ``all_payments`` they
    are numbered once for each set of cards.

    >>> table = ActionTable(Board.load("usa"))
    >>> table.size, table.text(7), table.text(20)
    (523, 'take 1', 'claim atlanta-charleston yellow')
    """

    def __init__(self, board: Board, all_payments: bool = False) -> None:
        self.board: Final = board
        self.all_payments: Final = all_payments
        self.numbers: np.ndarray[Any, np.dtype[Any]] = np.zeros(1, NUMBERS)
        for name in NUMBERS.names or ():
            self.numbers[name] = 0 if name == "rows" else ABSENT
        # The kernel looks at the first payment even where there are none.
        self.payments: np.ndarray[Any, np.dtype[Any]] = np.zeros(1, kernel.MOVE)
        self._rows: list[_Row] = []
        self.blocks: Final = tuple(block for block in self._blocks() if block.size)
        self.size: Final = len(self._rows)
        self._number_the_rest()
        self.actions: np.ndarray[Any, np.dtype[Any]] = np.zeros(self.size, ACTION)
        kinds, targets, arguments, colours = zip(*self._rows, strict=True)
        self.actions["kind"], self.actions["target"] = kinds, targets
        self.actions["argument"], self.actions["colour"] = arguments, colours

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionTable, (self.board, self.all_payments)

    def __len__(self) -> int:
        return self.size

    def text(self, action: int) -> str:
        """Return an action as a person would write it; tickets by their places in the offer."""
        kind, target, argument, colour = self._rows[action]
        if kind == kernel.KEEP_TICKETS:
            kept = [place + 1 for place in range(argument.bit_length()) if argument >> place & 1]
            return " ".join(("keep", *map(str, kept)))
        if kind == kernel.PAY_TUNNEL and colour != EXACT:
            return "pay"
        if colour == EXACT or kind not in _COLOURED:
            move = np.zeros(1, kernel.MOVE)
            if colour == EXACT:
                move[0] = self.payments[action - int(self.numbers["payments"][0])]
            move["kind"], move["target"], move["argument"] = kind, target, argument
            (read,) = codec(self.board).read(move, 1, ())
            return read.text(self.board)
        if kind == kernel.CLAIM:
            return f"claim {self.board.routes[target].id} {self._colour(colour)}"
        word = "station" if kind == kernel.BUILD_STATION else "harbour"
        return f"{word} {self.board.cities[target].id} {self._colour(colour)}"

    def _number_the_rest(self) -> None:
        """Tell the kernel the numbers of all actions that are not paid for with a colour."""
        self.numbers["size"] = self.size
        self.numbers["stride"] = 0
        base, stride = self.numbers["base"][0], self.numbers["stride"][0]
        for number, (kind, target, argument, colour) in enumerate(self._rows):
            if colour == EXACT or kind in _COLOURED:
                continue
            if target == 0:
                base[kind] = number - argument
            elif target == 1:
                stride[kind] = number - argument - base[kind]

    def _colour(self, colour: int) -> str:
        if colour == ONLY_LOCOMOTIVES:
            return "locomotive"
        return COLOURS[self.board.colours[colour]]

    def _blocks(self) -> Iterator[Block]:
        yield from self._choices()
        yield from self._draws()
        if self.all_payments:
            self.payments = all_payments(self.board)
            self.numbers["payments"] = len(self._rows)
            rows = (
                (int(row["kind"]), int(row["target"]), 0, EXACT)
                for row in self.payments[["kind", "target"]]
            )
            yield self._block(
                "payments", rows, "targets, sets of cards", "claim, build or pay with these cards"
            )
            return
        if self.board.record["has_tunnels"][0]:
            yield self._block(
                "pay_tunnel", [(kernel.PAY_TUNNEL, 0, 0, 0)], "", "pay a tunnel's price"
            )
        yield self._claims()
        stations = int(self.board.record["station_cities"][0]) if self.board.rules.stations else 0
        yield self._buildings("station", kernel.BUILD_STATION, stations)
        ports = int(self.board.record["ports"][0]) if self.board.rules.harbours else 0
        yield self._buildings("harbour", kernel.BUILD_HARBOUR, ports)

    def _block(self, name: str, rows: Iterable[_Row], order: str, meaning: str) -> Block:
        first = len(self._rows)
        self._rows.extend(rows)
        return Block(name, first, len(self._rows) - first, order, meaning)

    def _choices(self) -> Iterator[Block]:
        """Number what is chosen at the start of a game and from each offer of tickets."""
        board, tickets = self.board, self.board.rules.tickets
        second = range(tickets.start[0] + 1) if tickets.mix else ()
        yield self._block(
            "mix",
            ((kernel.CHOOSE_MIX, 0, number, 0) for number in second),
            "number",
            "take this many of the first tickets from the second pile",
        )
        offered = max(sum(tickets.start), sum(tickets.draw))
        yield self._block(
            "keep",
            ((kernel.KEEP_TICKETS, 0, kept, 0) for kept in range(1, 1 << offered)),
            "sets of places in the offer, as bits",
            "keep these tickets of the offer",
        )
        total, rules = board.rules.pieces, board.rules
        wagons = range(max(0, total - rules.ships), min(total, rules.wagons) + 1) if total else ()
        yield self._block(
            "pieces",
            ((kernel.CHOOSE_PIECES, 0, number, 0) for number in wagons),
            "number, from the fewest",
            "start with this many wagons, the rest ships",
        )

    def _draws(self) -> Iterator[Block]:
        """Number what a turn can do without paying cards."""
        rules, tickets = self.board.rules, self.board.rules.tickets
        piles = range(int(self.board.record["piles"][0]))
        yield self._block(
            "take",
            (
                (kernel.TAKE, place, pile, 0)
                for place in range(sum(rules.display))
                for pile in piles
            ),
            "places of the display, piles",
            "take this card, and fill its place from this pile",
        )
        yield self._block(
            "blind",
            ((kernel.DRAW_BLIND, pile, 0, 0) for pile in piles),
            "piles",
            "draw the top card",
        )
        second = range((tickets.draw[0] if tickets.mix else 0) + 1)
        yield self._block(
            "tickets",
            ((kernel.DRAW_TICKETS, 0, number, 0) for number in second),
            "number",
            "draw tickets, this many of them from the second pile",
        )
        # No more pieces than these can be in a seat's box (W-16).
        most = rules.wagons + rules.ships - rules.pieces if rules.exchange else 0
        exchanged = range(1, most + 1)
        yield self._block(
            "exchange",
            (
                (kernel.EXCHANGE, given, number, 0)
                for given in (WAGONS, SHIPS)
                for number in exchanged
            ),
            "given kind, number",
            "exchange pieces",
        )
        yield self._block(
            "pass_turn", [(kernel.PASS, 0, 0, 0)], "", "pass, when nothing else can be done"
        )
        if self.board.record["has_tunnels"][0]:
            yield self._block("withdraw", [(kernel.WITHDRAW, 0, 0, 0)], "", "give a tunnel up")

    def _claims(self) -> Block:
        first = len(self._rows)
        for number, route in enumerate(self.board.routes):
            own = self.board.record["colour"][0, number]
            colours = range(len(self.board.colours)) if route.colour is None else (int(own),)
            for colour in (*(() if route.rugged else colours), ONLY_LOCOMOTIVES):
                self.numbers["claim"][0, number, colour] = len(self._rows)
                self._rows.append((kernel.CLAIM, number, 0, colour))
            if len(colours) == len(COLOURS) and not route.rugged:
                self.numbers["rows"][0, number // 64] |= np.uint64(1 << number % 64)
        return Block(
            "claim",
            first,
            len(self._rows) - first,
            "routes, colours that pay and locomotives alone",
            "claim this route, or try this tunnel; a rugged route has one action",
        )

    def _buildings(self, name: str, kind: int, cities: int) -> Block:
        first = len(self._rows)
        for city in range(len(self.board.cities)):
            if cities >> city & 1:
                for colour in (*range(len(self.board.colours)), ONLY_LOCOMOTIVES):
                    self.numbers[name][0, city, colour] = len(self._rows)
                    self._rows.append((kind, city, 0, colour))
        size = len(self._rows) - first
        return Block(name, first, size, "cities, colours and locomotives", f"build a {name} there")
