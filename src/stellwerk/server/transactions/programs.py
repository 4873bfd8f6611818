"""Programs that play a seat: each is known by a token, which ends with its seat."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import TokenInfo
from stellwerk.server.store import schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.codes import new_id, new_token, token_hash
from stellwerk.server.transactions.notices import tell
from stellwerk.server.transactions.table import Table, read, write


def program_of(connection: Connection, token: str) -> tuple[str, str] | None:
    """Return the table and the program that a token belongs to."""
    row = connection.execute(
        select(schema.programs).where(schema.programs.c.token_hash == token_hash(token))
    ).one_or_none()
    return None if row is None else (row.table_id, row.program)


def new_token_for(
    connection: Connection, name: str, actor: Actor, seat: int, now: float
) -> tuple[Table, TokenInfo]:
    """Make a token for a program's seat, as the host; an older one stops working."""
    table = read(connection, name, lock=True)
    actor.must_host(table)
    if not 0 <= seat < len(table.seats) or table.seats[seat].holder != "program":
        raise Refusal("no_program_seat", seat=seat + 1)
    token, program = new_token(), new_id()
    table.seats[seat].program = program
    table.version += 1
    write(connection, table, "seats", "version")
    if table.status == "playing":
        tell(connection, table, "renewed", seat, now)
    end_programs(connection, table)
    row = {"token_hash": token_hash(token), "table_id": name, "program": program}
    connection.execute(insert(schema.programs), row)
    return table, TokenInfo(token, seat)


def end_programs(connection: Connection, table: Table) -> None:
    """Delete the tokens of programs that no longer have a seat at a table."""
    seated = [seat.program for seat in table.seats if seat.program is not None]
    columns = schema.programs.c
    ended = (columns.table_id == table.id) & columns.program.not_in(seated)
    connection.execute(delete(schema.programs).where(ended))
