"""How to pay for a route so that the plan is harmed least."""

from __future__ import annotations

from stellwerk.board.layout import GRAY, LOCOMOTIVE, SHIP, SHIP_PILE, BoardRecord
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Thought
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.payment import ONLY_LOCOMOTIVES, canonical, clear, laid_trains, lay, lay_train
from stellwerk.rules.route import piece_kind
from stellwerk.rules.state import CLAIM, MoveRecord, State

UNPAYABLE = 1 << 20
RUGGED = ONLY_LOCOMOTIVES + 1
"""Stands for the many colours of a rugged route's pairs."""


@inlined
def is_wanted(thought: Thought, pile: int, colour: int, used: int) -> int:
    """Return how many of the cards used other planned routes will miss."""
    have = i64(thought.cards[pile, colour])
    return max(0, min(i64(thought.need[pile, colour]), have) - (have - used))


@kernel
def best_colour(mind: Mind, route: int) -> tuple[int, int]:
    """Return the colour to pay a route with and the harm it does; UNPAYABLE if none will do."""
    _, board, _, book, thought = mind
    if i64(board.rugged[route]):
        return _price_of_pairs(board, book, thought, route)
    pile = piece_kind(board, route)
    length = i64(board.length[route])
    symbols = i64(board.locomotives[route])
    locomotives = i64(thought.locomotives)
    wanted = i64(board.colour[route])
    best = ONLY_LOCOMOTIVES
    least = UNPAYABLE
    if locomotives >= length:
        least = i64(book.locomotive_harm) * (length - symbols)
    for colour in range(i64(board.colours)):
        have = i64(thought.cards[pile, colour])
        if have == 0 or (wanted != GRAY and wanted != colour):
            continue
        used = min(have, length - symbols)
        if used == 0 or length - used > locomotives:
            continue
        harm = i64(book.locomotive_harm) * (length - used - symbols)
        harm += _harm_to_harbours(mind, pile, colour, used)
        if wanted == GRAY:
            harm += 2 * is_wanted(thought, pile, colour, used)
        if harm < least:
            best = colour
            least = harm
    return best, least


@inlined
def _harm_to_harbours(mind: Mind, pile: int, colour: int, used: int) -> int:
    """Return what it costs to use up cards with a harbour symbol of the colour collected."""
    state, board, seat, book, thought = mind
    if i64(board.harbours) == 0 or i64(thought.symbol_colour) != colour:
        return 0
    if pile == SHIP_PILE:
        return i64(book.symbol_harm) * min(used, i64(state.hand[seat, SHIP + colour]))
    symbols = used - i64(state.hand[seat, colour])
    return i64(book.symbol_harm) * max(0, symbols)


@cold
def _price_of_pairs(
    board: BoardRecord, book: Book, thought: Thought, route: int
) -> tuple[int, int]:
    """Return how much the pairs for a rugged route would harm (W-09)."""
    pairs = 0
    spare = 0
    odd = 0
    for colour in range(i64(board.colours)):
        have = i64(thought.cards[0, colour])
        pairs += have // 2
        odd += have % 2
        spare += max(0, have - i64(thought.need[0, colour])) // 2
    length = i64(board.length[route])
    missing = max(0, length - pairs)
    locomotives = 2 * missing - min(odd, missing)
    if locomotives > i64(thought.locomotives):
        return RUGGED, UNPAYABLE
    harm = i64(book.locomotive_harm) * locomotives + 3 * max(0, length - missing - spare)
    return RUGGED, harm


@kernel
def write_claim(mind: Mind, route: int, colour: int, move: MoveRecord) -> None:
    """Write the claim of a route paid with a colour."""
    state, board, seat, _, _ = mind
    head(move, seat, CLAIM, route, 0)
    if colour == RUGGED:
        _lay_pairs(mind, i64(board.length[route]), move)
    else:
        canonical(state, board, seat, route, colour, move)


@cold
def _lay_pairs(mind: Mind, length: int, move: MoveRecord) -> None:
    """Lay pairs for rugged spaces: from colours with cards to spare, then odd ones (W-09)."""
    state, board, seat, _, thought = mind
    clear(move)
    total = 0
    for size in (2, 1):
        while total < length * 2:
            best = -1
            most = -UNPAYABLE
            for colour in range(i64(board.colours)):
                have = i64(thought.cards[0, colour]) - laid_trains(move, colour)
                spare = have - i64(thought.need[0, colour])
                if have >= size and spare > most:
                    best = colour
                    most = spare
            if best < 0 or (size == 1 and _halves(board, move, length) == 0):
                break
            lay_train(state, board, seat, best, laid_trains(move, best) + size, move)
            total += size
    lay(move, LOCOMOTIVE, 2 * length - total)


@kernel
def _halves(board: BoardRecord, move: MoveRecord, length: int) -> int:
    """Return how many spaces are left that could take one card and one locomotive."""
    spaces = length
    for colour in range(i64(board.colours)):
        spaces -= (laid_trains(move, colour) + 1) // 2
    return spaces


@inlined
def has_pieces(state: State, board: BoardRecord, seat: int, route: int) -> bool:
    """Tell whether a seat has enough pieces for a route."""
    return i64(board.length[route]) <= i64(state.pieces[seat, piece_kind(board, route)])
