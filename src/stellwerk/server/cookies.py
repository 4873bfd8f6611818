"""The cookie by which a guest is recognised: id, device and language, signed."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from litestar.datastructures import Cookie
from msgspec import Struct

from stellwerk.board.model import Language
from stellwerk.server.protocol import GuestInfo
from stellwerk.server.signing import Signer, signed_at
from stellwerk.words import LANGUAGES

NAME: Final = "stellwerk"


class Visitor(Struct, frozen=True):
    """Somebody with a cookie that we have signed."""

    guest: str
    language: Language
    device: str = ""
    """The device that was signed in; empty in a cookie of an earlier version."""
    signed: float = 0.0
    """When the cookie was signed."""


class GuestCookies:
    """Writes and reads the guest's cookie.

    It holds the language too, so that a refusal needs no look at the database.
    """

    def __init__(self, secret: bytes, max_age: float) -> None:
        self._signer: Final = Signer(secret, "guest")
        self._max_age: Final = max_age

    def issue(self, guest: GuestInfo, device: str, *, secure: bool) -> Cookie:
        """Return the cookie of a guest at a device, valid from now on; ``secure`` over https."""
        return Cookie(
            key=NAME,
            value=self._signer.sign(f"{guest.id}.{device}.{guest.language}", time.time()),
            max_age=int(self._max_age),
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    def read(self, headers: Iterable[tuple[bytes, bytes]]) -> Visitor | None:
        """Return whose cookie came with a request; None if there is none, or it is not ours."""
        for name, value in headers:
            if name != b"cookie":
                continue
            for part in value.decode("latin-1").split(";"):
                key, _, signed = part.strip().partition("=")
                if key == NAME and (visitor := self._visitor(signed.strip('"'))) is not None:
                    return visitor
        return None

    def _visitor(self, signed: str) -> Visitor | None:
        text = self._signer.read(signed, time.time(), self._max_age)
        who, _, wished = (text or "").rpartition(".")
        guest, _, device = who.partition(".")
        for language in LANGUAGES:
            if guest and language == wished:
                return Visitor(guest, language, device, signed_at(signed))
        return None


def forgotten(*, secure: bool) -> Cookie:
    """Return the cookie that makes a browser forget the guest."""
    return Cookie(
        key=NAME, value="", max_age=0, path="/", httponly=True, samesite="lax", secure=secure
    )
