"""A push service of our own, and browsers that read what it gets: real HTTP, real keys."""

from __future__ import annotations

import base64
import json
import ssl
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PATIENCE = 15.0
_CURVE = ec.SECP256R1()
Json = dict[str, Any]


def plain(text: str) -> bytes:
    """Read base64url."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def written(data: bytes) -> str:
    """Write base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """A browser that can be pushed to: it has a pair of keys and a secret."""

    def __init__(self, name: str, private: ec.EllipticCurvePrivateKey | None = None) -> None:
        self.name = name
        self._private = private or ec.generate_private_key(_CURVE)
        self.auth = name.encode().ljust(16, b"-")[:16]

    @property
    def key(self) -> bytes:
        """The public key."""
        return point_of(self._private)

    def read(self, body: bytes) -> bytes:
        """Decrypt a message as RFC 8291 and RFC 8188 say."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size, "it is one record"
        shared = self._private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, sender)
        )
        info = b"WebPush: info\0" + self.key + sender
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        content = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert content.endswith(b"\2"), "it is the last record"
        return content[:-1]


def point_of(private: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key of a pair."""
    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass
class Arrival:
    """A message as it came."""

    browser: str
    headers: Json
    content: Json
    claims: Json
    """What the server's signature says."""
    time: float
    """When it came, by the clock that only goes forward."""


@dataclass
class PushService:
    """Takes messages for browsers, and answers as it is told to."""

    address: str = ""
    browsers: dict[str, Browser] = field(default_factory=dict)
    arrivals: list[Arrival] = field(default_factory=list)
    answers: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """What the next messages for a browser are answered with; then 201."""
    refused: list[tuple[str, int]] = field(default_factory=list)
    """Messages that got another answer."""
    problems: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    """Sent with every answer."""
    _news: threading.Condition = field(default_factory=threading.Condition)

    def browser(self, name: str) -> Json:
        """Open a browser; return its subscription as the page sends it."""
        opened = self.browsers[name] = Browser(name)
        keys = {"p256dh": written(opened.key), "auth": written(opened.auth)}
        return {"endpoint": f"{self.address}/{name}", "keys": keys, "name": f"{name}'s browser"}

    def of(self, name: str) -> list[Arrival]:
        """Return what has arrived for a browser."""
        with self._news:
            return [each for each in self.arrivals if each.browser == name]

    def wait(self, name: str, count: int = 1, patience: float = PATIENCE) -> list[Arrival]:
        """Wait until so many messages have arrived for a browser."""
        with self._news:
            there = self._news.wait_for(
                lambda: sum(each.browser == name for each in self.arrivals) >= count, patience
            )
        assert there, f"{name} was called {len(self.of(name))} times, not {count}"
        return self.of(name)

    def wait_refused(self, name: str, count: int = 1) -> None:
        """Wait until so many messages for a browser were refused."""
        with self._news:
            assert self._news.wait_for(
                lambda: sum(each[0] == name for each in self.refused) >= count, PATIENCE
            )

    def take(self, path: str, headers: Json, body: bytes) -> int:
        """Take a message; return the status to answer with."""
        name = path.strip("/")
        with self._news:
            try:
                status = self.answers[name].pop(0) if self.answers[name] else 201
                if status == 201:
                    claims = self._signed(headers["authorization"])
                    content = json.loads(self.browsers[name].read(body))
                    self.arrivals.append(Arrival(name, headers, content, claims, time.monotonic()))
                else:
                    self.refused.append((name, status))
            except Exception as problem:
                self.problems.append(repr(problem))
                status = 400
            self._news.notify_all()
        return status

    def _signed(self, authorization: str) -> Json:
        """Check the signature of the sender; return what it says."""
        kind, _, rest = authorization.partition(" ")
        assert kind == "vapid"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        body, _, signature = parts["t"].rpartition(".")
        raw = plain(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, plain(parts["k"]))
        both = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
        key.verify(encode_dss_signature(*both), body.encode(), ec.ECDSA(SHA256()))
        head, claims = (json.loads(plain(part)) for part in body.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        assert claims["aud"] == self.address
        assert 0 < claims["exp"] - time.time() <= 86_400
        return {**claims, "key": parts["k"]}


@contextmanager
def push_service(certificates: ssl.SSLContext | None = None) -> Iterator[PushService]:
    """Run a push service for the time of a block."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            given = {name.lower(): text for name, text in self.headers.items()}
            self.send_response(service.take(urlsplit(self.path).path, given, body))
            for name, text in service.headers.items():
                self.send_header(name, text)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """A sender that was killed says no goodbye."""

    server = Quiet(("127.0.0.1", 0), Handler)
    scheme = "http"
    if certificates is not None:
        server.socket = certificates.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    service.address = f"{scheme}://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert not service.problems, service.problems
