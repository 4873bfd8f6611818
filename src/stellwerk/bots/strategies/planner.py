"""The planner: routes for all its tickets, the cards these routes lack, and an eye on the end."""

from __future__ import annotations

from stellwerk.board.layout import NONE, PILES
from stellwerk.bots.planning.claims import claim_planned
from stellwerk.bots.planning.common import answer, collect, remember_plan, time_left
from stellwerk.bots.planning.costs import AMPLE, rate_routes, set_budget
from stellwerk.bots.planning.hand import count_hand, need_for_plan
from stellwerk.bots.planning.harbours import build_best_harbour, look_for_harbours
from stellwerk.bots.planning.keeping import draw_tickets, keep_best
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.plan import copy_plan, gives_up, is_done, make_plan, still_good
from stellwerk.bots.planning.stations import build_planned_station
from stellwerk.bots.planning.thought import Memory
from stellwerk.bots.planning.ticket_draws import wants_tickets
from stellwerk.rules.bits import i64
from stellwerk.rules.exchange import most_exchanged
from stellwerk.rules.kernel import cold, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.payment import clear
from stellwerk.rules.state import EXCHANGE, KEEP, TICKET_CHOICE, TURN, MoveRecord


@kernel
def plan_and_play(mind: Mind, memory: Memory, move: MoveRecord) -> None:
    """Write the planner's move."""
    state = mind.state
    phase = i64(state.phase)
    if phase in (KEEP, TICKET_CHOICE):
        keep_best(mind, move)
    elif not answer(mind, move):
        _take_turn(mind, memory, move)


@kernel
def make_ready(mind: Mind, memory: Memory) -> None:
    """Plan for a seat as it would at its next turn."""
    state, board, seat, book, thought = mind
    set_budget(state, board, seat, thought)
    count_hand(state, board, seat, thought)
    thought.half_turns = time_left(state, board, seat, book)
    _plan_again(mind, memory)


@kernel
def _take_turn(mind: Mind, memory: Memory, move: MoveRecord) -> None:
    """Write the action of a turn, or its second card."""
    state, board, seat, book, thought = mind
    first = i64(state.phase) == TURN
    plan = memory.plan
    set_budget(state, board, seat, thought)
    count_hand(state, board, seat, thought)
    thought.half_turns = time_left(state, board, seat, book)
    hurry = i64(thought.half_turns) < AMPLE
    good = still_good(state, board, seat, memory)
    if first and hurry and good and is_done(state, board, seat, plan):
        memory.judged = NONE
    elif not good or (first and hurry):
        _plan_again(mind, memory)
    look_for_harbours(mind, plan)
    need_for_plan(mind, plan)
    if first and _act(mind, memory, hurry, move):
        return
    collect(mind, False, move)


@kernel
def _act(mind: Mind, memory: Memory, hurry: bool, move: MoveRecord) -> bool:
    """Write an action that is better than drawing cards; tell whether there is one."""
    state, board, seat, book, thought = mind
    plan = memory.plan
    for given in range(PILES):
        if i64(memory.exchange[given]) > 0:
            head(move, seat, EXCHANGE, given, i64(memory.exchange[given]))
            clear(move)
            memory.exchange[given] = 0
            return True
    if build_best_harbour(mind, plan, hurry, move):
        return True
    done = i64(thought.missing) == 0
    if not done and claim_planned(mind, plan, hurry, move):
        return True
    if not done and not hurry:
        return False
    if build_planned_station(mind, plan, move):
        return True
    if not done or not wants_tickets(mind, memory):
        return False
    return draw_tickets(state, board, seat, book, move)


@kernel
def _plan_again(mind: Mind, memory: Memory) -> None:
    """Plan for the tickets held, with other pieces if that is better."""
    board = mind.board
    rate_routes(mind)
    remember_plan(mind, 2, memory)
    if board.exchange and gives_up(memory.plan):
        _consider_exchange(mind, memory)


@cold
def _consider_exchange(mind: Mind, memory: Memory) -> None:
    """Remember a plan with exchanged pieces if it is worth its turn and its points (W-16)."""
    state, board, seat, book, thought = mind
    for given in range(PILES):
        wanted = 1 - given
        number = most_exchanged(state, seat, given)
        if number == 0:
            continue
        pieces = i64(state.pieces[seat, wanted])
        thought.budget[wanted] = pieces + number
        rate_routes(mind)
        make_plan(state, board, book, thought, 2)
        thought.budget[wanted] = pieces
        more = i64(thought.plan.pieces[wanted]) - pieces
        value = i64(thought.plan.value) - 2 * more - i64(book.turn_price)
        if more > 0 and value > i64(memory.plan.value):
            copy_plan(thought.plan, memory.plan)
            memory.plan.value = value
            memory.exchange[given] = more
            memory.exchange[wanted] = 0
