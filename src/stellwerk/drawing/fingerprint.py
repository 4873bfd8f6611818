"""Tells whether a drawing still belongs to its board."""

from __future__ import annotations

import hashlib
import json

from stellwerk.board import Board


def fingerprint(board: Board) -> str:
    """Return a fingerprint of what a drawing is made from: cities with names, and connections.

    Colours, tickets and rules may change without a new drawing.
    """
    content = {
        "cities": [
            (city.id, city.name, city.lat, city.lon, city.kind, sorted(city.names.items()))
            for city in board.cities
        ],
        "routes": [
            (
                *(route.id, route.a, route.b, route.length, route.lane, route.connection),
                *(route.kind, route.locomotives > 0, route.tunnel, route.wraps),
            )
            for route in board.routes
        ],
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]
