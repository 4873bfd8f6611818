"""Distances that are remembered from one look to the next are those that a search would find."""

import numpy as np
import pytest

from stellwerk.board.layout import ROUTES
from stellwerk.envs import Batch
from stellwerk.rules import entries
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import KEEP, TICKET_CHOICE

GAMES = 8
LOST = 255


def _searched(batch: Batch, game: int, viewer: int) -> np.ndarray:
    state, board = batch.states[game], batch.board
    shown = np.zeros(len(board.tickets), np.uint8)
    tickets = [t for t in range(len(shown)) if int(state.held[viewer, t >> 6]) >> (t & 63) & 1]
    if int(state.phase) in (KEEP, TICKET_CHOICE):
        tickets += [int(ticket) for ticket in state.offer[viewer][: int(state.offered[viewer])]]
    scratch, path = np.zeros(1, SCRATCH), np.zeros(ROUTES + 1, np.int64)
    for ticket in tickets:
        spaces = entries.distance(batch.states, game, board.record, viewer, ticket, scratch, path)
        shown[ticket] = LOST if spaces < 0 else min(spaces + 1, LOST - 1)
    return shown


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("lesson", 2),
        pytest.param("usa", 4, marks=pytest.mark.slow),
        pytest.param("germany", 3, marks=pytest.mark.slow),
        pytest.param("world", 2, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("seldom", [False, True])
def test_what_is_remembered_is_what_a_search_finds(name: str, seats: int, seldom: bool) -> None:
    """However often somebody looks, and from one game to the next."""
    batch = Batch(name, GAMES, seats, seed=5, distances=True)
    first = batch.layout.fields["distance"].first
    tickets = len(batch.board.tickets)
    rng = np.random.default_rng(5)
    for step in range(420):  # longer than a game
        batch.step((rng.random(batch.mask.shape) * batch.mask).argmax(axis=1))
        if seldom and step % 7:
            continue
        viewers = rng.integers(seats, size=GAMES) if seldom else batch.acting
        seen = batch.observe(viewers) if seldom else batch.observation
        for game in range(GAMES):
            shown = seen[game, first : first + tickets]
            assert shown.tolist() == _searched(batch, game, int(viewers[game])).tolist()
    assert batch.slots["episodes"].any()
