"""Hooks into Numba's code generator: there while an entry is compiled, and not needed."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core import codegen

from stellwerk.board import Board
from stellwerk.rules import entries, kernel
from stellwerk.rules.state import STATE

DEAL = """
import sys
import numpy as np
from stellwerk.board import Board
from stellwerk.rules.entries import deal
from stellwerk.rules.state import STATE
states = np.zeros(1, STATE)
deal(states, 0, Board.load("lesson").record, 3)
sys.stdout.write(states.tobytes().hex())
"""


def test_numba_is_left_as_it_is_when_nothing_of_ours_is_compiled() -> None:
    states = np.zeros(1, STATE)
    entries.deal(states, 0, Board.load("lesson").record, 3)
    for owner, name in kernel._HOOKS:
        assert getattr(getattr(codegen, owner), name).__module__ == "numba.core.codegen"


def test_hooks_are_there_while_an_entry_is_compiled() -> None:
    name = "_optimize_final_module"
    with kernel._hooked():
        assert getattr(codegen.CPUCodeLibrary, name).__module__ == kernel.__name__
    assert getattr(codegen.CPUCodeLibrary, name).__module__ == "numba.core.codegen"


def test_a_numba_that_lacks_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernel.missing_hooks() == []
    monkeypatch.delattr(codegen.JITCPUCodegen, "set_env")
    assert kernel.missing_hooks() == ["JITCPUCodegen.set_env"]


def test_without_hooks_the_same_cards_are_dealt(tmp_path: Path) -> None:
    """What a version of Numba gets that lacks something; here the environment asks for it."""
    states = np.zeros(1, STATE)
    entries.deal(states, 0, Board.load("lesson").record, 3)
    plainly = {**os.environ, "STELLWERK_PLAIN": "1", "STELLWERK_CACHE": str(tmp_path)}
    done = subprocess.run(
        (sys.executable, "-c", DEAL), env=plainly, capture_output=True, text=True, check=True
    )
    assert done.stdout == states.tobytes().hex()
