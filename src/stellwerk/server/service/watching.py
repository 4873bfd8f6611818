"""What an actor is told: tables, views, events, chat. Only views leave from here."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec
from sqlalchemy import Connection, exists, select

from stellwerk.game import CardSet, ClaimRoute, Game, View
from stellwerk.game.errors import GameError
from stellwerk.game.events import Event, Fact
from stellwerk.server.protocol import (
    ChatLine,
    LineResult,
    SeatInfo,
    TableInfo,
    TableLine,
    Told,
    Update,
)
from stellwerk.server.service.actor import Actor
from stellwerk.server.service.clock import Now
from stellwerk.server.service.hint import Moment, moment_of
from stellwerk.server.service.notices import notice
from stellwerk.server.service.opening import may_have_again
from stellwerk.server.service.playing import current_game
from stellwerk.server.service.presence import Here, name_at
from stellwerk.server.service.seats import free_in, grace_of
from stellwerk.server.service.table import (
    LAYOUT,
    Entry,
    Seat,
    Table,
    beginning,
    entries,
    read,
    read_all,
    rebuilt,
)
from stellwerk.server.store import schema
from stellwerk.words import tell

_LISTED: Final = 100
"""Most tables in a list."""
_CHAT_LINES: Final = 200
"""Most lines of chat sent at once."""


class Watched:
    """A table as this worker last saw it, with what has happened lately."""

    def __init__(self, table: Table, game: Game | None, first: int, recent: list[Entry]) -> None:
        self.table = table
        self.game = game
        """The game as it stands; None before the start."""
        self.first = first
        """Events after this step are at hand."""
        self.recent = recent
        """The steps after the first one, without a gap."""
        self._views: dict[int | None, View] = {}
        self._told: dict[tuple[int, int | None, str], tuple[Told, ...]] = {}
        self._reasons: dict[tuple[int, str], dict[str, str]] = {}
        self.weight = _TABLE_BYTES + _ENTRY_BYTES * len(recent)
        """About how many bytes it takes, with all that has been made for viewers so far."""
        self.kept_by: Watch | None = None

    def view(self, seat: int | None) -> View:
        """Return what a seat sees; made once for all its devices."""
        found = self._views.get(seat)
        if found is None:
            assert self.game is not None, "only a game that has begun is shown"
            found = self.game.view(seat)
            table = self.table
            if table.status != "playing" and not self.game.over:
                outcome = self.game.outcome()
                found = msgspec.structs.replace(found, moves=(), pending=(), outcome=outcome)
            if not table.wish.memory_aids:
                players = tuple(
                    msgspec.structs.replace(player, known={}) for player in found.players
                )
                found = msgspec.structs.replace(found, players=players)
            self._views[seat] = found
            self._grow(_VIEW_BYTES)
        return found

    def route_reasons(self, seat: int, language: str) -> dict[str, str]:
        """Return why free routes cannot be claimed by a seat now; found once for all who ask."""
        found = self._reasons.get((seat, language))
        if found is None:
            found = self._reasons[seat, language] = dict(self._refused_routes(seat, language))
            self._grow(_REASON_BYTES * len(found))
        return found

    def _refused_routes(self, seat: int, language: str) -> Iterator[tuple[str, str]]:
        game = self.game
        if game is None or game.phase != "turn" or seat not in game.pending:
            return
        owners = game.position.owners
        for route in self.table.board.routes:
            if route.id in owners or game.payments(ClaimRoute, route.id, seat):
                continue
            try:
                game.check(ClaimRoute(seat, route.id, CardSet()))
            except GameError as problem:
                yield route.id, problem.say(language)

    def _grow(self, size: int) -> None:
        self.weight += size
        if self.kept_by is not None:
            self.kept_by.grow(self, size)

    def told(self, seat: int | None, language: str, since: int) -> Iterator[Told]:
        """Tell a viewer what happened after a step."""
        if since < 0:
            dealt = beginning(self.table).events(seat)
            yield from (self._say(event, language) for event in dealt)
        for entry in self.recent[max(0, since - self.first) :]:
            yield from self._tell(entry, seat, language)

    def _tell(self, entry: Entry, seat: int | None, language: str) -> tuple[Told, ...]:
        """Tell one step; said once for all who may know the same of it."""
        knows = seat if any(_secret_of(fact) == seat for fact in entry.facts) else None
        key = entry.seq, knows, language
        found = self._told.get(key)
        if found is None:
            events = (fact.shown_to(knows, entry.seq) for fact in entry.facts)
            found = self._told[key] = tuple(self._say(event, language) for event in events)
            self._grow(_TOLD_BYTES)
        return found

    def _say(self, event: Event, language: str) -> Told:
        table = self.table
        text = tell(event, table.board, table.names_in(language), language)
        return Told(event.seq, event.code, event.params, text)

    def followed_by(self, table: Table, entry: Entry | None) -> Watched:
        """Return the table after a change this worker has made itself."""
        known = self.game is not None and self.game.names == table.names
        game = self.game if entry is None and known else None
        if game is None and table.snapshot:
            game = table.game()
            if self.game is not None:
                game.shown = self.game.shown
        recent = self.recent if entry is None else [*self.recent, entry]
        first = self.first
        if len(recent) > _RECENT:
            first, recent = recent[-_RECENT].seq - 1, recent[-_RECENT:]
        return Watched(table, game, first, recent)


def _secret_of(fact: Fact) -> int | None:
    """Return the seat that alone may know all of a fact."""
    return None if fact.secret is None else fact.params["seat"]


_RECENT: Final = 60
"""So many steps are kept at hand for everybody who follows a table."""
_TABLE_BYTES: Final = 20_000
_ENTRY_BYTES: Final = 800
_VIEW_BYTES: Final = 7_000
_TOLD_BYTES: Final = 600
_REASON_BYTES: Final = 300
"""What each takes, measured; a test holds them against what is really allocated."""
_SHARE_OVER: Final = 1 / 16
"""The part of the room that tables whose game is over may take."""


class Reading:
    """A table that is being read; what is said of it meanwhile may be newer than what is found."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self.outdated = False

    def keep(self, watched: Watched) -> Watched:
        """Keep what was read for all who ask later, unless it may be out of date by then."""
        return self._watch.newer(watched) if self.outdated else self._watch.keep(watched)


