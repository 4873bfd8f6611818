from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as some

from stellwerk.server.limits import Bucket, Limit, address_key
from tests.server.web.serving import Server


@given(some.lists(some.floats(0, 5), max_size=60), some.floats(0.1, 10), some.integers(1, 9))
def test_a_bucket_never_gives_more_than_it_holds_and_gets(
    pauses: list[float], rate: float, size: int
) -> None:
    bucket, now, taken = Bucket(rate, size, 0.0), 0.0, 0
    for pause in pauses:
        now += pause
        taken += bucket.take(now)
    assert taken <= size + now * rate + 1e-6


def test_the_wait_that_is_told_is_enough() -> None:
    limit = Limit(rate=0.5, size=1)
    assert limit.take("anna", now=0.0) == 0.0
    seconds = limit.take("anna", now=0.0)
    assert seconds == 2.0
    assert limit.take("anna", now=seconds) == 0.0


def test_everybody_has_a_bucket_of_their_own() -> None:
    limit = Limit(rate=1.0, size=1)
    assert limit.take("anna", now=0.0) == 0.0
    assert limit.take("bela", now=0.0) == 0.0
    assert limit.take("anna", now=0.0) > 0.0


def test_buckets_that_are_full_again_are_forgotten() -> None:
    limit = Limit(rate=1.0, size=2, most=100)
    for number in range(90):
        limit.take(f"guest {number}", now=0.0)
    for number in range(30):
        limit.take(f"late {number}", now=60.0)
    assert len(limit) == 30


def test_the_number_of_buckets_is_bounded() -> None:
    limit = Limit(rate=0.001, size=2, most=10)
    for number in range(1000):
        limit.take(f"guest {number}", now=0.0)
    assert len(limit) <= 10


def test_many_addresses_need_no_more_memory_than_the_first_ones() -> None:
    limit = Limit(rate=0.001, size=2)
    for number in range(50_000):
        limit.take(f"{number}", now=0.0)
    before = len(limit)
    limit.take("regular", now=0.0)
    for number in range(300_000):
        limit.take(f"{number}", now=1.0)
        if number % 10_000 == 0:
            limit.take("regular", now=1.0)
    assert len(limit) <= before
    assert limit.take("regular", now=1.0) > 0.0  # whoever keeps asking is not forgotten


def test_what_is_owed_must_be_paid_back() -> None:
    limit = Limit(rate=10.0, size=100)
    assert limit.spend("anna", 100, now=0.0) == 0.0
    assert limit.spend("anna", 50, now=0.0) == 5.0
    assert limit.wait("anna", now=4.0) > 0.0
    assert limit.wait("anna", now=5.5) == 0.0
    assert limit.wait("bela", now=0.0) == 0.0


def test_one_household_is_one_address() -> None:
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:1:2:3")
    assert address_key("2001:db8::1") != address_key("2001:db8:0:1::1")
    assert address_key("::ffff:192.0.2.1") == address_key("192.0.2.1")
    assert address_key("no address") == "no address"


def test_too_many_requests_are_refused_with_the_time_to_wait(
    serve: Callable[..., Server],
) -> None:
    client = serve(requests_per_address=6.0).client(headers={"accept-language": "de"})
    answers = [client.get("/healthz") for _ in range(8)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert refused[0].json()["code"] == "rate_limited"
    assert "noch einmal" in refused[0].json()["text"]
    assert 1 <= int(refused[0].headers["retry-after"]) <= 11


def test_new_guests_of_one_address_are_limited(serve: Callable[..., Server]) -> None:
    client = serve(new_guests_per_hour=2.0).client()
    codes = [client.post("/api/me", json={"name": "Anna"}).status_code for _ in range(4)]
    assert codes == [201, 201, 429, 429]


def test_a_socket_that_sends_too_much_is_refused_then_closed(
    serve: Callable[..., Server],
) -> None:
    server = serve(messages_per_second=0.001, message_burst=3)
    guest = server.guest()
    table = guest.open_table("me", "open")
    with guest.sit(table) as talk:  # which is the first of three messages
        for _ in range(2):
            talk.send(type="ping")
            assert talk.next("pong")
        for _ in range(3):
            talk.send(type="ping")
            assert talk.next("refused")["problem"]["code"] == "rate_limited"
        talk.send(type="ping")
        assert talk.end() == 4429


def test_there_is_room_for_players_when_there_is_none_for_spectators(
    serve: Callable[..., Server],
) -> None:
    server = serve(spectators=1)
    anna, bela = server.guest("Anna"), server.guest("Béla")
    table = anna.open_table("me", "open")
    with anna.sit(table) as talk, anna.sit(table) as second, bela.sit(table) as third:
        assert talk.next()["type"] == "table"
        assert second.next()["type"] == "table"
        assert third.next("refused")["problem"]["code"] == "too_many_watchers"
