"""The server is killed, stays away for a while and comes back under another clock."""

from __future__ import annotations

import asyncio
from typing import Final

from bench.attack.places import Place
from bench.attack.results import Done
from tests.server.crashing import SHIFTS, crash

TABLES: Final = 8
DOWNTIME: Final = 4.0
"""Seconds that the server is away at most."""
BOARD: Final = "usa"


def run(place: Place, seed: int, amount: int) -> Done:
    """Kill so often: nothing acknowledged is lost, and nobody's clock pays for it."""
    report = asyncio.run(
        crash(
            place.database,
            place.folder,
            tables=TABLES,
            kills=amount,
            seed=seed,
            board=BOARD,
            workers=place.configuration.workers,
            redis=place.redis,
            downtime=DOWNTIME,
            shifts=SHIFTS,
        )
    )
    amounts = {
        "kills": report.kills,
        "tables": report.tables,
        "moves": report.moves,
        "reconnections": report.reconnections,
        "seconds charged": round(report.charged),
    }
    figures = {"seconds charged wrongly": report.charged_wrongly}
    return Done(amounts, report.problems, figures)
