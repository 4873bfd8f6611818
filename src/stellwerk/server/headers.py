"""Security headers of every answer, and what is read from the headers of requests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stellwerk.board.model import Language
from stellwerk.words import LANGUAGES

Headers = Iterable[tuple[bytes, bytes]]

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""Nothing is loaded from elsewhere, no page has inline scripts or styles, nobody may frame it."""

SAFETY: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)
TRANSPORT: Final = (b"strict-transport-security", b"max-age=31536000")
"""Only over https."""
PRIVATE: Final = (b"cache-control", b"no-store")
"""For every answer that does not itself say how long it may be kept."""

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def safe_headers(given: Headers, *, secure: bool) -> list[tuple[bytes, bytes]]:
    """Return an answer's headers with those for security added; its own take precedence."""
    headers = list(given)
    named = {name.lower() for name, _ in headers}
    added = (*SAFETY, PRIVATE, *([TRANSPORT] if secure else []))
    return headers + [header for header in added if header[0] not in named]


def header(headers: Headers, wanted: bytes) -> str:
    """Return the first header of a name, or nothing."""
    return next((value.decode("latin-1") for name, value in headers if name == wanted), "")


def wished_language(headers: Headers) -> Language:
    """Return the preferred language among those we speak, else English.

    >>> wished_language([(b"accept-language", b"fr, de-AT;q=0.8, en;q=0.7")])
    'de'
    """
    best: tuple[float, Language] = (0.0, "en")
    for part in header(headers, b"accept-language").split(","):
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or "1")
        except ValueError:
            continue
        for language in LANGUAGES:
            if weight > best[0] and name[:2].casefold() == language:
                best = weight, language
    return best[1]
