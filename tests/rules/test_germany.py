"""The Germany board: two ticket piles, countries, and the bonus for most tickets."""

import pytest

from stellwerk.board import Board
from stellwerk.game import ChooseMix, DrawTickets, Game, KeepTickets
from tests.builders import position
from tests.rules.asking import actions, all_tickets, display, refused, ticket_pile

SHORT = [ticket.id for ticket in Board.load("germany").tickets if ticket.pile == 0]
LONG = [ticket.id for ticket in Board.load("germany").tickets if ticket.pile == 1]


def test_the_deal() -> None:
    """G-01."""
    game = Game.new("germany", 5, seed=1)
    assert [sum(game.position.hand(seat).values()) for seat in range(5)] == [4] * 5
    assert len(display(game)) == 5
    assert game.position.pieces(0) == {"wagon": 45}
    assert game.board.player_colours == ("red", "purple", "black", "yellow", "white")


def test_the_two_piles() -> None:
    """G-02: 33 short and 29 long tickets."""
    assert (len(SHORT), len(LONG)) == (33, 29)


@pytest.mark.parametrize("second", [0, 1, 2, 3, 4])
def test_four_tickets_in_any_mix_of_the_piles(second: int) -> None:
    """G-02."""
    game = Game.new("germany", 2, seed=1)
    assert game.legal_moves(0) == [ChooseMix(0, number) for number in range(5)]
    game.play(ChooseMix(0, second))
    game.play(ChooseMix(1, 2))
    assert game.position.ticket_counts(game.position.offer(0)) == (4 - second, second)
    assert game.position.must_keep(0) == 2


@pytest.mark.parametrize("second", [-1, 5])
def test_a_mix_of_more_than_four_is_refused(second: int) -> None:
    """G-02."""
    game = Game.new("germany", 2, seed=1)
    assert refused(game, ChooseMix(0, second)) == "bad_mix"


def test_returned_tickets_go_back_and_both_piles_are_shuffled_again() -> None:
    """G-02."""
    game = Game.new("germany", 2, seed=1)
    game.play(ChooseMix(0, 2))
    game.play(ChooseMix(1, 0))
    before = [ticket_pile(game, pile) for pile in (0, 1)]
    offers = [game.position.offer(seat) for seat in (0, 1)]
    game.play(KeepTickets(0, offers[0][:2]))
    game.play(KeepTickets(1, offers[1][2:]))
    after = [ticket_pile(game, pile) for pile in (0, 1)]
    assert set(after[0]) == set(before[0]) | set(offers[1][:2])
    assert set(after[1]) == set(before[1]) | set(offers[0][2:])
    assert after[0][: len(before[0])] != before[0]
    assert game.position.tickets_left == (33 - 4, 29)


@pytest.mark.parametrize("second", [0, 1, 2, 3, 4])
def test_later_four_tickets_in_a_mix_announced_first(second: int) -> None:
    """G-03."""
    game = position("germany")
    tops = ticket_pile(game, 0)[: 4 - second] + ticket_pile(game, 1)[:second]
    game.play(DrawTickets(0, second))
    assert list(game.position.offer(0)) == tops
    game.play(KeepTickets(0, (tops[0],)))
    assert game.turn == 1
    returned = ticket_pile(game, 0)[-4:] + ticket_pile(game, 1)[-4:]
    assert set(tops[1:]) <= set(returned)


def test_returned_tickets_go_under_their_own_pile() -> None:
    """G-03: and come up again when the pile has gone round."""
    game = position("germany", tickets=[[], SHORT[6:] + LONG[2:]])
    game.play(DrawTickets(0, 1))
    assert game.position.offer(0) == (*SHORT[:3], LONG[0])
    game.play(KeepTickets(0, (SHORT[1],)))
    assert ticket_pile(game, 0) == [*SHORT[3:6], SHORT[0], SHORT[2]]
    assert ticket_pile(game, 1) == [LONG[1], LONG[0]]
    game.play(DrawTickets(1, 0))
    game.play("keep 1")
    game.play(DrawTickets(0, 1))
    assert game.position.offer(0)[-1] == LONG[1]


