"""What the rules report on a move agrees with what has changed by it."""

from __future__ import annotations

import pytest

from stellwerk.game import ClaimRoute, DrawCard
from stellwerk.game.position import Position
from stellwerk.game.report import displays_of_deal, report_of
from stellwerk.rules.kernel import INTERPRETED
from tests.game.walks import TABLES, finished

GAMES = 1 if INTERPRETED else 5


@pytest.mark.parametrize(
    ("board", "variant", "seats"), [("lesson", None, 2)] if INTERPRETED else TABLES
)
def test_a_report_agrees_with_what_has_changed(board: str, variant: str | None, seats: int) -> None:
    """C-03, C-06, C-08, E-07: the card drawn, the last display, shuffled piles, turned cards."""
    for seed in range(GAMES):
        game = finished(board, variant, seats, seed)
        assert displays_of_deal(Position(game.board, game.snapshot(0)))[-1]
        for seq, move in enumerate(game.moves, 1):
            before, after = (Position(game.board, game.snapshot(n)) for n in (seq - 1, seq))
            report = report_of(before, after, move)
            assert (report.display, *report.laid_out)[-1] == after.display
            drawn = {}
            if isinstance(move, DrawCard):
                had, has = before.hand(move.seat), after.hand(move.seat)
                drawn = {card: has[card] - had.get(card, 0) for card in has}
            assert {card: 1 for card in (report.drawn,) if card} == {
                card: count for card, count in drawn.items() if count
            }
            grown = [name for name, size in after.piles.items() if size > before.piles[name]]
            assert set(grown) <= set(report.shuffled)
            if isinstance(move, ClaimRoute) and after.phase == "tunnel":
                assert report.turned == after.turned
