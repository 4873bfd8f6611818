"""Lists of moves and payments, and moves that do not fit the phase."""

import itertools

import numpy as np
import pytest

from stellwerk.game import (
    CardSet,
    ChooseMix,
    ChoosePieces,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    Game,
    KeepTickets,
    Move,
    Pass,
    PayTunnel,
    TakeCard,
    Withdraw,
)
from stellwerk.rules import entries
from stellwerk.rules.state import CARDS_NOT_ASKED, CLAIM, MOVE, MOVES
from tests.builders import position
from tests.rules.asking import refused

TWO_PILES = {"red": 2, "red harbour": 1, "red ship": 2, "red double-ship": 2, "locomotive": 2}


@pytest.mark.parametrize("board", ["usa", "europe", "germany", "world", "great_lakes"])
def test_as_many_moves_are_counted_as_listed(board: str) -> None:
    """C-02."""
    hand = (
        TWO_PILES if board in ("world", "great_lakes") else {"red": 3, "blue": 1, "locomotive": 2}
    )
    game = position(board, hands=[hand])
    moves = np.zeros(MOVES, MOVE)
    count = entries.count_legal(game.states, 0, game.board.record, 0, moves)
    listed = game.legal_moves()
    assert count == len(listed) == len(set(listed))
    assert entries.count_legal(game.states, 0, game.board.record, 1, moves) == 0


PAID = [
    ("usa", "montreal-toronto", {"red": 3, "blue": 2, "locomotive": 2}),
    ("europe", "athina-brindisi", {"red": 4, "blue": 2, "locomotive": 3}),
    ("world", "lima-honolulu", {**TWO_PILES, "white ship": 3, "white double-ship": 2}),
    ("world", "tehran-lahore", {"red": 2, "red harbour": 1, "white": 3, "locomotive": 2}),
    ("great_lakes", "milwaukee-muskegon", {**TWO_PILES, "green double-ship": 1}),
]


@pytest.mark.parametrize(("board", "route", "hand"), PAID)
def test_payments_are_all_sets_that_are_legal(board: str, route: str, hand: dict[str, int]) -> None:
    """C-11, C-12, E-06, W-07, W-08, W-09: compared with every set that the hand holds."""
    game = position(board, hands=[hand])
    counts = itertools.product(*(range(count + 1) for count in hand.values()))
    sets = (CardSet(zip(hand, numbers, strict=True)) for numbers in counts)
    legal = {cards for cards in sets if game.is_legal(ClaimRoute(0, route, cards))}
    listed = game.payments(ClaimRoute, route)
    assert len(listed) == len(set(listed))
    assert set(listed) == legal
    locomotives = [cards.get("locomotive", 0) for cards in listed]
    assert locomotives == sorted(locomotives), "the thriftiest come first"


@pytest.mark.parametrize("room", [1, 2, 3])
def test_a_list_of_payments_stops_when_it_is_full(room: int) -> None:
    """C-12: four sets would pay for a blue route of 3."""
    game = position(hands=[{"blue": 3, "locomotive": 3}])
    route = game.board.route_index["montreal-new-york"]
    moves = np.zeros(room, MOVE)
    found = entries.payments(game.states, 0, game.board.record, 0, CLAIM, route, moves)
    assert found == room


WRONG = [
    ("usa", "turn", DrawCard(0, "ship"), "no_such_target"),
    ("usa", "turn", TakeCard(0, 1, "ship"), "no_such_target"),
    ("usa", "turn", KeepTickets(0, ()), "wrong_phase"),
    ("usa", "turn", Withdraw(0), "wrong_phase"),
    ("usa", "turn", PayTunnel(0, {"red": 1}), "wrong_phase"),
    ("usa", "turn", DrawTickets(0, 1), "bad_mix"),
    ("usa", "second", ClaimRoute(0, "denver-phoenix", {"red": 1}), "wrong_phase"),
    ("usa", "keep", DrawCard(0), "wrong_phase"),
    ("usa", "keep", ChooseMix(0, 1), "wrong_phase"),
    ("usa", "keep", ChoosePieces(0, 20), "wrong_phase"),
    ("usa", "keep", Pass(0), "wrong_phase"),
    ("germany", "mix", KeepTickets(0, ()), "wrong_phase"),
    ("world", "pieces", ExchangePieces(0, "ship", 1), "wrong_phase"),
    ("usa", "ticket_choice", DrawTickets(0), "wrong_phase"),
    ("usa", "turn", Pass(1), "not_your_turn"),
]


@pytest.mark.parametrize(("board", "phase", "move", "code"), WRONG)
def test_moves_that_do_not_fit_the_phase(board: str, phase: str, move: Move, code: str) -> None:
    """C-02, C-25."""
    game = position(board, phase=phase, hands=[{"red": 1}])
    assert refused(game, move) == code


def test_cards_that_nobody_asked_for() -> None:
    """C-02: a draw is not paid with cards."""
    game = position(hands=[{"red": 1}])
    moves = np.zeros(MOVES, MOVE)
    entries.legal(game.states, 0, game.board.record, 0, moves)
    moves[0].cards[0] = 1
    reason = entries.check(game.states, 0, game.board.record, moves, 0, np.zeros(1, MOVE))
    assert reason == CARDS_NOT_ASKED


def test_nobody_has_moves_when_another_is_to_decide() -> None:
    """C-02."""
    assert Game.new("usa", 3, seed=1).legal_moves(2) != []
    assert position(seats=3).legal_moves(2) == []
