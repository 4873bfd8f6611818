"""Moves as a person would type them in their own language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stellwerk.board import Board
from stellwerk.cli.talk import Talk
from stellwerk.game import moves
from stellwerk.game.moves import Move


def command(name: str, talk: Talk) -> str:
    """Return the usual word for a command, of a move or of the table.

    >>> command("command.take", Talk("de"))
    'nimm'
    """
    return talk(name).partition(",")[0].strip()


def spoken(move: Move, board: Board, talk: Talk) -> str:
    """Return a move as text in a language; the notation understands it as the same move."""
    verb = "draw" if isinstance(move, moves.DrawTickets) else moves.tag(move)
    parts = [command(f"command.{verb}", talk), *_parts(move, board, talk)]
    return " ".join(filter(None, parts))


def _parts(move: Move, board: Board, talk: Talk) -> Sequence[str]:
    """Return what follows the command."""
    match move:
        case moves.ClaimRoute():
            return move.route, cards_typed(move.cards, talk)
        case moves.BuildStation() | moves.BuildHarbour():
            return move.city, cards_typed(move.cards, talk)
        case moves.PayTunnel():
            return (cards_typed(move.cards, talk),)
        case moves.TakeCard():
            return str(move.place), _pile(board, move.refill, talk)
        case moves.DrawCard():
            return (_pile(board, move.pile, talk),)
        case moves.DrawTickets():
            return command("command.tickets", talk), _from_second(board, move.second, talk)
        case moves.KeepTickets():
            return move.tickets
        case moves.ChooseMix():
            return (_from_second(board, move.second, talk),)
        case moves.ChoosePieces():
            return str(move.wagons), command("typed.wagon", talk)
        case moves.ExchangePieces():
            return str(move.number), command(f"typed.{move.given}", talk)
    return ()


def cards_typed(cards: Mapping[str, int], talk: Talk) -> str:
    """Return cards as a person types them: ``4 white 1 locomotive``."""
    parts = []
    for card, count in cards.items():
        colour, _, sort = card.partition(" ")
        words = [command(f"typed.{colour}", talk)]
        words += [command(f"typed.{sort.replace('-', '_')}", talk)] if sort else []
        parts.append(f"{count} {' '.join(words)}")
    return " ".join(parts)


def _pile(board: Board, pile: str, talk: Talk) -> str:
    """Name the pile where there are two."""
    return command(f"typed.{pile}", talk) if sum(board.rules.hand[1:]) else ""


def _from_second(board: Board, second: int, talk: Talk) -> str:
    tickets = board.rules.tickets
    if not tickets.mix:
        return ""
    pile = tickets.piles[-1]
    return f"{second} {command(f'typed.{pile}', talk) if pile in ('long', 'short') else pile}"
