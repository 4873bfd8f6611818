"""What a seat observes: all it may know, and nothing that a redeal changes."""

from __future__ import annotations

import numpy as np
import pytest

from stellwerk.board import boards
from stellwerk.board.layout import ROUTES
from stellwerk.envs.batch import Batch
from stellwerk.envs.fields import LOST_TICKET, Layout
from stellwerk.game.position import Position
from stellwerk.rules import entries
from stellwerk.rules.scratch import SCRATCH
from tests.envs.games import VARIANTS, steps


@pytest.mark.parametrize(
    ("name", "variant", "seats"),
    [(*board, 2 + number % 3) for number, board in enumerate(VARIANTS)],
)
def test_no_field_changes_when_what_is_hidden_is_redealt(
    name: str, variant: str, seats: int
) -> None:
    batch = Batch(name, games=6, seats=seats, variant=variant, seed=seats, distances=True)
    scratch = np.zeros(1, SCRATCH)
    scratch["rng"] = 99
    met: set[str] = set()
    for step in steps(batch, 600):
        if step % 8 > 1:
            continue
        for viewer in range(seats):
            before, kept = batch.observe(viewer), batch.states.copy()
            for game in range(batch.games):
                entries.redeal(batch.states, game, batch.board.record, viewer, scratch)
            after = batch.observe(viewer)
            batch.states[:] = kept
            for field, values in batch.layout.read(before).items():
                assert np.array_equal(values, batch.layout.read(after)[field]), field
                if values.any():
                    met.add(field)
    # Every field was something else than zero now and then; tunnels and mixes are seldom missed.
    assert set(batch.layout.fields) - met <= {"harbour_1", "harbour_0", "harbour_2", "harbour_3"}


def test_a_redeal_changes_what_is_hidden() -> None:
    batch = Batch("usa", games=1, seed=1)
    for _ in steps(batch, 60):
        pass
    scratch, before = np.zeros(1, SCRATCH), batch.states.copy()
    entries.redeal(batch.states, 0, batch.board.record, 0, scratch)
    assert batch.states.tobytes() != before.tobytes()


@pytest.mark.parametrize("name", boards())
def test_fields_say_what_the_position_says(name: str) -> None:
    batch = Batch(name, games=1, seats=3, seed=2)
    for step in steps(batch, 240):
        if step % 12:
            continue
        position = Position(batch.board, batch.states.tobytes())
        viewer = int(batch.acting[0])
        seen = {field: values[0] for field, values in batch.layout.read(batch.observation).items()}
        assert seen["seat"].tolist() == [int(seat == viewer) for seat in range(3)]
        hand = [position.hand(viewer).get(position.card(kind) or "", 0) for kind in _kinds(batch)]
        assert seen["hand"].tolist() == hand
        held = [batch.board.tickets[i].id for i in np.flatnonzero(seen["held"])]
        assert set(held) == set(position.tickets(viewer))
        for i in range(3):
            seat = (viewer + i) % 3
            own = [batch.board.routes[j].id for j in np.flatnonzero(seen[f"own_{i}"])]
            assert set(own) == set(position.routes(seat))
            points = seen[f"points_{i}"].astype(int).tolist()
            assert points[0] - sum(points[1:]) == position.score(seat)
            assert seen[f"cards_{i}"].sum() == sum(position.hand_sizes(seat).values())
            assert seen[f"tickets_{i}"] == len(position.tickets(seat))


def _kinds(batch: Batch) -> tuple[int, ...]:
    return batch.layout.kinds


def test_distances_are_those_of_the_rules() -> None:
    batch = Batch("europe", games=1, seed=3, distances=True)
    path, scratch = np.zeros(ROUTES + 1, np.int64), np.zeros(1, SCRATCH)
    for step in steps(batch, 600):
        if step % 15:
            continue
        viewer, seen = int(batch.acting[0]), batch.layout.read(batch.observation[0])
        for ticket in np.flatnonzero(seen["held"]):
            spaces = entries.distance(
                batch.states, 0, batch.board.record, viewer, int(ticket), scratch, path
            )
            expected = LOST_TICKET if spaces < 0 else spaces + 1
            assert seen["distance"][ticket] == expected


def test_fields_lie_one_after_the_other() -> None:
    layout = Layout(Batch("world", games=1).board, seats=5, distances=True)
    at = 0
    for field in layout.fields.values():
        assert field.first == at
        at += field.size
    assert at == layout.size
