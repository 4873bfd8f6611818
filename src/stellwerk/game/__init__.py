"""The friendly face of the rules: games, moves, views, events and records."""

from stellwerk.game.cards import CardSet as CardSet
from stellwerk.game.errors import (
    BadSetup as BadSetup,
    GameError as GameError,
    GameOver as GameOver,
    IllegalMove as IllegalMove,
    NotationError as NotationError,
    NotYourTurn as NotYourTurn,
    RecordError as RecordError,
    StaleState as StaleState,
)
from stellwerk.game.events import Event as Event
from stellwerk.game.game import Game as Game
from stellwerk.game.moves import (
    BuildHarbour as BuildHarbour,
    BuildStation as BuildStation,
    ChooseMix as ChooseMix,
    ChoosePieces as ChoosePieces,
    ClaimRoute as ClaimRoute,
    DrawCard as DrawCard,
    DrawTickets as DrawTickets,
    ExchangePieces as ExchangePieces,
    KeepTickets as KeepTickets,
    Move as Move,
    Pass as Pass,
    PayTunnel as PayTunnel,
    TakeCard as TakeCard,
    Withdraw as Withdraw,
    from_json as from_json,
    to_json as to_json,
)
from stellwerk.game.notation import parse_move as parse_move
from stellwerk.game.outcome import (
    HarbourResult as HarbourResult,
    Outcome as Outcome,
    SeatOutcome as SeatOutcome,
    StationResult as StationResult,
    TicketResult as TicketResult,
)
from stellwerk.game.record import (
    Concealed as Concealed,
    Entry as Entry,
    Record as Record,
    replay as replay,
)
from stellwerk.game.steps import Resign as Resign, Undo as Undo
from stellwerk.game.view import (
    Offer as Offer,
    Player as Player,
    TicketView as TicketView,
    TunnelView as TunnelView,
    View as View,
)
