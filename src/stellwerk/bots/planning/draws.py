"""Which card to take: what the wanted routes lack, openly or by chance."""

from __future__ import annotations

from stellwerk.board.layout import (
    DOUBLE_SHIP,
    HARBOUR,
    LOCOMOTIVE,
    NONE,
    SHIP_PILE,
    TRAIN_PILE,
    BoardRecord,
)
from stellwerk.bots.planning.hand import lack_of_pile
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import Thought
from stellwerk.rules.bits import i64
from stellwerk.rules.cards import display_size
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.knowledge import pile_of
from stellwerk.rules.listing import head
from stellwerk.rules.payment import clear, colour_of
from stellwerk.rules.state import DRAW_BLIND, SECOND, TAKE, MoveRecord, State


@kernel
def draw(mind: Mind, move: MoveRecord) -> bool:
    """Write the best card to take; tell whether one can be taken at all."""
    state, board, seat, book, thought = mind
    pile = _pile(state, board, thought)
    if i64(state.pile_size[pile]) == 0:
        return False
    second = i64(state.phase) == SECOND
    place = -1
    most = i64(book.blind)
    for slot in range(display_size(board)):
        kind = i64(state.display[slot])
        if kind == NONE or (second and kind == LOCOMOTIVE):
            continue
        if kind == LOCOMOTIVE:
            worth = _worth_of_locomotive(board, book, thought)
        else:
            worth = _worth(mind, kind)
        if worth > most:
            most = worth
            place = slot
    if place < 0:
        head(move, seat, DRAW_BLIND, pile, 0)
    else:
        head(move, seat, TAKE, place, pile)
    clear(move)
    return True


@inlined
def _pile(state: State, board: BoardRecord, thought: Thought) -> int:
    """Return the pile to draw from: the one with more cards that are wanted."""
    if i64(board.piles) == 1 or i64(state.pile_size[SHIP_PILE]) == 0:
        return TRAIN_PILE
    if i64(state.pile_size[TRAIN_PILE]) == 0:
        return SHIP_PILE
    trains = lack_of_pile(board, thought, TRAIN_PILE)
    ships = lack_of_pile(board, thought, SHIP_PILE)
    return SHIP_PILE if 2 * ships > 3 * trains else TRAIN_PILE


@inlined
def _worth_of_locomotive(board: BoardRecord, book: Book, thought: Thought) -> int:
    """Return the worth of an open locomotive, which costs the second card too (C-04)."""
    worth = i64(book.open_locomotive)
    locomotives = i64(thought.locomotives)
    if i64(thought.symbols) > locomotives:
        worth += i64(book.completing)
    lack = lack_of_pile(board, thought, TRAIN_PILE)
    if board.has_ships:
        lack += lack_of_pile(board, thought, SHIP_PILE)
    if 0 < lack - locomotives <= 2:
        worth += i64(book.completing)
    return worth


@kernel
def _worth(mind: Mind, kind: int) -> int:
    """Return the worth of an open card of a colour."""
    state, board, seat, book, thought = mind
    pile = pile_of(kind)
    colour = colour_of(kind)
    have = i64(thought.cards[pile, colour])
    need = i64(thought.need[pile, colour])
    gray = i64(thought.gray[pile])
    worth = 1
    if need > have:
        worth = 20 - min(need - have, 5)
        if have + i64(thought.locomotives) + 1 >= need:
            worth += i64(book.completing)
    elif gray > 0:
        worth = i64(book.gray_card) + min(4, have - need)
        worth += 2 if have - need == _most_spare(board, thought, pile) else 0
    elif pile == TRAIN_PILE and i64(thought.rugged) > 0:
        worth = i64(book.gray_card) + 3 * ((have - need) % 2)
    if kind >= DOUBLE_SHIP and worth > 1:
        worth += i64(book.double_ship)
    if i64(board.harbours) > 0 and i64(thought.symbol_colour) >= 0:
        worth += _worth_of_symbol(state, seat, book, thought, kind, colour)
    return worth


@inlined
def _most_spare(board: BoardRecord, thought: Thought, pile: int) -> int:
    """Return the most cards of one colour that no planned route of that colour wants."""
    most = -i64(thought.need[pile, 0])
    for colour in range(i64(board.colours)):
        spare = i64(thought.cards[pile, colour]) - i64(thought.need[pile, colour])
        most = max(most, spare)
    return most


@inlined
def _worth_of_symbol(
    state: State, seat: int, book: Book, thought: Thought, kind: int, colour: int
) -> int:
    """Return what a card is worth for a harbour in the colour collected (W-13)."""
    if colour != i64(thought.symbol_colour) or i64(state.hand[seat, kind]) >= 2:
        return 0
    return i64(book.symbol) if HARBOUR <= kind < DOUBLE_SHIP else 0
