"""The laws that hold after every move of every game, and the soak that tries to break them.

Nothing here is part of the rules: each law says in its own words what the rules must keep true.
"""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import (
    DISPLAY,
    KINDS,
    LOCOMOTIVE,
    NONE,
    OUT,
    PILES,
    SHIP_PILE,
    TICKET_PILES,
    TICKETS,
    TRAIN_PILE,
    WORDS,
)
from stellwerk.rules.bits import EMPTY, dice, drop_lowest, has, i64, lowest, popcount, u64
from stellwerk.rules.hidden import redeal
from stellwerk.rules.kernel import entry, kernel
from stellwerk.rules.knowledge import pile_of, unseen
from stellwerk.rules.move import apply, check
from stellwerk.rules.payment import wipe_unused
from stellwerk.rules.play_out import random_move
from stellwerk.rules.random import random_key
from stellwerk.rules.recall import SPECTATOR
from stellwerk.rules.route import CLOSING_SEATS, piece_kind
from stellwerk.rules.score import score
from stellwerk.rules.setup import deal
from stellwerk.rules.state import FINE, OVER, PIECES, QUEUE, TURN, TURNED, UNTRIGGERED
from stellwerk.rules.tickets import holds, who_drew
from stellwerk.rules.turn import pieces_left

(
    ALL_HOLD,
    CARDS_CONSERVED,
    SIZES_RIGHT,
    DISPLAY_RIGHT,
    PIECES_CONSERVED,
    ROUTES_APART,
    TICKETS_CONSERVED,
    KNOWLEDGE_SOUND,
    SCORES_RIGHT,
    ORDER_KEPT,
    LISTED_IS_LEGAL,
    GAMES_END,
    REDEAL_UNSEEN,
) = range(13)
"""The laws: each stands for what is broken when its number comes back."""

MOST_MOVES = 20000
"""A game that takes longer is taken to be endless."""

GAME, MOVE_NUMBER, DECISIONS = range(3)
"""Places in the report of a soak: where it stopped, and how many moves were made."""


@kernel
def law_broken(state: Any, board: Any, scratch: Any) -> Any:
    """Return the first law that a position breaks, or ALL_HOLD."""
    if not _cards_conserved(state, board):
        return CARDS_CONSERVED
    if not _sizes_right(state):
        return SIZES_RIGHT
    if not _display_right(state, board):
        return DISPLAY_RIGHT
    if not _pieces_conserved(state, board):
        return PIECES_CONSERVED
    if not _routes_apart(state, board):
        return ROUTES_APART
    if not _tickets_conserved(state, board, scratch):
        return TICKETS_CONSERVED
    if not _knowledge_sound(state):
        return KNOWLEDGE_SOUND
    if not _scores_right(state, board):
        return SCORES_RIGHT
    if not _order_kept(state, board):
        return ORDER_KEPT
    return ALL_HOLD


@kernel
def _cards_conserved(state: Any, board: Any) -> Any:
    """Tell whether every card is in exactly one place."""
    for kind in range(KINDS):
        count = i64(state.pile[kind]) + i64(state.discard[kind]) + i64(state.laid[kind])
        for seat in range(i64(state.seats)):
            count += i64(state.hand[seat, kind])
        for place in range(DISPLAY):
            count += i64(state.display[place]) == kind
        for i in range(TURNED):
            count += i64(state.turned[i]) == kind
        if count != i64(board.stock[kind]):
            return False
    return True


@kernel
def _sizes_right(state: Any) -> Any:
    """Tell whether all sizes are counts, and no pile is empty that has discards (C-08)."""
    for pile in range(PILES):
        in_pile = 0
        discarded = 0
        for kind in range(KINDS):
            if pile_of(kind) == pile:
                in_pile += i64(state.pile[kind])
                discarded += i64(state.discard[kind])
        if in_pile != i64(state.pile_size[pile]) or discarded != i64(state.discard_size[pile]):
            return False
        if in_pile == 0 and discarded > 0:
            return False
        for seat in range(i64(state.seats)):
            held = 0
            for kind in range(KINDS):
                if pile_of(kind) == pile:
                    held += i64(state.hand[seat, kind])
            if held != i64(state.hand_size[seat, pile]):
                return False
    return True


