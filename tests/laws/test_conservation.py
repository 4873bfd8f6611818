"""Cards, pieces and tickets are conserved, every listed move is legal, and every game ends."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from stellwerk.board import Board
from stellwerk.board.layout import LOCOMOTIVE, NONE
from stellwerk.rules.state import OVER
from tests.laws import invariants
from tests.laws.laws import LAWS, TABLES, Broken, Walk, effort, play_lawfully, soak


@pytest.mark.parametrize(("name", "variant", "seats"), TABLES)
def test_all_laws_hold_after_every_move(name: str, variant: str, seats: int) -> None:
    games = effort(150, interpreted=0)
    assert soak(Board.load(name, variant), seats, games, seed=seats) >= games


@given(table=some.sampled_from(TABLES), seed=some.integers(0, 2**32 - 1))
def test_laws_hold_for_any_seed(table: tuple[str, str, int], seed: int) -> None:
    name, variant, seats = table
    assert soak(Board.load(name, variant), seats, effort(5, interpreted=0), seed) >= 0


@pytest.mark.parametrize(("name", "variant", "seats"), TABLES)
def test_every_listed_move_passes_check_and_checking_changes_nothing(
    name: str, variant: str, seats: int
) -> None:
    for seed in range(effort(1, interpreted=0)):
        assert play_lawfully(Board.load(name, variant), seats, seed) > 0


@pytest.mark.parametrize("name", ["lesson", "europe", "germany", "world"])
def test_laws_hold_move_by_move(name: str) -> None:
    walk = Walk(Board.load(name), 3, seed=5)
    for _ in walk.steps(40):
        assert walk.broken() == invariants.ALL_HOLD


def test_a_soak_goes_through_whole_games() -> None:
    assert soak(Board.load("lesson"), 2, 1, seed=3, rarity=30) > 20


def test_a_broken_law_is_told_with_all_that_is_needed_to_see_it_again() -> None:
    broken = Broken(LAWS[invariants.GAMES_END], Board.load("lesson"), 4, 17, 2, 300)
    expected = "every game ends: lesson/base, 4 seats, seed 17, game 2, move 300"
    assert str(broken) == expected


def test_a_soak_that_breaks_a_law_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "soak", lambda *arguments: invariants.GAMES_END)
    with pytest.raises(Broken, match="every game ends"):
        soak(Board.load("lesson"), 2, 1, seed=1)


def broken_by(change: str, name: str = "lesson", seats: int = 2, moves: int = 30) -> int:
    """Return the law that a change to a sound position breaks."""
    walk = Walk(Board.load(name), seats, seed=8).forward(moves)
    assert walk.broken() == invariants.ALL_HOLD
    exec(change, {"state": walk.states[0], "np": np, "NONE": NONE, "LOCOMOTIVE": LOCOMOTIVE})
    return walk.broken()


@pytest.mark.parametrize(
    ("change", "law"),
    [
        ("state.pile[0] += 1", invariants.CARDS_CONSERVED),
        ("state.display[0] = NONE", invariants.CARDS_CONSERVED),
        ("state.pile_size[0] -= 1", invariants.SIZES_RIGHT),
        ("state.discard_size[0] += 1", invariants.SIZES_RIGHT),
        ("state.hand_size[1, 0] += 1", invariants.SIZES_RIGHT),
        (
            "state.discard[:] += state.pile; state.discard_size[:] += state.pile_size;"
            "state.pile[:] = 0; state.pile_size[:] = 0",
            invariants.SIZES_RIGHT,
        ),
        (
            "kind = int(state.display[0]); state.display[0] = NONE;"
            "state.pile[kind] += 1; state.pile_size[0] += 1",
            invariants.DISPLAY_RIGHT,
        ),
        (
            "kind = int(state.display[0]); state.display[0] = NONE; state.display[5] = kind",
            invariants.DISPLAY_RIGHT,
        ),
        (
            "state.display[5] = 0; state.pile[0] -= 1; state.pile_size[0] -= 1",
            invariants.DISPLAY_RIGHT,
        ),
        ("state.pieces[0, 0] += 1", invariants.PIECES_CONSERVED),
        ("state.pieces[0, 0] -= 1; state.box[0, 0] += 1", invariants.PIECES_CONSERVED),
        ("state.free[0] ^= np.uint64(1)", invariants.ROUTES_APART),
        ("state.shut[0, 0] ^= np.uint64(1)", invariants.ROUTES_APART),
        ("state.held[0, 0] ^= np.uint64(1)", invariants.TICKETS_CONSERVED),
        ("state.left[0] += 1", invariants.TICKETS_CONSERVED),
        ("state.tail = 60000", invariants.TICKETS_CONSERVED),
        ("state.held[0, 0] = 0", invariants.TICKETS_CONSERVED),
        ("state.known[0] = state.hand[0] + 1", invariants.KNOWLEDGE_SOUND),
        ("state.fresh[0] = 200", invariants.KNOWLEDGE_SOUND),
        ("state.old[0, 1, 0] = 200", invariants.KNOWLEDGE_SOUND),
        ("state.old[0, 1, 0] += 1", invariants.KNOWLEDGE_SOUND),
        ("state.score[0] += 1", invariants.SCORES_RIGHT),
        ("state.score[0] -= 1", invariants.SCORES_RIGHT),
        ("state.pending = 3", invariants.ORDER_KEPT),
        ("state.turns_left = 200", invariants.ORDER_KEPT),
        ("state.phase = 7", invariants.ORDER_KEPT),
    ],
)
def test_each_law_can_be_broken(change: str, law: int) -> None:
    assert broken_by(change) == law


def test_locomotives_left_in_the_display_break_a_law() -> None:
    change = """
for place in range(5):
    kind = int(state.display[place])
    state.pile[kind] += 1
    state.pile[LOCOMOTIVE] -= 1
    state.display[place] = LOCOMOTIVE
"""
    assert broken_by(change, moves=0) == invariants.DISPLAY_RIGHT


def test_two_lanes_of_one_owner_break_a_law() -> None:
    board = Board.load("lesson")
    for seats in (2, 4):
        walk = Walk(board, seats, seed=1)
        state = walk.states[0]
        for owner, route in ((0, 0), (0 if seats == 4 else 1, 1)):
            bit = np.uint64(1 << route)
            state.own[owner, 0] |= bit
            state.free[0] &= ~bit
            state.pieces[owner, 0] -= board.routes[route].length
        if seats == 4:
            state.shut[0, 0] |= np.uint64(3)
        assert walk.broken() == invariants.ROUTES_APART


def test_a_seat_without_pieces_that_nobody_noticed_breaks_a_law() -> None:
    walk = Walk(Board.load("lesson"), 4, seed=1)
    while walk.seat >= 0 and int(walk.state.turns_left) == 255:
        walk.forward(1)
    while walk.seat >= 0 and int(walk.state.phase) != 3:
        walk.forward(1)
    walk.states["turns_left"] = 255
    assert walk.broken() == invariants.ORDER_KEPT


def test_a_finished_game_keeps_the_laws() -> None:
    walk = Walk(Board.load("lesson"), 2, seed=4)
    walk.forward(invariants.MOST_MOVES)
    assert int(walk.state.phase) == OVER
    assert walk.broken() == invariants.ALL_HOLD
    assert walk.legal() == 0
