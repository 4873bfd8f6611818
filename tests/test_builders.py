import numpy as np
import pytest

from stellwerk.board import boards
from tests.builders import position


@pytest.mark.parametrize("board", boards())
def test_a_built_position_conserves_cards_and_can_be_played(board: str) -> None:
    game = position(board, seats=3, hands=[{"red": 2, "locomotive": 1}, {"white": 1}])
    state = game.states[0]
    shown = [kind for kind in state.display.tolist() if kind != 255]
    total = state.pile.astype(int) + state.discard + state.hand.sum(axis=0)
    total += np.bincount(shown, minlength=len(total))
    assert (total == game.board.record["stock"][0]).all()
    assert state.pile_size.sum() == state.pile.sum()
    for seat in range(3):
        assert state.hand_size[seat].sum() == state.hand[seat].sum()
        others = [state.hand[other].astype(int) for other in range(3) if other != seat]
        assert (state.fresh[seat] == state.pile + sum(others)).all()
        assert game.redealt(seat, rng=1).view(seat) == game.view(seat)
    for _ in range(20):
        game.play(game.legal_moves()[0])


def test_owners_lay_pieces_and_close_lanes() -> None:
    game = position(owners={"duluth-omaha/1": 0})
    assert game.position.pieces(0) == {"wagon": 43}
    assert game.position.closed == ("duluth-omaha/2",)


def test_more_cards_than_there_are_is_refused() -> None:
    with pytest.raises(AssertionError, match="more cards than the board has"):
        position(hands=[{"red": 13}])
