"""Drawings as files: each lies beside its board, as ``<board>.drawing.json``."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from stellwerk.board import Board, StellwerkError, boards
from stellwerk.drawing.fingerprint import fingerprint
from stellwerk.drawing.model import FORMAT, Drawing

SUFFIX: Final = ".drawing.json"
_SHIPPED: Final = resources.files("stellwerk.board") / "data"
_LARGEST: Final = 1 << 23


class DrawingError(StellwerkError):
    """A drawing that is missing, cannot be read, or belongs to another board.

    ``reason`` is one of ``missing``, ``unreadable``, ``format`` and ``outdated``.
    """

    code = "drawing_error"

    def __init__(self, reason: str, name: str) -> None:
        """Tell the reason, and the file or board."""
        super().__init__(reason, name)
        self.reason = reason
        self.name = name

    def __str__(self) -> str:
        """Say what is wrong and what helps."""
        wrong = {
            "missing": f"the board '{self.name}' has no drawing",
            "unreadable": f"{self.name} is no drawing",
            "format": f"{self.name} was drawn by another version",
            "outdated": f"{self.name} was drawn before the board changed",
        }
        return f"{wrong[self.reason]}; `stellwerk board draw` makes one"


def drawing_path(board_file: Path) -> Path:
    """Return where the drawing of a board file lies.

    >>> drawing_path(Path("boards/island.toml")).name
    'island.drawing.json'
    """
    return board_file.with_name(board_file.name.removesuffix(".toml") + SUFFIX)


def encode(drawing: Drawing) -> bytes:
    """Return a drawing as the bytes of its file: the same drawing, the same bytes."""
    return msgspec.json.encode(drawing) + b"\n"


def decode(content: bytes, name: str = "drawing") -> Drawing:
    """Read a drawing from the bytes of its file; ``name`` stands in error messages."""
    try:
        drawing = msgspec.json.decode(content, type=Drawing)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise DrawingError("unreadable", name) from None
    if drawing.format != FORMAT:
        raise DrawingError("format", name)
    return drawing


def save(drawing: Drawing, path: Path) -> None:
    """Write a drawing to a file."""
    path.write_bytes(encode(drawing))


def load(path: Path) -> Drawing:
    """Read a drawing from a file."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST)
    except FileNotFoundError:
        raise DrawingError("missing", path.name.removesuffix(SUFFIX)) from None
    except OSError:
        raise DrawingError("unreadable", str(path)) from None
    return decode(content, str(path))


def drawing_of(board: Board, board_file: Path | None = None) -> Drawing:
    """Return the drawing of a board: beside its file, or one that comes with the program."""
    if board_file is not None and board_file.is_file():
        return load_for(board, drawing_path(board_file))
    if board.id not in boards():
        raise DrawingError("missing", board.id)
    return _fitting(board, _load_shipped(board.id), f"{board.id}{SUFFIX}")


def load_for(board: Board, path: Path) -> Drawing:
    """Read a drawing from a file, and make sure that it is one of this board."""
    return _fitting(board, load(path), str(path))


def _fitting(board: Board, drawing: Drawing, name: str) -> Drawing:
    if drawing.geography != fingerprint(board):
        raise DrawingError("outdated", name)
    return drawing


@lru_cache(maxsize=16)
def _load_shipped(board: str) -> Drawing:
    entry = _SHIPPED / f"{board}{SUFFIX}"
    if not entry.is_file():
        raise DrawingError("missing", board)
    return decode(entry.read_bytes(), f"{board}{SUFFIX}")
