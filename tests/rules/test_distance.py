"""How far a ticket is from completion, as views tell it (C-20)."""

from stellwerk.game.view import TicketView
from tests.builders import position


def progress(board: str = "usa", seats: int = 2, **wanted: object) -> TicketView:
    """Return the first seat's view of its only ticket."""
    game = position(board, seats=seats, **wanted)  # type: ignore[arg-type]
    (ticket,) = game.view(0).tickets
    return ticket


def test_the_fewest_spaces_over_free_routes() -> None:
    ticket = progress(tickets=[["denver-el-paso"]])
    assert ticket.distance == 4
    assert ticket.path == ("denver-santa-fe", "el-paso-santa-fe")


def test_own_routes_cost_nothing() -> None:
    ticket = progress(tickets=[["denver-el-paso"]], owners={"denver-phoenix": 0})
    assert ticket.distance == 3
    assert ticket.path == ("el-paso-phoenix",)
    owners = {"denver-phoenix": 0, "el-paso-phoenix": 0}
    ticket = progress(tickets=[["denver-el-paso"]], owners=owners)
    assert (ticket.distance, ticket.path, ticket.completed) == (0, (), True)


def test_routes_of_others_and_closed_lanes_are_no_way() -> None:
    """C-15, C-16."""
    ticket = progress(tickets=[["denver-el-paso"]], owners={"denver-santa-fe": 1})
    assert ticket.distance == 8
    owners = {"denver-santa-fe": 1, "denver-oklahoma-city": 0, "kansas-city-oklahoma-city/1": 1}
    for seats in (2, 4):
        ticket = progress(seats=seats, tickets=[["duluth-el-paso"]], owners=owners)
        assert "denver-santa-fe" not in ticket.path


def test_a_ticket_without_any_way_left_is_lost() -> None:
    """C-20."""
    into_miami = ["atlanta-miami", "charleston-miami", "miami-new-orleans"]
    ticket = progress(tickets=[["boston-miami"]], owners=dict.fromkeys(into_miami, 1))
    assert (ticket.distance, ticket.path) == (None, ())


def test_the_stops_of_a_tour_are_joined_one_after_the_other() -> None:
    """W-12."""
    ticket = progress("world", tickets=[["casablanca-al-qahira-tehran"]])
    assert ticket.distance == 4
    assert ticket.path == ("casablanca-al-qahira", "al-qahira-tehran/1")


def test_any_end_point_of_a_country_will_do() -> None:
    """G-05: the nearest one; one already reached costs nothing."""
    nearest = progress("germany", tickets=[["frankreich-munchen"]])
    assert nearest.path[0] == "karlsruhe-frankreich-2"
    assert nearest.distance == 8
    owners = {"karlsruhe-frankreich-2": 1, "freiburg-frankreich-3": 0}
    other = progress("germany", tickets=[["frankreich-munchen"]], owners=owners)
    assert other.distance == 8
