"""Running the server: one process, or several workers behind one address."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from typing import Final

import msgspec
import uvicorn
from uvicorn.supervisors import Multiprocess

from stellwerk.board.errors import shorten
from stellwerk.bots.compile import entries_for_playing, load
from stellwerk.rules.kernel import INTERPRETED
from stellwerk.server import logs
from stellwerk.server.app import Application, create_app
from stellwerk.server.batching import BatchingProtocol
from stellwerk.server.errors import Refusal
from stellwerk.server.metrics import SHARED_FOLDER
from stellwerk.server.origins import is_address
from stellwerk.server.post.mail import mail_server
from stellwerk.server.settings import Settings
from stellwerk.server.store.database import url_of
from stellwerk.server.timeouts import Configuration, TimeoutProtocol
from stellwerk.server.warmup import Warmup

_GRACE: Final = 5
"""Seconds that open requests have when the server stops."""
_SILENCE: Final = 60
"""Seconds after which a worker that says nothing is started again.

It is silent while it loads, which takes long on a busy machine: if it were stopped for that, it
would never start serving.
"""
_QUEUE: Final = 2048
"""Connections that may wait to be accepted."""
_ALONE: Final = 1 if os.name == "nt" else 2
"""Without Redis one process serves, and a second may write for it; not on Windows."""
_HANDED_OVER: Final = "STELLWERK_WORKER"
"""Environment variable with the settings of workers."""


class WorkerSettings(msgspec.Struct, frozen=True):
    """What a worker is told by the process that starts it."""

    settings: Settings
    json: bool
    verbose: bool


def check(settings: Settings) -> None:
    """Refuse settings that cannot work, before anything is started."""
    backend = url_of(settings.database).get_backend_name()
    if settings.public_url is not None and not is_address(settings.public_url):
        raise Refusal("bad_url", address=shorten(settings.public_url))
    if settings.mail is not None:
        mail_server(settings.mail, settings.mail_from)
        if settings.public_url is None:
            raise Refusal("mail_needs_url")
    if settings.workers < 1:
        raise Refusal("bad_workers", count=settings.workers)
    if settings.workers > _ALONE and backend == "sqlite":
        raise Refusal("workers_need_postgresql", count=settings.workers, most=_ALONE)
    if settings.workers > _ALONE and settings.redis is None:
        raise Refusal("workers_need_redis", count=settings.workers, most=_ALONE)


def bind(host: str, port: int) -> socket.socket:
    """Take an address, or refuse with the reason; port 0 takes any that is free.

    Connections that come before the server is ready wait in the queue of the socket.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family)
    try:
        if os.name != "nt":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host, port))
        opened.listen(_QUEUE)
    except (OSError, OverflowError, ValueError) as error:
        opened.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Refusal("no_address", host=host, port=port, reason=reason) from None
    opened.set_inheritable(True)
    return opened


def run(
    settings: Settings,
    opened: socket.socket,
    *,
    json: bool | None = None,
    verbose: bool = False,
    warmup: Warmup | None = None,
) -> None:
    """Serve until asked to stop; without ``json`` the log is JSON unless a person reads it.

    With a ``warmup`` one process serves at once, while the rules are being made ready.
    """
    check(settings)
    as_json = not sys.stderr.isatty() if json is None else json
    if settings.workers == 1 or settings.has_keeper:
        logs.configure(json=as_json, verbose=verbose)
        if warmup is None:
            _load_rules()
        opened.set_inheritable(False)  # or a keeper that outlives us briefly would keep it open
        uvicorn.Server(configuration(settings, create_app(settings, warmup))).run([opened])
        return
    told = WorkerSettings(settings, as_json, verbose)
    os.environ[_HANDED_OVER] = msgspec.json.encode(told).decode()
    with tempfile.TemporaryDirectory(prefix="stellwerk-metrics-") as folder:
        os.environ[SHARED_FOLDER] = folder
        logs.configure(json=as_json, verbose=verbose)
        config = configuration(settings, "stellwerk.server.run:worker_app")
        Multiprocess(config, sockets=[opened]).run()


def worker_app() -> Application:
    """Make the application in a worker process."""
    told = msgspec.json.decode(os.environ[_HANDED_OVER], type=WorkerSettings)
    logs.configure(json=told.json, verbose=told.verbose)
    _load_rules()
    return create_app(told.settings)


def _load_rules() -> None:
    """Load the compiled rules now, so that no player waits for them at the first move."""
    if not INTERPRETED:
        load(entries_for_playing())


def configuration(settings: Settings, app: Application | str) -> Configuration:
    """Return how uvicorn is to run the application."""
    return Configuration(
        app,
        settings,
        factory=isinstance(app, str),
        workers=settings.workers if isinstance(app, str) else 1,
        host=settings.host,
        port=settings.port,
        lifespan="on",
        loop="auto",
        http=TimeoutProtocol,
        ws=BatchingProtocol,
        ws_max_size=settings.message_bytes,
        # Compressing these small messages costs more processor time than it is worth.
        ws_per_message_deflate=False,
        # Often enough for proxies, which close connections that are silent for a minute.
        ws_ping_interval=40.0,
        ws_ping_timeout=40.0,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # the middleware takes care of them
        timeout_graceful_shutdown=_GRACE,
        timeout_worker_healthcheck=_SILENCE,
        timeout_keep_alive=30,
    )
