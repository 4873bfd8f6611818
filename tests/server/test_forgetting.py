"""A guest that deletes itself leaves no trace: no id and no name, in no column, file or cache."""

from __future__ import annotations

import gzip
import io
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
import structlog
from sqlalchemy import Connection, select

from stellwerk.game import Record
from stellwerk.server import logs
from stellwerk.server.histories import ProfileWish
from stellwerk.server.protocol import NewTable, QuietHours, Replay, SeatWish, SendMove
from stellwerk.server.service import Actor
from stellwerk.server.service.ceremonies import Party
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions import addresses, orders
from stellwerk.server.transactions.codes import lookalike
from stellwerk.server.transactions.forgetting import NOBODY
from stellwerk.server.transactions.game_lists import Wanted
from stellwerk.server.transactions.signing_in import Visit
from stellwerk.server.transactions.subscriptions import Subscription
from tests.server.authenticator import Passkey
from tests.server.house import NOW, House, refused
from tests.server.test_reviews import finished
from tests.server.test_uploads import lesson

pytestmark = pytest.mark.anyio

HANDLE: Final = "ottokar-otto"
NAMES: Final = (
    *("Ottilie", "Kunigunde", "Walburga", "Notburga", "Hildegund", "Philomena"),
    *("ottilie", "kunigunde", "hildegund", HANDLE, lookalike(HANDLE)),
)
"""All that the guest ever called itself, the people at its device, its bots and its moves."""
LETTERS: Final = "a line with my address"
WORD: Final = "a word of my own"
MAILBOX: Final = "ottilie@example.org"
ENDPOINT: Final = "https://push.example.org/ottilies-browser"

TRACED: Final = {
    "addresses.address",
    "addresses.guest_id",
    "addresses.wanted",
    "bars.guest_id",
    "blocks.blocked_id",
    "blocks.guest_id",
    "boards.guest_id",
    "chat.guest",
    "chat.name",
    "chat.text",
    "challenges.guest_id",
    "devices.guest_id",
    "entries.move_id",
    "games.guest_id",
    "games.names",
    "games.players",
    "guests.id",
    "guests.name",
    "hands.guest_id",
    "members.guest_id",
    "mutes.guest_id",
    "notices.guest_id",
    "orders.subject",
    "passkeys.guest_id",
    "passkeys.name",
    "present.who",
    "profiles.alike",
    "profiles.guest_id",
    "profiles.handle",
    "quiet_hours.guest_id",
    "recovery_codes.guest_id",
    "subscriptions.device",
    "subscriptions.endpoint",
    "subscriptions.guest_id",
    "tables.host",
    "tables.seats",
    "tables.wish",
    "transfers.guest_id",
}
"""Columns in which a guest leaves its id, a name or its words."""
FREE: Final = {
    "addresses": {"token_hash", "until", "events", "mailed"},
    # The reasons are words of whoever runs the server, and go with the guest or the table.
    "bars": {"created", "reason"},
    "blocks": {"created"},
    # The file itself is kept only while a game needs it.
    "boards": {"id", "text", "created", "checked"},
    "challenges": {"challenge_hash", "purpose", "until"},
    "chat": {"table_id", "number", "time", "seat", "code"},
    "devices": {"id", "browser", "way", "created", "seen", "cookie", "ended"},
    "entries": {"table_id", "seq", "seat", "by", "time", "move", "facts", "before"},
    "games": {
        "table_id",
        "ended",
        "board",
        "variant",
        "board_hash",
        "commitment",
        "seats",
        "held",
        "people",
        "host",
        "ending",
        "counted",
        "listed",
        "points",
        "rank",
        "share",
        "routes",
        "tickets",
        "tickets_lost",
        "completed",
        "longest_path",
        "most_tickets",
        "stations",
        "harbours",
        "exchange",
        "built",
        "accuracy",
        "lessons",
        "work",
        "lease_until",
    },
    "guests": {"language", "created", "seen", "signed_out"},
    "hands": {"table_id", "seat"},
    "heartbeat": {"id", "played"},
    # Of an address there is nothing but a hash under the server's key, for a day, so that nobody is
    # written to again and again; longer only if its owner wants no mail.
    "mailboxes": {"mark", "asked", "since", "refused"},
    "members": {"table_id", "ended"},
    "mutes": {"table_id", "seat"},
    "notices": {
        "id",
        "way",
        "lane",
        "table_id",
        "review",
        "event",
        "created",
        "due",
        "tries",
        "lease_owner",
        "lease_until",
    },
    "passkeys": {
        "id",
        "credential_hash",
        "credential",
        "public_key",
        "counter",
        "handle",
        "host",
        "created",
        "used",
    },
    "orders": {"id", "made", "kind", "reason", "done", "refused"},
    "present": {"table_id", "worker", "until"},
    "profiles": {"hidden"},
    "programs": {"token_hash", "table_id", "program"},
    "recovery_codes": {"code_hash", "created"},
    "reviews": {"id", "created", "complete", "content", "lease_owner", "lease_until"},
    "quiet_hours": {"begins", "ends", "zone"},
    "secrets": {"name", "value"},
    "subscriptions": {
        "id",
        "key",
        "auth",
        "events",
        "created",
        "worked",
        "failures",
        "paused",
        "signed_in",
    },
    "tables": {
        "id",
        "status",
        "public",
        "board",
        "variant",
        "board_hash",
        "version",
        "created",
        "changed",
        "seq",
        "phase_start",
        "pending",
        "undo",
        "key",
        "snapshot",
        "trail",
        "trail_start",
        "takebacks",
        "known_deal",
        "pause",
        "reason",
        "layout",
        "clocks",
        "due",
        "lease_owner",
        "lease_until",
        "chat",
        "rematch",
        "closed",
        "start",
    },
    "transfers": {"token_hash", "until"},
}
"""Columns that never hold anything of a guest. A new column has to be thought about first."""


