import re
import shlex
import sys
from pathlib import Path

import pytest

from stellwerk.arena import hold
from tests.cli.running import Runner

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"
PROGRAM = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
LESSON = ("--board", "lesson", "--seed", "3")


def test_a_match_has_a_table_with_intervals(run: Runner) -> None:
    done = run("arena", *LESSON, "--bots", "planner,random", "--games", "40")
    assert done.code == 0
    assert "2 seats, 20 deals from 2 seatings each, seed 3" in done.out
    assert re.search(r"│ planner +│ +\d+\.\d ± \d+\.\d │", done.out)
    assert re.search(r"planner: version \d+, parameters [0-9a-f]{8}", done.out)


def test_a_table_tells_how_many_seats_a_bot_has(run: Runner) -> None:
    done = run("arena", *LESSON, "--bots", "greedy,random", "--seats", "3", "--games", "6")
    assert re.search(r"│ greedy +│ +2 │ +\d+\.\d ± \d+\.\d │", done.out)


def test_the_same_seed_gives_the_same_match(run: Runner) -> None:
    options = [*LESSON, "--bots", "greedy,hungry,route", "--games", "24"]
    first, second = (run("arena", *options).out.splitlines()[:-1] for _ in range(2))
    assert first == second
    assert "Finishes ahead of" in "\n".join(first)


def test_a_match_without_games_is_refused(run: Runner) -> None:
    done = run("arena", "--games", "0")
    assert done.code == 2


@pytest.mark.parametrize(
    ("option", "value"),
    [("--jobs", "0"), ("--seconds", "0"), ("--until", "100"), ("--seats", "6"), ("--until", "-1")],
)
def test_what_cannot_be_is_refused(run: Runner, option: str, value: str) -> None:
    done = run("arena", *LESSON, option, value)
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err


def test_a_match_goes_on_and_has_a_report_and_records(run: Runner, tmp_path: Path) -> None:
    results, report, records = (tmp_path / name for name in ("a.jsonl", "deep/r.html", "records"))
    options = ["--board", "lesson", "--bots", "planner,greedy", "--results", str(results)]
    assert run("arena", *options, "--seed", "3", "--games", "8").code == 0
    extra = ["--report", str(report), "--records", str(records), "--games", "12"]
    done = run("arena", *options, *extra)
    assert done.code == 0, done.err
    assert "6 deals" in done.out
    assert "4 games in" in done.out
    assert str(report) in done.out
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert len(list(records.iterdir())) == 4
    other = run("arena", *options, "--seed", "4")
    assert other.code == 2
    assert "another match: its seed is 3, here it is 4" in other.err


def test_a_match_stops_when_it_is_certain(run: Runner) -> None:
    done = run("arena", *LESSON, "--bots", "planner,random", "--games", "5000", "--until", "90")
    assert "Certain enough: planner wins more than 90" in done.out
    assert f"{hold.LEAST_GAMES} games in" in done.out


def test_a_program_plays_along(run: Runner) -> None:
    options = ["--bots", f"greedy,{PROGRAM}", "--games", "2"]
    done = run("arena", *LESSON, *options, "--seconds", "20")
    assert done.code == 0, done.err
    assert "Thinking time of a decision" in done.out
    simulated = run("simulate", *LESSON, "--seats", "2", *options)
    assert simulated.code == 0, simulated.err


def test_a_program_that_cannot_play_is_told_in_a_sentence(run: Runner, tmp_path: Path) -> None:
    done = run("arena", *LESSON, "--bots", "greedy,cmd:./no-such-bot", "--games", "2")
    assert done.code == 2
    assert "'./no-such-bot' cannot be started" in done.err
    bad = tmp_path / "bad.py"
    bad.write_text(
        "import sys\nsys.stdin.readline()\n"
        'print(\'{"type":"hello","protocol":1}\', flush=True)\nsys.exit("derailed")\n'
    )
    bot = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(bad))}"
    done = run("simulate", *LESSON, "--seats", "2", "--bots", f"greedy,{bot}", "--games", "1")
    assert done.code == 0
    assert "decisions, so chance made them" in done.out
    assert "derailed" in done.out


def test_a_cluster_that_does_not_answer_is_told(run: Runner) -> None:
    pytest.importorskip("ray", reason="the extra 'cluster' is not installed")
    done = run("arena", *LESSON, "--games", "2", "--cluster", "127.0.0.1:9")
    assert done.code == 2
    assert "No Ray cluster answers at 127.0.0.1:9" in done.err
