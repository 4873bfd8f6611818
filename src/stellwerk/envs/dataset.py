"""Datasets: games among bots, with every decision, as Parquet files.

One row is one game: the key of its deal, the final scores, and for every decision the seat and its
number in the board's table of all payments. That is enough to play the game again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from stellwerk.board import Board, UnknownName
from stellwerk.board.layout import SEATS
from stellwerk.board.names import closest
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.bot import chance_of
from stellwerk.bots.strategies.entries import PLAYED, PLAYER
from stellwerk.bots.strategies.names import STRATEGIES
from stellwerk.envs.action_table import ActionTable
from stellwerk.envs.errors import BadRequest, Missing
from stellwerk.game.seeds import key_of
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, STATE
from stellwerk.rules.version import RULES_VERSION

Array = np.ndarray[Any, np.dtype[Any]]

CHUNK: Final = 500
"""Games played between two looks at the progress."""
_ROOM: Final = 400_000
"""Moves written down before they are read."""
_PARTS: Final = ("total", "rank", "routes", "tickets", "longest_path", "completed")
COLUMNS: Final = {
    "game": "number of the game, from 0",
    "key": "the 32 bytes from which the game is dealt",
    "turns": "turns played",
    "decisions": "decisions made, those of the set-up among them",
    "total": "final points of each seat",
    "rank": "rank of each seat, from 1",
    "routes": "points for routes of each seat",
    "tickets": "points for tickets of each seat, lost ones subtracted",
    "longest_path": "points of each seat for the longest path",
    "completed": "tickets each seat completed",
    "seat": "for each decision the seat that made it",
    "action": "for each decision its number in the table of all payments",
}
"""The columns of a dataset and what they hold."""


class Recorder:
    """Plays games among bots and writes every move down, as action numbers."""

    def __init__(self, board: Board, bots: Sequence[str], seed: str) -> None:
        for name in bots:
            if name not in STRATEGIES:
                raise UnknownName("bot", name, closest(name, STRATEGIES) or STRATEGIES)
        if not 2 <= len(bots) <= SEATS:
            raise BadRequest(f"a game has 2 to {SEATS} seats, not {len(bots)}")
        self.board: Final = board
        self.bots: Final = tuple(bots)
        self.seed: Final = seed
        self.table: Final = ActionTable(board, all_payments=True)
        self._numbers = _Numbers(self.table)
        seats = len(bots)
        self._players: Array = np.zeros(seats, PLAYER)
        self._players["strategy"] = [STRATEGIES.index(bot) for bot in bots]
        self._players["book"] = range(seats)
        self._books = np.concatenate([book_of(STRATEGIES.index(bot), board) for bot in bots])
        self._trace: Array = np.zeros(_ROOM, MOVE)

    def play(self, first: int, count: int) -> dict[str, Any]:
        """Play a number of games, or fewer if they are long: an array or list for each column."""
        from stellwerk.envs.recording import Record, record_games

        seats = len(self.bots)
        played, results = np.zeros(count, PLAYED), np.zeros(count, RESULT)
        keys = [key_of(f"{self.seed}/{first + i}") for i in range(count)]
        for i, key in enumerate(keys):
            played["key"][i] = np.frombuffer(key, "<u4")
            seeds = (f"{self.seed}/{first + i}/{seat}" for seat in range(seats))
            played["rng"][i, :seats] = [chance_of(seed) for seed in seeds]
        ends = np.zeros(count, np.int64)
        bots = self._players, self._books, np.zeros(seats, MEMORY), np.zeros(1, THOUGHT)
        states, moves, scratch = np.zeros(2, STATE), np.zeros(2, MOVE), np.zeros(1, SCRATCH)
        record = Record(played, results, self._trace, ends)
        done = record_games(states, self.board.record, seats, bots, moves, scratch, record)
        assert not played["refused"][:done].any(), "a bot made a move that is not legal"
        starts = np.concatenate([[0], ends[:done]]).astype(np.int32)
        moves = self._trace[: starts[-1]]
        return {
            "game": np.arange(first, first + done, dtype=np.int64),
            "key": keys[:done],
            "turns": played["turns"][:done].astype(np.int32),
            "decisions": np.diff(starts).astype(np.int32),
            **{part: results[part][:done, :seats] for part in _PARTS},
            "seat": (starts, moves["seat"].copy()),
            "action": (starts, self._numbers(moves)),
        }


class _Numbers:
    """Finds the numbers of moves in a table of all payments."""

    def __init__(self, table: ActionTable) -> None:
        moves = np.zeros(table.size, MOVE)
        for name in ("kind", "target", "argument"):
            moves[name] = table.actions[name]
        moves["cards"][table.size - len(table.payments) :] = table.payments["cards"]
        keys = _keys(moves)
        self._order = np.argsort(keys)
        self._sorted = keys[self._order]

    def __call__(self, moves: Array) -> npt.NDArray[np.int32]:
        """Return the number of each move."""
        keys = _keys(moves)
        at = np.searchsorted(self._sorted, keys)
        assert (self._sorted[at] == keys).all(), "a move that the table does not have"
        return self._order[at].astype(np.int32)


def _keys(moves: Array) -> Array:
    """Return what tells moves apart, as bytes that can be sorted."""
    parts = [moves[name].astype("<i2")[:, None].view("u1") for name in ("kind", "target")]
    parts += [moves["argument"].astype("<i2")[:, None].view("u1"), moves["cards"]]
    whole = np.ascontiguousarray(np.concatenate(parts, axis=1))
    return whole.view(f"S{whole.shape[1]}")[:, 0]


def write_dataset(
    path: Path,
    board: Board,
    bots: Sequence[str],
    games: int,
    seed: str,
    progress: Callable[[int], None] = lambda played: None,
) -> None:
    """Play games and write them to a Parquet file; ``progress`` is told how many are done.

    The file appears when it is complete. Board, variant, bots, seed and versions stand in its
    metadata.
    """
    pyarrow, parquet = find_pyarrow()
    recorder = Recorder(board, bots, seed)
    special = path.exists() and not path.is_file()  # a device or a pipe is written to, not replaced
    partial = path if special else path.with_name(path.name + ".part")
    writer = None
    try:
        played = 0
        while played < games:
            columns = recorder.play(played, min(CHUNK, games - played))
            rows = _table(pyarrow, columns).replace_schema_metadata(_metadata(recorder))
            if writer is None:
                writer = parquet.ParquetWriter(partial, rows.schema, compression="zstd")
            writer.write_table(rows)
            played += len(columns["game"])
            progress(played)
        if writer is not None:
            writer.close()
            if not special:
                partial.replace(path)
    finally:
        if writer is not None and partial.exists():
            writer.close()
            if not special:
                partial.unlink()


def _table(pyarrow: Any, columns: dict[str, Any]) -> Any:
    """Make a table of Arrow: rows of seats become lists, decisions lists of any length."""
    arrays = {}
    for name, values in columns.items():
        if isinstance(values, tuple):
            starts, flat = values
            arrays[name] = pyarrow.ListArray.from_arrays(starts, pyarrow.array(flat))
        elif isinstance(values, list):
            arrays[name] = pyarrow.array(values, pyarrow.binary(32))
        elif values.ndim == 2:
            starts = np.arange(0, values.size + 1, values.shape[1], dtype=np.int32)
            flat = pyarrow.array(np.ascontiguousarray(values).reshape(-1))
            arrays[name] = pyarrow.ListArray.from_arrays(starts, flat)
        else:
            arrays[name] = pyarrow.array(values)
    return pyarrow.table(arrays)


def _metadata(recorder: Recorder) -> dict[str, str]:
    return {
        "board": recorder.board.id,
        "variant": recorder.board.variant.id,
        "board_hash": recorder.board.hash,
        "rules_version": str(RULES_VERSION),
        "bots": ",".join(recorder.bots),
        "seed": recorder.seed,
        "actions": str(recorder.table.size),
    }


def read_dataset(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the games of a dataset, one after the other."""
    _, parquet = find_pyarrow()
    for batch in parquet.ParquetFile(path).iter_batches():
        yield from batch.to_pylist()


def find_pyarrow() -> tuple[Any, Any]:
    """Return Arrow and its Parquet part, or say what is missing."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as problem:
        raise Missing("data", str(problem)) from problem
