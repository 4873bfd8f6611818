"""Whoever asks for too much is told so, on every way in, and nobody else notices."""

import asyncio
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from stellwerk.server.errors import Refusal
from stellwerk.server.guard import Guard, Lookups
from stellwerk.server.settings import Settings
from stellwerk.server.transactions.codes import CODES, new_code
from stellwerk.server.web.actors import actor_of
from tests.server import flooding
from tests.server.web.serving import Server

YEAR = 365 * 24 * 60.0
"""Minutes."""


def test_metrics_know_no_method_that_a_client_has_made_up(serve: Callable[..., Server]) -> None:
    server = serve()
    asyncio.run(flooding.odd_methods(server.address, 50))
    page = server.client().get("/metrics").text
    assert 'method="other"' in page
    assert "ODD" not in page


def test_sockets_count_as_requests(serve: Callable[..., Server]) -> None:
    server = serve(requests_per_address=30.0)
    flood = asyncio.run(flooding.open_sockets(server.address, "/ws/me", 60, seconds=1))
    assert 20 <= flood.ends["open"] <= 35
    assert flood.refused == flood.ends["http 429"] >= 25


def test_a_refused_socket_is_told_how_long_to_wait(serve: Callable[..., Server]) -> None:
    server = serve(requests_per_address=1.0)
    with pytest.raises(InvalidStatus) as refused, server.socket("/ws/me"):
        pass
    response = refused.value.response
    assert response.status_code == 429
    assert 1 <= int(response.headers["retry-after"]) <= 61
    assert b"rate_limited" in bytes(response.body or b"")


def test_one_guest_has_a_few_sockets_at_a_table(serve: Callable[..., Server]) -> None:
    server = serve(sockets_at_table=3)
    anna, bela = server.guest("Anna"), server.guest("Béla", "de")
    table = anna.open_table("me", "greedy", start=True)
    path = f"/ws/tables/{table}"
    flood = asyncio.run(flooding.open_sockets(server.address, path, 40, anna.cookie, 2))
    assert flood.ends == {"open": 3, "close 4429": 37}
    with bela.sit(table) as first:  # others are not affected, and there is room again
        assert first.next("table")
        with anna.sit(table) as talk:
            assert talk.next("table")


def test_one_guest_has_a_few_sockets_in_all(serve: Callable[..., Server]) -> None:
    server = serve(sockets_per_guest=5, sockets_at_table=100)
    cookie = server.guest().cookie
    flood = asyncio.run(flooding.open_sockets(server.address, "/ws/me", 20, cookie, 1))
    assert flood.ends == {"open": 5, "close 4429": 15}


def test_an_address_has_so_many_sockets(serve: Callable[..., Server]) -> None:
    server = serve(sockets_per_address=10)
    flood = asyncio.run(
        flooding.open_sockets(server.address, "/ws/me", 30, seconds=1, resume=False)
    )
    assert flood.ends == {"open": 10, "close 4429": 20}


def test_who_is_refused_a_socket_reads_why(serve: Callable[..., Server]) -> None:
    server = serve(sockets_at_table=1)
    anna = server.guest("Anna", "de")
    table = anna.open_table("me", "open")
    with anna.sit(table) as first:
        assert first.next("table")
        with anna.sit(table) as second:
            problem = second.next("refused")["problem"]
            assert problem["code"] == "too_many_sockets"
            assert "Fenster" in problem["text"]
            assert second.end() == 4429
    with server.socket("/ws/me", anna.cookie) as first:
        first.connection.ping().wait(10)
        with server.socket("/ws/me", anna.cookie) as second:
            assert second.next("refused")["problem"]["code"] == "too_many_sockets"
            assert second.end() == 4429


def test_a_flood_of_messages_ends_the_lobbys_socket(serve: Callable[..., Server]) -> None:
    server = serve(messages_per_second=1.0, message_burst=10)
    flood = asyncio.run(flooding.send_messages(server.address, "/ws/me", 10_000))
    assert flood.ends == {"close 4429": 1}


