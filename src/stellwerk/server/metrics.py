"""Figures about the running server, for Prometheus."""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
SHARED_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where several workers share their figures, so that any of them can report them all."""

_SECONDS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """What is counted; each application has its own."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self._registry: Final = registry
        self.requests: Final = Counter(
            "stellwerk_requests",
            "Requests answered, by route and status.",
            ("method", "route", "status"),
            registry=registry,
        )
        self.request_seconds: Final = Histogram(
            "stellwerk_request_seconds",
            "How long requests took; those that wait for news count with their wait.",
            ("route",),
            buckets=_SECONDS,
            registry=registry,
        )
        self.sockets: Final = Gauge(
            "stellwerk_sockets",
            "Open WebSockets.",
            ("kind",),
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.received: Final = Counter(
            "stellwerk_messages_received", "Messages of clients.", ("type",), registry=registry
        )
        self.sent: Final = Counter(
            "stellwerk_messages_sent", "Messages to clients.", registry=registry
        )
        self.move_seconds: Final = Histogram(
            "stellwerk_move_seconds",
            "From a move's arrival until it was stored or refused.",
            buckets=_SECONDS,
            registry=registry,
        )
        self.refused: Final = Counter(
            "stellwerk_refused", "Refusals, by code.", ("code",), registry=registry
        )

    def page(self) -> bytes:
        """Return all figures as Prometheus reads them; of all workers where they share a folder."""
        if SHARED_FOLDER not in os.environ:
            return generate_latest(self._registry)
        shared = CollectorRegistry()
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
        return generate_latest(shared)
