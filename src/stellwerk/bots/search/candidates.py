"""Candidates: the moves that are worth trying, the planner's own first.

All come from the walk through the legal moves. Of some kinds all are tried, of claims and buildings
the few that look best: for the own plan, for points, or because others seem to want the place.
"""

from __future__ import annotations

from stellwerk.board.layout import (
    KINDS,
    LOCOMOTIVE,
    NONE,
    SHIP_PILE,
    TICKET_WORDS,
    TRAIN_PILE,
    BoardRecord,
)
from stellwerk.bots.planning.claims import threats
from stellwerk.bots.planning.hand import clear_needs, count_hand, need_for_plan
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.paying import is_wanted
from stellwerk.bots.planning.thought import Memory, Thought
from stellwerk.bots.search.records import ARMS, Room, Weights
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.entries import Moves
from stellwerk.rules.kernel import kernel
from stellwerk.rules.knowledge import pile_of
from stellwerk.rules.listing import COUNT
from stellwerk.rules.move import walk
from stellwerk.rules.payment import colour_of, laid
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    BUILD_STATION,
    CHOOSE_PIECES,
    CLAIM,
    EXCHANGE,
    TAKE,
    TURN,
    MoveRecord,
    State,
)

SECOND_CHOICE = 25
"""How much less a second payment of the same place counts."""
BUILDINGS = 3
"""Most stations, and most harbours, that are tried."""


@kernel
def list_candidates(
    mind: Mind, memory: Memory, weights: Weights, room: Room, particles: int, moves: Moves
) -> int:
    """List the moves to try after the one in ``moves[0]``; return their number.

    ``particles`` is the number of guesses that the heat of routes was counted in, at least one.
    """
    state, board, seat, _, thought = mind
    clear_needs(thought)
    count_hand(state, board, seat, thought)
    if memory.made and i64(state.phase) >= TURN:
        need_for_plan(mind, memory.plan)
    spare = moves[ARMS]
    legal = walk(state, board, seat, COUNT, spare)
    count = 1
    for number in range(legal):
        walk(state, board, seat, number, spare)
        if count < ARMS and _is_worth_trying(state, moves, count):
            moves[count] = spare
            count += 1
    for kind in (BUILD_STATION, BUILD_HARBOUR, CLAIM):
        most = i64(weights.claims)
        if kind != CLAIM:
            most = min(BUILDINGS, i64(board.stations) + i64(board.harbours))
        start = count
        end = min(ARMS, start + most)
        for number in range(legal if most > 0 else 0):
            walk(state, board, seat, number, spare)
            if i64(spare.kind) == kind and not _same(moves[0], spare):
                rating = _rate(mind, memory, weights, room, particles, spare)
                count = _put(moves, room, start, count, end, rating, spare)
    return count


@kernel
def _is_worth_trying(state: State, moves: Moves, count: int) -> bool:
    """Tell whether a move of a kind of which most are tried is another than those listed."""
    move = moves[ARMS]
    kind = i64(move.kind)
    first = moves[0]
    if kind in (CLAIM, BUILD_STATION, BUILD_HARBOUR):
        return False
    if kind == EXCHANGE:
        return i64(move.argument) in (1, 3, 6) and not _same(first, move)
    if kind == CHOOSE_PIECES:
        return abs(i64(move.argument) - i64(first.argument)) in (1, 2, 4, 7)
    if kind != TAKE:
        return not _same(first, move)
    card = i64(state.display[i64(move.target)])
    pile = pile_of(card)
    if i64(state.pile_size[pile]) == 0:
        pile = SHIP_PILE if pile == TRAIN_PILE else TRAIN_PILE
    if i64(move.argument) != pile:
        return False
    for number in range(count):
        other = moves[number]
        if i64(other.kind) == TAKE and i64(state.display[i64(other.target)]) == card:
            return False
    return True


@kernel
def _same(one: MoveRecord, other: MoveRecord) -> bool:
    """Tell whether two moves are the same, with the same cards."""
    if i64(one.kind) != i64(other.kind) or i64(one.target) != i64(other.target):
        return False
    if i64(one.argument) != i64(other.argument) or i64(one.used) != i64(other.used):
        return False
    different = 0
    for kind in range(KINDS):
        different += laid(one, kind) != laid(other, kind)
    return different == 0


@kernel
def _rate(
    mind: Mind, memory: Memory, weights: Weights, room: Room, particles: int, move: MoveRecord
) -> int:
    """Return how good a claim or building looks, less what its payment costs the plan."""
    state, board, seat, _, thought = mind
    rating = -_harm(thought, move)
    target = i64(move.target)
    kind = i64(move.kind)
    if kind == CLAIM:
        rating += 2 * i64(board.route_points[i64(board.length[target])])
        rating += 3 * threats(state, board, seat, target)
        rating += i64(weights.heat) * i64(room.heat[target]) // particles
        planned = memory.made and has(u64(memory.plan.routes[target >> 6]), target & 63)
        return rating + i64(weights.planned) * i64(planned)
    if kind == BUILD_STATION:
        for word in range(i64(board.words)):
            routes = u64(board.at_city[target, word])
            borrowed = u64(memory.plan.borrowed[word]) & routes
            rating += 20 * i64(memory.made and borrowed != EMPTY)
            for other in range(i64(state.seats)):
                rating += i64(other != seat and u64(state.own[other, word]) & routes != EMPTY)
        return rating
    return rating + 10 * _named(state, board, seat, target)


@kernel
def _harm(thought: Thought, move: MoveRecord) -> int:
    """Return what a payment costs: locomotives, and cards that the plan wants."""
    harm = 3 * laid(move, LOCOMOTIVE)
    cards = u64(move.used) & ~bit(LOCOMOTIVE)
    while cards != EMPTY:
        kind = lowest(cards)
        cards = drop_lowest(cards)
        harm += 2 * is_wanted(thought, pile_of(kind), colour_of(kind), laid(move, kind))
    return harm


@kernel
def _named(state: State, board: BoardRecord, seat: int, city: int) -> int:
    """Return how many tickets of a seat name a city."""
    count = 0
    for word in range(TICKET_WORDS):
        tickets = u64(state.held[seat, word])
        while tickets != EMPTY:
            ticket = (word << 6) + lowest(tickets)
            tickets = drop_lowest(tickets)
            for stop in range(i64(board.ticket_stops[ticket])):
                count += i64(has(u64(board.stop[ticket, stop]), city))
    return count


@kernel
def _put(
    moves: Moves, room: Room, start: int, count: int, end: int, rating: int, move: MoveRecord
) -> int:
    """Put a move among those of its kind if it is good enough; return how many there are now.

    Another payment of a place that is listed counts less, whichever of the two is worse.
    """
    for number in range(start, count):
        if i64(moves[number].target) == i64(move.target):
            if i64(room.rating[number]) >= rating:
                rating -= SECOND_CHOICE
            else:
                room.rating[number] -= SECOND_CHOICE
            break
    place = count
    if count == end:
        place = NONE
        for number in range(start, end):
            if place == NONE or i64(room.rating[number]) < i64(room.rating[place]):
                place = number
        if place == NONE or i64(room.rating[place]) >= rating:
            return count
    moves[place] = move
    room.rating[place] = rating
    return max(count, place + 1)
