"""The tables of the database. A change here needs a migration beside it.

What only one place reads is stored as JSON text in one column; what is searched has its own.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False, index=True),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("status", String(8), nullable=False),
    Column("host", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("wish", LargeBinary, nullable=False),  # protocol.NewTable
    Column("board", String(80), nullable=False),
    Column("variant", String(40), nullable=False),
    Column("board_hash", String(64), nullable=False),
    Column("seats", LargeBinary, nullable=False),  # list of transactions.table.Seat
    Column("version", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("phase_start", Integer, nullable=False),
    Column("pending", Integer, nullable=False),
    Column("undo", Integer, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("snapshot", LargeBinary, nullable=False),
    Column("layout", String(64), nullable=False),
    Column("clocks", LargeBinary, nullable=False),
    Column("due", Float),
    Column("lease_owner", String(32)),
    Column("lease_until", Float, nullable=False),
    Column("chat", BigInteger, nullable=False),
    Column("rematch", String(32)),
    Column("closed", String(32)),
    Column("start", LargeBinary),  # where a game does not begin with a deal
    Column("trail", LargeBinary),  # transactions.table.Trail
    Column("trail_start", LargeBinary),  # the state before it
    Column("takebacks", Integer, nullable=False, server_default="0"),
    Column("known_deal", Boolean, nullable=False, server_default="0"),
    Column("pause", LargeBinary),  # transactions.pauses.Pause
    Column("reason", Text),  # why whoever runs the server has closed it, in their words
    Index("tables_due", "due"),
    Index("tables_listed", "status", "public", "changed"),
)

members = Table(
    "members",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest_id", String(32), primary_key=True, index=True),
)
"""Who plays where; only to find a guest's tables."""

hands = Table(
    "hands",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest_id", String(32), primary_key=True, index=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)
"""Who has held which seat of a running game and holds it no longer."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("move_id", String(96), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by", String(8), nullable=False),
    Column("time", Float, nullable=False),
    Column("move", LargeBinary, nullable=False),
    Column("facts", LargeBinary, nullable=False),
    Column("before", LargeBinary),  # the state before it, zipped, where it can be taken back
    Index("entries_move_id", "table_id", "move_id", unique=True),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("time", Float, nullable=False, index=True),
    Column("guest", String(32)),
    Column("seat", Integer),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("code", String(32)),  # what happened to a seat, where nobody wrote this
)

mutes = Table(
    "mutes",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("guest_id", String(32), primary_key=True),
    Column("blocked_id", String(32), primary_key=True, index=True),
    Column("created", Float, nullable=False),
)
"""Who wants nothing to do with whom; the blocked ones are never told."""

bars = Table(
    "bars",
    metadata,
    Column("guest_id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("reason", Text, nullable=False),
)
"""Guests whom whoever runs the server lets in no longer."""

orders = Table(
    "orders",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("made", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("subject", String(32), nullable=False),  # the table or the guest it is about
    Column("reason", Text, nullable=False),
    Column("done", Float, index=True),
    Column("refused", String(32)),  # the code of the reason, where it could not be done
)
"""What ``stellwerk host`` asks of a running server, which looks here every second."""

transfers = Table(
    "transfers",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("until", Float, nullable=False),
)
"""One-time links that move a guest to another device."""

programs = Table(
    "programs",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("program", String(32), nullable=False, unique=True),  # service.table.Seat.program
)
"""Tokens of programs; which seat a program plays is written at the table."""

boards = Table(
    "boards",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("guest_id", String(32), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("checked", Integer, nullable=False, server_default="0"),  # see transactions.boards.CHECK
)
"""Board files that guests have uploaded."""

reviews = Table(
    "reviews",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False, index=True),
    Column("complete", Boolean, nullable=False),
    Column("content", LargeBinary, nullable=False),  # review.ShownReview, or null
    Column("lease_owner", String(32)),
    Column("lease_until", Float, nullable=False),
)
"""What finished games were worth, decision by decision; can be judged again at any time."""

present = Table(
    "present",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("who", String(64), primary_key=True),
    Column("worker", String(32), primary_key=True),
    Column("until", Float, nullable=False, index=True),
)
"""Who is at which table, where several workers serve; nothing is lost with it."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("played", Float, nullable=False),
)
"""How far the time of play has come; a single row."""

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""What all workers must share: the key that signs cookies."""
