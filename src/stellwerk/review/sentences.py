"""What a review says, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stellwerk.board import Board
from stellwerk.game import (
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
    PayTunnel,
    TakeCard,
    Withdraw,
)
from stellwerk.game.position import Position
from stellwerk.review.model import Lesson
from stellwerk.words import (
    a_card,
    amount,
    cards_phrase,
    join,
    person,
    route_name,
    say,
    ticket_name,
)


def title(lesson: Lesson, language: str) -> str:
    """Return the name of a lesson: two or three words."""
    return say(f"review.lesson.{lesson.code}.title", language)


def sentence(lesson: Lesson, board: Board, names: Sequence[str], language: str) -> str:
    """Return what happened, and what would have been better."""
    words = {
        name: _phrase(name, value, board, names, language) for name, value in lesson.params.items()
    }
    return say(f"review.lesson.{lesson.code}.text", language, **words)


def _phrase(name: str, value: Any, board: Board, names: Sequence[str], language: str) -> str:
    match name:
        case "route" | "better":
            return route_name(board, value, language)
        case "ticket":
            return ticket_name(board, value, language)
        case "city":
            return board.place_name(value, language)
        case "other":
            return person(board, names, value, language)
        case "cards" if isinstance(value, Mapping):
            return cards_phrase(value, language)
        case "cards" | "turns":
            return amount(name, value, language)
    return str(value)


def move_phrase(move: Move, before: Position, language: str) -> str:
    """Return a move in a few words, as it looked in the position before it."""
    board = before.board
    match move:
        case ClaimRoute():
            route = route_name(board, move.route, language)
            return _move("claim", language, route=route, cards=cards_phrase(move.cards, language))
        case BuildStation() | BuildHarbour():
            kind = "station" if isinstance(move, BuildStation) else "harbour"
            return _move(kind, language, city=board.place_name(move.city, language))
        case PayTunnel():
            return _move("pay", language, cards=cards_phrase(move.cards, language))
        case TakeCard():
            return _move("take", language, card=a_card(before.display[move.place - 1], language))
        case DrawCard() if len(before.pile_names) > 1:
            return _move("draw_of", language, pile=say(f"pile.{move.pile}", language))
        case DrawCard():
            return _move("draw", language)
        case DrawTickets():
            return _move("tickets", language)
        case KeepTickets():
            tickets = [ticket_name(board, ticket, language) for ticket in move.tickets]
            return _move("keep", language, tickets=join(tickets, language))
        case ChooseMix():
            first = board.rules.tickets.start[0] - move.second
            return _move("mix", language, count=first, second=move.second)
        case ChoosePieces():
            ships = board.rules.pieces - move.wagons
            wagons = amount("wagons", move.wagons, language)
            return _move("pieces", language, wagons=wagons, ships=amount("ships", ships, language))
        case ExchangePieces():
            return _move("exchange", language, count=move.number)
        case Withdraw():
            return _move("withdraw", language)
    return _move("pass", language)


def _move(kind: str, language: str, **words: object) -> str:
    return say(f"review.move.{kind}", language, **words)
