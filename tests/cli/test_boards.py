from importlib import resources
from pathlib import Path

import pytest

from stellwerk.board import Board, boards
from tests.cli.running import Runner


@pytest.mark.parametrize(("language", "name"), [("de", "Große Seen"), ("en", "Great Lakes")])
def test_list_names_every_board_and_variant(run: Runner, language: str, name: str) -> None:
    listed = run("board", "list", "--language", language)
    assert listed.code == 0
    assert name in listed.out
    for board in boards():
        for variant in Board.load(board).variants:
            assert variant.id in listed.out


@pytest.mark.parametrize("board", boards())
def test_show_tells_every_route_and_ticket(run: Runner, board: str) -> None:
    for variant in Board.load(board).variants:
        shown = run("board", "show", board, "--variant", variant.id)
        assert shown.code == 0
        ground = Board.load(board, variant.id)
        for city in ground.cities:
            assert city.names.get("en", city.name) in shown.out
        for ticket in ground.tickets:
            assert " – ".join(ground.place_name(name) for name in ticket.names) in shown.out


def test_check_praises_a_good_file(run: Runner, tmp_path: Path) -> None:
    text = (resources.files("stellwerk.board") / "data" / "lesson.toml").read_text("utf-8")
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    checked = run("board", "check", str(file))
    assert checked.code == 0
    assert "is fine: 14 cities, 33 routes" in " ".join(checked.out.split())


def test_check_names_every_problem_with_its_place(run: Runner, tmp_path: Path) -> None:
    text = (resources.files("stellwerk.board") / "data" / "lesson.toml").read_text("utf-8")
    file = tmp_path / "own.toml"
    damaged = text.replace('between = ["Bregenz", "Lienz"]', 'between = ["Bregens", "Lienz"]')
    file.write_text(damaged.replace("wagons = 20", "wagons = -1"), encoding="utf-8")
    checked = run("board", "check", str(file))
    assert checked.code == 2
    assert "routes[2]" in checked.err
    assert "Bregenz" in checked.err
    assert "wagons" in checked.err
