"""Speaking to addresses that strangers have given: https, to public addresses, and nothing else.

A name is resolved once, every address it stands for is checked, and the connection goes to one of
exactly those, with the name for its certificate. Nothing is followed, little is read, and nobody is
waited for long.
"""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Final, NamedTuple, Self
from urllib.parse import urlsplit

CONNECT: Final = 8.0
"""Seconds to find, reach and greet the other side."""
ANSWER: Final = 8.0
"""Seconds in which it must have answered."""
_LONGEST: Final = 16_384
"""Bytes of an answer's head; what comes after it is not read."""
_TRIED: Final = 3
"""Addresses of one name that are tried."""
_EMBEDDED: Final = tuple(
    ipaddress.ip_network(network) for network in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16")
)
"""Networks of IPv6 whose addresses lead to some of IPv4."""
_USUAL: Final = {"https": 443, "http": 80}

Resolve = Callable[[str, int], Awaitable[list[str]]]


class Unreachable(Exception):
    """There was no answer; it may be worth trying again."""


class NotAllowed(Exception):
    """The address is one that is not spoken to."""


class Answer(NamedTuple):
    """What the other side has answered."""

    status: int
    headers: Mapping[str, str]


def is_public(address: str) -> bool:
    """Tell whether an address is on the public internet.

    >>> [is_public(each) for each in ("93.184.215.14", "10.1.2.3", "::1", "::ffff:127.0.0.1")]
    [True, False, False, False]
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif any(found in network for network in _EMBEDDED) or found.teredo is not None:
            return False
    return found.is_global and not found.is_multicast


async def resolve(host: str, port: int) -> list[str]:
    """Return the addresses that a name stands for."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


@cache
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


class Request:
    """One POST, in two parts: all but the last byte, which commits nobody, and that one."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, last: bytes
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._last = last

    @classmethod
    async def begin(
        cls,
        url: str,
        headers: Mapping[str, str],
        body: bytes,
        *,
        anywhere: bool = False,
        find: Resolve = resolve,
        certificates: ssl.SSLContext | None = None,
    ) -> Self:
        """Connect and send all but the last byte; ``anywhere``: also to this machine, for tests."""
        try:
            async with asyncio.timeout(CONNECT):
                reader, writer = await _connect(url, anywhere, find, certificates)
                made = cls(reader, writer, body[-1:])
                try:
                    writer.write(_head(url, headers, len(body)) + body[:-1])
                    await writer.drain()
                except BaseException:
                    made.close()
                    raise
                return made
        except (OSError, TimeoutError, ssl.SSLError, UnicodeError) as problem:
            raise Unreachable(type(problem).__name__) from None

    async def finish(self, patience: float = ANSWER) -> Answer:
        """Send the last byte and return the answer."""
        try:
            async with asyncio.timeout(patience):
                self._writer.write(self._last)
                await self._writer.drain()
                return await self._answer()
        except (
            OSError,
            TimeoutError,
            asyncio.IncompleteReadError,
            asyncio.LimitOverrunError,
            ValueError,
        ) as problem:
            raise Unreachable(type(problem).__name__) from None
        finally:
            self.close()

    def close(self) -> None:
        """End the connection, whatever was sent."""
        self._writer.transport.abort()

    async def _answer(self) -> Answer:
        """Read the head of the answer; one that only says to go on is skipped."""
        for _ in range(3):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.split("\r\n")
            version, _, rest = first.partition(" ")
            status = int(rest[:3])
            if not version.startswith("HTTP/1."):
                raise ValueError(version)
            if status >= 200:
                pairs = (line.partition(":") for line in lines if ":" in line)
                return Answer(
                    status, {name.strip().lower(): text.strip() for name, _, text in pairs}
                )
        raise ValueError("no final answer")


async def _connect(
    url: str, anywhere: bool, find: Resolve, certificates: ssl.SSLContext | None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or _USUAL.get(parts.scheme, 0)
    if not anywhere and (parts.scheme != "https" or port != _USUAL["https"]):
        raise NotAllowed
    addresses = await find(host, port)
    if not addresses or (not anywhere and not all(map(is_public, addresses))):
        raise NotAllowed
    secure = parts.scheme == "https"
    problem: OSError | None = None
    for address in addresses[:_TRIED]:
        try:
            return await asyncio.open_connection(
                address,
                port,
                limit=_LONGEST,
                ssl=(certificates or _certificates()) if secure else None,
                server_hostname=host if secure else None,
            )
        except OSError as found:
            problem = found
    raise problem or OSError("no address")


def _head(url: str, headers: Mapping[str, str], length: int) -> bytes:
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    given = {
        "Host": parts.netloc,
        **headers,
        "Content-Length": str(length),
        "Connection": "close",
    }
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {text}" for name, text in given.items())]
    return "\r\n".join((*lines, "", "")).encode("ascii")
