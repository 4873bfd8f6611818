import socket
from pathlib import Path

import pytest

from stellwerk.server.errors import Refusal
from stellwerk.server.run import bind, check, configuration
from stellwerk.server.settings import Settings
from tests.cli.test_serve import ask, started

SQLITE, POSTGRESQL = "sqlite:///x.db", "postgresql://a@b/c"


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings(workers=0), "bad_workers"),
        (Settings(workers=3, database=POSTGRESQL), "workers_need_redis"),
        (Settings(workers=3, database=SQLITE, redis="redis://a"), "workers_need_postgresql"),
        (Settings(workers=2, database="nonsense", redis="redis://a"), "bad_database"),
    ],
)
def test_settings_that_cannot_work_are_refused_before_the_start(
    settings: Settings, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        check(settings)
    assert refused.value.code == code
    for language in ("de", "en"):
        assert refused.value.say(language)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(workers=2, database=SQLITE),
        Settings(workers=2, database=POSTGRESQL),
        Settings(workers=4, database=POSTGRESQL, redis="redis://a"),
    ],
)
def test_settings_that_work_are_accepted(settings: Settings) -> None:
    check(settings)


def test_a_port_that_is_taken_is_refused_with_its_number() -> None:
    with bind("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(Refusal, match=str(port)):
            bind("127.0.0.1", port)


@pytest.mark.parametrize(("host", "port"), [("no such host", 0), ("127.0.0.1", 70_000)])
def test_an_address_that_is_none_is_refused(host: str, port: int) -> None:
    with pytest.raises(Refusal) as refused:
        bind(host, port)
    assert refused.value.code == "no_address"


def test_any_free_port_is_taken_on_request() -> None:
    with bind("127.0.0.1", 0) as opened:
        assert opened.family == socket.AF_INET
        assert opened.getsockname()[1] > 0


def test_a_worker_may_take_its_time_to_load() -> None:
    several = Settings(workers=2, database=POSTGRESQL, redis="redis://a")
    config = configuration(several, "stellwerk.server.run:worker_app")
    assert config.workers == 2
    assert config.timeout_worker_healthcheck >= 60


def test_the_password_of_the_database_stands_in_no_command(
    tmp_path: Path, postgres_url: str
) -> None:
    named = {
        "STELLWERK_DB": postgres_url,
        "STELLWERK_DB_PASSWORD": "s@cret/word",
    }
    with started(tmp_path, "serve", "--port", "0", "--workers", "2", **named) as (process, address):
        ask(f"{address}/healthz")
        keeper = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for number in (process.pid, *keeper):
            assert b"s@cret" not in Path(f"/proc/{number}/cmdline").read_bytes()
            assert b"s%40cret" not in Path(f"/proc/{number}/cmdline").read_bytes()
        assert keeper, "a process of its own makes the moves"