def test_all_sockets_of_a_guest_share_their_messages(serve: Callable[..., Server]) -> None:
    server = serve(messages_per_second=0.001, message_burst=3)
    anna = server.guest()
    table = anna.open_table("me", "open")
    with anna.sit(table) as one, anna.sit(table) as two:
        one.send(type="ping")
        assert one.next("pong")
        two.send(type="ping")
        assert two.next("refused")["problem"]["code"] == "rate_limited"


def test_waiting_requests_are_counted_like_sockets(serve: Callable[..., Server]) -> None:
    server = serve(sockets_at_table=2)
    anna = server.guest()
    table = anna.open_table("me", "me", start=True)
    path = f"/api/tables/{table}/view?since=0&wait=3"
    ask = flooding.request("GET", path, cookie=anna.cookie["Cookie"])
    flood = asyncio.run(flooding.ask(server.address, [ask] * 6, 20))
    assert flood.ends == {"http 200": 2, "http 429": 4}


def test_what_one_guest_is_sent_is_bounded(serve: Callable[..., Server]) -> None:
    server = serve(bytes_per_second=2_000.0, bytes_at_once=20_000.0, message_burst=100_000)
    anna = server.guest()
    table = anna.open_table("me", "greedy", start=True)
    flood = asyncio.run(
        flooding.send_messages(server.address, f"/ws/tables/{table}", 2_000, anna.cookie, 3.0)
    )
    assert 15_000 < flood.received < 35_000


def test_guessing_codes_locks_an_address_out_of_others_tables(
    serve: Callable[..., Server],
) -> None:
    server = serve(guesses_per_minute=0.1, guess_burst=20)
    anna, bela = server.guest("Anna"), server.guest("Béla")
    own, listed = anna.open_table("me", "open"), anna.open_table("me", "open", public=True)
    codes = [new_code() for _ in range(40)]
    flood = asyncio.run(flooding.guess_sockets(server.address, codes[:30]))
    assert flood.ends["close 4404"] >= 20
    flood = asyncio.run(flooding.guess_sockets(server.address, codes))
    assert flood.ends == {"close 4429": 40}
    flood = asyncio.run(flooding.guess_requests(server.address, codes))
    assert flood.ends == {"http 429": 40}
    # A code that exists looks no different to whoever is locked out ...
    answer = bela.client.get(f"/api/tables/{own}")
    assert answer.status_code == 429
    assert answer.json()["code"] == "too_many_guesses"
    assert int(answer.headers["retry-after"]) > 1
    # ... but whoever sits there plays on, and what is public stays so.
    assert anna.ask("GET", f"/api/tables/{own}")["id"] == own
    with anna.sit(own) as talk:
        assert talk.next("table")
    assert bela.ask("GET", f"/api/tables/{listed}")["id"] == listed


@pytest.mark.anyio
async def test_tables_are_looked_up_one_at_a_time_for_who_guesses_on() -> None:
    looked_up, at_once = list[int](), 0

    async def is_open_to(*_: object) -> bool:
        nonlocal at_once
        at_once += 1
        looked_up.append(at_once)
        await asyncio.sleep(0)
        at_once -= 1
        return False

    async def ask() -> str:
        try:
            await actor_of(scope, service, guard)
        except Refusal as refusal:
            return refusal.code
        return "let in"

    guard = Guard(Settings(guess_burst=1))
    guard.lookups.failed("192.0.2.1")
    service: Any = SimpleNamespace(tables=SimpleNamespace(is_open_to=is_open_to))
    scope: Any = {
        "type": "http",
        "headers": [],
        "client": ("192.0.2.1", 1),
        "path_params": {"table": "SALZ-7F3Q-K9TM"},
        "state": {},
    }
    assert await asyncio.gather(*(ask() for _ in range(20))) == ["too_many_guesses"] * 20
    assert looked_up == [1] * 20


