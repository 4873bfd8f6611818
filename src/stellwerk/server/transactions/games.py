"""Finished games: one row for each guest who had a seat, kept longer than the table itself.

A row is written in the transaction that ends the game. No row holds another guest's id: whoever is
deleted is taken out of all of them by the seats of its own rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from stellwerk.board import Board
from stellwerk.bots.seat_names import DELETED, PROGRAM, called, usual_name
from stellwerk.game import Game
from stellwerk.game.outcome import SeatOutcome
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Holder
from stellwerk.server.store import schema
from stellwerk.server.transactions.boards import NUL
from stellwerk.server.transactions.table import Seat, Table
from stellwerk.words import LANGUAGES

_games = schema.games.c
_NAMED: Final = ("bot", "program")
"""Holders whose seats the host has named."""


class Player(msgspec.Struct, array_like=True):
    """Who sat at a table when its game ended."""

    name: str
    holder: Holder
    bot: str | None = None
    points: int | None = None
    rank: int | None = None


class Learned(msgspec.Struct, frozen=True, array_like=True):
    """A lesson of a review: its code, and what it cost."""

    code: str
    points: float


encode: Final = msgspec.json.Encoder().encode
players_of: Final = msgspec.json.Decoder(list[Player]).decode
learned_of: Final = msgspec.json.Decoder(list[Learned]).decode


def note(connection: Connection, table: Table, game: Game) -> None:
    """Note a game that has just ended, for everybody who has a seat in it."""
    ended = {"ended": table.changed}
    members = schema.members
    connection.execute(update(members).where(members.c.table_id == table.id).values(ended))
    guests = sorted({seat.guest for seat in table.seats if seat.guest is not None})
    if not guests:
        return
    outcomes = game.outcome().seats
    players = [_player(seat, table.host in guests) for seat in table.seats]
    for player, outcome in zip(players, outcomes, strict=True):
        player.points, player.rank = outcome.total, outcome.rank
    common = {
        **ended,
        "table_id": table.id,
        "board": table.wish.board,
        "variant": table.board.variant.id,
        "board_hash": table.board.hash,
        "commitment": table.commitment,
        "seats": len(table.seats),
        "people": len(guests) - 1,
        "ending": _ending(table),
        "players": encode(players),
        "names": names_of(players),
    }
    rows: list[dict[str, Any]] = []
    for guest in guests:
        own = table.seats_of(guest)
        row: dict[str, Any] = {
            **common,
            **dict.fromkeys(SCORED),
            "guest_id": guest,
            "held": sum(1 << seat for seat in own),
            "host": guest == table.host,
            "counted": is_counted(table, own),
        }
        if len(own) == 1:
            row |= scored(game, outcomes, own[0])
        rows.append(row)
    connection.execute(insert(schema.games), rows)


SCORED: Final = (
    *("points", "rank", "share", "routes", "tickets", "tickets_lost", "completed"),
    *("longest_path", "most_tickets", "stations", "harbours", "exchange", "built"),
)
"""The columns that say how a seat has fared."""


def scored(game: Game, outcomes: Sequence[SeatOutcome], seat: int) -> Mapping[str, Any]:
    """Return how a seat has fared, as columns of its row."""
    own = outcomes[seat]
    winners = sum(each.rank == 1 for each in outcomes)
    return {
        "points": own.total,
        "rank": own.rank,
        "share": 1 / winners if own.rank == 1 else 0.0,
        "routes": own.routes,
        "tickets": own.ticket_points,
        "tickets_lost": sum(min(ticket.points, 0) for ticket in own.tickets),
        "completed": own.completed,
        "longest_path": own.longest_path,
        "most_tickets": own.most_tickets,
        "stations": own.stations,
        "harbours": own.harbours,
        "exchange": own.exchange,
        "built": built_bits(game.board, game.position.routes(seat)),
    }


def built_bits(board: Board, routes: Sequence[str]) -> bytes:
    """Return routes as bits, in the order of their board."""
    bits = sum(1 << board.route_index[route] for route in routes)
    return bits.to_bytes((len(board.routes) + 7) // 8, "little")


def is_counted(table: Table, own: Sequence[int]) -> bool:
    """Tell whether statistics count a game.

    They leave out what was not played to an end from a deal that nobody knew: games ended by
    agreement, begun in the middle, dealt again, or in which hidden cards were seen and moves
    taken back; and games in which somebody has played several seats.
    """
    known = table.known_deal or table.takebacks > 0 or table.start is not None
    return len(own) == 1 and not known and table.closed != "agreed"


def _ending(table: Table) -> str:
    return table.closed if table.closed in ("agreed", "resigned") else "played"


def _player(seat: Seat, keep: bool) -> Player:
    """Return who sat on a seat; a name that somebody gave it who has no row is not kept."""
    name = seat.name
    if not keep and seat.holder in _NAMED:
        name = _neutral(seat.holder, seat.bot)
    return Player(name, seat.holder, seat.bot, seat.points, seat.rank)


def _neutral(holder: Holder, bot: str | None) -> str:
    return usual_name(bot) if holder == "bot" and bot is not None else PROGRAM


def names_of(players: Sequence[Player]) -> str:
    """Return the names of players as they are searched: in every language, one a line."""
    spoken = {
        each.casefold()
        for player in players
        for each in (player.name, *(called(player.name, language) for language in LANGUAGES))
    }
    return "\n".join(("", *sorted(spoken), ""))


def drop(connection: Connection, guest: str, table: str) -> bool:
    """Take a game off a guest's list; tell whether nobody has it in a list any more.

    As long as others have it, the row is kept: it says whose name is to be taken out of theirs.
    """
    if NUL in table:
        raise Refusal("no_game")
    here = _games.table_id == table
    mine = here & (_games.guest_id == guest) & _games.listed
    if connection.execute(update(schema.games).where(mine).values(listed=False)).rowcount != 1:
        raise Refusal("no_game")
    if connection.execute(select(_games.guest_id).where(here, _games.listed)).first() is not None:
        return False
    connection.execute(delete(schema.games).where(here))
    return True


_rename: Final = (
    update(schema.games)
    .where(_games.table_id == bindparam("table"))
    .values(players=bindparam("new_players"), names=bindparam("new_names"))
)


def take_off(connection: Connection, guest: str) -> None:
    """Delete a guest's games, and take its names out of those of others."""
    mine, theirs = schema.games.alias(), schema.games.alias()
    shared = (
        select(mine.c.table_id, mine.c.held, mine.c.host, theirs.c.players)
        .join(theirs, theirs.c.table_id == mine.c.table_id)
        .where(mine.c.guest_id == guest, theirs.c.guest_id != guest)
    )
    changes = {
        row.table_id: _without(players_of(row.players), row.held, row.host)
        for row in connection.execute(shared)
    }
    connection.execute(delete(schema.games).where(_games.guest_id == guest))
    if changes:
        connection.execute(
            _rename,
            [
                {"table": table, "new_players": encode(players), "new_names": names_of(players)}
                for table, players in changes.items()
            ],
        )


def _without(players: list[Player], held: int, host: bool) -> list[Player]:
    """Return players with a neutral name at some seats, and at those that these have named."""
    for number, player in enumerate(players):
        if held >> number & 1:
            before = sum(each.name.startswith(DELETED) for each in players)
            player.name = f"{DELETED} {before + 1}" if before else DELETED
        elif host and player.holder in _NAMED:
            player.name = _neutral(player.holder, player.bot)
    return players
