"""What docs/envs.md says is so, and every example runs."""

from __future__ import annotations

import doctest
import re
import runpy
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from stellwerk.envs import describe

ROOT = Path(__file__).parents[2]
MODULES = [
    "action_table",
    "aec",
    "batch",
    "describe",
    "fields",
    "learner",
    "openspiel",
    "seeding",
    "statistics",
]
PAGE = (ROOT / "docs" / "envs.md").read_text(encoding="utf-8")


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    assert describe.renewed(PAGE) == PAGE, "run python -m tools.envs_page"
    assert all(f"<!-- {name} -->\n|" in PAGE for name in describe.PARTS)


@pytest.mark.parametrize(
    "code", [code for code in re.findall(r"```python\n(.*?)```", PAGE, re.S) if "torch" not in code]
)
def test_the_code_of_the_page_runs(code: str) -> None:
    exec(compile(code, "docs/envs.md", "exec"), {})


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_code_are_true(name: str) -> None:
    result = doctest.testmod(import_module(f"stellwerk.envs.{name}"))
    assert (result.failed, result.attempted > 0) == (0, True)


def _main(example: str) -> Callable[[list[str]], Any]:
    main: Callable[[list[str]], Any] = runpy.run_path(str(ROOT / "examples" / example))["main"]
    return main


def test_the_random_rollout_runs() -> None:
    statistics = _main("random_rollout.py")(["--board", "lesson", "--games", "8", "--steps", "120"])
    assert statistics.games > 0


def test_the_export_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _main("export_dataset.py")([str(tmp_path / "x.parquet"), "--board", "lesson", "--games", "3"])
    assert "3 games" in capsys.readouterr().out


def test_openspiels_search_plays_against_our_planner() -> None:
    (points,) = _main("openspiel_ismcts.py")(["--games", "1", "--simulations", "2"])
    assert points[1] > points[0]


@pytest.mark.gpu
def test_the_training_loop_runs() -> None:
    pytest.importorskip("torch", reason="PyTorch is too large for requirements.lock")
    policy = _main("train_ppo.py")(["--games", "4", "--updates", "2"])
    assert all(values.isfinite().all() for values in policy.parameters())
