"""Who asks: read from the cookie, or from the token of a program."""

from __future__ import annotations

from typing import Final

from litestar.types import Scope

from stellwerk.board.model import Language
from stellwerk.server.browsers import browser_named
from stellwerk.server.cookies import Visitor
from stellwerk.server.errors import Refusal
from stellwerk.server.guard import Guard, address_of
from stellwerk.server.headers import header, wished_language
from stellwerk.server.service import Actor, Service
from stellwerk.server.web.dependencies import AnyRequest, GivenGuard, GivenService

_BEARER: Final = "bearer "


async def actor_of(scope: Scope, service: Service, guard: Guard) -> Actor:
    """Return who asks; refuse a token that opens nothing, and an address that guesses codes."""
    actor = await _actor(scope, service)
    table: str | None = scope.get("path_params", {}).get("table")
    address = address_of(scope)
    seconds = 0.0 if table is None else guard.lookups.wait(address)
    if seconds and table is not None:
        # One at a time: somebody who goes on guessing would keep all the database's readers busy.
        async with guard.lookups.turns.turn(address):
            is_open = await service.tables.is_open_to(actor, table)
        if not is_open:
            raise Refusal("too_many_guesses", seconds=int(seconds) + 1)
    return actor


async def _actor(scope: Scope, service: Service) -> Actor:
    given = header(scope["headers"], b"authorization")
    if given:
        if not given.casefold().startswith(_BEARER):
            raise Refusal("bad_token")
        program = await service.guests.program(given[len(_BEARER) :].strip())
        if program is None:
            raise Refusal("bad_token")
        return program
    visitor: Visitor | None = scope["state"].get("visitor")
    if visitor is None:
        return Actor(language=wished_language(scope["headers"]))
    service.bars.must_be_welcome(visitor.guest)
    browser = browser_named(header(scope["headers"], b"user-agent"))
    device = await service.devices.recognise(visitor, browser)
    if device is None:
        return Actor(language=visitor.language)
    return Actor(guest=visitor.guest, language=visitor.language, device=device)


async def present_actor(scope: Scope, service: Service, guard: Guard) -> Actor:
    """Return who opens a socket; a deleted guest is a stranger, whose id is noted nowhere."""
    actor = await actor_of(scope, service, guard)
    if actor.guest is not None and await service.guests.find(actor.guest) is None:
        return Actor(language=actor.language)
    return actor


async def provide_actor(request: AnyRequest, service: GivenService, guard: GivenGuard) -> Actor:
    """Give the actor to the handlers of a request."""
    return await actor_of(request.scope, service, guard)


def language_of(scope: Scope) -> Language:
    """Return the language in which an answer is to be given."""
    visitor: Visitor | None = scope.get("state", {}).get("visitor")
    return wished_language(scope["headers"]) if visitor is None else visitor.language


def is_secure(request: AnyRequest) -> bool:
    """Whether the browser uses https with us, or with the proxy before us."""
    return request.scope["scheme"] == "https"
