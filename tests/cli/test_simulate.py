import re
from typing import Any

import pytest

from stellwerk.arena import match
from stellwerk.board import Board, boards
from stellwerk.cli import simulate
from stellwerk.cli.simulate import kernel_games, random_games, table_games
from stellwerk.cli.statistics import Tally
from tests.cli.running import Runner


def test_random_games_have_a_table_of_all_seats(run: Runner) -> None:
    done = run("simulate", "--board", "usa", "--seats", "4", "--games", "600", "--seed", "7")
    assert done.code == 0
    assert "600 games, seed 7" in done.out
    assert len(re.findall(r"│ +\d │ random ", done.out)) == 4
    assert "Turns in a game" in done.out
    assert "games/s" in done.out


def test_the_same_seed_gives_the_same_figures(run: Runner) -> None:
    options = ["simulate", "--board", "lesson", "--seats", "2", "--games", "700", "--seed", "7"]
    first, second = (run(*options).out.splitlines()[:-1] for _ in range(2))
    assert first == second
    assert run(*options[:-1], "8").out.splitlines()[:-1] != first


@pytest.mark.parametrize("board", boards())
def test_other_bots_play_every_board(run: Runner, board: str) -> None:
    done = run("simulate", "--board", board, "--games", "1", "--bots", "greedy,random")
    assert (done.code, len(re.findall("│ greedy", done.out))) == (0, 2)


def test_games_of_strategies_are_the_same_inside_the_kernel_and_outside() -> None:
    board = Board.load("lesson")
    fast, slow = Tally(2, 20), Tally(2, 20)
    for tally, games in ((fast, kernel_games), (slow, table_games)):
        steps = games(board, ["planner", "hungry"], tally, "same")
        while tally.room:
            next(steps)
    assert [fast.points(seat) for seat in (0, 1)] == [slow.points(seat) for seat in (0, 1)]
    assert fast.decisions == slow.decisions


def test_random_games_agree_inside_the_kernel_and_outside() -> None:
    """Two ways to play the same games: their mean scores differ by no more than chance."""
    board = Board.load("lesson")
    fast, slow = Tally(2, 4000), Tally(2, 300)
    for tally, games in ((fast, random_games), (slow, table_games)):
        steps = games(board, ["random", "random"], tally, "mean")
        while tally.room:
            next(steps)
    for seat in range(2):
        error = slow.points(seat).deviation / 300**0.5
        assert abs(fast.points(seat).mean - slow.points(seat).mean) < 4 * error


def test_a_tally_counts_shared_wins_in_parts() -> None:
    tally = Tally(seats=2, games=4)
    for total, rank in (((10, 5), (1, 2)), ((4, 4), (1, 1)), ((1, 9), (2, 1))):
        tally.add(total, rank, completed=(1, 0), held=(2, 3), turns=10, decisions=20)
    assert tally.played == 3
    assert tally.room == 1
    assert tally.wins(0).mean == pytest.approx(0.5)
    assert tally.points(0).mean == pytest.approx(5)
    assert tally.points(1).most == 9
    assert tally.advantage(0).mean == -tally.advantage(1).mean
    assert (tally.held(1), tally.completed(0)) == (3, 1)
    assert tally.turns.mean == 10
    assert tally.decisions.deviation == 0


def test_one_game_has_no_margin() -> None:
    tally = Tally(seats=2, games=1)
    tally.add((1, 2), (2, 1), (0, 0), (0, 0), 5, 6)
    assert tally.wins(1).margin == 0


def test_an_interruption_shows_the_games_so_far(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, played = match.play_in_kernel, []

    def interrupted(*arguments: Any, **options: Any) -> Any:
        played.append(arguments)
        if len(played) > 3:
            raise KeyboardInterrupt
        return play(*arguments, **options)

    monkeypatch.setattr(match, "play_in_kernel", interrupted)
    monkeypatch.setattr(simulate, "_CHUNK", 1)
    options = ["--board", "lesson", "--seats", "2", "--games", "50", "--bots", "greedy"]
    done = run("simulate", *options)
    assert done.code == 0
    assert "Stopped after 2 of 50 games." in done.out
