"""Datasets hold all it takes to play their games again."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet
import pytest

from stellwerk.board import Board, boards
from stellwerk.envs.batch import Batch
from stellwerk.envs.dataset import COLUMNS, read_dataset, write_dataset
from tests.cli.running import Runner


@pytest.mark.parametrize("name", boards())
def test_a_row_plays_its_game_again(name: str, tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    write_dataset(file, Board.load(name), ("planner", "onestep", "random"), 3, "5")
    rows = list(read_dataset(file))
    assert [row["game"] for row in rows] == [0, 1, 2]
    for row in rows:
        assert set(row) == set(COLUMNS)
        batch = Batch(name, games=1, seats=3, all_payments=True, autoreset="never")
        batch.deal([row["key"]])
        for seat, action in zip(row["seat"], row["action"], strict=True):
            assert batch.acting[0] == seat
            batch.step(action)
        assert batch.over[0]
        assert batch.result["total"][0, :3].tolist() == row["total"]
        assert (batch.slots["steps"][0], row["decisions"]) == (len(row["seat"]),) * 2


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Runner:
    return Runner(monkeypatch, capsys, tmp_path)


def test_the_command_writes_the_same_file_for_the_same_seed(run: Runner, tmp_path: Path) -> None:
    files = [tmp_path / "one.parquet", tmp_path / "two.parquet"]
    for file in files:
        done = run(
            *("dataset", "--board", "lesson", "--games", "4", "--bots", "random"),
            *("--seed", "9", "--out", str(file)),
        )
        assert (done.code, "4 games, seed 9" in done.out) == (0, True)
    one, two = (pyarrow.parquet.read_table(file) for file in files)
    assert one.equals(two)
    told = one.schema.metadata
    assert (told[b"board"], told[b"bots"], told[b"seed"]) == (b"lesson", b"random,random", b"9")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("dataset", "--out", "/dev/null/all.parquet", "--games", "1"), "cannot be written"),
        (("dataset", "--out", "x.parquet", "--games", "0"), "At least one game"),
        (("dataset", "--out", "x.parquet", "--seats", "9"), "2 to 5 players"),
        (("simulate", "--device", "abacus"), "only on: cpu, cuda"),
        (("simulate", "--device", "cuda", "--bots", "greedy"), "only random bots"),
    ],
)
def test_what_cannot_be_done_is_told(run: Runner, words: tuple[str, ...], told: str) -> None:
    done = run(*words, "--board", "lesson", "--language", "en")
    assert done.code == 2
    assert told in " ".join(done.err.split())
