"""Previews of links to tables: what programs that show a link read, and the picture."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from litestar import Response, get

from stellwerk.server.errors import Refusal
from stellwerk.server.guard import Guard, address_of
from stellwerk.server.sandbox.card import HEIGHT, WIDTH
from stellwerk.server.service import Service
from stellwerk.server.web.actors import language_of
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenLimit,
    GivenService,
    InPath,
)
from stellwerk.server.web.replays import take_one

_LINK: Final = re.compile(r"(?:t|replay|review)/([A-Z0-9-]{5,32})")
_KEPT: Final = "public, max-age=300"


@get("/api/tables/{table:str}/preview.png", tags=["tables"])
async def preview_picture(
    table: InPath,
    request: AnyRequest,
    actor: GivenActor,
    service: GivenService,
    replays: GivenLimit,
) -> Response[bytes]:
    """Return the picture that stands beside a link to a table: of a private one just its board."""
    address = take_one(request, replays)
    picture = await service.previews.picture(table, actor.language, address)
    return Response(picture, media_type="image/png", headers={"Cache-Control": _KEPT})


async def tags_for(path: str, request: AnyRequest, service: Service, guard: Guard) -> str:
    """Return what the head of a page says for previews of links to it; nothing for other pages."""
    found = _LINK.fullmatch(path)
    address = address_of(request.scope)
    if found is None or guard.lookups.wait(address):
        return ""
    code = found[1]
    try:
        preview = await service.previews.tell(code, language_of(request.scope))
    except Refusal as refusal:
        if refusal.code == "no_table":
            guard.lookups.failed(address)
        return ""
    base = service.settings.public_url or str(request.base_url)
    said = {"og:type": "website", "og:site_name": "Stellwerk", "og:title": preview.title}
    said["og:description"] = preview.about
    if preview.picture:
        said["og:image"] = f"{base.rstrip('/')}/api/tables/{code}/preview.png"
        said |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
    card = "summary_large_image" if preview.picture else "summary"
    tags = (f'<meta property="{name}" content="{escape(value)}">' for name, value in said.items())
    return "".join(tags) + f'<meta name="twitter:card" content="{card}">'
