"""Signatures: proof that a text was written by this server, and when."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Final

_MAC_BYTES: Final = 24
"""Of the 32 bytes of HMAC-SHA256 these are kept: 192 bits, without padding in base64."""


class Signer:
    """Signs short texts and reads them back; the purpose keeps one use from passing as another.

    >>> signer = Signer(b"a secret of at least 16 bytes", "guest")
    >>> signer.read(signer.sign("anna.de", now=1000.0), now=1060.0, max_age=100.0)
    'anna.de'
    >>> signer.read(signer.sign("anna.de", now=1000.0), now=1200.0, max_age=100.0) is None
    True
    """

    def __init__(self, secret: bytes, purpose: str) -> None:
        if len(secret) < 16:
            raise ValueError(f"a secret has at least 16 bytes, not {len(secret)}")
        self._key: Final = hmac.digest(secret, f"stellwerk/{purpose}".encode(), hashlib.sha256)

    def sign(self, text: str, now: float) -> str:
        """Return the text with the time and a signature; the text is not hidden."""
        body = f"{text}.{int(now)}"
        return f"{body}.{self._signature(body)}"

    def read(self, signed: str, now: float, max_age: float) -> str | None:
        """Return the text, or None if it is not ours or older than ``max_age`` seconds."""
        body, _, signature = signed.rpartition(".")
        expected = self._signature(body)
        if not hmac.compare_digest(expected.encode(), signature.encode("utf-8", "replace")):
            return None
        text, _, time = body.rpartition(".")
        return text if now - int(time) <= max_age else None

    def _signature(self, body: str) -> str:
        digest = hmac.digest(self._key, body.encode("utf-8", "replace"), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:_MAC_BYTES]).decode()


def signed_at(signed: str) -> float:
    """Return when a text was signed; whoever asks has found the signature to be ours.

    >>> signed_at(Signer(b"a secret of at least 16 bytes", "guest").sign("anna.de", now=1000.0))
    1000.0
    """
    return float(signed.rpartition(".")[0].rpartition(".")[2])