@kernel
def _display_right(state: Any, board: Any) -> Any:
    """Tell whether the display is full while there are cards, without too many locomotives.

    Too many may lie there if the cards that would be laid out next cannot be fewer (C-06), or if
    display and pile would only change places for ever.
    """
    size = i64(board.display[TRAIN_PILE]) + i64(board.display[SHIP_PILE])
    trains = i64(state.pile_size[TRAIN_PILE]) + i64(state.discard_size[TRAIN_PILE])
    ships = i64(state.pile_size[SHIP_PILE]) + i64(state.discard_size[SHIP_PILE])
    supply = trains + ships
    coloured = trains - i64(state.pile[LOCOMOTIVE]) - i64(state.discard[LOCOMOTIVE])
    locomotives = 0
    for place in range(DISPLAY):
        kind = i64(state.display[place])
        if place < size and kind == NONE and supply > 0:
            return False
        if place >= size and kind != NONE:
            return False
        if kind == LOCOMOTIVE:
            locomotives += 1
            trains += 1
        elif kind != NONE and pile_of(kind) == TRAIN_PILE:
            coloured += 1
            trains += 1
        elif kind != NONE:
            ships += 1
    helped_out = max(0, i64(board.display[SHIP_PILE]) - ships)
    laid = min(trains, i64(board.display[TRAIN_PILE]) + helped_out)
    just_the_pile = i64(state.pile_size[TRAIN_PILE]) == laid and trains == 2 * laid
    return locomotives < i64(board.flush) or laid - coloured >= i64(board.flush) or just_the_pile


@kernel
def _length_owned(state: Any, board: Any, seat: Any, piece: Any) -> Any:
    """Return the spaces of all routes of one kind that a seat owns."""
    spaces = 0
    for route in range(i64(board.routes)):
        if has(u64(state.own[seat, route >> 6]), route & 63) and piece_kind(board, route) == piece:
            spaces += i64(board.length[route])
    return spaces


@kernel
def _pieces_conserved(state: Any, board: Any) -> Any:
    """Tell whether every piece is on a route, with its seat, or in its box (W-04, W-16)."""
    boxed = 0
    if i64(board.chosen_pieces) > 0 and i64(state.phase) > PIECES:
        boxed = i64(board.pieces[0]) + i64(board.pieces[1]) - i64(board.chosen_pieces)
    for seat in range(i64(state.seats)):
        for piece in range(PILES):
            count = i64(state.pieces[seat, piece]) + i64(state.box[seat, piece])
            count += _length_owned(state, board, seat, piece)
            if count != i64(board.pieces[piece]):
                return False
        if i64(state.box[seat, 0]) + i64(state.box[seat, 1]) != boxed:
            return False
    return True


@kernel
def _other_lanes(state: Any, board: Any, seat: Any, word: Any) -> Any:
    """Return one word of the lanes beside those that a seat owns."""
    lanes = EMPTY
    for other in range(WORDS):
        routes = u64(state.own[seat, other])
        while routes != EMPTY:
            lanes |= u64(board.twins[(other << 6) + lowest(routes), word])
            routes = drop_lowest(routes)
    return lanes


@kernel
def _routes_apart(state: Any, board: Any) -> Any:
    """Tell whether every route has one owner, is free, or is closed by one beside it (C-15)."""
    few = i64(state.seats) <= CLOSING_SEATS
    for word in range(WORDS):
        owned = EMPTY
        closed = EMPTY
        for seat in range(i64(state.seats)):
            own = u64(state.own[seat, word])
            beside = _other_lanes(state, board, seat, word)
            if own & (owned | beside) != EMPTY:
                return False
            owned |= own
            if few:
                closed |= beside
                beside = EMPTY
            if u64(state.shut[seat, word]) != beside:
                return False
        if owned & closed != EMPTY:
            return False
        if u64(state.free[word]) != u64(board.all_routes[word]) & ~(owned | closed):
            return False
    return True


