"""Requests as no well-behaved client sends them, put on the wire byte by byte."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]

IN_ADDRESS = (
    b"%00",
    b"a%00b",
    b"%FF%FE",
    b"%ED%A0%80",  # half of a pair
    b"%C0%80",  # a NUL in disguise
    b"%zz",
    b"%",
    b"\xff\xfe",
    b"\xc3\xb6",
    b"%F0%9F%9A%82",
    b"..%2F..%2Fetc",
    b"%0D%0AX-Odd:%20yes",
    b"x" * 3000,
    b"-1",
    b"9" * 30,
    b"9" * 5000,
    b"1e999",
    b"NaN",
    b"true",
    b"[]",
    b"",
)
"""What may stand in a path or in a query instead of what is meant."""

IN_BODY = (
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00x"',
    '"\\ud83d\\ude82"',
    json.dumps("x" * 3000),
    json.dumps("\u202e\u200b\u0301"),
    '"' + "\\\\u0000" + '"',
    "1" + "0" * 400,
    "-1",
    "99999999999999999999",
    "1e308",
    "1.5",
    "true",
    "null",
    "[]",
    "{}",
    '[["a"], {"b": null}]',
    '{"\\u0000": 1}',
)
"""What may stand in JSON instead of what is meant."""

BODIES = (
    b"",
    b"\xff\xfe\x00",
    b'{"name": "\xff"}',
    b'{"name": "\xc3\x28"}',
    b'"\xed\xa0\x80"',
    b"\x00",
    b"null",
    b"[" * 4000,
    b'{"a":' * 1000,
    b'{"name": "a", "name": "b"}',
    b'{"seat": 0, "seat": "x"}',
    b'{"seat": 1e400}',
    b"\xef\xbb\xbf{}",
    b"{}" + b" " * 5000,
    b'{"type": "x"}',
)
"""Bodies that are none."""

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"Cookie", b"stellwerk=\xff\xfe"),
    (b"Cookie", b"stellwerk=a.b.c; stellwerk=" + b"." * 500),
    (b"Cookie", b"=;;;\xc3\x28=\xff; stellwerk"),
    (b"Cookie", b"stellwerk=x.en." + b"9" * 400 + b".AAAA"),
    (b"Authorization", b"Bearer \xff\xfe"),
    (b"Authorization", b"Bearer"),
    (b"Authorization", b"Basic " + b"=" * 300),
    (b"Accept-Language", b"\xff;q=\xff, de;q=1_0, en;q=1e999"),
    (b"Accept", b"\xff/\xff;q=x"),
    (b"Accept-Encoding", b"gzip\xff"),
    (b"If-None-Match", b'"\xff'),
    (b"X-Request-Id", b"\xff" * 20),
    (b"X-Forwarded-For", b"\xff, 1.2.3.4.5, [::1"),
    (b"X-Forwarded-Proto", b"\xff"),
    (b"Origin", b"http://[::1"),
    (b"Origin", b"\xff://\xff"),
    (b"Origin", b"http://\xe2\x80\xa5/"),
    (b"Host", b"[::1"),
    (b"Host", b"\xff"),
    (b"Host", b""),
    (b"Content-Type", b"\xff"),
    (b"Content-Type", b"application/json; charset=\xff"),
    (b"Content-Type", b"application/json; charset=utf-16"),
    (b"Content-Type", b"multipart/form-data"),
    (b"Content-Type", b"multipart/form-data; boundary=\xff"),
    (b"Content-Type", b"application/x-www-form-urlencoded"),
    (b"Content-Type", b"application/x-msgpack"),
    (b"Content-Encoding", b"gzip"),
    (b"Content-Length", b"-1"),
    (b"Content-Length", b"9" * 30),
    (b"Content-Length", b"x"),
    (b"Transfer-Encoding", b"gzip"),
    (b"Range", b"bytes=\xff-"),
    (b"Expect", b"\xff"),
    (b"X-Odd\xff", b"1"),
)


WITH_HEADERS = ("/api/me", "/api/tables", "/api/replays", "/api/boards", "/api/tables/{table}/join")
"""Headers are read in one place, so that a few operations are enough for them."""


class Odd(NamedTuple):
    """One request."""

    method: str
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.target[:90]!r} {self.headers} {(self.body or b'')[:90]!r}"


def status(address: str, odd: Odd, cookie: str = "") -> int | None:
    """Send a request; return the status of its answer, None where the line was just closed."""
    host, _, port = address.rpartition(":")
    usual = {
        b"Host": address.encode(),
        b"Content-Type": b"application/json",
        b"Connection": b"close",
        b"Cookie": cookie.encode(),
    }
    if odd.body is not None:
        usual[b"Content-Length"] = b"%d" % len(odd.body)
    own = {name.title() for name, _ in odd.headers}
    lines = [b"%b: %b" % line for line in usual.items() if line[0] not in own and line[1]]
    lines += [b"%b: %b" % line for line in odd.headers]
    head = b"%b %b HTTP/1.1\r\n" % (odd.method.encode(), odd.target)
    with socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(head + b"\r\n".join(lines) + b"\r\n\r\n" + (odd.body or b""))
        first = line.makefile("rb").readline()
    return int(first.split()[1]) if first else None


def requests(description: Json, known: Mapping[str, str]) -> Iterator[Odd]:
    """Make odd requests for every operation; ``known`` has what leads somewhere in a path."""
    operations = [
        (method.upper(), path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "post", "patch", "delete", "put")
    ]

    # Whoever signs out or deletes itself is nobody afterwards, so that comes last.
    def ends(each: tuple[str, str, Json]) -> tuple[bool, bool]:
        return each[1].endswith("/sign-out"), each[0] == "DELETE"

    for method, path, operation in sorted(operations, key=ends):
        yield from _requests(description, method, path, operation, known)


def _requests(
    description: Json, method: str, path: str, operation: Json, known: Mapping[str, str]
) -> Iterator[Odd]:
    good = path.format_map(known).encode()
    names = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"]
    asked = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]
    body = b"{}" if method in ("POST", "PATCH", "PUT") else None
    for name in names:
        for value in IN_ADDRESS:
            odd = path.replace("{" + name + "}", "\0").format_map(known).encode()
            yield Odd(method, odd.replace(b"\0", value), (), body)
    for name in asked:
        for value in IN_ADDRESS:
            yield Odd(method, b"%b?%b=%b" % (good, name.encode(), value), (), body)
        yield Odd(method, b"%b?%b=1&%b=2&&=&==" % (good, name.encode(), name.encode()), (), body)
    for query in (b"\xff=\xff", b"%FF=%00", b"&&=&=="):
        yield Odd(method, b"%b?%b" % (good, query), (), body)
    if body is not None:
        for raw in BODIES:
            yield Odd(method, good, (), raw)
        for field in _fields(description, operation):
            for text in IN_BODY:
                yield Odd(method, good, (), f'{{"{field}": {text}}}'.encode())
    if path in WITH_HEADERS:
        for header in HEADERS:
            yield Odd(method, good, (header,), body)


def _fields(description: Json, operation: Json) -> list[str]:
    """Return the names of the fields that a body has."""
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2]
    found = description["components"]["schemas"].get(name, schema)
    return [*found.get("properties", {}), "unknown"]
