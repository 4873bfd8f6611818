import asyncio
import threading

import pytest

from stellwerk.server.hints import Hints
from stellwerk.server.service.hint import CHAT, GAME, TABLE, Hint

pytestmark = pytest.mark.anyio


class Ear:
    """Notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.something = asyncio.Event()

    def __call__(self, hint: bytes) -> None:
        self.heard.append(hint)
        self.something.set()

    async def wait(self) -> list[bytes]:
        async with asyncio.timeout(30):
            await self.something.wait()
        return self.heard


async def test_a_hint_reaches_those_who_listen_to_its_channel() -> None:
    hints, ear, other = Hints(None), Ear(), Ear()
    async with hints.running():
        with hints.listen("table:a", ear), hints.listen("table:b", other):
            hints.publish("table:a", b"game")
            assert await ear.wait() == [b"game"]
    assert other.heard == []


async def test_a_hint_may_come_from_another_thread() -> None:
    hints, ear = Hints(None), Ear()
    async with hints.running():
        with hints.listen("table:a", ear):
            thread = threading.Thread(target=hints.publish, args=("table:a", b"game"))
            thread.start()
            assert await ear.wait() == [b"game"]
            thread.join()


async def test_nobody_is_remembered_who_no_longer_listens() -> None:
    hints, ear = Hints(None), Ear()
    async with hints.running():
        with hints.listen("table:a", ear), hints.listen("table:a", Ear()):
            assert hints.listeners("table:a") == 2
        assert hints.listeners("table:a") == 0
        hints.publish("table:a", b"game")
    assert ear.heard == []


async def test_the_worker_itself_hears_a_hint_before_those_who_listen() -> None:
    hints, ear, order = Hints(None), Ear(), list[str]()

    def listen(hint: bytes) -> None:
        order.append("listener")
        ear(hint)

    hints.overhear = lambda channel, message: order.append(f"{channel} {message.decode()}")
    async with hints.running():
        with hints.listen("table:a", listen):
            hints.publish("table:a", b"game 1 2 3")
            await ear.wait()
    assert order == ["table:a game 1 2 3", "listener"]


@pytest.mark.parametrize("hint", [Hint(GAME, (57, 3, 0)), Hint(TABLE), Hint(CHAT, (0, 0, 9))])
async def test_a_hint_survives_its_way(hint: Hint) -> None:
    assert Hint.decode(hint.encode()) == hint


async def test_what_has_come_in_is_done_between_two_hints() -> None:
    hints, ear, order = Hints(None), Ear(), list[str]()

    def listen(hint: bytes) -> None:
        order.append(hint.decode())
        asyncio.get_running_loop().call_soon(order.append, "work")
        if hint == b"5":
            ear(hint)

    async with hints.running():
        with hints.listen("table:a", listen):
            for hint in b"123456":
                hints.publish("table:a", b"%c" % hint)
            await ear.wait()
    assert "".join(order).partition("5")[0] == "1234workworkworkwork"


async def test_a_listener_that_fails_keeps_no_hint_from_the_others() -> None:
    hints, ear = Hints(None), Ear()

    def fail(hint: bytes) -> None:
        raise ValueError("not heard")

    asyncio.get_running_loop().set_exception_handler(lambda _, __: None)
    async with hints.running():
        with hints.listen("table:a", fail), hints.listen("table:b", ear):
            hints.publish("table:a", b"game")
            hints.publish("table:b", b"game")
            assert await ear.wait() == [b"game"]


async def test_hints_before_the_start_and_after_the_end_are_dropped() -> None:
    hints = Hints(None)
    hints.publish("table:a", b"game")
    async with hints.running():
        pass
    hints.publish("table:a", b"game")


async def test_hints_go_from_one_worker_to_another(redis_url: str) -> None:
    here, there, ear = Hints(redis_url), Hints(redis_url), Ear()
    assert not here.sure
    async with here.running(), there.running():
        with there.listen("table:a", ear):
            here.publish("table:a", b"game")
            assert await ear.wait() == [b"game"]
