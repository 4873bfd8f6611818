"""Pictures in notebooks: after ``%load_ext stellwerk.drawing.notebook`` boards and games show."""

from __future__ import annotations

from typing import Any

from stellwerk.board import Board
from stellwerk.drawing.picture import board_svg, game_svg
from stellwerk.game import Game, View


def load_ipython_extension(shell: Any) -> None:
    """Let a notebook show every board, game and view as a picture."""
    pictures = shell.display_formatter.formatters["image/svg+xml"]
    pictures.for_type(Board, board_svg)
    pictures.for_type(Game, game_svg)
    pictures.for_type(View, game_svg)
