"""Pages: the built page if there is one, else a plain one that lists the tables."""

from __future__ import annotations

import mimetypes
from functools import cache
from html import escape
from pathlib import Path, PurePosixPath
from typing import Final

from litestar import Response, get

from stellwerk.board import Board, boards
from stellwerk.board.model import Language
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import TableLine
from stellwerk.server.web.actors import language_of
from stellwerk.server.web.content import ASK_AGAIN, FOR_EVER, Content
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenGuard,
    GivenService,
    InPath,
)
from stellwerk.server.web.previews import tags_for
from stellwerk.words import say

mimetypes.add_type("application/manifest+json", ".webmanifest")  # not every Python knows it
FOLDER: Final = Path(__file__).parents[1] / "page"
"""Where the built page lies, with ``index.html`` and ``assets/``."""
_ASSETS: Final = "assets"
"""Files in there are named after their content."""
_SIGNED: Final = "mail/stop/"
"""What follows is signed, and has dots that begin no suffix."""
_ZIPPED_ALREADY: Final = frozenset(
    {".png", ".jpg", ".webp", ".avif", ".woff2", ".ogg", ".mp3", ".opus", ".gz", ".br"}
)
_TEXT: Final = frozenset({"text/html", "text/css", "text/javascript", "application/javascript"})


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(
    request: AnyRequest,
    actor: GivenActor,
    service: GivenService,
    guard: GivenGuard,
    path: InPath = "/",
) -> Response[bytes]:
    """Return a file of the built page; every other address is the page itself."""
    name = path.strip("/")
    if name.startswith(("api/", "ws/")) or name in ("api", "ws"):
        raise Refusal("not_found")
    built = files(FOLDER)
    if name in built:
        keep = FOR_EVER if name.startswith(f"{_ASSETS}/") else ASK_AGAIN
        return built[name].answer(request, keep)
    is_file = bool(PurePosixPath(name).suffix) and not name.startswith(_SIGNED)
    if name.startswith(f"{_ASSETS}/") or is_file:
        raise Refusal("not_found")
    if "index.html" in built:
        index = built["index.html"]
        tags = await tags_for(name, request, service, guard)
        return (_with_tags(index, tags) if tags else index).answer(request)
    text = plain_page(language_of(request.scope), await service.tables.public(actor))
    return Response(text.encode(), media_type="text/html; charset=utf-8")


def _with_tags(index: Content, tags: str) -> Content:
    """Return the page with additions to its head."""
    body = index.body.replace(b"</head>", tags.encode() + b"</head>", 1)
    return Content.of(body, index.media_type)


@cache
def files(folder: Path) -> dict[str, Content]:
    """Read the built page once; there is none before it was built."""
    found: dict[str, Content] = {}
    for file in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if file.is_file():
            name = file.relative_to(folder).as_posix()
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            media_type = f"{kind}; charset=utf-8" if kind in _TEXT else kind
            zip_it = file.suffix not in _ZIPPED_ALREADY
            found[name] = Content.of(file.read_bytes(), media_type, zip=zip_it)
    return found


def plain_page(language: Language, tables: tuple[TableLine, ...]) -> str:
    """Return a plain page, for as long as the real one is not built."""
    items = "".join(f"<li>{escape(_line(table, language))}</li>" for table in tables)
    listed = (
        f"<ul>{items}</ul>" if tables else f"<p>{escape(say('server.page.none', language))}</p>"
    )
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Stellwerk</title></head><body>'
        f"<h1>Stellwerk</h1><p>{escape(say('server.page.unbuilt', language))}</p>"
        f"<h2>{escape(say('server.page.tables', language))}</h2>{listed}</body></html>"
    )


def _line(table: TableLine, language: Language) -> str:
    board = Board.load(table.board).names[language] if table.board in boards() else table.board
    names = ", ".join(table.names)
    return say(
        "server.page.table", language, board=board, names=names, count=table.open_seats, id=table.id
    )
