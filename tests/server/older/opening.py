"""Opening the database of an older version, on SQLite or PostgreSQL."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, MetaData, create_engine, delete, insert, inspect, select, text

from stellwerk.server.settings import Settings
from stellwerk.server.store import open_database
from stellwerk.server.store.upgrade import configuration

FOLDER = Path(__file__).parent
_LONG = 1e12
_VERSION = "alembic_version"

Json = dict[str, Any]


def known_of(name: str) -> Json:
    """Return what one must know of an older database."""
    found: Json = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def settings_for(url: str, name: str, **others: Any) -> Settings:
    """Return settings with which nothing in it is too old to be kept."""
    kept = dict.fromkeys(
        ("finished_for", "open_for", "idle_for", "chat_for", "review_for", "guest_for"), _LONG
    )
    usual: dict[str, Any] = {"bot_delay": 0.0, "uploads": True, "review_playouts": 10, **kept}
    secret = bytes.fromhex(known_of(name)["secret"])
    return Settings(database=url, secret=secret, **{**usual, **others})


async def restore(url: str, name: str, folder: Path) -> None:
    """Put an older database where the address says, in its own form."""
    content = lzma.decompress((FOLDER / f"{name}.db.xz").read_bytes())
    if url.startswith("sqlite:///"):
        Path(url.removeprefix("sqlite:///")).write_bytes(content)
        return
    copy = folder / "older.db"
    copy.write_bytes(content)
    engine = create_engine(f"sqlite:///{copy}")
    database = open_database(url)
    try:
        with engine.connect() as old:
            await database.write(lambda connection: _copy(old, connection), long=True)
    finally:
        await database.close()
        engine.dispose()


def _copy(old: Connection, new: Connection) -> None:
    """Make the tables of the older version, and write its rows into them."""
    rows = MetaData()
    rows.reflect(old)
    for statement in ("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"):
        new.execute(text(statement))  # another version may have been here
    version = old.execute(select(rows.tables[_VERSION].c.version_num)).scalar_one()
    command.upgrade(configuration(new), version)
    form = MetaData()
    form.reflect(new, only=[each for each in inspect(new).get_table_names() if each != _VERSION])
    for table in reversed(form.sorted_tables):  # a migration may have put something there
        new.execute(delete(table))
    for table in form.sorted_tables:
        found = [dict(row) for row in old.execute(select(rows.tables[table.name])).mappings()]
        if found:
            new.execute(insert(table), found)
