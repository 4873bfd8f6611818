from pathlib import Path

import msgspec
import pytest

from stellwerk.board import Board, boards
from stellwerk.drawing.files import (
    DrawingError,
    decode,
    drawing_of,
    drawing_path,
    encode,
    load,
    save,
)
from stellwerk.drawing.fingerprint import fingerprint
from stellwerk.drawing.model import Drawing
from tests.drawing.boards import ISLAND


@pytest.fixture
def drawing() -> Drawing:
    return drawing_of(Board.load("lesson"))


def test_a_drawing_is_the_same_after_writing_and_reading(drawing: Drawing, tmp_path: Path) -> None:
    path = tmp_path / "own.drawing.json"
    save(drawing, path)
    assert load(path) == drawing
    assert encode(load(path)) == path.read_bytes()


def test_the_drawing_lies_beside_the_board(drawing: Drawing, tmp_path: Path) -> None:
    file = tmp_path / "own.board.toml"
    file.write_text("the board is not read here")
    save(drawing, drawing_path(file))
    assert drawing_path(file) == tmp_path / "own.board.drawing.json"
    assert drawing_of(Board.load("lesson"), file) == drawing


def test_drawings_do_not_count_as_boards() -> None:
    assert not [name for name in boards() if "drawing" in name]


def test_a_board_without_a_drawing_says_so() -> None:
    with pytest.raises(DrawingError, match="'island' has no drawing"):
        drawing_of(Board.load(ISLAND))
    with pytest.raises(DrawingError) as caught:
        drawing_of(Board.load(ISLAND), ISLAND)
    assert caught.value.reason == "missing"


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"format": 1, "board": "x"}'])
def test_what_is_no_drawing_is_refused(content: bytes) -> None:
    with pytest.raises(DrawingError) as caught:
        decode(content, "some.json")
    assert caught.value.reason == "unreadable"
    assert "some.json" in str(caught.value)


def test_a_drawing_of_another_format_is_refused(drawing: Drawing) -> None:
    with pytest.raises(DrawingError) as caught:
        decode(encode(msgspec.structs.replace(drawing, format=99)))
    assert caught.value.reason == "format"


def test_a_drawing_of_a_changed_board_is_refused(drawing: Drawing, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.touch()
    save(msgspec.structs.replace(drawing, geography="0" * 16), drawing_path(file))
    with pytest.raises(DrawingError) as caught:
        drawing_of(Board.load("lesson"), file)
    assert caught.value.reason == "outdated"


@pytest.mark.parametrize(
    ("before", "after", "is_same"),
    [
        ("points = 8", "points = 9", True),
        ('colour = "red"', 'colour = "gray"', True),
        ("Cork", "Corcaigh", False),
        ("at = [53.42, -7.94]", "at = [53.42, -7.95]", False),
        ("tunnel = true", "tunnel = false", False),
    ],
)
def test_only_what_is_drawn_changes_the_fingerprint(before: str, after: str, is_same: bool) -> None:
    text = ISLAND.read_text(encoding="utf-8")
    assert before in text
    changed = Board.parse(text.replace(before, after))
    assert (fingerprint(changed) == fingerprint(Board.parse(text))) == is_same
