"""Ship routes and rugged ground: sets that do not simply count."""

import numpy as np
import numpy.typing as npt
import pytest

from stellwerk.board.layout import SHIP_COLOURS
from stellwerk.game import ClaimRoute
from stellwerk.rules.entries import States
from stellwerk.rules.kernel import entry
from stellwerk.rules.payment import ship_spaces
from tests.builders import position
from tests.rules.asking import claimable, pays, refused

WHITE_4 = "mumbai-dar-es-salaam"
RED_5 = "tokyo-honolulu"
WHITE_1 = "edinburgh-marseille/1"
WHITE = {"white ship": 4, "white double-ship": 3, "locomotive": 4}


def test_a_white_ship_route_of_four() -> None:
    """W-08; example 4."""
    game = position("world", hands=[WHITE])
    assert pays(
        game,
        WHITE_4,
        {"white double-ship": 2},
        {"white ship": 4},
        {"white ship": 2, "white double-ship": 1},
        {"white double-ship": 1, "locomotive": 2},
        {"white ship": 1, "white double-ship": 1, "locomotive": 1},
        {"locomotive": 4},
    )
    move = ClaimRoute(0, WHITE_4, {"white ship": 1, "white double-ship": 2})
    assert refused(game, move) == "waste"


def test_a_ship_route_of_five() -> None:
    """W-08; example 4: 2 double and 1 single, or 3 double with half of one lost."""
    game = position("world", hands=[{"red ship": 2, "red double-ship": 4}])
    assert game.payments(ClaimRoute, RED_5) == [
        {"red ship": 1, "red double-ship": 2},
        {"red double-ship": 3},
    ]
    game.play(ClaimRoute(0, RED_5, {"red double-ship": 3}))
    assert game.position.pieces(0) == {"wagon": 20, "ship": 35}
    assert game.position.score(0) == 10


@entry
def _ship_spaces(states: States, spaces: npt.NDArray[np.int64]) -> None:
    for colour in range(len(spaces)):
        spaces[colour] = ship_spaces(states[0], 0, colour)


def test_a_double_ship_covers_two_spaces() -> None:
    """W-08."""
    game = position("world", hands=[WHITE])
    spaces = np.zeros(SHIP_COLOURS, np.int64)
    _ship_spaces(game.states, spaces)
    assert sorted(spaces) == [0, 0, 0, 0, 0, 10]


def test_a_double_ship_on_a_route_of_one() -> None:
    """W-08; example 4."""
    game = position("world", hands=[{"white double-ship": 1}])
    assert pays(game, WHITE_1, {"white double-ship": 1})


def test_a_locomotive_covers_one_space_never_two() -> None:
    """W-08."""
    game = position("world", hands=[WHITE])
    assert refused(game, ClaimRoute(0, WHITE_4, {"locomotive": 2})) == "wrong_number"
    lost = {"white double-ship": 2, "locomotive": 1}
    assert refused(game, ClaimRoute(0, WHITE_4, lost)) == "waste"


@pytest.mark.parametrize(
    "cards",
    [
        {"white ship": 3},
        {"white ship": 3, "white double-ship": 3},
        {"white double-ship": 1},
        {"white double-ship": 3},
        {},
    ],
)
def test_too_few_or_too_many_ships(cards: dict[str, int]) -> None:
    """W-08."""
    game = position("world", hands=[WHITE])
    assert refused(game, ClaimRoute(0, WHITE_4, cards)) == "wrong_number"


def test_a_double_ship_of_another_colour_does_not_help() -> None:
    """W-08."""
    game = position("world", hands=[{"white double-ship": 1, "red double-ship": 2}])
    mixed = {"white double-ship": 1, "red double-ship": 1}
    assert refused(game, ClaimRoute(0, WHITE_4, mixed)) == "mixed_colours"
    assert refused(game, ClaimRoute(0, WHITE_4, {"red double-ship": 2})) == "wrong_colour"


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ({"white ship": 4, "white double-ship": 2}, {"white ship": 4}),
        ({"white ship": 3, "white double-ship": 2}, {"white ship": 2, "white double-ship": 1}),
        ({"white ship": 1, "white double-ship": 2}, {"white double-ship": 2}),
        ({"white ship": 1, "locomotive": 3}, {"white ship": 1, "locomotive": 3}),
        (
            {"white double-ship": 1, "locomotive": 3},
            {"white double-ship": 1, "locomotive": 2},
        ),
        ({"white double-ship": 2, "locomotive": 1}, {"white double-ship": 2}),
    ],
)
def test_lists_show_the_fewest_locomotives_and_single_ships_first(
    hand: dict[str, int], shown: dict[str, int]
) -> None:
    """W-08: single ships before double ones where that loses no half."""
    game = position("world", hands=[hand])
    first = next(
        move
        for move in game.legal_moves()
        if isinstance(move, ClaimRoute) and move.route == WHITE_4
    )
    assert first.cards == shown


