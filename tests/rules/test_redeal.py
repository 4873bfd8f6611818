"""Redealing what a seat cannot know: corners that whole games seldom reach."""

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.bots.strategies.random_games import LENGTH, random_games
from stellwerk.game import ChooseMix, ChoosePieces, DrawTickets, Game, KeepTickets
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, STATE
from tests.builders import position


def test_a_sealed_mix_is_unknown_to_the_others() -> None:
    """C-25, G-02: over many redeals every mix comes up; one's own stays."""
    game = Game.new("germany", 3, seed=1)
    game.play(ChooseMix(0, 4))
    game.play(ChooseMix(1, 2))
    sealed = [game.redealt(1, rng).states[0].choice.tolist() for rng in range(40)]
    assert {choice[0] for choice in sealed} == {0, 1, 2, 3, 4}
    assert {choice[1] for choice in sealed} == {2}
    assert {choice[2] for choice in sealed} == {0}


def test_order_of_ticket_piles_is_unknown_while_all_choose_from_them() -> None:
    """C-24, G-02: each pile is shuffled by itself."""
    game = Game.new("germany", 3, seed=1)
    true = game.states[0]
    twins = [game.redealt(0, rng).states[0] for rng in range(20)]
    assert len({bytes(twin.queue) for twin in twins} | {bytes(true.queue)}) == 21
    for twin in twins:
        assert twin.tail == true.tail
        assert twin.head.tolist() == true.head.tolist()
        assert twin.left.tolist() == true.left.tolist()
        start, end = int(true.head[1]), int(true.tail)
        assert sorted(twin.queue[:start]) == sorted(true.queue[:start])
        assert sorted(twin.queue[start:end]) == sorted(true.queue[start:end])


def test_sealed_pieces_are_unknown_to_the_others() -> None:
    """C-25, W-04."""
    game = Game.new("world", 2, seed=1)
    for seat in (0, 1):
        game.play("keep 1 2 3", seat=seat)
    game.play(ChoosePieces(0, 25))
    sealed = {int(game.redealt(1, rng).states[0].choice[0]) for rng in range(60)}
    assert len(sealed) > 8
    assert min(sealed) >= 10
    assert max(sealed) <= 25


def test_tickets_that_come_round_again() -> None:
    """C-18, C-24: a seat remembers what it gave back when it is offered to it again."""
    game = Game.new("lesson", 2, seed=6)
    game.play("keep 1 2", seat=0)
    game.play("keep 1 2", seat=1)
    for _ in range(14):
        game.play("tickets")
        for seat in (0, 1):
            twin = game.redealt(seat, rng=game.seq)
            assert twin.position.offer(seat) == game.position.offer(seat)
            assert twin.position.tickets(seat) == game.position.tickets(seat)
        game.play("keep 1")


def test_books_that_turn_out_wrong_are_begun_again() -> None:
    """C-24: a card is turned up that a viewer held to be impossible."""
    game = position(pile={"red": 9}, display=["blue"] * 5)
    red = game.board.record["colours"][0] - 1
    game.states[0].fresh[1][red] = 0
    game.play("take 1")
    assert int(game.states[0].fresh[1][red]) == 8
    assert int(game.states[0].fresh[0][red]) == 8


@pytest.mark.parametrize("seats", [2, 3])
def test_random_games_of_the_kernel(seats: int) -> None:
    """C-19: at the end everybody holds what was kept."""
    states = np.zeros(2, STATE)
    lengths = np.zeros(1, LENGTH)
    board = Board.load("lesson").known
    scratch = np.zeros(1, SCRATCH)
    random_games(states, board, seats, np.zeros(1, MOVE), scratch, np.zeros(1, RESULT), lengths)
    assert lengths["turns"][0] > seats
    assert (lengths["held"][0][:seats] >= 2).all()


def test_a_redeal_ends_however_often_a_seat_has_met_the_same_tickets() -> None:
    """C-18, C-24: a seat that draws tickets all the time knows nearly all of them."""
    game = Game.new("usa", seats=2, seed=3, variant="mega")
    while not game.over and game.seq < 120:
        moves = game.legal_moves(game.pending[0])
        draws = [move for move in moves if isinstance(move, DrawTickets)]
        keeps = [move for move in moves if isinstance(move, KeepTickets)]
        fewest = min(keeps, key=lambda move: len(move.tickets), default=moves[0])
        game.play(draws[0] if draws else fewest)
    for seat in (0, 1):
        assert game.redealt(seat, rng=1).view(seat) == game.view(seat)
