"""Long-route junkie: ways over long routes; its tickets done, the longest free routes.

One of four published strategies, written from its description.
"""

from __future__ import annotations

from stellwerk.board.layout import BoardRecord
from stellwerk.bots.planning.claims import claim_planned
from stellwerk.bots.planning.common import answer_or_think, collect, remember_plan
from stellwerk.bots.planning.hand import need_for_plan
from stellwerk.bots.planning.plan import still_good
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Memory, Thought
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import kernel
from stellwerk.rules.state import TURN, MoveRecord, State


@kernel
def play_junkie(
    state: State,
    board: BoardRecord,
    seat: int,
    book: Book,
    memory: Memory,
    thought: Thought,
    move: MoveRecord,
) -> None:
    """Write the move of the long-route junkie; it never draws tickets."""
    if answer_or_think(state, board, seat, book, thought, move):
        return
    if not still_good(state, board, seat, memory):
        remember_plan(state, board, seat, book, thought, 1, memory)
    first = i64(state.phase) == TURN
    plan = memory.plan
    need_for_plan(state, board, seat, thought, plan)
    if first and claim_planned(state, board, seat, book, thought, plan, True, move):
        return
    collect(state, board, seat, book, thought, True, move)
