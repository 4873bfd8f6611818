"""A history for each guest: finished games in a table of their own, and public profiles."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_AT_ONCE = 1000
"""Tables that are read and written together: a large database must not fill the memory."""


def upgrade() -> None:
    """Change the database."""
    _add_tables()
    connection = op.get_bind()
    tables = sa.table("tables", *(sa.column(name) for name in _READ))
    members = sa.table("members", *(sa.column(name) for name in ("table_id", "ended")))
    changed = sa.select(tables.c.changed).where(tables.c.id == members.c.table_id)
    finished = changed.where(tables.c.status == "finished")
    connection.execute(members.update().values(ended=finished.scalar_subquery()))
    last = ""
    wanted = sa.select(tables).where(tables.c.status == "finished").order_by(tables.c.id)
    while rows := connection.execute(wanted.where(tables.c.id > last).limit(_AT_ONCE)).all():
        games = [game for row in rows for game in _games(row)]
        if games:
            connection.execute(sa.insert(_GAMES), games)
        last = rows[-1].id


_READ = (
    *("id", "status", "host", "board", "variant", "board_hash", "seats", "changed"),
    *("key", "start", "closed", "takebacks", "known_deal"),
)
_WRITTEN = (
    *("table_id", "guest_id", "ended", "board", "variant", "board_hash", "commitment", "seats"),
    *("held", "people", "host", "ending", "counted", "players", "names", "points", "rank"),
    *("share", "work"),
)
_GAMES = sa.table("games", *(sa.column(name) for name in _WRITTEN))


def _add_tables() -> None:
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.Column("ended", sa.Float(), nullable=False),
        sa.Column("board", sa.String(80), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("board_hash", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("held", sa.Integer(), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("host", sa.Boolean(), nullable=False),
        sa.Column("ending", sa.String(8), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("players", sa.LargeBinary(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer()),
        sa.Column("rank", sa.Integer()),
        sa.Column("share", sa.Float()),
        sa.Column("routes", sa.Integer()),
        sa.Column("tickets", sa.Integer()),
        sa.Column("tickets_lost", sa.Integer()),
        sa.Column("completed", sa.Integer()),
        sa.Column("longest_path", sa.Integer()),
        sa.Column("most_tickets", sa.Integer()),
        sa.Column("stations", sa.Integer()),
        sa.Column("harbours", sa.Integer()),
        sa.Column("exchange", sa.Integer()),
        sa.Column("built", sa.LargeBinary()),
        sa.Column("accuracy", sa.Integer()),
        sa.Column("lessons", sa.LargeBinary()),
        sa.Column("work", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("lease_until", sa.Float(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("table_id", "guest_id"),
    )
    op.create_index("games_of", "games", ["guest_id", "ended"])
    op.create_index("games_to_work_out", "games", ["work", "lease_until"])
    op.create_index("ix_games_commitment", "games", ["commitment"])
    op.create_table(
        "profiles",
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.Column("handle", sa.String(24), nullable=False),
        sa.Column("alike", sa.String(24), nullable=False),
        sa.Column("hidden", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest_id"),
        sa.UniqueConstraint("alike"),
    )
    op.add_column("members", sa.Column("ended", sa.Float()))
    op.drop_index("ix_members_guest_id", "members")
    op.create_index("members_of", "members", ["guest_id", "ended"])


def _games(row: Any) -> list[dict[str, Any]]:
    """Return the games that a finished table was to its guests."""
    seats = json.loads(row.seats)
    guests = sorted({seat["guest"] for seat in seats if seat.get("guest")})
    winners = sum(seat.get("rank") == 1 for seat in seats)
    players = [_player(seat, row.host in guests) for seat in seats]
    names = "".join(f"\n{name}" for name in sorted({player[0].casefold() for player in players}))
    ending = row.closed if row.closed in ("agreed", "resigned") else "played"
    games = []
    for guest in guests:
        held = [number for number, seat in enumerate(seats) if seat.get("guest") == guest]
        own = seats[held[0]] if len(held) == 1 else {}
        rank = own.get("rank")
        games.append(
            {
                "table_id": row.id,
                "guest_id": guest,
                "ended": row.changed,
                "board": row.board,
                "variant": row.variant,
                "board_hash": row.board_hash,
                "commitment": "" if row.start else hashlib.sha256(row.key).hexdigest(),
                "seats": len(seats),
                "held": sum(1 << number for number in held),
                "people": len(guests) - 1,
                "host": guest == row.host,
                "ending": ending,
                "counted": len(held) == 1
                and row.start is None
                and ending != "agreed"
                and not row.takebacks
                and not row.known_deal,
                "players": json.dumps(players, ensure_ascii=False).encode(),
                "names": f"{names}\n",
                "points": own.get("points"),
                "rank": rank,
                "share": None if rank is None else (1 / winners if rank == 1 else 0.0),
                "work": 1,
            }
        )
    return games


def _player(seat: dict[str, Any], named_by_player: bool) -> list[Any]:
    name = seat.get("name") or ""
    if seat.get("holder") in ("bot", "program") and not named_by_player:
        name = (seat.get("bot") or "program").capitalize()
    given = (seat.get(key) for key in ("holder", "bot", "points", "rank"))
    return [name, *given]
