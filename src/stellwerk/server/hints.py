"""Hints that something has changed, spread to every socket of every worker.

One process hands them to those who listen. Several send them over one channel of Redis, to which
each worker subscribes once when it starts, so nothing is lost while many sockets come and go at the
same time. A hint only says that there is something to ask for: whoever misses one catches up with
the next.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import structlog
from litestar.channels import ChannelsPlugin, Subscriber

if TYPE_CHECKING:
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend

_CHANNEL: Final = "stellwerk:hints"
_AT_ONCE: Final = 4
"""Hints handed on in one turn of the event loop; with fewer, clients are written to more often."""
_PAUSE: Final = 1.0
"""Seconds until Redis is asked again after it could not be reached."""

Listener = Callable[[bytes], None]
"""Called with each message of a channel, inside the event loop; must return at once."""


class Hints:
    """Spreads hints: in memory for one process, through Redis for several."""

    def __init__(self, redis: str | None) -> None:
        self._channels: Final = (
            None if redis is None else ChannelsPlugin(_redis_backend(redis), channels=[_CHANNEL])
        )
        self._listeners: dict[str, set[Listener]] = {}
        self._waiting: deque[tuple[str, bytes]] = deque()
        self.overhear: Callable[[str, bytes], None] | None = None
        """Called with every channel and message, before those who listen to it."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self.sure: Final = redis is None
        """Whether no hint can get lost on the way."""

    def publish(self, channel: str, message: bytes) -> None:
        """Tell everybody who listens to a channel; may be called from any thread."""
        if self._loop is None or (self.sure and channel not in self._listeners):
            return
        if self._channels is None:
            spread = partial(self._put, channel, message)
        else:
            hint = b"%b %b" % (channel.encode(), message)
            spread = partial(self._channels.publish, hint, _CHANNEL)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            self._loop.call_soon_threadsafe(spread)
        else:
            spread()

    @contextmanager
    def listen(self, channel: str, listener: Listener) -> Iterator[None]:
        """Listen to a channel for a while."""
        self._listeners.setdefault(channel, set()).add(listener)
        try:
            yield
        finally:
            others = self._listeners[channel]
            others.discard(listener)
            if not others:
                del self._listeners[channel]

    def listeners(self, channel: str) -> int:
        """Return how many listen to a channel, in this process."""
        return len(self._listeners.get(channel, ()))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Spread hints until the end of the context."""
        async with nullcontext() if self._channels is None else self._receiving(self._channels):
            self._loop = asyncio.get_running_loop()
            try:
                yield
            finally:
                self._loop = None

    def _put(self, channel: str, message: bytes) -> None:
        """Keep a hint until those before it have been handed on."""
        if not self._waiting and self._loop is not None:
            self._loop.call_soon(self._hand_on_some)
        self._waiting.append((channel, message))

    def _hand_on_some(self) -> None:
        """Hand a few hints on, the next ones after whatever has come in meanwhile.

        Many moves are stored at the same moment. While everybody is told of them, the next moves
        must get to the store, which would be idle otherwise.
        """
        if self._loop is None:
            self._waiting.clear()
            return
        try:
            for _ in range(min(_AT_ONCE, len(self._waiting))):
                self._hand_on(*self._waiting.popleft())
        finally:
            if self._waiting:
                self._loop.call_soon(self._hand_on_some)

    @asynccontextmanager
    async def _receiving(self, channels: ChannelsPlugin) -> AsyncIterator[None]:
        """Receive what workers send through Redis."""
        async with channels, channels.start_subscription([_CHANNEL]) as subscriber:
            receiving = asyncio.create_task(self._receive(subscriber))
            try:
                yield
            finally:
                receiving.cancel()
                with suppress(asyncio.CancelledError):
                    await receiving

    async def _receive(self, subscriber: Subscriber) -> None:
        async for hint in subscriber.iter_events():
            channel, _, message = hint.partition(b" ")
            self._hand_on(channel.decode(), message)

    def _hand_on(self, channel: str, message: bytes) -> None:
        """Hand a hint to those who listen in this process."""
        if self.overhear is not None:
            self.overhear(channel, message)
        for listener in tuple(self._listeners.get(channel, ())):
            listener(message)


def _redis_backend(address: str) -> RedisChannelsPubSubBackend:
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    class SturdyBackend(RedisChannelsPubSubBackend):
        """Redis, which may be away for a while: hints are dropped meanwhile."""

        async def on_shutdown(self) -> None:
            await super().on_shutdown()
            await connection.aclose()

        async def publish(self, data: bytes, channels: Iterable[str]) -> None:
            try:
                await super().publish(data, channels)
            except (RedisError, OSError) as error:
                _log_away(error)

        async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
            while True:
                try:
                    async for event in super().stream_events():
                        yield event
                except (RedisError, OSError) as error:
                    _log_away(error)
                    await asyncio.sleep(_PAUSE)

    connection: Redis = Redis.from_url(address, health_check_interval=30)
    backend: RedisChannelsPubSubBackend = SturdyBackend(redis=connection)
    return backend


def _log_away(error: Exception) -> None:
    structlog.get_logger().warning("redis is away", reason=type(error).__name__)
