"""Drawing, keeping and completing tickets."""

import pytest

from stellwerk.game import DrawTickets, KeepTickets
from tests.builders import position
from tests.rules.asking import actions, all_tickets, refused, ticket_pile


@pytest.mark.parametrize(
    ("board", "variant", "number"),
    [
        ("usa", "classic", 3),
        ("usa", "mega", 4),
        ("usa", "big_cities", 4),
        ("europe", "base", 3),
        ("europe", "big_cities", 4),
        ("germany", "base", 4),
        ("world", "base", 4),
        ("great_lakes", "base", 4),
    ],
)
def test_so_many_tickets_are_drawn(board: str, variant: str, number: int) -> None:
    """C-18, U-05, E-13, G-03, W-03, L-01."""
    game = position(board, variant)
    game.play(DrawTickets(0))
    assert game.phase == "ticket_choice"
    assert len(game.position.offer(0)) == number
    assert game.position.must_keep(0) == 1


def test_the_top_tickets_are_offered() -> None:
    """C-18."""
    game = position()
    top = ticket_pile(game)[:3]
    game.play("tickets")
    assert list(game.position.offer(0)) == top


@pytest.mark.parametrize("kept", [[1], [2], [1, 3], [1, 2, 3]])
def test_at_least_one_is_kept_and_the_rest_goes_under_the_pile(kept: list[int]) -> None:
    """C-18: in the order offered."""
    game = position()
    before = ticket_pile(game)
    game.play("tickets")
    game.play("keep " + " ".join(str(number) for number in kept))
    returned = [ticket for n, ticket in enumerate(before[:3], start=1) if n not in kept]
    assert ticket_pile(game) == before[3:] + returned
    assert game.position.tickets(0) == tuple(before[n - 1] for n in kept)
    assert game.turn == 1


def test_none_kept_is_refused() -> None:
    """C-18."""
    game = position()
    game.play("tickets")
    assert refused(game, KeepTickets(0, ())) == "keep_too_few"
    assert len(game.legal_moves()) == 7
    assert actions(game) == {KeepTickets}


def test_a_ticket_that_was_not_offered_cannot_be_kept() -> None:
    """C-18."""
    game = position()
    game.play("tickets")
    assert refused(game, KeepTickets(0, ("winnipeg-houston",))) == "not_offered"


def test_fewer_left_are_all_taken() -> None:
    """C-18."""
    gone = all_tickets("usa")[:-2]
    game = position(tickets=[[], gone])
    game.play("tickets")
    assert len(game.position.offer(0)) == 2
    game.play("keep 2")
    assert len(ticket_pile(game)) == 1


def test_without_tickets_left_it_is_no_legal_action() -> None:
    """C-18."""
    game = position(tickets=[[], all_tickets("usa")])
    assert DrawTickets not in actions(game)
    assert refused(game, DrawTickets(0)) == "no_tickets"


def test_tickets_are_secret_until_the_end() -> None:
    """C-19: another seat and a spectator see how many, not which."""
    game = position(tickets=[["boston-miami", "denver-el-paso"]])
    assert [ticket.ticket for ticket in game.view(0).tickets] == ["boston-miami", "denver-el-paso"]
    for viewer in (1, None):
        view = game.view(viewer)
        assert view.players[0].tickets == (2,)
        assert b"boston-miami" not in view.to_json()


def test_any_number_of_tickets_may_be_held() -> None:
    """C-19."""
    game = position(tickets=[all_tickets("usa")[:-3]])
    game.play("tickets")
    game.play("keep 1 2 3")
    assert len(game.position.tickets(0)) == 30


def test_a_kept_ticket_cannot_be_given_back() -> None:
    """C-19: only the tickets of an offer can be returned, and only once."""
    game = position(tickets=[["boston-miami"]])
    game.play("tickets")
    game.play("keep 1")
    assert "boston-miami" in game.position.tickets(0)
    assert refused(game, KeepTickets(0, ()), 0) == "not_your_turn"
    assert "boston-miami" not in ticket_pile(game)


def test_a_completed_ticket_adds_its_points() -> None:
    """C-20."""
    game = position(
        owners={"denver-santa-fe": 0, "el-paso-santa-fe": 0}, tickets=[["denver-el-paso"]]
    )
    seat = game.outcome().seats[0]
    assert (seat.ticket_points, seat.completed) == (4, 1)


def test_a_failed_ticket_subtracts_its_points() -> None:
    """C-20."""
    game = position(owners={"denver-santa-fe": 0}, tickets=[["denver-el-paso"]])
    seat = game.outcome().seats[0]
    assert (seat.ticket_points, seat.completed) == (-4, 0)


def test_routes_of_others_do_not_complete_a_ticket() -> None:
    """C-20."""
    game = position(
        owners={"denver-santa-fe": 0, "el-paso-santa-fe": 1}, tickets=[["denver-el-paso"]]
    )
    assert game.outcome().seats[0].ticket_points == -4


def test_a_detour_completes_a_ticket_too() -> None:
    """C-20."""
    game = position(
        owners={"denver-phoenix": 0, "el-paso-phoenix": 0, "atlanta-miami": 0},
        tickets=[["denver-el-paso"]],
    )
    assert game.outcome().seats[0].ticket_points == 4
