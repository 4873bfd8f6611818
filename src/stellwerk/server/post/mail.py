"""Mail: one message at a time to the host's mail server, over a connection that is kept a while."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import ssl
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import getaddresses
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote, unquote, urlsplit

from stellwerk.server.errors import Refusal

PASSWORD: Final = "STELLWERK_MAIL_PASSWORD"
PASSWORD_FILE: Final = "STELLWERK_MAIL_PASSWORD_FILE"
"""Environment variables for a password that is not in the address; the file wins if both are
set."""
_PATIENCE: Final = 20.0
_KEPT: Final = 10.0
"""Seconds for which a connection is used again."""
_PORTS: Final = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
_TRIED_AGAIN: Final = 500
"""Answers from this number on are final."""


class MailServer(NamedTuple):
    """Where mail is handed in."""

    kind: str
    """``smtp``: encrypted after a greeting; ``smtps``: from the start; ``smtp+plain``: never."""
    host: str
    port: int
    user: str
    password: str
    sender: str


class NotSent(Exception):
    """A mail could not be handed in; ``for_good``: nor could it ever."""

    def __init__(self, reason: str, *, for_good: bool = False) -> None:
        super().__init__(reason)
        self.for_good = for_good


def mail_server(address: str, sender: str | None) -> MailServer:
    """Read the address of a mail server: ``smtp://user@mail.example.org``; refuse others.

    >>> mail_server("smtps://ada:secret@mail.example.org", "Stellwerk <games@example.org>")[1:4]
    ('mail.example.org', 465, 'ada')
    """
    shown = f"…@{address.rpartition('@')[2]}" if "@" in address else address
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise Refusal("bad_mail_server", address=shown) from None
    if parts.scheme not in _PORTS or not parts.hostname or parts.path not in ("", "/"):
        raise Refusal("bad_mail_server", address=shown)
    if sender is None or not _is_sender(sender):
        raise Refusal("bad_mail_sender", address=sender or "")
    return MailServer(
        parts.scheme,
        parts.hostname,
        port or _PORTS[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        sender,
    )


def _is_sender(text: str) -> bool:
    found = getaddresses([text])
    if len(found) != 1 or not text.isprintable():
        return False
    name, address = found[0]
    if address.count("@") != 1:
        return False
    try:
        Address(name, addr_spec=address)
    except (ValueError, IndexError):
        return False
    return True


def with_password(address: str, environment: Mapping[str, str]) -> str:
    """Return the address of a mail server with the password that stands in the environment."""
    parts = urlsplit(address)
    path = environment.get(PASSWORD_FILE)
    if parts.password is not None or parts.username is None:
        return address
    try:
        found = environment.get(PASSWORD) if path is None else Path(path).read_text("utf-8")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Refusal("bad_mail_password_file", path=path, reason=reason) from None
    if found is None:
        return address
    head, _, tail = address.rpartition("@")
    return f"{head}:{quote(found.rstrip(chr(13) + chr(10)), safe='')}@{tail}"


class Mailer:
    """Hands mails in, one after the other, in a thread."""

    def __init__(self, server: MailServer) -> None:
        self._server: Final = server
        self._thread: Final = ThreadPoolExecutor(1, "stellwerk-mail")
        self._connection: smtplib.SMTP | None = None
        self._used = 0.0

    @property
    def sender(self) -> str:
        """Who mails come from."""
        return self._server.sender

    async def greet(self) -> None:
        """Connect and sign in, to see whether that works; what goes wrong is raised as it is."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connected)

    async def send(self, message: EmailMessage) -> None:
        """Hand a mail in, or raise ``NotSent``."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._send, message)

    async def close(self) -> None:
        """End the connection."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._leave)
        self._thread.shutdown(wait=False)

    def _send(self, message: EmailMessage) -> None:
        try:
            connection = self._connected()
            connection.send_message(message)
        except smtplib.SMTPRecipientsRefused as problem:
            code = max(code for code, _ in problem.recipients.values())
            raise NotSent(f"recipient refused: {code}", for_good=code >= _TRIED_AGAIN) from None
        except smtplib.SMTPDataError as problem:
            final = problem.smtp_code >= _TRIED_AGAIN
            raise NotSent(f"refused: {problem.smtp_code}", for_good=final) from None
        except (OSError, smtplib.SMTPException, ssl.SSLError) as problem:
            self._leave()
            raise NotSent(type(problem).__name__) from None
        self._used = time.monotonic()

    def _connected(self) -> smtplib.SMTP:
        """Return a connection that answers: the last one, or a new one."""
        known = self._connection
        if known is not None and time.monotonic() - self._used < _KEPT:
            with suppress(OSError, smtplib.SMTPException):
                if known.rset()[0] == 250:
                    return known
        self._leave()
        server, trust = self._server, ssl.create_default_context()
        # The greeting names this machine as mail servers expect it, without asking the network.
        name = socket.gethostname() if "." in socket.gethostname() else "[127.0.0.1]"
        made = (
            smtplib.SMTP_SSL(server.host, server.port, name, timeout=_PATIENCE, context=trust)
            if server.kind == "smtps"
            else smtplib.SMTP(server.host, server.port, name, timeout=_PATIENCE)
        )
        self._connection = made
        if server.kind == "smtp":
            made.starttls(context=trust)
        if server.user:
            made.login(server.user, server.password)
        return made

    def _leave(self) -> None:
        if self._connection is not None:
            with suppress(OSError, smtplib.SMTPException):
                self._connection.quit()
            self._connection.close()
        self._connection = None
