"""The application: everything that answers, put together."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import LifeSpanReceive, LifeSpanScope, LifeSpanSend, Receive, Scope, Send

from stellwerk._version import __version__
from stellwerk.server.cookies import GuestCookies
from stellwerk.server.guard import Guard
from stellwerk.server.hints import Hints
from stellwerk.server.limits import per_hour, per_minute
from stellwerk.server.metrics import Metrics
from stellwerk.server.middleware import Middleware
from stellwerk.server.service import Service
from stellwerk.server.settings import Settings
from stellwerk.server.warmup import Warmup
from stellwerk.server.web import problems
from stellwerk.server.web.account import AccountController
from stellwerk.server.web.actors import provide_actor
from stellwerk.server.web.boards import BoardController
from stellwerk.server.web.bots import list_bots
from stellwerk.server.web.chat import ChatController
from stellwerk.server.web.dependencies import provide_table
from stellwerk.server.web.games import GamesController
from stellwerk.server.web.guests import GuestController
from stellwerk.server.web.health import healthz, metrics_page, readiness
from stellwerk.server.web.lobby import lobby_socket
from stellwerk.server.web.moves import MoveController
from stellwerk.server.web.notices import (
    NoticeController,
    confirm_mail,
    refuse_mail,
    stop_mail,
    stop_page,
)
from stellwerk.server.web.pages import page
from stellwerk.server.web.pauses import PauseController
from stellwerk.server.web.people import InvitationController, PeopleController
from stellwerk.server.web.previews import preview_picture
from stellwerk.server.web.profiles import ProfileController
from stellwerk.server.web.replays import ReplayController
from stellwerk.server.web.reviews import ReviewController
from stellwerk.server.web.schema import openapi
from stellwerk.server.web.seats import SeatController
from stellwerk.server.web.sign_in import SignInController
from stellwerk.server.web.socket import table_socket
from stellwerk.server.web.tables import TableController
from stellwerk.server.web.views import ViewController
from stellwerk.server.web.words import words

_HANDLERS = (
    GuestController,
    AccountController,
    SignInController,
    TableController,
    SeatController,
    MoveController,
    ViewController,
    ChatController,
    BoardController,
    ReplayController,
    ReviewController,
    GamesController,
    ProfileController,
    NoticeController,
    confirm_mail,
    refuse_mail,
    stop_mail,
    stop_page,
    PauseController,
    PeopleController,
    InvitationController,
    preview_picture,
    list_bots,
    words,
    openapi,
    healthz,
    readiness,
    metrics_page,
    table_socket,
    lobby_socket,
    page,
)


_YOUNG, _MIDDLE, _OLD = 20_000, 3, 2_000
"""Allocations before the garbage collector looks at young objects; how often at older ones.

A look at the young takes up to 20 ms while strangers open sockets by the hundred, and nobody is
answered meanwhile. With 5,000 it would be 5 ms, but a move would cost a tenth more.
"""


def _collect_seldom() -> None:
    """Let the garbage collector pause the server less often.

    Thousands of tables are many objects, of which hardly any is ever part of a cycle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)


class Application(Litestar):
    """The application behind its middleware."""

    def __init__(self, middleware: Middleware, **given: Any) -> None:
        super().__init__(**given)
        self._middleware = middleware

    async def __call__(
        self,
        scope: Scope | LifeSpanScope,
        receive: Receive | LifeSpanReceive,
        send: Send | LifeSpanSend,
    ) -> None:
        """Serve one connection; what the framework itself refuses passes the middleware too."""
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
        else:
            await self._middleware.pass_through(scope, receive, send, super().__call__)  # type: ignore[arg-type]


def create_app(settings: Settings, warmup: Warmup | None = None) -> Application:
    """Make the application; it opens its database when it is started."""
    hints = Hints(settings.redis)
    metrics = Metrics()
    guard = Guard(settings)
    service = Service(settings, hints.publish, warmup)
    middleware = Middleware(settings, metrics, guard, service.begun, service.devices.is_signed_out)
    if service.shared:
        hints.overhear = service.news.heard
    new_guests = per_hour(settings.new_guests_per_hour)
    replays = per_minute(settings.replays_per_minute)
    challenges = per_minute(settings.challenges_per_minute)
    exports = per_hour(settings.exports_per_hour)
    looks = per_minute(settings.statistics_per_minute)
    state = State({"metrics": metrics, "guard": guard})

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        async with hints.running():
            await service.start()
            middleware.cookies = GuestCookies(service.secret, settings.guest_for)
            _collect_seldom()
            try:
                yield
            finally:
                await service.stop()

    def guest_cookies() -> GuestCookies:
        assert middleware.cookies is not None, "the application has been started"
        return middleware.cookies

    return Application(
        middleware,
        route_handlers=_HANDLERS,
        dependencies={
            "actor": Provide(provide_actor),
            "at": Provide(provide_table),
            "service": Provide(lambda: service, sync_to_thread=False),
            "hints": Provide(lambda: hints, sync_to_thread=False),
            "metrics": Provide(lambda: metrics, sync_to_thread=False),
            "settings": Provide(lambda: settings, sync_to_thread=False),
            "guard": Provide(lambda: guard, sync_to_thread=False),
            "new_guests": Provide(lambda: new_guests, sync_to_thread=False),
            "replays": Provide(lambda: replays, sync_to_thread=False),
            "challenges": Provide(lambda: challenges, sync_to_thread=False),
            "exports": Provide(lambda: exports, sync_to_thread=False),
            "looks": Provide(lambda: looks, sync_to_thread=False),
            "guest_cookies": Provide(guest_cookies, sync_to_thread=False),
        },
        exception_handlers=problems.HANDLERS,
        lifespan=[running],
        state=state,
        request_max_body_size=settings.message_bytes,
        openapi_config=OpenAPIConfig(
            title="Stellwerk",
            version=__version__,
            path="/api/openapi",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
        debug=False,
    )
