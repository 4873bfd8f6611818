"""Boards: plain files, checked and turned into immutable values."""

from stellwerk.board.board import Board
from stellwerk.board.errors import AmbiguousName, BoardError, Problem, StellwerkError, UnknownName
from stellwerk.board.files import boards
from stellwerk.board.model import (
    COLOURS,
    GRAY,
    Cards,
    City,
    Country,
    Route,
    Rules,
    Ticket,
    TicketRules,
    Variant,
)

__all__ = [
    "COLOURS",
    "GRAY",
    "AmbiguousName",
    "Board",
    "BoardError",
    "Cards",
    "City",
    "Country",
    "Problem",
    "Route",
    "Rules",
    "StellwerkError",
    "Ticket",
    "TicketRules",
    "UnknownName",
    "Variant",
    "boards",
]
