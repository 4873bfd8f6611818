"""A table as it is stored: its row is read, changed, and written back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np
from sqlalchemy import Connection, Row, bindparam, insert, select, update

from stellwerk.board import Board
from stellwerk.bots.seat_names import called
from stellwerk.game import Game, Move
from stellwerk.game.events import Fact
from stellwerk.game.steps import By, Resign, Undo
from stellwerk.rules.state import STATE
from stellwerk.rules.version import RULES_VERSION
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Holder, NewTable, TableStatus
from stellwerk.server.store import schema
from stellwerk.server.store.prepared import Prepared
from stellwerk.server.transactions.boards import NUL, board_of
from stellwerk.server.transactions.clocks import Clocks
from stellwerk.server.transactions.pause import Pause

Moment = tuple[int, int, int]
"""How far a table has come: its step, its version, and its last line of chat. None ever
decreases."""


class Kept(msgspec.Struct, array_like=True):
    """Somebody for whom a seat is kept."""

    guest: str
    name: str


class Seat(msgspec.Struct):
    """Who holds a seat."""

    holder: Holder = "open"
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    """The bot that plays it, or stands in."""
    stand_in: bool = False
    resigned: bool = False
    agreed: bool = False
    program: str | None = None
    """Which program plays it: an id that is new with each change of the seat and each token."""
    seen: float = 0.0
    """When its holder sat down, came back or last decided."""
    left: bool = False
    """Whether the holder left of their own accord."""
    late: bool = False
    """Whether time ran out for the holder, who has not decided since."""
    former: str | None = None
    """Of a free seat: the guest it was taken from, who did not leave."""
    lost: bool = False
    """Whether its holder ended the game by giving up."""
    points: int | None = None
    """Of a finished game: the points in the end."""
    rank: int | None = None
    """Of a finished game: the place, from 1."""
    wants_notices: bool = False
    """Whether its holder may want to be called back; what is wanted is asked only then."""
    kept: Kept | None = None
    """Of an open seat before the start: whom the host has invited to it."""

    @property
    def played_by_bot(self) -> bool:
        """Whether the server decides for this seat."""
        return self.holder == "bot" or self.stand_in

    def name_in(self, language: str) -> str:
        """Return how it is called in a language: what nobody has named has a name in each."""
        return self.name if self.guest is not None else called(self.name, language)

    @property
    def has_say(self) -> bool:
        """Whether the game ends by agreement only if this seat agrees.

        Those who leave or give up have no say any more; somebody who was replaced keeps it until
        another person sits down.
        """
        if self.holder == "open":
            return self.former is not None
        return self.holder == "person" and not self.left and not self.resigned


NOBODY: Final = -1


class Trail(msgspec.Struct, array_like=True):
    """The moves of a game that can be taken back."""

    line: list[int]
    """The numbers of their entries, oldest first."""
    taken: list[int]
    """How many takebacks each seat has had in its turn."""
    free: bool = False
    """Whether they are all decisions of the only person, each with the state before it."""


class Table(msgspec.Struct):
    """One table, as its row has it."""

    id: str
    status: TableStatus
    host: str
    wish: NewTable
    board: Board
    seats: list[Seat]
    version: int
    created: float
    changed: float
    clocks: Clocks
    seq: int = 0
    phase_start: int = 0
    """The step at which the present choice of all seats began."""
    pending: int = 0
    undo: int = NOBODY
    """The seat that may take its last move back; -1: nobody."""
    key: bytes = b""
    snapshot: bytes = b""
    """The state of the game; empty before the start."""
    layout: str = ""
    due: float | None = None
    """When the server must act by itself: for a bot, or because a clock runs out."""
    lease_owner: str | None = None
    lease_until: float = 0.0
    chat: int = 0
    rematch: str | None = None
    closed: str | None = None
    start: bytes | None = None
    """The state it was opened with; None for a game dealt from its key."""
    trail: Trail | None = None
    """What can be taken back; None where an earlier version has stored the last moves."""
    trail_start: bytes | None = None
    """The state before the first move that can be taken back; None where there is none."""
    takebacks: int = 0
    """How often something was taken back that may have shown hidden cards."""
    known_deal: bool = False
    """Whether the player has played the same deal before."""
    pause: Pause | None = None
    """What is agreed on about pauses; None: nobody has ever proposed one."""
    reason: str | None = None
    """Why whoever runs the server has closed it, in their words."""

    @property
    def paused(self) -> bool:
        """Whether the clocks stand still by agreement."""
        return self.pause is not None and self.pause.is_running

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the seats."""
        return tuple(seat.name for seat in self.seats)

    def names_in(self, language: str) -> tuple[str, ...]:
        """Return the names at the seats as they are told in a language."""
        return tuple(seat.name_in(language) for seat in self.seats)

    @property
    def commitment(self) -> str:
        """The promise of the deal: the SHA-256 of its key; empty where nothing was dealt."""
        return hashlib.sha256(self.key).hexdigest() if self.deal_key else ""

    @property
    def deal_key(self) -> bytes | None:
        """The key that decides every shuffle; None where the game did not begin with a deal."""
        return self.key if self.start is None else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        if self.status != "playing":
            return ()
        return tuple(seat for seat in range(len(self.seats)) if self.pending >> seat & 1)

    @property
    def moment(self) -> Moment:
        """How far the table has come."""
        return self.seq, self.version, self.chat

    def waits_for(self, own: Collection[int]) -> bool:
        """Tell whether a decision of one of these seats is awaited."""
        return any(seat in self.waiting and not self.seats[seat].stand_in for seat in own)

    def kept_for(self, guest: str | None) -> tuple[int, ...]:
        """Return the seats that are kept for a guest."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if seat.kept is not None and seat.kept.guest == guest
        )

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """Return the seats a guest holds."""
        if guest is None:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.guest == guest)

    def seat_of_program(self, program: str | None) -> int | None:
        """Return the seat that a program plays, wherever it has moved to."""
        if program is None:
            return None
        known = (number for number, seat in enumerate(self.seats) if seat.program == program)
        return next(known, None)

    def game(self) -> Game:
        """Return the game as it stands; it knows nothing of its past."""
        loser = next((number for number, seat in enumerate(self.seats) if seat.lost), None)
        return Game.restore(
            self.board, self.snapshot, self.names, self.deal_key, self.seq, loser=loser
        )


class Entry(msgspec.Struct, frozen=True):
    """One step of a game as it is stored."""

    seq: int
    seat: int
    by: By
    time: float
    move: Move | Undo | Resign
    facts: tuple[Fact, ...]


class Past(msgspec.Struct, frozen=True, gc=False):
    """One step of a game as it is kept in memory: what it brought stays encoded."""

    seq: int
    seat: int
    encoded: bytes

    @classmethod
    def of(cls, entry: Entry) -> Past:
        """Keep a step that was just stored."""
        return cls(entry.seq, entry.seat, _encode(entry.facts))

    def facts(self) -> tuple[Fact, ...]:
        """Return what it brought."""
        return _facts.decode(self.encoded)


_FORM: Final = hashlib.sha256(repr(np.dtype(STATE).descr).encode()).hexdigest()[:40]
LAYOUT: Final = f"{RULES_VERSION}/{_FORM}"
"""The rules' version and a fingerprint of the layout of a snapshot: how to read one."""

