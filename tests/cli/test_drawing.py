import sys
from pathlib import Path

import msgspec
import pytest

from stellwerk.board import Board
from stellwerk.drawing.files import drawing_of, load, save
from tests.cli.running import Runner
from tests.drawing.boards import ISLAND


@pytest.fixture
def island(tmp_path: Path) -> Path:
    file = tmp_path / "island.toml"
    file.write_bytes(ISLAND.read_bytes())
    return file


def test_a_board_is_drawn_beside_its_file_and_can_be_checked(run: Runner, island: Path) -> None:
    drawn = run("board", "draw", str(island), "--seed", "3")
    assert drawn.code == 0
    assert "Green Island" in drawn.out
    assert "✗" not in drawn.out
    drawing = load(island.with_name("island.drawing.json"))
    assert drawing.seed == 3
    checked = run("board", "draw", str(island), "--check", "--language", "de")
    assert checked.code == 0
    assert "Überlappungen" in checked.out


def test_a_drawing_that_is_not_good_enough_is_refused_with_the_place(
    run: Runner, tmp_path: Path
) -> None:
    drawing = drawing_of(Board.load("lesson"))
    wien = msgspec.structs.replace(drawing.places["wien"], label=drawing.places["linz"].label)
    path = tmp_path / "worse.json"
    save(msgspec.structs.replace(drawing, places={**drawing.places, "wien": wien}), path)
    checked = run("board", "draw", "lesson", "--check", "--out", str(path))
    assert checked.code == 1
    assert "✗" in checked.out
    assert "the names of Linz and Wien lie on each other" in checked.out


def test_the_space_in_the_way_is_named_with_its_route(run: Runner, tmp_path: Path) -> None:
    drawing = drawing_of(Board.load("lesson"))
    there = drawing.spaces["gmund-wien"]
    spaces = {**drawing.spaces, "villach-klagenfurt/2": there[2:]}
    path = tmp_path / "worse.json"
    save(msgspec.structs.replace(drawing, spaces=spaces), path)
    checked = run("board", "draw", "lesson", "--check", "--out", str(path))
    assert checked.code == 1
    said = " ".join(checked.out.split())
    assert "space 1 of Villach – Klagenfurt (2)" in said
    assert "space 3 of Gmünd – Wien" in said


def test_a_board_without_a_drawing_cannot_be_checked(run: Runner, island: Path) -> None:
    checked = run("board", "draw", str(island), "--check")
    assert checked.code == 2
    assert "has no drawing yet" in checked.err


@pytest.mark.parametrize("package", ["scipy", "shapely"])
def test_without_the_extra_it_says_what_to_install(
    run: Runner, island: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    for name in [name for name in sys.modules if name.startswith("stellwerk.drawing.")]:
        if name.partition("drawing.")[2] not in {"model", "files", "fingerprint"}:
            monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [_Without(package), *sys.meta_path])
    drawn = run("board", "draw", str(island))
    assert drawn.code == 2
    assert f"Drawing needs {package}" in drawn.err
    assert "pip install 'stellwerk[draw]'" in drawn.err


class _Without:
    """Finds modules as if a package were not installed."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] == self._package:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)


def test_the_drawing_of_another_board_is_refused(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "usa.drawing.json"
    save(drawing_of(Board.load("usa")), path)
    checked = run("board", "draw", "lesson", "--check", "--out", str(path))
    assert checked.code == 2
    assert "usa.drawing.json was drawn before the board was changed" in checked.err


def test_bad_wishes_are_refused(run: Runner, island: Path) -> None:
    assert run("board", "draw", str(island), "--seed", "-1").code == 2
    nowhere = run("board", "draw", str(island), "--out", str(island / "x.json"))
    assert nowhere.code == 2
    assert "--out" in nowhere.err
