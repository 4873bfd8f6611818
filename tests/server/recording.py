"""What a client ever received, and which of it was more than its guest might know.

Three parts, to be used together by tests and by long runs:

- ``RecordingGuest`` is a guest of ``players`` that keeps every byte which HTTP and WebSocket have
  brought it, in ``received``; ``Player`` and ``open_table`` take it like any other.
- ``Ledger`` is filled by whoever plays, from what it does itself and never from what the server
  says: who sat down on which seat, and got up again, at which step of which game; when a game
  ended. What a seat may see of a step is known to whoever held the seat at that step.
- ``excess(guest, ledger, games)`` returns what was more than allowed, one sentence each; nothing,
  if all is well. ``games`` holds the true games by the code of the table, with their whole past: a
  replayed record (``Record.replay``), or ``service.table.rebuilt`` from the database.

Updates are compared with the true game's view field by field, with the events of each step, and
with the very sentences; records with the export of the true game; everything else must be of a
known form, and may hold neither the key of a game that runs nor an answer about a seat that is not
held.
"""

from __future__ import annotations

import itertools
import json
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from stellwerk.bots.seat_names import called
from stellwerk.game import Game, Record
from stellwerk.game.events import Event
from stellwerk.server.protocol import (
    Accepted,
    ChatMessage,
    Payments,
    Pong,
    Problem,
    Reason,
    Refused,
    RouteReasons,
    TableInfo,
    TableMessage,
    Update,
)
from stellwerk.words import LANGUAGES, tell
from tests.server.players import Guest

Json = dict[str, Any]
ALWAYS: Final = 1 << 30
_OPEN_FORMS: Final[Mapping[str, type]] = {
    "table": TableMessage,
    "accepted": Accepted,
    "refused": Refused,
    "chat": ChatMessage,
    "pong": Pong,
}
"""Messages that may go to everybody, by their tag."""
_OWN_FORMS: Final[Mapping[str, type]] = {
    "payments": Payments,
    "reason": Reason,
    "routes": RouteReasons,
}
"""Answers that only somebody with a seat may get."""


@dataclass(frozen=True)
class Received:
    """Some bytes that came to a guest."""

    way: str
    """``GET /api/tables/…``, or ``ws`` and the code of the table."""
    table: str | None
    data: bytes
    at: float
    """When it came, by ``time.monotonic``."""


class RecordingGuest(Guest):
    """A guest that keeps all it receives."""

    def __init__(self, address: str, name: str) -> None:
        self.received: list[Received] = []
        super().__init__(address, name)

    def heard(self, way: str, data: bytes) -> None:
        """Keep what has come."""
        _, _, rest = way.partition("/api/tables/")
        table = way.removeprefix("ws ") if way.startswith("ws ") else rest.partition("/")[0]
        table = table.partition("?")[0]
        self.received.append(Received(way, table or None, data, time.monotonic()))


class RecordingProgram(RecordingGuest):
    """A program with a token that keeps all it receives."""

    def __init__(self, address: str, token: str) -> None:
        self.received = []
        self.address, self.id = address, f"program {token}"
        self._cookie = ""
        self._token = token

    @property
    def headers(self) -> dict[str, str]:
        """What makes a server know the program."""
        return {"Authorization": f"Bearer {self._token}"}


@dataclass
class _Held:
    seat: int
    first: int
    last: int = ALWAYS


