"""Greedy: the most route points it can have now; double on the way of its tickets."""

from __future__ import annotations

from stellwerk.bots.planning.common import answer_or_think, collect, is_ending, remember_plan
from stellwerk.bots.planning.costs import has_share, open_to
from stellwerk.bots.planning.hand import need_for_plan
from stellwerk.bots.planning.harbours import build_best_harbour, look_for_harbours
from stellwerk.bots.planning.keeping import draw_tickets
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.paying import UNPAYABLE, best_colour, has_pieces, write_claim
from stellwerk.bots.planning.stations import build_planned_station
from stellwerk.bots.planning.thought import Memory, Plan
from stellwerk.rules.bits import EMPTY, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import kernel
from stellwerk.rules.state import TURN, MoveRecord
from stellwerk.rules.tickets import held_count

LEAST_POINTS = 4
"""Fewer points off the way of its tickets are not worth a turn."""
MOST_TICKETS = 6
"""With this many tickets it draws no more."""
SHARE_FOR_TICKETS = 40
"""The share of its pieces, in percent, that must be left before it draws tickets."""


@kernel
def play_greedy(mind: Mind, memory: Memory, move: MoveRecord) -> None:
    """Write the move that looks best at first sight."""
    if answer_or_think(mind, move):
        return
    remember_plan(mind, 1, memory)
    plan = memory.plan
    look_for_harbours(mind, plan)
    need_for_plan(mind, plan)
    if i64(mind.state.phase) == TURN and _act(mind, plan, move):
        return
    collect(mind, False, move)


@kernel
def _act(mind: Mind, plan: Plan, move: MoveRecord) -> bool:
    """Write an action that scores now, or a draw of tickets; tell whether there is one."""
    state, board, seat, book, thought = mind
    ending = is_ending(state)
    if build_best_harbour(mind, plan, ending, move):
        return True
    if build_planned_station(mind, plan, move):
        return True
    if _claim_most_points(mind, plan, ending, move):
        return True
    if i64(thought.missing) > 0 or ending or held_count(state, seat) >= MOST_TICKETS:
        return False
    if not has_share(state, board, seat, SHARE_FOR_TICKETS):
        return False
    return draw_tickets(state, board, seat, book, move)


@kernel
def _claim_most_points(mind: Mind, plan: Plan, ending: bool, move: MoveRecord) -> int:
    """Write the claim with most points that the hand pays for; planned ones count double.

    Few points are worth a turn only on the way of a ticket, or at the end.
    """
    state, board, seat, _, _ = mind
    best = -1
    pay_with = 0
    most = 0
    for word in range(i64(board.words)):
        routes = open_to(state, seat, word)
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            routes = drop_lowest(routes)
            planned = has(u64(plan.routes[word]), route & 63)
            points = i64(board.route_points[i64(board.length[route])])
            worth = 2 * points if planned else points
            if worth <= most or not (planned or ending or points >= LEAST_POINTS):
                continue
            if not has_pieces(state, board, seat, route):
                continue
            colour, harm = best_colour(mind, route)
            if harm < UNPAYABLE:
                most = worth
                best = route
                pay_with = colour
    if best < 0:
        return False
    write_claim(mind, best, pay_with, move)
    return True
