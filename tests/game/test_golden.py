"""Recorded games replay byte for byte, to the same final scores (tools/golden_games.py)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from stellwerk.board import boards
from stellwerk.game import Move, Outcome, Record

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = sorted(GOLDEN.glob("*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game_replays(path: Path) -> None:
    game = Record.read(path).replay()
    assert game.over
    assert game.record().to_json() == path.read_bytes()
    expected = msgspec.json.decode(path.with_suffix(".outcome").read_bytes(), type=Outcome)
    assert game.outcome() == expected


def test_every_board_has_five_golden_games() -> None:
    found = Counter(path.stem.rpartition("-")[0] for path in GAMES)
    assert found == dict.fromkeys(boards(), 5)


def test_golden_games_show_every_kind_of_move() -> None:
    shown = {type(move) for path in GAMES for move in Record.read(path).replay().moves}
    assert shown == set(Move.__args__)
