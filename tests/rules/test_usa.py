"""The USA board: material, set-up, bonuses and variants."""

import pytest

from stellwerk.board import Board
from stellwerk.game import Game, KeepTickets
from tests.builders import position
from tests.rules.asking import display, refused, ticket_pile


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_deal(seats: int) -> None:
    """U-01: 4 cards each, 5 in the display, 45 wagons, 110 cards in all."""
    game = Game.new("usa", seats, seed=3)
    for seat in range(seats):
        assert sum(game.position.hand(seat).values()) == 4
        assert game.position.pieces(seat) == {"wagon": 45}
        assert game.position.score(seat) == 0
    assert len(display(game)) == 5
    state = game.states[0]
    cleared = int(state.discard_size[0])
    assert int(state.pile_size[0]) + cleared == 110 - 4 * seats - 5


def test_the_cards() -> None:
    """U-01: 12 of each of 8 colours and 14 locomotives."""
    game = position()
    colours = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]
    cards = game.position.cards(game.board.record["stock"][0])
    assert cards == {**dict.fromkeys(colours, 12), "locomotive": 14}


@pytest.mark.parametrize("board", ["usa", "europe", "world", "great_lakes"])
def test_the_colours_of_the_seats(board: str) -> None:
    """U-01, L-01."""
    assert Board.load(board).player_colours == ("blue", "red", "green", "yellow", "black")


def test_three_tickets_are_dealt_and_two_kept() -> None:
    """U-02."""
    game = Game.new("usa", 2, seed=1)
    assert len(game.position.offer(0)) == 3
    assert game.position.must_keep(0) == 2
    first, second, third = game.position.offer(0)
    assert refused(game, KeepTickets(0, (first,))) == "keep_too_few"
    assert refused(game, KeepTickets(0, ())) == "keep_too_few"
    game.play(KeepTickets(0, (first, third)))
    game.play("keep 1 2 3", seat=1)
    assert set(game.position.tickets(0)) == {first, third}
    assert ticket_pile(game)[-1] == second
    assert len(ticket_pile(game)) == 30 - 5


def test_a_start_offer_has_four_choices() -> None:
    """U-02: two of three in three ways, or all."""
    assert len(Game.new("usa", 2, seed=1).legal_moves(0)) == 4


def test_the_deck_is_the_thirty_classic_tickets() -> None:
    """U-02."""
    tickets = Board.load("usa").tickets
    assert len(tickets) == 30
    assert sum(ticket.points for ticket in tickets) == 349


def test_longest_path_is_the_only_bonus() -> None:
    """U-03."""
    game = position(
        owners={"denver-santa-fe": 0, "el-paso-santa-fe": 0}, tickets=[["denver-el-paso"]]
    )
    seat = game.outcome().seats[0]
    assert (seat.longest_path, seat.most_tickets) == (10, 0)


@pytest.mark.parametrize(
    ("variant", "tickets", "dealt", "kept", "drawn", "path", "globetrotter"),
    [
        ("classic", 30, 3, 2, 3, 10, 0),
        ("tickets69", 69, 3, 2, 3, 10, 0),
        ("1910", 35, 3, 2, 3, 0, 15),
        ("mega", 69, 5, 3, 4, 10, 15),
        ("big_cities", 35, 4, 2, 4, 0, 0),
    ],
)
def test_variants(
    variant: str, tickets: int, dealt: int, kept: int, drawn: int, path: int, globetrotter: int
) -> None:
    """U-05."""
    game = Game.new("usa", 5, seed=1, variant=variant)
    assert len(game.board.tickets) == tickets
    assert len(game.position.offer(4)) == dealt
    assert game.position.must_keep(4) == kept
    assert game.board.rules.tickets.draw == (drawn,)
    assert game.board.rules.longest_path == path
    assert game.board.rules.most_tickets == globetrotter


@pytest.mark.parametrize(("variant", "points"), [("classic", 22), ("tickets69", 20), ("mega", 20)])
def test_later_printings_value_four_tickets_lower(variant: str, points: int) -> None:
    """U-05."""
    board = Board.load("usa", variant)
    assert board.tickets[board.ticket_index["seattle-new-york"]].points == points


def test_globetrotter_goes_to_all_with_most_completed_tickets() -> None:
    """U-05."""
    owners = {
        "denver-santa-fe": 0,
        "el-paso-santa-fe": 0,
        "chicago-pittsburgh/1": 1,
        "new-york-pittsburgh/1": 1,
    }
    game = position(
        "usa", "mega", seats=3, owners=owners, tickets=[["denver-el-paso"], ["chicago-new-york"]]
    )
    assert [seat.most_tickets for seat in game.outcome().seats] == [15, 15, 0]


def test_globetrotter_goes_to_nobody_without_a_completed_ticket() -> None:
    """U-05."""
    game = position("usa", "1910", tickets=[["chicago-new-york"]])
    assert [seat.most_tickets for seat in game.outcome().seats] == [0, 0]
