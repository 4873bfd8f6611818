"""Working space of the kernel, passed in because kernels do not allocate."""

from __future__ import annotations

import numpy as np

from stellwerk.board.layout import CITIES, ROUTES, SEATS, TICKETS, WORDS

_SCRATCH = np.dtype(
    [
        # dice: the generator of players and samplers
        ("rng", "u8"),
        # network.py and trail.py
        ("edges", "u8", WORDS),
        ("unused", "u8", WORDS),
        ("seen", "u8", WORDS),
        ("todo", "u8", (ROUTES, WORDS)),
        ("label", "u1", CITIES),
        ("degree", "u1", CITIES),
        ("branch", "u1", CITIES),
        ("second_branch", "u1", CITIES),
        ("shortest", "u1", CITIES),
        ("city_at", "u1", ROUTES),
        ("route_at", "u1", ROUTES),
        # distance.py
        ("distance", "i2", CITIES),
        ("settled", "u1", CITIES),
        ("came_by", "u1", CITIES),
        # score.py
        ("trail", "i2", SEATS),
        ("completed", "i2", SEATS),
        ("ticket_value", "i2", TICKETS),
        # hidden.py
        ("symbol", "u1", 512),
        ("ticket_of", "u1", TICKETS),
        ("symbol_of", "u1", TICKETS),
        ("kept_by", "u1", TICKETS),
    ],
    align=True,
)
SCRATCH = np.dtype((np.record, _SCRATCH))
