"""The kernels compile for graphics cards, and are called as they were compiled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.envs.cuda.compile import (
    PLANNING,
    STEPPING,
    WHOLE_GAMES,
    ensure_compiled,
    entry_of,
    made_for,
    ptx_file,
)
from stellwerk.envs.cuda.program import _flattened, find_cupy

GERMANY, WORLD = Board.load("germany"), Board.load("world")
GAMES, TABLES = (1, 1, 1, 1, 1, 1, 2, 1, 1), (1, 1, 1, 1, 1, 1)
PASSED = {
    "reset": [0, 0, *GAMES, *TABLES],
    "mark": [0, *GAMES, *TABLES],
    "look": [0, *GAMES, *TABLES, 1, 1],
    "step": [0, 0, 0, 1, *GAMES, *TABLES, 1],
    made_for(GERMANY, "advise"): [0, *GAMES, *TABLES, 1, 1, 1, 1, 1],
    made_for(GERMANY, "answer"): [0, 0, 0, *GAMES, *TABLES, 1, 1],
    made_for(WORLD, WHOLE_GAMES): [0, 0, 1, 1, 1, 1, 1],
}
"""The dimensions of the arguments that Python passes to each kernel."""


RULES = ("step",)
"""The rules themselves; with all others it takes long to compile."""


def test_all_kernels_are_compiled_here() -> None:
    assert {*STEPPING, *PLANNING, WHOLE_GAMES} == {name.partition("-")[0] for name in PASSED}


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(RULES, id="rules", marks=pytest.mark.slow),
        pytest.param(
            [name for name in PASSED if name not in RULES], id="rest", marks=pytest.mark.long
        ),
    ],
)
def test_kernels_compile_to_ptx_without_a_card(names: Sequence[str], tmp_path: Path) -> None:
    ensure_compiled(tmp_path, "90", names)
    for name in names:
        ptx = ptx_file(tmp_path, name, "90").read_text()
        assert ".target sm_90" in ptx
        entry = entry_of(ptx)
        assert name.partition("-")[0] in entry
        # Numba passes an array of one dimension as 7 arguments, of two as 9.
        start = ptx.index(f".visible .entry {entry}(")
        parameters = ptx[start : ptx.index(")", start)].count(".param")
        assert parameters == sum(1 if not each else 5 + 2 * each for each in PASSED[name])


def test_numbers_are_passed_as_64_bits() -> None:
    assert [type(value) for value in _flattened(7)] == [np.int64]


def test_a_tuple_is_passed_as_its_parts() -> None:
    assert _flattened((1, (2, 3))) == [1, 2, 3]


def test_a_name_stands_for_one_kernel() -> None:
    with pytest.raises(AssertionError, match="without a kernel"):
        entry_of("no kernel")
    assert re.fullmatch(r"\w+", entry_of(".visible .entry _Z4stepx(\n"))


@pytest.mark.gpu
def test_games_on_a_card_equal_those_of_the_processor() -> None:
    try:
        cupy = find_cupy()
    except ValueError as missing:
        pytest.skip(str(missing))
    from stellwerk.envs import Batch, DeviceBatch

    board = Board.load("lesson")
    here, there = Batch(board, 64, seed=1), DeviceBatch(board, 64, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(200):
        for part in ("acting", "mask", "observation", "reward", "over"):
            assert np.array_equal(getattr(here, part), getattr(there, part).get()), part
        actions = (rng.random(here.mask.shape) * here.mask).argmax(axis=1)
        here.step(actions)
        there.step(cupy.asarray(actions))
