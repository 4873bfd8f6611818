"""The Europe board: material, set-up, bonuses and variants."""

import pytest

from stellwerk.board import Board
from stellwerk.game import Game, KeepTickets
from tests.builders import position
from tests.rules.asking import display, refused, ticket_pile


def test_the_deal() -> None:
    """E-01: as USA, with 3 stations."""
    game = Game.new("europe", 5, seed=2)
    assert [sum(game.position.hand(seat).values()) for seat in range(5)] == [4] * 5
    assert len(display(game)) == 5
    assert int(game.board.record["stock"][0].sum()) == 110
    for player in game.view(0).players:
        assert player.pieces == {"wagon": 45}
        assert player.stations_left == 3


def test_one_long_and_three_regular_tickets_are_dealt() -> None:
    """E-02."""
    game = Game.new("europe", 3, seed=2)
    for seat in range(3):
        offer = [game.board.tickets[game.board.ticket_index[t]] for t in game.position.offer(seat)]
        assert [ticket.pile for ticket in offer] == [0, 1, 1, 1]
        assert game.position.must_keep(seat) == 2


def test_what_is_not_kept_leaves_the_game_and_so_do_the_long_tickets_not_dealt() -> None:
    """E-02."""
    game = Game.new("europe", 2, seed=2)
    offers = [game.position.offer(seat) for seat in range(2)]
    game.play("keep 1 2", seat=0)
    game.play("keep 3 4", seat=1)
    assert game.position.tickets_left == (0, 40 - 6)
    assert not set(ticket_pile(game, 1)) & {*offers[0], *offers[1]}
    game.play("tickets")
    piles = {game.board.tickets[game.board.ticket_index[t]].pile for t in game.position.offer(0)}
    assert piles == {1}


def test_later_returned_tickets_go_under_the_pile() -> None:
    """E-02, C-18."""
    game = position("europe")
    game.play("tickets")
    first, second, third = game.position.offer(0)
    game.play(KeepTickets(0, (second,)))
    assert ticket_pile(game, 1)[-2:] == [first, third]


def test_longest_path_is_the_only_bonus() -> None:
    """E-11: without stations and borrowed routes."""
    owners = {"barcelona-madrid": 0, "lisboa-madrid": 1, "cadiz-lisboa": 0}
    game = position("europe", owners=owners, stations={"madrid": 0, "lisboa": 0})
    seats = game.outcome().seats
    assert [seat.trail for seat in seats] == [2, 3]
    assert [seat.longest_path for seat in seats] == [0, 10]
    assert [seat.most_tickets for seat in seats] == [0, 0]


@pytest.mark.parametrize(
    ("variant", "tickets", "dealt", "kept", "left"),
    [
        ("base", 46, 4, 2, (0, 40 - 9)),
        ("1912", 65, 4, 2, (0, 59 - 9)),
        ("big_cities", 45, 5, 2, (45 - 15,)),
        ("mega", 101, 7, 3, None),
    ],
)
def test_variants(
    variant: str, tickets: int, dealt: int, kept: int, left: tuple[int, ...] | None
) -> None:
    """E-13: tickets in all, dealt, kept at least, and left after three seats kept the last ones."""
    game = Game.new("europe", 3, seed=1, variant=variant)
    assert len(game.board.tickets) == tickets
    assert len(game.position.offer(0)) == dealt
    assert game.position.must_keep(0) == kept
    for seat in range(3):
        game.play(KeepTickets(seat, game.position.offer(seat)[-kept:]))
    if left is not None:
        assert game.position.tickets_left == left


def test_mega_lets_nobody_keep_two_long_tickets() -> None:
    """E-13."""
    game = Game.new("europe", 2, seed=1, variant="mega")
    offer = game.position.offer(0)
    assert refused(game, KeepTickets(0, offer[:3]), 0) == "keep_too_many"
    assert refused(game, KeepTickets(0, offer[2:4]), 0) == "keep_too_few"
    listed = [move.tickets for move in game.legal_moves(0) if isinstance(move, KeepTickets)]
    assert offer[:3] not in listed
    assert offer[1:4] in listed
    game.play(KeepTickets(0, offer[1:]))
    game.play(KeepTickets(1, game.position.offer(1)[2:5]))
    long_tickets = len([t for t in Board.load("europe", "mega").tickets if t.pile == 0])
    assert game.position.tickets_left == (0, 101 - long_tickets - 10)
