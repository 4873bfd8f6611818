"""Harbours: building them, and what they are worth at the end."""

import pytest

from stellwerk.game import BuildHarbour
from tests.builders import position
from tests.rules.asking import actions, discards, hand, refused

YELLOW = {"yellow harbour": 2, "yellow ship": 2}
INTO_LIMA = {"lima-valparaiso/1": 0}


def test_a_harbour_costs_two_train_and_two_ship_cards_with_the_symbol() -> None:
    """W-13."""
    game = position("world", hands=[{**YELLOW, "red": 1}], owners=INTO_LIMA)
    game.play(BuildHarbour(0, "lima", YELLOW))
    assert game.position.harbours(0) == ("lima",)
    assert hand(game) == {"red": 1}
    assert discards(game) == YELLOW
    assert game.turn == 1


def test_locomotives_replace_any_of_the_four() -> None:
    """W-13; example 6: 1 locomotive, 1 yellow ship and 2 yellow train cards."""
    game = position("world", hands=[{**YELLOW, "locomotive": 4}], owners=INTO_LIMA)
    listed = game.payments(BuildHarbour, "lima")
    assert {"yellow harbour": 2, "yellow ship": 1, "locomotive": 1} in listed
    assert {"locomotive": 4} in listed
    assert len(listed) == len(set(listed)) == 9
    game.play(BuildHarbour(0, "lima", {"yellow harbour": 2, "yellow ship": 1, "locomotive": 1}))
    assert game.position.harbours(0) == ("lima",)


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ({"yellow harbour": 3, "yellow ship": 1}, "wrong_number"),
        ({"yellow harbour": 1, "yellow ship": 3}, "wrong_number"),
        ({"yellow harbour": 2, "yellow ship": 1}, "wrong_number"),
        ({"yellow harbour": 2, "yellow ship": 2, "locomotive": 1}, "wrong_number"),
        ({"yellow": 2, "yellow ship": 2}, "no_symbol"),
        ({"yellow harbour": 2, "yellow double-ship": 2}, "no_symbol"),
        ({"yellow harbour": 2, "red ship": 2}, "mixed_colours"),
        ({"black harbour": 2, "black ship": 2}, "not_in_hand"),
        ({}, "wrong_number"),
    ],
)
def test_other_sets_build_no_harbour(cards: dict[str, int], code: str) -> None:
    """W-13."""
    everything = {"yellow harbour": 3, "yellow ship": 3, "yellow": 2, "yellow double-ship": 2}
    game = position(
        "world", hands=[{**everything, "red ship": 2, "locomotive": 1}], owners=INTO_LIMA
    )
    assert refused(game, BuildHarbour(0, "lima", cards)) == code


def test_a_harbour_needs_a_claimed_route_into_its_city() -> None:
    """W-13: by train or by ship; routes of others do not count."""
    for owners in ({}, {"lima-valparaiso/1": 1}):
        game = position("world", hands=[YELLOW], owners=owners)
        assert refused(game, BuildHarbour(0, "lima", YELLOW)) == "not_connected"
        assert BuildHarbour not in actions(game)
    for route in ("lima-honolulu", "caracas-lima/2"):
        game = position("world", hands=[YELLOW], owners={route: 0})
        assert game.is_legal(BuildHarbour(0, "lima", YELLOW))


def test_only_ports_have_harbours() -> None:
    """W-13: Moskva is no port, and junctions are no cities (W-10)."""
    owners = {"hamburg-moskva/1": 0, "cape-town-indian-ocean-junction/1": 0}
    game = position("world", hands=[YELLOW], owners=owners)
    for city in ("moskva", "indian-ocean-junction"):
        assert refused(game, BuildHarbour(0, city, YELLOW)) == "not_a_port"
    assert refused(game, BuildHarbour(0, "atlantis", YELLOW)) == "no_such_target"
    cities = {move.city for move in game.legal_moves() if isinstance(move, BuildHarbour)}
    assert cities == {"hamburg", "cape-town"}


@pytest.mark.parametrize("owner", [0, 1])
def test_one_harbour_in_a_city(owner: int) -> None:
    """W-13."""
    game = position("world", hands=[YELLOW], owners=INTO_LIMA, harbours={"lima": owner})
    assert refused(game, BuildHarbour(0, "lima", YELLOW)) == "occupied"
    cities = {move.city for move in game.legal_moves() if isinstance(move, BuildHarbour)}
    assert cities == {"valparaiso"}


