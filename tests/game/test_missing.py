"""How many cards a hand lacks for something (C-11, C-12, E-03, E-06, E-07, W-08, W-09, W-13)."""

import pytest

from stellwerk.game import BuildHarbour, BuildStation, ClaimRoute, Game, PayTunnel
from stellwerk.game.attempt import attempt
from stellwerk.game.moves import Payment
from tests.builders import position
from tests.game.test_attempt import FERRY, RUGGED, SHIPS, europe, route, tunnel, usa, world

GRAY = route("usa", colour=None, length=3)


@pytest.mark.parametrize(
    ("game", "kind", "target", "missing"),
    [
        (usa({"blue": 1}), ClaimRoute, GRAY, 2),
        (usa({"blue": 1, "red": 2}), ClaimRoute, GRAY, 1),
        (usa({"blue": 2, "locomotive": 1}), ClaimRoute, GRAY, 0),
        (usa({}), ClaimRoute, GRAY, 3),
        (europe({"red": 9}), ClaimRoute, FERRY, 2),
        (europe({"red": 3, "locomotive": 1}), ClaimRoute, FERRY, 2),
        (europe({"red": 1}), BuildStation, "paris", 1),
        (tunnel(), PayTunnel, "", 3),
        (world({"red ship": 1}), ClaimRoute, SHIPS, 2),
        (world({"red": 3}), ClaimRoute, RUGGED, 1),
        (world({"red harbour": 1, "red ship": 2}), BuildHarbour, "lima", 1),
    ],
)
def test_what_is_missing_is_counted_by_the_rules(
    game: Game, kind: type[Payment], target: str, missing: int
) -> None:
    """C-11, C-12, E-03, E-06, E-07, W-08, W-09, W-13."""
    before = game.states.tobytes()
    tried = attempt(game, kind, target, 0)
    assert tried is not None
    assert tried.missing == missing
    assert bool(game.payments(kind, target, 0)) == (missing == 0)
    assert game.states.tobytes() == before


def test_where_no_card_would_help_nothing_is_missing() -> None:
    """C-13, C-14: a route of somebody else, one longer than the wagons left, none at all."""
    taken = position("usa", hands=[{"red": 9}], owners={GRAY: 1})
    assert attempt(taken, ClaimRoute, GRAY, 0) is None
    short = position("usa", hands=[{"red": 1}], pieces=[(2, 0)])
    assert attempt(short, ClaimRoute, GRAY, 0) is None
    assert attempt(usa({}), ClaimRoute, "nowhere", 0) is None
