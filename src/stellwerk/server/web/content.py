"""Content that rarely changes: encoded once, sent zipped, and not at all if the client has it."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from litestar import Request, Response
from litestar.response import Stream

_WORTH_ZIPPING: Final = 1000
_PIECE: Final = 1 << 16
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""For files whose name changes with their content."""
ASK_AGAIN: Final = "no-cache"
"""May be kept, but only used after asking whether it is still the same."""
_JSON: Final = "application/json"


@dataclass(frozen=True)
class Content:
    """Bytes ready to be sent, with the tag by which clients recognise them."""

    body: bytes
    zipped: bytes | None
    media_type: str
    mark: str

    @classmethod
    def of(cls, body: bytes, media_type: str = "application/json", *, zip: bool = True) -> Content:
        """Make content of bytes; ``zip`` unless the bytes are zipped already, as pictures are."""
        small = gzip.compress(body, 9, mtime=0) if zip and len(body) >= _WORTH_ZIPPING else None
        mark = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        return cls(body, small, media_type, mark)

    def answer(
        self, request: Request[Any, Any, Any], keep: str = ASK_AGAIN, **headers: str
    ) -> Response[bytes]:
        """Return the answer to a request for it."""
        given = {"Cache-Control": keep, "ETag": self.mark, "Vary": "Accept-Encoding", **headers}
        if self.mark in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=given, media_type=self.media_type)
        body = self.body
        if self.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.zipped
            given["Content-Encoding"] = "gzip"
        return Response(body, headers=given, media_type=self.media_type)


def zipped_answer(request: Request[Any, Any, Any], zipped: bytes) -> Response[bytes] | Stream:
    """Answer with JSON that is zipped already; clients that cannot read that get it plain."""
    given = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        given["Content-Encoding"] = "gzip"
        return Response(zipped, headers=given, media_type=_JSON)
    return Stream(_unzipped(zipped), headers=given, media_type=_JSON)


def _unzipped(zipped: bytes) -> Iterator[bytes]:
    """Unzip in pieces, so that never more than one of them is held."""
    press = zlib.decompressobj(wbits=31)
    for start in range(0, len(zipped), _PIECE):
        rest = zipped[start : start + _PIECE]
        while rest:
            yield press.decompress(rest, _PIECE)
            rest = press.unconsumed_tail
    yield press.flush()
