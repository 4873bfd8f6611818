"""Messages and requests that nobody should send, made quickly and from a seed.

A good message is taken and spoiled: cut, doubled, with something odd in the place of a value. Only
bytes are moved about, so that one process makes many thousands a second.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Final
from urllib.parse import quote

ODD: Final = tuple(
    value.encode()
    for value in (
        *("null", "true", "-1", "0", "5", "255", "2147483648", "-9223372036854775809", "1e308"),
        *("1" + "0" * 40, "0.5", "NaN", "-0", '""', '" "', '"\\u0000"', '"\\ud800"', '"usa"'),
        *(json.dumps("x" * 65), json.dumps("x" * 3000), '"\\u202e\\ufeff\U0001f682"'),
        *("[]", "[[]]", "{}", '{"type":"move"}', '["keep","keep","keep"]', "[" * 200, '{"a":' * 90),
    )
)
"""What may stand in the place of any value."""
_VALUE: Final = re.compile(rb'(?<=:)("(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null|\{\}|\[\])')
_SIGNS: Final = tuple(sign.encode("latin-1") for sign in '{}[]":,\\\x00é9')
MARK: Final = b"mark-"


class Spoiler:
    """Spoils good messages."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._past: list[bytes] = []

    def spoil(self, good: bytes) -> bytes:
        """Return something like a good message; now and then the message itself."""
        dice = self._dice
        kind = dice.random()
        if kind < 0.15:
            message = dice.randbytes(dice.randrange(60))
        elif kind < 0.35:
            message = self._broken(good)
        elif kind < 0.70:
            message = self.odd(good)
        elif kind < 0.85 or not self._past:
            message = good
        else:
            message = dice.choice(self._past)
        if len(self._past) < 64:
            self._past.append(message)
        elif kind < 0.05:
            self._past[dice.randrange(64)] = message
        return message

    def odd(self, good: bytes) -> bytes:
        """Put something odd in the place of one or two values."""
        for _ in range(1 + (self._dice.random() < 0.3)):
            places = [found.span() for found in _VALUE.finditer(good)]
            if not places:
                break
            start, end = self._dice.choice(places)
            good = good[:start] + self._dice.choice(ODD) + good[end:]
        return good

    def _broken(self, good: bytes) -> bytes:
        place, kind = self._dice.randrange(len(good) + 1), self._dice.randrange(5)
        if kind == 0:
            return good[:place]
        if kind == 1:
            return good[:place] + self._dice.choice(_SIGNS) + good[place:]
        if kind == 2:
            return good + good
        if kind == 3:
            return good[:place] + self._dice.randbytes(3) + good[place + 3 :]
        return good.replace(b"}", b',"extra":1}', 1)


_GAME: Final = (
    b'{"type":"resume","since":%d,"chat":0}',
    b'{"type":"move","move_id":"%d","seq":0,"text":"draw"}',
    b'{"type":"move","move_id":"%d","seq":1,"undo":true}',
    b'{"type":"payments","id":"%d","kind":"claim","target":"graz-wien"}',
    b'{"type":"payments","id":"%d","kind":"station","target":"wien"}',
    b'{"type":"say","text":"hello %d"}',
    b'{"type":"routes","id":"%d","seat":0}',
    b'{"type":"why","id":"%d","move":{"move":"draw","seat":0,"pile":"train"}}',
    b'{"type":"why","id":"%d","move":{"move":"claim","seat":0,"route":"graz-wien","cards":{"red":2}}}',
    b'{"type":"ping"}',
)


def good_message(dice: Random, moves: Sequence[bytes], seq: int) -> bytes:
    """Return a message somebody could send: a move that fits if there is one, or anything else."""
    if moves and dice.random() < 0.45:
        move = dice.choice(moves)
        return b'{"type":"move","move_id":"%x","seq":%d,"move":%b}' % (
            dice.getrandbits(64),
            max(0, seq - (dice.random() < 0.3)),
            move,
        )
    form = dice.choice(_GAME)
    return form % dice.randrange(1000) if b"%d" in form else form


_METHODS: Final = ("GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "ODD")
_ACTS: Final = (
    *("start", "close", "rematch", "join", "leave", "kick", "seat", "replace", "reopen"),
    *("take-back", "resign", "agree", "token", "moves", "payments", "why", "chat", "mute"),
    *("view", "record", "routes"),
)
_PATHS: Final = (
    *("/", "/healthz", "/api/me", "/api/me/tables", "/api/me/transfer", "/api/transfer/{}"),
    *("/api/boards", "/api/boards/{}", "/api/boards/{}/drawing", "/api/boards/{}/picture"),
    *("/api/bots", "/api/words/{}", "/api/openapi.json", "/assets/{}", "/table/{}", "/{}"),
    *("/api/tables", "/api/tables/{}", *(f"/api/tables/{{}}/{act}" for act in _ACTS)),
    *("/api/reviews", "/api/reviews/{}", "/api/replays", "/api/replays/table"),
)
_SEGMENTS: Final = (
    *("usa", "lesson", "%00", "..", "%2e%2e%2f", "own:x", "x" * 300, "%ff%fe", "%F0%9F%9A%82"),
    *("-1", "0", "null", "'", "%22", "%0d%0a", "{}", "a/b"),
)
_BODIES: Final = (
    b'{"name":"Eve","language":"en"}',
    b'{"board":"lesson","seats":[{"holder":"me"},{"holder":"open"}],"public":true}',
    b'{"seat":1,"wish":{"holder":"bot","bot":"random"}}',
    b'{"seat":0,"bot":"planner"}',
    b'{"seat":1,"agree":true}',
    b'{"token":"abc"}',
    b'{"text":"hello"}',
    b'{"move_id":"a","seq":0,"text":"draw"}',
)
_HEADERS: Final = (
    *("Origin: http://[::1", "Origin: null", "Accept-Language: \x00", "Accept-Language: de;q=x"),
    *("Cookie: stellwerk=..", "Authorization: Bearer x", "Authorization: Bearer"),
    *("Content-Type: text/plain", "If-None-Match: \xff", "Accept-Encoding: gzip;q=", "Range: x"),
    *("X-Forwarded-For: x, ::1", "Expect: 100-continue", "Transfer-Encoding: x", "Host: a b"),
)


def wrong_request(
    dice: Random, spoiler: Spoiler, host: str, cookie: str, codes: Sequence[str]
) -> bytes:
    """Return a request that somebody could have meant otherwise."""
    method, path = dice.choice(_METHODS), dice.choice(_PATHS)
    if "{}" in path:
        segment = dice.choice(codes) if codes and dice.random() < 0.4 else dice.choice(_SEGMENTS)
        path = path.replace("{}", segment)
    if dice.random() < 0.2:
        path += f"?{dice.choice(('since', 'seat', 'variant', 'language', 'board'))}="
        path += quote(dice.randbytes(dice.randrange(8)))
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    if cookie and dice.random() < 0.7:
        lines.append(f"Cookie: {cookie}")
    if dice.random() < 0.3:
        lines.append(dice.choice(_HEADERS))
    body = b""
    if method not in ("GET", "HEAD", "OPTIONS"):
        body = spoiler.spoil(dice.choice(_BODIES))
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join((*lines, "", "")).encode("latin-1") + body


def torn(dice: Random, request: bytes) -> bytes:
    """Return a request with something in it that is no HTTP; it may never be answered."""
    place = dice.randrange(len(request))
    return request[:place] + dice.randbytes(2) + request[place + 2 :]
