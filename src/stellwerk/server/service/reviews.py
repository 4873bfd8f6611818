"""Reviews of finished games: judged in turns in the background, and kept.

A review is stored under a name made of its record, so that the same game is judged once, and it
calls players by their colours: no name of a person is kept with it. The worker that judges one
renews its lease on it meanwhile; what a dead worker leaves behind is started again by the next
worker that is asked for it.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import structlog
from sqlalchemy import Connection, delete, insert, select, update

from stellwerk.board import Board
from stellwerk.bots import ready
from stellwerk.game import Game, Record
from stellwerk.review.model import VERSION, Review
from stellwerk.review.shown import ShownReview, shown
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import ReviewInfo
from stellwerk.server.sandbox.jobs import MOST_STEPS
from stellwerk.server.service.fairness import Asker, FairQueue
from stellwerk.server.store import schema
from stellwerk.server.transactions import outbox
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.delivery import review_place
from stellwerk.server.transactions.worker import Worker
from stellwerk.server.transactions.working_out import there_is_a_review

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

log = structlog.get_logger()

_TURN: Final = 10.0
"""Seconds after which the next address has its turn."""
_FAILED: Final = 1000
"""Failures that are remembered."""
_NOBODY: Final = Asker()
_STORE_EVERY: Final = 2.0
"""Seconds after which what is known so far is stored."""
_PATIENCE: Final = 0.5
"""Seconds between two checks whether the search is compiled, which happens once on a machine."""
_NOTHING: Final = b"null"
_LOOKED_FOR: Final = 60.0
"""Seconds for which it matters that somebody has looked at a review."""


class _Row(NamedTuple):
    """A review as it is stored."""

    content: bytes
    complete: bool
    lease_until: float


class _Job:
    """A game that waits for its review, or is in the middle of it."""

    def __init__(self, game: Game, asker: str) -> None:
        self.game: Final = game
        self.asker: Final = asker
        self.steps: Iterator[Review] | None = None


class Reviews:
    """Judges one game at a time, each for a while, so that people who play hardly notice."""

    def __init__(self, service: Service) -> None:
        self._service = service
        settings = service.settings
        self._waiting: FairQueue[_Job] = FairQueue(
            settings.reviews_waiting, settings.reviews_per_address, settings.reviews_per_guest
        )
        self._failed: OrderedDict[str, None] = OrderedDict()
        """Those that this worker recently failed to judge, unless it was asked again since."""
        self._work = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to judge what is asked for."""
        self._loop = asyncio.create_task(self._judge_all())

    async def stop(self) -> None:
        """Stop; what is not finished is begun again when it is asked for again."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    async def ask(
        self, text: bytes, board: str | None = None, asker: Asker = _NOBODY
    ) -> ReviewInfo:
        """Ask for the review of a record; what is there already is not judged again."""
        record = _nameless(await asyncio.to_thread(Record.from_json, text))
        if len(record.entries) > MOST_STEPS:
            raise Refusal("replay_too_long", most=MOST_STEPS)
        known = (
            None if board is None else await self._service.boards.find(board, record.board.variant)
        )
        name = _name(record, self._service.settings.review_playouts)
        row = await self._service.database.read(lambda c: _find(c, name))
        if row is None or not (row.complete or self._goes_on(name, row)):
            self._check_room(asker)
            await self._service.replays.check(text, board, asker.address)
            await self._begin(name, record, known, asker)
        return await self.look(name)

    async def known(self, text: bytes) -> ReviewInfo | None:
        """Return the review of a record if it was judged already."""
        record = _nameless(await asyncio.to_thread(Record.from_json, text))
        name = _name(record, self._service.settings.review_playouts)
        row = await self._service.database.read(lambda c: _find(c, name))
        return await self.look(name) if row is not None and row.complete else None

    async def look(self, name: str, actor: Actor | None = None) -> ReviewInfo:
        """Return a review as far as it has come."""
        if actor is not None:
            self._service.presence.touch(actor, review_place(name), _LOOKED_FOR)
        row = await self._service.database.read(lambda c: _find(c, name))
        if row is None:
            raise Refusal("no_review")
        if not row.complete and name in self._failed:
            raise Refusal("review_failed")
        ahead = self._waiting.order().index(name) if name in self._waiting else 0
        content = msgspec.json.decode(row.content, type=ShownReview | None)
        return ReviewInfo(name, row.complete, ahead, content)

    def _goes_on(self, name: str, row: _Row) -> bool:
        if name in self._failed:
            return False
        return name in self._waiting or row.lease_until > self._service.clock.now()

    async def _begin(self, name: str, record: Record, board: Board | None, asker: Asker) -> None:
        """Put a game into the queue."""
        self._check_room(asker)
        game = await asyncio.to_thread(record.replay, board)
        if not game.over:
            raise Refusal("review_unfinished")
        self._check_room(asker)  # others may have come meanwhile
        self._waiting.add(name, asker, _Job(game, asker.person))
        self._failed.pop(name, None)
        now, owner = time.time(), self._service.worker.id
        until = self._service.clock.now() + self._service.settings.lease
        await self._service.database.write(lambda c: _claim(c, name, owner, now, until))
        self._work.set()

    def _check_room(self, asker: Asker) -> None:
        most = self._waiting.bound(asker)
        if most == self._service.settings.reviews_per_guest:
            raise Refusal("too_many_reviews", most=most)
        if most:
            raise Refusal("reviews_busy", most=most)

    async def _judge_all(self) -> None:
        while True:
            await self._work.wait()
            while self._waiting:
                name, job = self._waiting.next()
                try:
                    if await self._judge(name, job):
                        self._waiting.remove(name)
                except Exception:
                    log.exception("review_failed", review=name)
                    self._waiting.remove(name)
                    self._failed[name] = None
                    while len(self._failed) > _FAILED:
                        self._failed.popitem(last=False)
            self._work.clear()

    async def _judge(self, name: str, job: _Job) -> bool:
        """Judge a game step by step in a thread for a while; tell whether it is finished.

        What is known is stored from time to time.
        """
        from stellwerk.review.review import reviews

        while not ready.search.is_ready():
            await asyncio.sleep(_PATIENCE)
        game = job.game
        if job.steps is None:
            job.steps = reviews(game, playouts=self._service.settings.review_playouts)
        stored, until = 0.0, time.monotonic() + _TURN
        while (found := await asyncio.to_thread(next, job.steps, None)) is not None:
            now = time.monotonic()
            if found.complete or now - stored >= _STORE_EVERY:
                content = await asyncio.to_thread(lambda: msgspec.json.encode(shown(found, game)))
                commitment = game.commitment if found.complete else None
                await self._keep(name, content, commitment, job.asker)
                stored = now
            if now >= until and not found.complete:
                return False
        return True

    async def _keep(self, name: str, content: bytes, commitment: str | None, asker: str) -> None:
        """Store what is known; a complete review with the commitment of the game it is about.

        Whoever asked for it is told when it is ready.
        """

        def work(connection: Connection, worker: Worker) -> None:
            _store(connection, name, content, commitment, worker.now.play + worker.lease)
            if commitment is not None and asker:
                outbox.judged(connection, worker.now, name, (asker,))

        await self._service.write(work)
        if commitment is not None:
            self._service.games.expect()
            self._service.postman.wake()

    async def of(self, record: Record) -> ShownReview | None:
        """Return the review of a record if it is complete."""
        name = _name(_nameless(record), self._service.settings.review_playouts)
        row = await self._service.database.read(lambda c: _find(c, name))
        if row is None or not row.complete:
            return None
        return msgspec.json.decode(row.content, type=ShownReview)


def _nameless(record: Record) -> Record:
    """Return a record without names: reviews outlive those who asked, and need no names."""
    return msgspec.structs.replace(record, names=("",) * len(record.names))


def _name(record: Record, playouts: int) -> str:
    """Return the name of a record's review, which depends on how it is judged as well."""
    digest = hashlib.sha256(f"review {VERSION}, {playouts}:".encode() + record.to_json())
    return digest.hexdigest()[:32]


def _find(connection: Connection, name: str) -> _Row | None:
    columns = schema.reviews.c
    row = connection.execute(
        select(columns.content, columns.complete, columns.lease_until).where(columns.id == name)
    ).one_or_none()
    return None if row is None else _Row(*row)


def _claim(connection: Connection, name: str, owner: str, now: float, until: float) -> None:
    """Note that a worker is about to judge a game."""
    connection.execute(delete(schema.reviews).where(schema.reviews.c.id == name))
    connection.execute(
        insert(schema.reviews),
        {
            "id": name,
            "created": now,
            "complete": False,
            "content": _NOTHING,
            "lease_owner": owner,
            "lease_until": until,
        },
    )


def _store(
    connection: Connection, name: str, content: bytes, commitment: str | None, until: float
) -> None:
    connection.execute(
        update(schema.reviews)
        .where(schema.reviews.c.id == name)
        .values(content=content, complete=commitment is not None, lease_until=until)
    )
    if commitment is not None:
        there_is_a_review(connection, commitment)
