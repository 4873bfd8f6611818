"""Working out afterwards what only a whole record tells of a finished game.

``games.work`` is 0 where nothing is to be done. It grows when something new is to be worked out,
and goes back to 0 only if it has not grown since: so a review that comes meanwhile is not missed,
and what a dead worker has begun is done again by another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, select, update

from stellwerk.board import StellwerkError
from stellwerk.game import Game
from stellwerk.review.shown import ShownReview
from stellwerk.server.store import schema
from stellwerk.server.transactions import games
from stellwerk.server.transactions.table import LAYOUT, Table, read, rebuilt

_games = schema.games.c


class Claimed(NamedTuple):
    """A game that this worker works out, and how its work was numbered then."""

    table: str
    work: int


class Whole(NamedTuple):
    """A table, and what can be known of its game."""

    table: Table
    game: Game | None
    """As it ended."""
    record: Any
    """A ``Record``; None where the game cannot be played again."""


def waiting(connection: Connection, now: float) -> bool:
    """Tell whether there is anything to work out that nobody has begun."""
    return connection.execute(_next(now)).first() is not None


def _next(now: float) -> Any:
    free = (_games.work > 0) & (_games.lease_until <= now)
    return select(_games.table_id, _games.work).where(free).order_by(_games.work).limit(1)


def claim(connection: Connection, now: float, until: float) -> Claimed | None:
    """Take a game that is to be worked out."""
    row = connection.execute(_next(now)).first()
    if row is None:
        return None
    mine = (_games.table_id == row.table_id) & (_games.lease_until <= now)
    taken = connection.execute(update(schema.games).where(mine).values(lease_until=until))
    return Claimed(row.table_id, row.work) if taken.rowcount else None


def whole(connection: Connection, table: str) -> Whole | None:
    """Read a finished game as far as that is possible; None where its table is gone."""
    try:
        found = read(connection, table)
    except StellwerkError:
        return None
    game = record = None
    try:
        if found.layout == LAYOUT:
            game = found.game()
        played = rebuilt(connection, found)
        game = game or played
        record = None if found.start is not None else played.record()
    except (StellwerkError, LookupError, ValueError):
        pass  # of another version; what is known of it stays
    return Whole(found, game, record)


def settle(
    connection: Connection, claimed: Claimed, found: Whole | None, review: ShownReview | None
) -> None:
    """Store what was worked out."""
    here = _games.table_id == claimed.table
    if found is not None and found.game is not None:
        outcomes = found.game.outcome().seats
        for row in connection.execute(
            select(_games.guest_id, _games.held, _games.players).where(here)
        ):
            players = games.players_of(row.players)
            for player, outcome in zip(players, outcomes, strict=True):
                player.points, player.rank = outcome.total, outcome.rank
            values: dict[str, Any] = {
                "players": games.encode(players),
                "names": games.names_of(players),
            }
            if row.held & (row.held - 1) == 0:
                seat = row.held.bit_length() - 1
                values |= games.scored(found.game, outcomes, seat)
                values |= reviewed(review, seat)
            own = here & (_games.guest_id == row.guest_id)
            connection.execute(update(schema.games).where(own).values(values))
    done = here & (_games.work == claimed.work)
    connection.execute(update(schema.games).where(done).values(work=0))
    connection.execute(update(schema.games).where(here).values(lease_until=0.0))


def reviewed(review: ShownReview | None, seat: int) -> Mapping[str, Any]:
    """Return what a review says of a seat, as columns of its row."""
    if review is None:
        return {}
    own = next((each for each in review.summaries if each.seat == seat), None)
    if own is None:
        return {}
    lessons = [
        games.Learned(each.code, each.points)
        for each in review.lessons
        if each.seat == seat and not each.praise
    ]
    return {"accuracy": own.accuracy, "lessons": games.encode(lessons)}


def there_is_a_review(connection: Connection, commitment: str) -> None:
    """Note that a game of a deal was reviewed: it is to be found out at which table."""
    mine = (_games.commitment == commitment) & _games.accuracy.is_(None)
    connection.execute(update(schema.games).where(mine).values(work=_games.work + 1))


def drop_leases(connection: Connection) -> None:
    """Release what others had begun; only where there can be no others."""
    held = update(schema.games).where(_games.lease_until > 0)
    connection.execute(held.values(lease_until=0.0))
