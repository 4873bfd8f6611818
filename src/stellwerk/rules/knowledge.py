"""What each seat can know about the cards it does not see (C-24), as public and private counts.

``known[q]`` are the cards everybody knows to be in the hand of seat q: taken openly or shown.
For each viewer v, ``fresh[v]`` are the cards that were in a pile when it was last shuffled and that
v has not seen since: they are in that pile or were drawn from it blind. ``old[v, q]`` counts the
hidden cards that seat q has held since before that shuffle; they can only be what is left when
``fresh[v]`` is taken from all that v cannot see.

A choice tells nothing beyond the cards it shows. A hidden card that is shown counts as an old one
where it can be one. With two seats that is exact; with more it can turn out wrong later, and then
the viewer forgets the shuffle and takes all it cannot see as one pool.
"""

from __future__ import annotations

from stellwerk.board.layout import SHIP, SHIP_PILE, TRAIN_PILE, BoardRecord
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.state import State


@inlined
def pile_of(kind: int) -> int:
    """Return the pile a kind of card belongs to (W-18)."""
    return SHIP_PILE if kind >= SHIP else TRAIN_PILE


@inlined
def first_kind(pile: int) -> int:
    """Return the first kind of card of a pile."""
    return SHIP if pile == SHIP_PILE else 0


@inlined
def end_kind(board: BoardRecord, pile: int) -> int:
    """Return the number after the last kind of card of a pile."""
    kinds = i64(board.kinds)
    return kinds if pile == SHIP_PILE or kinds < SHIP else SHIP


@cold
def note_shuffle(state: State, board: BoardRecord, pile: int) -> None:
    """Note that a pile was made from discards everybody has seen (C-08)."""
    seats = i64(state.seats)
    for viewer in range(seats):
        for kind in range(first_kind(pile), end_kind(board, pile)):
            state.fresh[viewer, kind] = state.pile[kind]
        for seat in range(seats):
            if seat != viewer:
                state.old[viewer, seat, pile] = _hidden(state, board, seat, pile)


@kernel
def _hidden(state: State, board: BoardRecord, seat: int, pile: int) -> int:
    """Return how many cards of a seat from a pile nobody else knows."""
    hidden = i64(state.hand_size[seat, pile])
    for kind in range(first_kind(pile), end_kind(board, pile)):
        hidden -= i64(state.known[seat, kind])
    return hidden


@kernel
def unseen(state: State, viewer: int, kind: int) -> int:
    """Return how many cards of a kind lie in piles or hidden in other hands."""
    count = i64(state.pile[kind])
    for seat in range(i64(state.seats)):
        if seat != viewer:
            count += i64(state.hand[seat, kind]) - i64(state.known[seat, kind])
    return count


@kernel
def show(state: State, board: BoardRecord, seat: int, kind: int, count: int) -> None:
    """Note that a seat has shown this many cards of a kind from its hand."""
    known = i64(state.known[seat, kind])
    if count <= known:
        return
    pile = pile_of(kind)
    for viewer in range(i64(state.seats)):
        if viewer == seat:
            continue
        new = count - known
        fresh = i64(state.fresh[viewer, kind])
        old = i64(state.old[viewer, seat, pile])
        new_at_most = fresh
        if old > 0:
            was_old = min(new, old, unseen(state, viewer, kind) - fresh)
            new -= was_old
            new_at_most = min(fresh, _hidden(state, board, seat, pile) - old)
            state.old[viewer, seat, pile] = old - was_old
        if new <= new_at_most:
            state.fresh[viewer, kind] = fresh - new
        else:
            _forget_shuffle(state, board, viewer, pile, kind, count - known)
    state.known[seat, kind] = count


@cold
def _forget_shuffle(
    state: State, board: BoardRecord, viewer: int, pile: int, shown: int, count: int
) -> None:
    """Let a viewer take all it cannot see of a pile, less the cards just shown, as one pool."""
    for kind in range(first_kind(pile), end_kind(board, pile)):
        state.fresh[viewer, kind] = unseen(state, viewer, kind)
    state.fresh[viewer, shown] -= count
    for seat in range(i64(state.seats)):
        state.old[viewer, seat, pile] = 0


@inlined
def sees(state: State, board: BoardRecord, viewer: int, kind: int) -> None:
    """Note that a viewer saw a card come from its pile; counts that say it cannot be are wrong."""
    fresh = i64(state.fresh[viewer, kind])
    if fresh > 0:
        state.fresh[viewer, kind] = fresh - 1
    else:
        _forget_shuffle(state, board, viewer, pile_of(kind), kind, 0)


@inlined
def all_see(state: State, board: BoardRecord, kind: int) -> None:
    """Note that a card of a pile was turned up."""
    for viewer in range(i64(state.seats)):
        sees(state, board, viewer, kind)


@kernel
def start_knowledge(state: State, board: BoardRecord) -> None:
    """Begin with full piles and nothing known."""
    for viewer in range(i64(state.seats)):
        for kind in range(i64(board.kinds)):
            state.fresh[viewer, kind] = board.stock[kind]