def test_no_more_of_a_pile_than_it_holds() -> None:
    """G-03: with 2 long ones left at most 2 can be asked for."""
    game = position("germany", tickets=[[], LONG[2:]])
    mixes = [move.second for move in game.legal_moves() if isinstance(move, DrawTickets)]
    assert mixes == [0, 1, 2]
    assert refused(game, DrawTickets(0, 3)) == "bad_mix"
    game = position("germany", tickets=[[], SHORT[1:]])
    mixes = [move.second for move in game.legal_moves() if isinstance(move, DrawTickets)]
    assert mixes == [3, 4]
    assert refused(game, DrawTickets(0, 2)) == "bad_mix"


@pytest.mark.parametrize(("short", "long"), [(1, 2), (0, 3), (3, 0), (2, 2)])
def test_four_or_fewer_left_are_all_taken_without_a_choice(short: int, long: int) -> None:
    """G-03."""
    game = position("germany", tickets=[[], SHORT[short:] + LONG[long:]])
    mixes = [move.second for move in game.legal_moves() if isinstance(move, DrawTickets)]
    assert mixes == [long]
    game.play(DrawTickets(0, long))
    assert len(game.position.offer(0)) == short + long


def test_without_tickets_there_is_nothing_to_draw() -> None:
    """G-03, C-18."""
    game = position("germany", tickets=[[], all_tickets("germany")])
    assert DrawTickets not in actions(game)
    assert refused(game, DrawTickets(0, 0)) == "no_tickets"


def test_a_country_is_reached_at_any_of_its_end_points() -> None:
    """G-05."""
    way = ["munchen-nurnberg/1", "nurnberg-wurzburg/1", "frankfurt-wurzburg/1"]
    way += ["frankfurt-mannheim/1", "karlsruhe-mannheim"]
    for last in (["karlsruhe-frankreich-2"], ["karlsruhe-saarbrucken", "saarbrucken-frankreich-1"]):
        owners = dict.fromkeys([*way, *last], 0)
        game = position("germany", owners=owners, tickets=[["frankreich-munchen"]])
        assert game.outcome().seats[0].ticket_points == 8
    game = position("germany", owners=dict.fromkeys(way, 0), tickets=[["frankreich-munchen"]])
    assert game.outcome().seats[0].ticket_points == -8


def test_a_country_at_both_ends() -> None:
    """G-05: Dänemark to Niederlande over Bremerhaven and Emden."""
    way = ["bremerhaven-danemark-1", "bremerhaven-emden", "emden-niederlande-1"]
    game = position("germany", owners=dict.fromkeys(way, 0), tickets=[["danemark-niederlande"]])
    assert game.outcome().seats[0].completed == 1


def test_a_country_never_connects_two_routes() -> None:
    """G-05; example 3: Freiburg and Saarbrücken are not joined through Frankreich."""
    way = ["freiburg-frankreich-3", "saarbrucken-frankreich-1", "hannover-kassel/1"]
    way += ["frankfurt-kassel/1", "frankfurt-mannheim/1", "mannheim-saarbrucken"]
    game = position(
        "germany",
        owners=dict.fromkeys(way, 0),
        tickets=[["hannover-saarbrucken", "kassel-freiburg"]],
    )
    results = {each.ticket: each.status for each in game.outcome().seats[0].tickets}
    assert results == {"hannover-saarbrucken": "completed", "kassel-freiburg": "failed"}


def test_fifteen_points_for_most_completed_tickets() -> None:
    """G-06: all tied players get them."""
    owners = {"hamburg-schwerin": 0, "rostock-schwerin": 0, "berlin-magdeburg": 1}
    owners |= {"leipzig-magdeburg": 1, "chemnitz-leipzig": 1, "berlin-hamburg/1": 2}
    tickets = [["hamburg-rostock"], ["berlin-chemnitz"], ["koln-leipzig", "leipzig-ulm"]]
    game = position("germany", seats=3, owners=owners, tickets=tickets)
    seats = game.outcome().seats
    assert [seat.most_tickets for seat in seats] == [15, 15, 0]
    assert [seat.longest_path for seat in seats] == [0, 0, 0]


def test_nobody_gets_the_bonus_without_a_completed_ticket() -> None:
    """G-06."""
    game = position("germany", tickets=[["hamburg-rostock"], ["berlin-chemnitz"]])
    assert [seat.most_tickets for seat in game.outcome().seats] == [0, 0]


def test_the_tickets_of_1902_are_shuffled_into_the_two_piles() -> None:
    """G-08."""
    tickets = Board.load("germany", "1902").tickets
    assert len(tickets) == 62 + 29
    assert {ticket.pile for ticket in tickets if ticket.id not in {*SHORT, *LONG}} == {0, 1}
