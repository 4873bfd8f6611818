"""The cards a seat has, and the cards its planned routes want."""

from __future__ import annotations

from stellwerk.board.layout import (
    COLOURS,
    GRAY,
    LOCOMOTIVE,
    PILES,
    SHIP_PILE,
    TRAIN_PILE,
    BoardRecord,
)
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.thought import Plan, Thought
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, u64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.payment import ship_spaces, train_cards
from stellwerk.rules.route import piece_kind
from stellwerk.rules.state import State


@kernel
def count_hand(state: State, board: BoardRecord, seat: int, thought: Thought) -> None:
    """Count the spaces that the cards of each colour cover, by train and by ship."""
    thought.locomotives = i64(state.hand[seat, LOCOMOTIVE])
    for pile in range(i64(board.piles)):
        most = 0
        for colour in range(i64(board.colours)):
            if pile == TRAIN_PILE:
                count = train_cards(state, board, seat, colour)
            else:
                count = ship_spaces(state, seat, colour)
            thought.cards[pile, colour] = count
            most = max(most, count)
        thought.most[pile] = most


@inlined
def covered(board: BoardRecord, thought: Thought, route: int) -> int:
    """Return how many spaces of a route the hand covers without locomotives, pairs in cards."""
    pile = piece_kind(board, route)
    length = i64(board.length[route])
    if i64(board.rugged[route]):
        pairs = 0
        for colour in range(i64(board.colours)):
            pairs += i64(thought.cards[pile, colour]) // 2
        return 2 * min(pairs, length)
    colour = i64(board.colour[route])
    count = i64(thought.most[pile] if colour == GRAY else thought.cards[pile, colour])
    return min(count, length - i64(board.locomotives[route]))


@inlined
def lacking(board: BoardRecord, thought: Thought, route: int) -> int:
    """Return how many cards a route lacks with all locomotives of the hand, roughly for ships."""
    needed = i64(board.length[route])
    if i64(board.rugged[route]):
        needed *= 2
    rest = needed - covered(board, thought, route)
    symbols = i64(board.locomotives[route])
    missing = max(0, rest - i64(thought.locomotives))
    return max(missing, symbols - i64(thought.locomotives))


@kernel
def clear_needs(thought: Thought) -> None:
    """Begin with no route that wants cards."""
    for pile in range(PILES):
        thought.gray[pile] = 0
        thought.longest_gray[pile] = 0
        for colour in range(COLOURS):
            thought.need[pile, colour] = 0
    thought.rugged = 0
    thought.symbols = 0
    thought.missing = 0


@kernel
def need_for(board: BoardRecord, thought: Thought, route: int) -> None:
    """Add the cards that a route wants."""
    pile = piece_kind(board, route)
    symbols = i64(board.locomotives[route])
    length = i64(board.length[route]) - symbols
    colour = i64(board.colour[route])
    thought.symbols += symbols
    thought.missing += 1
    if i64(board.rugged[route]):
        thought.rugged += 2 * length
    elif colour == GRAY:
        thought.gray[pile] += length
        thought.longest_gray[pile] = max(i64(thought.longest_gray[pile]), length)
    else:
        thought.need[pile, colour] += length


@kernel
def need_for_plan(mind: Mind, plan: Plan) -> None:
    """Add the cards that all planned routes still to be claimed want.

    Where another lane of the connection lacks fewer cards, the plan goes over to that one.
    """
    state, board, seat, _, thought = mind
    clear_needs(thought)
    for word in range(i64(board.words)):
        routes = u64(plan.routes[word]) & ~u64(state.own[seat, word])
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            routes = drop_lowest(routes)
            lane = _best_lane(state, board, seat, thought, route)
            if lane != route:
                plan.routes[word] = u64(plan.routes[word]) & ~bit(route & 63)
                plan.routes[lane >> 6] = u64(plan.routes[lane >> 6]) | bit(lane & 63)
            need_for(board, thought, lane)


@kernel
def _best_lane(state: State, board: BoardRecord, seat: int, thought: Thought, route: int) -> int:
    """Return the open lane of a connection that lacks fewest cards, the planned one if it ties."""
    best = route
    least = lacking(board, thought, route)
    for word in range(i64(board.words)):
        lanes = u64(board.twins[route, word]) & u64(state.free[word])
        lanes &= ~u64(state.shut[seat, word])
        while lanes != EMPTY:
            lane = (word << 6) + lowest(lanes)
            lanes = drop_lowest(lanes)
            fits = piece_kind(board, lane) == piece_kind(board, route)
            lack = lacking(board, thought, lane)
            if fits and i64(board.length[lane]) == i64(board.length[route]) and lack < least:
                best = lane
                least = lack
    return best


@kernel
def lack_of_pile(board: BoardRecord, thought: Thought, pile: int) -> int:
    """Return how many spaces of all wanted routes the cards of a pile do not cover."""
    lack = 0
    most = 0
    for colour in range(i64(board.colours)):
        spare = i64(thought.cards[pile, colour]) - i64(thought.need[pile, colour])
        lack += max(0, -spare)
        most = max(most, spare)
    lack += max(0, i64(thought.gray[pile]) - most)
    if pile == SHIP_PILE:
        return lack
    return lack + max(0, i64(thought.rugged) - most)
