import asyncio
import dataclasses
from pathlib import Path
from typing import Any, cast

import pytest

from stellwerk.server.batching import BatchingTransport
from tests.server import flooding
from tests.server.serving import GENEROUS, serving

pytestmark = pytest.mark.anyio


class Wire:
    """A transport that notes what is written to it, and when it is closed."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def close(self) -> None:
        self.written.append(b"closed")

    def is_closing(self) -> bool:
        return b"closed" in self.written

    def get_extra_info(self, name: str) -> Any:
        return f"the {name}"


async def test_what_is_sent_in_one_turn_of_the_loop_leaves_at_once() -> None:
    wire = Wire()
    transport = BatchingTransport(cast(asyncio.Transport, wire))
    transport.write(b"accepted ")
    transport.write(b"update")
    assert wire.written == []
    await asyncio.sleep(0)
    assert wire.written == [b"accepted update"]
    transport.write(b"next")
    await asyncio.sleep(0)
    assert wire.written == [b"accepted update", b"next"]


async def test_nothing_that_was_sent_gets_lost_when_a_socket_is_closed() -> None:
    wire = Wire()
    transport = BatchingTransport(cast(asyncio.Transport, wire))
    transport.write(b"goodbye")
    transport.close()
    await asyncio.sleep(0)
    assert wire.written == [b"goodbye", b"closed"]


async def test_everything_else_is_left_to_the_transport() -> None:
    assert BatchingTransport(cast(asyncio.Transport, Wire())).get_extra_info("peer") == "the peer"


@pytest.mark.slow
async def test_a_socket_that_is_refused_at_the_door_is_no_error_in_the_log(tmp_path: Path) -> None:
    settings = dataclasses.replace(
        GENEROUS, database=f"sqlite:///{tmp_path / 'tables.db'}", requests_per_address=40
    )
    with serving(settings, tmp_path) as server:
        flood = await flooding.open_sockets(server.address, "/ws/me", 150, seconds=3.0)
        assert flood.ends["http 429"] > 0
    assert '"error"' not in server.log
