"""What a step of a batch works on: arrays, grouped in plain tuples.

Passing a plain tuple is faster than passing its parts one by one, or a named tuple. The
entries take it apart before they loop.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from stellwerk.board.records import Records
from stellwerk.bots.planning.playbook import Books
from stellwerk.bots.planning.thought import Memory, Thoughts
from stellwerk.bots.strategies.entries import Players
from stellwerk.envs.action_table import ActionTable
from stellwerk.envs.fields import Layout
from stellwerk.envs.outlook import OUTLOOK, Outlooks
from stellwerk.envs.records import ABSENT, ActionNumbers, ActionRecord, Places, Row, Slot
from stellwerk.rules.entries import Boards, Moves, Results, Scratches, States
from stellwerk.rules.state import STATE

NEVER, SAME_STEP, NEXT_STEP = range(3)
"""When a game that is over is dealt again: not at all, at once, or by the step after."""

Slots = Records[Slot]
Rows = Records[Row]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class MemoryTable(Protocol):
    """What bots remember, by game and seat."""

    def __getitem__(self, at: tuple[int, int], /) -> Memory: ...


Options: TypeAlias = tuple[int, int, int, bool]
"""The number of seats, the scheme of rewards, when games are renewed, and whether observations are
wanted."""

Games: TypeAlias = tuple[
    States, Slots, Results, Numbers, Rows, Rows, npt.NDArray[np.float32], Flags, Outlooks
]
"""One place for each game: states, slots, results, the seat that acts, masks, observations, rewards
by seat, and whether the last step ended a game; then the outlooks of all seats, one game after the
other, if distances are told."""

Tables: TypeAlias = tuple[
    Boards, Records[ActionRecord], Moves, Records[ActionNumbers], Records[Places], States
]
"""What all games read: the board, the actions, all payments, the numbers of actions, the places of
an observation, and a state of zeros; one record each but for actions and payments."""

Room: TypeAlias = tuple[Moves, Scratches]
"""Working space of one call: a record each."""

Bots: TypeAlias = tuple[Players, Books, MemoryTable, Thoughts]
"""The bots in all seats but the learner's, as they follow it: players, the books they play by, what
they remember, and working space of one record."""


def outlooks_of(layout: Layout, games: int) -> np.ndarray[Any, np.dtype[Any]]:
    """Return room for what is remembered of distances, of no use where none are told."""
    told = int(layout.places["distance"][0]) != ABSENT
    return np.zeros(games * layout.seats if told else 1, OUTLOOK)


def tables_of(table: ActionTable, layout: Layout) -> Tables:
    """Return what all games of a board read."""
    return (
        table.board.record,
        table.actions,
        table.payments,
        table.numbers,
        layout.places,
        np.zeros(1, STATE),
    )
