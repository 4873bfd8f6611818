"""Hints that something has changed, spread to every socket of every worker.

All hints go over one channel, to which each worker subscribes once when it starts; from there they
are handed to those who listen. So nothing is lost while many sockets come and go at the same time.
A hint only says that there is something to ask for: who misses one gets it with the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import structlog
from litestar.channels import ChannelsPlugin, Subscriber
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

if TYPE_CHECKING:
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend

_CHANNEL: Final = "stellwerk:hints"
_PAUSE: Final = 1.0
"""Seconds until Redis is asked again after it could not be reached."""

Listener = Callable[[bytes], None]
"""Called with each message of a channel, inside the event loop; must return at once."""


class Hints:
    """Spreads hints: in memory for one process, through Redis for several."""

    def __init__(self, redis: str | None) -> None:
        self._plugin: Final = ChannelsPlugin(_backend(redis), channels=[_CHANNEL])
        self._listeners: dict[bytes, set[Listener]] = {}
        self.overhear: Callable[[str, bytes], None] | None = None
        """Called with every channel and message, before those who listen to it."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self.sure: Final = redis is None
        """Whether no hint can get lost on the way."""

    def publish(self, channel: str, message: bytes) -> None:
        """Tell everybody who listens to a channel; may be called from any thread."""
        topic = channel.encode()
        if self._loop is None or (self.sure and topic not in self._listeners):
            return
        hint = b"%b %b" % (topic, message)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            self._loop.call_soon_threadsafe(self._plugin.publish, hint, _CHANNEL)
        else:
            self._plugin.publish(hint, _CHANNEL)

    @contextmanager
    def listen(self, channel: str, listener: Listener) -> Iterator[None]:
        """Listen to a channel for a while."""
        topic = channel.encode()
        self._listeners.setdefault(topic, set()).add(listener)
        try:
            yield
        finally:
            others = self._listeners[topic]
            others.discard(listener)
            if not others:
                del self._listeners[topic]

    def listeners(self, channel: str) -> int:
        """Return how many listen to a channel, in this process."""
        return len(self._listeners.get(channel.encode(), ()))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Spread hints until the end of the context."""
        async with self._plugin, self._plugin.start_subscription([_CHANNEL]) as subscriber:
            self._loop = asyncio.get_running_loop()
            spreading = asyncio.create_task(self._spread(subscriber))
            try:
                yield
            finally:
                self._loop = None
                spreading.cancel()
                with suppress(asyncio.CancelledError):
                    await spreading

    async def _spread(self, subscriber: Subscriber) -> None:
        async for hint in subscriber.iter_events():
            topic, _, message = hint.partition(b" ")
            if self.overhear is not None:
                self.overhear(topic.decode(), message)
            for listener in tuple(self._listeners.get(topic, ())):
                listener(message)


def _backend(redis: str | None) -> ChannelsBackend:
    return MemoryChannelsBackend() if redis is None else _redis_backend(redis)


def _redis_backend(address: str) -> ChannelsBackend:
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    class SturdyBackend(RedisChannelsPubSubBackend):
        """Redis that may be away for a while: hints are dropped then, and come again later."""

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
