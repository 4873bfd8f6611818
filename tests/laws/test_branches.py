"""The number of legal move sequences from fixed positions is what the golden files say."""

from __future__ import annotations

import pytest

from stellwerk.board import Board
from stellwerk.rules.kernel import INTERPRETED
from tests.laws.laws import VARIANTS
from tools.branch_counts import FOLDER, HEADING, Counter, files, text


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_branches_are_as_many_as_written_down(name: str, variant: str) -> None:
    """Interpreted, only the first number of some lines is counted again."""
    golden = (FOLDER / f"{name}-{variant}.txt").read_text("utf-8")
    board = Board.load(name, variant)
    if not INTERPRETED:
        assert text(board) == golden
        return
    for line in golden.removeprefix(HEADING).splitlines()[1::6]:
        position, numbers = line.split(":")
        counter = Counter(board, *(int(number) for number in position.split()))
        assert counter.count(1) == int(numbers.split()[0])


def test_every_board_has_its_file_and_no_file_is_left_over() -> None:
    assert {path for path, _ in files()} == set(FOLDER.iterdir())
