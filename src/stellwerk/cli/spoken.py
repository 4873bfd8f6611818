"""Moves as a person would type them in their own language."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.board import Board
from stellwerk.cli.talk import Talk
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


def command(name: str, talk: Talk) -> str:
    """Return the usual word for a command, of a move or of the table.

    >>> command("command.take", Talk("de"))
    'nimm'
    """
    return talk(name).partition(",")[0].strip()


def spoken(move: Move, board: Board, talk: Talk) -> str:
    """Return a move as text in a language; the notation understands it as the same move."""
    match move:
        case ClaimRoute():
            return _said(talk, "claim", move.route, cards_typed(move.cards, talk))
        case BuildStation():
            return _said(talk, "station", move.city, cards_typed(move.cards, talk))
        case BuildHarbour():
            return _said(talk, "harbour", move.city, cards_typed(move.cards, talk))
        case PayTunnel():
            return _said(talk, "pay", cards_typed(move.cards, talk))
        case TakeCard():
            return _said(talk, "take", str(move.place), _pile(board, move.refill, talk))
        case DrawCard():
            return _said(talk, "draw", _pile(board, move.pile, talk))
        case DrawTickets():
            tickets = command("command.tickets", talk)
            return _said(talk, "draw", tickets, _from_second(board, move.second, talk))
        case KeepTickets():
            return _said(talk, "keep", *move.tickets)
        case ChooseMix():
            return _said(talk, "mix", _from_second(board, move.second, talk))
        case ChoosePieces():
            return _said(talk, "pieces", str(move.wagons), command("typed.wagon", talk))
        case ExchangePieces():
            return _said(talk, "exchange", str(move.number), command(f"typed.{move.given}", talk))
        case Withdraw():
            return _said(talk, "withdraw")
    return _said(talk, "pass")


def cards_typed(cards: Mapping[str, int], talk: Talk) -> str:
    """Return cards as a person types them: ``4 white 1 locomotive``."""
    parts = []
    for card, count in cards.items():
        colour, _, sort = card.partition(" ")
        words = [command(f"typed.{colour}", talk)]
        words += [command(f"typed.{sort.replace('-', '_')}", talk)] if sort else []
        parts.append(f"{count} {' '.join(words)}")
    return " ".join(parts)


def _said(talk: Talk, name: str, *parts: str) -> str:
    return " ".join([command(f"command.{name}", talk), *filter(None, parts)])


def _pile(board: Board, pile: str, talk: Talk) -> str:
    """Name the pile where there are two."""
    return command(f"typed.{pile}", talk) if sum(board.rules.hand[1:]) else ""


def _from_second(board: Board, second: int, talk: Talk) -> str:
    tickets = board.rules.tickets
    if not tickets.mix:
        return ""
    pile = tickets.piles[-1]
    return f"{second} {command(f'typed.{pile}', talk) if pile in ('long', 'short') else pile}"
