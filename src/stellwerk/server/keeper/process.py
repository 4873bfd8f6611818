"""``python -m stellwerk.server.keeper.process``: makes the moves that a server sends it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import socket
import stat
from collections import deque
from typing import Final

from stellwerk.game import Game
from stellwerk.server import logs
from stellwerk.server.keeper import calls
from stellwerk.server.keeper.calls import ADDRESS
from stellwerk.server.pipe import READY, framed, frames
from stellwerk.server.store.database import Commit, committing

_CHUNK: Final = 1 << 18
_BATCH: Final = 64
"""Most calls in one commit."""
_ROOM: Final = 1 << 20
"""Bytes of answers that may wait to be read; those of a whole batch have room in it."""


def main() -> None:
    """Make moves until the server that started this process ends."""
    logs.configure(json=True, verbose=False)
    _load_rules()
    with committing(os.environ[ADDRESS]) as commit:
        _keep(commit)


def _load_rules() -> None:
    """Make one move, so that nobody waits for the rules later."""
    game = Game.new("lesson", seed=0)
    game.play(game.legal_moves()[0])


def _keep(commit: Commit) -> None:
    """Answer calls until the pipe is closed."""
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # the server gets it as well, and closes the pipe
    _make_room()
    received = bytearray()
    waiting: deque[bytes] = deque()
    _send(READY)
    while data := os.read(0, _CHUNK):
        received += data
        waiting.extend(frames(received))
        while waiting:
            batch = [waiting.popleft() for _ in range(min(len(waiting), _BATCH))]
            try:
                answers = _answer(commit, *batch)
            except Exception:  # one of them cannot be done; the others can
                answers = [_answer_alone(commit, call) for call in batch]
            try:
                _send(*answers)
            except BrokenPipeError:
                return  # the server is dead; its clients will ask again


def _make_room() -> None:
    """Let answers wait outside this process, so that it goes on while the server is busy."""
    if stat.S_ISSOCK(os.fstat(1).st_mode):
        with socket.socket(fileno=os.dup(1)) as pipe:
            pipe.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ROOM)
    elif hasattr(fcntl, "F_SETPIPE_SZ"):
        with contextlib.suppress(OSError):  # the system may allow less
            fcntl.fcntl(1, fcntl.F_SETPIPE_SZ, _ROOM)


def _answer(commit: Commit, *batch: bytes) -> list[bytes]:
    """Do calls in one transaction; one that is refused has written nothing."""
    return commit(lambda connection: [calls.answer(connection, call) for call in batch])


def _answer_alone(commit: Commit, call: bytes) -> bytes:
    try:
        return _answer(commit, call)[0]
    except Exception as error:
        return calls.failed(call, error)


def _send(*answers: bytes) -> None:
    data = memoryview(b"".join(framed(each) for each in answers))
    while data:
        data = data[os.write(1, data) :]


if __name__ == "__main__":
    main()
