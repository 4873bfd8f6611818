"""The names by which a server is known, and whose pages may speak to it.

A browser names the page that asks in ``Origin``, and the server it means in ``Host``. That both are
the same proves little: the owner of any name can point it at any address (DNS rebinding), and
the page then speaks to a server in somebody's home as if it were its own. So the name itself must
be one that no stranger can own.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from stellwerk.server.headers import Headers, header
from stellwerk.server.settings import Settings

_AT_HOME: Final = (
    ".local",
    ".localhost",
    ".localdomain",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".intranet",
    ".private",
    ".corp",
    ".fritz.box",
)
"""Endings of names that are given within a network; nobody can buy such a name."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.%a-z]+\]|[^\s:/?#@\[\]\\]+)(?::(\d{1,5}))?")
_USUAL_PORTS: Final = {"http": "80", "https": "443"}
_OTHER_SITES: Final = ("cross-site", "same-site")


class Origins:
    """Decides whether a request means this server, and comes from a page of this server."""

    def __init__(self, settings: Settings) -> None:
        self._public: Final = _origin(settings.public_url) if settings.public_url else None
        self._names: Final = {settings.host.casefold()}

    def means_us(self, headers: Headers) -> bool:
        """Whether the name that a request gives the server can only be ours.

        Behind a proxy the name is up to the proxy; pages are then recognised by the public address.
        """
        if self._public is not None:
            return True
        given = [value for name, value in headers if name == b"host"]
        if not given or given == [b""]:
            return True  # a program, or one of the first version of HTTP; browsers always name it
        found = _HOST.fullmatch(given[0].decode("latin-1").casefold())
        return len(given) == 1 and found is not None and self._is_ours(found[1])

    def allows(self, headers: Headers) -> bool:
        """Whether a request comes from a page of ours, or from no page at all.

        A browser always names the page's origin with a WebSocket and with anything that changes
        something; a program that names none has no cookie to be misused.
        """
        given = header(headers, b"origin")
        if not given:
            return header(headers, b"sec-fetch-site") not in _OTHER_SITES
        origin = _origin(given)
        if origin is None:
            return False
        if self._public is not None and origin == self._public:
            return True
        scheme, name, _ = origin
        if origin != _origin(f"{scheme}://{header(headers, b'host')}"):
            return False
        # People at the server itself, or with a tunnel to it, also reach it past the proxy:
        # no other page can have an address on the visitor's own machine that leads to us.
        return _is_loopback(name) if self._public is not None else self._is_ours(name)

    def _is_ours(self, name: str) -> bool:
        """Whether no stranger can own a name: an address in digits, or a name of this network."""
        plain = name.rstrip(".")
        if _address(name) is not None or "." not in plain or plain.endswith(_AT_HOME):
            return True
        return plain in self._names or plain in _own_names()


def is_address(text: str) -> bool:
    """Whether a text is the address of a server: its scheme and name, with a port where needed."""
    if _origin(text) is None or not text.isprintable() or " " in text:
        return False
    parts = urlsplit(text)
    try:
        port = parts.port
    except ValueError:
        return False
    return (
        port != 0
        and parts.path in ("", "/")
        and not (parts.query or parts.fragment or parts.username)
    )


def _origin(text: str) -> tuple[str, str, str] | None:
    """Return scheme, name and port of an origin; None where it is none."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    found = _HOST.fullmatch(parts.netloc.casefold())
    if found is None or parts.scheme not in _USUAL_PORTS:
        return None
    return parts.scheme, found[1], found[2] or _USUAL_PORTS[parts.scheme]


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return None


def _is_loopback(name: str) -> bool:
    address = _address(name)
    return name == "localhost" or (address is not None and address.is_loopback)


@cache
def _own_names() -> frozenset[str]:
    """Return the names of this machine."""
    return frozenset({socket.gethostname().casefold(), socket.getfqdn().casefold()})
