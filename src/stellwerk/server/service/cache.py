"""Tables in memory: each as this worker last saw it, with what was made of it for viewers.

Only views leave this module: nobody is told more than they may know.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import msgspec
from sqlalchemy import Connection

from stellwerk.game import CardSet, ClaimRoute, Game, View
from stellwerk.game.errors import GameError
from stellwerk.game.events import Event, Fact
from stellwerk.game.view import make_view
from stellwerk.server.protocol import Told, Update
from stellwerk.server.transactions.clocks import Now
from stellwerk.server.transactions.playing import current_game
from stellwerk.server.transactions.table import (
    LAYOUT,
    Entry,
    Moment,
    Past,
    Table,
    beginning,
    past,
    read,
)
from stellwerk.words import tell


class Watched:
    """A table as this worker last saw it, with what has happened lately."""

    def __init__(self, table: Table, game: Game | None, first: int, recent: list[Past]) -> None:
        self.table = table
        self.game = game
        """The game as it stands; None before the start."""
        self.first = first
        """Events after this step are in memory."""
        self.recent = recent
        """The steps after the first one, without a gap."""
        self._views: dict[int | None, View] = {}
        self._told: dict[tuple[int, int | None, str], tuple[Told, ...]] = {}
        self._reasons: dict[tuple[int, str], dict[str, str]] = {}
        self.weight = _TABLE_BYTES + _ENTRY_BYTES * len(recent)
        """About how many bytes it takes, with all that has been made for viewers so far."""
        self.kept_by: TableCache | None = None

    @classmethod
    def read(cls, connection: Connection, name: str, since: int) -> Watched:
        """Read a table with what happened after a step, or lately."""
        table = read(connection, name)
        if not table.snapshot:
            return cls(table, None, 0, [])
        first = _first_for(since, table.seq)
        return cls(table, current_game(connection, table), first, past(connection, name, first))

    def view(self, seat: int | None) -> View:
        """Return what a seat sees; made once for all its devices."""
        found = self._views.get(seat)
        if found is None:
            assert self.game is not None, "only a game that has begun is shown"
            found = make_view(self.game, seat, self._events(seat))
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

    def _events(self, seat: int | None) -> list[Event]:
        """Return what has happened since a viewer last decided, that decision included.

        A spectator is told the last step; nobody is told more steps than are always in memory.
        """
        seq = self.table.seq
        own = (entry.seq for entry in reversed(self.recent) if entry.seat == seat)
        since = max((seq if seat is None else next(own, 0)) - 1, seq - RECENT)
        events = beginning(self.table).events(seat) if since < 0 else []
        for entry in self._after(since):
            events += [fact.shown_to(seat, entry.seq) for fact in entry.facts()]
        return events

    def _after(self, since: int) -> list[Past]:
        """Return the steps after one, as far as they are in memory."""
        return self.recent[max(0, since - self.first) :]

    def route_reasons(self, seat: int, language: str) -> dict[str, str]:
        """Return why a seat cannot claim free routes now; worked out once for all who ask."""
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
            yield from (self._say(event, seat, language) for event in dealt)
        for entry in self._after(since):
            yield from self._tell(entry, seat, language)

    def _tell(self, entry: Past, seat: int | None, language: str) -> tuple[Told, ...]:
        """Tell one step; put into words once for all whom it does not concern."""
        facts = entry.facts()
        concerns = seat is not None and any(_is_about(fact, seat) for fact in facts)
        knows = seat if concerns else None
        key = entry.seq, knows, language
        found = self._told.get(key)
        if found is None:
            events = (fact.shown_to(knows, entry.seq) for fact in facts)
            found = tuple(self._say(event, knows, language) for event in events)
            if entry.seq > self.table.seq - _NEW:
                self._told[key] = found
                self._grow(_TOLD_BYTES)
        return found

    def _say(self, event: Event, seat: int | None, language: str) -> Told:
        table = self.table
        text = tell(event, table.board, table.names_in(language), language, seat)
        return Told(event.seq, event.code, event.params, text)

    def update(self, seat: int | None, language: str, since: int, now: Now) -> Update:
        """Return what happened after a step, and the game as it is, for one viewer."""
        table = self.table
        return Update(
            seat=seat,
            seq=table.seq,
            since=since,
            events=tuple(self.told(seat, language, since)),
            view=self.view(seat),
            can_undo=seat is not None and table.undo == seat and table.status == "playing",
            clock=table.clocks.state(table.wish.clock, now),
        )

    def reaches(self, since: int) -> bool:
        """Tell whether everything is in memory for a viewer who knows all up to a step."""
        return self.first <= _first_for(since, self.table.seq)

    def followed_by(
        self, table: Table, entry: Entry | None = None, game: Game | None = None
    ) -> Watched:
        """Return the table after a change this worker has made itself.

        ``game`` is the game after the entry; without it the table's own state is restored.
        """
        if entry is None and self.game is not None and self.game.names == table.names:
            game = self.game
        elif game is None and table.snapshot:
            game = table.game()
        elif game is not None:
            game.forget_past(table.snapshot)
        if game is not None and self.game is not None:
            game.shown = self.game.shown
        recent = self.recent if entry is None else [*self.recent, Past.of(entry)]
        first = self.first
        if len(recent) > RECENT:
            first, recent = recent[-RECENT].seq - 1, recent[-RECENT:]
        return Watched(table, game, first, recent)


def _is_about(fact: Fact, seat: int) -> bool:
    """Tell whether a fact is told to a seat in other words than to all others."""
    return fact.params.get("seat") == seat or seat in fact.params.get("winners", ())


def _first_for(since: int, seq: int) -> int:
    """Return after which step a viewer who knows all up to ``since`` needs entries."""
    return max(0, min(since, seq - RECENT))


RECENT: Final = 60
"""Steps that are kept in memory for everybody who follows a table."""
_NEW: Final = 3
"""Steps that nearly everybody at a table is still to be told, so that their words are kept."""
_TABLE_BYTES: Final = 9_500
_ENTRY_BYTES: Final = 320
_VIEW_BYTES: Final = 7_000
_TOLD_BYTES: Final = 600
_REASON_BYTES: Final = 300
"""What each takes, as measured; a test compares it with what is really allocated."""
_SHARE_OVER: Final = 1 / 16
"""The share of the memory that finished games may take."""


class Reading:
    """A table that is being read; changes noted meanwhile may be newer than what is read."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self.outdated = False

    def keep(self, watched: Watched) -> Watched:
        """Keep what was read for all who ask later, unless it may be out of date by then."""
        return self._cache.newer(watched) if self.outdated else self._cache.keep(watched)


