"""How much the server carries: ``python -m bench server [--quick] [--database sqlite|postgresql]``.

Many tables are open, each seat has a real WebSocket, and the clients run in a process of their own
on the same machine. The very same transactions without any network are measured by turns with it,
in a database of their own on the same disk, so that both meet the same machine. Each round is
compared by itself; the median of all rounds counts, and their spread is told beside it, with what
else the machine was doing. What a move costs in processor time hardly depends on that.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.machine import Moment, Noise, family, processor_seconds, spin_seconds, sync_seconds
from bench.server_clients import SECRET, Clients, quantile
from bench.server_load import Phase
from bench.server_tables import AT_ONCE, Alone, prepare, raw
from bench.table import Figure, show
from tests.server import programs
from tests.server.serving import GENEROUS, Server, serving

SEED = 1
ROUNDS = 5
SHARE = 0.6
"""At least this part of what the transaction alone reaches must be left with the network."""
QUIET = 0.1
"""Cores that other programs may use on a machine that is quiet."""


class Round(NamedTuple):
    """The transaction alone, and the server right after it."""

    alone: float
    served: float
    noise: Noise
    spin: float
    sync: float

    @property
    def share(self) -> float:
        """What the server carries of what the transaction alone does."""
        return self.served / self.alone


@dataclasses.dataclass
class Costs:
    """Processor seconds, and the moves they were used for."""

    alone: float = 0.0
    alone_moves: int = 0
    server: float = 0.0
    keeper: float = 0.0
    clients: float = 0.0
    moves: int = 0


class Measurement:
    """One database: rounds of the transaction alone and of the server, then the server at ease."""

    def __init__(self, name: str, folder: Path, options: argparse.Namespace) -> None:
        self._name, self._folder = name, folder
        self._workers, self._rounds = options.workers, options.rounds
        self._tables, self._seconds = (150, 1.0) if options.quick else (1000, 3.0)
        self._costs = Costs()
        self._database_process: int | None = None

    def figures(self, url: str, alone_url: str, database_process: int | None) -> list[Figure]:
        """Measure, and return what came out."""
        self._database_process = database_process
        settings = dataclasses.replace(GENEROUS, database=url, secret=SECRET)
        settings_alone = dataclasses.replace(settings, database=alone_url)
        tables = asyncio.run(prepare(settings, self._tables))
        apart = asyncio.run(prepare(settings_alone, 150 + 120 * self._rounds))
        bare = asyncio.run(raw(settings_alone, apart))
        served = dataclasses.replace(settings, workers=self._workers)
        with (
            asyncio.Runner() as runner,
            serving(served, self._folder) as server,
            Clients(server, self._folder, tables) as clients,
        ):
            alone = Alone(settings_alone, apart)
            runner.run(alone.start())
            count, seconds = runner.run(alone.run(1.0, 1))
            clients.play(self._seconds)  # to warm up
            rounds = [self._round(runner, alone, server, clients) for _ in range(self._rounds)]
            ease = median(each.served for each in rounds) / 2
            slower = clients.play(5 * self._seconds, ease)
            clients.leave()
            runner.run(alone.stop())
        return self._table(bare, count / seconds, rounds, slower)

    def _round(
        self, runner: asyncio.Runner, alone: Alone, server: Server, clients: Clients
    ) -> Round:
        costs, ours = self._costs, self._ours(server)
        spin, sync = spin_seconds(), sync_seconds(self._folder)
        begin, own = Moment.now(ours), processor_seconds((os.getpid(),))
        count, seconds = runner.run(alone.run(0.7 * self._seconds, AT_ONCE))
        costs.alone += processor_seconds((os.getpid(),)) - own
        costs.alone_moves += count
        keepers = family(server.process_id) - {server.process_id}
        groups = ((server.process_id,), keepers, (clients.process_id,))
        before = [processor_seconds(each) for each in groups]
        phase = clients.play(self._seconds)
        used = [processor_seconds(g) - b for g, b in zip(groups, before, strict=True)]
        costs.server, costs.keeper, costs.clients = (
            costs.server + used[0],
            costs.keeper + used[1],
            costs.clients + used[2],
        )
        costs.moves += phase.moves
        noise = Noise.between(begin, Moment.now(ours))
        return Round(count / seconds, phase.rate, noise, spin, sync)

    def _ours(self, server: Server) -> set[int]:
        ours = family(os.getpid()) | family(server.process_id)
        return ours if self._database_process is None else ours | family(self._database_process)

    def _table(
        self, bare: float, single: float, rounds: list[Round], slower: Phase
    ) -> list[Figure]:
        name, costs = self._name, self._costs
        shares = sorted(100 * each.share for each in rounds)
        others = median(each.noise.others for each in rounds)
        figures = [
            Figure(f"{name}: bare statements", bare, "moves/s"),
            Figure(f"{name}: the transaction alone, one at a time", single, "moves/s"),
            Figure(
                f"{name}: the transaction alone, {AT_ONCE} at a time",
                median(each.alone for each in rounds),
                "moves/s",
            ),
            Figure(
                f"{name}: the server, --workers {self._workers}, {self._tables:,} tables",
                median(each.served for each in rounds),
                "moves/s",
            ),
            Figure(
                f"{name}: share of the transaction alone, of {len(rounds)} rounds"
                f" ({shares[0]:.0f} to {shares[-1]:.0f} %)",
                median(shares),
                "%",
                100 * SHARE,
            ),
        ]
        per_move = 1e6 / max(costs.moves, 1)
        figures += [
            Figure(
                f"{name}: processor time of a transaction alone",
                1e6 * costs.alone / max(costs.alone_moves, 1),
                "µs",
            ),
            Figure(f"{name}: … of a move, in the server", costs.server * per_move, "µs"),
            Figure(f"{name}: … in its keeper", costs.keeper * per_move, "µs"),
            Figure(f"{name}: … in the clients", costs.clients * per_move, "µs"),
            Figure(f"{name}: other programs meanwhile", others, f"cores of {os.cpu_count()}"),
            Figure(f"{name}: cores stolen", median(each.noise.stolen for each in rounds), "cores"),
            Figure(
                f"{name}: slowest against fastest processor",
                max(each.spin for each in rounds) / min(each.spin for each in rounds),
                "times",
            ),
            Figure(
                f"{name}: the disk keeps a commit",
                1000 * median(each.sync for each in rounds),
                "ms",
            ),
            Figure(f"{name}: half of that rate", slower.rate, "moves/s"),
        ]
        for share, bar in ((0.5, None), (0.95, None), (0.99, 100.0)):
            took = quantile(slower.latencies, share)
            figures.append(Figure(f"{name}: p{share:.0%}"[:-1], took, "ms", bar, True))
        return figures


@contextlib.contextmanager
def databases(name: str, folder: Path) -> Iterator[tuple[str, str, int | None]]:
    """Run two databases that keep what they have acknowledged even when the power fails."""
    if name == "sqlite":
        yield f"sqlite:///{folder / 'tables.db'}", f"sqlite:///{folder / 'alone.db'}", None
        return
    with programs.postgres(durable=True) as cluster:
        served = programs.create_database(cluster, "bench")
        alone = programs.create_database(cluster, "alone")
        yield served, alone, programs.process_id(cluster)


def main(arguments: list[str] | None = None) -> int:
    """Measure the databases and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer tables, less time")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="only this one")
    parser.add_argument("--workers", type=int, choices=(1, 2), default=2, help="processes")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of both, by turns")
    parser.add_argument("--runs", type=int, default=1, help="all of it so often")
    parser.add_argument("--history", action="store_true", help="lists and statistics of games")
    options = parser.parse_args(arguments)
    if options.history:
        from bench.server_history import measure

        return measure(options.database, quick=options.quick)
    held = True
    for _ in range(options.runs):
        figures: list[Figure] = []
        for name in ("sqlite", "postgresql"):
            if options.database in (None, name):
                with tempfile.TemporaryDirectory(prefix="stellwerk-bench-") as folder:
                    path = Path(folder)
                    with databases(name, path) as (url, alone, process):
                        figures += Measurement(name, path, options).figures(url, alone, process)
        held &= show("Server, real clients on the same machine", figures, SEED)
        noisy = [f.value for f in figures if "other programs" in f.name and f.value > QUIET]
        if noisy:
            print(f"The machine is not quiet: others use {max(noisy):.2f} cores. The server needs")
            print("all of them, the transaction alone one: measure again when nothing else runs.")
    return 0 if held else 1


if __name__ == "__main__":
    raise SystemExit(main())
