"""``python -m stellwerk.server.keep``: the process that makes the moves for a server."""

from __future__ import annotations

from stellwerk.game import Game
from stellwerk.server import logs
from stellwerk.server.service import calls
from stellwerk.server.store.database import committing
from stellwerk.server.store.keeper import keep, kept


def main() -> None:
    """Keep a database until the server that has started this ends."""
    logs.configure(json=True, verbose=False)
    _load_rules()
    with committing(kept()) as commit:
        keep(commit, calls.answer, calls.failed)


def _load_rules() -> None:
    """Make one move, so that nobody waits for the rules later."""
    game = Game.new("lesson", seed=0)
    game.play(game.legal_moves()[0])


if __name__ == "__main__":
    main()
