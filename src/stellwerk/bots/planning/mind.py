"""What every strategy thinks with, handed from function to function as one."""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.board.layout import BoardRecord
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Thought
from stellwerk.rules.state import State


class Mind(NamedTuple):
    """A position, the seat that decides in it, its parameters and its working space."""

    state: State
    board: BoardRecord
    seat: int
    book: Book
    thought: Thought
