"""The crash test: tables played by real clients while the server is killed again and again.

It may stay away for a while after each kill, and find the clock on the wall set wrong when it comes
back. Everybody plays with a clock, and in the end the account must be right: all that was charged
is time in which the server was alive.
"""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from stellwerk.game.record import Record
from stellwerk.server.service.clock import LEAD, STEP
from stellwerk.server.service.heartbeat import BEAT
from tests.server.players import Guest, Player, open_table, record_of
from tests.server.serving import GENEROUS, Server, serving

SHIFTS = (0.0, 3600.0, -3600.0, 86_400.0, -86_400.0)
"""By how many seconds a clock on the wall may be wrong."""
BANK = 100_000
"""Seconds that everybody has: more than a test takes, less than the server could add by mistake."""
LOST_AT_A_KILL = BEAT + LEAD + STEP
"""Most seconds that a kill gives to a player: what was played since the last heartbeat."""
ATTENTIVE = 0.5
"""The part of its time in which even a very busy server looks at its clock often enough."""
ROUNDING = 0.1
BOTS = (("random",), (), ("greedy",), ())
"""Every other table has a bot."""


@dataclass
class Report:
    """What came out of a crash test."""

    tables: int = 0
    kills: int = 0
    moves: int = 0
    reconnections: int = 0
    charged: float = 0.0
    """Seconds that went off clocks."""
    charged_wrongly: float = 0.0
    """Seconds that went off clocks while no server was alive, or did not while one was."""
    problems: list[str] = field(default_factory=list)


async def crash(
    database: str,
    folder: Path,
    *,
    tables: int,
    kills: int,
    seed: int,
    board: str,
    workers: int = 1,
    redis: str | None = None,
    downtime: float = 0.0,
    shifts: Sequence[float] = (0.0,),
) -> Report:
    """Play tables with real clients, kill the server at random moments, and look at the records.

    After each kill it stays away for up to ``downtime`` seconds, and comes back with one of the
    ``shifts`` in its clock on the wall, which then changes once more while it is at work.
    """
    dice = Random(seed)
    settings = dataclasses.replace(GENEROUS, database=database, workers=workers, redis=redis)
    report = Report(tables=tables)
    with serving(settings, folder) as server:
        guests = [Guest(server.address, f"Guest {number}") for number in range(max(2, tables // 2))]
        seated = [_table(guests, number, board, server, dice) for number in range(tables)]
        players = [player for at_table in seated for player in at_table]
        playing = asyncio.gather(*(player.play() for player in players))
        while report.kills < kills and not playing.done():
            await _moves(players, dice.randint(2, 5 * tables), playing)
            await asyncio.to_thread(server.kill)
            report.kills += 1
            await asyncio.sleep(downtime * dice.random())
            server.shift(dice.choice(shifts))
            await asyncio.to_thread(server.start)
            server.shift(dice.choice(shifts))
        await playing
        for at_table in seated:
            report.problems += problems(at_table)
            _account(at_table, server, report)
        if "Traceback" in server.log:
            report.problems.append(f"the log tells of an error:\n{server.log[-3000:]}")
    report.moves = sum(len(player.acknowledged) for player in players)
    report.reconnections = sum(player.connections - 1 for player in players)
    return report


def _table(
    guests: list[Guest], number: int, board: str, server: Server, dice: Random
) -> list[Player]:
    pair = [guests[number % len(guests)], guests[(number + 1) % len(guests)]]
    clock, begun = {"kind": "bank", "seconds": BANK}, time.monotonic()
    code = open_table(pair, board, BOTS[number % len(BOTS)], clock=clock)
    return [
        Player(guest, code, [server.address], Random(dice.random()), begun=begun) for guest in pair
    ]


async def _moves(players: list[Player], number: int, playing: asyncio.Future[list[None]]) -> None:
    """Wait until this many more moves have been acknowledged: a moment nobody can foresee."""
    start = sum(len(player.acknowledged) for player in players)
    while sum(len(player.acknowledged) for player in players) < start + number:
        if playing.done():
            return
        await asyncio.sleep(0.001)


def _account(players: list[Player], server: Server, report: Report) -> None:
    """Compare what the clocks of a table have lost with how long the server was alive."""
    charged = sum(BANK - left for left in players[0].left[: len(players)])
    begun = min(player.begun for player in players)
    set_up = max(player.set_up for player in players)
    ended = max(player.ended for player in players)
    # During the set-up the clocks of all run at once, then one after the other.
    most = server.alive(begun, ended) + (len(players) - 1) * server.alive(begun, set_up)
    least = 0.0
    if len(players[0].left) == len(players):  # while a bot thinks, nobody's clock runs
        at_work = server.surely_alive(set_up, ended)
        least = max(0.0, at_work * ATTENTIVE - LOST_AT_A_KILL * len(server.lives))
    wrong = max(0.0, charged - most, least - charged) - ROUNDING * len(players)
    report.charged += charged
    if wrong > 0.0:
        report.charged_wrongly += wrong
        told = f"{charged:.1f} s charged, right is {least:.1f} to {most:.1f} s"
        report.problems.append(f"{players[0].table}: {told}")


def problems(players: list[Player]) -> Iterator[str]:
    """Compare what the clients of a table were told with what is stored."""
    table = players[0].table
    found = record_of(players[0].guest, table)
    entries = {entry["seq"]: entry for entry in found["entries"]}
    made = {seq for seq, entry in entries.items() if entry["by"] == "person"}
    told: dict[int, dict[str, object]] = {}
    for player in players:
        for seq, move in player.acknowledged.values():
            if seq in told:
                yield f"{table}: step {seq} was acknowledged for two moves"
            told[seq] = move
            if seq not in entries or entries[seq]["move"] != move:
                yield f"{table}: the acknowledged move of step {seq} is lost"
        if player._sent:
            yield f"{table}: {len(player._sent)} moves got no answer"
    if made - told.keys():
        yield f"{table}: steps {sorted(made - told.keys())} were made but never acknowledged"
    if sorted(entries) != list(range(1, len(entries) + 1)):
        yield f"{table}: the record has gaps"
    outcome = Record.from_json(msgspec.json.encode(found)).replay().outcome()
    replayed = msgspec.json.decode(msgspec.json.encode(outcome))
    for player in players:
        shown = player.final["outcome"] if player.final else None
        if shown != replayed:
            yield f"{table}: the record replays to another score than the one shown"
        steps = [seq for seq, _ in player.events]
        if steps != sorted(steps) or set(steps) != set(range(len(entries) + 1)):
            yield f"{table}: a player was told {len(set(steps))} of {len(entries) + 1} steps"
