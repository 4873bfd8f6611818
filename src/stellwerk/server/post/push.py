"""Web push: a message for one browser, encrypted for it (RFC 8291), signed by us (RFC 8292).

What the push service carries it cannot read: it learns an endpoint, a size, and how urgent it is.
Written here rather than taken from ``pywebpush``, which follows redirects and would connect to any
address that a client names. Needs the package ``cryptography``.
"""

from __future__ import annotations

import base64
import json
import os
import time
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: keys are smaller than that."""
_RECORD: Final = 4096
_PADDED_TO: Final = 256
"""Contents are filled up to a multiple of this, so that their length tells nothing."""
LARGEST: Final = 3800
"""Bytes of a content; push services take no more than 4,096 with all that is added."""
_VALID: Final = 12 * 3600
_RENEWED: Final = 3600


def can_push() -> bool:
    """Tell whether what web push needs is installed."""
    return find_spec("cryptography") is not None


def encoded(data: bytes) -> str:
    """Return bytes in base64url, as web push writes them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def encrypt(
    key: bytes,
    auth: bytes,
    content: bytes,
    private: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
    padded_to: int = _PADDED_TO,
) -> bytes:
    """Encrypt a content for a browser; key and salt are new each time, except in tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    if len(content) > LARGEST:
        raise ValueError(f"a notice has at most {LARGEST} bytes, not {len(content)}")
    own = private or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    ours = _point(own)
    shared = own.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\0" + key + ours
    secret = HKDF(SHA256(), 32, auth, info).derive(shared)
    content_key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    filled = content + b"\2"
    filled += bytes(-len(filled) % padded_to) if padded_to else b""
    sealed = AESGCM(content_key).encrypt(nonce, filled, None)
    return salt + _RECORD.to_bytes(4) + bytes([len(ours)]) + ours + sealed


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Vapid:
    """Our own key, by which push services and browsers know who sends."""

    def __init__(self, secret: bytes, contact: str) -> None:
        """Take 32 secret bytes, and an address under which a push service can complain."""
        self._secret: Final = secret
        self._contact: Final = contact
        self._known: dict[str, tuple[float, str]] = {}

    @cached_property
    def _key(self) -> EllipticCurvePrivateKey:
        from cryptography.hazmat.primitives.asymmetric import ec

        number = int.from_bytes(self._secret) % (_ORDER - 1) + 1
        return ec.derive_private_key(number, ec.SECP256R1())

    @cached_property
    def public(self) -> str:
        """What browsers are given to subscribe with."""
        return encoded(_point(self._key))

    def authorization(self, endpoint: str) -> str:
        """Return the header that tells a push service who sends; it holds for a while."""
        parts = urlsplit(endpoint)
        audience, now = f"{parts.scheme}://{parts.netloc}", time.time()
        made, known = self._known.get(audience, (0.0, ""))
        if not now - _RENEWED < made <= now:
            known = f"vapid t={self._token(audience, now)}, k={self.public}"
            if len(self._known) >= 1000:
                self._known.clear()
            self._known[audience] = now, known
        return known

    def _token(self, audience: str, now: float) -> str:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        claims = {"aud": audience, "exp": int(now) + _VALID, "sub": self._contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        body = ".".join(encoded(json.dumps(part).encode()) for part in parts)
        signature = self._key.sign(body.encode(), ec.ECDSA(SHA256()))
        r, s = decode_dss_signature(signature)
        return f"{body}.{encoded(r.to_bytes(32) + s.to_bytes(32))}"
