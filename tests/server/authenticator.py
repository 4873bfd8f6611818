"""An authenticator of our own: it makes real passkeys and signs with them, honestly or not."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40

Json = dict[str, Any]


def encoded(data: bytes) -> str:
    """Write bytes as base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Read base64url."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Passkey:
    """A passkey, and how often it says it was used."""

    host: str
    handle: str
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    counter: int = 0
    counts: bool = True
    """Whether it counts at all; those that are shared among devices do not."""

    def __post_init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())

    @classmethod
    def make(cls, options: Json, origin: str, **others: Any) -> tuple[Passkey, Json]:
        """Make a passkey as a server asks for; return it, and what the browser answers."""
        made = cls(options["rp"]["id"], options["user"]["id"], **others)
        return made, made.attested(options["challenge"], origin)

    def attested(self, challenge: str, origin: str) -> Json:
        """Return what a browser says about this passkey when it is new."""
        numbers = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        told = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(public)
        data = self._data(_PRESENT | _VERIFIED | _ATTESTED) + told
        attestation = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._answer(
            attestationObject=encoded(cbor2.dumps(attestation)),
            clientDataJSON=encoded(_said("webauthn.create", challenge, origin)),
        )

    def sign(self, options: Json, origin: str, *, verified: bool = True) -> Json:
        """Return what a browser says that was asked for a passkey."""
        self.counter += self.counts
        data = self._data(_PRESENT | (_VERIFIED if verified else 0))
        said = _said("webauthn.get", options["challenge"], origin)
        signed = data + hashlib.sha256(said).digest()
        return self._answer(
            authenticatorData=encoded(data),
            clientDataJSON=encoded(said),
            signature=encoded(self._key.sign(signed, ec.ECDSA(SHA256()))),
            userHandle=self.handle,
        )

    def _data(self, flags: int) -> bytes:
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([flags]) + self.counter.to_bytes(4)

    def _answer(self, **response: str) -> Json:
        name = encoded(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}


def _said(kind: str, challenge: str, origin: str) -> bytes:
    told = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
    return json.dumps(told).encode()
