"""What is true of a game: read from the database behind the server's back."""

from __future__ import annotations

from sqlalchemy import Connection, create_engine, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from stellwerk.game import Game
from stellwerk.server.transactions.table import read, rebuilt


async def true_game(database: str, table: str) -> Game:
    """Return the game at a table with its whole past."""

    def work(connection: Connection) -> Game:
        return rebuilt(connection, read(connection, table))

    url = make_url(database)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url)
        with engine.connect() as connection:
            game = work(connection)
        engine.dispose()
        return game
    waiting = create_async_engine(url.set(drivername="postgresql+asyncpg"))
    async with waiting.connect() as asking:
        game = await asking.run_sync(work)
    await waiting.dispose()
    return game
