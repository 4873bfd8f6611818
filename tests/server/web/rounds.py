"""A game whose people are recorded, and whose seats change hands while it is played."""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import Any, Self
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from stellwerk.game import Record
from tests.server.recording import Json, Ledger, RecordingGuest, RecordingProgram, excess
from tests.server.web.serving import PATIENCE, Server


class Ear:
    """A socket of a guest that listens until it is closed; all it hears is recorded."""

    def __init__(self, guest: RecordingGuest, table: str, since: int = -1) -> None:
        self.guest, self.table = guest, table
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://{guest.address}/ws/tables/{table}",
                additional_headers=guest.headers,
                proxy=None,
                open_timeout=PATIENCE,
            )
        )
        self._socket.send(json.dumps({"type": "resume", "since": since}))
        self._heard: list[Json] = []
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        try:
            while True:
                data = self._socket.recv(decode=False)
                self.guest.heard(f"ws {self.table}", data)
                with self._news:
                    self._heard.append(json.loads(data))
                    self._news.notify_all()
        except ConnectionClosed:
            with self._news:
                self._news.notify_all()

    def send(self, **message: Any) -> None:
        """Send a message."""
        self._socket.send(json.dumps(message))

    def until(self, found: Callable[[Json], Any]) -> Json:
        """Wait for a message, among those that have come already, too."""
        with self._news:
            message: Json | None = None

            def come() -> bool:
                nonlocal message
                message = next((each for each in self._heard if found(each)), None)
                return message is not None

            assert self._news.wait_for(come, PATIENCE), "this was never heard"
            assert message is not None
            return message

    def close(self) -> int | None:
        """Close the socket, if the server has not; return why it was closed."""
        self._open.close()
        self._thread.join(PATIENCE)
        return self._socket.protocol.close_code

    def end(self) -> int | None:
        """Wait until the server closes, and return why."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server has not closed the socket"
        self._open.close()
        return self._socket.protocol.close_code


class Round:
    """People at one table, each recorded over HTTP and WebSocket, and who may know what."""

    def __init__(self, server: Server, seats: str, **wishes: Any) -> None:
        """Open a table: ``me``, ``program`` or a bot for each seat; any other word is a guest."""
        self.address = server.address.removeprefix("http://")
        self.guests: dict[str, RecordingGuest] = {}
        self.ledger = Ledger()
        self.dice = Random(seats)
        self.ears: dict[str, Ear] = {}
        self.at: dict[int, RecordingGuest] = {}
        """Who decides for which seat; where nobody stands here the server does."""
        self.host = self.guest("host")
        words = seats.split()
        wish = {"board": "lesson", "seats": [_wish(word) for word in words], **wishes}
        self.table: str = self.host.ask("POST", "/api/tables", wish)["id"]
        for number, word in enumerate(words):
            if word == "me":
                self.at[number] = self.host
            elif word not in _HELD:
                self.guest(word)
                self.ask(word, "join", seat=number)
                self.at[number] = self.guests[word]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for ear in self.ears.values():
            ear.close()

    def guest(self, name: str) -> RecordingGuest:
        """Return somebody by name, who may come for the first time."""
        if name not in self.guests:
            self.guests[name] = RecordingGuest(self.address, name)
        return self.guests[name]

    def program(self, name: str, seat: int) -> RecordingProgram:
        """Let a program have a seat, with a new token."""
        token = self.ask("host", "token", seat=seat)["token"]
        program = RecordingProgram(self.address, token)
        self.guests[name] = program
        return program

    def ask(self, name: str, action: str, **body: Any) -> Json:
        """Do something at the table."""
        found: Json = self.guest(name).ask("POST", f"/api/tables/{self.table}/{action}", body)
        return found

    def refused(self, name: str, action: str, **body: Any) -> str:
        """Try something that is not allowed; return the code of the refusal."""
        try:
            answer = self.ask(name, action, **body)
        except RuntimeError as problem:
            code: str = json.loads(str(problem).partition(": ")[2].partition(" ")[2])["code"]
            return code
        raise AssertionError(f"this was not refused: {answer}")

    def look(self, name: str, what: str = "", **query: Any) -> Any:
        """Look at the table, its view or its record; a refusal is recorded like anything else."""
        path = f"/api/tables/{self.table}{what}?{urlencode(query)}"
        try:
            return self.guest(name).ask("GET", path)
        except RuntimeError as problem:
            return str(problem)

    def listen(self, *names: str) -> None:
        """Let people open their sockets."""
        for name in names:
            self.ears[name] = Ear(self.guests[name], self.table)

    def start(self) -> None:
        """Begin; from now on whoever sits may see a hand."""
        info = self.ask("host", "start")
        if info["shuffle_seats"]:
            self.at = {}  # whoever shuffles seats says who sits where
        for seat, guest in self.at.items():
            self.ledger.sit(guest.id, self.table, seat)

    def sits(self, name: str, seat: int, info: Json) -> None:
        """Note that somebody has sat down."""
        self.at[seat] = self.guests[name]
        self.ledger.sit(self.guests[name].id, self.table, seat, info["seq"])

    def stands(self, name: str, seat: int, info: Json) -> None:
        """Note that somebody holds a seat no longer."""
        self.at.pop(seat, None)
        self.ledger.stand(self.guests[name].id, self.table, seat, info["seq"])

    def play(self, most: int = 1000) -> bool:
        """Make moves for all who decide, at random; tell whether the game is over."""
        for _ in range(most):
            public = self.look("host", "/view", since=1_000_000)
            if public["view"]["outcome"] is not None:
                return True
            pending = [seat for seat in public["view"]["pending"] if seat in self.at]
            if not pending:
                self.look("host", "/view", since=public["seq"], wait=5)
                continue
            self._move(self.dice.choice(pending))
            self._pry()
        return False

    def _move(self, seat: int) -> None:
        guest = self.at[seat]
        path = f"/api/tables/{self.table}"
        update = guest.ask("GET", f"{path}/view?seat={seat}&since=1000000")
        if seat in update["view"]["pending"]:
            move = self.dice.choice(update["view"]["moves"])
            message = {"move_id": uuid.uuid4().hex, "seq": update["seq"], "move": move}
            guest.ask("POST", f"{path}/moves", message)

    def _pry(self) -> None:
        """Let anybody look at anything."""
        name = self.dice.choice(list(self.guests))
        seat = self.dice.randrange(3)
        match self.dice.randrange(6):
            case 0:
                self.look(name, "/record")
            case 1:
                self.look(name, "/view", since=-1)
            case 2:
                self.look(name, "/view", seat=seat)
            case 3:
                self.look(name)

    def finish(self) -> None:
        """Play to the end, and look whether anybody has received too much."""
        assert self.play(), "the game does not end"
        for ear in self.ears.values():
            ear.until(_is_last)
        self.judge(self.guests)

    def judge(self, guests: dict[str, RecordingGuest]) -> None:
        """Look whether anybody has received too much of a finished game."""
        path = f"/api/tables/{self.table}/record"
        text = json.dumps(self.host.ask("GET", path)).encode()
        game = Record.from_json(text).replay()
        for name, guest in guests.items():
            assert excess(guest, self.ledger, {self.table: game}) == [], name


_HELD = ("me", "open", "program", "random", "greedy")


def _wish(word: str) -> Json:
    if word in ("random", "greedy"):
        return {"holder": "bot", "bot": word}
    return {"holder": word if word in _HELD else "open"}


def _is_last(message: Json) -> bool:
    return message["type"] == "update" and message["view"]["outcome"] is not None