class Watch:
    """The tables this worker has used lately; forgotten ones are read again."""

    def __init__(self, most: int) -> None:
        """Keep tables of so many bytes in all; those not used for longest are forgotten."""
        self._most: Final = most
        self._seen: OrderedDict[str, Watched] = OrderedDict()
        self._over: OrderedDict[str, Watched] = OrderedDict()
        """Those of them whose game is over: few come back to one."""
        self._weight_over = 0
        self._readings: defaultdict[str, set[Reading]] = defaultdict(set)
        self.weight = 0
        """About how many bytes they take together."""

    def __len__(self) -> int:
        return len(self._seen)

    def get(self, table: str) -> Watched | None:
        """Return a table if it is at hand."""
        found = self._seen.get(table)
        if found is not None:
            self._seen.move_to_end(table)
            if table in self._over:
                self._over.move_to_end(table)
        return found

    @contextmanager
    def reading(self, table: str) -> Iterator[Reading]:
        """Read a table, which takes a while."""
        reading = Reading(self)
        self._readings[table].add(reading)
        try:
            yield reading
        finally:
            self._readings[table].remove(reading)
            if not self._readings[table]:
                del self._readings[table]

    def keep(self, watched: Watched) -> Watched:
        """Keep what was seen, unless something newer is known."""
        newer = self.newer(watched)
        if newer is watched:
            self._put(watched)
        return newer

    def newer(self, watched: Watched) -> Watched:
        """Return what was seen, or what is known if that is newer."""
        known = self._seen.get(watched.table.id)
        if known is not None and moment_of(known.table) > moment_of(watched.table):
            return known
        return watched

    def _put(self, watched: Watched) -> None:
        """Keep a table as the one used last."""
        name = watched.table.id
        self._remove(name)
        self._seen[name] = watched
        if watched.table.status not in ("open", "playing"):
            self._over[name] = watched
        watched.kept_by = self
        self.grow(watched, watched.weight)

    def grow(self, watched: Watched, size: int) -> None:
        """Note that a table takes so many bytes more; forget those not used for longest."""
        self.weight += size
        if watched.table.id in self._over:
            self._weight_over += size
        while self._weight_over > _SHARE_OVER * self._most and len(self._over) > 1:
            self._remove(next(iter(self._over)))
        while self.weight > self._most and len(self._seen) > 1:
            self._remove(next(iter(self._seen)))

    def follow(self, table: Table, entry: Entry | None) -> None:
        """Note a change that this worker has made."""
        known = self._seen.get(table.id)
        before = table.seq - (entry is not None)
        if known is not None and moment_of(known.table) > moment_of(table):
            return
        if table.snapshot and table.layout != LAYOUT:
            self.forget(table.id)
        elif known is not None and known.table.seq == before:
            self._put(known.followed_by(table, entry))
        else:
            # Kept even if little is known of its past: so no older state can take its place.
            self.keep(Watched(table, None, before, []).followed_by(table, entry))

    def hear(self, table: str, moment: Moment) -> None:
        """Forget a table that has come further than is known here."""
        known = self._seen.get(table)
        if known is None or moment_of(known.table) < moment:
            self.forget(table)

    def forget(self, table: str) -> None:
        """Forget a table; it is read again when somebody asks."""
        self._remove(table)
        for reading in self._readings.get(table, ()):
            reading.outdated = True

    def _remove(self, table: str) -> None:
        known = self._seen.pop(table, None)
        if known is None:
            return
        known.kept_by = None
        self.weight -= known.weight
        if self._over.pop(table, None) is not None:
            self._weight_over -= known.weight


