"""Previews of links: of a private table nothing but its board, of a public one who won."""

from __future__ import annotations

import struct

import pytest

from stellwerk.drawing.raster import png, resolved
from stellwerk.server.protocol import SeatWish
from stellwerk.server.sandbox import jobs
from stellwerk.server.sandbox.card import HEIGHT, WIDTH
from stellwerk.server.service import previews
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


def size_of(picture: bytes) -> tuple[int, int]:
    """Return how wide and high a PNG is."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", picture[16:24])
    return wide, high


class Drawn:
    """Notes what the sandbox is asked to draw, instead of drawing it."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch, size: int = 10) -> None:
        self.jobs: list[jobs.DrawCard] = []
        self._size = size
        monkeypatch.setattr(house.service.sandbox, "run", self._run)

    async def _run(self, _: str, asked: bytes) -> bytes:
        job = jobs.decode(asked).job
        assert isinstance(job, jobs.DrawCard)
        self.jobs.append(job)
        return bytes(self._size)


@pytest.mark.parametrize("end", ["open", "playing", "finished"])
async def test_of_a_private_table_only_the_board_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    drawn = Drawn(house, monkeypatch)
    ada = await house.guest("Notburga")
    bot = SeatWish("bot", "random", "Hildegund")
    table = (await house.table(SeatWish("me"), bot, host=ada, start=end != "open")).id
    if end == "finished":
        await house.service.seats.resign(ada, table)
    told = await house.service.previews.tell(table, "en")
    await house.service.previews.picture(table, "en", "")
    (job,) = drawn.jobs
    assert (job.state, job.lines) == (b"", ())
    assert not any(name in f"{told} {job}" for name in ("Notburga", "Hildegund", table))
    assert told.title.startswith("Little Austria")
    other = (await house.table(SeatWish("me"), SeatWish(), host=ada)).id
    assert told == await house.service.previews.tell(other, "en"), "nothing tells two apart"


async def test_of_a_public_game_the_result_is_told_once_it_is_over(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = Drawn(house, monkeypatch)
    table, ada, _ = await house.duel(public=True)
    await house.service.previews.picture(table, "de", "")
    assert "Ada und Bob" in (await house.service.previews.tell(table, "de")).about
    await house.service.seats.resign(ada, table, 0)
    about = (await house.service.previews.tell(table, "de")).about
    assert about.startswith("Bob: ")
    await house.service.previews.picture(table, "de", "")
    running, finished = drawn.jobs
    assert (running.state, running.lines) == (b"", ()), "a game that runs shows no more"
    assert finished.state
    assert [line.split(":")[0] for line in finished.lines] == ["Bob", "Ada"]


async def test_pictures_are_made_once_and_kept_within_bounds(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = Drawn(house, monkeypatch, size=100)
    monkeypatch.setattr(previews, "MOST_BYTES", 250)
    ada = await house.guest()
    boards = ("usa", "europe", "germany")
    tables = [
        (await house.table(SeatWish("me"), SeatWish(), host=ada, board=board)).id
        for board in boards
    ]
    for table in (*tables, *tables[1:]):
        await house.service.previews.picture(table, "en", "")
    assert [job.board for job in drawn.jobs] == list(boards)
    assert house.service.previews.size == 200
    await house.service.previews.picture(tables[0], "en", "")
    assert len(drawn.jobs) == 4, "the oldest was forgotten"


async def test_where_nothing_can_be_drawn_there_is_no_picture(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await house.guest()
    table = (await house.table(SeatWish("me"), SeatWish(), host=ada)).id
    monkeypatch.setattr(previews, "can_draw", lambda: False)
    assert not (await house.service.previews.tell(table, "en")).picture
    assert await refused(house.service.previews.picture(table, "en", "")) == "no_drawing"


async def test_the_sandbox_draws_it(house: House) -> None:
    ada = await house.guest()
    table = (await house.table(SeatWish("me"), SeatWish(), host=ada)).id
    assert size_of(await house.service.previews.picture(table, "en", "")) == (WIDTH, HEIGHT)


def test_colours_are_put_in_their_places() -> None:
    style = "<style>.a{--ink:#123;--line:var(--ink)}.b{fill:var(--line)}</style>"
    assert ".b{fill:#123}" in resolved(style)
    rect = '<rect class="b" width="4" height="2"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2">{style}{rect}</svg>'
    assert size_of(png(svg, 4, 2)) == (4, 2)
