"""Compiling the rules once on a machine."""

from collections.abc import Callable
from pathlib import Path

import pytest

from stellwerk.bots import compile as compiling
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.talk import Talk
from stellwerk.cli.terminal import Terminal


def test_it_is_done_once_also_where_nothing_was_ever_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def compile_all(which: Callable[[], object], done: Callable[[int, int], None]) -> None:
        asked.append(which)
        done(1, 1)

    monkeypatch.setenv("STELLWERK_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr(compiling, "compile_all", compile_all)
    terminal = Terminal(Talk("en"))
    for _ in range(2):
        compile_rules(terminal)
    compile_rules(terminal, games=True)
    assert asked == [compiling.entries_for_playing, compiling.entries_for_games]
