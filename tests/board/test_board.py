"""Loading boards, and what makes two of them the same."""

from dataclasses import replace
from pathlib import Path

import pytest

from stellwerk.board import Board, BoardError, UnknownName, boards
from stellwerk.board.files import LARGEST, shipped_text

# A change here means that games recorded with this board can no longer be replayed.
FINGERPRINTS = {
    ("europe", "base"): "e8c723c5a73d367c",
    ("europe", "1912"): "bce11b212858174d",
    ("europe", "big_cities"): "97b780c1043daede",
    ("europe", "mega"): "6ea56a20b9c48d77",
    ("germany", "base"): "1aa0dbca8ae7182e",
    ("germany", "1902"): "d109f861a22a660e",
    ("great_lakes", "base"): "5e5318a7078d6d29",
    ("lesson", "base"): "c699b840a6e6b966",
    ("usa", "classic"): "f1039c9e9a564e6e",
    ("usa", "tickets69"): "cbe6a3b6c8b0059a",
    ("usa", "1910"): "3ff1e69449755175",
    ("usa", "mega"): "131c9ebe4a649d25",
    ("usa", "big_cities"): "6ac8fa28aba48529",
    ("world", "base"): "6086c8e089670ed5",
}


@pytest.mark.parametrize(("board", "variant"), sorted(FINGERPRINTS))
def test_fingerprints_stay(board: str, variant: str) -> None:
    assert Board.load(board, variant).hash[:16] == FINGERPRINTS[board, variant]


def test_every_variant_has_its_own_fingerprint() -> None:
    assert len(set(FINGERPRINTS.values())) == len(FINGERPRINTS)
    listed = {(name, each.id) for name in boards() for each in Board.load(name).variants}
    assert listed == set(FINGERPRINTS)


def test_layout_comments_and_texts_do_not_matter() -> None:
    text = shipped_text("lesson")
    board = Board.parse(text)
    other = text.replace("  {", "{").replace("Kleines Österreich", "Lektion")
    other = "# a comment\n" + other.replace("at = [47.50,  9.75]", "at = [47.5, 9.7]")
    other = other.replace("Klagenfurt am Wörthersee", "Celovec")
    assert other != text
    assert Board.parse(other) == board
    assert hash(Board.parse(other)) == hash(board)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("wagons = 20", "wagons = 21"),
        ("length = 5", "length = 4"),
        ('colour = "red" }', 'colour = "blue" }'),
        ("points =  3 }", "points =  4 }"),
        ('id = "lesson"', 'id = "lecture"'),
        ("Klagenfurt", "Celovec"),
    ],
)
def test_what_the_rules_see_matters(old: str, new: str) -> None:
    text = shipped_text("lesson")
    assert old in text
    assert Board.parse(text.replace(old, new)) != Board.parse(text)


def test_a_board_differs_from_other_things() -> None:
    assert Board.load("lesson") != "lesson"


def test_changing_a_board_in_memory_changes_its_fingerprint() -> None:
    board = Board.load("lesson")
    assert replace(board, rules=replace(board.rules, wagons=9)) != board


def test_load_by_id_path_or_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(shipped_text("usa"), encoding="utf-8")
    assert Board.load(path) == Board.load(str(path)) == Board.load("usa")
    assert Board.load("Great Lakes") == Board.load("great_lakes")
    assert Board.load("usa", "mega").variant.names["en"] == "Mega"
    assert repr(Board.load("usa")).startswith("<Board usa/classic ")


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(shipped_text("usa"), encoding="utf-8-sig")
    assert Board.load(path) == Board.load("usa")


def test_shipped_boards_are_read_once() -> None:
    assert Board.load("usa") is Board.load("usa")


def test_unknown_board_and_variant() -> None:
    with pytest.raises(UnknownName, match="no board is called 'uas'; did you mean 'usa'"):
        Board.load("uas")
    with pytest.raises(UnknownName, match="no variant is called 'meg'; did you mean 'mega'"):
        Board.load("usa", "meg")
    with pytest.raises(UnknownName):
        Board.load("us\0a")
    with pytest.raises(UnknownName):
        Board.load("usa" * 2000)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"none\.toml: cannot be read: No such file"):
        Board.load(tmp_path / "none.toml")
    with pytest.raises(BoardError, match="cannot be read"):
        Board.load(tmp_path)
    with pytest.raises(BoardError, match="cannot be read"):
        Board.load("\0.toml")
    path = tmp_path / "bad.toml"
    path.write_bytes(b'format = 1\nname = "K\xf6ln"\n')
    with pytest.raises(BoardError, match=r"bad\.toml: line 2: is not UTF-8 text"):
        Board.load(path)
    path.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(BoardError, match="is larger than"):
        Board.load(path)


def test_numbers_by_id() -> None:
    board = Board.load("usa")
    assert board.cities[board.city_index["denver"]].name == "Denver"
    assert board.routes[board.route_index["duluth-omaha/2"]].lane == 2
    assert board.tickets[board.ticket_index["boston-miami"]].points == 12


def test_the_error_tells_file_place_and_message() -> None:
    with pytest.raises(BoardError) as caught:
        Board.parse("format = 2", origin="mine.toml")
    error = caught.value
    assert (error.code, error.file, error.where) == ("board_error", "mine.toml", "format")
    assert error.message == "only format 1 is understood, not 2"
    assert str(error) == "mine.toml: format: only format 1 is understood, not 2"
