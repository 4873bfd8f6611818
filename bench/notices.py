"""The proof of notices: two workers call people, and one of them is killed again and again.

The push service and the mail server are real, so are the processes, PostgreSQL and Redis. Each turn
has one call of its own, which somebody waits for; none may be lost. At a kill one may come twice,
under the same number, so that a device shows one.
"""

from __future__ import annotations

import asyncio
import dataclasses
import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median

from tests.server import programs
from tests.server.calling import BrowserEar, Caller, Ear, MailEar, problems
from tests.server.mailing import mail_server
from tests.server.pushing import push_service
from tests.server.serving import GENEROUS, Server, serving

_TABLES = 8
"""Tables at which people are called at the same time."""


def notices(way: str, wanted: int, kills: int, seed: int) -> tuple[str, list[str]]:
    """Call people so many times, with so many kills; return what was done, and what went wrong."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stellwerk-soak-")))
        cluster = stack.enter_context(programs.postgres(durable=True))
        settings = dataclasses.replace(
            GENEROUS,
            database=programs.create_database(cluster, "soak"),
            redis=stack.enter_context(programs.redis()),
            push_anywhere=True,
            mail_pause=0.0,
        )
        names = [f"guest{number}" for number in range(_TABLES)]
        ears: list[Ear]
        if way == "push":
            service = stack.enter_context(push_service())
            ears = [BrowserEar(service, name) for name in names]
        else:
            mails = stack.enter_context(mail_server())
            settings = dataclasses.replace(
                settings,
                mail=mails.address,
                mail_from="Stellwerk <games@example.org>",
                public_url="http://games.lan",
            )
            ears = [MailEar(mails, name) for name in names]
        first = stack.enter_context(serving(settings, folder, "first"))
        other = stack.enter_context(serving(settings, folder, "other"))
        callers = [
            Caller([first.address, other.address][:: 1 if number % 2 else -1], ear, names[number])
            for number, ear in enumerate(ears)
        ]
        asyncio.run(_play(callers, first, wanted, kills, Random(seed)))
        lost, twice, wrong = problems(callers)
        traces = (first.log + other.log).count("Traceback")
    times = sorted(each for caller in callers for each in caller.times)
    turns = sum(caller.turns for caller in callers)
    told = f"{turns:,} notices, {kills} kills, {lost} lost, {twice} came twice, "
    told += f"half within {median(times) * 1000:.0f} ms, the slowest after {times[-1]:.1f} s"
    found = []
    if lost:
        found.append(f"{lost} notices were lost")
    if twice > kills:
        found.append(f"{twice} notices came twice, with {kills} kills")
    if wrong:
        found.append(f"{wrong} notices came under several numbers, or for no turn")
    if traces:
        found.append(f"{traces} errors in the logs")
    return told, found


async def _play(
    callers: list[Caller], killed: Server, wanted: int, kills: int, dice: Random
) -> None:
    """Let people be called; kill one worker after a random number of calls, and start it again."""
    each = -(-wanted // len(callers))
    playing = asyncio.gather(*(caller.play(each) for caller in callers))
    share = wanted / (kills + 1)
    for number in range(1, kills + 1):
        goal = share * (number + dice.uniform(-0.3, 0.3))
        while sum(caller.turns for caller in callers) < goal and not playing.done():
            await asyncio.sleep(0.001)
        await asyncio.to_thread(killed.kill)
        await asyncio.to_thread(killed.start)
    await playing
