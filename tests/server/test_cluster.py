"""Two server processes on PostgreSQL and Redis: one table on both, and one process dies."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from stellwerk.server.service.devices import REQUESTS_LOOK
from tests.server.crashing import problems
from tests.server.players import Guest, Player, open_table
from tests.server.serving import GENEROUS, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TABLES = 3
BEFORE = 60
"""Moves before one process is killed."""


async def test_players_on_two_processes_finish_when_one_is_killed(
    postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    settings = dataclasses.replace(GENEROUS, database=postgres_url, redis=redis_url)
    with (
        serving(settings, tmp_path, "first") as first,
        serving(settings, tmp_path, "other") as other,
    ):
        both = [first.address, other.address]
        ada, bob = Guest(first.address, "Ada"), Guest(other.address, "Bob")
        tables = [open_table([ada, bob], "lesson", ["random"]) for _ in range(TABLES)]
        ada.address = other.address  # where it still asks for the records at the end
        pairs = [
            [
                Player(ada, table, both, Random(2 * number)),
                Player(bob, table, both[::-1], Random(2 * number + 1)),
            ]
            for number, table in enumerate(tables)
        ]
        players = [player for pair in pairs for player in pair]
        async with asyncio.timeout(200):
            playing = asyncio.gather(*(player.play() for player in players))
            while sum(len(player.acknowledged) for player in players) < BEFORE:
                await asyncio.sleep(0.001)
            assert all(player.connections == 1 for player in players), "hints came in time"
            await asyncio.to_thread(first.kill)
            await playing
        assert [problem for pair in pairs for problem in problems(pair)] == []
        assert all(ada.connections >= 2 for ada, _ in pairs), "its process was gone"
        assert all(bob.connections == 1 for _, bob in pairs), "its process stayed"
        assert "Traceback" not in first.log + other.log


def test_a_device_signed_out_at_one_process_is_out_at_the_other(
    postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    settings = dataclasses.replace(GENEROUS, database=postgres_url, redis=redis_url)
    with (
        serving(settings, tmp_path, "first") as first,
        serving(settings, tmp_path, "other") as other,
    ):
        ada, phone = Guest(first.address, "Ada"), Guest(other.address, "Phone")
        table = open_table([ada], "lesson", ["random"])
        link = ada.ask("POST", "/api/me/transfer")["token"]
        phone.ask("POST", f"/api/transfer/{link}", {})
        url = f"ws://{other.address}/ws/tables/{table}"
        with connect(url, additional_headers=phone.headers, proxy=None) as socket:
            socket.send('{"type": "resume", "since": -1}')
            assert '"you":true' in str(socket.recv(timeout=60))
            devices = ada.ask("GET", "/api/me/account")["devices"]
            (device,) = [each["id"] for each in devices if not each["here"]]
            ada.ask("DELETE", f"/api/me/devices/{device}")
            begun = time.monotonic()
            with suppress(ConnectionClosed):
                while True:
                    socket.recv(timeout=60)
            assert socket.close_code == 4401
            assert time.monotonic() - begun < REQUESTS_LOOK, "a hint has told it"
        assert phone.ask("GET", "/api/me") is None
        assert ada.ask("GET", "/api/me")["name"] == "Ada"
