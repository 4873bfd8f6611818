from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.board import COLOURS, Board
from stellwerk.game import (
    BadSetup,
    BuildHarbour,
    BuildStation,
    ChooseMix,
    ChoosePieces,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    Game,
    GameError,
    GameOver,
    IllegalMove,
    KeepTickets,
    Move,
    NotYourTurn,
    Pass,
    PayTunnel,
    StaleState,
    TakeCard,
    Withdraw,
)
from stellwerk.game.refusal import CODES
from stellwerk.rules import state as kernel
from tests.builders import position
from tests.game.walks import TABLES, finished, refused, walk

HAND = {"white": 5, "red": 3, "blue": 2, "locomotive": 1}
SHIPS = {"red ship": 3, "red double-ship": 2, "red": 4, "white": 1, "locomotive": 2}
OFFER = ["boston-miami", "calgary-phoenix", "dallas-new-york"]


def usa(**wanted: Any) -> Game:
    return position(**{"hands": [HAND, {"red": 1}], **wanted})


def europe(**wanted: Any) -> Game:
    hand = {"red": 3, "blue": 2, "locomotive": 1}
    return position("europe", **{"hands": [hand], **wanted})


def world(**wanted: Any) -> Game:
    return position("world", **{"hands": [SHIPS], **wanted})


def route_of(board: str, **wanted: Any) -> str:
    for route in Board.load(board).routes:
        if all(getattr(route, name) == value for name, value in wanted.items()):
            return route.id
    raise AssertionError(f"no such route: {wanted}")


FERRY = route_of("europe", locomotives=2, length=6)
SHIP_2 = route_of("world", kind="ship", length=2, colour=None)
SHIP_3 = route_of("world", kind="ship", length=3, colour=None)
SHIP_4 = route_of("world", kind="ship", length=4, colour=COLOURS.index("white"))
RUGGED = route_of("world", rugged=True, length=2)
TUNNEL = route_of("europe", tunnel=True, colour=None)


def in_tunnel() -> Game:
    """Return a game in which the tunnel costs more: only locomotives can be turned up."""
    length = next(route.length for route in Board.load("europe").routes if route.id == TUNNEL)
    game = europe(hands=[{"red": length, "blue": 3}], pile={"locomotive": 9})
    game.play(ClaimRoute(0, TUNNEL, {"red": length}))
    assert game.phase == "tunnel"
    return game


