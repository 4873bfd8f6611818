"""The planner as an adviser: its move as a numbered action, and the plan behind it as bytes.

Everything is found from what the seat may know now, so that the advice is a function of the
seat's view alone, and no memory is kept from one decision to the next.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stellwerk.board.records import Records
from stellwerk.bots.planning.common import time_left
from stellwerk.bots.planning.costs import AMPLE
from stellwerk.bots.planning.hand import lacking, need_for_plan
from stellwerk.bots.planning.harbours import look_for_harbours
from stellwerk.bots.planning.keeping import keep_best, prepare_plan, want
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.plan import WORTHLESS, copy_plan, is_complete, make_plan
from stellwerk.bots.planning.thought import NO_COLOUR, Memories, Memory, Plan, Thought, Thoughts
from stellwerk.bots.strategies.planner import make_ready, plan_and_play
from stellwerk.envs.action_moves import number_of
from stellwerk.envs.advice_layout import AdvicePlaces
from stellwerk.envs.records import ActionNumbers, Row
from stellwerk.rules.bits import has, i64, u64
from stellwerk.rules.entries import Moves
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.state import (
    KEEP,
    TICKET_CHOICE,
    MoveRecord,
)
from stellwerk.rules.tickets import holds

_UNUSABLE = 80
"""The price told of a route that cannot be had; usual ones are below 64."""
_ZERO = 64
"""What stands for 0 where a number may be negative."""


class Advice(NamedTuple):
    """Where advice goes: its fields, a row of bytes for each game, and the advised moves."""

    places: Records[AdvicePlaces]
    rows: Records[Row]
    moves: npt.NDArray[np.int64]


class AdviceRoom(NamedTuple):
    """Working space for one call: a record each."""

    memories: Memories
    thoughts: Thoughts
    moves: Moves


@kernel
def advise(
    mind: Mind,
    memory: Memory,
    numbers: ActionNumbers,
    places: AdvicePlaces,
    move: MoveRecord,
    out: Row,
) -> int:
    """Write the plan of a seat that owes a decision; return the number of the planner's move."""
    state, board, seat, book, thought = mind
    for i in range(i64(places.size)):
        out.byte[u64(i)] = 0
    memory.made = 0
    phase = i64(state.phase)
    keeping = phase in (KEEP, TICKET_CHOICE)
    if keeping:
        keep_best(mind, move)
        _write_offer(mind, places, out)
        prepare_plan(mind)
        thought.half_turns = time_left(state, board, seat, book)
        want(state, seat, thought, i64(move.argument))
        make_plan(state, board, book, thought, 2)
        copy_plan(thought.plan, memory.plan)
    else:
        make_ready(mind, memory)
    look_for_harbours(mind, memory.plan)
    need_for_plan(mind, memory.plan)
    _write_plan(mind, places, memory.plan, out)
    if not keeping:
        plan_and_play(mind, memory, move)
    return number_of(board, numbers, move)


@inlined
def _byte(number: int) -> int:
    return min(255, max(0, number))


@cold
def _write_offer(mind: Mind, places: AdvicePlaces, out: Row) -> None:
    """Write the offered tickets, and what a plan for each set of them is worth."""
    state, board, seat, _, thought = mind
    offered = i64(state.offered[seat])
    for i in range(offered):
        ticket = i64(state.offer[seat, i])
        out.byte[u64(i64(places.offer) + i * i64(board.tickets) + ticket)] = 1
    for mask in range(1, 1 << offered):
        if i64(thought.keep_value[mask]) != WORTHLESS:
            value = _byte(_ZERO + i64(thought.keep_value[mask]) // 2)
            out.byte[u64(i64(places.keep) + mask - 1)] = max(1, value)


@kernel
def _write_plan(mind: Mind, places: AdvicePlaces, plan: Plan, out: Row) -> None:
    """Write which routes a plan wants, what all of them cost, and what the hand lacks."""
    state, board, seat, _, thought = mind
    for route in range(i64(board.routes)):
        word, place = route >> 6, route & 63
        if has(u64(state.own[seat, word]), place):
            continue
        wanted = u64(plan.routes[word]) | u64(plan.borrowed[word])
        out.byte[u64(i64(places.planned) + route)] = 1 if has(wanted, place) else 0
        usable = has(u64(thought.usable[word]), place)
        price = i64(thought.price[route]) if usable else _UNUSABLE
        out.byte[u64(i64(places.price) + route)] = price
        if usable:
            out.byte[u64(i64(places.lacking) + route)] = lacking(board, thought, route)
    for ticket in range(i64(board.tickets)):
        if holds(state, seat, ticket) and is_complete(board, thought, ticket):
            out.byte[u64(i64(places.complete) + ticket)] = 1
        if has(u64(plan.dropped[ticket >> 6]), ticket & 63):
            out.byte[u64(i64(places.dropped) + ticket)] = 1
    colours = i64(board.colours)
    for pile in range(i64(board.piles)):
        for colour in range(colours):
            need = i64(thought.need[pile, colour])
            spare = i64(thought.cards[pile, colour]) - need
            out.byte[u64(i64(places.need) + pile * colours + colour)] = need
            out.byte[u64(i64(places.spare) + pile * colours + colour)] = max(0, spare)
    _write_numbers(places, thought, plan, out)


@inlined
def _write_numbers(places: AdvicePlaces, thought: Thought, plan: Plan, out: Row) -> None:
    """Write the single numbers of a plan."""
    first = i64(places.numbers)
    ample = i64(thought.half_turns) >= AMPLE
    out.byte[u64(first)] = _ZERO if ample else min(_ZERO - 1, i64(thought.half_turns))
    out.byte[u64(first + 1)] = _byte(_ZERO + i64(plan.value) // 2)
    out.byte[u64(first + 2)] = _byte(i64(plan.half_turns))
    out.byte[u64(first + 3)] = _byte(i64(plan.pieces[0]))
    out.byte[u64(first + 4)] = _byte(i64(plan.pieces[1]))
    out.byte[u64(first + 5)] = _byte(i64(plan.stations))
    out.byte[u64(first + 6)] = _byte(i64(thought.missing))
    out.byte[u64(first + 7)] = _byte(i64(thought.gray[0]))
    out.byte[u64(first + 8)] = _byte(i64(thought.gray[1]))
    out.byte[u64(first + 9)] = _byte(i64(thought.longest_gray[0]))
    out.byte[u64(first + 10)] = _byte(i64(thought.rugged) + i64(thought.symbols))
    collects = i64(thought.symbol_colour) != NO_COLOUR
    out.byte[u64(first + 11)] = 1 + i64(thought.symbol_colour) if collects else 0
