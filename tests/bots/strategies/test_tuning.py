"""The script that tunes the planner keeps what it finds, and only what makes a difference."""

from pathlib import Path

import pytest

from stellwerk.board import Board
from stellwerk.bots.planning.playbook import PARAMETERS
from stellwerk.bots.strategies.tuned import tuned
from tools import tune_planner


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the planner's parameters that may be written."""
    copy = tmp_path / "planner.toml"
    copy.write_bytes(tune_planner.PATH.read_bytes())
    monkeypatch.setattr(tune_planner, "PATH", copy)
    return copy


@pytest.mark.parametrize(
    ("name", "variant"), [("germany", None), ("usa", "mega"), ("great_lakes", None)]
)
def test_what_has_not_changed_is_written_as_it_was(
    file: Path, name: str, variant: str | None
) -> None:
    before = file.read_text(encoding="utf-8")
    board = Board.load(name, variant)
    tune_planner.write(board, variant, tuned(board).parameters)
    assert file.read_text(encoding="utf-8") == before


def test_a_variant_keeps_a_usual_value_where_its_board_has_another(file: Path) -> None:
    board = Board.load("germany", "1902")
    assert tuned(board).parameters["patience"] != PARAMETERS["patience"]
    new = {**tuned(board).parameters, "patience": PARAMETERS["patience"]}
    tune_planner.write(board, "1902", new)
    section = f'["germany/1902"]\npatience = {PARAMETERS["patience"]}\n'
    assert section in file.read_text(encoding="utf-8")


def test_what_makes_no_difference_is_taken_back_and_what_helps_stays() -> None:
    board = Board.load("lesson")
    good = tuned(board).parameters
    before = {**good, "turn_price": 0}
    found = {**good, "borrow_price": good["borrow_price"] + 3}  # nobody can borrow there
    tune_planner.simplify(board, found, before, "test", 100)
    assert found == good


def test_bad_play_is_never_a_gain() -> None:
    board = Board.load("lesson")
    usual = tuned(board).parameters
    lame = {**usual, "turn_price": 0, "tickets_share": 0}
    assert tune_planner.compare(board, lame, usual, "test", 100).mean < 0
    assert tune_planner.gain_of(board, lame, usual, "test", 100) is None
    assert tune_planner.gain_of(board, usual, usual, "test", 100) is None
    assert tune_planner.gain_of(board, usual, lame, "test", 100) is not None