def look(connection: Connection, name: str, since: int) -> Watched:
    """Read a table with what happened after a step."""
    table = read(connection, name)
    if not table.snapshot:
        return Watched(table, None, 0, [])
    first = max(0, min(since, table.seq - _RECENT))
    return Watched(table, current_game(connection, table), first, entries(connection, name, first))


def info(table: Table, actor: Actor, here: Here, muted: frozenset[int], now: Now) -> TableInfo:
    """Return what an actor is told about a table."""
    own = actor.seats(table)
    host = actor.guest is not None and actor.guest == table.host
    return TableInfo(
        id=table.id,
        status=table.status,
        version=table.version,
        board=table.wish.board,
        variant=table.board.variant.id,
        board_hash=table.board.hash,
        seats=tuple(
            SeatInfo(
                seat=number,
                colour=table.board.seat_colours[number],
                holder=seat.holder,
                name=seat.name_in(actor.language),
                bot=seat.bot,
                you=number in own,
                online=seat.holder == "bot" or name_at(table, number) in here.online,
                stand_in=seat.stand_in,
                resigned=seat.resigned,
                agreed=seat.agreed,
                muted=number in muted,
                free_in=free_in(table, number, here, now.play),
                shares=_shares(table, seat),
            )
            for number, seat in enumerate(table.seats)
        ),
        host=host,
        public=table.wish.public,
        shuffle_seats=table.wish.shuffle_seats,
        memory_aids=table.wish.memory_aids,
        deal=table.wish.deal if host or table.status == "finished" else None,
        by_word=table.wish.deal is not None,
        clock=table.clocks.state(table.wish.clock, now),
        seq=table.seq,
        created=table.created,
        commitment=table.commitment,
        rematch=table.rematch,
        closed=table.closed,
        grace=grace_of(table.wish),
        pace=table.wish.pace,
        takebacks=table.takebacks,
        known_deal=table.known_deal,
        same_deal=may_have_again(table, actor),
    )


def _shares(table: Table, seat: Seat) -> int | None:
    """Return the first of several seats that are played at one device."""
    same = table.seats_of(seat.guest)
    return same[0] if len(same) > 1 else None


def line(table: Table, actor: Actor) -> TableLine:
    """Return a table as a line of a list."""
    own = actor.seats(table)
    return TableLine(
        id=table.id,
        status=table.status,
        board=table.wish.board,
        variant=table.board.variant.id,
        names=tuple(seat.name_in(actor.language) for seat in table.seats if seat.holder != "open"),
        open_seats=sum(seat.holder == "open" for seat in table.seats),
        your_turn=waits_for(table, own),
        yours=bool(own),
        changed=table.changed,
        result=_result(table, actor, own),
    )


def _result(table: Table, actor: Actor, own: tuple[int, ...]) -> LineResult | None:
    """Return how a finished game ended, as far as that was noted."""
    winners = [seat for seat in table.seats if seat.rank == 1]
    if not winners or table.status != "finished":
        return None
    mine = table.seats[own[0]] if len(own) == 1 else None
    points = (mine or winners[0]).points or 0
    names = tuple(seat.name_in(actor.language) for seat in winners)
    return LineResult(names, points, None if mine is None else mine.rank)