def test_three_harbours_a_player() -> None:
    """W-13."""
    built = dict.fromkeys(["tokyo", "manila", "perth"], 0)
    game = position("world", hands=[YELLOW], owners=INTO_LIMA, harbours=built)
    assert refused(game, BuildHarbour(0, "lima", YELLOW)) == "no_harbour_left"
    assert BuildHarbour not in actions(game)


def test_lists_show_a_harbour_once_for_each_colour() -> None:
    """W-13."""
    hand = {**YELLOW, "red ship": 1, "white harbour": 1, "locomotive": 3}
    game = position("world", hands=[hand], owners=INTO_LIMA)
    shown = [
        move.cards
        for move in game.legal_moves()
        if isinstance(move, BuildHarbour) and move.city == "lima"
    ]
    assert shown == [
        {"white harbour": 1, "locomotive": 3},
        YELLOW,
        {"red ship": 1, "locomotive": 3},
    ]
    game = position("world", hands=[{"locomotive": 4}], owners=INTO_LIMA)
    assert {"locomotive": 4} in [
        move.cards for move in game.legal_moves() if isinstance(move, BuildHarbour)
    ]


def test_a_board_without_harbours_has_none_to_build() -> None:
    """W-13."""
    game = position("usa", hands=[{"red": 4}])
    assert refused(game, BuildHarbour(0, "miami", {"red": 4})) == "not_a_port"


def test_the_example_of_the_rulebook() -> None:
    """W-14; example 7: harbours in Buenos Aires and Dar Es Salaam are worth 30 each."""
    way = [
        "rio-de-janeiro-buenos-aires/1",
        "rio-de-janeiro-luanda",
        "lagos-luanda/1",
        "luanda-dar-es-salaam",
        "djibouti-dar-es-salaam/1",
        "al-qahira-djibouti/1",
        "athina-al-qahira",
        "hamburg-athina",
        "dar-es-salaam-jakarta/1",
        "manila-jakarta",
        "jakarta-perth",
        "perth-sydney/1",
    ]
    tickets = [
        "buenos-aires-manila",
        "buenos-aires-sydney",
        "hamburg-dar-es-salaam",
        "lagos-luanda-dar-es-salaam-djibouti",
    ]
    game = position(
        "world",
        owners=dict.fromkeys(way, 0),
        tickets=[tickets],
        harbours={"buenos-aires": 0, "dar-es-salaam": 0},
    )
    seat = game.outcome().seats[0]
    assert seat.completed == 4
    assert seat.harbours == 30 + 30 - 4


@pytest.mark.parametrize(("board", "values"), [("world", [0, 20, 30, 40, 40])])
def test_a_harbour_by_completed_tickets(board: str, values: list[int]) -> None:
    """W-14: nothing without any, 20, 30, 40, and no more."""
    way = ["rio-de-janeiro-buenos-aires/1", "rio-de-janeiro-cape-town/1", "new-york-edinburgh/1"]
    way += ["rio-de-janeiro-luanda", "luanda-dar-es-salaam", "caracas-rio-de-janeiro/1"]
    way += ["miami-caracas", "new-york-miami", "cape-town-indian-ocean-junction/1"]
    way += ["indian-ocean-junction-perth/1", "perth-sydney/1", "jakarta-perth", "manila-jakarta"]
    way += ["tokyo-manila", "edinburgh-marseille/1", "los-angeles-new-york/1"]
    tickets = [
        "rio-de-janeiro-dar-es-salaam",
        "rio-de-janeiro-perth",
        "rio-de-janeiro-tokyo",
        "los-angeles-rio-de-janeiro",
    ]
    for number, value in enumerate(values):
        game = position(
            board,
            owners=dict.fromkeys(way, 0),
            tickets=[tickets[:number]],
            harbours={"rio-de-janeiro": 0, "lima": 1},
        )
        seats = game.outcome().seats
        assert seats[0].harbours == value - 8
        assert seats[1].harbours == -8


def test_failed_tickets_and_tickets_of_others_do_not_count() -> None:
    """W-14."""
    game = position(
        "world",
        owners={"lima-valparaiso/1": 0},
        tickets=[["lima-jakarta"], ["valparaiso-rio-de-janeiro"]],
        harbours={"lima": 0, "valparaiso": 0},
    )
    assert game.outcome().seats[0].harbours == -4


def test_each_harbour_not_built_costs_four_points() -> None:
    """W-14."""
    assert position("world").outcome().seats[0].harbours == -12
    assert position("usa").outcome().seats[0].harbours == 0
