"""Programs that are known by themselves, not by the number of a seat."""

from __future__ import annotations

import json
import secrets
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_tables = sa.table("tables", sa.column("id"), sa.column("seats", sa.LargeBinary()))
_before = sa.table("programs", sa.column("token_hash"), sa.column("table_id"), sa.column("seat"))
_after = sa.table("programs", sa.column("token_hash"), sa.column("table_id"), sa.column("program"))


def upgrade() -> None:
    """Change the database: a token goes on with the seat it opens, if that is a program's."""
    connection = op.get_bind()
    tokens = connection.execute(sa.select(_before)).all()
    op.drop_table("programs")
    op.create_table(
        "programs",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("program", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash"),
        sa.UniqueConstraint("program"),
    )
    rows = [
        {"token_hash": token.token_hash, "table_id": token.table_id, "program": program}
        for token in tokens
        if (program := _named(connection, token.table_id, token.seat)) is not None
    ]
    if rows:
        connection.execute(sa.insert(_after), rows)


def _named(connection: sa.Connection, table: str, seat: int) -> str | None:
    """Give the program at a seat an id; None where no program has it any more."""
    wanted = _tables.c.id == table
    seats = _seats(connection, table)
    if not 0 <= seat < len(seats) or seats[seat]["holder"] != "program":
        return None
    program: str = seats[seat].setdefault("program", secrets.token_hex(12))
    text = json.dumps(seats).encode()
    connection.execute(sa.update(_tables).where(wanted).values(seats=text))
    return program


def _seats(connection: sa.Connection, table: str) -> list[dict[str, Any]]:
    text = connection.execute(sa.select(_tables.c.seats).where(_tables.c.id == table)).scalar_one()
    found: list[dict[str, Any]] = json.loads(text)
    return found
