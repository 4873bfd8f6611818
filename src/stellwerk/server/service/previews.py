"""What is shown beside a link to a table: a title, a sentence, and a picture.

Of a private table nobody learns more than its board; of a public one who plays, and
how it ended. Pictures are made in the sandbox and kept, up to ``MOST_BYTES``.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.board import boards
from stellwerk.drawing.raster import can_draw
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Language
from stellwerk.server.sandbox import jobs
from stellwerk.server.transactions.table import Table
from stellwerk.words import join, say

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

MOST_BYTES: Final = 24 << 20
"""Bytes of pictures that are kept; one takes about 0.7 MB."""


class Preview(NamedTuple):
    """What is said of a table beside its link."""

    title: str
    about: str
    picture: bool


class Previews:
    """Writes and draws what is shown beside links."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    async def tell(self, table: str, language: Language) -> Preview:
        """Return what is said of a table; refuse one that does not exist."""
        found = (await self._service.watch.look(table)).table
        title = f"{found.board.names[language]} · Stellwerk"
        return Preview(title, _about(found, language), can_draw() and _is_drawn(found))

    async def picture(self, table: str, language: Language, address: str) -> bytes:
        """Return the picture of a table as PNG."""
        watched = await self._service.watch.look(table)
        found = watched.table
        if not can_draw() or not _is_drawn(found):
            raise Refusal("no_drawing")
        open_to_all = found.wish.public and found.status == "finished"
        state = found.snapshot if open_to_all and watched.game is not None else b""
        lines = _scores(found, language) if open_to_all else ()
        job = jobs.DrawCard(found.wish.board, found.board.variant.id, state, lines, language)
        asked = jobs.encode(jobs.Asked(language, job))
        name = hashlib.sha256(asked).hexdigest()
        known = self._kept.get(name)
        if known is None:
            known = await self._service.sandbox.run(address, asked)
            self._keep(name, known)
        else:
            self._kept.move_to_end(name)
        return known

    @property
    def size(self) -> int:
        """How many bytes of pictures are kept."""
        return self._size

    def _keep(self, name: str, picture: bytes) -> None:
        if name not in self._kept:
            self._kept[name] = picture
            self._size += len(picture)
        while self._size > MOST_BYTES:
            self._size -= len(self._kept.popitem(last=False)[1])


def _is_drawn(table: Table) -> bool:
    """Tell whether a board comes with the program, and so with a drawing."""
    return table.wish.board in boards()


def _about(table: Table, language: Language) -> str:
    if not table.wish.public:
        return say("server.preview.private", language)
    if table.status == "finished":
        scores = _scores(table, language)
        return join(scores, language) if scores else say("server.preview.finished", language)
    names = [seat.name_in(language) for seat in table.seats if seat.holder != "open"]
    free = sum(seat.holder == "open" for seat in table.seats)
    if table.status == "open" and free:
        return say("server.preview.open", language, names=join(names, language), count=free)
    return say("server.preview.playing", language, names=join(names, language))


def _scores(table: Table, language: Language) -> tuple[str, ...]:
    """Return the result of a game as lines, the winner first; none where it was not noted."""
    ranked = [seat for seat in table.seats if seat.rank is not None]
    ranked.sort(key=lambda seat: seat.rank or 0)
    return tuple(f"{seat.name_in(language)}: {seat.points}" for seat in ranked)
