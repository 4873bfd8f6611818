import msgspec
import pytest

from stellwerk.board import Board
from stellwerk.game import Game, View, view
from tests.builders import position
from tests.game.walks import TABLES, finished, walk


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_a_view_does_not_change_when_the_unseen_is_redealt(
    board: str, variant: str | None, seats: int
) -> None:
    """C-24, C-25: what a seat is shown follows from what it may know."""
    for number, game in enumerate(walk(board, variant, seats, seed=5)):
        if (number % 11 and number > 12) or game.over:
            continue
        for seat in (None, *range(seats)):
            twin = game.redealt(seat, rng=number)
            assert twin.view(seat) == game.view(seat)
            assert twin.events(seat, since=number - 9) == game.events(seat, since=number - 9)


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_what_was_shown_before_is_kept_only_as_long_as_it_is_true(
    board: str, variant: str | None, seats: int
) -> None:
    for game in walk(board, variant, seats, seed=8):
        fresh = game.clone()
        for seat in (None, *range(seats)):
            assert game.view(seat) == fresh.view(seat)


@pytest.mark.parametrize("slow", ["_public", "tickets_seen"])
def test_views_of_two_steps_made_at_the_same_time_are_both_true(
    slow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot thinks in a thread of its own about a step that others may have left already."""
    hands = [{"locomotive": 4}, {}]
    earlier = position("usa", tickets=[["duluth-el-paso"], []], hands=hands)
    later = earlier.clone()
    later.play("claim duluth-omaha/1 with 2 locomotive")
    true = [game.clone().view(0) for game in (earlier, later)]
    assert true[0].tickets != true[1].tickets
    later.shown = earlier.shown
    meanwhile = [later]
    work = getattr(view, slow)

    def work_slowly(*given: object) -> object:
        done = work(*given)
        if meanwhile:  # the other thread makes its view while this one is busy with its own
            assert meanwhile.pop().view(0) == true[1]
        return done

    monkeypatch.setattr(view, slow, work_slowly)
    assert earlier.view(0) == true[0]
    assert later.view(0) == true[1]
    assert earlier.view(0) == true[0]


def test_a_redealt_game_is_another_game_and_can_be_played_on() -> None:
    *_, game = (game for game, _ in zip(walk("usa", None, 3, seed=3), range(40), strict=False))
    twin = game.redealt(0, rng=1)
    assert twin.states.tobytes() != game.states.tobytes()
    assert twin.states["key"].tobytes() != game.states["key"].tobytes()
    assert game.redealt(0, rng=1).states.tobytes() == twin.states.tobytes()
    before = twin.seq
    twin.play(twin.legal_moves()[0])
    assert twin.seq == before + 1
    assert [event.seq for event in twin.events(0, since=before)]
    assert not twin.can_undo() or twin.seq > before


def test_a_redealt_game_tells_other_seats_only_what_all_know() -> None:
    game = Game.new("usa", 3, seed=1)
    twin = game.redealt(0, rng=1)
    assert twin.events(1) == game.events(None)


def test_a_spectator_sees_no_secret() -> None:
    for number, game in enumerate(walk("europe", None, 3)):
        if number % 10 or game.over:
            continue
        view = game.view()
        assert view.seat is None
        assert view.hand == {}
        assert view.tickets == ()
        assert view.offer is None
        assert view.moves == ()
        assert view.outcome is None


def test_a_seat_sees_its_own_cards_and_only_the_number_of_the_others() -> None:
    game = position(hands=[{"red": 3, "locomotive": 1}, {"blue": 7}])
    view = game.view(0)
    assert view.hand == {"red": 3, "locomotive": 1}
    assert view.players[1].cards == {"train": 7}
    assert view.players[1].known == {}
    assert "blue" not in view.hand


def test_cards_taken_openly_are_known_to_all() -> None:
    game = position(display=["red", "blue", "green", "white", "black"])
    game.play("take red")
    game.play("draw")
    assert game.view(1).players[0].known == {"red": 1}
    assert game.view(1).players[0].cards == {"train": 2}


def test_tickets_come_with_their_progress() -> None:
    owners = {"denver-santa-fe": 0, "el-paso-santa-fe": 0}
    tickets = [["denver-el-paso", "boston-miami"], ["kansas-city-houston"]]
    view = position(owners=owners, tickets=tickets).view(0)
    shown = {ticket.ticket: ticket for ticket in view.tickets}
    assert shown["denver-el-paso"].completed
    assert (shown["denver-el-paso"].value, shown["denver-el-paso"].distance) == (4, 0)
    assert shown["denver-el-paso"].path == ()
    boston = shown["boston-miami"]
    assert (boston.completed, boston.value) == (False, -12)
    board = Board.load("usa")
    assert boston.distance == sum(board.route(route).length for route in boston.path)
    assert view.players[1].tickets == (1,)


def test_a_lost_ticket_has_no_distance() -> None:
    around = {route.id: 1 for route in Board.load("usa").routes if "miami" in route.id}
    view = position(owners=around, tickets=[["boston-miami"]]).view(0)
    assert view.tickets[0].distance is None
    assert view.tickets[0].path == ()


def test_an_offer_says_how_many_must_be_kept() -> None:
    game = Game.new("usa", 2, seed=1)
    offer = game.view(0).offer
    assert offer is not None
    assert (len(offer.tickets), offer.keep) == (3, 2)
    assert game.view(0).players[1].offered == (3,)


def test_whether_others_have_decided_is_public_but_not_what() -> None:
    """C-25."""
    game = Game.new("usa", 2, seed=1)
    game.play("keep 1 2 3", seat=1)
    view = game.view(0)
    assert [player.decided for player in view.players] == [False, True]
    assert view.players[1].tickets == (0,)
    assert [event.code for event in view.events if event.seq == 1] == ["decided"]


def test_germany_shows_long_and_short_tickets_apart() -> None:
    tickets = Board.load("germany").tickets
    short, long = ([each.id for each in tickets if each.pile == pile] for pile in (0, 1))
    game = position("germany", tickets=[[], [long[0], short[0]]])
    assert game.view(0).players[1].tickets == (1, 1)
    europe = Game.new("europe", 2, seed=1)
    assert europe.view(0).players[1].offered == (4,)


def test_closed_lanes_and_owners_are_shown() -> None:
    view = position(owners={"duluth-omaha/1": 1}).view(0)
    assert view.owners == {"duluth-omaha/1": 1}
    assert view.closed == ("duluth-omaha/2",)
    assert position(seats=4, owners={"duluth-omaha/1": 1}).view(0).closed == ()


def test_the_end_is_announced_and_then_all_is_shown() -> None:
    assert position(turns_left=2).view(0).turns_left == 2
    assert position().view(0).turns_left is None
    game = finished("lesson")
    view = game.view()
    assert view.over
    assert view.outcome == game.outcome()


def test_a_view_survives_json() -> None:
    for number, game in enumerate(walk("world", None, 2)):
        if number % 25 == 0:
            view = game.view(1)
            read = msgspec.json.decode(view.to_json(), type=View)
            assert read.to_json() == view.to_json()
            assert (read.hand, read.moves, read.players) == (view.hand, view.moves, view.players)
