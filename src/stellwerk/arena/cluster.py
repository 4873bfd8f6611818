"""Playing the deals of a match on a Ray cluster."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from stellwerk.arena.crew import portions
from stellwerk.arena.errors import ClusterError
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.match import Portion, play_deals
from stellwerk.arena.results import Head
from stellwerk.bots.search.engine import THREADS

_PATIENCE: Final = 5.0
LOCAL: Final = "local"
"""Starts a cluster on this machine."""


def play_on_cluster(
    address: str, lineup: Lineup, deals: Sequence[int], records: Path | None = None
) -> Iterator[Portion]:
    """Play deals on all cores of a cluster; ``local`` starts one on this machine.

    Every machine needs the same version of Stellwerk; others are refused.
    """
    try:
        import ray
    except ModuleNotFoundError:
        raise ClusterError("extra", address) from None
    _knock(address)
    # No usage statistics are sent, and a cluster on this machine alone needs no dashboard.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    dashboard = False if address == LOCAL else None
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.ERROR,
            include_dashboard=dashboard,
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ClusterError("unreachable", address, str(error).split("\n")[0]) from None
    try:
        task = ray.remote(_play)
        head = Head.of(lineup)
        rest = iter(portions(lineup, deals, records))
        cores: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        most = 2 * max(1, int(cores.get("CPU", 1)))
        running: list[Any] = []
        while True:
            for portion in rest:
                running.append(task.remote(head, lineup, portion, records))
                if len(running) >= most:
                    break
            if not running:
                return
            done, running = ray.wait(running)
            for portion_played in ray.get(done):
                if isinstance(portion_played, str):
                    raise ClusterError("differs", address, portion_played)
                yield portion_played
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Make sure that something answers at an address; Ray itself would try for minutes."""
    host, _, port = address.rpartition("/")[2].rpartition(":")
    if not host:
        return
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except (OSError, ValueError) as error:
        raise ClusterError("unreachable", address, str(error)) from None


def _play(head: Head, lineup: Lineup, deals: Sequence[int], records: Path | None) -> Portion | str:
    """Play deals on a machine of the cluster, if it has the same version of Stellwerk."""
    os.environ.setdefault(THREADS, "1")
    here = Head.of(lineup)
    if here != head:
        return f"{here.version}, {here.planner}"
    return play_deals(lineup, deals, records)
