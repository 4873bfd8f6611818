"""The numbered actions are the legal moves, no more and no fewer."""

from __future__ import annotations

import numpy as np
import pytest

from stellwerk.board import Board, boards
from stellwerk.envs.action_table import ActionTable
from stellwerk.envs.batch import Batch
from stellwerk.envs.dataset import _Numbers
from stellwerk.rules import entries
from stellwerk.rules.payment import ONLY_LOCOMOTIVES
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    BUILD_STATION,
    CLAIM,
    MOVE,
    MOVES,
    PAY_TUNNEL,
)
from tests.envs.games import VARIANTS, steps

PAID = (CLAIM, BUILD_STATION, BUILD_HARBOUR, PAY_TUNNEL)


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
@pytest.mark.parametrize("all_payments", [False, True])
def test_every_action_has_a_text_of_its_own(name: str, variant: str, all_payments: bool) -> None:
    table = ActionTable(Board.load(name, variant), all_payments)
    assert len({table.text(action) for action in range(table.size)}) == table.size
    assert sum(block.size for block in table.blocks) == table.size


def _told(table: ActionTable, marked: np.ndarray) -> set[tuple[int, ...]]:
    """Return what marked actions are, but for the cards that pay."""
    names = ("kind", "target", "argument", "colour")
    rows = table.actions[marked]
    return {tuple(int(row[name]) for name in names) for row in rows}


def _colour(move: np.ndarray, rugged: bool) -> int:
    """Return the colour that pays for a move of a list."""
    kinds = [kind for kind in np.flatnonzero(move["cards"]) if kind != ONLY_LOCOMOTIVES]
    if move["kind"] not in PAID or move["kind"] == PAY_TUNNEL:
        return 0
    if rugged or not kinds:
        return ONLY_LOCOMOTIVES
    return int(kinds[0]) if kinds[0] < ONLY_LOCOMOTIVES else (int(kinds[0]) - 9) % 6


@pytest.mark.parametrize("name", boards())
def test_the_mask_marks_the_moves_that_the_rules_list(name: str) -> None:
    batch = Batch(name, games=3, seats=3, seed=name, observe=False)
    record, moves = batch.board.record, np.zeros(MOVES, MOVE)
    for _ in steps(batch, 160):
        for game in range(batch.games):
            count = entries.legal(batch.states, game, record, int(batch.acting[game]), moves)
            listed = set()
            for move in moves[:count]:
                rugged = move["kind"] == CLAIM and record["rugged"][0, move["target"]]
                row = (move["kind"], move["target"], move["argument"])
                listed.add((*map(int, row), _colour(move, bool(rugged))))
            assert _told(batch.table, np.flatnonzero(batch.mask[game])) == listed


@pytest.mark.parametrize("name", ["europe", "world"])
def test_the_wide_mask_marks_every_payment(name: str) -> None:
    batch = Batch(name, games=2, seats=2, seed=name, observe=False, all_payments=True)
    record, moves = batch.board.record, np.zeros(20_000, MOVE)
    numbers = _Numbers(batch.table)
    for step in steps(batch, 200):
        seat = int(batch.acting[0])
        count = entries.legal(batch.states, 0, record, seat, moves)
        listed = {tuple(row) for row in moves[:count][["kind", "target"]].tolist()}
        if step % 10:
            continue
        expected = set()
        for kind, target in listed:
            if kind in PAID:
                found = entries.payments(batch.states, 0, record, seat, kind, target, moves)
                expected |= set(numbers(moves[:found]).tolist())
        first = int(batch.table.numbers["payments"][0])
        marked = np.flatnonzero(batch.mask[0])
        assert set(marked[marked >= first].tolist()) == expected
