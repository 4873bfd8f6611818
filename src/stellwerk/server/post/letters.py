"""What notices say: for a browser, and as a mail. No more than the one who is told may know."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
from collections.abc import Sequence
from email.message import EmailMessage
from email.utils import formatdate
from html import escape
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from stellwerk.server.protocol import Language
from stellwerk.server.transactions.clocks import Now
from stellwerk.server.transactions.delivery import Notice
from stellwerk.server.transactions.table import Table
from stellwerk.words import join, say

_DAY, _HOUR, _MINUTE = 86_400, 3600, 60
_TOPIC: Final = 32
"""Signs that a topic of web push has at most."""
_URGENCY: Final = {"turn": "high", "clock": "high", "test": "high", "review": "low"}
_HOLDS: Final = 86_400
"""Seconds for which a push service keeps a notice for a browser that is off."""


class Told(NamedTuple):
    """A notice in words."""

    title: str
    text: str
    path: str
    """Where it leads."""


def told(notice: Notice, now: Now) -> Told:
    """Put a notice into words."""
    language, table = notice.language, notice.table
    if notice.event == "review":
        title = say("post.review.title", language)
        return Told(title, say("post.review.text", language), f"/review/{notice.review}")
    if table is None:
        title = say("post.test.title", language)
        return Told(title, say("post.test.text", language), "/account#notices")
    board = table.board.names[language]
    title = say(f"post.{notice.event}.title", language, board=board)
    return Told(title, _text(notice, table, now), f"/t/{table.id}")


def _text(notice: Notice, table: Table, now: Now) -> str:
    language, own = notice.language, table.seats_of(notice.guest)
    names = table.names_in(language)
    seats = range(len(names))
    others = join([names[each] for each in seats if each not in own], language)
    if notice.event == "turn":
        left = _left(notice, table, now)
        if left is None:
            return say("post.turn.text", language, names=others)
        return say("post.turn.timed", language, names=others, time=left)
    if notice.event == "clock":
        left = _left(notice, table, now) or say("post.time.none", language)
        return say("post.clock.text", language, time=left, names=others)
    if notice.event == "invited":
        host = [seat.name for seat in table.seats if seat.guest == table.host]
        return say("post.invited.text", language, name=host[0] if host else others)
    if notice.event == "over":
        return _result(table, own, language)
    return say("post.chat.text", language, names=others)


def _result(table: Table, own: Sequence[int], language: Language) -> str:
    """Tell how a game has ended, which everybody may know."""
    winners = [seat for seat in table.seats if seat.rank == 1]
    if table.closed is not None or not winners or table.status != "finished":
        return say("post.over.ended", language)
    mine = [table.seats[seat] for seat in own if table.seats[seat].points is not None]
    names = join([seat.name_in(language) for seat in winners], language)
    if len(mine) != 1:
        return say("post.over.won", language, names=names, count=winners[0].points or 0)
    if mine[0].rank == 1 and len(winners) == 1:
        return say("post.over.you", language, count=mine[0].points or 0)
    return say(
        "post.over.other",
        language,
        names=names,
        count=winners[0].points or 0,
        points=mine[0].points or 0,
    )


def _left(notice: Notice, table: Table, now: Now) -> str | None:
    """Tell how much time the one who is called has."""
    clock, clocks = table.wish.clock, table.clocks
    if clock.kind == "none":
        return None
    times = [
        clocks.left[seat] - (now.play - since)
        for seat in table.seats_of(notice.guest)
        if seat in table.waiting and (since := clocks.since[seat]) is not None
    ]
    return None if not times else duration(min(times), notice.language)


def duration(seconds: float, language: Language) -> str:
    """Tell a time in its two largest units.

    >>> duration(183_600, "en"), duration(59, "de"), duration(3600, "en")
    ('2 days and 3 hours', '1 Minute', '1 hour')
    """
    minutes = max(1, math.floor(seconds / _MINUTE + 0.5))
    days, rest = divmod(minutes, _DAY // _MINUTE)
    hours, minutes = divmod(rest, _HOUR // _MINUTE)
    units = [("days", days), ("hours", hours), ("minutes", minutes)]
    largest = next(place for place, (_, count) in enumerate(units) if count)
    shown = [(unit, count) for unit, count in units[largest : largest + 2] if count]
    return join(
        [say(f"post.time.{unit}", language, count=count) for unit, count in shown], language
    )


def topic(secret: bytes, notice: Notice) -> str:
    """Return what is the same for all notices that replace each other, and tells nobody more."""
    kind = "chat" if notice.event == "chat" else "game"
    place = notice.table.id if notice.table is not None else notice.review or notice.id
    text = f"topic:{notice.way}:{place}:{kind}"
    return hmac.digest(secret, text.encode(), hashlib.sha256).hex()[:_TOPIC]


def push_headers(notice: Notice, secret: bytes) -> dict[str, str]:
    """Return what a push service is told about a notice."""
    return {
        "TTL": str(_HOLDS),
        "Urgency": _URGENCY.get(notice.event, "normal"),
        "Topic": topic(secret, notice),
    }


def push_content(notice: Notice, now: Now, secret: bytes) -> bytes:
    """Return what the browser shows."""
    words = told(notice, now)
    content = {
        "id": notice.id,
        "title": words.title,
        "body": words.text,
        "path": words.path,
        "tag": topic(secret, notice),
        "language": notice.language,
    }
    return json.dumps(content, ensure_ascii=False).encode()


class Sender(NamedTuple):
    """Who mails come from, and where their links lead."""

    sender: str
    address: str
    """Of the server: ``https://games.example.org``."""

    @property
    def host(self) -> str:
        """The part of a Message-ID after the @."""
        return urlsplit(self.address).hostname or "stellwerk.invalid"


