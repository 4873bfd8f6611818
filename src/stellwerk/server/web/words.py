"""Words: the message catalogue, for a page that makes its own sentences."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from stellwerk.server.protocol import Language
from stellwerk.server.web.content import Content
from stellwerk.server.web.dependencies import AnyRequest
from stellwerk.words import sentences


@get("/api/words/{language:str}", tags=["words"])
async def words(language: FromPath[Language], request: AnyRequest) -> Response[bytes]:
    """Return every sentence of a language by its key; two forms where there is a plural."""
    return _catalogue(language).answer(request)


@cache
def _catalogue(language: Language) -> Content:
    """Return all but what only the command line says."""
    known = sentences(language)
    return Content.of(
        msgspec.json.encode({key: known[key] for key in known if not key.startswith("cli.")})
    )
