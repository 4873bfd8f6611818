"""The description of everything under ``/api``, as OpenAPI."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Litestar, Response, get

from stellwerk.server.protocol import Problem
from stellwerk.server.web.content import Content
from stellwerk.server.web.dependencies import AnyRequest

_METHODS: Final = ("get", "post", "put", "patch", "delete")


@get("/api/openapi.json", include_in_schema=False)
async def openapi(request: AnyRequest) -> Response[bytes]:
    """Return the description; it is made when somebody first asks."""
    state = request.app.state
    if "description" not in state:
        state.description = Content.of(msgspec.json.encode(describe(request.app)))
    description: Content = state.description
    return description.answer(request)


def describe(app: Litestar) -> dict[str, Any]:
    """Return the framework's description, with our own body for all that is refused."""
    described = app.openapi_schema.to_schema()
    (_,), components = msgspec.json.schema_components(
        [Problem], ref_template="#/components/schemas/{name}"
    )
    described["components"]["schemas"] |= components
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    refused = {"description": "Refused: a code and a sentence.", "content": body}
    for path in described["paths"].values():
        for method in _METHODS:
            if method in path:
                path[method]["responses"].pop("400", None)
                path[method]["responses"]["default"] = refused
    return described
