"""Faults of a database as codes: no room, no permission to write, damaged."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError

from stellwerk.server.errors import Refusal

_SQLITE: Final = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "disk_failed",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "read_only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
_PRIMARY: Final = 0xFF
"""The part of a SQLite error code that gives its kind."""
_POSTGRESQL: Final = {
    "53100": "disk_full",
    "25006": "read_only",
    "58030": "disk_failed",
    "XX001": "damaged",
    "XX002": "damaged",
}


FAULTS: Final = frozenset((*_SQLITE.values(), *_POSTGRESQL.values()))
"""The codes of all of them."""


def refusal_of(problem: BaseException) -> Refusal | None:
    """Return why a database cannot serve us just now; None if the fault is ours."""
    origin = problem.orig if isinstance(problem, DBAPIError) else problem
    if isinstance(origin, sqlite3.Error):
        code = _SQLITE.get(getattr(origin, "sqlite_errorcode", 0) & _PRIMARY)
    else:
        code = _POSTGRESQL.get(getattr(origin, "sqlstate", None) or "")
    return None if code is None else Refusal(code)