@dataclass
class Ledger:
    """Who held which seat of which game, from and until which step, and which games have ended."""

    held: dict[tuple[str, str], list[_Held]] = field(default_factory=lambda: defaultdict(list))
    ended: dict[str, float] = field(default_factory=dict)

    def sit(self, guest: str, table: str, seat: int, step: int = 0) -> None:
        """Note that a guest holds a seat from a step on."""
        self.held[guest, table].append(_Held(seat, step))

    def stand(self, guest: str, table: str, seat: int, step: int) -> None:
        """Note that a guest holds a seat no longer: a step later it may see nothing new of it."""
        for each in self.held[guest, table]:
            if each.seat == seat and each.last == ALWAYS:
                each.last = step

    def end(self, table: str) -> None:
        """Note that a game is about to end: called before the request that ends it is sent."""
        self.ended.setdefault(table, time.monotonic())

    def may_see(self, guest: str, table: str, seat: int, step: int) -> bool:
        """Tell whether a guest may know what a seat sees of a step."""
        return any(
            each.seat == seat and each.first <= step <= each.last
            for each in self.held.get((guest, table), ())
        )

    def seats(self, guest: str, table: str) -> list[tuple[int, int, int]]:
        """Return the seats a guest has ever held, each with its first and last step."""
        return [(each.seat, each.first, each.last) for each in self.held.get((guest, table), ())]

    def has_ended(self, received: Received) -> bool:
        """Tell whether the game that something was received about had ended before."""
        return received.table is not None and self.ended.get(received.table, ALWAYS) <= received.at


def excess(
    guest: RecordingGuest, ledger: Ledger, games: Mapping[str, Game], who: str | None = None
) -> list[str]:
    """Return what a guest received and should not have, one sentence each."""
    name = guest.id if who is None else who
    return [
        f"{received.way}: {problem}"
        for received in guest.received
        for problem in _Judge(name, received, ledger, games).problems()
    ]


@dataclass
class _Judge:
    """Looks at one thing that somebody has received."""

    who: str
    received: Received
    ledger: Ledger
    games: Mapping[str, Game]

    def problems(self) -> Iterator[str]:
        """Return all that is too much in it."""
        yield from self._keys()
        try:
            found = json.loads(self.received.data) if self.received.data else None
        except ValueError:
            yield "this is no JSON"
            return
        if isinstance(found, dict) and self.received.table is not None:
            yield from self._message(found)

    def _keys(self) -> Iterator[str]:
        """Look for the keys of games that run; of one that is over its own viewers may know it."""
        for table, game in self.games.items():
            if game.key is None or game.key.hex().encode() not in self.received.data:
                continue
            over = game.over and self._is_whole_record(game)
            if not over and self.ledger.ended.get(table, ALWAYS) > self.received.at:
                yield f"the key of {table} while it runs"

    def _is_whole_record(self, game: Game) -> bool:
        try:
            record = Record.from_json(self.received.data)
        except Exception:
            return False
        return len(record.entries) == game.seq

    def _message(self, found: Json) -> Iterator[str]:
        kind = str(found.get("type"))
        if kind == "update" or {"view", "events"} <= found.keys():
            yield from self._update(found)
        elif found.get("format") is not None:
            yield from self._record()
        elif kind in _OPEN_FORMS:
            yield from self._form(_OPEN_FORMS[kind])
        elif kind in _OWN_FORMS:
            yield from self._form(_OWN_FORMS[kind])
            yield from self._answer(found)
        elif {"seats", "commitment"} <= found.keys():
            yield from self._form(TableInfo)
        elif {"code", "params"} <= found.keys():
            yield from self._form(Problem)

    def _form(self, form: type) -> Iterator[str]:
        """Refuse a message with anything in it that its form does not have."""
        try:
            decoded: Any = msgspec.json.decode(self.received.data, type=form)
        except msgspec.MsgspecError as problem:
            yield f"no {form.__name__}: {problem}"
            return
        if msgspec.json.decode(msgspec.json.encode(decoded)) != json.loads(self.received.data):
            yield f"a {form.__name__} with something else in it"

    def _answer(self, found: Json) -> Iterator[str]:
        """Refuse an answer to somebody without a seat, or about cards that no such seat had."""
        table = self.received.table or ""
        own, game = self.ledger.seats(self.who, table), self.games.get(table)
        if not own:
            yield f"{found['type']} without a seat"
        if game is None or not found.get("payments"):
            return
        hands = [
            dict(_at(game, step).position.hand(seat))
            for seat, first, last in own
            for step in range(first, min(last, game.seq) + 1)
        ]
        for payment in found["payments"]:
            if not any(
                all(hand.get(card, 0) >= count for card, count in payment.items()) for hand in hands
            ):
                yield f"a payment that no own hand allows: {payment}"

    def _update(self, found: Json) -> Iterator[str]:
        game = self.games.get(self.received.table or "")
        if game is None:
            yield f"an update about {self.received.table}, which is no known game"
            return
        seat, step = found["seat"], found["seq"]
        if step > game.seq:
            yield f"step {step} of a game with {game.seq}"
            return
        if found["view"]["seat"] != seat:
            yield f"an update for seat {seat} with the view of seat {found['view']['seat']}"
        if seat is not None and not self.ledger.may_see(
            self.who, self.received.table or "", seat, step
        ):
            yield f"seat {seat} at step {step}, which is not held"
        yield from self._form(Update)
        true = _at(game, step)
        if found["view"]["outcome"] is not None and (
            true.over or self.ledger.has_ended(self.received)
        ):
            return  # nothing is hidden any more
        expected = msgspec.to_builtins(true.view(seat), enc_hook=dict)
        yield from (f"step {step}: {each}" for each in _more(found["view"], _plain(expected)))
        yield from self._events(game, found)

    def _events(self, game: Game, found: Json) -> Iterator[str]:
        """Compare what was told with what happened, sentence by sentence."""
        names = tuple(player["name"] for player in found["view"]["players"])
        seat, table = found["seat"], self.received.table
        for told in (*found["events"], *found["view"]["events"]):
            step = told["seq"]
            true = [fact.shown_to(seat, step) for fact in game.facts(step)]
            same = [
                event
                for event in true
                if event.code == told["code"] and _plain(event.params) == told["params"]
            ]
            if not same:
                yield f"{table}, step {step}: {told['code']} {told['params']} for seat {seat}"
            elif "text" in told and told["text"] not in _sentences(game, same[0], names, seat):
                yield f"{table}, step {step}: {told['text']!r} for seat {seat}"

    def _record(self) -> Iterator[str]:
        game = self.games.get(self.received.table or "")
        if game is None:
            return
        record = Record.from_json(self.received.data)
        if record.key is not None:
            return  # keys are looked for everywhere
        step, seat = len(record.entries), record.viewer
        if seat is not None and not self.ledger.may_see(
            self.who, self.received.table or "", seat, step
        ):
            yield f"a record for seat {seat} at step {step}, which is not held"
        if step > game.seq:
            yield f"a record of {step} steps of a game with {game.seq}"
            return
        true = game.clone(at=step).export(seat)
        if msgspec.structs.replace(record, names=true.names) != _read_back(true):
            yield f"a record with more than seat {seat} knew at step {step}"