def test_every_column_is_known_to_hold_a_trace_or_none() -> None:
    columns = {str(column) for table in schema.metadata.tables.values() for column in table.c}
    free = {f"{table}.{column}" for table, names in FREE.items() for column in names}
    assert not TRACED & free
    assert columns == TRACED | free


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged; afterwards everything is as before."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    stream = io.StringIO()
    logs.configure(json=True, verbose=True, stream=stream)
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
async def sharing(database_url: str, redis_url: str) -> AsyncIterator[House]:
    """A service that shares its database with others, so that it notes who is present."""
    settings = Settings(
        database=database_url,
        redis=redis_url,
        workers=2,  # on SQLite the second of them is a keeper
        bot_delay=0.0,
        uploads=True,
        review_playouts=2,
    )
    async with House(settings) as house:
        yield house


class Life:
    """Somebody who did everything that a guest can do, and who else was there."""

    def __init__(self, house: House, guest: Actor, other: Actor) -> None:
        self.house = house
        self.guest = guest
        self.other = other
        self.tables: dict[str, str] = {}
        self.boards: dict[str, str] = {}
        self.record = b""

    @property
    def traces(self) -> tuple[str, ...]:
        """What must not be found anywhere once the guest is deleted."""
        return (self.guest.guest or "", *NAMES, LETTERS, WORD, MAILBOX, ENDPOINT)

    @classmethod
    async def lived(cls, house: House) -> Life:
        """Live: host, join, rename, name seats, chat, mute, upload, move devices, play, review."""
        life = cls(house, await house.guest("Ottilie"), await house.guest("Bob", "de"))
        await life._upload()
        await life._want_notices()
        await life._play()
        await life._talk()
        await house.service.guests.rename(life.guest, "Walburga", "de")
        life.tables["joined"] = await life._join_another()
        life.tables["given up"] = await life._give_a_seat_up()
        await life._fall_out()
        return life

    async def _upload(self) -> None:
        for use in ("used", "unused", "alone"):
            board = await self.house.service.boards.upload(self.guest, lesson(use))
            self.boards[use] = board.id

    async def _want_notices(self) -> None:
        notices, guest = self.house.service.notices, self.guest
        browser = Subscription(ENDPOINT, b"\4" + bytes(64), bytes(16))
        await notices.subscribe(guest, browser, "Ottilie's browser", None)
        await notices.keep_quiet(guest, QuietHours(0, 1439, "UTC"))
        now, known = time.time(), guest.known

        def give(connection: Connection) -> None:
            token = addresses.ask(connection, known, MAILBOX, "mark", now)
            addresses.confirm(connection, token, now)
            addresses.ask(connection, known, f"new.{MAILBOX}", "mark", now)

        await self.house.service.database.write(give)

    async def _play(self) -> None:
        house, guest, other = self.house, self.guest, self.other
        named = (
            SeatWish("me"),
            SeatWish("me", name="Kunigunde"),
            SeatWish("bot", "random", name="Hildegund"),
            SeatWish("open"),
        )
        for use in ("finished", "running", "open"):
            wish = NewTable(board="usa", seats=named, deal=WORD)
            table = await house.service.tables.create(guest, wish)
            self.tables[use] = table.id
            await house.service.seats.join(other, table.id)
            if use != "open":
                await house.service.tables.start(guest, table.id)
                await self._moves(table.id)
        for number in range(2):
            await house.service.seats.agree(guest, self.tables["finished"], number)
        await house.service.seats.agree(other, self.tables["finished"])
        alone = await house.table(
            SeatWish("me"), SeatWish("bot", "random"), host=guest, board=self.boards["alone"]
        )
        self.tables["alone"] = (await house.service.tables.start(guest, alone.id)).id
        on_own = await house.table(
            SeatWish("me"), SeatWish("open"), host=guest, board=self.boards["used"]
        )
        await house.service.seats.join(other, on_own.id)
        self.tables["on own board"] = (await house.service.tables.start(guest, on_own.id)).id
        self.record = await self._finished_game()
        asked = await house.service.reviews.ask(self.record)
        assert (await finished(house, asked.id)).review is not None

    async def _moves(self, table: str) -> None:
        update = await self.house.service.watch.view(self.guest, table, 0, since=NOW)
        move = Random(1).choice(update.view.moves)
        await self.house.service.play.move(
            self.guest, table, SendMove("Philomena-1", update.seq, move, seat=0)
        )

    async def _finished_game(self) -> bytes:
        """Play a game to its end; return its record, as everybody may have it who was there."""
        house = self.house
        table = await house.table(SeatWish("me"), SeatWish(), host=self.guest, public=True)
        await house.service.seats.join(self.other, table.id)
        await house.service.tables.start(self.guest, table.id)
        await house.play_out(table.id, self.guest, self.other)
        self.tables["played"] = table.id
        return await house.service.watch.record(self.other, table.id)

    async def _talk(self) -> None:
        house, guest = self.house, self.guest
        for use in ("finished", "running", "open", "played"):
            await house.service.chat.say(guest, self.tables[use], LETTERS)
            await house.service.chat.mute(guest, self.tables[use], 0, True)
        await house.service.guests.transfer(guest)
        await house.service.profiles.choose(guest, ProfileWish(HANDLE))
        await self._keep_the_name()
        house.service.watch.online(guest, self.tables["running"])
        await house.until(self._is_present)

    async def _keep_the_name(self) -> None:
        """Make a passkey and codes, sign in at another device, and begin once more."""
        account, here = self.house.service.account, Party("games.example", "https://games.example")
        options = await account.begin_passkey(self.guest, here)
        _, answer = Passkey.make(options, here.origin)
        await account.add_passkey(self.guest, here, answer, "Philomena's key")
        await account.begin_passkey(self.guest, here)
        codes = await account.new_codes(self.guest)
        await account.enter_by_code(Visit(Actor(), "Firefox · Linux", None), codes[0])

    async def _is_present(self) -> bool:
        there = await self.house.service.presence.at(self.tables["running"])
        self.house._news.set()  # there is no hint about what is written later
        return self.guest.guest in there.online

    async def _join_another(self) -> str:
        table = await self.house.table(SeatWish("me"), SeatWish(), SeatWish(), host=self.other)
        await self.house.service.seats.join(self.guest, table.id, name="Notburga")
        await self.house.service.seats.join(self.guest, table.id)
        return table.id

    async def _give_a_seat_up(self) -> str:
        """Play, leave, and have the seat opened for others; a program leaves, too."""
        service = self.house.service
        program = SeatWish("program", name="Hildegund")
        own = await self.house.table(SeatWish("me"), program, SeatWish(), host=self.guest)
        await service.seats.join(self.other, own.id)
        await service.tables.start(self.guest, own.id)
        token = await service.seats.new_token(self.guest, own.id, 1)
        await service.seats.leave(await service.guests.program(token.token) or Actor(), own.id, 1)
        self.tables["left"] = own.id
        table = (await self.house.table(SeatWish(), SeatWish("me"), host=self.other)).id
        await service.seats.join(self.guest, table, 0)
        await service.tables.start(self.other, table)
        await self._moves(table)
        await service.seats.leave(self.guest, table, 0)
        await service.seats.reopen(self.other, table, 0)
        return table

    async def _fall_out(self) -> None:
        """Be invited, block each other, and be in trouble with whoever runs the server."""
        people, guest, other = self.house.service.people, self.guest, self.other
        (person,) = await people.recent(other)
        await self.house.table(SeatWish("me"), SeatWish(person=person.id), host=other)
        (person,) = await people.recent(guest)
        await people.block(guest, person.id)
        third = await self.house.guest("Cleo")
        await people.block_seat(third, self.tables["running"], 0, True)
        row = {"guest_id": guest.known, "created": 0.0, "reason": "noise"}

        def trouble(connection: Connection) -> None:
            connection.execute(schema.bars.insert(), row)
            orders.give(connection, "lift", guest.known, "", 0.0)
            connection.execute(schema.orders.update().values(done=0.0))

        await self.house.service.database.write(trouble)