def test_guessing_over_http_is_counted_too(serve: Callable[..., Server]) -> None:
    server = serve(guesses_per_minute=0.1, guess_burst=5)
    client = server.client()
    codes = [client.get(f"/api/tables/{new_code()}").status_code for _ in range(8)]
    assert codes == [404] * 5 + [429] * 3


def test_guessing_becomes_dearer_when_many_guess() -> None:
    lookups = Lookups(per_minute=1, burst=20, all_per_minute=50)
    for number in range(50):
        lookups.failed(f"10.0.{number}.1", now=0.0)
    lookups.failed("192.0.2.1", now=0.0)
    assert lookups.wait("192.0.2.1", now=0.0) == 0.0
    lookups.failed("192.0.2.1", now=0.0)
    assert lookups.wait("192.0.2.1", now=0.0) > 0.0
    assert lookups.wait("192.0.2.2", now=0.0) == 0.0


@pytest.mark.parametrize("workers", [1, 8])
def test_guessing_a_table_takes_more_than_a_year(workers: int) -> None:
    settings, tables, addresses = Settings(), 10_000, 100
    each = settings.guess_burst + settings.guesses_per_minute * YEAR
    guesses = addresses * workers * each
    assert CODES / tables > 3 * guesses
    assert (1 - tables / CODES) ** guesses > 0.7  # not even one, in a whole year


def test_the_limit_of_guesses_is_what_the_arithmetic_says() -> None:
    lookups = Lookups(per_minute=3, burst=60, all_per_minute=1e9)
    guesses, now = 0, 0.0
    while now < 86_400:
        if lookups.wait("192.0.2.1", now):
            now += 1.0
        else:
            lookups.failed("192.0.2.1", now)
            guesses += 1
    assert guesses <= 60 + 3 * 24 * 60 + 1


def test_codes_can_be_told_and_typed() -> None:
    for _ in range(100):
        assert re.fullmatch(r"[A-Z]{4,7}-[2-9A-Z]{4}-[2-9A-Z]{4}", new_code())
    assert CODES > 4e13


def test_opening_tables_is_limited(serve: Callable[..., Server]) -> None:
    server = serve(tables_per_hour=3.0)
    anna = server.guest()
    body = {"board": "lesson", "seats": [{"holder": "me"}, {"holder": "open"}]}
    answers = [anna.client.post("/api/tables", json=body) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    assert answers[-1].json()["code"] == "tables_too_fast"
    assert int(answers[-1].headers["retry-after"]) > 60


def test_every_refusal_for_too_much_tells_when_to_come_again(
    serve: Callable[..., Server],
) -> None:
    server = serve(tables_per_guest=1)
    anna = server.guest()
    anna.open_table("me", "open")
    body = {"board": "lesson", "seats": [{"holder": "me"}, {"holder": "open"}]}
    answer = anna.client.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_tables")
    assert int(answer.headers["retry-after"]) > 0


def test_a_club_behind_one_address_meets_no_limit(serve: Callable[..., Server]) -> None:
    """Sixty people come within a minute, each loads the page and sits down in two windows."""
    defaults = Settings()
    server = serve(
        requests_per_minute=defaults.requests_per_minute,
        requests_per_address=defaults.requests_per_address,
        new_guests_per_hour=defaults.new_guests_per_hour,
        messages_per_second=defaults.messages_per_second,
        tables_per_hour=defaults.tables_per_hour,
    )
    people = [server.guest(f"Member {number}") for number in range(60)]
    ask = flooding.request("GET", "/healthz")
    assert asyncio.run(flooding.ask(server.address, [ask] * 600, 60)).ends == {"http 200": 600}
    table = people[0].open_table("me", "greedy", start=True)

    async def evening() -> list[flooding.Flood]:
        return await asyncio.gather(
            *(
                flooding.open_sockets(server.address, path, 2, person.cookie, 6)
                for person in people
                for path in (f"/ws/tables/{table}", "/ws/me")
            )
        )

    for flood in asyncio.run(evening()):
        assert flood.ends == {"open": 2}
