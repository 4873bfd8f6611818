"""``python -m stellwerk.server.keep ADDRESS``: the process that writes to SQLite for a server."""

from __future__ import annotations

import sys

from sqlalchemy import Connection, make_url

from stellwerk.game import Game
from stellwerk.server import logs
from stellwerk.server.service import calls
from stellwerk.server.store.database import begin, sqlite_engine
from stellwerk.server.store.keeper import keep


def main() -> None:
    """Keep a database until the server that has started this ends."""
    logs.configure(json=True, verbose=False)
    _load_rules()
    connection = sqlite_engine(make_url(sys.argv[1])).connect()

    def transaction() -> Connection:
        begin(connection)
        return connection

    keep(transaction, calls.answer)


def _load_rules() -> None:
    """Make one move, so that nobody waits for the rules later."""
    game = Game.new("lesson", seed=0)
    game.play(game.legal_moves()[0])


if __name__ == "__main__":
    main()