@kernel
def _tickets_conserved(state: Any, board: Any, scratch: Any) -> Any:
    """Tell whether every ticket is held, offered, in its pile, or out of the game (C-18, E-02)."""
    if i64(state.tail) > QUEUE:
        return False
    for ticket in range(TICKETS):
        scratch.holder[ticket] = 0
    for seat in range(i64(state.seats)):
        for ticket in range(i64(board.tickets)):
            scratch.holder[ticket] += i64(holds(state, seat, ticket))
        for i in range(i64(state.offered[seat])):
            scratch.holder[i64(state.offer[seat, i])] += 1
    for pile in range(TICKET_PILES):
        if i64(state.left[pile]) != _count_pile(state, board, pile, scratch):
            return False
    for ticket in range(i64(board.tickets)):
        places = i64(scratch.holder[ticket])
        if places > 1 or (places == 0 and i64(board.start_unkept) != OUT):
            return False
    return True


@kernel
def _count_pile(state: Any, board: Any, pile: Any, scratch: Any) -> Any:
    """Count the tickets that lie in a pile, and note them as found; none are in one put away."""
    if i64(board.start_unkept) == OUT and i64(state.left[pile]) == 0:
        return 0
    count = 0
    for place in range(i64(state.head[pile]), i64(state.tail)):
        ticket = i64(state.queue[place])
        if i64(board.ticket_pile[ticket]) == pile:
            scratch.holder[ticket] += 1
            count += 1
    return count


@kernel
def _knowledge_sound(state: Any) -> Any:
    """Tell whether the books of every viewer fit the cards it cannot see (knowledge.py)."""
    seats = i64(state.seats)
    for viewer in range(seats):
        for pile in range(PILES):
            old = 0
            for kind in range(KINDS):
                if pile_of(kind) == pile:
                    count = unseen(state, viewer, kind)
                    fresh = i64(state.fresh[viewer, kind])
                    if fresh > count or i64(state.known[viewer, kind]) > i64(
                        state.hand[viewer, kind]
                    ):
                        return False
                    old += count - fresh
            for seat in range(seats):
                old -= i64(state.old[viewer, seat, pile])
                if i64(state.old[viewer, seat, pile]) > _hidden_cards(state, viewer, seat, pile):
                    return False
            if old != 0:
                return False
    return True


@kernel
def _hidden_cards(state: Any, viewer: Any, seat: Any, pile: Any) -> Any:
    """Return how many cards of a seat from a pile a viewer does not know."""
    count = 0
    for kind in range(KINDS):
        if seat != viewer and pile_of(kind) == pile:
            count += i64(state.hand[seat, kind]) - i64(state.known[seat, kind])
    return count


@kernel
def _scores_right(state: Any, board: Any) -> Any:
    """Tell whether scores come from owned routes, less what was exchanged (C-17, W-16)."""
    for seat in range(i64(state.seats)):
        points = 0
        for route in range(i64(board.routes)):
            if has(u64(state.own[seat, route >> 6]), route & 63):
                points += i64(board.route_points[i64(board.length[route])])
        lost = points - i64(state.score[seat])
        if lost < 0 or (lost > 0 and not board.exchange):
            return False
    return True


@kernel
def _order_kept(state: Any, board: Any) -> Any:
    """Tell whether the right seats are to decide, and the end is announced in time (C-21, C-25)."""
    seats = i64(state.seats)
    phase = i64(state.phase)
    pending = i64(state.pending)
    if phase == OVER:
        return pending == 0
    if phase <= PIECES:
        return 0 < pending < 1 << seats
    left = i64(state.turns_left)
    if pending != 1 << i64(state.turn) or i64(state.turn) >= seats:
        return False
    if left != UNTRIGGERED:
        return 0 < left <= seats * i64(board.end_rounds)
    for seat in range(seats):
        if phase == TURN and pieces_left(state, seat) <= i64(board.end_pieces):
            return False
    return True


