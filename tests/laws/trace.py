"""A game as a list of fingerprints, to be made compiled and interpreted: both must be the same.

Run as a program it prints the traces of all tables as JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import ROUTES, TICKETS
from stellwerk.rules import entries
from stellwerk.rules.score import RESULT
from stellwerk.rules.state import BUILD_HARBOUR, BUILD_STATION, CLAIM, PAY_TUNNEL, TUNNEL
from tests.laws import invariants
from tests.laws.laws import VARIANTS, Array, Walk

OFTEN = 40
"""Once in this many moves all that can be asked of a position is asked."""
_PAYMENTS = 200


def fingerprint(*arrays: Any) -> str:
    """Return a short hash of the bytes of some arrays."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:12]


def answers(walk: Walk) -> list[Any]:
    """Ask all that can be asked of a position: payments, distances, scores, redeals, laws."""
    found: list[Any] = []
    seat = walk.seat
    path = np.full(ROUTES + 1, -1, np.int64)
    values = np.zeros(TICKETS, np.int64)
    for kind in (CLAIM, BUILD_STATION, BUILD_HARBOUR):
        for target in range(seat, 40, 13):
            found.append(payments(walk, kind, target))
    if int(walk.state.phase) == TUNNEL:
        found.append(payments(walk, PAY_TUNNEL, 0))
    for ticket in range(0, len(walk.board.tickets), 13):
        arguments = (walk.record, seat, ticket, walk.scratch, path)
        spaces = int(entries.distance(walk.states, 0, *arguments))
        found.append([spaces, *path[: path.tolist().index(-1)].tolist()])
    entries.ticket_values(walk.states, 0, walk.record, seat, walk.scratch, values)
    found.append(values.tolist())
    found.append(score(walk))
    for viewer in (-1, seat):
        walk.redeal(viewer)
        found.append(fingerprint(walk.states[1]))
    found.append(walk.broken())
    return found


def payments(walk: Walk, kind: int, target: int) -> str:
    """Return the payments of a target as a fingerprint."""
    moves = walk.moves[:_PAYMENTS]
    moves[:] = 0
    arguments = (walk.record, walk.seat, kind, target, moves)
    count = entries.payments(walk.states, 0, *arguments)
    return f"{count} {fingerprint(moves[:count])}"


def score(walk: Walk) -> str:
    """Return the score of a position as a fingerprint."""
    results: Array = np.zeros(1, RESULT)
    entries.score(walk.states, 0, walk.record, walk.scratch, results)
    return fingerprint(results)


def trace(name: str, variant: str, seats: int, seed: int) -> list[Any]:
    """Play a game; return a fingerprint of every position, and of all answers now and then."""
    walk = Walk(Board.load(name, variant), seats, seed)
    found: list[Any] = []
    while walk.seat >= 0:
        if len(found) % OFTEN == OFTEN - 1:
            count = walk.legal()
            found.append([count, fingerprint(walk.moves[:count]), *answers(walk)])
        move = walk.moves[:1]
        invariants.random_moves(walk.states, 0, walk.record, walk.seat, walk.scratch, move)
        walk.play(0)
        found.append(fingerprint(walk.states[0], move))
    return [*found, score(walk)]


def tables() -> list[tuple[str, str, int, int]]:
    """Return a game of every board and variant, with every number of seats among them."""
    return [(*names, 2 + number % 4, number) for number, names in enumerate(VARIANTS)]


if __name__ == "__main__":
    part, parts = int(sys.argv[1]), int(sys.argv[2])
    print(json.dumps([trace(*table) for table in tables()[part::parts]]))
