"""Judging single decisions: nothing hidden counts, and what is bad is found."""

from __future__ import annotations

import pytest

from stellwerk.board import Board, boards
from stellwerk.bots import make
from stellwerk.bots.table import ask, play_on
from stellwerk.game import ClaimRoute, DrawCard, Game
from stellwerk.review.judge import Judge
from stellwerk.review.review import review
from tests.builders import position, with_dealt_tickets

FEW = 60
"""Play-outs that are enough where only equality counts."""


def game_at(board: str, seats: int, step: int) -> Game:
    game = Game.new(board, seats=seats, seed=f"judged {board}")
    bots = [make("planner", seat) for seat in range(seats)]
    while game.seq < step:
        seat = game.pending[0]
        game.play(ask(game, seat, bots[seat]))
    return game


@pytest.mark.parametrize("board", boards())
def test_judgement_is_the_same_whatever_the_seat_cannot_know(board: str) -> None:
    judge = Judge(Board.load(board), FEW)
    for step in (0, 9, 40):
        game = game_at(board, 3, step)
        if game.over:
            continue
        seat = game.pending[0]
        move = game.legal_moves(seat)[0]
        others = [game.redealt(seat, rng) for rng in range(3)]
        assert len({other.states.tobytes() for other in (game, *others)}) == 1 + len(others)
        verdicts = [judge.judge(other, seat, move) for other in others]
        assert verdicts[0] == verdicts[1] == verdicts[2]
        assert judge.judge(game, seat, move) == verdicts[0]


def test_choice_of_piles_is_judged_over_many_deals() -> None:
    game = game_at("germany", 3, 0)
    standings = [Judge(game.board, 800).played_out(game, seat) for seat in range(3)]
    # At the start no seat is far ahead, which a single deal of long tickets would make it.
    assert all(abs(standing.margin) < 45 for standing in standings)


def test_move_that_wins_at_once_is_better_than_one_that_gives_it_away() -> None:
    game = with_dealt_tickets(
        position(
            hands=[{"white": 5, "red": 1}, {"blue": 2}],
            tickets=[["denver-el-paso"], ["boston-miami"]],
            owners={"denver-phoenix": 1},
            pieces=[5, 30],
            scores=[40, 45],
            turns_left=1,
        )
    )
    claim = next(
        move
        for move in game.legal_moves(0)
        if isinstance(move, ClaimRoute) and sum(move.cards.values()) == 5
    )
    verdict = Judge(game.board, 400).judge(game, 0, DrawCard(0))
    assert verdict.others[0].margin > verdict.played.margin + 3
    assert Judge(game.board, 400).judge(game, 0, claim).played.margin > verdict.played.margin + 3


def test_every_legal_move_can_be_judged() -> None:
    game = game_at("lesson", 2, 6)
    seat = game.pending[0]
    legal = game.legal_moves(seat)
    assert len(legal) > 8
    verdict = Judge(game.board, FEW).judge(game, seat, legal[0], every=True)
    told = {verdict.played.move, *(option.move for option in verdict.others)}
    assert set(legal) <= told


def test_review_judges_every_decision_of_a_game_and_sums_it_up() -> None:
    game = Game.new("lesson", seats=2, seed=3)
    play_on(game, {0: make("random", 1), 1: make("planner", 2)})
    found = review(game, playouts=FEW)
    assert found.complete
    assert [each.seq for each in found.judged] == list(range(1, game.seq + 1))
    assert found.summaries[0].lost > found.summaries[1].lost
    assert all(0 <= each.played.chance <= 1 for each in found.judged)
    assert review(game, playouts=FEW) == found
