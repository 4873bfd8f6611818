"""Compiling the rules once on a machine."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stellwerk.board import Board
from stellwerk.bots import compile as compiling
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.talk import Talk
from stellwerk.cli.terminal import Terminal


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is to be compiled where nothing ever was; nothing is."""
    noted: list[Any] = []

    def pretend(which: Callable[[], object]) -> Iterator[str]:
        noted.append(which)
        yield "play"

    monkeypatch.setenv("STELLWERK_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr(compiling, "compiling", pretend)
    return noted


def test_it_is_done_once_also_where_nothing_was_ever_compiled(asked: list[Any]) -> None:
    terminal = Terminal(Talk("en"))
    for _ in range(2):
        compile_rules(terminal)
    compile_rules(terminal, games=True)
    assert asked == [compiling.entries_for_playing, compiling.entries_for_games]


def test_random_games_are_compiled_once_for_each_kind_of_board(asked: list[Any]) -> None:
    terminal = Terminal(Talk("en"))
    for name in ("usa", "world", "usa"):
        compile_rules(terminal, random_on=Board.load(name))
    assert [which.func for which in asked] == [compiling.entries_for_random_games] * 2
    assert len({which.args for which in asked}) == 2
