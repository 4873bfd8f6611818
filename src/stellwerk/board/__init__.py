"""Boards: plain files, checked and turned into immutable values."""

from stellwerk.board.board import Board as Board
from stellwerk.board.errors import (
    AmbiguousName as AmbiguousName,
    BoardError as BoardError,
    Problem as Problem,
    StellwerkError as StellwerkError,
    UnknownName as UnknownName,
)
from stellwerk.board.files import boards as boards
from stellwerk.board.model import (
    COLOURS as COLOURS,
    GRAY as GRAY,
    Cards as Cards,
    City as City,
    Country as Country,
    Route as Route,
    Rules as Rules,
    Ticket as Ticket,
    TicketRules as TicketRules,
    Variant as Variant,
)
