"""Bad input ends with code 2 and a sentence to act on, never with a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Runner

BAD_BOARD = """format = 1
id = "bad"
name = { de = "Schlecht", en = "Bad" }
"""


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Make damaged files of every sort; their names are filled into the arguments."""
    contents = {
        "bad_toml": b"format = = 1",
        "bad_board": BAD_BOARD.encode(),
        "binary": bytes(range(256)),
        "empty": b"",
        "not_json": b"{",
        "foreign": b'{"format": "chess"}',
        "old": b'{"format": "stellwerk-record-1"}',
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    paths = {name: str(tmp_path / name) for name in contents}
    return {**paths, "missing": str(tmp_path / "missing.toml"), "folder": str(tmp_path)}


CASES = [
    ("frob", "There is no command 'frob'"),
    ("bord", "Did you mean 'board'?"),
    ("bord", "`stellwerk --help` shows"),
    ("play --text --board uss", "Perhaps: usa"),
    ("play --text --board zzz", "Perhaps: europe, germany"),
    ("play --text --board {missing}", "cannot be read"),
    ("play --text --board {folder}", "There is no board called"),
    ("play --text --board {bad_toml}", "line 1, column 10"),
    ("play --text --board {bad_board}", "cannot be used"),
    ("play --text --variant megga", "Perhaps: mega"),
    ("play --text --seats 9", "2 to 5 players, not 9"),
    ("play --text --seats 1", "2 to 5 players, not 1"),
    ("play --text --seats many", "'many' is not a value for --seats"),
    ("play --seats", "--seats needs a value"),
    ("play --text --seats 3 --seats 4", "--seats may be given only once"),
    ("play --sets 3", "Did you mean '--seats'?"),
    ("play --frob", "`stellwerk play --help` shows"),
    ("play --text --bots gready", "Perhaps: greedy"),
    ("play --text --bots ,", "There is no bot called ''"),
    ("play --language fr", "'fr' is not a value for --language"),
    ("play --text --record {folder}", "cannot be written"),
    ("play more words", "does not belong anywhere: more words"),
    ("play --text --bots random,random,random", "seats for 2 bots, but 3 are named"),
    ("simulate --bots random,greedy,random --seats 2", "seats for 2 bots, but 3 are named"),
    ("arena --bots random,greedy,random --seats 2", "seats for 2 bots, but 3 are named"),
    ("simulate --games 0", "At least one game"),
    ("simulate --games 1000000000000", "at most 100,000,000"),
    ("arena --games 1000000000000", "at most 100,000,000"),
    ("arena --jobs 100000", "at most 512"),
    ("arena --report {folder}", "cannot be written"),
    ("dataset --games 1000000000000 --out {missing}", "at most 100,000,000"),
    ("dataset --out {folder}", "cannot be written"),
    ("dataset --out .", "cannot be written"),
    ("dataset --out /", "cannot be written"),
    ("board balance lesson --games 1000000000000", "at most 100,000,000"),
    ("board draw lesson --out {folder}", "cannot be written"),
    ("board draw lesson --out .", "cannot be written"),
    ("review {folder}", "cannot be read"),
    ("replay /dev/zero", "larger than"),
    ("review /dev/zero", "larger than"),
    ("board check /dev/zero", "/dev/zero"),
    ("serve --url notaurl", "'notaurl' is not an address people can open"),
    ("serve --url ftp://games.example", "is not an address people can open"),
    ("serve --url https://", "is not an address people can open"),
    ("serve --url https://games.example:99999", "is not an address people can open"),
    ("serve --url https://games.example/here", "is not an address people can open"),
    ("serve --db sqlite:///.", "cannot be used as a database"),
    ("serve --db sqlite:///{folder}", "cannot be used as a database"),
    ("serve --db postgresql://ada@here:port/tables", "is not a database"),
    ("serve --port 99999", "cannot be used"),
    ("serve --port -1", "cannot be used"),
    ("simulate --games -5", "At least one game"),
    ("simulate --games ten", "'ten' is not a value for --games"),
    ("simulate --seats 6", "2 to 5 players"),
    ("simulate --board {binary}", "cannot be used"),
    ("board show", "BOARD is missing"),
    ("board show uss", "Perhaps: usa"),
    ("board show usa --variant x", "There is no variant called 'x'"),
    ("board check {missing}", "cannot be read"),
    ("board check {bad_toml}", "line 1, column 10"),
    ("board check {bad_board}", "problems"),
    ("board check {binary}", "UTF-8"),
    ("board check {empty}", "format"),
    ("board burn", "There is no command 'burn'"),
    ("board burn", "`stellwerk board --help` shows"),
    ("replay", "FILE is missing"),
    ("replay {missing}", "cannot be read"),
    ("replay {folder}", "cannot be read"),
    ("replay {not_json}", "not the record of a game"),
    ("replay {binary}", "not the record of a game"),
    ("replay {foreign}", "format"),
    ("replay {old}", "not the record of a game"),
]


@pytest.mark.parametrize(("arguments", "answer"), CASES)
def test_bad_input_is_refused_with_a_sentence(
    run: Runner, files: dict[str, str], arguments: str, answer: str
) -> None:
    refused = run(*(part.format(**files) for part in arguments.split()))
    assert refused.code == 2
    assert answer in " ".join(refused.err.split())
    assert "Traceback" not in refused.err + refused.out


@pytest.mark.parametrize("arguments", [arguments for arguments, _ in CASES])
def test_bad_input_is_refused_in_german_too(
    run: Runner, files: dict[str, str], arguments: str
) -> None:
    refused = run("--language", "de", *(part.format(**files) for part in arguments.split()))
    assert refused.code == 2
    first = refused.err.splitlines()[0]
    for english in ("There is", "Did you mean", "is missing", "cannot be used", "Perhaps"):
        assert english not in first


def test_a_damaged_record_is_refused_with_its_place(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run(
        "play",
        "--text",
        "--board",
        "lesson",
        "--seed",
        "1",
        "--record",
        str(file),
        typed=["1 2", "draw"],
    )
    text = file.read_text(encoding="utf-8")
    assert '"move":"draw"' in text
    file.write_text(text.replace('"move":"draw"', '"move":"pass"'), encoding="utf-8")
    refused = run("replay", str(file))
    assert refused.code == 2
    assert "entries[3]" in refused.err


def test_no_traceback_from_a_process_of_its_own(tmp_path: Path) -> None:
    for arguments in (["board", "show", "uss"], ["replay", str(tmp_path)], ["--what"]):
        done = subprocess.run(
            [sys.executable, "-m", "stellwerk", *arguments],
            capture_output=True,
            text=True,
            env={**os.environ, "STELLWERK_INTERPRETED": "1"},
        )
        assert done.returncode == 2
        assert done.stderr
        assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_disaster() -> None:
    command = f"{sys.executable} -m stellwerk board show usa | head -1"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        capture_output=True,
        text=True,
        env={**os.environ, "STELLWERK_INTERPRETED": "1"},
    )
    assert done.stderr == ""
