"""Statements that every move executes, compiled to SQL once for each kind of database.

SQLAlchemy would spend two thirds of such a statement's time on itself, at every call.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.sql.dml import ValuesBase


class Prepared:
    """A statement that writes; its values are given as the driver takes them."""

    def __init__(self, statement: ValuesBase, more: str = "") -> None:
        """Prepare a statement; ``more`` is what SQLAlchemy cannot express for both databases."""
        self._statement: Final = statement
        self._more: Final = more
        self._known: Final[dict[str, tuple[str, tuple[str, ...]]]] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Execute it; return how many rows it has written."""
        words, names = self._known.get(connection.dialect.name) or self._compile(connection)
        given = tuple(values[name] for name in names)
        return connection.exec_driver_sql(words, given).rowcount

    def _compile(self, connection: Connection) -> tuple[str, tuple[str, ...]]:
        """Return the SQL for the connected database, and the names of its values in order."""
        compiled = self._statement.compile(dialect=connection.dialect)
        assert compiled.positiontup is not None, "both drivers take values by their order"
        known = f"{compiled} {self._more}", tuple(compiled.positiontup)
        self._known[connection.dialect.name] = known
        return known
