"""For whom passkeys are made: the name by which this server is asked for, where it may have any."""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from litestar.types import Scope

from stellwerk.server.errors import Refusal
from stellwerk.server.headers import header
from stellwerk.server.service.ceremonies import Party, supported
from stellwerk.server.settings import Settings

_USUAL_PORTS: Final = {"http": 80, "https": 443}
_LOCAL: Final = "localhost"


def party_of(scope: Scope, settings: Settings) -> Party | None:
    """Return the relying party of a request; None where browsers know no passkeys.

    That is a name over https, or ``localhost``; an address in digits has none, nor has plain http.
    """
    if not supported():
        return None
    if settings.public_url is not None:
        return _party(settings.public_url)
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    return _party(f"{scheme}://{header(scope['headers'], b'host')}")


def must_have_party(scope: Scope, settings: Settings) -> Party:
    """Return the relying party of a request, or refuse where there is none."""
    party = party_of(scope, settings)
    if party is None:
        raise Refusal("passkeys_off")
    return party


def _party(address: str) -> Party | None:
    """Return the party at an address, with the origin as browsers write it.

    >>> _party("https://Games.example:443/")
    Party(host='games.example', origin='https://games.example')
    >>> _party("http://localhost:8000")
    Party(host='localhost', origin='http://localhost:8000')
    >>> _party("http://laptop.local"), _party("https://192.0.2.7"), _party("https://")
    (None, None, None)
    """
    try:
        parts = urlsplit(address)
        port = parts.port
        name = (parts.hostname or "").encode("idna").decode()
    except ValueError:  # also for names that cannot be
        return None
    if not name or _is_in_digits(name) or not (parts.scheme == "https" or name == _LOCAL):
        return None
    shown = "" if port in (None, _USUAL_PORTS.get(parts.scheme)) else f":{port}"
    return Party(name, f"{parts.scheme}://{name}{shown}")


def _is_in_digits(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
