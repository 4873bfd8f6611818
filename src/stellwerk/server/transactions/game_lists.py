"""A guest's list of finished games: filtered, searched, in pages."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, or_, select

from stellwerk.board import Board, boards
from stellwerk.bots.seat_names import called
from stellwerk.server.histories import BoardCount, GameChoices, GameLine, GamePlayer, GamesPage
from stellwerk.server.store import schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.games import players_of

PAGE: Final = 50
"""Games on a page."""
_LOOKED_AT: Final = 500
"""The last games, whose people can be chosen from."""
_CHOICES: Final = 20
_games = schema.games.c
_listed = select(
    *(_games.table_id, _games.ended, _games.board, _games.variant, _games.players, _games.held),
    *(_games.points, _games.rank, _games.ending, _games.counted, _games.accuracy, _games.host),
)


class Wanted(NamedTuple):
    """Which games are asked for; None leaves a question open."""

    board: str | None = None
    won: bool | None = None
    people: bool | None = None
    """Whether there were other people."""
    seats: int | None = None
    company: str = ""
    """The name of somebody who was there."""
    search: str = ""
    """A part of a name, of a code or of a board's name."""
    page: int = 1


def games_page(connection: Connection, actor: Actor, wanted: Wanted) -> GamesPage:
    """Return a page of a guest's games."""
    which = _which(actor.known, wanted)
    count = connection.execute(select(func.count()).select_from(schema.games).where(*which))
    total: int = count.scalar_one()
    pages = max(1, -(-total // PAGE))
    page = min(max(wanted.page, 1), pages)
    rows = connection.execute(
        _listed.where(*which)
        .order_by(_games.ended.desc(), _games.table_id)
        .limit(PAGE)
        .offset(PAGE * (page - 1))
    ).all()
    # A query by itself: PostgreSQL would otherwise look at all tables for it.
    codes = schema.tables.c.id.in_([row.table_id for row in rows])
    kept = set(connection.execute(select(schema.tables.c.id).where(codes)).scalars())
    lines = tuple(_line(row, row.table_id in kept, actor.language) for row in rows)
    return GamesPage(lines, total, page, pages)


def _which(guest: str, wanted: Wanted) -> list[ColumnElement[bool]]:
    which: list[ColumnElement[bool]] = [_games.guest_id == guest, _games.listed]
    if wanted.board is not None:
        which.append(_games.board == _text(wanted.board))
    if wanted.won is not None:
        which.append(_games.rank == 1 if wanted.won else _games.rank > 1)
    if wanted.people is not None:
        which.append(_games.people > 0 if wanted.people else _games.people == 0)
    if wanted.seats is not None:
        which.append(_games.seats == wanted.seats)
    if company := _text(wanted.company).strip().casefold():
        which.append(_games.names.contains(f"\n{company}\n", autoescape=True))
    if search := " ".join(_text(wanted.search).split()):
        which.append(
            or_(
                _games.names.contains(search.casefold(), autoescape=True),
                _games.table_id.contains(search.upper(), autoescape=True),
                _games.board.in_(_boards_named(search)),
            )
        )
    return which


def _text(given: str) -> str:
    """Return a text without the one character that PostgreSQL does not take."""
    return given.replace("\x00", " ")


def _boards_named(search: str) -> list[str]:
    """Return the boards of ours whose name has a part, in any language."""
    part = search.casefold()
    return [
        board
        for board in boards()
        if any(part in name.casefold() for name in Board.load(board).names.values())
    ]


def _line(row: Any, kept: bool, language: str) -> GameLine:
    players = tuple(
        GamePlayer(
            name=each.name if each.holder == "person" and own else called(each.name, language),
            holder=each.holder,
            you=own,
            points=each.points,
            rank=each.rank,
        )
        for number, each in enumerate(players_of(row.players))
        for own in (bool(row.held >> number & 1),)
    )
    return GameLine(
        table=row.table_id,
        ended=row.ended,
        board=row.board,
        variant=row.variant,
        players=players,
        points=row.points,
        rank=row.rank,
        ending=row.ending,
        counted=row.counted,
        accuracy=row.accuracy,
        kept=kept,
        host=row.host,
    )


def choices(connection: Connection, actor: Actor) -> GameChoices:
    """Return what a guest's games can be filtered by."""
    mine = (_games.guest_id == actor.known) & _games.listed
    counted = select(_games.board, _games.seats, func.count().label("games")).where(mine)
    by_board: Counter[str] = Counter()
    seats: set[int] = set()
    for row in connection.execute(counted.group_by(_games.board, _games.seats)):
        by_board[row.board] += row.games
        seats.add(row.seats)
    last = select(_games.players, _games.held).where(mine, _games.people > 0)
    people: Counter[str] = Counter()
    for row in connection.execute(last.order_by(_games.ended.desc()).limit(_LOOKED_AT)):
        people.update(
            {
                called(each.name, actor.language)
                for number, each in enumerate(players_of(row.players))
                if each.holder == "person" and not row.held >> number & 1
            }
        )
    return GameChoices(
        boards=tuple(BoardCount(board, games) for board, games in by_board.most_common()),
        seats=tuple(sorted(seats)),
        people=tuple(name for name, _ in people.most_common(_CHOICES)),
    )
