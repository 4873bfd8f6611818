"""What a browser is called in the list of devices: by kind and system, nothing more of it is kept.

A browser introduces itself in a long line by which it could be recognised elsewhere; the short name
says no more than its owner needs to tell one device from another.
"""

from __future__ import annotations

from typing import Final

UNKNOWN: Final = ""
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""How browsers are told apart; many claim to be one that stands further below as well."""
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def browser_named(introduction: str) -> str:
    """Return a short name for a browser by how it introduces itself (``User-Agent``).

    >>> browser_named("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox · Linux'
    >>> browser_named("curl/8.5.0")
    ''
    """
    browser = _first(_BROWSERS, introduction)
    system = _first(_SYSTEMS, introduction)
    return " · ".join(part for part in (browser, system) if part) or UNKNOWN


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for sign, name in names if sign in text), "")
