"""The WebSocket of a table: news goes out as it happens, moves come in.

Two tasks serve a socket: one reads what the client sends, the other waits for hints and sends what
is new. However many hints come while a slow client is being served, it then gets the newest state
once.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from typing import Final

import msgspec
import structlog
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.types import WebSocketSendEvent

from stellwerk.board import StellwerkError
from stellwerk.server.errors import Refusal, problem_of
from stellwerk.server.guard import Guard, Line, address_of
from stellwerk.server.hints import Hints
from stellwerk.server.metrics import Metrics
from stellwerk.server.protocol import (
    AskPayments,
    AskRoutes,
    AskWhy,
    ChatMessage,
    ClientMessage,
    Ping,
    Pong,
    Refused,
    Resume,
    Say,
    SendMove,
    ServerMessage,
    TableMessage,
    Update,
)
from stellwerk.server.service import Actor, Service
from stellwerk.server.service.hint import BARRED, DELETIONS, DEVICES, GAME, TABLE, TABLES, Hint
from stellwerk.server.settings import Settings
from stellwerk.server.web.actors import language_of, present_actor
from stellwerk.server.web.dependencies import (
    AnySocket,
    GivenGuard,
    GivenHints,
    GivenMetrics,
    GivenService,
    GivenSettings,
    InPath,
)

NOT_UNDERSTOOD: Final = 4400
NOT_KNOWN: Final = 4401
NOT_FOUND: Final = 4404
TOO_MUCH: Final = 4429
FAILED: Final = 1011
"""Why the server closes a socket; the message before it says it in words."""

_CODES: Final = {
    "no_guest": NOT_KNOWN,
    "signed_out": NOT_KNOWN,
    "barred": NOT_KNOWN,
    "barred_because": NOT_KNOWN,
    "bad_token": NOT_KNOWN,
    "token_ended": NOT_KNOWN,
    "no_table": NOT_FOUND,
    "database_away": FAILED,
    "disk_failed": FAILED,
    "damaged": FAILED,
}
_FIRST_MESSAGE: Final = 20.0
"""Seconds in which a client must say from where it wants to go on."""
_LOOK: Final = 20.0
"""Seconds after which a socket looks without a hint, where hints may get lost."""
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(ClientMessage).decode


@websocket("/ws/tables/{table:str}")
async def table_socket(
    socket: AnySocket,
    table: InPath,
    service: GivenService,
    hints: GivenHints,
    metrics: GivenMetrics,
    settings: GivenSettings,
    guard: GivenGuard,
) -> None:
    """Serve one client at a table until it leaves."""
    await socket.accept()
    talk = _Talk(socket, table, service, hints, metrics, settings, guard)
    gauge = metrics.sockets.labels("table")
    gauge.inc()
    try:
        await talk.run()
    except WebSocketDisconnect:
        pass
    finally:
        gauge.dec()


class _Leave(Exception):
    """The server ends the conversation."""

    def __init__(self, code: int, refusal: StellwerkError | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.refusal = refusal


class _Talk:
    """One client at one table: what it knows already, and how much it may still ask."""

    def __init__(
        self,
        socket: AnySocket,
        table: str,
        service: Service,
        hints: Hints,
        metrics: Metrics,
        settings: Settings,
        guard: Guard,
    ) -> None:
        self._socket = socket
        self._guard = guard
        self._line: Line | None = None
        self._table = table
        self._service = service
        self._hints = hints
        self._metrics = metrics
        self._channel = TABLES + table
        self._largest = settings.message_bytes
        self._most_sockets = settings.spectators
        self._patience = settings.message_burst
        self._actor = Actor(language=language_of(socket.scope))
        # Only the task that sends news notes what the client knows; the others leave requests for
        # it.
        self._since, self._chat, self._version = -1, 0, -1
        self._wish: Resume | None = None
        self._table_changed = False
        self._hinted = False
        self._gone: Refusal | None = None
        self._signed_out = False
        self._due = False
        """Whether there is something to tell."""
        self._moving = False
        self._news = asyncio.Event()
        self._log = structlog.get_logger()

    async def run(self) -> None:
        """Serve the client until one of the two sides leaves."""
        try:
            with self._guard.line(self._socket.scope, self._table) as self._line:
                self._actor = await present_actor(self._socket.scope, self._service, self._guard)
                await self._serve()
        except _Leave as leave:
            await self._close(leave.code, leave.refusal)
        except StellwerkError as refusal:
            if refusal.code == "no_table":
                self._guard.lookups.failed(address_of(self._socket.scope))
            await self._close(close_code(refusal), refusal)
        except WebSocketDisconnect:
            raise
        except Exception as error:
            self._log.error("socket failed", exc_info=error)
            await self._close(FAILED, None)

    async def _serve(self) -> None:
        service, actor, table = self._service, self._actor, self._table
        await self._check_room()
        with (
            self._hints.listen(self._channel, self._hear),
            self._hints.listen(DELETIONS + (actor.guest or ""), self._hear_deletion),
            self._hints.listen(DEVICES + actor.device, self._hear_sign_out),
        ):
            await service.devices.must_be_signed_in(actor)
            await self._begin()
            await self._tell_news()
            service.watch.online(actor, table)
            try:
                async with asyncio.TaskGroup() as tasks:
                    telling = tasks.create_task(self._keep_telling())
                    try:
                        await self._answer_all()
                    finally:
                        telling.cancel()
            except ExceptionGroup as errors:
                raise errors.exceptions[0] from None
            finally:
                service.watch.offline(actor, table)

    async def _check_room(self) -> None:
        """Refuse one spectator too many; there is always room for players."""
        if self._hints.listeners(self._channel) < self._most_sockets:
            return
        table = await self._service.tables.info(self._actor, self._table)
        if not any(seat.you for seat in table.seats):
            raise _Leave(TOO_MUCH, Refusal("too_many_watchers", most=self._most_sockets))

    async def _begin(self) -> None:
        """Wait for the first message, which tells what the client knows already."""
        try:
            async with asyncio.timeout(_FIRST_MESSAGE):
                first = await self._receive()
        except TimeoutError:
            raise _Leave(NOT_UNDERSTOOD, Refusal("resume_first")) from None
        if not isinstance(first, Resume):
            raise _Leave(NOT_UNDERSTOOD, Refusal("resume_first"))
        self._wish = first

    def _hear(self, message: bytes) -> None:
        """Note a hint; one about the table may be about who is present, which has no version."""
        hint = Hint.decode(message)
        if hint.what == GAME and hint.moment is not None and hint.moment[0] <= self._since:
            return
        self._table_changed |= hint.what == TABLE
        self._wake(hinted=hint.moment is not None)

    def _hear_deletion(self, message: bytes) -> None:
        """Note that the guest was deleted, on whichever device, or barred."""
        self._gone = Refusal("barred" if message == BARRED else "no_guest")
        self._wake(hinted=False)

    def _hear_sign_out(self, message: bytes) -> None:
        """Note that this device was signed out."""
        self._signed_out = True
        self._wake(hinted=False)

    def _wake(self, *, hinted: bool) -> None:
        """Let the news be told; unless hints have told everything, the database must be asked."""
        self._hinted = hinted and (self._hinted or not self._due)
        self._due = True
        if not self._moving:
            self._news.set()

    @contextlib.contextmanager
    def _holding_news(self) -> Iterator[None]:
        """Make a move before any news is told: its answer comes before what it brought."""
        self._moving = True
        try:
            yield
        finally:
            self._moving = False
            if self._due:
                self._news.set()

    async def _answer_all(self) -> None:
        """Answer what the client sends."""
        while True:
            message = await self._receive()
            if message is not None:
                await self._answer(message)

    async def _keep_telling(self) -> None:
        """Send what is new whenever there is a hint."""
        while True:
            if self._hints.sure:
                await self._news.wait()
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK):
                        await self._news.wait()
            await self._tell_news()

    async def _tell_news(self) -> None:
        self._news.clear()
        self._due = False
        if self._gone:
            raise _Leave(NOT_KNOWN, self._gone)
        if self._signed_out:
            raise _Leave(NOT_KNOWN, Refusal("signed_out"))
        if not self._hints.sure:
            await self._service.devices.must_be_signed_in(self._actor)
        hinted, self._hinted = self._hinted, False
        if (wish := self._wish) is not None:
            self._wish, hinted = None, False
            self._since, self._chat, self._version = wish.since, wish.chat, -1
        if self._table_changed:
            self._table_changed, self._version = False, -1
        news = await self._service.watch.messages(
            self._actor, self._table, self._since, self._chat, self._version, hinted=hinted
        )
        for message in news:
            match message:
                case Update():
                    self._since = max(self._since, message.seq)
                case TableMessage():
                    self._version = message.table.version
                case ChatMessage() if message.lines:
                    self._chat = message.lines[-1].number
            await self._send(message)

    async def _receive(self) -> ClientMessage | None:
        """Return the client's next message, or None for one that was refused."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="left", code=event.get("code", 1000))
        if event["type"] != "websocket.receive":
            return None
        data = event.get("text") or event.get("bytes") or ""
        if self._line is not None and not self._line.message():
            self._patience -= 1
            if self._patience < 0:
                raise _Leave(TOO_MUCH, Refusal("rate_limited", seconds=1))
            await self._refuse(None, Refusal("rate_limited", seconds=1))
            return None
        if len(data) > self._largest:
            await self._refuse(None, Refusal("too_large", most=self._largest))
            return None
        try:
            message: ClientMessage = _decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            await self._refuse(None, Refusal("bad_message", problem=str(problem)))
            return None
        self._metrics.received.labels(type(message).__struct_config__.tag).inc()
        return message

    async def _answer(self, message: ClientMessage) -> None:
        """Do what a message asks for; what is refused changes nothing."""
        service, actor, table = self._service, self._actor, self._table
        try:
            await service.watch.still_seated(actor, table)
            match message:
                case SendMove():
                    with self._metrics.move_seconds.time():
                        with self._holding_news():
                            answer = await service.play.move(actor, table, message)
                        self._wake(hinted=True)  # what it brought leaves with the answer
                        await self._send(answer)
                case AskPayments():
                    await self._send(await service.watch.payments(actor, table, message))
                case AskWhy():
                    await self._send(await service.watch.why(actor, table, message))
                case AskRoutes():
                    await self._send(await service.watch.routes(actor, table, message))
                case Say():
                    await service.chat.say(actor, table, message.text)
                case Ping():
                    await self._send(Pong(time.time()))
                case Resume():
                    self._go_on_from(message)
        except StellwerkError as error:
            if error.code == "token_ended":
                raise _Leave(NOT_KNOWN, error) from None
            await self._refuse(_id_of(message), error)
            if error.code == "stale" and isinstance(message, SendMove):
                self._go_on_from(Resume(message.seq, self._chat))

    def _go_on_from(self, wish: Resume) -> None:
        """Tell everything after what the client knows, and the present state in any case."""
        self._wish = wish
        self._wake(hinted=False)

    async def _refuse(self, move_id: str | None, error: StellwerkError) -> None:
        problem = problem_of(error, self._actor.language)
        self._metrics.refused.labels(problem.code).inc()
        await self._send(Refused(move_id, problem))

    async def _send(self, message: ServerMessage) -> None:
        text = _encode(message).decode()
        if self._line is not None:
            await self._line.room(len(text))
        event: WebSocketSendEvent = {"type": "websocket.send", "bytes": None, "text": text}
        try:
            await self._socket.send(event)
        except (OSError, RuntimeError):  # the latter when the protocol itself has closed it
            raise WebSocketDisconnect(detail="left") from None
        self._metrics.sent.inc()

    async def _close(self, code: int, refusal: StellwerkError | None) -> None:
        if refusal is not None:
            await self._refuse(None, refusal)
        with contextlib.suppress(OSError, RuntimeError):
            await self._socket.close(code)


def close_code(refusal: StellwerkError) -> int:
    """Return the code with which a socket is closed for a reason."""
    if isinstance(refusal, Refusal) and refusal.retry_after is not None:
        return TOO_MUCH
    return _CODES.get(refusal.code, NOT_UNDERSTOOD)


def _id_of(message: ClientMessage) -> str | None:
    """Return what the client has called a message."""
    match message:
        case SendMove():
            return message.move_id
        case AskPayments() | AskWhy() | AskRoutes():
            return message.id
    return None