def found(connection: Connection, traces: tuple[str, ...]) -> set[str]:
    """Return the columns in which a trace is found, in whatever form it is stored."""
    return {
        str(column)
        for table in schema.metadata.tables.values()
        for column in table.c
        for (value,) in connection.execute(select(column))
        if any(trace in _text(value) for trace in traces)
    }


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


async def shown(house: House, life: Life, reader: Actor) -> str:
    """Return all that somebody is told by a service about the guest's tables."""
    service, told = house.service, []
    for use, table in life.tables.items():
        if use == "alone":
            assert await refused(service.tables.info(reader, table)) == "no_table"
            continue
        told.append(str(await service.tables.info(reader, table)))
        told.append(str(await service.watch.messages(reader, table, -1, 0, -1)))
        if use not in ("open", "joined"):
            told.append((await service.watch.record(reader, table)).decode())
    if reader.guest is not None:
        told.append(str(await service.tables.own(reader)))
        told.append(str(await service.games.page(reader, Wanted())))
        told.append(str(await service.games.choices(reader)))
    told.append(str(await service.tables.public(reader)))
    return "\n".join(told)


async def test_nothing_of_a_deleted_guest_is_left(sharing: House, log: io.StringIO) -> None:
    life = await Life.lived(sharing)
    service = sharing.service
    assert await service.database.read(lambda c: found(c, life.traces)) == TRACED
    async with AsyncExitStack() as others:
        houses = [sharing]
        if not service.database.exclusive:
            houses.append(await others.enter_async_context(House(service.settings)))
        for house in houses:
            await _see_all(house, life)
        sharing.hints.clear()
        await service.guests.forget(life.guest)
        for channel, message in sharing.hints:
            houses[-1].service.news.heard(channel, message)

        assert await service.database.read(lambda c: found(c, life.traces)) == set()
        for house in houses:
            for reader in (life.other, Actor(), life.guest):
                told = await shown(house, life, reader)
                assert not [trace for trace in life.traces if trace in told]
            await _boards_are_gone(house, life)
    assert not [trace for trace in life.traces if trace in log.getvalue()]