REFUSED: list[tuple[Game, Move, str, str]] = [
    (usa(), Pass(1), "not_your_turn", "waiting for seat 1"),
    (usa(), Pass(99), "not_your_turn", "waiting for seat 1"),
    (usa(), Pass(-1), "not_your_turn", "waiting for seat 1"),
    (usa(phase="second"), DrawTickets(0), "wrong_phase", "first take your second card"),
    (usa(), Withdraw(0), "wrong_phase", "first take your turn"),
    (
        usa(phase="second"),
        ClaimRoute(0, "denver-phoenix", {"white": 5}),
        "wrong_phase",
        "first take your second card",
    ),
    (usa(), ClaimRoute(0, "atlantis-utopia", {}), "no_such_target", "no atlantis-utopia"),
    (usa(), TakeCard(0, 6), "no_such_target", "places 1 to 5, no 6"),
    (usa(), TakeCard(0, 0), "no_such_target", "places 1 to 5, no 0"),
    (usa(), TakeCard(0, 70000), "no_such_target", "places 1 to 5, no 70000"),
    (usa(), TakeCard(0, 1, "ship"), "no_such_target", "there is no ship"),
    (usa(), DrawCard(0, "ship"), "no_such_target", "there is no ship"),
    (usa(), BuildStation(0, "denver", {}), "no_station_left", "no station left"),
    (usa(), BuildHarbour(0, "miami", {}), "not_a_port", "Miami is not a port"),
    (usa(), ExchangePieces(0, "wagon", 1), "no_such_target", "there is no wagon"),
    (
        usa(owners={"denver-phoenix": 1}),
        ClaimRoute(0, "denver-phoenix", {"white": 5}),
        "taken",
        "Denver–Phoenix is taken",
    ),
    (
        usa(owners={"duluth-omaha/1": 1}),
        ClaimRoute(0, "duluth-omaha/2", {"red": 2}),
        "lane_closed",
        "Duluth–Omaha (2) is closed",
    ),
    (
        usa(seats=4, owners={"duluth-omaha/1": 0}),
        ClaimRoute(0, "duluth-omaha/2", {"red": 2}),
        "own_lane",
        "another lane of Duluth–Omaha (2)",
    ),
    (
        usa(pieces=[4]),
        ClaimRoute(0, "denver-phoenix", {"white": 5}),
        "too_few_pieces",
        "Denver–Phoenix needs 5 wagons; you have only 4 left",
    ),
    (
        usa(),
        ClaimRoute(0, "denver-phoenix", {"green": 5}),
        "not_in_hand",
        "you do not hold 5 green cards; your hand: 2 blue cards, 5 white cards, 3 red cards and 1",
    ),
    (usa(), ClaimRoute(0, "denver-phoenix", {"pink": 5}), "not_in_hand", "do not hold 5"),
    (usa(), ClaimRoute(0, "denver-phoenix", {"white": 500}), "not_in_hand", "do not hold 500"),
    (usa(), ClaimRoute(0, "denver-phoenix", {"white": -5}), "not_in_hand", "do not hold -5"),
    (
        usa(),
        ClaimRoute(0, "duluth-omaha/1", {"white": 2, "locomotive": 1}),
        "wrong_number",
        "needs 2 cards of one colour; you laid 2 white cards and 1 locomotive",
    ),
    (
        usa(),
        ClaimRoute(0, "denver-phoenix", {"white": 3}),
        "wrong_number",
        "needs 5 white cards or locomotives; you laid 3 white cards",
    ),
    (
        usa(),
        ClaimRoute(0, "denver-phoenix", {}),
        "wrong_number",
        "needs 5 white cards or locomotives; you laid no cards",
    ),
    (
        usa(),
        ClaimRoute(0, "duluth-omaha/1", {"white": 1, "red": 1}),
        "mixed_colours",
        "only locomotives may be added; you laid 1 white card and 1 red card",
    ),
    (
        usa(hands=[{"red": 5}]),
        ClaimRoute(0, "denver-phoenix", {"red": 5}),
        "wrong_colour",
        "needs white cards or locomotives; you laid 5 red cards",
    ),
    (usa(display=[None] * 5), TakeCard(0, 2), "empty_place", "place 2 of the display is empty"),
    (
        usa(display=["locomotive", "red", "red", "red", "red"], phase="second"),
        TakeCard(0, 1),
        "second_locomotive",
        "cannot be your second card",
    ),
    (usa(pile={}), DrawCard(0), "no_cards", "no cards left to draw"),
    (
        usa(tickets=[[], [ticket.id for ticket in Board.load("usa").tickets]]),
        DrawTickets(0),
        "no_tickets",
        "no tickets left",
    ),
    (usa(), DrawTickets(0, 2), "bad_mix", "take 3 tickets in all"),
    (
        usa(offers=[OFFER, OFFER], phase="keep"),
        KeepTickets(0, ("boston-miami",)),
        "keep_too_few",
        "at least 2",
    ),
    (
        usa(offers=[OFFER, OFFER], phase="keep"),
        KeepTickets(0, ()),
        "keep_too_few",
        "at least 2",
    ),
    (
        usa(offers=[OFFER], phase="ticket_choice"),
        KeepTickets(0, ()),
        "keep_too_few",
        "at least 1",
    ),
    (
        usa(offers=[OFFER], phase="keep"),
        KeepTickets(0, ("boston-miami", "denver-el-paso")),
        "not_offered",
        "Boston–Miami, Calgary–Phoenix and Dallas–New York",
    ),
    (
        usa(offers=[OFFER], phase="keep"),
        KeepTickets(0, ("boston-miami", "boston-miami")),
        "not_offered",
        "choose from the tickets you have drawn",
    ),
    (usa(), Pass(0), "can_act", "only when you can do nothing else"),
    (
        europe(hands=[{"red": 6, "locomotive": 1}]),
        ClaimRoute(0, FERRY, {"red": 5, "locomotive": 1}),
        "too_few_locomotives",
        "needs at least 2 locomotives; you laid 5 red cards and 1 locomotive",
    ),
    (
        europe(stations={"paris": 1}),
        BuildStation(0, "paris", {"red": 1}),
        "occupied",
        "Paris is taken",
    ),
    (
        europe(),
        BuildStation(0, "paris", {"red": 2}),
        "wrong_number",
        "the first station costs one card, the second two, the third three",
    ),
    (
        europe(stations={"roma": 0}),
        BuildStation(0, "paris", {"red": 1, "blue": 1}),
        "mixed_colours",
        "you laid 1 red card and 1 blue card",
    ),
    (
        europe(stations={"roma": 0, "wien": 0, "london": 0}),
        BuildStation(0, "paris", {"red": 3}),
        "no_station_left",
        "no station left",
    ),
    (europe(), BuildStation(0, "denver", {"red": 1}), "no_such_target", "there is no denver"),
    (in_tunnel(), PayTunnel(0, {"blue": 3}), "wrong_colour", "the colour you laid"),
    (in_tunnel(), PayTunnel(0, {}), "wrong_number", "the tunnel costs 3 cards more"),
    (in_tunnel(), DrawCard(0), "wrong_phase", "first pay for the tunnel or withdraw"),
    (position("germany", phase="mix"), ChooseMix(0, 5), "bad_mix", "take 4 tickets in all"),
    (position("germany"), DrawTickets(0, 5), "bad_mix", "take 4 tickets in all"),
    (
        position("world", phase="pieces"),
        ChoosePieces(0, 26),
        "bad_pieces",
        "choose 60 pieces in all, at most 25 wagons and 50 ships",
    ),
    (world(), ClaimRoute(0, SHIP_2, {"red": 2}), "wrong_pile", "takes only ship cards"),
    (world(), ClaimRoute(0, SHIP_2, {"red ship": 1}), "wrong_number", "exactly 2 spaces"),
    (
        world(),
        ClaimRoute(0, SHIP_3, {"red ship": 1, "red double-ship": 2}),
        "wrong_number",
        "exactly 3 spaces; you laid 1 red ship and 2 red double ships",
    ),
    (
        world(),
        ClaimRoute(0, SHIP_3, {"red double-ship": 2, "locomotive": 1}),
        "wrong_number",
        "exactly 3 spaces",
    ),
    (
        world(hands=[{"white ship": 1, "white double-ship": 2}]),
        ClaimRoute(0, SHIP_4, {"white ship": 1, "white double-ship": 2}),
        "waste",
        "only when all cards are double ships",
    ),
    (world(), ClaimRoute(0, RUGGED, {"red": 3}), "wrong_number", "one colour, 4 cards in all"),
    (world(), ClaimRoute(0, RUGGED, {"red": 3, "white": 1}), "rugged_pairs", "pairs of one colour"),
    (world(), BuildHarbour(0, "lima", {"red": 1}), "not_connected", "route of your own into Lima"),
    (
        world(harbours={"lima": 1}),
        BuildHarbour(0, "lima", {"red": 1}),
        "occupied",
        "Lima is taken",
    ),
    (world(), BuildHarbour(0, "moskva", {"red": 1}), "not_a_port", "Moskva is not a port"),
    (world(boxes=[(5, 10)]), ExchangePieces(0, "wagon", 11), "bad_exchange", "at most 10"),
    (world(), ExchangePieces(0, "ship", 0), "bad_exchange", "you cannot exchange"),
]


