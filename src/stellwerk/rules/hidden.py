"""Replacing all that a seat cannot know by a fair sample that fits what it has seen.

Cards: see knowledge.py; hidden cards are dealt again from the two pools a viewer can tell apart.
Tickets: see recall.py; what happened to them is gone through once more.
"""

from __future__ import annotations

from stellwerk.board.layout import KINDS, BoardRecord
from stellwerk.rules.bits import dice, has, i64, u64
from stellwerk.rules.kernel import kernel
from stellwerk.rules.knowledge import end_kind, first_kind, unseen
from stellwerk.rules.random import random_key, start_streams
from stellwerk.rules.recall import SPECTATOR, assign_tickets, replay_tickets, write_tickets
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.setup import wagon_choices
from stellwerk.rules.state import MIX, PIECES, State
from stellwerk.rules.tickets import from_second_pile, keepable, shuffle_tickets


@kernel
def redeal(state: State, board: BoardRecord, viewer: int, scratch: Scratch) -> None:
    """Replace hands, piles, tickets, sealed choices and the random key; SPECTATOR sees no hand."""
    redeal_hands(state, board, viewer, scratch)
    if i64(state.phase) != MIX:
        scratch.runs = 1
        while not replay_tickets(state, board, viewer, scratch):
            scratch.runs += 1
        assign_tickets(state, board, viewer, scratch)
        write_tickets(state, board, viewer, scratch)
    _redeal_choices(state, board, viewer, scratch)
    new_key(state, scratch)
    if i64(state.phase) == MIX:  # nobody has drawn from the piles, so nobody knows their order
        state.tail = 0
        shuffle_tickets(state, board)


@kernel
def redeal_hands(state: State, board: BoardRecord, viewer: int, scratch: Scratch) -> None:
    """Replace hands and piles of cards alone."""
    for pile in range(i64(board.piles)):
        _redeal_cards(state, board, viewer, pile, scratch)
    for other in range(i64(state.seats)):
        if other != viewer:
            _forget(state, board, other)


@kernel
def new_key(state: State, scratch: Scratch) -> None:
    """Replace the random key, and with it all that will be drawn."""
    random_key(state, scratch)
    start_streams(state)


@kernel
def _redeal_cards(
    state: State, board: BoardRecord, viewer: int, pile: int, scratch: Scratch
) -> None:
    """Deal the hidden cards of a pile again: old ones from one pool, new ones from the other."""
    first = first_kind(pile)
    end = end_kind(board, pile)
    fresh = 0
    old = 0
    for kind in range(first, end):
        count = unseen(state, viewer, kind)
        from_pile = count if viewer == SPECTATOR else i64(state.fresh[viewer, kind])
        state.pile[kind] = from_pile
        scratch.pool[kind] = count - from_pile
        fresh += from_pile
        old += count - from_pile
    for seat in range(i64(state.seats)):
        if seat == viewer:
            continue
        hidden = i64(state.hand_size[seat, pile])
        for kind in range(first, end):
            state.hand[seat, kind] = state.known[seat, kind]
            hidden -= i64(state.known[seat, kind])
        held_long = 0 if viewer == SPECTATOR else i64(state.old[viewer, seat, pile])
        for i in range(hidden):
            if i < held_long:
                kind = first
                n = dice(scratch, old)
                while n >= i64(scratch.pool[kind]):
                    n -= i64(scratch.pool[kind])
                    kind += 1
                scratch.pool[kind] -= 1
                old -= 1
            else:
                kind = first
                n = dice(scratch, fresh)
                while n >= i64(state.pile[kind]):
                    n -= i64(state.pile[kind])
                    kind += 1
                state.pile[kind] -= 1
                fresh -= 1
            state.hand[seat, kind] += 1


@kernel
def _forget(state: State, board: BoardRecord, viewer: int) -> None:
    """Let another seat, whose counts no longer fit, take all it cannot see as one pool."""
    for kind in range(KINDS):
        state.fresh[viewer, kind] = unseen(state, viewer, kind)
    for seat in range(i64(state.seats)):
        for pile in range(i64(board.piles)):
            state.old[viewer, seat, pile] = 0


@kernel
def _redeal_choices(state: State, board: BoardRecord, viewer: int, scratch: Scratch) -> None:
    """Replace the sealed choices of set-up by random legal ones (C-25)."""
    phase = i64(state.phase)
    for seat in range(i64(state.seats)):
        if phase > PIECES or seat == viewer or has(u64(state.pending), seat):
            continue
        if phase == MIX:
            state.choice[seat] = dice(scratch, i64(board.start_tickets[0]) + 1)
        elif phase == PIECES:
            least, most = wagon_choices(board)
            state.choice[seat] = least + dice(scratch, most - least + 1)
        else:
            mask = 0
            offered = i64(state.offered[seat])
            from_second = from_second_pile(state, board, seat)
            while keepable(board, offered, from_second, mask, True) != 0:
                mask = dice(scratch, 1 << offered)
            state.choice[seat] = mask
