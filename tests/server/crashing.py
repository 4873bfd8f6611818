"""The crash test: tables played by real clients while the server is killed again and again."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from stellwerk.game.record import Record
from tests.server.players import Guest, Player, open_table, record_of
from tests.server.serving import GENEROUS, Server, serving

BOTS = (("random",), (), ("greedy",), ())
"""Every other table has a bot."""


@dataclass
class Report:
    """What came out of a crash test."""

    tables: int = 0
    kills: int = 0
    moves: int = 0
    reconnections: int = 0
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
) -> Report:
    """Play tables with real clients, kill the server at random moments, and look at the records."""
    dice = Random(seed)
    settings = dataclasses.replace(GENEROUS, database=database, workers=workers)
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
            await asyncio.to_thread(server.start)
        await playing
        for at_table in seated:
            report.problems += problems(at_table)
        if "Traceback" in server.log:
            report.problems.append(f"the log tells of an error:\n{server.log[-3000:]}")
    report.moves = sum(len(player.acknowledged) for player in players)
    report.reconnections = sum(player.connections - 1 for player in players)
    return report


def _table(
    guests: list[Guest], number: int, board: str, server: Server, dice: Random
) -> list[Player]:
    pair = [guests[number % len(guests)], guests[(number + 1) % len(guests)]]
    code = open_table(pair, board, BOTS[number % len(BOTS)])
    return [Player(guest, code, [server.address], Random(dice.random())) for guest in pair]


async def _moves(players: list[Player], number: int, playing: asyncio.Future[list[None]]) -> None:
    """Wait until so many more moves have been acknowledged: a moment nobody can foresee."""
    start = sum(len(player.acknowledged) for player in players)
    while sum(len(player.acknowledged) for player in players) < start + number:
        if playing.done():
            return
        await asyncio.sleep(0.001)


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
