"""Long-route junkie: ways over long routes; its tickets done, the longest free routes.

One of four published strategies, written from its description.
"""

from __future__ import annotations

from stellwerk.bots.planning.claims import claim_planned
from stellwerk.bots.planning.common import answer_or_think, collect, remember_plan
from stellwerk.bots.planning.hand import need_for_plan
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.plan import still_good
from stellwerk.bots.planning.thought import Memory
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import kernel
from stellwerk.rules.state import TURN, MoveRecord


@kernel
def play_junkie(mind: Mind, memory: Memory, move: MoveRecord) -> None:
    """Write the move of the long-route junkie; it never draws tickets."""
    state, board, seat, _, _ = mind
    if answer_or_think(mind, move):
        return
    if not still_good(state, board, seat, memory):
        remember_plan(mind, 1, memory)
    first = i64(state.phase) == TURN
    plan = memory.plan
    need_for_plan(mind, plan)
    if first and claim_planned(mind, plan, True, move):
        return
    collect(mind, True, move)
