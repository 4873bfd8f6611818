"""Each law notices a position that breaks it."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.board.layout import LOCOMOTIVE, NONE
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, QUEUE, STATE, TURN
from tests.game.walks import walk
from tests.laws import invariants

Array = np.ndarray[Any, np.dtype[Any]]


def _played() -> Array:
    """Return a position of two seats in the midst of a game, both with routes and tickets."""
    for game in walk("usa", None, 2, seed=1):
        state = game.states[0]
        if state.own[:2].any(axis=1).all() and state.phase == TURN and state.turn == 0:
            return game.states.copy()
    raise AssertionError("nobody claimed anything")


PLAYED = _played()
RECORD = Board.load("usa").record


def broken(states: Array, record: Array = RECORD) -> int:
    """Return the law that a position breaks."""
    return int(invariants.broken_law(states, 0, record, np.zeros(1, SCRATCH)))


def _changed(field: str, value: Any) -> Array:
    """Return the board with one field changed; read-only as every board, so compiled only once."""
    record = RECORD.copy()
    record[field] = value
    record.flags.writeable = False
    return record


def _owned(state: Any, seat: int) -> int:
    """Return a route that a seat owns."""
    words = state.own[seat].tolist()
    return next(n for n in range(192) if words[n >> 6] >> (n & 63) & 1)


def _give(state: Any, seat: int, route: int) -> None:
    """Let a seat own one more route, pieces and all."""
    state.own[seat][route >> 6] |= np.uint64(1) << np.uint64(route & 63)
    state.pieces[seat][0] -= RECORD["length"][0][route]


def _all_discarded(state: Any) -> None:
    state.discard[:] += state.pile
    state.discard_size[0] += state.pile_size[0]
    state.pile[:] = 0
    state.pile_size[0] = 0


def _empty_place(state: Any) -> None:
    state.discard[state.display[0]] += 1
    state.discard_size[0] += 1
    state.display[0] = NONE


def _sixth_place(state: Any) -> None:
    kind = int(state.pile.argmax())
    state.pile[kind] -= 1
    state.pile_size[0] -= 1
    state.display[6] = kind


def _crowded(state: Any) -> None:
    for holder in (state.pile, state.discard, state.hand[0], state.hand[1]):
        for place in range(5):
            if holder[LOCOMOTIVE] and state.display[place] != LOCOMOTIVE:
                holder[LOCOMOTIVE] -= 1
                holder[state.display[place]] += 1
                state.display[place] = LOCOMOTIVE


def _two_owners(state: Any) -> None:
    _give(state, 1, _owned(state, 0))


def _both_lanes(state: Any) -> None:
    """Give the second seat the lane beside one that the first seat gets as well."""
    board = Board.load("usa")
    twin = {board.route_index["duluth-omaha/1"]: board.route_index["duluth-omaha/2"]}
    for first, second in twin.items():
        _give(state, 0, first)
        _give(state, 1, second)


def _set(field: str, *index: int, add: int) -> Callable[[Any], None]:
    """Return a change of one number of a state."""

    def change(state: Any) -> None:
        array = state[field]
        if not index:
            state[field] = array + add
            return
        for i in index[:-1]:
            array = array[i]
        array[index[-1]] += add

    return change


def _boxed(state: Any) -> None:
    state.pieces[0][0] -= 1
    state.box[0][0] += 1


def _shared_ticket(state: Any) -> None:
    state.held[1] |= state.held[0]


TAMPERED: list[tuple[Callable[[Any], None], int]] = [
    (_set("pile", 0, add=1), invariants.CARDS_CONSERVED),
    (_set("pile_size", 0, add=1), invariants.SIZES_RIGHT),
    (_set("discard_size", 0, add=1), invariants.SIZES_RIGHT),
    (_set("hand_size", 0, 0, add=1), invariants.SIZES_RIGHT),
    (_all_discarded, invariants.SIZES_RIGHT),
    (_empty_place, invariants.DISPLAY_RIGHT),
    (_sixth_place, invariants.DISPLAY_RIGHT),
    (_crowded, invariants.DISPLAY_RIGHT),
    (_set("pieces", 0, 0, add=1), invariants.PIECES_CONSERVED),
    (_boxed, invariants.PIECES_CONSERVED),
    (_two_owners, invariants.ROUTES_APART),
    (_both_lanes, invariants.ROUTES_APART),
    (_set("shut", 0, 0, add=1), invariants.ROUTES_APART),
    (_set("free", 0, add=1), invariants.ROUTES_APART),
    (_set("tail", add=QUEUE), invariants.TICKETS_CONSERVED),
    (_set("left", 0, add=1), invariants.TICKETS_CONSERVED),
    (_shared_ticket, invariants.TICKETS_CONSERVED),
    (_set("fresh", 0, 0, add=100), invariants.KNOWLEDGE_SOUND),
    (_set("known", 0, 0, add=100), invariants.KNOWLEDGE_SOUND),
    (_set("old", 0, 1, 0, add=100), invariants.KNOWLEDGE_SOUND),
    (_set("score", 0, add=1), invariants.SCORES_RIGHT),
    (_set("score", 0, add=-1), invariants.SCORES_RIGHT),
    (_set("pending", add=1), invariants.ORDER_KEPT),
]


def test_a_real_position_keeps_all_laws() -> None:
    assert broken(PLAYED) == invariants.ALL_HOLD


@pytest.mark.parametrize("number", range(len(TAMPERED)))
def test_every_law_notices_what_breaks_it(number: int) -> None:
    tamper, law = TAMPERED[number]
    states = PLAYED.copy()
    tamper(states[0])
    assert broken(states) == law


def test_a_card_too_few_in_the_books_is_noticed() -> None:
    """C-24."""
    states = PLAYED.copy()
    kind = int(states[0].fresh[0].argmax())
    states[0].fresh[0][kind] -= 1
    assert broken(states) == invariants.KNOWLEDGE_SOUND


def test_an_end_that_was_not_announced_is_noticed() -> None:
    """C-21."""
    assert broken(PLAYED, _changed("end_pieces", 99)) == invariants.ORDER_KEPT


def same(change: Callable[[Any], None], viewer: int) -> bool:
    """Tell whether a viewer overlooks a change."""
    states = np.concatenate([PLAYED, PLAYED])
    change(states[1])
    return bool(invariants.same_view(states, 0, 1, RECORD, viewer))


def _swap_hands(state: Any) -> None:
    state.hand[[0, 1]] = state.hand[[1, 0]]


def test_what_a_viewer_sees() -> None:
    """C-24: public things, and what is its own."""
    assert same(lambda state: None, 0)
    assert same(_swap_hands, -1)
    assert not same(_swap_hands, 0)
    assert not same(_set("score", 1, add=1), 0)
    assert not same(_set("display", 0, add=1), -1)
    assert not same(_set("turn", add=1), -1)


def test_what_a_viewer_kept_of_its_own_draws() -> None:
    """C-24: a seat remembers which tickets it kept, the others do not know."""
    for game in walk("usa", None, 2, seed=2):
        if game.states[0].draws:
            break
    states = np.concatenate([game.states, game.states])
    drawer = int(states[0].draw_who[0]) // 25
    states[1].draw_kept[0] ^= 1
    assert not invariants.same_view(states, 0, 1, RECORD, drawer)
    assert invariants.same_view(states, 0, 1, RECORD, 1 - drawer)


def soak(record: Array, zero: Array, rarity: int, seed: int = 1) -> int:
    """Soak one game of two seats that begins with an all but empty state."""
    states = np.concatenate([np.zeros(2, STATE), zero])
    scratch = np.zeros(1, SCRATCH)
    scratch["rng"][0] = seed
    report = np.zeros(3, np.int64)
    results = np.zeros(1, RESULT)
    moves = np.zeros(2, MOVE)
    return int(invariants.soak(states, record, 2, 1, rarity, moves, scratch, results, report))


def test_a_soak_stops_at_a_broken_law() -> None:
    zero = np.zeros(1, STATE)
    zero["score"][0][0] = 5
    assert soak(RECORD, zero, 1000) == invariants.SCORES_RIGHT


def test_a_soak_stops_at_an_endless_game() -> None:
    zero = np.zeros(1, STATE)
    zero["moves"] = invariants.MOST_MOVES - 1
    assert soak(RECORD, zero, 1000) == invariants.GAMES_END


def _generous() -> Array:
    """Return a record that lists routes which nobody can pay for."""
    return _changed("payable", RECORD["all_routes"])


def test_a_soak_stops_at_a_listed_move_that_is_refused() -> None:
    assert soak(_generous(), np.zeros(1, STATE), 1000) == invariants.LISTED_IS_LEGAL


def test_a_soak_stops_at_a_redeal_that_shows() -> None:
    """C-24: a draw of tickets in the books that never took place."""
    zero = np.zeros(1, STATE)
    zero["draws"] = 1
    zero["draw_who"][0][0] = (1 * 5 + 1) * 5
    zero["draw_kept"][0][0] = 1
    found = {soak(RECORD, zero, 1, seed) for seed in range(4)}
    assert invariants.REDEAL_UNSEEN in found


def test_a_display_that_tells_of_hands_may_seem_wrong_after_a_redeal() -> None:
    """C-06: this many locomotives lie open because the other cards are in hands."""
    lesson = Board.load("lesson")
    cards = dataclasses.replace(lesson.rules.cards, train=1, locomotives=40)
    rules = dataclasses.replace(lesson.rules, cards=cards, hand=(15, 0))
    record = dataclasses.replace(lesson, rules=rules).record
    zero = np.zeros(1, STATE)
    zero["moves"] = invariants.MOST_MOVES - 2
    assert {soak(record, zero, 1, seed) for seed in range(2)} == {invariants.GAMES_END}


def test_moves_of_the_random_player() -> None:
    scratch = np.zeros(1, SCRATCH)
    moves = np.zeros(20, MOVE)
    invariants.random_moves(PLAYED, 0, RECORD, 0, scratch, moves)
    assert len({move.tobytes() for move in moves}) > 1
    assert set(moves["seat"].tolist()) == {0}
