"""The service: everything a client can ask for, free of any protocol.

Each change is one transaction; when it is committed, those who follow the table get a hint.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
import structlog
from sqlalchemy import Connection, select

from stellwerk.board import Board
from stellwerk.game import Game
from stellwerk.game.standing import SeatStanding
from stellwerk.server.errors import Refusal
from stellwerk.server.limits import Limit
from stellwerk.server.protocol import (
    Accepted,
    AskPayments,
    AskRoutes,
    AskWhy,
    BoardInfo,
    BotInfo,
    ChatLine,
    ChatMessage,
    GuestInfo,
    Language,
    NewTable,
    Pace,
    Payments,
    Reason,
    RouteReasons,
    SeatWish,
    SendMove,
    ServerMessage,
    TableInfo,
    TableLine,
    TableMessage,
    TokenInfo,
    Update,
)
from stellwerk.server.sandbox import Sandbox
from stellwerk.server.service import (
    asking,
    catalogue,
    chat,
    guests,
    opening,
    runner,
    seats,
    uploads,
    watching,
)
from stellwerk.server.service.actor import Actor
from stellwerk.server.service.cleaning import carry_over, delete_finished
from stellwerk.server.service.clock import PlayClock
from stellwerk.server.service.codes import new_id
from stellwerk.server.service.forgetting import NOBODY, forget, forget_strays
from stellwerk.server.service.heartbeat import Heartbeat
from stellwerk.server.service.hint import CHAT, GAME, GONE, TABLE, Hint, moment_of
from stellwerk.server.service.moves import Moves
from stellwerk.server.service.playing import (
    STAND_IN,
    Played,
    Worker,
    change_seat,
    resign,
    set_pace,
)
from stellwerk.server.service.presence import LONGEST, Here, Presence
from stellwerk.server.service.previews import Previews
from stellwerk.server.service.replays import Replays
from stellwerk.server.service.reviews import Reviews
from stellwerk.server.service.runner import Runner
from stellwerk.server.service.storing import Storing
from stellwerk.server.service.table import Table, board_at_hand, board_of, forget_board
from stellwerk.server.service.watching import Watch, Watched
from stellwerk.server.settings import Settings
from stellwerk.server.store import open_database, schema
from stellwerk.server.store.database import alive
from stellwerk.server.store.upgrade import shared_secret, upgrade

log = structlog.get_logger()

KEEPER: Final = "stellwerk.server.keep"
"""The program of a process that writes for this one."""

Publish = Callable[[str, bytes], None]
Result = TypeVar("Result")


class Service:
    """All that the server does."""

    def __init__(self, settings: Settings, publish: Publish) -> None:
        self.settings = settings
        self.publish = publish
        self.database = open_database(settings.database)
        self.clock = PlayClock()
        self._worker = Worker(new_id(), settings.lease, settings.bot_delay, b"", 0.0)
        self.secret = b""
        """Signs cookies; known once the service has started."""
        self.watch = Watch(settings.tables_bytes)
        self.shared = settings.redis is not None
        """Whether other workers may change tables, too."""
        self.sandbox = Sandbox()
        tries = settings.upload_tries_per_hour
        self._upload_tries = Limit(tries / 3600, tries)
        self.runner = Runner(self)
        self.replays = Replays(self)
        self.previews = Previews(self)
        self.moves = Moves(self)
        self.reviews = Reviews(self)
        self.presence = Presence(self.database, self._worker.id, self.shared, self.clock)
        self.heartbeat = Heartbeat(self.database, self.clock, self.shared)
        self.storing = Storing(self.database)

    @property
    def worker(self) -> Worker:
        """This process at work, at this moment in the time of play."""
        return self._worker._replace(time=self.clock.now())

    async def start(self) -> None:
        """Open the database, bring it up to date and begin to act."""
        await self.database.hold(shared=self.shared)
        await self.database.write(upgrade, long=True)
        given = self.settings.secret
        self.secret = await self.database.write(shared_secret) if given is None else given
        self._worker = self._worker._replace(secret=self.secret)
        await uploads.check_stored(self.sandbox, self.database)
        kept, closed = await self.database.write(lambda c: carry_over(c, time.time()), long=True)
        if kept or closed:
            log.info("carried_over", kept=kept, closed=closed)
        await self.heartbeat.start()
        self.presence.start()
        strays = await self.database.write(
            lambda c: forget_strays(c, time.time(), self.worker), long=True
        )
        if strays:
            log.info("strays_forgotten", guests=strays)
        if self.database.exclusive:  # whoever held a lease is dead
            await self.database.write(runner.drop_leases)
        if self.settings.has_keeper:
            await self.database.start_keeper("-m", KEEPER)
        self.runner.start()
        self.reviews.start()

    async def stop(self) -> None:
        """Stop acting and close the database."""
        await self.reviews.stop()
        await self.runner.stop()
        await self.moves.finish()
        await self.sandbox.stop()
        await self.heartbeat.stop()
        await self.database.close()

    async def health(self) -> None:
        """Refuse if the database cannot be reached, or if nothing can be stored."""
        await self.database.read(alive)
        await self.storing.look()

    # --- guests ---------------------------------------------------------------------------------

    async def new_guest(self, name: str, language: Language) -> GuestInfo:
        """Welcome somebody new."""
        now = time.time()
        return await self.database.write(lambda c: guests.new_guest(c, name, language, now))

    async def guest(self, guest: str) -> GuestInfo | None:
        """Return a guest by its id."""
        found = await self.database.read(lambda c: guests.find(c, guest))
        if found is None:
            return None
        now = time.time()
        if guests.is_stale(found[1], now):
            await self.database.write(lambda c: guests.note_seen(c, guest, now))
        return found[0]

    async def rename(self, actor: Actor, name: str, language: Language) -> GuestInfo:
        """Change a guest's name and language."""
        return await self.database.write(lambda c: guests.rename(c, actor, name, language))

    async def forget_me(self, actor: Actor) -> None:
        """Forget a guest and all that belongs to it alone."""
        guest, now = actor.known, time.time()
        await self.heartbeat.sure()
        found = await self.database.write(lambda c: forget(c, guest, now, self.worker), long=True)
        for table in found.tables:
            self._noted(table)
        for name in found.gone:
            self._deleted(name)
        for board in found.boards:
            forget_board(board)
            self.publish(_BOARDS + board, GONE)
        self.publish(f"guest:{guest}", GONE)
        await self.database.scrub()

    async def transfer(self, actor: Actor) -> TokenInfo:
        """Make a one-time link to another device."""
        return await self.database.write(lambda c: guests.transfer(c, actor, time.time()))

    async def redeem(self, token: str) -> GuestInfo:
        """Become the guest of a one-time link."""
        return await self.database.write(lambda c: guests.redeem(c, token, time.time()))

    async def program(self, token: str) -> Actor | None:
        """Return the program that a seat's token belongs to."""
        found = await self.database.read(lambda c: guests.program_of(c, token))
        return None if found is None else Actor(table=found[0], program=found[1])

    async def still_seated(self, actor: Actor, table: str) -> None:
        """Refuse a program whose seat has changed since it came."""
        if actor.program is not None:
            actor.seats((await self.watched(table)).table)

    async def seat_token(self, actor: Actor, table: str, seat: int) -> TokenInfo:
        """Make a token with which a program plays a seat."""
        changed, token = await self.database.write(
            lambda c: guests.new_program_token(c, table, actor, seat, time.time())
        )
        self._noted(changed)
        return token

    # --- tables ---------------------------------------------------------------------------------

    async def create(self, actor: Actor, wish: NewTable, key: bytes = b"") -> TableInfo:
        """Open a table; ``key`` is a deal of the server's own, and never comes from a client."""
        most = self.settings.tables_per_guest
        return await self._change_table(
            actor, lambda c, now: opening.create(c, actor, wish, most, now, self.worker, key)
        )

    async def open_at(self, actor: Actor, wish: NewTable, position: Game) -> TableInfo:
        """Open a table whose game goes on from a position."""
        most = self.settings.tables_per_guest
        return await self._change_table(
            actor, lambda c, now: opening.open_at(c, actor, wish, position, most, now, self.worker)
        )

    async def join(
        self, actor: Actor, table: str, seat: int | None = None, name: str = ""
    ) -> TableInfo:
        """Sit down at a table."""
        return await self._change_table(
            actor, lambda c, now: opening.join(c, table, actor, seat, name, now, self.worker)
        )

    async def leave(self, actor: Actor, table: str, seat: int | None = None) -> TableInfo:
        """Stand up; in a running game a bot decides until one comes back."""
        watched = await self.watched(table)
        if watched.table.status == "open":
            return await self._change_table(
                actor, lambda c, now: opening.leave(c, table, actor, seat, now)
            )
        own = watched.table.seats_of(actor.guest) if seat is None else (seat,)
        found: TableInfo | None = None
        for number in own:
            change = seats.left(number, STAND_IN, self.clock.read())
            found = await self._change_seat(actor, table, number, change)
        return found or await self.info(actor, table)

    async def start_game(self, actor: Actor, table: str) -> TableInfo:
        """Begin the game."""
        return await self._change_table(
            actor, lambda c, now: opening.start(c, table, actor, now, self.worker)
        )

    async def kick(self, actor: Actor, table: str, seat: int) -> TableInfo:
        """Free a seat before the start."""
        return await self._change_table(
            actor, lambda c, now: opening.kick(c, table, actor, seat, now)
        )

    async def set_seat(self, actor: Actor, table: str, seat: int, wish: SeatWish) -> TableInfo:
        """Say who is to sit on a seat."""
        return await self._change_table(
            actor, lambda c, now: opening.set_seat(c, table, actor, seat, wish, now)
        )

    async def replace(self, actor: Actor, table: str, seat: int, bot: str) -> TableInfo:
        """Let a bot decide for somebody who is away, as the host."""
        change = seats.replaced(seat, opening.bot_named(bot), self._here(table), self.clock.read())
        return await self._change_seat(actor, table, None, change)

    async def reopen(self, actor: Actor, table: str, seat: int) -> TableInfo:
        """Free the seat of somebody who is away for another person, as the host."""
        change = seats.reopened(seat, STAND_IN, self._here(table), self.clock.read())
        return await self._change_seat(actor, table, None, change)

    async def take_back(self, actor: Actor, table: str, seat: int | None = None) -> TableInfo:
        """Decide oneself again."""
        number = await self._own_seat(actor, table, seat)
        return await self._change_seat(
            actor, table, number, seats.taken_back(number, self.clock.read())
        )

    async def resign(self, actor: Actor, table: str, seat: int | None = None) -> TableInfo:
        """Give up: of two seats the game ends at once, of more a bot plays on."""
        number, now = await self._own_seat(actor, table, seat), time.time()
        await self.heartbeat.sure()
        played = await self.database.write(
            lambda c: resign(c, table, actor, number, now, self.worker)
        )
        self.after_move(played)
        return await self._told(actor, self._noted(played.table))

    async def agree(
        self, actor: Actor, table: str, seat: int | None = None, wish: bool = True
    ) -> TableInfo:
        """Wish to end the game now; it ends when all people wish it."""
        number = await self._own_seat(actor, table, seat)
        return await self._change_seat(actor, table, number, seats.agreed(number, wish))

    async def set_pace(self, actor: Actor, table: str, pace: Pace) -> TableInfo:
        """Say how fast the bots of a table are, as the host."""
        return await self._change_table(
            actor, lambda c, now: set_pace(c, table, actor, pace, now, self.worker)
        )

    async def set_colour(self, actor: Actor, table: str, seat: int, colour: str) -> TableInfo:
        """Choose the colour of a seat before the start."""
        return await self._change_table(
            actor, lambda c, now: opening.set_colour(c, table, actor, seat, colour, now)
        )

    async def rematch(self, actor: Actor, table: str) -> TableInfo:
        """Open a table for the same people again."""
        most = self.settings.tables_per_guest

        def work(connection: Connection, now: float) -> tuple[Table, Table]:
            return opening.rematch(connection, table, actor, most, now, self.worker)

        now = time.time()
        await self.heartbeat.sure()
        before, again = await self.database.write(lambda c: work(c, now))
        self._noted(before)
        return await self._told(actor, self._noted(again))

    async def same_deal(self, actor: Actor, table: str) -> TableInfo:
        """Play the deal of a finished game again, alone against the same bots."""
        most = self.settings.tables_per_guest
        return await self._change_table(
            actor, lambda c, now: opening.same_deal(c, table, actor, most, now, self.worker)
        )

    async def close(self, actor: Actor, table: str) -> TableInfo:
        """Close a table that has not started."""
        return await self._change_table(actor, lambda c, now: opening.close(c, table, actor, now))

    async def delete(self, actor: Actor, table: str) -> None:
        """Delete a finished or closed table with its record and chat, as the host."""
        await self.database.write(lambda c: delete_finished(c, table, actor))
        self._deleted(table)

    async def info(self, actor: Actor, table: str) -> TableInfo:
        """Return what an actor is told about a table."""
        return await self._told(actor, (await self.watched(table)).table)

    async def own_tables(self, actor: Actor) -> tuple[TableLine, ...]:
        """Return the tables an actor plays at."""
        found = await self.database.read(lambda c: watching.own_tables(c, actor))
        return tuple(watching.line(table, actor) for table in found)

    async def public_tables(self, actor: Actor) -> tuple[TableLine, ...]:
        """Return the tables that everybody may see."""
        found = await self.database.read(watching.public_tables)
        return tuple(watching.line(table, actor) for table in found)

    async def is_open_to(self, actor: Actor, table: str) -> bool:
        """Whether an actor need not guess a table's code: a place of their own, or a public one."""
        return await self.database.read(lambda c: watching.is_open_to(c, table, actor))

    # --- play -----------------------------------------------------------------------------------

    async def move(self, actor: Actor, table: str, message: SendMove) -> Accepted:
        """Make a move, or take one back; when this returns, it is stored for good."""
        return await self.moves.make(actor, table, message)

    async def payments(self, actor: Actor, table: str, ask: AskPayments) -> Payments:
        """Return every way to pay for something."""
        return asking.payments(await self.watched(table), actor, ask)

    async def why(self, actor: Actor, table: str, ask: AskWhy) -> Reason:
        """Tell why a move cannot be made, if it cannot."""
        return asking.why(await self.watched(table), actor, ask)

    async def standing(
        self, actor: Actor, table: str, seat: int | None = None
    ) -> tuple[SeatStanding, ...]:
        """Tell how the score of a game stands, as far as an actor may know it."""
        return asking.standing(await self.watched(table), actor, seat)

    async def routes(self, actor: Actor, table: str, ask: AskRoutes) -> RouteReasons:
        """Tell why free routes cannot be claimed now."""
        return asking.routes(await self.watched(table), actor, ask)

    def after_move(self, played: Played) -> None:
        """Tell those who follow a table about a step that is stored."""
        table, entry = played.table, played.entry
        if entry is not None:
            self.watch.follow(table, entry)
        self.runner.expect(table)
        self._changed(table, GAME if table.status == "playing" else TABLE)
        for seat in table.waiting:
            guest = table.seats[seat].guest
            if guest is not None:
                self.publish(f"guest:{guest}", TABLE)

    # --- watching -------------------------------------------------------------------------------

    def heard(self, channel: str, message: bytes) -> None:
        """Take note of a hint, which another worker may have given."""
        if channel.startswith(_BOARDS):
            forget_board(channel.removeprefix(_BOARDS))
            return
        hint = Hint.decode(message)
        if channel.startswith(_TABLES) and hint.moment is not None:
            self.watch.hear(channel.removeprefix(_TABLES), hint.moment)

    async def messages(
        self,
        actor: Actor,
        table: str,
        since: int,
        line: int,
        version: int,
        *,
        hinted: bool = False,
    ) -> list[ServerMessage]:
        """Return what is new for an actor after a step, a line of chat and a version.

        Version -1 asks for the table in any case. ``hinted``: hints have told all there is.
        """
        watched = await self.watched(table, since, hinted=hinted)
        found = watched.table
        news: list[ServerMessage] = []
        if found.version > version:
            news.append(TableMessage(await self._told(actor, found)))
        if watched.game is not None and (found.seq > since or found.version > version):
            news += watching.updates(watched, actor, since, self.clock.read())
        if found.chat > line and (lines := await self._chat(actor, found, line)):
            news.append(ChatMessage(lines))
        return news

    async def view(
        self, actor: Actor, table: str, seat: int | None = None, since: int = -1
    ) -> Update:
        """Return the game as one seat sees it, or as a spectator does."""
        watched = await self.watched(table, since)
        asking.game_at(watched)
        own = actor.seats(watched.table)
        if own and watched.table.status == "playing":
            self.presence.touch(actor, table, self._grace(table))
        chosen = actor.seat_of(watched.table, seat) if own or seat is not None else None
        return watching.update(watched, chosen, actor.language, since, self.clock.read())

    async def record(self, actor: Actor, table: str) -> bytes:
        """Return the record of a game as an actor may have it."""
        asking.game_at(await self.watched(table))
        return await self.database.read(lambda c: watching.record(c, table, actor))

    def online(self, actor: Actor, table: str) -> None:
        """Note that a socket of an actor is open at a table."""
        if self.presence.change(actor, table, 1):
            self._hint(table, Hint(TABLE))

    def offline(self, actor: Actor, table: str) -> None:
        """Note that a socket of an actor was closed."""
        if self.presence.change(actor, table, -1, self._grace(table)):
            self._hint(table, Hint(TABLE))

    # --- chat -----------------------------------------------------------------------------------

    async def say(self, actor: Actor, table: str, text: str) -> ChatLine:
        """Write to the others at a table."""
        most, now = self.settings.chat_per_minute, time.time()
        changed, line = await self.database.write(
            lambda c: chat.say(c, table, actor, text, most, now)
        )
        self.watch.follow(changed, None)
        self._changed(changed, CHAT)
        return line

    async def mute(self, actor: Actor, table: str, seat: int, muted: bool) -> TableInfo:
        """Hide what a seat writes, or show it again."""
        return await self._told(
            actor, await self.database.write(lambda c: chat.mute(c, table, actor, seat, muted))
        )

    # --- boards and bots ------------------------------------------------------------------------

    def boards(self, language: Language) -> tuple[BoardInfo, ...]:
        """Return the boards that come with the program."""
        return catalogue.boards(language)

    def bots(self, language: Language) -> tuple[BotInfo, ...]:
        """Return the bots one can play against."""
        return catalogue.bots(language)

    async def board(self, board: str, variant: str | None = None) -> Board:
        """Return a board by its id, one of ours or an uploaded one."""
        found = board_at_hand(board, variant)
        if found is not None:
            return found
        return await self.database.read(lambda c: board_of(c, board, variant))

    async def upload_board(self, actor: Actor, text: str, address: str = "") -> BoardInfo:
        """Take a board file; it is checked first, away from everything else."""
        settings, guest, now = self.settings, actor.known, time.time()
        if not settings.uploads:
            raise Refusal("uploads_off")
        for who in (guest, address):
            seconds = self._upload_tries.take(who) if who else 0.0
            if seconds:
                raise Refusal("rate_limited", seconds=int(seconds) + 1)
        board = await uploads.check(
            self.sandbox, address or guest, text, settings.upload_bytes, actor.language
        )
        most = settings.uploads_per_guest
        await self.database.write(lambda c: uploads.store(c, text, guest, most, now))
        info = catalogue.board_info(board, actor.language)
        return msgspec.structs.replace(info, id=uploads.name_of(text))

    # --- inside ---------------------------------------------------------------------------------

    async def watched(
        self, name: str, since: int | None = None, *, hinted: bool = False
    ) -> Watched:
        """Return a table as it is, with what happened after a step."""
        known = self.watch.get(name)
        if known is not None and self.shared and not hinted:
            columns = schema.tables.c
            wanted = select(columns.seq, columns.version, columns.chat).where(columns.id == name)
            marks = await self.database.read(lambda c: c.execute(wanted).one_or_none())
            table = known.table
            if marks is None or tuple(marks) != (table.seq, table.version, table.chat):
                known = None
        after = 1 << 30 if since is None else max(since, 0)
        while known is None or known.first > after:
            # A move that is made meanwhile may be newer than what was read, but not reach back.
            with self.watch.reading(name) as reading:
                seen = await self.database.read(lambda c: watching.look(c, name, after))
                known = reading.keep(seen)
        return known

    async def _told(self, actor: Actor, table: Table) -> TableInfo:
        muted: frozenset[int] = frozenset()
        if actor.guest is not None:
            muted = await self.database.read(lambda c: watching.muted_by(c, table.id, actor))
        here = await self.presence.at(table.id)
        return watching.info(table, actor, here, muted, self.clock.read())

    async def _chat(self, actor: Actor, table: Table, number: int) -> tuple[ChatLine, ...]:
        def work(connection: Connection) -> tuple[ChatLine, ...]:
            muted = watching.muted_by(connection, table.id, actor)
            return watching.chat_after(connection, table, actor, number, muted)

        return await self.database.read(work)

    async def _change_table(
        self, actor: Actor, work: Callable[[Connection, float], Table]
    ) -> TableInfo:
        now = time.time()
        await self.heartbeat.sure()
        return await self._told(
            actor, self._noted(await self.database.write(lambda c: work(c, now)))
        )

    async def _change_seat(
        self, actor: Actor, table: str, seat: int | None, change: seats.Change
    ) -> TableInfo:
        """Change who decides for a seat: its own person does it, or without a seat the host."""

        def checked(connection: Connection, found: Table) -> None:
            if seat is None:
                actor.must_host(found)
            else:
                actor.seat_of(found, seat)
            change(connection, found)

        now = time.time()
        await self.heartbeat.sure()
        changed = await self.database.write(
            lambda c: change_seat(c, table, now, self.worker, checked)
        )
        return await self._told(actor, self._noted(changed))

    def _here(self, table: str) -> Callable[[Connection], Here]:
        """Return what tells within a transaction who is at a table."""
        return lambda connection: self.presence.here(connection, table)

    def _grace(self, table: str) -> float:
        """Return for how long it matters when somebody has left a table."""
        watched = self.watch.get(table)
        return LONGEST if watched is None else seats.grace_of(watched.table.wish)

    async def _own_seat(self, actor: Actor, table: str, seat: int | None) -> int:
        return actor.seat_of((await self.watched(table)).table, seat)

    def _noted(self, table: Table) -> Table:
        """Tell those who follow a table that it has changed."""
        self.watch.follow(table, None)
        self.runner.expect(table)
        self._changed(table, TABLE)
        for guest in {table.host, *(seat.guest for seat in table.seats)} - {None, NOBODY}:
            self.publish(f"guest:{guest}", TABLE)
        if table.wish.public:
            self.publish("lobby", TABLE)
        return table

    def _deleted(self, table: str) -> None:
        """Tell those who follow a table that it is gone."""
        self.watch.forget(table)
        self._hint(table, Hint(TABLE))

    def _changed(self, table: Table, what: bytes) -> None:
        self._hint(table.id, Hint(what, moment_of(table)))

    def _hint(self, table: str, hint: Hint) -> None:
        self.publish(_TABLES + table, hint.encode())


_BOARDS: Final = "board:"
"""Before the id of an uploaded board: the channel of its end."""
_TABLES: Final = "table:"
"""Before a table's id: the channel of its hints."""
