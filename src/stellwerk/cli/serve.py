"""``stellwerk serve`` and ``stellwerk play``: start the server, for many people or for oneself."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
import urllib.request
import webbrowser
from typing import Final
from urllib.error import URLError

from stellwerk.bots import ready
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.storage import data_folder
from stellwerk.cli.terminal import Terminal
from stellwerk.cli.wishes import ServerWishes
from stellwerk.server.errors import Refusal
from stellwerk.server.post import mail
from stellwerk.server.preflight import check_environment
from stellwerk.server.run import bind, check, run
from stellwerk.server.settings import Settings
from stellwerk.server.store.database import with_password
from stellwerk.server.warmup import Warmup

_HOME: Final = "127.0.0.1"
_USUAL_PORT: Final = Settings().port
_ANY_PORT: Final = 0


def serve_tables(terminal: Terminal, wishes: ServerWishes, *, verbose: bool) -> int:
    """Host tables until stopped."""
    settings = Settings(
        database=own_database() if wishes.db is None else with_password(wishes.db, os.environ),
        redis=wishes.redis,
        host=wishes.host,
        port=wishes.port,
        workers=wishes.workers,
        public_url=wishes.url,
        uploads=wishes.uploads,
        mail=None if wishes.mail is None else mail.with_password(wishes.mail, os.environ),
        mail_from=wishes.mail_from,
    )
    check(settings)
    asyncio.run(check_environment(settings))
    with bind(settings.host, settings.port) as opened:
        compile_rules(terminal)
        _greet(terminal, wishes.url or _address(opened))
        run(settings, opened, verbose=verbose)
    return 0


def play_in_browser(terminal: Terminal, port: int | None) -> int:
    """Start a server for this machine alone and open the browser; find one that runs already."""
    usual = _USUAL_PORT if port is None else port
    if usual and is_stellwerk(address := f"http://{_HOME}:{usual}"):
        terminal.say("cli.serve.running", address=address)
        webbrowser.open(address)
        return 0
    settings = Settings(database=own_database(), host=_HOME, uploads=True)
    asyncio.run(check_environment(settings))
    with _bind_near(usual, port is None) as opened:
        ready.playing.begin()
        address = _address(opened)
        _greet(terminal, address)
        # The browser may come before the server is ready: it waits in the queue of the socket.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        run(settings, opened, json=False, warmup=Warmup(ready.playing))
    return 0


def own_database() -> str:
    """Return the address of the database in the person's data folder."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


def is_stellwerk(address: str) -> bool:
    """Whether a server of ours answers at an address."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=1) as answer:
            return bool(json.load(answer)["name"] == "stellwerk")
    except (URLError, OSError, ValueError, KeyError, TypeError):
        return False


def _bind_near(port: int, may_change: bool) -> socket.socket:
    """Take a port, or any other if it is taken and nobody has asked for this one."""
    try:
        return bind(_HOME, port)
    except Refusal:
        if not may_change:
            raise
        return bind(_HOME, _ANY_PORT)


def _address(opened: socket.socket) -> str:
    host, port = opened.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _greet(terminal: Terminal, address: str) -> None:
    terminal.say("cli.serve.address", style="bold", address=address)
    terminal.say("cli.serve.stop", style="dim")
