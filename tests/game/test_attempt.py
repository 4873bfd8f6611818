"""What a refusal says somebody has for what they cannot pay."""

import pytest

from stellwerk.board import Board
from stellwerk.game import (
    BuildHarbour,
    BuildStation,
    ClaimRoute,
    Game,
    IllegalMove,
    Move,
    PayTunnel,
)
from tests.builders import position


def route(board: str, **wanted: object) -> str:
    return next(
        each.id
        for each in Board.load(board).routes
        if all(getattr(each, name) == value for name, value in wanted.items())
    )


FERRY = route("europe", locomotives=2, length=6)
RUGGED = route("world", rugged=True, length=2)
SHIPS = route("world", kind="ship", length=3, colour=None)


def tunnel() -> Game:
    """Return a game in which two more red cards are wanted for a tunnel."""
    name = route("europe", tunnel=True, colour=None, length=2)
    game = position("europe", hands=[{"red": 2, "blue": 3}], pile={"red": 9})
    game.play(ClaimRoute(0, name, {"red": 2}))
    assert game.phase == "tunnel"
    return game


def usa(hand: dict[str, int]) -> Game:
    return position("usa", hands=[hand])


def europe(hand: dict[str, int]) -> Game:
    return position("europe", hands=[hand], stations={"roma": 0})


def world(hand: dict[str, int]) -> Game:
    return position("world", hands=[hand], owners={_into("lima"): 0})


def _into(city: str) -> str:
    board = Board.load("world")
    number = board.city_index[city]
    return next(each.id for each in board.routes if number in (each.a, each.b))


@pytest.mark.parametrize(
    ("game", "move", "code", "english", "german"),
    [
        (
            usa({"red": 3}),
            ClaimRoute(0, "denver-phoenix", {}),
            "wrong_number",
            "this needs 5 white cards or locomotives; you have none of them",
            "dafür brauchst du 5 weiße Karten oder Lokomotiven; du hast keine davon",
        ),
        (
            usa({"white": 3, "red": 5, "locomotive": 1}),
            ClaimRoute(0, "denver-phoenix", {}),
            "wrong_number",
            "you have only 3 white cards and 1 locomotive for it",
            "du hast dafür nur 3 weiße Karten und 1 Lokomotive",
        ),
        (
            usa({"white": 1, "red": 2, "locomotive": 1}),
            ClaimRoute(0, "calgary-seattle", {}),
            "wrong_number",
            "this needs 4 cards of one colour; you have only 2 red cards and 1 locomotive",
            "dafür brauchst du 4 Karten einer Farbe; du hast dafür nur 2 rote Karten und 1",
        ),
        (
            europe({"red": 9, "locomotive": 1}),
            ClaimRoute(0, FERRY, {}),
            "too_few_locomotives",
            "at least 2 locomotives; you have only 5 red cards and 1 locomotive",
            "mindestens 2 Lokomotiven; du hast dafür nur 5 rote Karten und 1 Lokomotive",
        ),
        (
            europe({"red": 1, "blue": 1}),
            BuildStation(0, "paris", {}),
            "wrong_number",
            "the second two, the third three, all of one colour; you have only 1",
            "der zweite zwei, der dritte drei, jeweils in einer Farbe; du hast dafür nur 1",
        ),
        (
            tunnel(),
            PayTunnel(0, {}),
            "wrong_number",
            "the tunnel costs 3 cards more; you have none of them",
            "der Tunnel kostet noch 3 Karten; du hast keine davon",
        ),
        (
            world({"red": 3, "green": 1}),
            ClaimRoute(0, RUGGED, {}),
            "wrong_number",
            "two cards of one colour, 4 cards in all; you have only 2 red cards for it",
            "zwei Karten einer Farbe, zusammen 4 Karten; du hast dafür nur 2 rote Karten",
        ),
        (
            world({"red double-ship": 1, "green ship": 1}),
            ClaimRoute(0, SHIPS, {}),
            "wrong_number",
            "exactly 3 spaces; you have only 1 red double ship for it",
            "genau 3 Felder; du hast dafür nur 1 rotes Doppelschiff",
        ),
        (
            world({"red harbour": 3, "red ship": 1, "green": 4}),
            BuildHarbour(0, "lima", {}),
            "wrong_number",
            "you have only 2 red cards with an anchor and 1 red ship for it",
            "du hast dafür nur 2 rote Karten mit Anker und 1 rotes Schiff",
        ),
    ],
)
def test_what_cannot_be_paid_is_judged_by_the_hand(
    game: Game, move: Move, code: str, english: str, german: str
) -> None:
    for refuse in (game.check, game.play):
        with pytest.raises(IllegalMove) as problem:
            refuse(move)
        assert problem.value.code == code
        assert english in problem.value.say("en")
        assert german in problem.value.say("de")
        assert problem.value.params["given"] == {}


def test_what_could_be_paid_is_not_said_to_be_missing() -> None:
    with pytest.raises(IllegalMove, match="you laid no cards"):
        usa({"white": 5}).play(ClaimRoute(0, "denver-phoenix", {}))
