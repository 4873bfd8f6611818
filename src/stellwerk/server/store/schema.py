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
    Column("signed_out", Float, nullable=False, server_default="0"),
)
"""``signed_out``: cookies without a device that were signed until then open nothing any more."""

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
    Column("guest_id", String(32), primary_key=True),
    Column("ended", Float),  # when the game was over
    Index("members_of", "guest_id", "ended"),
)
"""Who plays where; only to find a guest's tables."""

games = Table(
    "games",
    metadata,
    Column("table_id", String(32), primary_key=True),  # the table itself is deleted in time
    Column("guest_id", String(32), primary_key=True),
    Column("ended", Float, nullable=False),
    Column("board", String(80), nullable=False),
    Column("variant", String(40), nullable=False),
    Column("board_hash", String(64), nullable=False),
    Column("commitment", String(64), nullable=False, index=True),
    Column("seats", Integer, nullable=False),
    Column("held", Integer, nullable=False),  # the guest's seats, one bit each
    Column("people", Integer, nullable=False),  # how many others were people
    Column("host", Boolean, nullable=False),
    Column("ending", String(8), nullable=False),  # played, agreed or resigned
    Column("counted", Boolean, nullable=False),  # whether statistics count it
    Column("listed", Boolean, nullable=False, server_default="1"),  # not taken off the list
    Column("players", LargeBinary, nullable=False),  # list of transactions.games.Player
    Column("names", Text, nullable=False),  # theirs, to be searched
    # What follows is unknown for several seats, and until it is worked out.
    Column("points", Integer),
    Column("rank", Integer),
    Column("share", Float),  # of the win: less than 1 where it is shared
    Column("routes", Integer),
    Column("tickets", Integer),
    Column("tickets_lost", Integer),
    Column("completed", Integer),
    Column("longest_path", Integer),
    Column("most_tickets", Integer),
    Column("stations", Integer),
    Column("harbours", Integer),
    Column("exchange", Integer),
    Column("built", LargeBinary),  # the guest's routes, one bit each
    Column("accuracy", Integer),
    Column("lessons", LargeBinary),  # list of transactions.games.Learned
    Column("work", Integer, nullable=False, server_default="0"),  # see transactions.working_out
    Column("lease_until", Float, nullable=False, server_default="0"),
    Index("games_of", "guest_id", "ended"),
    Index("games_to_work_out", "work", "lease_until"),
)
"""Finished games, one row for each guest who had a seat at the end."""

profiles = Table(
    "profiles",
    metadata,
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("handle", String(24), nullable=False),
    Column("alike", String(24), nullable=False, unique=True),  # how the handle looks
    Column("hidden", LargeBinary, nullable=False),  # list of the blocks that are not shown
)
"""Public profiles; whoever has none here is private."""

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

devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("browser", String(40), nullable=False),  # server.browsers
    Column("way", String(8), nullable=False),  # protocol.Way
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("cookie", String(64), unique=True),  # of an earlier version, which it came with
    Column("ended", Float),  # only kept where that cookie must stay worthless
)
"""Browsers in which a guest is signed in; a cookie is worth something as long as its device is
here."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential_hash", String(64), nullable=False, unique=True),
    Column("credential", LargeBinary, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("handle", String(32), nullable=False),  # transactions.passkeys.handle_of
    Column("host", String(255), nullable=False),  # the relying party
    Column("name", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
)
"""Keys by which a guest comes back; the secret half never leaves the guest's own device."""

challenges = Table(
    "challenges",
    metadata,
    Column("challenge_hash", String(64), primary_key=True),
    Column("purpose", String(8), nullable=False),  # transactions.passkeys.Purpose
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), index=True),
    Column("until", Float, nullable=False, index=True),
)
"""What a passkey has to sign; each is good for one answer."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Float, nullable=False),
)
"""Codes on paper by which a guest comes back, each once."""

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
"""What all workers must share: the key that signs cookies, and the one of web push."""

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the endpoint
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("key", LargeBinary, nullable=False),  # of the browser, to encrypt for it
    Column("auth", LargeBinary, nullable=False),
    Column("device", String(80), nullable=False),
    Column("events", String(64), nullable=False),  # names of events, with commas between
    Column("created", Float, nullable=False),
    Column("worked", Float),  # when a notice last got there
    Column("failures", Integer, nullable=False),  # in a row
    Column("paused", Float, nullable=False),  # until when it is left alone after a failure
    Column("signed_in", String(32), index=True),  # the row of devices with which it ends
)
"""Browsers that take notices by web push."""

addresses = Table(
    "addresses",
    metadata,
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254)),  # confirmed
    Column("wanted", String(254)),  # to be confirmed
    Column("token_hash", String(64), unique=True),
    Column("until", Float),  # how long the link holds that confirms it
    Column("events", String(64), nullable=False),
    Column("mailed", Float, nullable=False),  # when the last notices were sent
)
"""Where guests want mail."""

mailboxes = Table(
    "mailboxes",
    metadata,
    Column("mark", String(64), primary_key=True),  # the address under a key of the server
    Column("asked", Integer, nullable=False),
    Column("since", Float, nullable=False, index=True),
    Column("refused", Boolean, nullable=False),
)
"""How often an address was asked to confirm, and whether its owner wants no mail from us."""

quiet_hours = Table(
    "quiet_hours",
    metadata,
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("begins", Integer, nullable=False),  # minutes after midnight
    Column("ends", Integer, nullable=False),
    Column("zone", String(64), nullable=False),
)
"""When guests are left in peace."""

notices = Table(
    "notices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("way", String(64), nullable=False, index=True),  # a subscription's id, or "mail"
    Column("lane", String(8), nullable=False),  # transactions.outbox.Lane
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), index=True),
    Column("review", String(32)),
    Column("event", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("lease_owner", String(32)),
    Column("lease_until", Float, nullable=False),
    Index("notices_of_guest", "guest_id", "table_id"),
    Index("notices_due", "lane", "due"),
)
"""The outbox: what is still to be sent, a row for each way."""
