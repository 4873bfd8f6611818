"""The twins: a state redealt for a viewer, who must be told the very same of both."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Sequence
from random import Random
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import Row, select, update

from stellwerk.board import Board
from stellwerk.board.errors import StellwerkError
from stellwerk.game import Game, Move
from stellwerk.game.events import Fact
from stellwerk.server.errors import problem_of
from stellwerk.server.protocol import AskPayments, AskWhy, SeatWish, SendMove, TableMessage, Update
from stellwerk.server.service import Actor
from stellwerk.server.store import schema
from tests.server.house import NOW, House

HIDDEN = "nobody may ever read this"
"""Stands in the twin's past for everything the viewer was not told."""
_TIME = re.compile(rb'"(at|free_in)":[0-9.e+]+')
_PAID: Final[tuple[Literal["claim", "station", "harbour", "pay"], ...]] = (
    "claim",
    "station",
    "harbour",
    "pay",
)
_ASKED = 6
"""Reasons and payments asked for at every step."""


async def twins(
    house: House,
    board: str,
    variant: str | None,
    seats: int,
    seed: int,
    *,
    every: int = 1,
    viewers: int = 6,
) -> int:
    """Play a random game and compare the twins at some steps, for some viewers."""
    dice = Random(seed)
    guests = [await house.guest(f"Guest {n}", "de" if n % 2 else "en") for n in range(seats)]
    wishes = (SeatWish("me"), *(SeatWish() for _ in guests[1:]))
    key = house.service.worker.deal(str(seed))
    opened = await house.table(*wishes, host=guests[0], board=board, variant=variant, key=key)
    table = opened.id
    for guest in guests[1:]:
        await house.service.seats.join(guest, table)
    await house.service.tables.start(guests[0], table)
    everybody: list[tuple[Actor, int | None]] = [(Actor(), None)]
    everybody += [(guest, seat) for seat, guest in enumerate(guests)]
    pool: list[Move] = []
    compared = step = 0
    while True:
        public = (await house.service.watch.view(Actor(), table, since=NOW)).view
        if public.outcome is not None:  # nothing is hidden any more
            return compared
        seat = dice.choice(public.pending)
        update = await house.service.watch.view(guests[seat], table, since=NOW)
        pool = [*pool[-200:], *update.view.moves]
        if step % every == 0:
            for actor, number in dice.sample(everybody, min(viewers, len(everybody))):
                await _compare(house, table, actor, number, pool, dice)
                compared += 1
        chosen = _any_kind(update.view.moves, dice)
        await house.service.play.move(
            guests[seat], table, SendMove(f"step-{step}", update.seq, chosen)
        )
        step += 1


def _any_kind(moves: Sequence[Move], dice: Random) -> Move:
    """Choose a move; every kind of move is equally likely."""
    kinds: dict[type[Move], list[Move]] = {}
    for move in moves:
        kinds.setdefault(type(move), []).append(move)
    return dice.choice(dice.choice(list(kinds.values())))


async def _compare(
    house: House, table: str, actor: Actor, seat: int | None, pool: Sequence[Move], dice: Random
) -> None:
    asked = [
        msgspec.structs.replace(move, seat=seat or 0)
        for move in dice.sample(pool, min(_ASKED, len(pool)))
    ]
    row = await house.row(table)
    past = await house.rows(select(schema.entries).where(schema.entries.c.table_id == table))
    house.service.cache.forget(table)
    first = await _told(house, table, actor, seat, asked)
    game = Game.restore(
        Board.load(row.board, row.variant),
        row.snapshot,
        ("",) * len(msgspec.json.decode(row.seats)),
        row.key,
        row.seq,
    )
    await _put(house, table, game.redealt(seat, dice.getrandbits(64)).states.tobytes(), past, seat)
    second = await _told(house, table, actor, seat, asked)
    assert first == second, f"step {row.seq}: seat {seat} can tell the twins apart"
    assert HIDDEN.encode() not in b"".join(second)
    await _put(house, table, row.snapshot, past, None, scramble=False)


async def _put(
    house: House,
    table: str,
    snapshot: bytes,
    past: Sequence[Row[Any]],
    seat: int | None,
    *,
    scramble: bool = True,
) -> None:
    """Store a state, with all that the viewer was not told of the past written over."""
    columns = schema.entries.c
    changed = [(row.seq, _hidden(row.facts, seat)) for row in past if scramble]
    before = [(row.seq, row.facts) for row in past if not scramble]

    def work(connection: Any) -> None:
        for seq, facts in changed + before:
            wanted = (columns.table_id == table) & (columns.seq == seq)
            connection.execute(update(schema.entries).where(wanted).values(facts=facts))

    await house.service.database.write(work)
    await house.put(table, snapshot=snapshot)


def _hidden(stored: bytes, seat: int | None) -> bytes:
    facts = msgspec.json.decode(stored, type=tuple[Fact, ...])
    twins = [
        msgspec.structs.replace(fact, params={**fact.params, fact.secret: HIDDEN})
        if fact.secret is not None and fact.params["seat"] != seat
        else fact
        for fact in facts
    ]
    return msgspec.json.encode(twins)


async def _told(
    house: House, table: str, actor: Actor, seat: int | None, asked: Sequence[Move]
) -> list[bytes]:
    """Return every message an actor can get about a game as it stands, times left out."""
    service = house.service
    news = await service.watch.messages(actor, table, -1, 0, -1)
    assert [type(message) for message in news] == [TableMessage, Update]
    answers: list[Any] = list(news)
    calls: list[Awaitable[object]] = []
    for move in asked:
        target = str(getattr(move, "route", None) or getattr(move, "city", None) or "")
        calls.append(service.watch.why(actor, table, AskWhy("?", move)))
        for kind in _PAID:
            calls.append(service.watch.payments(actor, table, AskPayments("?", kind, target)))
    if asked:  # for a step that has passed: refused before anything is done
        calls.append(service.play.move(actor, table, SendMove("late", -1, asked[0])))
    for call in calls:
        try:
            answers.append(await call)
        except StellwerkError as problem:
            answers.append(problem_of(problem, actor.language))
    assert seat is None or news[1].seat == seat  # type: ignore[union-attr]
    return [_TIME.sub(rb'"\1":0', msgspec.json.encode(answer)) for answer in answers]
