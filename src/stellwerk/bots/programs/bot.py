"""A bot that is a program of its own, in any language: ``cmd:./mybot``.

One process plays one seat of one game; docs/bot-api.md tells how they speak.
"""

from __future__ import annotations

import time
from random import Random
from typing import Final, NamedTuple

import msgspec

from stellwerk.board.errors import KeyedError, shorten
from stellwerk.bots.bot import Decision
from stellwerk.bots.programs.messages import (
    PROTOCOL,
    Asked,
    AskPayments,
    End,
    Hello,
    Payments,
    read_answer,
    read_greeting,
)
from stellwerk.bots.programs.process import Process, Silence
from stellwerk.bots.registry import PROGRAM
from stellwerk.game import (
    BuildHarbour,
    BuildStation,
    ClaimRoute,
    GameError,
    Move,
    Outcome,
    PayTunnel,
)
from stellwerk.game.moves import Payment
from stellwerk.game.sheet import board_sheet

START_SECONDS: Final = 10.0
"""How long a program may take to say hello."""
PATIENCE, GRACE = 1.2, 0.1
"""A decision may take this many times its budget, and this many seconds for the way there and back.
"""
_UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError, RecursionError)
_PAID: Final[dict[str, type[Payment]]] = {
    "claim": ClaimRoute,
    "station": BuildStation,
    "harbour": BuildHarbour,
    "pay": PayTunnel,
}


class Forfeit(NamedTuple):
    """A decision that a program did not make, so that chance had to."""

    code: str
    """``late``, ``ended``, ``endless``, ``rubbish`` or ``illegal``."""
    detail: str
    """What it said, or why that is not possible."""
    last_words: str
    """The last lines of its standard error."""

    def __str__(self) -> str:
        told = f"{self.code} ({self.detail})" if self.detail else self.code
        return "\n".join(filter(None, (told, self.last_words)))


class BrokenBot(KeyedError):
    """A program that cannot be played with at all: it does not start, or does not say hello."""

    code = "broken_bot"

    def __init__(self, command: str, reason: str, detail: str = "", last_words: str = "") -> None:
        """Tell which program, why, what it said, and the last lines of its standard error."""
        words = f"\n{last_words}" if last_words else ""
        super().__init__(f"cli.program.{reason}", command=command, detail=detail, words=words)


class ExternalBot:
    """Asks a program. One that fails forfeits the decision to chance, and is started again."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        self.name: Final = name
        self.command: Final = name.removeprefix(PROGRAM).strip()
        self.forfeits: Final[list[Forfeit]] = []
        self._seed = str(seed)
        self._random = Random(seed)
        self._process: Process | None = None

    def prepare(self, decision: Decision) -> Process:
        """Start the program for a decision, if it does not run; that takes none of its time."""
        return self._process or self._start(decision)

    def choose(self, decision: Decision) -> Move:
        """Return the move of the program, or a random one if it gives none."""
        process = self.prepare(decision)
        try:
            return self._ask(process, decision)
        except Silence as silence:
            self._process = None
            # If it is about to crash, wait a moment for its error message.
            process.end(GRACE)
            self.forfeits.append(Forfeit(silence.code, silence.detail, process.last_words))
            return self._random.choice(decision.legal)

    def end(self, outcome: Outcome | None) -> None:
        """Tell the program that the game is over, and end it."""
        if self._process is not None:
            self._process.tell(msgspec.json.encode(End(outcome)))
            self._process.end()
            self._process = None

    def _start(self, decision: Decision) -> Process:
        view = decision.view
        assert view.seat is not None, "a spectator decides nothing"
        board = board_sheet(decision.board, "en")
        hello = Hello(PROTOCOL, view.seat, len(view.players), decision.seconds, self._seed, board)
        try:
            process = Process(self.command)
        except Silence as silence:
            raise BrokenBot(self.command, silence.code, silence.detail) from None
        try:
            _greet(process, hello)
        except Silence as silence:
            process.end(GRACE)
            reason = "no_hello" if silence.code == "rubbish" else silence.code
            raise BrokenBot(self.command, reason, silence.detail, process.last_words) from None
        self._process = process
        return process

    def _ask(self, process: Process, decision: Decision) -> Move:
        """Ask for the decision, and answer questions about payments until it is made."""
        deadline = time.monotonic() + decision.seconds * PATIENCE + GRACE
        line = msgspec.json.encode(Asked(decision.seconds, decision.view))
        while True:
            text = process.ask(line, deadline - time.monotonic())
            try:
                answer = read_answer.decode(text)
            except _UNREADABLE:
                raise Silence("rubbish", _shown(text)) from None
            if not isinstance(answer, AskPayments):
                return _checked(answer.move, decision)
            line = msgspec.json.encode(_payments(answer, decision))


def _greet(process: Process, hello: Hello) -> None:
    text = process.ask(msgspec.json.encode(hello), START_SECONDS)
    try:
        greeting = read_greeting.decode(text)
    except _UNREADABLE:
        raise Silence("rubbish", _shown(text)) from None
    if greeting.protocol != PROTOCOL:
        raise Silence("protocol", str(greeting.protocol))


def _checked(move: Move, decision: Decision) -> Move:
    """Return a legal move as it is; a seat may play for itself alone."""
    if move in decision.legal:
        return move
    try:
        if move.seat != decision.view.seat:
            raise Silence("illegal", move.text(decision.board))
        decision.redealt(0).check(move)
    except GameError as error:
        raise Silence("illegal", f"{move.text(decision.board)}: {error}") from None
    return move


def _payments(asked: AskPayments, decision: Decision) -> Payments:
    """Return every way to pay; what is hidden plays no part in it."""
    found = decision.redealt(0).payments(_PAID[asked.kind], asked.target, decision.view.seat)
    return Payments(tuple(dict(cards) for cards in found))


def _shown(text: bytes) -> str:
    return shorten(text.decode(errors="replace"))
