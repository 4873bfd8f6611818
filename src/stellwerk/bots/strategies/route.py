"""Route-focused: the shortest way for one ticket after the other, then whatever scores.

One of four published strategies, written from its description.
"""

from __future__ import annotations

from stellwerk.board.layout import TICKET_WORDS
from stellwerk.bots.planning.claims import claim_planned
from stellwerk.bots.planning.common import answer_or_think, claim_anything, collect
from stellwerk.bots.planning.hand import need_for_plan
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.plan import clear_plan, make_plan
from stellwerk.bots.planning.thought import Memory
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, u64
from stellwerk.rules.kernel import kernel
from stellwerk.rules.state import TURN, MoveRecord


@kernel
def play_route(mind: Mind, memory: Memory, move: MoveRecord) -> None:
    """Write the move of the route-focused strategy."""
    if answer_or_think(mind, move):
        return
    first = i64(mind.state.phase) == TURN
    plan = mind.thought.plan
    if not _plan_next_ticket(mind):
        clear_plan(plan)
        if first and claim_anything(mind, move):
            return
    need_for_plan(mind, plan)
    if first and claim_planned(mind, plan, True, move):
        return
    collect(mind, False, move)


@kernel
def _plan_next_ticket(mind: Mind) -> bool:
    """Plan for the first ticket that is not complete and can be; tell whether there is one."""
    state, board, seat, book, thought = mind
    for word in range(TICKET_WORDS):
        thought.wanted[word] = EMPTY
    for word in range(TICKET_WORDS):
        tickets = u64(state.held[seat, word])
        while tickets != EMPTY:
            thought.wanted[word] = bit(lowest(tickets))
            tickets = drop_lowest(tickets)
            make_plan(state, board, book, thought, 1)
            if i64(thought.plan.half_turns) > 0:
                return True
        thought.wanted[word] = EMPTY
    return False