@pytest.mark.parametrize(
    ("game", "move", "code", "reason"),
    REFUSED,
    ids=[f"{n}-{code}" for n, (*_, code, _) in enumerate(REFUSED)],
)
def test_a_wrong_move_is_refused_with_its_reason(
    game: Game, move: Move, code: str, reason: str
) -> None:
    before = game.states.tobytes()
    kind = NotYourTurn if code == "not_your_turn" else IllegalMove
    for refuse in (game.check, game.play):
        with pytest.raises(kind) as problem:
            refuse(move)
        assert problem.value.code == code
        assert reason in str(problem.value)
        assert problem.value.say("de") != problem.value.say("en")
    assert game.states.tobytes() == before


def test_every_reason_of_the_kernel_has_a_code() -> None:
    assert set(CODES) == set(range(1, kernel.CARDS_NOT_ASKED + 1))
    # A claim where no cards are to be paid comes at the wrong time, whatever it costs.
    assert CODES[kernel.CARDS_NOT_ASKED] == CODES[kernel.WRONG_PHASE]
    assert len(set(CODES.values())) == len(CODES) - 1


def test_nothing_can_be_played_after_the_end() -> None:
    game = finished("lesson")
    before = game.states.tobytes()
    with pytest.raises(GameOver, match="the game is over"):
        game.play("draw")
    with pytest.raises(GameOver):
        game.play(Pass(0))
    assert game.states.tobytes() == before
    assert game.legal_moves() == []
    assert game.pending == ()


def test_a_move_for_an_earlier_step_is_stale() -> None:
    game = usa()
    game.play("draw", expected=0)
    with pytest.raises(StaleState, match="meant for step 0, it is now at 1"):
        game.play("draw", expected=0)
    assert game.seq == 1


