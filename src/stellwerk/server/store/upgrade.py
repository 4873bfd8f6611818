"""Bringing a database to the form this version of the server wants."""

from __future__ import annotations

import secrets
import warnings

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, select, text

from stellwerk.server.errors import Refusal
from stellwerk.server.store import schema

_QUICKLY_READ = 1 << 28
"""Most bytes of a file that is checked in full."""
_LOCK = 0x5354454C  # any number will do, as long as all servers use the same one


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing; several servers may start at the same moment."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    _refuse_newer(connection)
    with warnings.catch_warnings():
        # Alembic and SQLAlchemy warn of each other's future changes; there is nothing to do about
        # it here.
        warnings.simplefilter("ignore", DeprecationWarning)
        command.upgrade(configuration(connection), "head")


def _refuse_newer(connection: Connection) -> None:
    """Refuse a database that a later version has written: this one cannot know its form."""
    found = MigrationContext.configure(connection).get_current_revision()
    known = ScriptDirectory.from_config(configuration(None))
    if found is not None and found not in {each.revision for each in known.walk_revisions()}:
        raise Refusal("newer_database", found=found)


def must_be_current(connection: Connection) -> None:
    """Refuse a database that a server of this version has not brought to its form yet."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found != ScriptDirectory.from_config(configuration(None)).get_current_head():
        raise Refusal("other_version")


def whole(connection: Connection) -> None:
    """Refuse a file with damaged pages; a very large one is not read for it."""
    if connection.dialect.name != "sqlite":
        return
    pages, size = (
        connection.execute(text(f"PRAGMA {name}")).scalar_one()
        for name in ("page_count", "page_size")
    )
    if pages * size > _QUICKLY_READ:
        return
    if connection.execute(text("PRAGMA quick_check(1)")).scalar_one() != "ok":
        raise Refusal("damaged")


def configuration(connection: Connection | None) -> Config:
    """Return the configuration for Alembic."""
    config = Config()
    config.set_main_option("script_location", "stellwerk:server/migrations")
    config.attributes["connection"] = connection
    return config


def shared_secret(connection: Connection, name: str = "signing") -> bytes:
    """Return a key that all workers share; it is made when it is first asked for."""
    wanted = select(schema.secrets.c.value).where(schema.secrets.c.name == name)
    found = connection.execute(wanted).scalar_one_or_none()
    if found is None and connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        found = connection.execute(wanted).scalar_one_or_none()
    if found is None:
        found = secrets.token_bytes(32)
        connection.execute(insert(schema.secrets), {"name": name, "value": found})
    return bytes(found)