class TableCache:
    """The tables this worker has used lately; forgotten ones are read again."""

    def __init__(self, most: int) -> None:
        """Keep tables of ``most`` bytes in all; those not used for longest are forgotten."""
        self._most: Final = most
        self._seen: OrderedDict[str, Watched] = OrderedDict()
        self._over: OrderedDict[str, Watched] = OrderedDict()
        """Those of them whose game is over: few people come back to one."""
        self._weight_over = 0
        self._readings: defaultdict[str, set[Reading]] = defaultdict(set)
        self.weight = 0
        """About how many bytes they take together."""

    def __len__(self) -> int:
        return len(self._seen)

    def get(self, table: str) -> Watched | None:
        """Return a table if it is in memory."""
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
        """Keep what was read, unless something newer is known; what is known of its past stays."""
        newer = self.newer(watched)
        if newer is watched:
            known = self._seen.get(watched.table.id)
            same = known is not None and known.table.moment == watched.table.moment
            if known is not None and same and known.first < watched.first:
                newer = Watched(watched.table, watched.game, known.first, known.recent)
            self._put(newer)
        return newer

    def newer(self, watched: Watched) -> Watched:
        """Return what was read, or what is known if that is newer."""
        known = self._seen.get(watched.table.id)
        if known is not None and known.table.moment > watched.table.moment:
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
        """Note that a table takes more bytes; forget those not used for longest."""
        self.weight += size
        if watched.table.id in self._over:
            self._weight_over += size
        while self._weight_over > _SHARE_OVER * self._most and len(self._over) > 1:
            self._remove(next(iter(self._over)))
        while self.weight > self._most and len(self._seen) > 1:
            self._remove(next(iter(self._seen)))

    def follow(self, table: Table, entry: Entry | None = None, game: Game | None = None) -> None:
        """Note a change that this worker has made; ``game`` as in ``Watched.followed_by``."""
        known = self._seen.get(table.id)
        before = table.seq - (entry is not None)
        if known is not None and known.table.moment > table.moment:
            return
        if table.snapshot and table.layout != LAYOUT:
            self.forget(table.id)
        elif known is not None and known.table.seq == before:
            self._put(known.followed_by(table, entry, game))
        else:
            # Kept even if little is known of its past, so that no older state can take its place.
            self.keep(Watched(table, None, before, []).followed_by(table, entry, game))

    def hear(self, table: str, moment: Moment) -> None:
        """Forget a table that has come further than is known here."""
        known = self._seen.get(table)
        if known is None or known.table.moment < moment:
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
