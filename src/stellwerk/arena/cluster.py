"""Playing the deals of a match on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from stellwerk.arena.crew import portions
from stellwerk.arena.errors import ClusterError
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.match import Portion, play_deals
from stellwerk.arena.results import Head


def play_on_cluster(
    address: str, lineup: Lineup, deals: Sequence[int], records: Path | None = None
) -> Iterator[Portion]:
    """Play deals on all cores of a cluster; ``local`` starts one on this machine.

    Every machine needs the same Stellwerk; one that has another is refused.
    """
    try:
        import ray
    except ModuleNotFoundError:
        raise ClusterError("extra", address) from None
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ClusterError("unreachable", address, str(error).split("\n")[0]) from None
    try:
        task = ray.remote(_play)
        head = Head.of(lineup)
        rest = iter(portions(lineup, deals, records))
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
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


def _play(head: Head, lineup: Lineup, deals: Sequence[int], records: Path | None) -> Portion | str:
    """Play deals on a machine of the cluster, if its Stellwerk is the same as ours."""
    here = Head.of(lineup)
    if here != head:
        return f"{here.version}, {here.planner}"
    return play_deals(lineup, deals, records)
