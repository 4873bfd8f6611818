"""Whatever is typed, and whatever happens to the terminal or the disk: the game is not lost."""

from __future__ import annotations

import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stellwerk.game import Record
from tests.cli.running import Runner

GAME = ["play", "--text", "--board", "lesson", "--seats", "2", "--seed", "1", "--bots", "random"]
PATIENCE = 240


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (".", ".: the file cannot be written"),
        ("/", "/: the file cannot be written"),
        ("..", "..: the file cannot be written"),
        ("~nosuchuser/x", "~nosuchuser/x: the file cannot be written"),
        ("missing/game.json", "missing/game.json: the file cannot be written"),
        ("x" * 5000, "the file cannot be written"),
        ("/dev/full/x", "/dev/full/x: the file cannot be written"),
        ("\x00", "the file cannot be written"),
    ],
)
def test_saving_at_an_odd_place_is_refused_and_the_game_goes_on(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, shown: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    played = run(*GAME, typed=["1 2", f"save {place}", "help", "quit"])
    assert played.code == 0
    assert shown in played.out
    assert "What you can type" in played.out
    (file,) = (run.folder / "games").iterdir()
    assert len(Record.read(file).entries) == 2
    assert not list((tmp_path / "here").iterdir())


def test_a_path_is_taken_as_it_is_typed(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "my  own game.json"
    played = run(*GAME, typed=["1 2", f"save {file}", "quit"])
    assert f"Record: {file}" in played.out
    assert len(Record.read(file).entries) == 2


@pytest.mark.parametrize("line", ["9" * 4400, "1 " * 3000, "keep " + "9" * 4400, "0" * 4400])
def test_endless_numbers_at_any_prompt_are_refused(run: Runner, line: str) -> None:
    lines = [line, "1 2", line, "claim salzburg bischofshofen", line, "quit"]
    played = run(*GAME, typed=lines)
    assert played.code == 0
    assert "Record:" in played.out


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_record_that_cannot_be_written_is_told_and_kept_elsewhere(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    place, spare = tmp_path / "gone" / "game.json", tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(spare))

    def answer(*_: object) -> str:
        shutil.rmtree(place.parent)
        raise EOFError

    monkeypatch.setattr("stellwerk.cli.asking.PlainAsker.ask", answer)
    played = run(*GAME, "--record", str(place), "--language", language)
    assert played.code == 1
    assert f"✗ {place}: " in played.out
    assert "kept" not in played.out
    (file,) = spare.glob("*/game.json")
    assert str(file) in played.out
    assert Record.read(file).entries


def test_in_a_terminal_another_place_is_asked_for(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, other = tmp_path / "gone" / "game.json", tmp_path / "other.json"
    answers = iter(["quit", "/", str(other)])

    def answer(_: object, prompt: str, lines: object = ()) -> str:
        if place.parent.exists():
            shutil.rmtree(place.parent)
        return next(answers)

    monkeypatch.setattr("stellwerk.cli.asking.PlainAsker.ask", answer)
    played = run(*GAME, "--record", str(place))
    monkeypatch.setattr("stellwerk.cli.terminal.Terminal.interactive", True)
    assert played.code == 1
    answers = iter(["quit", "/", str(other)])
    monkeypatch.setattr("stellwerk.cli.asking.PromptAsker.ask", answer)
    played = run(*GAME, "--record", str(place))
    assert played.code == 0
    assert played.out.count("✗") == 2
    assert Record.read(other).entries


def test_a_fault_of_ours_does_not_cost_the_game(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr("stellwerk.cli.asking.PlainAsker.ask", fail)
    with pytest.raises(ZeroDivisionError):
        run(*GAME)
    (file,) = (run.folder / "games").iterdir()
    assert Record.read(file).entries


class Window:
    """A terminal window with the game in it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stellwerk", *(arguments or GAME)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={
                **os.environ,
                "STELLWERK_DATA": str(folder),
                "STELLWERK_INTERPRETED": "1",
                "TERM": "xterm",
                "LANG": "C.UTF-8",
            },
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str, times: int = 1) -> None:
        """Read until a text has been shown so often."""
        end = time.monotonic() + PATIENCE
        while self.seen.count(text) < times:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.master, 1 << 16).decode(errors="replace")
                except OSError:
                    break
        assert self.seen.count(text) >= times, self.seen

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, f"{line}\r".encode())

    def end(self) -> int:
        """Wait for the end and return how it ended."""
        try:
            while os.read(self.master, 1 << 16):
                pass
        except OSError:
            pass
        return self.process.wait(PATIENCE)

    def record(self) -> Record:
        """Return the record of the only game."""
        (file,) = (self.folder / "games").iterdir()
        return Record.read(file)


def test_in_a_real_terminal(tmp_path: Path) -> None:
    window = Window(tmp_path)
    window.wait_for("Which tickets do you keep?")
    window.type("1 2")
    window.wait_for("Your turn ›")
    for number, line in enumerate(("save .", "save ~nosuchuser/x", "9" * 4400), 1):
        window.type(line)
        window.wait_for("✗", number)
    window.type("quit")
    window.wait_for("Record:")
    assert window.end() == 0
    assert "Traceback" not in window.seen
    assert len(window.record().entries) == 2


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_window_keeps_the_game(tmp_path: Path, number: signal.Signals) -> None:
    window = Window(tmp_path)
    window.wait_for("Which tickets do you keep?")
    window.process.send_signal(number)
    assert window.end() == 128 + number
    assert len(window.record().entries) == 1
