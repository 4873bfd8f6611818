"""How a server is run: where it stores, what it allows, how long it keeps things."""

from __future__ import annotations

from dataclasses import dataclass

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a server; times are in seconds."""

    database: str = "sqlite:///stellwerk.db"
    """``sqlite:///path`` or ``postgresql://user:password@host/name``."""
    redis: str | None = None
    """``redis://…`` joins several workers or machines; without it there is one process."""
    secret: bytes | None = None
    """Signs cookies; without one, a secret is made once and kept in the database."""
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    public_url: str | None = None
    """The address people know it by, if it is behind a proxy."""
    uploads: bool = False
    """Whether guests may upload board files of their own."""
    mail: str | None = None
    """``smtp://user:password@host`` takes the mails for guests who want some; None: no mail."""
    mail_from: str | None = None
    """Who they come from: ``Stellwerk <games@example.org>``."""

    message_bytes: int = 8192
    messages_per_second: float = 20.0
    message_burst: int = 60
    messages_per_address: float = 600.0
    """A second."""
    requests_per_minute: float = 600.0
    """Of one guest or program; opening a socket counts too."""
    requests_per_address: float = 6000.0
    """A minute: a club of sixty people may share one address."""
    request_seconds: float = 20.0
    """A request must arrive, and an answer be read, within this time."""
    connections_per_address: int = 800
    """Open at the same time, where there is no proxy before the server."""
    sockets_per_guest: int = 32
    """Open at the same time; requests that wait for news count too."""
    sockets_at_table: int = 8
    """Of one guest or program at one table."""
    watchers_per_address: int = 60
    """At one table, of people who are not guests."""
    sockets_per_address: int = 400
    bytes_per_second: float = 1 << 20
    """Sent to one guest over all sockets and requests."""
    bytes_at_once: float = 32 << 20
    bytes_per_address: float = 16 << 20
    """A second."""
    guesses_per_minute: float = 3.0
    """Codes that do not exist, asked for from one address; more lock it out of others' tables."""
    guess_burst: int = 60
    guesses_of_all: float = 600.0
    """A minute, by all addresses together; beyond that each guess counts tenfold."""
    code_tries_per_minute: float = 1.0
    """Wrong recovery codes from one address; more keep it from signing in by code."""
    code_try_burst: int = 20
    code_tries_of_all: float = 120.0
    """A minute, by all addresses together; beyond that each counts tenfold."""
    challenges_per_minute: float = 60.0
    """Begun with passkeys, by one guest or from one address."""
    exports_per_hour: float = 6.0
    """Files with everything about one guest."""
    new_guests_per_hour: float = 120.0
    """From one address."""
    tables_per_hour: float = 60.0
    """Opened by one guest; an address may open sixteen times as many."""
    tables_per_guest: int = 50
    """Open or running at the same time."""
    spectators: int = 200
    """Sockets at one table."""
    upload_bytes: int = 200_000
    uploads_per_guest: int = 20
    upload_tries_per_hour: float = 60.0
    """Of one guest, and from one address; refused ones count too."""
    chat_per_minute: int = 30
    review_playouts: int = 1000
    """Games played out for each decision that is judged."""
    reviews_per_guest: int = 3
    """Games that wait for their review."""
    reviews_per_address: int = 20
    reviews_waiting: int = 100
    """In all; addresses take turns."""
    replays_per_minute: float = 60.0
    """From one address; each plays a whole game again."""
    statistics_per_minute: float = 60.0
    """Of one guest, or asked for by one address; each adds up thousands of games."""

    tables_bytes: int = 256 << 20
    """Memory for tables that were used lately; others are read from the database again."""

    finished_for: float = 365 * _DAY
    """How long finished tables are kept."""
    finished_alone: int = 500
    """Finished tables that are kept for one guest where no other person sat."""
    open_for: float = 2 * _DAY
    """How long a table may wait to be started."""
    idle_for: float = 60 * _DAY
    """How long a running game may stand still."""
    chat_for: float = 90 * _DAY
    review_for: float = 90 * _DAY
    """How long reviews are kept; they can be made again."""
    guest_for: float = 400 * _DAY
    """How long a guest is kept who does not come back."""

    mail_pause: float = 600.0
    """Seconds between two mails to a guest; what happens meanwhile is told together."""
    push_anywhere: bool = False
    """Whether browsers may be reached at any address, this machine too: only for tests."""

    bot_delay: float = 0.8
    """How long a brisk bot waits before it acts, so that people can follow."""
    bot_seconds: float = 1.0
    """How long a bot may think about one decision."""
    lease: float = 30.0
    """After this time another worker takes over what one has left undone."""
    poll: float = 1.0
    """How often a worker looks for what is left undone."""

    @property
    def has_keeper(self) -> bool:
        """Whether the second of two processes makes the moves, as the tables are not shared.

        With SQLite there is one server in any case; others share their tables through Redis.
        """
        return self.workers > 1 and (self.redis is None or self.database.startswith("sqlite"))