@kernel
def _same(a: Any, b: Any) -> Any:
    """Tell whether two rows of numbers are equal."""
    for i in range(a.shape[0]):
        if a[i] != b[i]:
            return False
    return True


@kernel
def looks_same(a: Any, b: Any, board: Any, viewer: Any) -> Any:
    """Tell whether a viewer, or the SPECTATOR, sees the same in two positions (C-24)."""
    for seat in range(i64(a.seats)):
        if not _seat_looks_same(a, b, board, seat):
            return False
    if viewer != SPECTATOR and not _own_same(a, b, viewer):
        return False
    numbers = (
        i64(a.seats) == i64(b.seats)
        and i64(a.moves) == i64(b.moves)
        and i64(a.phase) == i64(b.phase)
        and i64(a.turn) == i64(b.turn)
        and i64(a.pending) == i64(b.pending)
        and i64(a.turns_left) == i64(b.turns_left)
        and i64(a.passes) == i64(b.passes)
        and i64(a.idle) == i64(b.idle)
        and i64(a.tunnel_route) == i64(b.tunnel_route)
        and i64(a.tunnel_extra) == i64(b.tunnel_extra)
        and i64(a.draws) == i64(b.draws)
        and i64(a.tail) == i64(b.tail)
    )
    rows = (
        _same(a.free, b.free)
        and _same(a.display, b.display)
        and _same(a.pile_size, b.pile_size)
        and _same(a.discard, b.discard)
        and _same(a.discard_size, b.discard_size)
        and _same(a.laid, b.laid)
        and _same(a.turned, b.turned)
        and _same(a.head, b.head)
        and _same(a.left, b.left)
        and _same(a.offered, b.offered)
        and _same(a.start_mix, b.start_mix)
        and _same(a.draw_who, b.draw_who)
    )
    return numbers and rows


@kernel
def _seat_looks_same(a: Any, b: Any, board: Any, seat: Any) -> Any:
    """Tell whether all that is public about a seat is the same."""
    return (
        _same(a.own[seat], b.own[seat])
        and _same(a.shut[seat], b.shut[seat])
        and _same(a.hand_size[seat], b.hand_size[seat])
        and _same(a.known[seat], b.known[seat])
        and _same(a.pieces[seat], b.pieces[seat])
        and _same(a.box[seat], b.box[seat])
        and u64(a.station[seat]) == u64(b.station[seat])
        and u64(a.harbour[seat]) == u64(b.harbour[seat])
        and i64(a.score[seat]) == i64(b.score[seat])
        and _held_of(a, board, seat, 0) == _held_of(b, board, seat, 0)
        and _held_of(a, board, seat, 1) == _held_of(b, board, seat, 1)
    )


@kernel
def _held_of(state: Any, board: Any, seat: Any, pile: Any) -> Any:
    """Return how many tickets of a pile a seat holds; of both where unkept ones leave."""
    if i64(board.start_unkept) == OUT:
        return popcount(u64(state.held[seat, 0])) + popcount(u64(state.held[seat, 1]))
    count = 0
    for ticket in range(i64(board.tickets)):
        count += holds(state, seat, ticket) and i64(board.ticket_pile[ticket]) == pile
    return count


@kernel
def _own_same(a: Any, b: Any, seat: Any) -> Any:
    """Tell whether all that a seat knows of itself is the same."""
    for draw in range(i64(a.draws)):
        if who_drew(a, draw)[0] == seat and i64(a.draw_kept[draw]) != i64(b.draw_kept[draw]):
            return False
    return (
        _same(a.hand[seat], b.hand[seat])
        and _same(a.held[seat], b.held[seat])
        and _same(a.fresh[seat], b.fresh[seat])
        and _same(a.old[seat, :, 0], b.old[seat, :, 0])
        and _same(a.old[seat, :, 1], b.old[seat, :, 1])
        and _same(a.offer[seat], b.offer[seat])
        and _same(a.start_offer[seat], b.start_offer[seat])
        and i64(a.start_kept[seat]) == i64(b.start_kept[seat])
        and i64(a.choice[seat]) == i64(b.choice[seat])
    )


