"""Drawing cards; piles, display and discards (C-03 to C-09, W-05, W-06)."""

from __future__ import annotations

from stellwerk.board.layout import (
    DISPLAY,
    LOCOMOTIVE,
    NONE,
    PILES,
    SHIP_PILE,
    TRAIN_PILE,
    BoardRecord,
)
from stellwerk.rules.bits import EMPTY, i64, lowest, nth, popcount, u64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.knowledge import (
    all_see,
    end_kind,
    first_kind,
    note_shuffle,
    pile_of,
    sees,
    show,
)
from stellwerk.rules.listing import write
from stellwerk.rules.octets import (
    at_least,
    equal,
    flagged,
    octet,
    octets,
    put_octet,
    running_sums,
)
from stellwerk.rules.random import below
from stellwerk.rules.report import DRAWN, SHOWN, SHUFFLED, report
from stellwerk.rules.state import (
    DRAW_BLIND,
    EMPTY_PLACE,
    FINE,
    FLUSHES,
    NO_CARDS,
    NO_SUCH_TARGET,
    SECOND,
    SECOND_LOCOMOTIVE,
    TAKE,
    TURN,
    MoveRecord,
    State,
)
from stellwerk.rules.turn import ACTED, end_turn

_PLACES = u64((1 << DISPLAY) - 1)
"""All places of a display; those that a board has not are empty."""


@inlined
def can_draw(state: State) -> bool:
    """Tell whether cards may be drawn at all: a pile is empty only if its discards are (C-09)."""
    return i64(state.pile_size[TRAIN_PILE]) + i64(state.pile_size[SHIP_PILE]) > 0


@inlined
def _top(state: State, pile: int) -> int:
    """Take the top card of a pile that has one: each of its cards is equally likely."""
    size = i64(state.pile_size[pile])
    n = below(state, pile, size)
    state.pile_size[pile] = size - 1
    kind = first_kind(pile)
    sums = running_sums(octets(state.pile, kind))
    found = at_least(sums, n + 1)
    while found == EMPTY:
        n -= octet(sums, 7)
        kind += 8
        sums = running_sums(octets(state.pile, kind))
        found = at_least(sums, n + 1)
    kind += lowest(found) >> 3
    state.pile[kind] -= 1
    return kind


@cold
def renew(state: State, board: BoardRecord, pile: int) -> None:
    """Shuffle the discards into a new pile the moment the old one is used up (C-08)."""
    if i64(state.pile_size[pile]) > 0 or i64(state.discard_size[pile]) == 0:
        return
    for kind in range(first_kind(pile), end_kind(board, pile)):
        state.pile[kind] = state.discard[kind]
        state.discard[kind] = 0
    state.pile_size[pile] = state.discard_size[pile]
    state.discard_size[pile] = 0
    note_shuffle(state, board, pile)
    report(state, SHUFFLED, pile)


@inlined
def draw_blind(state: State, board: BoardRecord, seat: int, pile: int) -> int:
    """Draw a card that only this seat sees."""
    kind = _top(state, pile)
    report(state, DRAWN, kind)
    state.hand[seat, kind] += 1
    state.hand_size[seat, pile] += 1
    sees(state, board, seat, kind)
    if i64(state.pile_size[pile]) == 0:
        renew(state, board, pile)
    if _is_crowded(state, board):
        flush(state, board)
    return kind


@inlined
def turn_up(state: State, board: BoardRecord, pile: int) -> int:
    """Turn up the top card of a pile for all to see."""
    kind = _top(state, pile)
    all_see(state, board, kind)
    if i64(state.pile_size[pile]) == 0:
        renew(state, board, pile)
    return kind


@inlined
def discard(state: State, kind: int, count: int) -> None:
    """Lay cards on the discards of the pile they belong to (W-18)."""
    state.discard[kind] += count
    state.discard_size[pile_of(kind)] += count


@inlined
def spend(state: State, board: BoardRecord, seat: int, kind: int, count: int) -> None:
    """Play cards of one kind from a hand, openly."""
    show(state, board, seat, kind, count)
    state.known[seat, kind] -= count
    state.hand[seat, kind] -= count
    state.hand_size[seat, pile_of(kind)] -= count


