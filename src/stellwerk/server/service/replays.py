"""Games played again from a record: every step as a seat saw it, or onwards from one of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.board import Board
from stellwerk.bots.called import names_in
from stellwerk.game import Game, Record
from stellwerk.game.events import Event
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import NewTable, Replay, ReplayStep, SeatWish, TableInfo, Told
from stellwerk.server.service import opening
from stellwerk.server.service.actor import Actor
from stellwerk.words import tell

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

MOST_STEPS: Final = 2000
"""Entries of a record that is shown; five bots that move at random need about 500."""


class Replays:
    """Plays records again, one at a time, so that nobody at a table has to wait for it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._turn = asyncio.Semaphore(1)

    async def show(
        self, actor: Actor, text: bytes, seat: int | None, board: str | None = None
    ) -> Replay:
        """Return every step of a record as a seat saw it, or a spectator."""
        record, known = await self._read(text, board)

        def work() -> Replay:
            game = record.replay(known)
            return _shown(game, seat, actor.language, board or game.board.id)

        async with self._turn:
            return await asyncio.to_thread(work)

    async def play_on(
        self, actor: Actor, text: bytes, step: int, seat: int, bot: str, board: str | None = None
    ) -> TableInfo:
        """Open a table that goes on after a step, against bots.

        What the seat could not know at that step is dealt anew: whoever has read the record would
        know it otherwise.
        """
        record, known = await self._read(text, board)
        name = opening.bot_named(bot)

        def work() -> Game:
            return position_at(record.replay(known), step, seat)

        async with self._turn:
            position = await asyncio.to_thread(work)
        wish = NewTable(
            board=board or position.board.id,
            variant=position.board.variant.id,
            seats=tuple(
                SeatWish("me") if number == seat else SeatWish("bot", name)
                for number in range(position.seats)
            ),
        )
        return await self._service.open_at(actor, wish, position)

    async def _read(self, text: bytes, board: str | None) -> tuple[Record, Board | None]:
        """Read a record, and the board it was played on if that is not one of ours."""
        record = await asyncio.to_thread(Record.from_json, text)
        if len(record.entries) > MOST_STEPS:
            raise Refusal("replay_too_long", most=MOST_STEPS)
        if board is None:
            return record, None
        return record, await self._service.board(board, record.board.variant)


def position_at(game: Game, step: int, seat: int) -> Game:
    """Return a game of its own that begins after a step, as far as a seat knows it."""
    before = game.clone(at=step)
    if before.over:
        raise Refusal("replay_over")
    dealt = before.redealt(seat)
    return Game.restore(game.board, dealt.states.tobytes(), game.names, None, 0)


def _shown(game: Game, seat: int | None, language: str, board: str) -> Replay:
    game.view(seat)  # refuses a seat that the game does not have
    assert game.key is not None, "a record is replayed from its key"
    names = names_in(game, language)
    return Replay(
        board=board,
        variant=game.board.variant.id,
        seat=seat,
        names=names,
        commitment=game.commitment,
        key=game.key.hex(),
        steps=tuple(_steps(game, seat, names, language)),
        outcome=game.outcome(),
    )


def _steps(
    game: Game, seat: int | None, names: tuple[str, ...], language: str
) -> Iterator[ReplayStep]:
    for seq in range(game.seq + 1):
        step = game.steps[seq - 1] if seq else None
        state = Game.restore(game.board, game.snapshot(seq), names, game.key, seq)
        told = [fact.shown_to(seat, seq) for fact in game.facts(seq)]
        view = msgspec.structs.replace(state.view(seat), moves=(), events=tuple(told))
        yield ReplayStep(
            seq=seq,
            seat=None if step is None else step.seat,
            by=None if step is None else step.by,
            time=None if step is None else step.time,
            events=tuple(_told(event, game.board, names, language) for event in told),
            view=view,
        )
        time.sleep(0)  # lets those who play have their turn


def _told(event: Event, board: Board, names: tuple[str, ...], language: str) -> Told:
    text = tell(event, board, names, language)
    return Told(event.seq, event.code, event.params, text)