def updates(watched: Watched, actor: Actor, since: int, now: Now) -> list[Update]:
    """Return what happened after a step, for each seat of the actor, or for a spectator."""
    seats: Sequence[int | None] = actor.seats(watched.table) or (None,)
    return [update(watched, seat, actor.language, since, now) for seat in seats]


def update(watched: Watched, seat: int | None, language: str, since: int, now: Now) -> Update:
    """Return what happened after a step, and the game as it is, for one viewer."""
    table = watched.table
    return Update(
        seat=seat,
        seq=table.seq,
        since=since,
        events=tuple(watched.told(seat, language, since)),
        view=watched.view(seat),
        can_undo=seat is not None and table.undo == seat and table.status == "playing",
        clock=table.clocks.state(table.wish.clock, now),
    )


def record(connection: Connection, name: str, actor: Actor) -> bytes:
    """Return the record of a game as an actor may have it: whole once it is finished."""
    table = read(connection, name)
    game = rebuilt(connection, table)
    if table.status == "finished":
        return game.record().to_json()
    own = actor.seats(table)
    return game.export(own[0] if len(own) == 1 else None).to_json()


def chat_after(
    connection: Connection, table: Table, actor: Actor, number: int, muted: frozenset[int]
) -> tuple[ChatLine, ...]:
    """Return the last lines of the chat after one."""
    rows = connection.execute(
        select(schema.chat)
        .where(schema.chat.c.table_id == table.id, schema.chat.c.number > number)
        .order_by(schema.chat.c.number.desc())
        .limit(_CHAT_LINES)
    ).all()
    return tuple(
        notice(row, actor.language)
        if row.code is not None
        else ChatLine(
            number=row.number,
            time=row.time,
            name=row.name,
            seat=row.seat,
            you=row.guest is not None and row.guest == actor.guest,
            text=row.text,
        )
        for row in reversed(rows)
        if row.code is not None or row.seat not in muted
    )


def muted_by(connection: Connection, table: str, actor: Actor) -> frozenset[int]:
    """Return the seats whose chat an actor does not want to see."""
    if actor.guest is None:
        return frozenset()
    wanted = (schema.mutes.c.table_id == table) & (schema.mutes.c.guest_id == actor.guest)
    return frozenset(connection.execute(select(schema.mutes.c.seat).where(wanted)).scalars())


def own_tables(connection: Connection, actor: Actor) -> list[Table]:
    """Return the tables a guest plays at: those that wait for the guest, others, finished ones.

    Of each kind the last changed come first.
    """
    rows = connection.execute(
        select(schema.tables)
        .join(schema.members, schema.members.c.table_id == schema.tables.c.id)
        .where(schema.members.c.guest_id == actor.known, schema.tables.c.status != "closed")
        .order_by(schema.tables.c.status == "finished", schema.tables.c.changed.desc())
        .limit(_LISTED)
    ).all()
    found = read_all(connection, rows)
    return sorted(found, key=lambda table: not waits_for(table, actor.seats(table)))


def waits_for(table: Table, own: tuple[int, ...]) -> bool:
    """Tell whether a table waits for a decision of one of these seats."""
    return any(seat in table.waiting and not table.seats[seat].stand_in for seat in own)


def is_open_to(connection: Connection, name: str, actor: Actor) -> bool:
    """Whether a table is an actor's own, or one that everybody finds in the list."""
    if "\x00" in name:
        return False
    if actor.table is not None:
        return actor.table == name
    columns = schema.tables.c
    listed = columns.public.is_(True) & columns.status.in_(("open", "playing"))
    member = exists().where(
        schema.members.c.table_id == columns.id, schema.members.c.guest_id == actor.guest
    )
    wanted = select(columns.id).where(columns.id == name, listed | member)
    return connection.execute(wanted).one_or_none() is not None


def public_tables(connection: Connection) -> list[Table]:
    """Return the tables everybody may join or watch, the last changed first."""
    rows = connection.execute(
        select(schema.tables)
        .where(schema.tables.c.status.in_(("open", "playing")), schema.tables.c.public.is_(True))
        .order_by(schema.tables.c.status, schema.tables.c.changed.desc())
        .limit(_LISTED)
    ).all()
    return read_all(connection, rows)
