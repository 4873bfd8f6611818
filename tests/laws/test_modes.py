"""Compiled and interpreted rules give the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from stellwerk.rules.kernel import INTERPRETED
from tests.laws.trace import tables, trace

PARTS = 4
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("part", range(PARTS))
def test_compiled_and_interpreted_games_are_the_same(part: int) -> None:
    """States, moves, payments, distances, scores and redeals, on every board and variant."""
    other_mode = "0" if INTERPRETED else "1"
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    environment = {**os.environ, "STELLWERK_INTERPRETED": other_mode, "PYTHONPATH": paths}
    command = [sys.executable, "-W", "error", "-m", "tests.laws.trace", str(part), str(PARTS)]
    run = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    for table, other in zip(tables()[part::PARTS], json.loads(run.stdout), strict=True):
        assert json.loads(json.dumps(trace(*table))) == other, table