def test_a_half_is_lost_to_save_a_locomotive() -> None:
    """W-08."""
    game = position("world", hands=[{"red double-ship": 3, "locomotive": 1}])
    listed = [
        move.cards
        for move in game.legal_moves()
        if isinstance(move, ClaimRoute) and move.route == RED_5
    ]
    assert listed == [{"red double-ship": 3}]


def test_a_purple_train_route_of_three() -> None:
    """W-07, C-12; example 5: any of three purple train cards replaced by locomotives."""
    game = position("world", hands=[{"purple": 3, "locomotive": 3}])
    assert game.payments(ClaimRoute, "novosibirsk-yakutsk") == [
        {"purple": 3},
        {"purple": 2, "locomotive": 1},
        {"purple": 1, "locomotive": 2},
        {"locomotive": 3},
    ]


RUGGED_2 = "tehran-lahore"
RUGGED_3 = "lahore-beijing"


def test_two_rugged_spaces() -> None:
    """W-09; example 18."""
    game = position("world", hands=[{"red": 3, "red harbour": 1, "yellow": 2, "locomotive": 4}])
    assert pays(
        game,
        RUGGED_2,
        {"red": 2, "yellow": 2},
        {"red": 1, "locomotive": 1, "yellow": 2},
        {"locomotive": 4},
        {"red": 3, "red harbour": 1},
        {"red": 1, "yellow": 1, "locomotive": 2},
    )
    assert refused(game, ClaimRoute(0, RUGGED_2, {"red": 3, "yellow": 1})) == "rugged_pairs"
    assert refused(game, ClaimRoute(0, RUGGED_2, {"red": 2})) == "wrong_number"
    assert refused(game, ClaimRoute(0, RUGGED_2, {"red": 2, "locomotive": 3})) == "wrong_number"


def test_rugged_ground_takes_one_wagon_and_the_points_of_a_space_each() -> None:
    """W-09."""
    game = position("world", hands=[{"red": 2, "yellow": 2}])
    game.play(ClaimRoute(0, RUGGED_2, {"red": 2, "yellow": 2}))
    assert game.position.pieces(0) == {"wagon": 18, "ship": 40}
    assert game.position.score(0) == 2


def test_ships_do_not_pay_for_rugged_ground() -> None:
    """W-09, W-07."""
    game = position("world", hands=[{"red ship": 4}])
    assert refused(game, ClaimRoute(0, RUGGED_2, {"red ship": 4})) == "wrong_pile"


def test_rugged_ground_needs_wagons_for_its_spaces_only() -> None:
    """W-09, C-13."""
    game = position("world", hands=[{"red": 4}], pieces=[(2, 9)])
    assert RUGGED_2 in claimable(game)
    game = position("world", hands=[{"red": 4}], pieces=[(1, 9)])
    assert RUGGED_2 not in claimable(game)


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ({"red": 6}, {"red": 6}),
        ({"red": 5, "white": 2, "locomotive": 1}, {"red": 4, "white": 2}),
        ({"red": 3, "white": 3, "locomotive": 2}, {"red": 2, "white": 3, "locomotive": 1}),
        ({"red": 1, "locomotive": 5}, {"red": 1, "locomotive": 5}),
        ({"locomotive": 6}, {"locomotive": 6}),
        (
            {"red": 1, "red harbour": 3, "white": 2},
            {"red": 1, "red harbour": 3, "white": 2},
        ),
    ],
)
def test_a_rugged_route_is_listed_once_with_the_fewest_locomotives(
    hand: dict[str, int], shown: dict[str, int]
) -> None:
    """W-09."""
    game = position("world", hands=[hand])
    listed = [
        move.cards
        for move in game.legal_moves()
        if isinstance(move, ClaimRoute) and move.route == RUGGED_3
    ]
    assert listed == [shown]
    fewest = min(cards.get("locomotive", 0) for cards in game.payments(ClaimRoute, RUGGED_3))
    assert shown.get("locomotive", 0) == fewest


@pytest.mark.parametrize(
    "hand", [{"red": 5, "white": 1}, {"locomotive": 5}, {"red": 1, "white": 1}]
)
def test_too_few_pairs_for_rugged_ground(hand: dict[str, int]) -> None:
    """W-09."""
    game = position("world", hands=[hand])
    assert RUGGED_3 not in claimable(game)
    assert game.payments(ClaimRoute, RUGGED_3) == []