_COLUMNS: Final = tuple(column.name for column in schema.tables.columns)
_OF_BOARD: Final[Mapping[str, Callable[[Table], Any]]] = {
    "public": lambda table: table.wish.public,
    "board": lambda table: table.wish.board,
    "variant": lambda table: table.board.variant.id,
    "board_hash": lambda table: table.board.hash,
}
"""Columns whose values a table has in its wish or its board."""
_one = select(schema.tables).where(schema.tables.c.id == bindparam("table"))
_one_locked = _one.with_for_update()
_entries_after = (
    select(schema.entries)
    .where(schema.entries.c.table_id == bindparam("table"))
    .where(schema.entries.c.seq > bindparam("since"))
    .order_by(schema.entries.c.seq)
)
_past_after = (
    select(schema.entries.c.seq, schema.entries.c.seat, schema.entries.c.facts)
    .where(schema.entries.c.table_id == bindparam("table"))
    .where(schema.entries.c.seq > bindparam("since"))
    .order_by(schema.entries.c.seq)
)
_entries_in = (
    select(schema.entries)
    .where(schema.entries.c.table_id == bindparam("table"))
    .where(schema.entries.c.seq.in_(bindparam("numbers", expanding=True)))
    .order_by(schema.entries.c.seq)
)
_insert_entry: Final = Prepared(
    insert(schema.entries), "ON CONFLICT (table_id, move_id) DO NOTHING"
)
_by_move_id = (
    select(schema.entries.c.seq, schema.entries.c.seat)
    .where(schema.entries.c.table_id == bindparam("table"))
    .where(schema.entries.c.move_id == bindparam("move"))
)
_state_before = (
    select(schema.entries.c.before)
    .where(schema.entries.c.table_id == bindparam("table"))
    .where(schema.entries.c.seq == bindparam("seq"))
)
_forget_states = (
    update(schema.entries)
    .where(schema.entries.c.table_id == bindparam("table"))
    .where(schema.entries.c.before.is_not(None))
    .values(before=None)
)
_update = update(schema.tables).where(schema.tables.c.id == bindparam("table"))

