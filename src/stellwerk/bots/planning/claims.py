"""Which route to claim now: a planned one, or whatever scores."""

from __future__ import annotations

from stellwerk.board.layout import BoardRecord
from stellwerk.bots.planning.costs import open_to
from stellwerk.bots.planning.hand import clear_needs, covered, lacking, need_for
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.paying import (
    RUGGED,
    UNPAYABLE,
    best_colour,
    has_pieces,
    write_claim,
)
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Plan, Thought
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, u64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.payment import ONLY_LOCOMOTIVES
from stellwerk.rules.state import MoveRecord, State

NOTHING = -(1 << 24)


@kernel
def claim_planned(mind: Mind, plan: Plan, hurry: bool, move: MoveRecord) -> bool:
    """Write the claim of the planned route that is worth most now; tell whether there is one.

    Worth: points, less the harm of its payment, more where others are near. Unless there is hurry,
    a payment that harms the plan too much is left alone, and a tunnel waits for a card to spare.
    """
    state, board, seat, book, thought = mind
    best = -1
    pay_with = 0
    most = NOTHING
    for word in range(i64(board.words)):
        routes = u64(plan.routes[word]) & open_to(state, seat, word)
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            routes = drop_lowest(routes)
            if lacking(board, thought, route) > 0 or not has_pieces(state, board, seat, route):
                continue
            colour, harm = best_colour(mind, route)
            if harm == UNPAYABLE or (harm > i64(book.most_harm) and not hurry):
                continue
            risky = i64(board.tunnel[route]) > 0 and not hurry
            if risky and _spare_cards(board, thought, route, colour) < i64(book.tunnel_spare):
                continue
            worth = i64(book.claim_points) * i64(board.route_points[i64(board.length[route])])
            worth -= i64(book.claim_harm) * harm
            worth += i64(book.claim_threat) * threats(state, board, seat, route)
            if worth > most:
                most = worth
                best = route
                pay_with = colour
    if best < 0:
        return False
    write_claim(mind, best, pay_with, move)
    return True


@inlined
def _spare_cards(board: BoardRecord, thought: Thought, route: int, colour: int) -> int:
    """Return how many cards could pay what a tunnel costs more (E-07)."""
    have = i64(thought.locomotives) - i64(board.length[route])
    if colour != ONLY_LOCOMOTIVES and colour != RUGGED:
        have += i64(thought.cards[0, colour])
    return have


@kernel
def threats(state: State, board: BoardRecord, seat: int, route: int) -> int:
    """Return at how many ends of a route other seats have built."""
    count = 0
    for end in range(2):
        city = i64(board.a[route]) if end == 0 else i64(board.b[route])
        near = EMPTY
        for other in range(i64(state.seats)):
            if other != seat:
                for word in range(i64(board.words)):
                    near |= u64(state.own[other, word]) & u64(board.at_city[city, word])
        count += near != EMPTY
    return count


@kernel
def aim(mind: Mind, patient: bool, now: bool, move: MoveRecord) -> bool:
    """Find the open route with most points for its turns, and add its cards to those wanted.

    The patient look at points alone. Only routes count for which there is time (``half_turns``).
    With ``now`` the claim is written if the hand pays for it; tells whether it was.
    """
    state, board, seat, book, thought = mind
    best = -1
    most = 0
    network = _network(state, board, seat) if board.needs_trail else EMPTY
    for word in range(i64(board.words)):
        routes = open_to(state, seat, word)
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            routes = drop_lowest(routes)
            worth = _worth(board, book, network, route)
            if worth <= most or not has_pieces(state, board, seat, route):
                continue
            lack = lacking(board, thought, route)
            if lack + 2 > i64(thought.half_turns):
                continue
            worth = max(1, worth - _thrift(board, thought, route))
            if not patient:
                worth = 2 * worth // (2 + lack)
            if worth > most:
                most = worth
                best = route
    clear_needs(thought)
    if best < 0:
        return False
    if now and lacking(board, thought, best) == 0:
        colour, harm = best_colour(mind, best)
        if harm < UNPAYABLE:
            write_claim(mind, best, colour, move)
            return True
    need_for(board, thought, best)
    return False


@kernel
def _network(state: State, board: BoardRecord, seat: int) -> int:
    """Return the cities of a seat's own network."""
    cities = EMPTY
    for word in range(i64(board.words)):
        own = u64(state.own[seat, word])
        while own != EMPTY:
            route = (word << 6) + lowest(own)
            own = drop_lowest(own)
            cities |= bit(i64(board.a[route])) | bit(i64(board.b[route]))
    return cities


@inlined
def _worth(board: BoardRecord, book: Book, network: int, route: int) -> int:
    """Return what a route off the plan is worth in 1/64 points: points, and a longer path."""
    length = i64(board.length[route])
    worth = 64 * i64(board.route_points[length])
    ends = bit(i64(board.a[route])) | bit(i64(board.b[route]))
    if network & ends != EMPTY:
        worth += 8 * i64(book.path_bonus) * length
    return max(1, worth)


@inlined
def _thrift(board: BoardRecord, thought: Thought, route: int) -> int:
    """Return what the locomotives that a route would take are worth, in 1/64 points."""
    length = i64(board.length[route])
    return 8 * max(0, min(length - covered(board, thought, route), i64(thought.locomotives)))
