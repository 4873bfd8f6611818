"""When the game ends: the last round, passes and idle rounds."""

import pytest

from stellwerk.board import Board
from stellwerk.game import (
    ClaimRoute,
    DrawCard,
    DrawTickets,
    Game,
    IllegalMove,
    KeepTickets,
    Move,
    Pass,
)
from tests.builders import position
from tests.rules.asking import actions, all_tickets, refused

EVERYTHING = [route.id for route in Board.load("usa").routes]


def test_two_wagons_left_start_the_last_round() -> None:
    """C-21: everybody has one more turn, the triggering player too."""
    game = position(seats=3, hands=[{"blue": 3}], pieces=[5], turn=0)
    game.play("claim montreal-new-york 3 blue")
    assert game.position.pieces(0) == {"wagon": 2}
    assert game.position.turns_left == 3
    turns = []
    while not game.over:
        turns.append(game.turn)
        game.play("draw")
        game.play("draw")
    assert turns == [1, 2, 0]
    assert game.outcome().final


@pytest.mark.parametrize("left", [0, 1, 2])
def test_two_or_fewer_wagons_trigger_the_end(left: int) -> None:
    """C-21."""
    game = position(hands=[{"blue": 3}], pieces=[3 + left])
    game.play("claim montreal-new-york 3 blue")
    assert game.position.turns_left == 2


def test_three_wagons_left_do_not_trigger_the_end() -> None:
    """C-21, the trap of the last round off by one."""
    game = position(hands=[{"blue": 3}], pieces=[6])
    game.play("claim montreal-new-york 3 blue")
    assert game.position.turns_left is None


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_triggering_player_has_the_last_turn(seats: int) -> None:
    """C-21, the trap of the last round off by one."""
    game = position(seats=seats, turn=1, hands=[{}, {"blue": 3}], pieces=[45, 5])
    game.play("claim montreal-new-york 3 blue")
    turns = []
    while not game.over:
        turns.append(game.turn)
        game.play("tickets")
        game.play("keep 1")
    assert len(turns) == seats
    assert turns[-1] == 1


def test_only_the_first_trigger_counts() -> None:
    """C-21: another player with few wagons does not prolong the game."""
    game = position(hands=[{"blue": 3}, {"red": 2}], pieces=[5, 4])
    game.play("claim montreal-new-york 3 blue")
    game.play("claim boston-new-york/2 2 red")
    assert game.position.turns_left == 1
    game.play("draw")
    game.play("draw")
    assert game.over


@pytest.mark.parametrize("moves", [["draw", "draw"], ["tickets", "keep 1"]])
def test_only_a_claim_can_trigger(moves: list[str]) -> None:
    """C-21: other actions leave the wagons as they are."""
    game = position(pieces=[3])
    for move in moves:
        game.play(move)
    assert game.position.turns_left is None


def stuck(**wanted: object) -> Game:
    """Return a game in which nobody can do anything: no cards, no tickets, no hands."""
    settings = {"display": ["red"] * 5, "pile": {}, "tickets": [[], all_tickets("usa")]}
    return position(**{**settings, **wanted})  # type: ignore[arg-type]


def test_a_player_with_no_legal_action_passes() -> None:
    """C-10, the trap of a player with no legal action."""
    game = stuck(hands=[{}, {"red": 2}])
    assert game.legal_moves() == [Pass(0)]
    game.play("pass")
    assert game.turn == 1
    assert Pass not in actions(game)


def test_nobody_else_may_pass() -> None:
    """C-10."""
    assert refused(position(), "pass") == "can_act"
    assert refused(stuck(hands=[{"red": 1}]), "pass") == "can_act"


def test_when_all_pass_in_a_row_the_game_ends() -> None:
    """C-10."""
    game = stuck(seats=3)
    for seat in range(3):
        assert game.turn == seat
        game.play("pass")
    assert game.over
    outcome = game.outcome()
    assert outcome.final
    assert outcome.seats[1].ticket_points == -349


def test_an_action_in_between_makes_the_passes_start_again() -> None:
    """C-10: with the cards of the claim there is something to draw again."""
    game = stuck(seats=3, hands=[{}, {"red": 2}, {}])
    game.play("pass")
    game.play("claim boston-new-york/2 2 red")
    assert not game.over
    assert DrawCard in actions(game)


def test_a_pass_uses_up_a_last_turn() -> None:
    """C-21."""
    game = stuck(turns_left=2)
    game.play("pass")
    assert game.position.turns_left == 1
    game.play("pass")
    assert game.over


def test_a_game_can_end_with_every_route_claimed() -> None:
    """C-10: nothing left to claim, to draw or to take."""
    game = stuck(hands=[{"red": 3}], owners=dict.fromkeys(EVERYTHING, 1), pieces=[45, 45], seats=4)
    assert game.legal_moves() == [Pass(0)]


def test_nothing_is_legal_after_the_end() -> None:
    """C-21."""
    game = position(phase="over")
    assert game.legal_moves() == []
    with pytest.raises(IllegalMove) as refusal:
        game.play(DrawCard(0))
    assert refusal.value.code == "game_over"


def test_three_rounds_of_exchanges_end_the_game() -> None:
    """C-26."""
    game = position("world", seats=2)
    for number in range(6):
        assert not game.over
        game.play(f"exchange 1 {'ships' if number % 4 < 2 else 'wagons'}")
    assert game.over
    assert game.outcome().final


def test_a_real_action_makes_the_idle_rounds_start_again() -> None:
    """C-26."""
    game = position("world", seats=2)
    for _ in range(5):
        game.play("exchange 1 ships")
    game.play("draw train")
    game.play("draw train")
    for _ in range(5):
        game.play("exchange 1 wagons")
    assert not game.over
    game.play("exchange 1 wagons")
    assert game.over


def test_withdrawn_tunnels_are_idle_turns() -> None:
    """C-26, E-09."""
    game = position(
        "europe",
        hands=[{"red": 2}, {"red": 2}],
        pile={"locomotive": 3},
        display=["green"] * 5,
    )
    for _ in range(6):
        assert not game.over
        game.play("claim bucuresti-sofia 2 red")
        assert game.phase == "tunnel"
        game.play("withdraw")
    assert game.over


@pytest.mark.parametrize("seats", [4, 5])
def test_a_game_of_hesitant_players_is_played_to_its_end(seats: int) -> None:
    """C-10, C-21: the trap of games of 4 and 5 seats cut off by a step limit.

    Everybody draws cards as long as there are any, then tickets, then claims the shortest route.
    """
    game = position("lesson", seats=seats)
    while not game.over:
        game.play(min(game.legal_moves(), key=lambda move: _eagerness(game, move)))
    assert game.seq > 150
    state = game.states[0]
    assert game.position.turns_left == 0 or int(state.passes) == seats


def _eagerness(game: Game, move: Move) -> int:
    if isinstance(move, ClaimRoute):
        return 10 + game.board.routes[game.board.route_index[move.route]].length
    return {DrawCard: 0, KeepTickets: 1, DrawTickets: 2}.get(type(move), 3)