_moves: Final = msgspec.json.Decoder(Move | Undo | Resign)
_facts: Final = msgspec.json.Decoder(tuple[Fact, ...])
_decode: Final[Mapping[str, Callable[[Any], Any]]] = {
    "wish": msgspec.json.Decoder(NewTable).decode,
    "seats": msgspec.json.Decoder(list[Seat]).decode,
    "clocks": msgspec.json.Decoder(Clocks).decode,
    "trail": msgspec.json.Decoder(Trail).decode,
    "pause": msgspec.json.Decoder(Pause).decode,
}
"""How columns with JSON are read."""
_encode: Final = msgspec.json.Encoder(enc_hook=dict).encode


def seat_at(table: Table, seat: int) -> Seat:
    """Return a seat of a table, or refuse a number that does not exist."""
    if not 0 <= seat < len(table.seats):
        raise Refusal("no_seat", seat=seat + 1)
    return table.seats[seat]


def read(connection: Connection, table: str, *, lock: bool = False) -> Table:
    """Read a table; with ``lock`` nobody else may change it until the transaction ends."""
    if NUL in table:
        raise Refusal("no_table", table=table)
    row = connection.execute(_one_locked if lock else _one, {"table": table}).one_or_none()
    if row is None:
        raise Refusal("no_table", table=table)
    return _from_row(connection, row)


def read_all(connection: Connection, rows: Iterable[Row[Any]]) -> list[Table]:
    """Read the tables of some rows; those on a board that cannot be read any more are left out."""
    found: list[Table] = []
    for row in rows:
        try:
            found.append(_from_row(connection, row))
        except Refusal:
            continue
    return found


def _from_row(connection: Connection, row: Row[Any]) -> Table:
    fields = dict(zip(_COLUMNS, row, strict=True))
    board = board_of(connection, fields["board"], fields["variant"])
    for name in _OF_BOARD:
        del fields[name]
    fields = _decoded(fields)
    return Table(board=board.coloured(fields["wish"].colours), **fields)


