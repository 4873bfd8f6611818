"""The picture that a link to a table brings along: its board, and of a public game its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stellwerk.board import Board
from stellwerk.drawing.files import drawing_of
from stellwerk.drawing.markup import number, tag, text
from stellwerk.drawing.picture import board_svg, game_svg
from stellwerk.game import Game

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size that programs which show links ask for."""
_EDGE: Final = 36
_LONGEST: Final = 18
"""Most characters of a line beside the board; longer names are cut."""
_PAPER: Final = "#f6ecd0"
_INK: Final = "#2b1d10"
_SOFT: Final = "#6b5636"


def card_svg(board: Board, language: str, game: Game | None, lines: Sequence[str]) -> str:
    """Return the picture: words at the left, the board at the right, with what was built on it."""
    sheet = drawing_of(board).sheet
    if game is None:
        drawn = board_svg(board, language=language, theme="light", fonts=False)
    else:
        drawn = game_svg(game, language=language, theme="light", last_move=False)
    width = min(HEIGHT * sheet.width / sheet.height, WIDTH - 260)
    height = width * sheet.height / sheet.width
    x, y = number(WIDTH - width), number((HEIGHT - height) / 2)
    size = f'x="{x}" y="{y}" width="{number(width)}" height="{number(height)}"'
    words = [
        _line(_EDGE + 40, 40, _INK, "Stellwerk"),
        _line(_EDGE + 88, 26, _SOFT, board.names[language]),
    ]
    words += [
        _line(_EDGE + 160 + 40 * place, 24, _INK, line) for place, line in enumerate(lines[:6])
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>'
        f"{str(drawn).replace('<svg ', f'<svg {size} ', 1)}{''.join(words)}</svg>"
    )


def _line(y: int, size: int, colour: str, words: str) -> str:
    name, mark, points = words.rpartition(": ")
    room = _LONGEST - len(mark + points)
    short = f"{name[: room - 1]}…{mark}{points}" if len(name) > room else words
    style = f"font:600 {size}px Georgia,serif;fill:{colour}"
    return tag("text", text(short), x=_EDGE, y=y, style=style)
