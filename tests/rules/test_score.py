"""Final scoring: the longest path, bonuses, ranks and ties."""

import pytest

from stellwerk.game import Game
from stellwerk.game.outcome import SeatOutcome
from tests.builders import position


def scored(*routes: str, board: str = "usa") -> SeatOutcome:
    """Return the score of a seat with these routes."""
    game = position(board, seats=4, owners=dict.fromkeys(routes, 0))
    return game.outcome().seats[0]


def test_the_longest_path_is_measured_in_spaces() -> None:
    """C-22."""
    assert scored("denver-santa-fe", "el-paso-santa-fe", "denver-phoenix").trail == 2 + 2 + 5


def test_branches_do_not_count() -> None:
    """C-22: three routes meet in Denver; the two longest count."""
    assert scored("denver-phoenix", "denver-santa-fe", "denver-helena").trail == 5 + 4


def test_a_city_may_be_passed_again_a_route_may_not() -> None:
    """C-22: a figure of eight through Denver is one trail."""
    north = ["denver-helena", "helena-salt-lake-city", "denver-salt-lake-city/1"]
    south = ["denver-phoenix", "phoenix-santa-fe", "denver-santa-fe"]
    assert scored(*north, *south).trail == (4 + 3 + 3) + (5 + 3 + 2)


def test_a_ring_with_a_branch_is_one_trail() -> None:
    """C-22."""
    ring = ["denver-phoenix", "phoenix-santa-fe", "denver-santa-fe"]
    assert scored(*ring).trail == 10
    assert scored(*ring, "denver-helena").trail == 14
    assert scored(*ring, "denver-helena", "denver-omaha").trail == 18
    assert scored(*ring, "denver-helena", "denver-omaha", "el-paso-santa-fe").trail == 18


def test_a_ring_with_branches_at_two_cities() -> None:
    """C-22: once around from the longer branch beats going from one branch into the other."""
    ring = ["denver-phoenix", "phoenix-santa-fe", "denver-santa-fe"]
    assert scored(*ring, "denver-helena", "los-angeles-phoenix").trail == 4 + (5 + 3 + 2)


def test_separate_networks_do_not_add_up() -> None:
    """C-22."""
    west = ["denver-phoenix", "phoenix-santa-fe", "denver-santa-fe"]
    east = ["boston-montreal/1", "montreal-new-york", "boston-new-york/1", "montreal-toronto"]
    assert scored(*west, *east).trail == 10
    assert scored(*east).trail == 10


def test_a_dense_network_is_searched_exactly() -> None:
    """C-22: the whole south-west; checked by hand with the odd cities in mind."""
    routes = [
        "denver-phoenix",
        "denver-santa-fe",
        "phoenix-santa-fe",
        "el-paso-phoenix",
        "el-paso-santa-fe",
        "oklahoma-city-santa-fe",
        "el-paso-oklahoma-city",
        "denver-oklahoma-city",
    ]
    # Denver, Phoenix, Oklahoma City and El Paso have three routes each, Santa Fe has four. A trail
    # ends at two of the odd cities; between the other two the cheapest way is left out.
    total = 5 + 2 + 3 + 3 + 2 + 3 + 5 + 4
    assert scored(*routes).trail == total - 3


def test_the_longest_path_brings_ten_points() -> None:
    """C-22, U-03."""
    game = position(owners={"denver-phoenix": 0, "denver-santa-fe": 1})
    assert [seat.longest_path for seat in game.outcome().seats] == [10, 0]


def test_all_who_tie_for_the_longest_path_get_the_points() -> None:
    """C-22."""
    game = position(seats=3, owners={"boston-montreal/1": 0, "denver-santa-fe": 2})
    assert [seat.longest_path for seat in game.outcome().seats] == [10, 0, 10]


def test_a_path_of_length_nought_brings_nothing() -> None:
    """C-22."""
    assert [seat.longest_path for seat in position().outcome().seats] == [0, 0]


def test_most_points_win() -> None:
    """C-23."""
    game = position(seats=3, scores=[5, 30, 12])
    outcome = game.outcome()
    assert outcome.winners == (1,)
    assert [seat.rank for seat in outcome.seats] == [3, 1, 2]
    assert outcome.tie_break is None