@inlined
def take_open(state: State, board: BoardRecord, seat: int, place: int, pile: int) -> int:
    """Take a display card; its place is filled at once from the named pile (C-03, W-05)."""
    cards = octets(state.display, 0)
    kind = octet(cards, place)
    state.hand[seat, kind] += 1
    state.hand_size[seat, pile_of(kind)] += 1
    state.known[seat, kind] += 1
    new = turn_up(state, board, pile)
    state.display[place] = new
    if _are_crowded(board, put_octet(cards, place, new)):
        flush(state, board)
    return kind


@inlined
def display_size(board: BoardRecord) -> int:
    """Return how many places the display has; the rules count them from 0."""
    return i64(board.display[TRAIN_PILE]) + i64(board.display[SHIP_PILE])


@inlined
def _is_crowded(state: State, board: BoardRecord) -> bool:
    """Tell whether the display has enough locomotives to be cleared (C-06)."""
    return _are_crowded(board, octets(state.display, 0))


@inlined
def _are_crowded(board: BoardRecord, cards: int) -> bool:
    """Tell whether the cards of a display have enough locomotives."""
    return popcount(equal(cards, LOCOMOTIVE)) >= i64(board.flush)


@cold
def flush(state: State, board: BoardRecord) -> None:
    """Flush: clear a display with too many locomotives, again if need be (C-06, W-06).

    After ``FLUSHES`` new displays in a row the last one stays.
    """
    report(state, SHOWN, 0)
    for _ in range(FLUSHES):
        if not _clear(state, board):
            return


@kernel
def _clear(state: State, board: BoardRecord) -> bool:
    """Clear a crowded display once, if that can help; tell whether to look again (C-06, W-06).

    Where the pile holds exactly the cards to be laid and the display as many, without discards,
    both would only change places for ever: then the second exchange is left out.
    """
    if not _is_crowded(state, board) or not _flush_can_help(state, board):
        return False
    pile = i64(state.pile_size[TRAIN_PILE])
    halves = pile == _trains_to_lay(state, board) and 2 * pile == _cards_of(
        state, board, TRAIN_PILE
    )
    exchanged = halves and i64(state.discard_size[TRAIN_PILE]) == 0
    for place in range(display_size(board)):
        kind = i64(state.display[place])
        if kind != NONE:
            discard(state, kind, 1)
    renew(state, board, TRAIN_PILE)
    renew(state, board, SHIP_PILE)
    lay_out(state, board)
    report(state, SHOWN, 0)
    return not exchanged


@kernel
def _cards_of(state: State, board: BoardRecord, pile: int) -> int:
    """Return how many cards of a pile could be laid out: its own, its discards, the display's."""
    count = i64(state.pile_size[pile]) + i64(state.discard_size[pile])
    for place in range(display_size(board)):
        kind = i64(state.display[place])
        count += kind != NONE and pile_of(kind) == pile
    return count


@kernel
def _trains_to_lay(state: State, board: BoardRecord) -> int:
    """Return how many cards of a new display come from the train pile (W-06)."""
    ships = _cards_of(state, board, SHIP_PILE)
    missing_ships = max(0, i64(board.display[SHIP_PILE]) - ships)
    trains = _cards_of(state, board, TRAIN_PILE)
    return min(trains, i64(board.display[TRAIN_PILE]) + missing_ships)


@kernel
def _flush_can_help(state: State, board: BoardRecord) -> bool:
    """Tell whether a new display could have fewer locomotives than clear it (C-06)."""
    locomotives = i64(state.pile[LOCOMOTIVE]) + i64(state.discard[LOCOMOTIVE])
    for place in range(display_size(board)):
        locomotives += i64(state.display[place]) == LOCOMOTIVE
    others = _cards_of(state, board, TRAIN_PILE) - locomotives
    return _trains_to_lay(state, board) - others < i64(board.flush)


@cold
def lay_out(state: State, board: BoardRecord) -> None:
    """Lay out a whole new display; a pile that runs short is helped by the other (W-06)."""
    trains = i64(board.display[TRAIN_PILE])
    for place in range(display_size(board)):
        pile = TRAIN_PILE if place < trains else SHIP_PILE
        if i64(state.pile_size[pile]) == 0:
            pile = 1 - pile
        state.display[place] = NONE
        if i64(state.pile_size[pile]) > 0:
            state.display[place] = turn_up(state, board, pile)


