"""What Python calls for advice."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from stellwerk.board.records import Records
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.playbook import Books
from stellwerk.envs.action_moves import number_of
from stellwerk.envs.advice import Advice, AdviceRoom, advise
from stellwerk.envs.records import ActionNumbers
from stellwerk.rules.bits import i64
from stellwerk.rules.entries import Boards, Moves, States
from stellwerk.rules.kernel import entry


@entry
def advise_games(
    first: int,
    end: int,
    states: States,
    boards: Boards,
    numbers: Records[ActionNumbers],
    viewers: npt.NDArray[np.int64],
    books: Books,
    room: AdviceRoom,
    advice: Advice,
) -> None:
    """Write the advice for a seat of each game from ``first`` to ``end``, and the advised moves."""
    memory, thought, move = room.memories[0], room.thoughts[0], room.moves[0]
    board, book, places = boards[0], books[0], advice.places[0]
    for i in range(first, end):
        mind = Mind(states[i], board, i64(viewers[i]), book, thought)
        advice.moves[i] = advise(mind, memory, numbers[0], places, move, advice.rows[i])


@entry
def number_moves(
    boards: Boards,
    numbers: Records[ActionNumbers],
    moves: Moves,
    found: npt.NDArray[np.int64],
) -> None:
    """Write the number of the action that each move stands for."""
    for i in range(len(found)):
        found[i] = number_of(boards[0], numbers[0], moves[i])
