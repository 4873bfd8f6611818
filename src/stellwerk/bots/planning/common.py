"""What every strategy in the kernel can do: set-up, tunnels, time, and moves of last resort."""

from __future__ import annotations

from stellwerk.board.layout import NONE, PILES, TICKET_WORDS, BoardRecord
from stellwerk.bots.planning.claims import aim
from stellwerk.bots.planning.costs import AMPLE, fewest_of_rivals
from stellwerk.bots.planning.draws import draw
from stellwerk.bots.planning.keeping import choose_mix, choose_pieces, keep_best, prepare_plan, want
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.plan import copy_plan, make_plan
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Memory
from stellwerk.rules.bits import i64, u64
from stellwerk.rules.exchange import most_exchanged
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.move import walk
from stellwerk.rules.payment import clear
from stellwerk.rules.state import (
    EXCHANGE,
    KEEP,
    MIX,
    PAY_TUNNEL,
    PIECES,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    UNTRIGGERED,
    WITHDRAW,
    MoveRecord,
    State,
)
from stellwerk.rules.tunnel import can_pay_extra, canonical_extra


@cold
def answer(mind: Mind, move: MoveRecord) -> bool:
    """Write the answer to what is asked besides tickets and turns; tell whether that was asked."""
    state, board, seat, book, _ = mind
    phase = i64(state.phase)
    if phase == MIX:
        choose_mix(board, seat, book, move)
    elif phase == PIECES:
        choose_pieces(mind, move)
    elif phase == TUNNEL:
        _answer_tunnel(state, board, seat, move)
    else:
        return False
    return True


@kernel
def answer_or_think(mind: Mind, move: MoveRecord) -> bool:
    """Write the answer to anything but a turn, tickets by their plan's value; tell whether asked.

    If a turn is to be taken, the hand is counted and all routes are rated for it.
    """
    state = mind.state
    if i64(state.phase) in (KEEP, TICKET_CHOICE):
        keep_best(mind, move)
        return True
    if answer(mind, move):
        return True
    prepare_plan(mind)
    return False


@kernel
def _answer_tunnel(state: State, board: BoardRecord, seat: int, move: MoveRecord) -> None:
    """Pay what a tunnel costs more, or withdraw if the hand does not (E-07, E-09)."""
    if can_pay_extra(state, board, seat):
        head(move, seat, PAY_TUNNEL, 0, 0)
        canonical_extra(state, board, seat, move)
    else:
        head(move, seat, WITHDRAW, 0, 0)
        clear(move)


@inlined
def is_ending(state: State) -> bool:
    """Tell whether the last turns have begun."""
    return i64(state.turns_left) != UNTRIGGERED


@kernel
def time_left(state: State, board: BoardRecord, seat: int, book: Book) -> int:
    """Return how many half turns a seat has left: as many as there are, once the end is near.

    A card takes half a turn, anything else a whole one.
    """
    seats = i64(state.seats)
    if is_ending(state):
        return 2 * ((i64(state.turns_left) + seats - 1) // seats)
    pieces = fewest_of_rivals(state, seat)
    if pieces > i64(book.hurry_rival) + i64(board.end_pieces):
        return AMPLE
    turns = 2 * max(0, pieces - i64(board.end_pieces)) // i64(book.pace)
    return 2 * (turns + 1 + i64(board.end_rounds))


@kernel
def remember_plan(mind: Mind, orders: int, memory: Memory) -> None:
    """Plan for the tickets held, over routes rated before, and remember the plan."""
    state, board, seat, book, thought = mind
    want(state, seat, thought, 0)
    make_plan(state, board, book, thought, orders)
    copy_plan(thought.plan, memory.plan)
    for word in range(TICKET_WORDS):
        memory.held[word] = u64(state.held[seat, word])
    for kind in range(PILES):
        memory.exchange[kind] = 0
    memory.judged = NONE
    memory.made = 1


@kernel
def claim_anything(mind: Mind, move: MoveRecord) -> bool:
    """Write the claim with most points that the hand pays for now; tell whether there is one."""
    thought = mind.thought
    time = i64(thought.half_turns)
    thought.half_turns = 2
    claimed = aim(mind, False, True, move)
    thought.half_turns = time
    return claimed


@kernel
def collect(mind: Mind, patient: bool, move: MoveRecord) -> None:
    """Write a draw for the wanted routes; with none wanted, aim at a route, and claim it if paid.

    ``aim`` says what patience changes. The last resort is any other move.
    """
    state, thought = mind.state, mind.thought
    if i64(thought.missing) == 0:
        now = i64(state.phase) == TURN
        if aim(mind, patient, now, move):
            return
    if not draw(mind, move):
        _last_resort(mind, move)


@cold
def _last_resort(mind: Mind, move: MoveRecord) -> None:
    """Write any move, when no card can be drawn and nothing planned is left to do."""
    state, board, seat, _, _ = mind
    if claim_anything(mind, move):
        return
    if board.exchange:
        for given in range(PILES):
            if most_exchanged(state, seat, given) > 0:
                head(move, seat, EXCHANGE, given, 1)
                clear(move)
                return
    walk(state, board, seat, 0, move)