@entry
def broken_law(states: Any, i: Any, boards: Any, scratches: Any) -> Any:
    """Return the first law that a position breaks, or ALL_HOLD."""
    return law_broken(states[i], boards[0], scratches[0])


@entry
def same_view(states: Any, i: Any, j: Any, boards: Any, viewer: Any) -> Any:
    """Tell whether a viewer sees the same in two positions; -1: a spectator."""
    return looks_same(states[i], states[j], boards[0], viewer)


@entry
def random_moves(states: Any, i: Any, boards: Any, seat: Any, scratches: Any, moves: Any) -> None:
    """Fill an array with moves of the random player."""
    for n in range(moves.shape[0]):
        random_move(states[i], boards[0], seat, scratches[0], moves[n])
        wipe_unused(moves[n])


@entry
def soak(
    states: Any,
    boards: Any,
    seats: Any,
    games: Any,
    rarity: Any,
    moves: Any,
    scratches: Any,
    results: Any,
    report: Any,
) -> Any:
    """Play random games to the end and return the first law that was broken, or ALL_HOLD.

    ``states`` has room for three, the last of them zero: the game, a redeal of it, and none. Once
    in ``rarity`` moves the game is redealt for a random viewer, who must not notice, and played
    out.
    When a law is broken both positions stay as they are.
    """
    for game in range(games):
        report[GAME] = game
        states[0] = states[2]
        random_key(states[0], scratches[0])
        deal(states[0], boards[0], seats)
        law = _lawful_game(states, boards[0], rarity, moves, scratches[0])
        report[MOVE_NUMBER] = i64(states[0].moves)
        report[DECISIONS] += i64(states[0].moves)
        if law != ALL_HOLD:
            return law
        score(states[0], boards[0], scratches[0], results[0])
    return ALL_HOLD


@kernel
def _lawful_game(states: Any, board: Any, rarity: Any, moves: Any, scratch: Any) -> Any:
    """Play a game to its end; return the first law that was broken, or ALL_HOLD."""
    state = states[0]
    while True:
        law = law_broken(state, board, scratch)
        if law != ALL_HOLD:
            return law
        if dice(scratch, rarity) == 0:
            states[1] = state
            law = _lawful_redeal(state, states[1], board, moves, scratch)
            if law != ALL_HOLD:
                return law
        if i64(state.phase) == OVER:
            return ALL_HOLD
        if i64(state.moves) == MOST_MOVES:
            return GAMES_END
        if not _lawful_move(state, board, moves, scratch):
            return LISTED_IS_LEGAL


@kernel
def _lawful_move(state: Any, board: Any, moves: Any, scratch: Any) -> Any:
    """Play a random move; tell whether it is legal."""
    random_move(state, board, lowest(u64(state.pending)), scratch, moves[0])
    if check(state, board, moves[0], moves[1]) != FINE:
        return False
    apply(state, board, moves[0])
    return True


@kernel
def _lawful_redeal(state: Any, copy: Any, board: Any, moves: Any, scratch: Any) -> Any:
    """Redeal a copy for a random viewer and play it out; return the first law broken.

    A display left with too many locomotives tells that the pile has few other cards; a redeal does
    not ask for that, so its display may seem wrong.
    """
    viewer = dice(scratch, i64(state.seats) + 1) - 1
    redeal(copy, board, viewer, scratch)
    if not looks_same(state, copy, board, viewer):
        return REDEAL_UNSEEN
    law = law_broken(copy, board, scratch)
    while law == ALL_HOLD and i64(copy.phase) != OVER:
        if not _lawful_move(copy, board, moves, scratch):
            return LISTED_IS_LEGAL
    if law == ALL_HOLD:
        law = law_broken(copy, board, scratch)
    return ALL_HOLD if law == DISPLAY_RIGHT else law
