import os
import shlex
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from stellwerk.board import boards
from stellwerk.game import Record
from tests.cli.running import Runner, script

SEED = "a whole game"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("board", boards())
def test_a_whole_game_by_typed_lines(
    run: Runner, tmp_path: Path, board: str, language: str
) -> None:
    bots = ["greedy", "random"]
    lines, game = script(board, language, SEED, bots)
    file = tmp_path / "game.json"
    options = ["--board", board, "--seed", SEED, "--language", language, "--record", str(file)]
    played = run("play", "--text", "--bots", ",".join(bots), *options, typed=lines)
    assert played.code == 0
    for seat in game.outcome().seats:
        assert str(seat.total) in played.out
    record = Record.read(file)
    assert [entry.move for entry in record.entries] == [step.move for step in game.steps]
    assert {entry.by for entry in record.entries if entry.seat == 0} == {"person"}
    assert run("replay", str(file), "--verify", "--language", language).code == 0


def test_a_game_through_a_real_pipe(tmp_path: Path) -> None:
    lines, _ = script("lesson", "en", SEED, ["greedy"])
    command = [sys.executable, "-m", "stellwerk", "play", "--text", "--board", "lesson"]
    played = subprocess.run(
        [*command, "--seats", "2", "--seed", SEED],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "STELLWERK_DATA": str(tmp_path), "LANG": "C", "PYTHONUTF8": "1"},
    )
    assert played.returncode == 0, played.stderr
    assert "points." in played.stdout
    assert len(list((tmp_path / "games").glob("lesson-*.json"))) == 1


def test_the_end_of_input_saves_the_game_and_tells_where(run: Runner) -> None:
    played = run("play", "--text", "--board", "lesson", "--seed", "1", typed=["keep 1 2"])
    (file,) = (run.folder / "games").iterdir()
    assert played.code == 0
    assert str(file) in played.out
    assert len(Record.read(file).entries) == 3


def test_quit_saves_the_game(run: Runner) -> None:
    played = run("play", "--text", "--board", "lesson", "--language", "de", typed=["ende"])
    assert played.code == 0
    assert "Aufzeichnung" in played.out
    assert list((run.folder / "games").iterdir())


def test_control_c_saves_the_game(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("stellwerk.cli.asking.PlainAsker.ask", interrupt)
    played = run("play", "--text", "--board", "lesson")
    assert played.code == 0
    assert list((run.folder / "games").iterdir())


def test_saving_under_a_name(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    run(
        "play",
        "--text",
        "--board",
        "lesson",
        "--seed",
        "1",
        typed=["k 1 2", f"save {file}", "quit"],
    )
    assert len(Record.read(file).entries) == 3


def test_saving_where_nothing_can_be_written_goes_on(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "missing" / "mine.json"
    played = run("play", "--text", "--board", "lesson", typed=[f"save {file}", "help", "quit"])
    assert played.code == 0
    assert "✗" in played.out
    assert "What you can type" in played.out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("frobnicate", "That is not a command"),
        ("claim bregenz wien", "is not a route on this board"),
        ("take 9", "The display has places 1 to 5, no 9"),
        ("take " + 4400 * "9", "too big a number"),
        (4400 * "9", "too big a number"),
        ("keep 1", "There is no ticket number 1"),
        ("withdraw", "Not now"),
        ("pass", "only when you can do nothing else"),
        ("undo", "cannot be taken back"),
        ("routes atlantis", "There is no city called 'atlantis'"),
        ("claim", "Something is missing"),
        ("\x00\x1b[31m", "not a command"),
        ("t" * 5000, "not a command"),
    ],
)
def test_a_wrong_line_is_refused_with_a_reason_and_asked_again(
    run: Runner, line: str, answer: str
) -> None:
    typed = ["1 2", line, "quit"]
    played = run("play", "--text", "--board", "lesson", "--seed", "1", typed=typed)
    assert played.code == 0
    assert answer in " ".join(played.out.split())
    assert played.out.count("Your turn ›") == 2


def test_bare_tickets_shows_ones_own_and_draws_none(run: Runner) -> None:
    played = run("play", "--text", "--board", "lesson", "--seed", "1", typed=["1 2", "tickets"])
    assert "New tickets: draw tickets" in played.out
    drawn = run("play", "--text", "--board", "lesson", "--seed", "1", typed=["1 2", "draw tickets"])
    assert drawn.out.count("Tickets to choose from") == 2


def test_a_claim_can_be_taken_back_before_the_others_go_on(run: Runner) -> None:
    lines = [
        "1 2",
        "claim salzburg bischofshofen",
        "1",
        "undo",
        "claim salzburg bischofshofen",
        "1",
    ]
    played = run("play", "--text", "--board", "lesson", "--seed", "1", typed=[*lines, "", "quit"])
    assert "takes the last move back" in played.out
    (file,) = (run.folder / "games").iterdir()
    tags = [type(entry.move).__name__ for entry in Record.read(file).entries if entry.seat == 0]
    assert tags == ["KeepTickets", "ClaimRoute", "Undo", "ClaimRoute"]


def test_several_ways_to_pay_are_offered_by_number(run: Runner) -> None:
    lines = ["1 2", "claim salzburg bischofshofen", "", "c salzburg bischofshofen", "2", "", "quit"]
    played = run("play", "--text", "--board", "lesson", "--seed", "1", typed=lines)
    assert played.out.count("Which cards (Enter: none)?") == 2
    assert "Nothing done." in played.out
    assert "claims Salzburg–Bischofshofen" in played.out


@pytest.mark.parametrize("wish", ["help", "table", "mine", "routes", "routes wien", "log"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_looking_changes_nothing(run: Runner, wish: str, language: str) -> None:
    options = ["--board", "lesson", "--seed", "1", "--language", language]
    played = run("play", "--text", *options, typed=["1 2", wish, "quit"])
    assert played.code == 0
    assert "✗" not in played.out
    (file,) = (run.folder / "games").iterdir()
    assert len(Record.read(file).entries) == 3


def test_a_board_file_can_be_played(run: Runner, tmp_path: Path) -> None:
    text = (resources.files("stellwerk.board") / "data" / "lesson.toml").read_text("utf-8")
    file = tmp_path / "own.toml"
    file.write_text(text.replace('id = "lesson"', 'id = "own"'), encoding="utf-8")
    record = tmp_path / "own.json"
    played = run("play", "--text", "--board", str(file), "--record", str(record), typed=["1 2"])
    assert played.code == 0
    assert run("replay", str(record)).code == 2
    assert run("replay", str(record), "--board", str(file)).code == 0


def test_a_program_sits_at_the_table(run: Runner) -> None:
    example = Path(__file__).parents[2] / "examples" / "line_bot.py"
    bot = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(example))}"
    options = ["--board", "lesson", "--seats", "2", "--seed", "1", "--bots", bot]
    played = run("play", "--text", *options, typed=["1 2", "draw", "draw", "quit"])
    assert played.code == 0
    assert "line_bot" in played.out
    assert "✗" not in played.out
