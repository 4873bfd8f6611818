"""Bringing a database to the form this version of the server wants."""

from __future__ import annotations

import secrets
import warnings

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, insert, select, text

from stellwerk.server.store import schema

_LOCK = 0x5354454C  # any number will do, as long as all servers use the same one


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing; several servers may start at the same moment."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    with warnings.catch_warnings():
        # Alembic and SQLAlchemy warn about each other's future; nobody here can act on it.
        warnings.simplefilter("ignore", DeprecationWarning)
        command.upgrade(configuration(connection), "head")


def configuration(connection: Connection | None) -> Config:
    """Return what Alembic has to know."""
    config = Config()
    config.set_main_option("script_location", "stellwerk:server/migrations")
    config.attributes["connection"] = connection
    return config


def shared_secret(connection: Connection) -> bytes:
    """Return the key that all workers sign with; it is made when it is first asked for."""
    wanted = select(schema.secrets.c.value).where(schema.secrets.c.name == "signing")
    found = connection.execute(wanted).scalar_one_or_none()
    if found is None and connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        found = connection.execute(wanted).scalar_one_or_none()
    if found is None:
        found = secrets.token_bytes(32)
        connection.execute(insert(schema.secrets), {"name": "signing", "value": found})
    return bytes(found)
