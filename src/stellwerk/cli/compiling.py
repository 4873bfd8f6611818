"""Patience while the rules are compiled for the first time on a machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from stellwerk.board import Board
from stellwerk.cli.terminal import Terminal


@contextmanager
def compiling(terminal: Terminal) -> Iterator[None]:
    """Tell the person why it takes a while, if the kernel has never been compiled here."""
    from stellwerk.rules.kernel import INTERPRETED, cache_folder

    if INTERPRETED or any(cache_folder().rglob("*.nbc")):
        yield
        return
    message = terminal.talk("cli.compiling")
    if not terminal.errors.is_terminal:
        terminal.errors.print(message)
        yield
        return
    with terminal.errors.status(message):
        yield


def rehearse(board: Board, seats: int) -> None:
    """Play a few moves of a game nobody sees, so that no one has to wait in the real one."""
    from stellwerk.game import ClaimRoute, Game

    game = Game.new(board, seats, seed=0)
    game.view(0)
    game.payments(ClaimRoute, board.routes[0].id)
    game.play(game.legal_moves()[0])
    game.outcome()
