"""A mail server of our own: real SMTP, whose mailboxes tests read."""

from __future__ import annotations

import email
import email.policy
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session

from tests.server.programs import free_port

PATIENCE = 30.0


@dataclass
class MailServer:
    """Takes mails, and answers as it is told to."""

    address: str = ""
    mails: list[EmailMessage] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    """What the next mails are answered with; then they are taken."""
    refused: int = 0
    connections: int = 0
    logins: list[tuple[bytes, bytes]] = field(default_factory=list)
    _news: threading.Condition = field(default_factory=threading.Condition)

    async def handle_DATA(self, _: Any, session: Session, envelope: Envelope) -> str:
        """Take a mail."""
        with self._news:
            answer = self.answers.pop(0) if self.answers else "250 Taken"
            if answer.startswith("250"):
                assert isinstance(envelope.content, bytes)
                read = email.message_from_bytes(envelope.content, policy=email.policy.default)
                assert read["To"] == envelope.rcpt_tos[0]
                self.mails.append(read)
                self.times.append(time.monotonic())
            else:
                self.refused += 1
            self._news.notify_all()
        return answer

    def login(self, *given: Any) -> AuthResult:
        """Note who signs in."""
        data = given[-1]
        assert isinstance(data, LoginPassword)
        self.logins.append((data.login, data.password))
        return AuthResult(success=data.password == b"secret")

    def wait(self, count: int = 1, patience: float = PATIENCE) -> list[EmailMessage]:
        """Wait until so many mails have come."""
        with self._news:
            there = self._news.wait_for(lambda: len(self.mails) >= count, patience)
        assert there, f"{len(self.mails)} mails came, not {count}"
        return self.mails

    def wait_refused(self, count: int = 1) -> None:
        """Wait until so many mails were refused."""
        with self._news:
            assert self._news.wait_for(lambda: self.refused >= count, PATIENCE)


@contextmanager
def mail_server(**options: Any) -> Iterator[MailServer]:
    """Run a mail server for the time of a block."""
    server = MailServer()
    port = free_port()
    controller = Controller(server, hostname="127.0.0.1", port=port, **options)
    server.address = f"smtp+plain://127.0.0.1:{port}"
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


def text_of(mail: EmailMessage) -> str:
    """Return what a mail says, without markup."""
    part = mail.get_body(("plain",))
    assert part is not None
    return cast(str, part.get_content())


def link_in(mail: EmailMessage, path: str) -> str:
    """Return what follows a path in a link of a mail."""
    found = re.search(rf"https?://[^/\s]+{re.escape(path)}([^\s>]+)", text_of(mail))
    assert found is not None, text_of(mail)
    return found[1]