def _read_back(record: Record) -> Record:
    return Record.from_json(record.to_json())


def _at(game: Game, step: int) -> Game:
    """Return a game as it stood after a step."""
    return Game.restore(game.board, game.snapshot(step), game.names, game.key, step)


def _plain(value: Any) -> Any:
    """Return a value as it is after it has travelled as JSON."""
    return json.loads(msgspec.json.encode(value, enc_hook=dict))


_UNCHECKED: Final = frozenset({"name", "events", "commitment"})
"""What differs without telling anything: names change, events are compared one by one."""


def _more(shown: Any, true: Any, place: str = "view") -> Iterator[str]:
    """Tell where something was shown that is not true of the view; less may be shown."""
    if shown == true or shown in (None, [], {}):
        return
    if isinstance(shown, dict) and isinstance(true, dict):
        for key, value in shown.items():
            if key not in _UNCHECKED:
                yield from _more(value, true.get(key), f"{place}.{key}")
    elif isinstance(shown, list) and isinstance(true, list) and len(shown) == len(true):
        for number, (one, other) in enumerate(zip(shown, true, strict=True)):
            yield from _more(one, other, f"{place}[{number}]")
    else:
        yield f"{place} shows {shown!r}, and {true!r} is true"


def _sentences(game: Game, event: Event, names: tuple[str, ...], seat: int | None) -> set[str]:
    """Return what may be said to a seat: in any language, with bots called as there."""
    found = set()
    for language in LANGUAGES:
        translated = tuple(called(name, language) for name in names)
        for chosen in itertools.product(*zip(names, translated, strict=True)):
            found.add(tell(event, game.board, chosen, language, seat))
    return found
