"""Write games as a Parquet file, read them again and make observations of them.

    python examples/export_dataset.py games.parquet --board usa --games 1000

It needs the extra `data`. The same file comes from `stellwerk dataset`.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from stellwerk.board import Board
from stellwerk.envs import Batch
from stellwerk.envs.dataset import read_dataset, write_dataset


def decisions(board: Board, row: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """Return what was seen at each decision of a game, and what was decided: for imitation."""
    seats = len(row["total"])
    batch = Batch(board, games=1, seats=seats, all_payments=True, autoreset="never")
    batch.deal([row["key"]])
    seen = []
    for action in row["action"]:
        seen.append(batch.observation[0].copy())
        batch.step(action)
    assert batch.result["total"][0, :seats].tolist() == row["total"]
    return np.array(seen), np.array(row["action"])


def main(words: list[str] | None = None) -> None:
    """Write, read, and print what there is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--board", default="usa")
    parser.add_argument("--games", type=int, default=100)
    wishes = parser.parse_args(words)
    board = Board.load(wishes.board)
    write_dataset(wishes.file, board, ("planner", "planner"), wishes.games, seed="1")
    first = next(read_dataset(wishes.file))
    seen, decided = decisions(board, first)
    print(f"{wishes.games} games, {wishes.file.stat().st_size:,} bytes")
    print(f"the first one: {first['total']} points, {len(decided)} decisions, seen {seen.shape}")


if __name__ == "__main__":
    main()
