"""Boards by their ids: those that come with the program, and files of guests in the database."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, select

from stellwerk.board import Board, UnknownName, boards
from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema

NUL: Final = "\x00"
"""The one character that PostgreSQL cannot look for."""

OWN: Final = "own:"
CHECK: Final = 1
"""The version of the checker; a board that passed another one is checked again."""
_known: dict[tuple[str, str | None], Board] = {}
_KNOWN: Final = 256


def board_of(connection: Connection, board: str, variant: str | None) -> Board:
    """Return a board by its id, one of ours or one that was uploaded."""
    return board_at_hand(board, variant) or _read_own(connection, board, variant)


def board_at_hand(board: str, variant: str | None) -> Board | None:
    """Return a board that needs no database: one of ours, or one that was read before."""
    if board not in boards():  # never a file on this machine, whatever the name
        return _known.get((board, variant))
    try:
        return Board.load(board, variant)
    except UnknownName as unknown:
        raise _no_such_variant(unknown) from None


def _no_such_variant(unknown: UnknownName) -> Refusal:
    choices = ", ".join(unknown.suggestions)
    return Refusal("no_such_variant", variant=unknown.name, choices=choices)


def _no_such_board(board: str) -> Refusal:
    """Return the refusal of a board that is not there."""
    return Refusal("no_such_board", board=board, choices=", ".join(boards()))


def forget_board(board: str) -> None:
    """Forget an uploaded board that is deleted."""
    for known in [each for each in _known if each[0] == board]:
        del _known[known]


def own_text(connection: Connection, board: str) -> str:
    """Return the file of an uploaded board, which a sandbox has found good."""
    if NUL in board or not board.startswith(OWN):
        raise _no_such_board(board)
    columns = schema.boards.c
    found: str | None = connection.execute(
        select(columns.text).where(columns.id == board, columns.checked == CHECK)
    ).scalar_one_or_none()
    if found is None:
        raise _no_such_board(board)
    return found


def _read_own(connection: Connection, board: str, variant: str | None) -> Board:
    text = own_text(connection, board)
    if len(_known) >= _KNOWN:
        _known.clear()
    try:
        made = Board.parse(text, origin=board, variant=variant)
    except UnknownName as unknown:
        raise _no_such_variant(unknown) from None
    _known[board, variant] = made
    return made
