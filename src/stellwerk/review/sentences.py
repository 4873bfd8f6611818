"""What a review says, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stellwerk.board import Board
from stellwerk.game import moves
from stellwerk.game.moves import Move
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
        case moves.ClaimRoute():
            route = route_name(board, move.route, language)
            return _said(move, language, route=route, cards=cards_phrase(move.cards, language))
        case moves.BuildStation() | moves.BuildHarbour():
            return _said(move, language, city=board.place_name(move.city, language))
        case moves.PayTunnel():
            return _said(move, language, cards=cards_phrase(move.cards, language))
        case moves.TakeCard():
            return _said(move, language, card=a_card(before.display[move.place - 1], language))
        case moves.DrawCard() if len(before.pile_names) > 1:
            pile = say(f"pile.{move.pile}", language)
            return say("review.move.draw_of", language, pile=pile)
        case moves.KeepTickets():
            tickets = [ticket_name(board, ticket, language) for ticket in move.tickets]
            return _said(move, language, tickets=join(tickets, language))
        case moves.ChooseMix():
            first = board.rules.tickets.start[0] - move.second
            return _said(move, language, count=first, second=move.second)
        case moves.ChoosePieces():
            wagons = amount("wagons", move.wagons, language)
            ships = amount("ships", board.rules.pieces - move.wagons, language)
            return _said(move, language, wagons=wagons, ships=ships)
        case moves.ExchangePieces():
            return _said(move, language, count=move.number)
    return _said(move, language)


def _said(move: Move, language: str, **words: object) -> str:
    return say(f"review.move.{moves.tag(move)}", language, **words)
