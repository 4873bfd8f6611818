"""Moves: one small immutable value for each kind, with a text and a JSON form.

>>> from stellwerk.board import Board
>>> move = ClaimRoute(0, "denver-phoenix", {"white": 4, "locomotive": 1})
>>> move.text(Board.load("usa"))
'claim denver-phoenix 4 white 1 locomotive'
>>> to_json(move).decode()
'{"move":"claim","seat":0,"route":"denver-phoenix","cards":{"white":4,"locomotive":1}}'
>>> from_json(to_json(move)) == move
True
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from stellwerk.board import Board
from stellwerk.board.layout import KINDS
from stellwerk.game.cards import CardSet
from stellwerk.game.errors import NotationError
from stellwerk.game.lengths import Id, Tickets, Word

PileName = Literal["train", "ship"]
PieceName = Literal["wagon", "ship"]
Paid = Annotated[Mapping[Word, int], msgspec.Meta(max_length=KINDS)]
"""Cards by name."""


class SeatMove(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    """What all moves share: the seat that makes it, counted from 0."""

    seat: int


class ChooseMix(SeatMove, frozen=True, tag="mix"):
    """Say how many of the first tickets come from the second pile (G-02)."""

    second: int

    def text(self, board: Board) -> str:
        """Return the text form: ``mix 1 long``."""
        return f"mix {self.second} {board.rules.tickets.piles[-1]}"


class KeepTickets(SeatMove, frozen=True, tag="keep"):
    """Keep these tickets of an offer; the others go back (C-18)."""

    tickets: Tickets

    def text(self, board: Board) -> str:
        """Return the text form: ``keep boston-miami calgary-phoenix``."""
        return " ".join(("keep", *self.tickets))


class ChoosePieces(SeatMove, frozen=True, tag="pieces"):
    """Choose this many wagons; the rest of the pieces are ships (W-04)."""

    wagons: int

    def text(self, board: Board) -> str:
        """Return the text form: ``pieces 20 wagons``."""
        return f"pieces {self.wagons} wagons"


class TakeCard(SeatMove, frozen=True, tag="take"):
    """Take the display card of a place, counted from 1; a pile fills the place (C-03, W-05)."""

    place: int
    refill: PileName = "train"

    def text(self, board: Board) -> str:
        """Return the text form: ``take 3``, with the pile where there are two: ``take 3 ship``."""
        return f"take {self.place}{_pile(board, self.refill)}"


class DrawCard(SeatMove, frozen=True, tag="draw"):
    """Draw the top card of a pile (C-03)."""

    pile: PileName = "train"

    def text(self, board: Board) -> str:
        """Return the text form: ``draw``, with the pile where there are two: ``draw ship``."""
        return f"draw{_pile(board, self.pile)}"


class DrawTickets(SeatMove, frozen=True, tag="tickets"):
    """Draw tickets; with two piles, this many from the second one (C-18, G-03)."""

    second: int = 0

    def text(self, board: Board) -> str:
        """Return the text form: ``tickets``, with a mix of piles ``tickets 2 long``."""
        if not board.rules.tickets.mix and not self.second:
            return "tickets"
        return f"tickets {self.second} {board.rules.tickets.piles[-1]}"


class _Payment(SeatMove, frozen=True):
    """What all moves paid with cards share."""

    def __post_init__(self) -> None:
        cards = self.cards  # type: ignore[attr-defined]
        if type(cards) is not CardSet:
            # Anything but a set of cards is left as it is; the game refuses it.
            with contextlib.suppress(TypeError, ValueError):
                msgspec.structs.force_setattr(self, "cards", CardSet(cards))


class ClaimRoute(_Payment, frozen=True, tag="claim"):
    """Claim a route with these cards; of a tunnel, try to (C-11, E-07)."""

    route: Id
    cards: Paid

    def text(self, board: Board) -> str:
        """Return the text form: ``claim denver-phoenix 4 white 1 locomotive``."""
        return f"claim {self.route}{_cards(self.cards)}"


class _Building(_Payment, frozen=True):
    """What stations and harbours share."""

    city: Id
    cards: Paid

    def text(self, board: Board) -> str:
        """Return the text form: ``station paris 2 red``."""
        return f"{self.__struct_config__.tag} {self.city}{_cards(self.cards)}"


class BuildStation(_Building, frozen=True, tag="station"):
    """Build a station in a city with these cards (E-03)."""


class BuildHarbour(_Building, frozen=True, tag="harbour"):
    """Build a harbour in a port with these cards (W-13)."""


class ExchangePieces(SeatMove, frozen=True, tag="exchange"):
    """Give this many wagons for ships, or ships for wagons (W-16)."""

    given: PieceName
    number: int

    def text(self, board: Board) -> str:
        """Return the text form, which names what is given: ``exchange 2 ships``."""
        return f"exchange {self.number} {self.given}s"


class PayTunnel(_Payment, frozen=True, tag="pay"):
    """Pay what the tunnel costs more (E-07)."""

    cards: Paid

    def text(self, board: Board) -> str:
        """Return the text form: ``pay 1 green 1 locomotive``."""
        return f"pay{_cards(self.cards)}"


class _Word(SeatMove, frozen=True):
    """What moves of a single word share."""

    def text(self, board: Board) -> str:
        """Return the text form: ``pass``."""
        return str(self.__struct_config__.tag)


class Withdraw(_Word, frozen=True, tag="withdraw"):
    """Take the cards laid for a tunnel back (E-09)."""


class Pass(_Word, frozen=True, tag="pass"):
    """Do nothing, when nothing can be done (C-10)."""


Move = (
    ChooseMix
    | KeepTickets
    | ChoosePieces
    | TakeCard
    | DrawCard
    | DrawTickets
    | ClaimRoute
    | BuildStation
    | BuildHarbour
    | ExchangePieces
    | PayTunnel
    | Withdraw
    | Pass
)

Payment = ClaimRoute | BuildStation | BuildHarbour | PayTunnel
"""Moves that are paid with cards."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Move)


def tag(move: Move) -> str:
    """Return the word for a kind of move, in JSON as in text: ``claim``."""
    return str(move.__struct_config__.tag)


def to_json(move: Move) -> bytes:
    """Return the JSON form of a move."""
    return _encoder.encode(move)


def from_json(text: bytes | str) -> Move:
    """Read a move from its JSON form, or raise NotationError."""
    try:
        move: Move = _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        shown = text if isinstance(text, str) else text.decode(errors="replace")
        raise NotationError("bad_json", shown, 0, problem=str(problem)) from None
    return move


def _cards(cards: Mapping[str, int]) -> str:
    return "".join(f" {count} {name}" for name, count in cards.items())


def _pile(board: Board, pile: str) -> str:
    return f" {pile}" if pile != "train" or board.record["piles"][0] > 1 else ""
