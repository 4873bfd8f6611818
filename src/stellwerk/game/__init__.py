"""The friendly face of the rules: games, moves, views, events and records."""

from stellwerk.game.cards import CardSet
from stellwerk.game.errors import (
    BadSetup,
    GameError,
    GameOver,
    IllegalMove,
    NotationError,
    NotYourTurn,
    RecordError,
    StaleState,
)
from stellwerk.game.events import Event
from stellwerk.game.game import Game, Undo
from stellwerk.game.moves import (
    BuildHarbour,
    BuildStation,
    ChooseMix,
    ChoosePieces,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    Move,
    Pass,
    PayTunnel,
    TakeCard,
    Withdraw,
    from_json,
    to_json,
)
from stellwerk.game.notation import parse_move
from stellwerk.game.outcome import (
    HarbourResult,
    Outcome,
    SeatOutcome,
    StationResult,
    TicketResult,
)
from stellwerk.game.record import Concealed, Entry, Record, replay
from stellwerk.game.view import Offer, Player, TicketView, TunnelView, View

__all__ = [
    "BadSetup",
    "BuildHarbour",
    "BuildStation",
    "CardSet",
    "ChooseMix",
    "ChoosePieces",
    "ClaimRoute",
    "Concealed",
    "DrawCard",
    "DrawTickets",
    "Entry",
    "Event",
    "ExchangePieces",
    "Game",
    "GameError",
    "GameOver",
    "HarbourResult",
    "IllegalMove",
    "KeepTickets",
    "Move",
    "NotYourTurn",
    "NotationError",
    "Offer",
    "Outcome",
    "Pass",
    "PayTunnel",
    "Player",
    "Record",
    "RecordError",
    "SeatOutcome",
    "StaleState",
    "StationResult",
    "TakeCard",
    "TicketResult",
    "TicketView",
    "TunnelView",
    "Undo",
    "View",
    "Withdraw",
    "from_json",
    "parse_move",
    "replay",
    "to_json",
]