def mail_of(notices: Sequence[Notice], now: Now, by: Sender, stop: str) -> EmailMessage:
    """Write one mail about some notices for the same guest; ``stop``: the path that ends them."""
    first = notices[0]
    language = first.language
    words = [told(each, now) for each in notices]
    count = len(words)
    subject = words[0].title if count == 1 else say("post.mail.several", language, count=count)
    message = _message(first.address, subject, by, f"<{first.id}@{by.host}>")
    link = f"{by.address}{stop}"
    message["List-Unsubscribe"] = f"<{link}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    parts = [f"{each.title}\n{each.text}\n{by.address}{each.path}" for each in words]
    settings = f"{by.address}/account"
    foot = say("post.mail.foot", language, settings=settings, stop=link)
    message.set_content("\n\n".join((*parts, f"-- \n{foot}")) + "\n")
    items = "".join(
        f"<h2>{escape(each.title)}</h2><p>{escape(each.text)}</p>"
        f'<p><a href="{escape(by.address + each.path)}">'
        f"{escape(say('post.mail.open', language))}</a></p>"
        for each in words
    )
    foot = escape(say("post.mail.foot_about", language))
    html = (
        f'{items}<hr><p><small>{foot} <a href="{escape(settings)}">'
        f"{escape(say('post.mail.settings', language))}</a> · "
        f'<a href="{escape(link)}">{escape(say("post.mail.stop", language))}</a></small></p>'
    )
    _add_html(message, html, language)
    return message


def confirmation(
    address: str, name: str, language: Language, by: Sender, token: str, number: str
) -> EmailMessage:
    """Write the mail whose link confirms an address."""
    subject = say("post.confirm.subject", language)
    message = _message(address, subject, by, f"<{number}@{by.host}>")
    link = f"{by.address}/confirm/{token}"
    text = say("post.confirm.text", language, name=name, host=by.host, link=link)
    message.set_content(text + "\n")
    message["Content-Language"] = language
    return message


def _message(address: str, subject: str, by: Sender, number: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = by.sender
    message["To"] = address
    message["Subject"] = subject
    message["Date"] = formatdate(localtime=False)
    message["Message-ID"] = number
    message["Auto-Submitted"] = "auto-generated"
    return message


def _add_html(message: EmailMessage, body: str, language: Language) -> None:
    html = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"></head>'
        f'<body style="font-family:sans-serif;max-width:36em">{body}</body></html>'
    )
    message.add_alternative(html, subtype="html")
    message["Content-Language"] = language