def test_who_is_still_tied_shares_the_win() -> None:
    """C-23."""
    outcome = position(seats=3, scores=[30, 30, 12]).outcome()
    assert outcome.winners == (0, 1)
    assert [seat.rank for seat in outcome.seats] == [1, 1, 3]


def tied(board: str = "usa", variant: str | None = None, **wanted: object) -> Game:
    """Return a game whose total scores are equal, after adding to the running ones."""
    game = position(board, variant, **wanted)  # type: ignore[arg-type]
    totals = [seat.total for seat in game.outcome().seats]
    for seat, total in enumerate(totals):
        game.states[0].score[seat] += max(totals) - total
    assert len({seat.total for seat in game.outcome().seats}) == 1
    return game


DENVER = {"denver-santa-fe": 0, "el-paso-santa-fe": 0}


def test_more_completed_tickets_break_a_tie() -> None:
    """U-04."""
    game = tied(owners=DENVER, tickets=[["denver-el-paso"], ["boston-miami"]])
    outcome = game.outcome()
    assert (outcome.winners, outcome.tie_break) == ((0,), "tickets")
    assert outcome.seats[1].tie_break == "tickets"


def test_then_the_longer_longest_path_breaks_it() -> None:
    """U-04."""
    game = tied(owners={"denver-santa-fe": 0, "denver-phoenix": 1})
    outcome = game.outcome()
    assert (outcome.winners, outcome.tie_break) == ((1,), "longest_path")


def test_the_longer_path_counts_among_the_tied_only() -> None:
    """U-04: a third player with an even longer path but fewer points does not matter."""
    game = tied(seats=3, owners={"denver-santa-fe": 0, "denver-phoenix": 1, "miami-new-orleans": 2})
    game.states[0].score[2] -= 5
    outcome = game.outcome()
    assert outcome.winners == (1,)
    assert [seat.rank for seat in outcome.seats] == [2, 1, 3]


@pytest.mark.parametrize(
    ("board", "variant"),
    [("usa", "mega"), ("usa", "1910"), ("usa", "tickets69"), ("usa", "big_cities")],
)
def test_variants_break_ties_alike(board: str, variant: str) -> None:
    """U-05: by tickets, then by the longest path, whatever the bonus."""
    game = tied(board, variant, owners={"denver-santa-fe": 0, "denver-phoenix": 1})
    assert game.outcome().tie_break == "longest_path"


def test_europe_counts_tickets_then_stations_then_the_path() -> None:
    """E-12."""
    owners = {"barcelona-madrid": 0, "kharkov-moskva": 1}
    game = tied("europe", owners=owners, stations={"roma": 1})
    assert (game.outcome().winners, game.outcome().tie_break) == ((0,), "fewest_stations")
    game = tied("europe", owners=owners, stations={"roma": 1, "wien": 0})
    assert (game.outcome().winners, game.outcome().tie_break) == ((1,), "longest_path")
    game = tied(
        "europe",
        owners={"budapest-sarajevo": 0, "sarajevo-sofia": 0},
        stations={"wien": 0},
        tickets=[["budapest-sofia"]],
    )
    assert (game.outcome().winners, game.outcome().tie_break) == ((0,), "tickets")


def test_germany_counts_tickets_only() -> None:
    """G-07."""
    owners = {"hamburg-schwerin": 0, "rostock-schwerin": 0, "berlin-dresden": 1}
    game = tied("germany", owners=owners, tickets=[["hamburg-rostock"]])
    assert (game.outcome().winners, game.outcome().tie_break) == ((0,), "tickets")
    assert tied("germany", owners={"berlin-dresden": 1}).outcome().winners == (0, 1)


def test_world_counts_tickets_then_harbours() -> None:
    """W-17."""
    game = tied("world", harbours={"lima": 1})
    assert (game.outcome().winners, game.outcome().tie_break) == ((1,), "harbours")
    owners = {"marseille-athina": 0, "athina-al-qahira": 0}
    game = tied("world", owners=owners, tickets=[["marseille-al-qahira"]], harbours={"lima": 1})
    assert (game.outcome().winners, game.outcome().tie_break) == ((0,), "tickets")


def test_the_parts_of_a_score_add_up() -> None:
    """C-20 to C-23."""
    game = position(scores=[40, 20], owners=DENVER, tickets=[["denver-el-paso"], ["boston-miami"]])
    first, second = game.outcome().seats
    assert first.total == 40 + 4 + 10
    assert second.total == 20 - 12
