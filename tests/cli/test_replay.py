from pathlib import Path

import pytest

from stellwerk.game import Game
from tests.cli.running import Runner, script


@pytest.fixture(scope="module")
def game() -> Game:
    return script("lesson", "en", "a record", ["greedy", "random"])[1]


@pytest.fixture
def file(game: Game, tmp_path: Path) -> str:
    game.record().write(tmp_path / "game.json")
    return str(tmp_path / "game.json")


def test_all_of_a_game_is_told(run: Runner, game: Game, file: str) -> None:
    told = run("replay", file)
    assert told.code == 0
    assert "The game begins." in told.out
    assert f"{game.seq:4d}  " in told.out
    assert "The game is over." in told.out
    assert str(game.outcome().seats[0].total) in told.out


def test_a_seat_is_told_only_what_it_could_see(run: Runner, game: Game, file: str) -> None:
    everything, own = run("replay", file).out, run("replay", file, "--seat", "1").out
    assert "Red keeps 3 tickets:" in everything
    assert "Red keeps 3 tickets." in own
    assert "Blue keeps 2 tickets:" in own


def test_a_seat_that_is_not_there_is_refused(run: Runner, file: str) -> None:
    refused = run("replay", file, "--seat", "4")
    assert refused.code == 2
    assert "players 1 to 3, not 4" in refused.err


@pytest.mark.parametrize(("language", "word"), [("de", "fair"), ("en", "fair")])
def test_verify_proves_the_deal(
    run: Runner, game: Game, file: str, language: str, word: str
) -> None:
    proved = run("replay", file, "--verify", "--language", language)
    assert proved.code == 0
    assert word in proved.out
    assert game.commitment in proved.out.replace("\n", "")


def test_verify_refuses_another_key(run: Runner, game: Game, file: str) -> None:
    assert game.key is not None
    key = game.key.hex()
    text = Path(file).read_text(encoding="utf-8")
    Path(file).write_text(text.replace(key, key[::-1]), encoding="utf-8")
    refused = run("replay", file, "--verify")
    assert refused.code == 2
    assert "commitment" in refused.err


def test_steps_wait_for_the_person(run: Runner, file: str) -> None:
    told = run("replay", file, "--step", typed=["", "", "q"])
    assert told.code == 0
    assert told.out.count("Enter: on") == 3
    assert run("replay", file, "--step").code == 0


def test_an_unfinished_game_says_so(run: Runner, tmp_path: Path) -> None:
    Game.new("lesson", 2, 1).record().write(tmp_path / "new.json")
    told = run("replay", str(tmp_path / "new.json"))
    assert told.code == 0
    assert "not finished" in told.out
