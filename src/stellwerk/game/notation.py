"""Understanding moves that a person types.

Forgiven are case, accents, unfinished names, other usual names of cities, and both languages. With
a game at hand, what is plain there may be left out: the cards when only one set pays, the lane when
it does not matter, the place of a card that lies in the display. For a route the beginnings of its
two cities are enough: ``van cal``. Where a text may mean several moves, the error lists them, each
with a text that means it alone. An exclamation mark at the end takes the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from stellwerk.board import Board, UnknownName
from stellwerk.board.errors import shorten
from stellwerk.board.names import Finder, fold
from stellwerk.game import moves
from stellwerk.game.errors import NotationError
from stellwerk.game.moves import Move
from stellwerk.game.payment_reader import PaymentReader
from stellwerk.game.reading import (
    COMMANDS,
    Word,
    command_words,
    joined,
    one_of,
    without_joints,
)

if TYPE_CHECKING:
    from stellwerk.game.game import Game

_SURE: Final = "!"
"""At the end of a text: play the first match without asking."""


def parse_move(
    text: str,
    board: Board,
    seat: int,
    game: Game | None = None,
    *,
    canonical: bool = False,
    sparing: bool = False,
) -> Move:
    """Return the move that a text stands for, or raise NotationError.

    With ``canonical`` a claim without cards is paid in the way that comes first to mind: with the
    fewest locomotives, then from the most plentiful colour. With ``sparing`` no locomotive is spent
    that the text does not name: what can be paid without is, the rest is asked.

    >>> parse_move("Strecke denver phoenix 4 weiß 1 lok", Board.load("usa"), 0).route
    'denver-phoenix'
    """
    return _Parser(text, board, seat, game, canonical, sparing).parse()


class _Parser(PaymentReader):
    """Goes through the words of one text."""

    def __init__(
        self,
        text: str,
        board: Board,
        seat: int,
        game: Game | None,
        canonical: bool,
        sparing: bool,
    ) -> None:
        super().__init__(text, board)
        self.seat = seat
        self.game = game
        said = text.rstrip()
        sure = said.endswith(_SURE)
        self.canonical = canonical or sure
        self.sparing = sparing and not sure
        said = said.rstrip(_SURE) if sure else text
        self.words = [Word(each.group(), each.start()) for each in re.finditer(r"[^\s,;]+", said)]

    def parse(self) -> Move:
        """Find the command and read what follows it."""
        if not self.words:
            raise self.error("nothing", len(self.text), commands=COMMANDS)
        first, rest = self.words[0], without_joints(self.words[1:])
        command = self._command(first)
        if command is None:
            return self.claim(without_joints(self.words))
        if command == "draw" and rest and one_of(rest[0].text, "command.tickets"):
            command, rest = "tickets", rest[1:]
        return _READERS[command](self, rest)

    def _command(self, word: Word) -> str | None:
        """Return the command that the first word is; None where all words are a route."""
        typed = fold(word.text)
        table = command_words()
        if typed in table and self._known(table[typed]):
            return table[typed]
        if self._is_route(without_joints(self.words)):
            return None
        if typed in table:
            return table[typed]
        begun = [spelling for spelling in table if typed and spelling.startswith(typed)]
        found = {table[spelling] for spelling in begun}
        if len(found) == 1:
            return found.pop()
        if not found and self.board.find_cities(typed):
            return None
        names = tuple(sorted(found)) or COMMANDS
        code = "ambiguous_command" if found else "unknown_command"
        raise self.error(code, word.position, word=shorten(word.text), commands=names)

    def _known(self, command: str) -> bool:
        """Tell whether there is such a thing on this board."""
        rules = self.board.rules
        return bool({"station": rules.stations, "harbour": rules.harbours}.get(command, True))

    def _is_route(self, words: list[Word]) -> bool:
        """Tell whether words without a command name a route, maybe with cards."""
        try:
            name, _, _ = self.split(words, self.lanes)
        except NotationError:
            return True  # the route is known, only its cards are not
        return bool(self.lanes(name))

    def _take(self, words: list[Word]) -> Move:
        """Read a place of the display, or a card lying there, and the pile that fills the place."""
        if not words:
            raise self.missing("place")
        if words[0].number:
            place = self.number(words[0])
            pile = self.pile(words[1:])
            return moves.TakeCard(self.seat, place, pile or self._refill(place))
        card = self.card_or_none(words)
        pile = None
        if card is None and len(words) > 1:
            card = self.card_or_none(words[:-1])
            pile = self.pile(words[-1:])
        if card is None:
            shown = shorten(joined(words))
            raise self.error("expected_place", words[0].position, word=shown)
        if self.game is None:
            raise self.error("needs_game", words[0].position, word=shorten(joined(words)))
        display = self.game.position.display
        if card not in display:
            raise self.error("not_in_display", words[0].position, card=card)
        place = display.index(card) + 1
        return moves.TakeCard(self.seat, place, pile or self._refill(place))

    def _refill(self, place: int) -> moves.PileName:
        """Return the pile that fills a place when none is named: that of the card, if it can."""
        if self.game is None:
            return "train"
        position = self.game.position
        card = position.display[place - 1] if 0 < place <= len(position.display) else None
        own: moves.PileName = "ship" if card is not None and card.endswith("ship") else "train"
        other: moves.PileName = "train" if own == "ship" else "ship"
        return own if position.piles.get(own) or not position.piles.get(other) else other

    def _draw(self, words: list[Word]) -> Move:
        pile = self.pile(words)
        if pile is None and self.board.record["piles"][0] > 1:
            raise self.missing("pile")
        return moves.DrawCard(self.seat, pile or "train")

    def _keep(self, words: list[Word]) -> Move:
        """Read tickets: by name, or by their number in the offer."""
        if not words:
            raise self.missing("tickets")
        if all(word.number for word in words):
            return self._keep_each(words, [self._offered(word) for word in words])
        try:
            return self._keep_each(words, [self._ticket(word.text) for word in words])
        except UnknownName as problem:
            # The words may be parts of names: between commas, or all of one.
            parts = self.text.split(maxsplit=1)[1].split(",")
            position = words[0].position
            if len(parts) == 1 and len(words) == 1:
                raise self.unknown("unknown_ticket", position, problem) from None
            try:
                tickets = [self._ticket(part) for part in parts if part.strip()]
            except UnknownName as second:
                raise self.unknown("unknown_ticket", position, second) from None
            named = [Word(part.strip(), position) for part in parts if part.strip()]
            return self._keep_each(named, tickets)

    def _keep_each(self, words: Sequence[Word], tickets: Sequence[str]) -> Move:
        """Keep the tickets that words stand for, each named once."""
        for at, (word, ticket) in enumerate(zip(words, tickets, strict=True)):
            self.once(ticket in tickets[:at], word)
        return moves.KeepTickets(self.seat, tuple(tickets))

    def _offered(self, word: Word) -> str:
        if self.game is None:
            raise self.error("needs_game", word.position, word=shorten(word.text))
        offer = self.game.position.offer(self.seat)
        number = self.number(word)
        if not 1 <= number <= len(offer):
            raise self.error("no_such_offer", word.position, word=number)
        return offer[number - 1]

    def _ticket(self, text: str) -> str:
        """Return the ticket meant, of those offered if it can be one of them."""
        if text in self.board.ticket_index:
            return text
        offer = () if self.game is None else self.game.position.offer(self.seat)
        if offer:
            names = [self.board.tickets[self.board.ticket_index[ticket]].names for ticket in offer]
            labels = [
                (ticket, [" ".join(self.board.place_name(place) for place in places)])
                for ticket, places in zip(offer, names, strict=True)
            ]
            found = Finder("ticket", labels).candidates(text)
            if len(found) == 1:
                return offer[found[0]]
        return self.board.ticket(text).id

    def _tickets(self, words: list[Word]) -> Move:
        return moves.DrawTickets(self.seat, self._second(words, at_start=False))

    def _mix(self, words: list[Word]) -> Move:
        return moves.ChooseMix(self.seat, self._second(words, at_start=True))

    def _second(self, words: list[Word], *, at_start: bool) -> int:
        """Read how many tickets come from the second pile."""
        rules = self.board.rules.tickets
        if not rules.mix and not at_start:
            self.nothing_more(words)
            return 0
        total = rules.start[0] if at_start else rules.draw[0]
        if self.game is not None and not at_start:
            total = min(total, sum(self.game.position.tickets_left))
        if not words:
            raise self.missing("number")
        if len(words) == 1:
            return self.number(words[0])
        counts: dict[int, int] = {}
        for at in range(0, len(words), 2):
            number = self.number(words[at])
            if at + 1 == len(words):
                raise self.error("expected_pile", len(self.text), word="", piles=rules.piles)
            pile = self.ticket_pile(words[at + 1])
            self.once(pile in counts, words[at + 1])
            counts[pile] = number
        if len(counts) > 1 and rules.mix:
            first = min(counts[0], total)
            names = rules.piles
            example = f"{first} {names[0]} {total - first} {names[1]}"
            self.check_total(words[0], sum(counts.values()), total, example)
        return counts[1] if 1 in counts else total - counts[0]

    def _pieces(self, words: list[Word]) -> Move:
        """Read a choice of pieces: ``20 wagons``, ``40 ships`` or both."""
        if not words:
            raise self.missing("number")
        counts: dict[str, int] = {}
        for at in range(0, len(words), 2):
            number = self.number(words[at])
            piece = self.piece(words[at + 1]) if at + 1 < len(words) else "wagon"
            self.once(piece in counts, words[min(at + 1, len(words) - 1)])
            counts[piece] = number
        total = self.board.rules.pieces
        if len(counts) > 1 and total:
            wagons = min(counts["wagon"], total, self.board.rules.wagons)
            example = f"{wagons} wagons {total - wagons} ships"
            self.check_total(words[0], sum(counts.values()), total, example)
        if "wagon" in counts:
            return moves.ChoosePieces(self.seat, counts["wagon"])
        return moves.ChoosePieces(self.seat, self.board.rules.pieces - counts["ship"])

    def _exchange(self, words: list[Word]) -> Move:
        if len(words) < 2:
            raise self.missing("number")
        self.nothing_more(words[2:])
        return moves.ExchangePieces(self.seat, self.piece(words[1]), self.number(words[0]))

    def _plain(self, kind: type[moves.Withdraw] | type[moves.Pass], words: list[Word]) -> Move:
        self.nothing_more(words)
        return kind(self.seat)


_READERS: Final[Mapping[str, Callable[[_Parser, list[Word]], Move]]] = {
    "claim": _Parser.claim,
    "station": lambda parser, words: parser.build(moves.BuildStation, words),
    "harbour": lambda parser, words: parser.build(moves.BuildHarbour, words),
    "pay": _Parser.pay,
    "take": _Parser._take,
    "draw": _Parser._draw,
    "keep": _Parser._keep,
    "tickets": _Parser._tickets,
    "mix": _Parser._mix,
    "pieces": _Parser._pieces,
    "exchange": _Parser._exchange,
    "withdraw": lambda parser, words: parser._plain(moves.Withdraw, words),
    "pass": lambda parser, words: parser._plain(moves.Pass, words),
}
"""What reads the words behind each command."""
