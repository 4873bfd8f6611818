"""The boards and bots one can choose from, told in a language."""

from __future__ import annotations

from functools import cache

from stellwerk.board import Board, StellwerkError
from stellwerk.board import boards as board_names
from stellwerk.bots import names as bot_names
from stellwerk.bots.levels import CHAMPION, LEVELS
from stellwerk.drawing.files import drawing_of
from stellwerk.game.game import LEAST_SEATS
from stellwerk.game.sheet import VariantInfo
from stellwerk.server.protocol import BoardInfo, BotInfo, Language
from stellwerk.words import say


@cache
def boards(language: Language) -> tuple[BoardInfo, ...]:
    """Return the boards that come with the program."""
    return tuple(board_info(Board.load(name), language) for name in board_names())


def board_info(board: Board, language: Language) -> BoardInfo:
    """Return what is told about a board before one plays it."""
    return BoardInfo(
        id=board.id,
        name=board.names[language],
        about=board.about[language].strip(),
        hash=board.hash,
        least_seats=LEAST_SEATS,
        most_seats=len(board.player_colours),
        variants=tuple(
            VariantInfo(each.id, each.names[language], each.about[language].strip())
            for each in board.variants
        ),
        drawing=_is_drawn(board),
    )


def _is_drawn(board: Board) -> bool:
    try:
        drawing_of(board)
    except StellwerkError:
        return False
    return True


@cache
def bots(language: Language) -> tuple[BotInfo, ...]:
    """Return the bots one can play against."""
    levels = {name: number for number, name in enumerate((*LEVELS, CHAMPION), start=1)}
    return tuple(
        BotInfo(
            name,
            say(f"bot.{name}.name", language),
            say(f"bot.{name}.about", language),
            levels.get(name),
        )
        for name in bot_names()
    )