async def _see_all(house: House, life: Life) -> None:
    """Let a service read everything, so that it has it at hand."""
    told = [
        str(await house.service.watch.messages(life.other, table, -1, 0, -1))
        for table in life.tables.values()
    ]
    assert all(trace in "\n".join(told) for trace in ("Ottilie", "Kunigunde", LETTERS))
    for board in life.boards.values():
        await house.service.boards.find(board)


async def _boards_are_gone(house: House, life: Life) -> None:
    """The file that a game needs is there and belongs to nobody; the others are not."""
    await house.service.boards.find(life.boards["used"])
    for use in ("unused", "alone"):
        assert await refused(house.service.boards.find(life.boards[use])) == "no_such_board"
    rows = await house.rows(select(schema.boards.c.id, schema.boards.c.guest_id))
    assert [tuple(row) for row in rows] == [(life.boards["used"], NOBODY)]


async def test_what_others_have_goes_on_without_the_guest(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    await house.service.guests.forget(ada)
    info = await house.service.tables.info(bob, table)
    assert [seat.name for seat in info.seats] == ["Deleted player", "Bob"]
    in_german = await house.service.tables.info(Actor(bob.guest, "de"), table)
    assert in_german.seats[0].name == "Gelöschter Gast"
    assert info.host, "somebody has to look after the table"
    await house.play_out(table, bob)
    record = await house.service.watch.record(bob, table)
    assert Record.from_json(record).names == ("Deleted player", "Bob")
    zipped = await house.service.replays.show(Actor(language="de"), record, None)
    replay = msgspec.json.decode(gzip.decompress(zipped), type=Replay)
    assert replay.names == ("Gelöschter Gast", "Bob")
    await house.service.tables.delete(bob, table)


async def test_several_deleted_players_are_told_apart(house: House) -> None:
    ada, bob, eve = [await house.guest(name) for name in ("Ada", "Bob", "Eve")]
    table = (await house.table(SeatWish("me"), SeatWish(), SeatWish(), host=ada)).id
    for other in (bob, eve):
        await house.service.seats.join(other, table)
    await house.service.tables.start(ada, table)
    for gone in (ada, bob):
        await house.service.guests.forget(gone)
    names = [seat.name for seat in (await house.service.tables.info(eve, table)).seats]
    assert names == ["Deleted player", "Deleted player 2", "Eve"]


async def test_a_name_for_a_bot_does_not_outlive_its_giver_in_a_rematch(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    seats = SeatWish("me"), SeatWish(), SeatWish("bot", "random", name="Kunigunde")
    table = (await house.table(*seats, host=ada)).id
    await house.service.seats.join(bob, table)
    await house.service.tables.start(ada, table)
    for each in (ada, bob):
        await house.service.seats.agree(each, table)
    again = await house.service.tables.rematch(bob, table)
    assert sorted(seat.holder for seat in again.seats) == ["bot", "open", "person"]
    await house.service.guests.forget(ada)
    assert await house.service.database.read(lambda c: found(c, ("Kunigunde",))) == set()


async def test_the_cookie_of_a_deleted_guest_opens_nothing(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    tables = [await house.table(SeatWish("me"), SeatWish(), host=ada) for _ in range(2)]
    for table in tables:
        await house.service.seats.join(bob, table.id)
    running, waiting = (table.id for table in tables)
    await house.service.tables.start(ada, running)
    open_table = (await house.table(SeatWish("me"), SeatWish(), host=bob)).id
    await house.service.guests.forget(ada)
    service = house.service
    for call in (
        service.seats.replace(ada, running, 1, "greedy"),
        service.seats.reopen(ada, running, 1),
        service.tables.start(ada, waiting),
        service.tables.delete(ada, waiting),
        service.seats.kick(ada, waiting, 1),
    ):
        assert await refused(call) in ("not_host", "not_open")
    for again in (
        service.tables.create(ada, NewTable()),
        service.seats.join(ada, open_table),
        service.seats.join(ada, open_table, name="Ada"),
        service.chat.mute(ada, running, 1, True),
        service.guests.transfer(ada),
        service.boards.upload(ada, lesson()),
        service.chat.say(ada, running, "it is me"),
        service.guests.rename(ada, "Ada", "en"),
    ):
        assert await refused(again) == "no_guest"
    assert await service.database.read(lambda c: found(c, (ada.guest or "", "Ada"))) == set()


async def test_what_earlier_versions_left_behind_is_forgotten_at_the_start(
    database_url: str,
) -> None:
    settings = Settings(database=database_url, uploads=True, bot_delay=0.0)
    async with House(settings) as house:
        table, ada, bob = await house.duel()
        await house.service.boards.upload(ada, lesson())
        await house.service.chat.mute(ada, table, 1, True)
        closed = await house.table(SeatWish("me", name="Countess"), SeatWish(), host=ada)
        await house.service.tables.close(ada, closed.id)

        def delete_as_before(connection: Connection) -> None:
            """Delete the guest and its seats alone, as was once done."""
            for column in (schema.guests.c.id, schema.members.c.guest_id):
                connection.execute(column.table.delete().where(column == ada.guest))

        await house.service.database.write(delete_as_before)
        traces = (ada.guest or "", "Countess")
        assert len(await house.service.database.read(lambda c: found(c, traces))) > 3
    async with House(settings) as house:
        assert await house.service.database.read(lambda c: found(c, traces)) == set()
        assert (await house.service.tables.info(bob, table)).host
        assert await refused(house.service.boards.find("own:unknown")) == "no_such_board"


async def test_no_byte_is_left_in_the_files_of_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    async with House(Settings(database=f"sqlite:///{file}", bot_delay=0.0)) as house:
        table, ada, bob = await house.duel()
        for number in range(20):
            await house.service.chat.say(ada, table, f"{LETTERS} {number}")
            await house.service.guests.rename(ada, "Kunigunde", "de")
        await house.set_up(table, ada, bob)
        assert _in_files(tmp_path, ada.guest or "")
        await house.service.guests.forget(ada)
        for trace in (ada.guest or "", "Kunigunde", LETTERS):
            assert not _in_files(tmp_path, trace)


def _in_files(folder: Path, trace: str) -> list[str]:
    return [each.name for each in folder.iterdir() if trace.encode() in each.read_bytes()]
