"""``stellwerk play --text``: sets the table for a person and bots."""

from __future__ import annotations

import getpass
import signal
import threading
from datetime import datetime
from pathlib import Path
from typing import NoReturn

from stellwerk.board import Board
from stellwerk.board.model import Language
from stellwerk.bots.registry import PROGRAM, plain_name, searches, seated
from stellwerk.bots.table import rise, seat_bot
from stellwerk.cli.asking import asker
from stellwerk.cli.checks import check_seats
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.session import Session
from stellwerk.cli.storage import make_room, new_record_path
from stellwerk.cli.talk import Talk
from stellwerk.cli.terminal import Terminal
from stellwerk.cli.wishes import GameWishes
from stellwerk.game import Game

PERSON = 0
"""The person's seat; it begins (C-01)."""
_LONGEST_NAME = 16


def play_game(terminal: Terminal, wishes: GameWishes) -> int:
    """Play one game in the terminal, from the deal to the final score."""
    board = Board.load("usa" if wishes.board is None else wishes.board, wishes.variant)
    seats = 3 if wishes.seats is None else wishes.seats
    check_seats(seats)
    bots = seated("planner" if wishes.bots is None else wishes.bots, seats - 1)
    names = [_own_name(wishes.name, terminal.talk), *_bot_names(bots, terminal.talk.language)]
    path = wishes.record or new_record_path(board.id, datetime.now())
    make_room(path, "cli.failure.write")
    compile_rules(terminal)
    if any(searches(bot) for bot in bots):
        compile_rules(terminal, search=True)
    game = Game.new(board, seats, wishes.seed, names=names)
    chance = game.commitment
    players = {seat: seat_bot(name, f"{chance}/{seat}") for seat, name in enumerate(bots, start=1)}
    _stop_in_good_order()
    try:
        return Session(terminal, asker(terminal), game, PERSON, players, path).run()
    finally:
        rise(players.values(), game.outcome() if game.over else None)


def _stop_in_good_order() -> None:
    """Let a closed window or a request to end stop the game as Control-C does: the record stays."""

    def stop(number: int, _: object) -> NoReturn:
        raise SystemExit(128 + number)

    for name in ("SIGHUP", "SIGTERM"):
        if hasattr(signal, name) and threading.current_thread() is threading.main_thread():
            signal.signal(getattr(signal, name), stop)


def _own_name(wished: str | None, talk: Talk) -> str:
    """Return the person's name: as wished, else that of the account, if it says anything."""
    if wished is not None and wished.split():
        return " ".join(wished.split())[:_LONGEST_NAME]
    try:
        account = getpass.getuser()
    except (OSError, KeyError, ImportError):
        account = ""
    return talk("cli.you") if account in ("", "root") else account.capitalize()[:_LONGEST_NAME]


def _bot_names(bots: tuple[str, ...], language: Language) -> list[str]:
    """Return names for bots, numbered where a kind sits there more than once."""
    talk = Talk(language)
    names = []
    for seat, bot in enumerate(bots):
        is_program = bot.startswith(PROGRAM)
        name = _program_name(bot) if is_program else talk(f"cli.bot.{plain_name(bot)}")
        number = bots[: seat + 1].count(bot)
        names.append(f"{name} {number}" if bots.count(bot) > 1 else name)
    return names


def _program_name(bot: str) -> str:
    """Return what a program is called at the table: its file, without the folder."""
    command = bot.removeprefix(PROGRAM).split()
    return Path(command[-1]).stem[:_LONGEST_NAME]