def test_text_is_a_move_of_the_seat_that_decides() -> None:
    game = Game.new("usa", 3, seed=1)
    game.play("keep 1 2", seat=2)
    game.play("keep 1 2 3")
    assert [move.seat for move in game.moves] == [2, 0]
    assert game.pending == (1,)


def test_text_of_another_seat_is_not_its_turn() -> None:
    game = usa()
    with pytest.raises(NotYourTurn):
        game.play("draw", seat=1)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: Game.new("usa", 1), "2 to 5 players, not 1"),
        (lambda: Game.new("usa", 6), "2 to 5 players, not 6"),
        (lambda: Game.new("usa", 3, names=["Ann"]), "3 names are needed, not 1"),
        (lambda: Game.new("usa", 2, seed=b"short"), "32 bytes, not 5"),
        (lambda: Game.new(Board.load("usa"), 2, variant="mega"), "'mega' is another"),
        (lambda: Game.new("usa").view(2), "there is no seat 2"),
        (lambda: Game.new("usa").legal_moves(-1), "there is no seat -1"),
        (lambda: Game.new("usa").clone(at=3), "there is no step 3"),
    ],
)
def test_a_senseless_wish_is_refused(call: Any, reason: str) -> None:
    with pytest.raises(BadSetup) as problem:
        call()
    assert reason in str(problem.value)


def test_the_same_seed_deals_the_same_game() -> None:
    one, same, other = (Game.new("usa", 4, seed) for seed in (7, "7", 8))
    assert one.states.tobytes() == same.states.tobytes()
    assert one.commitment == same.commitment
    assert one.states.tobytes() != other.states.tobytes()


def test_without_a_seed_no_two_games_are_alike() -> None:
    assert Game.new("usa").commitment != Game.new("usa").commitment


def test_the_key_of_a_seed_is_frozen() -> None:
    assert Game.new("lesson", seed=42).commitment == (
        "d3f1067e3920e9d5d7e269c1ff32b1b03aa1ff00e3490236c461731ba594985d"
    )


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_every_listed_move_is_legal_and_every_payment_too(
    board: str, variant: str | None, seats: int
) -> None:
    for number, game in enumerate(walk(board, variant, seats, seed=4)):
        if number % 12:
            continue
        for seat in game.pending:
            for move in game.legal_moves(seat):
                assert game.is_legal(move)
                if isinstance(move, ClaimRoute):
                    payments = game.payments(ClaimRoute, move.route, seat)
                    assert move.cards in payments
                    assert len(set(payments)) == len(payments)


MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(ChooseMix, st.integers(-1, 6), st.integers()),
    st.builds(KeepTickets, st.integers(-1, 6), st.lists(st.sampled_from([*OFFER, "x"])).map(tuple)),
    st.builds(ChoosePieces, st.integers(-1, 6), st.integers()),
    st.builds(TakeCard, st.integers(-1, 6), st.integers(), st.sampled_from(["train", "ship"])),
    st.builds(DrawCard, st.integers(-1, 6), st.sampled_from(["train", "ship"])),
    st.builds(DrawTickets, st.integers(-1, 6), st.integers()),
    st.builds(
        ClaimRoute,
        st.integers(-1, 6),
        st.sampled_from(["denver-phoenix", "duluth-omaha/2", "", "x"]),
        st.dictionaries(st.sampled_from(["red", "white", "locomotive", "red ship"]), st.integers()),
    ),
    st.builds(
        BuildHarbour,
        st.integers(-1, 6),
        st.sampled_from(["denver", "lima", ""]),
        st.dictionaries(st.sampled_from(["red", "locomotive"]), st.integers(-2, 300)),
    ),
    st.builds(ExchangePieces, st.integers(), st.sampled_from(["wagon", "ship"]), st.integers()),
    st.builds(Withdraw, st.integers()),
    st.builds(Pass, st.integers()),
)


@given(MOVES, st.sampled_from(["turn", "second", "keep", "ticket_choice", "over"]))
def test_any_move_is_played_or_refused_and_a_refused_one_changes_nothing(
    move: Move, phase: str
) -> None:
    game = usa(phase=phase, offers=[OFFER])
    before = game.states.tobytes()
    error = refused(lambda: game.play(move), GameError)
    if error is None:
        assert game.seq == 1
    else:
        assert str(error)
        assert game.states.tobytes() == before
        assert game.seq == 0