@inlined
def settle(state: State, board: BoardRecord) -> None:
    """After cards were discarded: make piles, fill a short display, then flush (C-06 to C-09)."""
    for pile in range(i64(board.piles)):
        if i64(state.pile_size[pile]) == 0 and i64(state.discard_size[pile]) > 0:
            _bring_back(state, board)
    if _is_crowded(state, board):
        flush(state, board)


@cold
def _bring_back(state: State, board: BoardRecord) -> None:
    """Make piles of what was discarded and fill a short display from the larger one (W-05)."""
    for pile in range(i64(board.piles)):
        renew(state, board, pile)
    for place in range(display_size(board)):
        if i64(state.display[place]) == NONE and can_draw(state):
            trains = i64(state.pile_size[TRAIN_PILE])
            ships = i64(state.pile_size[SHIP_PILE])
            pile = TRAIN_PILE if trains >= ships else SHIP_PILE
            state.display[place] = turn_up(state, board, pile)


@inlined
def takeable(state: State) -> int:
    """Return the places of the display that may be taken from, as a set.

    The second card may not be an open locomotive (C-04, W-05).
    """
    cards = octets(state.display, 0)
    barred = equal(cards, NONE)
    if i64(state.phase) == SECOND:
        barred |= equal(cards, LOCOMOTIVE)
    return flagged(barred) ^ _PLACES


@kernel
def list_draws(
    state: State, board: BoardRecord, seat: int, wanted: int, move: MoveRecord, n: int
) -> int:
    """Walk through the cards a seat can draw: open ones, with the refilling pile, and blind."""
    piles = i64(state.pile_size[TRAIN_PILE] > 0) + i64(state.pile_size[SHIP_PILE] > 0)
    first = TRAIN_PILE if i64(state.pile_size[TRAIN_PILE]) > 0 else SHIP_PILE
    places = takeable(state)
    open_cards = piles * popcount(places)
    if n <= wanted < n + open_cards:
        both = i64(piles == PILES)
        place = nth(places, (wanted - n) >> both)
        write(move, wanted, wanted, seat, TAKE, place, first + ((wanted - n) & both))
    n += open_cards
    if n <= wanted < n + piles:
        write(move, wanted, wanted, seat, DRAW_BLIND, first + wanted - n, 0)
    return n + piles


@kernel
def check_take(state: State, board: BoardRecord, place: int, pile: int) -> int:
    """Check taking a display card (C-04, C-09, W-05)."""
    if place < 0 or place >= display_size(board) or pile < 0 or pile >= i64(board.piles):
        return NO_SUCH_TARGET
    if not can_draw(state) or i64(state.pile_size[pile]) == 0:
        return NO_CARDS
    if i64(state.display[place]) == NONE:
        return EMPTY_PLACE
    if i64(state.phase) == SECOND and i64(state.display[place]) == LOCOMOTIVE:
        return SECOND_LOCOMOTIVE
    return FINE


@inlined
def check_draw(state: State, board: BoardRecord, pile: int) -> int:
    """Check drawing a card blind (C-03, C-09)."""
    if pile < 0 or pile >= i64(board.piles):
        return NO_SUCH_TARGET
    return FINE if i64(state.pile_size[pile]) > 0 else NO_CARDS


@inlined
def take(state: State, board: BoardRecord, seat: int, place: int, pile: int) -> None:
    """Take an open card as the action of a turn, or as its second card (C-03, C-04)."""
    card = take_open(state, board, seat, place, pile)
    _after_card(state, board, card == LOCOMOTIVE)


@inlined
def draw(state: State, board: BoardRecord, seat: int, pile: int) -> None:
    """Draw a card blind as the first or second of a turn; a locomotive is like any (C-03, C-05)."""
    draw_blind(state, board, seat, pile)
    _after_card(state, board, False)


@kernel
def _after_card(state: State, board: BoardRecord, display_locomotive: bool) -> None:
    """Go on to the second card, unless the draw is over (C-03, C-04, C-09)."""
    if i64(state.phase) == TURN and not display_locomotive and can_draw(state):
        state.phase = SECOND
    else:
        end_turn(state, board, ACTED)
