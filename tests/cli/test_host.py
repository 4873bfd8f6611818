"""`stellwerk host` beside a server that runs: what it shows, and that orders take effect."""

from __future__ import annotations

import json
import sqlite3
import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.cli.running import Runner
from tests.cli.test_serve import PATIENCE, started

SOON = 4.0
"""Seconds in which an order takes effect: two, and as many again for a busy machine."""


class Visitor:
    """A browser with its cookie."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.cookie = ""
        self.id: str = self.ask("POST", "/api/me", {"name": name})["id"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        answer: HTTPResponse
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).partition(";")[0]
            return json.loads(answer.read() or b"null")

    def refused(self, method: str, path: str, body: Any = None) -> str:
        try:
            answer = self.ask(method, path, body)
        except HTTPError as error:
            code: str = json.load(error)["code"]
            return code
        raise AssertionError(answer)


def close_code(socket: ClientConnection) -> int | None:
    """Wait until a socket is closed by the server; return the code."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server that runs, and where its data are."""
    folder = tmp_path_factory.mktemp("data")
    with started(folder, "serve", "--port", "0") as (_, address):
        yield address, folder / "tables.db"


@pytest.fixture
def game(served: tuple[str, Path]) -> tuple[Visitor, Visitor, str]:
    """A game of two that has begun."""
    address, _ = served
    ada, bob = Visitor(address, "Ada"), Visitor(address, "Bob")
    seats = [{"holder": "me"}, {"holder": "open"}]
    code = ada.ask("POST", "/api/tables", {"board": "lesson", "seats": seats})["id"]
    bob.ask("POST", f"/api/tables/{code}/join", {})
    ada.ask("POST", f"/api/tables/{code}/start")
    return ada, bob, code


def test_tables_and_guests_are_shown_without_secrets(
    run: Runner, served: tuple[str, Path], game: tuple[Visitor, Visitor, str]
) -> None:
    db, (ada, bob, code) = f"sqlite:///{served[1]}", game
    shown = run("host", "tables", "--db", db)
    assert shown.code == 0
    assert code in shown.out
    assert "Ada, Bob" in shown.out
    assert "1 playing" in shown.out or "playing" in shown.out
    table = run("host", "table", code, "--db", db)
    assert all(each in table.out for each in (ada.id, bob.id, "Ada", "Bob", "lesson"))
    guests = run("host", "guests", "--name", "bo", "--db", db)
    assert bob.id[:8] in guests.out
    assert ada.id[:8] not in guests.out
    with sqlite3.connect(f"file:{served[1]}?mode=ro", uri=True) as connection:
        (key,) = connection.execute("SELECT key FROM tables WHERE id = ?", (code,)).fetchone()
        secrets = [value for (value,) in connection.execute("SELECT value FROM secrets")]
    assert len(secrets) >= 1
    for told in (shown, table, guests):
        for hidden in (
            key.hex(),
            *(secret.hex() for secret in secrets),
            ada.cookie,
            ada.cookie.partition("=")[2],
        ):
            assert hidden not in told.out
    german = run("--language", "de", "host", "tables", "--db", db)
    assert "läuft" in german.out


def test_a_table_is_closed_within_two_seconds(
    run: Runner, served: tuple[str, Path], game: tuple[Visitor, Visitor, str]
) -> None:
    db, (ada, _, code) = f"sqlite:///{served[1]}", game
    begun = time.monotonic()
    done = run("host", "close", code, "--reason", "The club is closing.", "--db", db)
    assert time.monotonic() - begun < SOON
    assert (done.code, done.err) == (0, "")
    info = ada.ask("GET", f"/api/tables/{code}")
    assert (info["status"], info["reason"]) == ("closed", "The club is closing.")
    again = run("host", "close", code, "--db", db)
    assert again.code == 2
    assert "Nobody plays at table" in again.err


def test_a_barred_guest_is_out_within_two_seconds(
    run: Runner, served: tuple[str, Path], game: tuple[Visitor, Visitor, str]
) -> None:
    db, (ada, bob, code) = f"sqlite:///{served[1]}", game
    link = bob.ask("POST", "/api/me/transfer")["token"]
    headers = {"Cookie": bob.cookie}
    address = bob.address.replace("http", "ws")
    with (
        connect(f"{address}/ws/me", proxy=None, additional_headers=headers) as lobby,
        connect(f"{address}/ws/tables/{code}", proxy=None, additional_headers=headers) as socket,
    ):
        socket.send('{"type": "resume"}')
        begun = time.monotonic()
        done = run("host", "bar", bob.id[:8], "--reason", "Insults", "--db", db)
        assert (done.code, done.err) == (0, "")
        for each in (lobby, socket):
            assert close_code(each) == 4401
        assert time.monotonic() - begun < SOON
    for method, path in (("GET", "/api/me"), ("GET", "/api/me/tables"), ("POST", "/api/me")):
        body = {"name": "Bob"} if method == "POST" else None
        assert bob.refused(method, path, body) == "barred_because"
    assert ada.refused("POST", f"/api/transfer/{link}") == "bad_token"
    assert ada.ask("GET", f"/api/tables/{code}")["seats"][1]["stand_in"]
    assert "Insults" in run("host", "barred", "--db", db).out
    lifted = run("host", "lift", bob.id[:8], "--db", db)
    assert (lifted.code, lifted.err) == (0, "")
    assert bob.ask("POST", f"/api/tables/{code}/take-back", {"seat": 1})["seats"][1]["you"]
    assert "Nobody is barred" in run("host", "barred", "--db", db).out


def test_what_cannot_be_is_refused_with_a_sentence(
    run: Runner, served: tuple[str, Path], tmp_path: Path
) -> None:
    db = f"sqlite:///{served[1]}"
    for words, answer in (
        (("tables", "--db", f"sqlite:///{tmp_path / 'none.db'}"), "There is no database at"),
        (("tables", "--status", "odd", "--db", db), "'odd' is not a status"),
        (("tables", "--most", "0", "--db", db), "Between 1 and 1000"),
        (("table", "KRAN-NONE", "--db", db), "KRAN-NONE"),
        (("bar", "zzzz", "--db", db), "no such guest"),
        (("bar", "", "--db", db), "no such guest"),
        (("close", "KRAN-NONE", "--reason", "x" * 201, "--db", db), "at most 200"),
        (("frobnicate",), "There is no command"),
    ):
        refused = run("host", *words)
        assert refused.code == 2, words
        assert answer in " ".join(refused.err.split()), refused.err
        assert "Traceback" not in refused.err
    assert not (tmp_path / "none.db").exists()


def test_without_a_server_nothing_is_left_undone(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with started(tmp_path, "serve", "--port", "0") as (process, address):
        ada = Visitor(address, "Ada")
        process.terminate()
        process.wait(timeout=PATIENCE)
    monkeypatch.setattr("stellwerk.cli.host._PATIENCE", 0.2)
    db = f"sqlite:///{tmp_path / 'tables.db'}"
    refused = run("host", "bar", ada.id, "--db", db)
    assert refused.code == 2
    assert "No server has carried it out" in refused.err
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        assert connection.execute("SELECT count(*) FROM orders").fetchone() == (0,)
