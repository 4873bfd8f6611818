import re

from tests.cli.running import Runner


def test_a_match_has_a_table_with_intervals(run: Runner) -> None:
    options = ["--board", "lesson", "--bots", "planner,random", "--games", "40", "--seed", "3"]
    done = run("arena", *options)
    assert done.code == 0
    assert "2 seats, 20 deals from 2 seatings each, seed 3" in done.out
    assert re.search(r"│ planner +│ +1 │ +\d+\.\d ± \d+\.\d │", done.out)
    assert re.search(r"planner: version \d+, parameters [0-9a-f]{8}", done.out)


def test_the_same_seed_gives_the_same_match(run: Runner) -> None:
    options = ["--board", "lesson", "--bots", "greedy,hungry", "--games", "20", "--seed", "3"]
    first, second = (run("arena", *options).out.splitlines()[:-1] for _ in range(2))
    assert first == second


def test_a_match_without_games_is_refused(run: Runner) -> None:
    done = run("arena", "--games", "0")
    assert done.code == 2