def _decoded(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns of a row as attributes of a table."""
    return {
        name: value if value is None or name not in _decode else _decode[name](value)
        for name, value in row.items()
    }


def add(connection: Connection, table: Table) -> None:
    """Store a new table."""
    connection.execute(insert(schema.tables), columns(table))


def write(connection: Connection, table: Table, *fields: str) -> None:
    """Write these columns of a table back, or all of them."""
    values = columns(table, fields)
    update = _update_of(fields or _COLUMNS)
    values["table"] = table.id
    update.run(connection, values)


@lru_cache(maxsize=64)
def _update_of(fields: tuple[str, ...]) -> Prepared:
    return Prepared(_update.values({name: bindparam(name) for name in fields}))


def changed(table: Table, row: Mapping[str, Any]) -> Table:
    """Return a table with these columns of its row changed, of those that a move may change."""
    return msgspec.structs.replace(table, **_decoded(row))


def columns(table: Table, fields: Sequence[str] = ()) -> dict[str, Any]:
    """Return these columns of a table's row, or all of them."""
    return {name: _column(table, name) for name in fields or _COLUMNS}


def _column(table: Table, name: str) -> Any:
    if name in _OF_BOARD:
        return _OF_BOARD[name](table)
    value = getattr(table, name)
    return _encode(value) if name in _decode and value is not None else value


def add_entry(
    connection: Connection, table: str, entry: Entry, move_id: str, before: bytes | None = None
) -> bool:
    """Store a step of the game, with the state before it where that will be wanted again.

    Returns False, and stores nothing, where a step of this table has the same id already.
    """
    return bool(
        _insert_entry.run(
            connection,
            {
                "table_id": table,
                "seq": entry.seq,
                "move_id": move_id,
                "seat": entry.seat,
                "by": entry.by,
                "time": entry.time,
                "move": _encode(entry.move),
                "facts": _encode(entry.facts),
                "before": before,
            },
        )
    )


def entries(connection: Connection, table: str, since: int = 0) -> list[Entry]:
    """Read the steps after one."""
    rows = connection.execute(_entries_after, {"table": table, "since": since})
    return [_entry(row) for row in rows]


def past(connection: Connection, table: str, since: int) -> list[Past]:
    """Read what the steps after one brought."""
    rows = connection.execute(_past_after, {"table": table, "since": since})
    return [Past(*row) for row in rows]


def _entry(row: Row[Any]) -> Entry:
    move, facts = _moves.decode(row.move), _facts.decode(row.facts)
    return Entry(row.seq, row.seat, row.by, row.time, move, facts)


def entries_of(connection: Connection, table: str, numbers: Sequence[int]) -> list[Entry]:
    """Read some steps."""
    rows = connection.execute(_entries_in, {"table": table, "numbers": list(numbers)})
    return [_entry(row) for row in rows]


def state_before(connection: Connection, table: str, seq: int) -> bytes | None:
    """Return the state before a step, zipped, where it was kept."""
    row = connection.execute(_state_before, {"table": table, "seq": seq}).one_or_none()
    return None if row is None else row.before


def forget_states(connection: Connection, table: str) -> None:
    """Forget the states before the steps of a game in which nothing is taken back any more."""
    connection.execute(_forget_states, {"table": table})


def step_of(connection: Connection, table: str, move_id: str) -> tuple[int, int] | None:
    """Return step and seat of the move that a client has sent with this id, if it has."""
    row = connection.execute(_by_move_id, {"table": table, "move": move_id}).one_or_none()
    return None if row is None else (row.seq, row.seat)


def same_rules(layout: str) -> bool:
    """Tell whether the moves of a game stored with a layout still give the same game."""
    return layout.partition("/")[0] == RULES_VERSION


def beginning(table: Table) -> Game:
    """Return the game before its first step: as it was dealt, or in the position it began with."""
    if table.start is None:
        return Game.new(table.board, len(table.seats), table.key, names=table.names)
    if table.layout != LAYOUT:
        raise Refusal("old_position")
    return Game.restore(table.board, table.start, table.names, None, 0)


def rebuilt(connection: Connection, table: Table) -> Game:
    """Play a game again from its moves; it knows its whole past."""
    game = beginning(table)
    for entry in entries(connection, table.id):
        if isinstance(entry.move, Undo):
            game.undo(entry.seat, entry.by, at=entry.time, step=entry.move.step)
        elif isinstance(entry.move, Resign):
            game.resign(entry.seat, entry.by, at=entry.time)
        else:
            game.play(entry.move, by=entry.by, at=entry.time)
    return game
