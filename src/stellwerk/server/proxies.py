"""Who asks when there is a proxy in between: only the last address of ``X-Forwarded-For`` counts.

A proxy appends the address it was asked from to what came with the request, which anybody may have
made up. So the last address is the one that our own proxy has seen.
"""

from __future__ import annotations

import ipaddress
from typing import Final

from litestar.enums import ScopeType
from litestar.types import Scope

from stellwerk.server.headers import Headers

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

SETTING: Final = "FORWARDED_ALLOW_IPS"
"""Environment variable with the addresses of one's own proxies, separated by commas."""
_LOOPBACK: Final = "127.0.0.0/8,::1"
_PRIVATE: Final = f"{_LOOPBACK},10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7"
"""Addresses of a proxy that belongs to the server."""
_ANYBODY: Final = "*"


class Proxies:
    """Knows which proxies are ours, and whom they speak for."""

    def __init__(self, public_url: str | None, named: str | None) -> None:
        """Take a server's public address, and the proxies that the host has named, if any."""
        usual = _LOOPBACK if public_url is None else _PRIVATE
        self._trusts_all: Final = named is not None and named.strip() == _ANYBODY
        self._trusted: Final = [] if self._trusts_all else _networks(named or usual)
        # Visitors of a home network have private addresses, too: only proxies that were named
        # are passed over on the way to the visitor.
        self._own: Final = self._trusted if named else []

    def tell(self, scope: Scope) -> None:
        """Note in a connection's scope who asks, and whether they use https."""
        client = scope.get("client")
        peer = _read(client[0]) if client else None
        if client is not None and not self._is_trusted(peer):
            return
        visitor = self._visitor(scope["headers"])
        if visitor is not None:
            scope["client"] = (str(visitor), 0)
        *_, spoken = _words(scope["headers"], b"x-forwarded-proto") or [""]
        if spoken in ("http", "https"):
            names = ("ws", "wss") if scope["type"] == ScopeType.WEBSOCKET else ("http", "https")
            scope["scheme"] = names[spoken == "https"]

    def _is_trusted(self, peer: Address | None) -> bool:
        return self._trusts_all or _is_in(peer, self._trusted)

    def _visitor(self, headers: Headers) -> Address | None:
        """Return the last address that is not a proxy of ours; None where it is not an address."""
        for word in reversed(_words(headers, b"x-forwarded-for")):
            address = _read(word)
            if address is None or not _is_in(address, self._own):
                return address
        return None


def _words(headers: Headers, wanted: bytes) -> list[str]:
    lines = [value.decode("latin-1") for name, value in headers if name == wanted]
    return [word.strip() for word in ",".join(lines).split(",") if word.strip()]


def _read(text: str) -> Address | None:
    """Read an address, as proxies write it: IPv6 perhaps in brackets, perhaps with a port.

    >>> _read("[2001:db8::1]:4711"), _read("192.0.2.7:80"), _read("unknown")
    (IPv6Address('2001:db8::1'), IPv4Address('192.0.2.7'), None)
    """
    bare = text.partition("]")[0].strip("[") if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ipaddress.ip_address(bare)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def _networks(named: str) -> list[Network]:
    """Read a list of addresses and networks; whatever is neither is ignored."""
    found: list[Network] = []
    for word in named.split(","):
        try:
            found.append(ipaddress.ip_network(word.strip(), strict=False))
        except ValueError:
            continue
    return found


def _is_in(address: Address | None, networks: list[Network]) -> bool:
    return address is not None and any(address in network for network in networks)
