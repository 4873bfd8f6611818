"""Working space of the kernel, passed in because kernels do not allocate (but sweep.py)."""

from __future__ import annotations

import numpy as np

from stellwerk.board.layout import BUILDINGS, CITIES, KINDS, OFFER, ROUTES, SEATS, TICKETS, WORDS
from stellwerk.rules.state import QUEUE

_SCRATCH = np.dtype(
    [
        # dice: the generator of players and samplers
        ("rng", "u8"),
        # network.py and trail.py
        ("core", "u8"),
        ("edges", "u8", WORDS),
        ("unused", "u8", WORDS),
        ("seen", "u8", WORDS),
        ("ahead", "u8", (ROUTES, WORDS)),
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
        ("path_set", "u8", WORDS),
        ("path", "u1", ROUTES),
        ("path_length", "i4"),
        # tour.py and borrow.py
        ("network", "u8", WORDS),
        ("stop_at", "u1", ROUTES),
        ("passed_at", "u8", ROUTES),
        ("flow", "u8", (2, WORDS)),
        ("link", "u8", BUILDINGS),
        ("candidate", "u1", (BUILDINGS, ROUTES)),
        ("candidates", "u1", BUILDINGS),
        ("pick", "u1", BUILDINGS),
        ("borrowed", "u1", BUILDINGS),
        ("open_ticket", "u1", TICKETS),
        ("open_tickets", "i4"),
        ("closed_tickets", "i4"),
        ("order", "u1", TICKETS),
        ("to_order", "u1", TICKETS),
        ("undecided", "i4"),
        ("naming", "u1", (2, BUILDINGS)),
        # score.py
        ("ticket_value", "i2", TICKETS),
        # hidden.py
        ("runs", "i4"),
        ("pool", "u1", KINDS),
        ("symbol", "u1", QUEUE),
        ("offered", "u1", (SEATS, OFFER)),
        ("ticket_of", "u1", TICKETS),
        ("symbol_of", "u1", TICKETS),
        ("holder", "u1", TICKETS),
        ("in_queue", "u1", TICKETS),
        ("start_kept", "u1", SEATS),
        ("draw_kept", "u1", TICKETS),
        ("free_symbols", "u1", TICKETS),
    ],
    align=True,
)
SCRATCH = np.dtype((np.record, _SCRATCH))
