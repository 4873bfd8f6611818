"""Runs commands inside the test's own process, with lines typed in."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from stellwerk.bots import make
from stellwerk.bots.table import ask
from stellwerk.cli import main
from stellwerk.cli.play import PERSON
from stellwerk.cli.spoken import spoken
from stellwerk.cli.talk import Talk
from stellwerk.game import Game


@dataclass(frozen=True)
class Run:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


class Runner:
    """Runs commands, with a data folder of their own and no language but that asked for."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self.folder = folder
        monkeypatch.setenv("STELLWERK_DATA", str(folder))
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)

    def __call__(self, *arguments: str, typed: Iterable[str] = ()) -> Run:
        """Run a command; ``typed`` are the lines a person types, then the input ends."""
        lines = "".join(f"{line}\n" for line in typed)
        self._monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        code = main(arguments)
        printed = self._capsys.readouterr()
        return Run(code, printed.out, printed.err)


def script(board: str, language: str, seed: str, bots: Sequence[str]) -> tuple[list[str], Game]:
    """Return what a person who plays as the greedy bot would type, and the finished game."""
    talk = Talk("de" if language == "de" else "en")
    game = Game.new(board, len(bots) + 1, seed)
    chance = game.commitment
    others = {seat: make(name, f"{chance}/{seat}") for seat, name in enumerate(bots, start=1)}
    person = make("greedy", "person")
    lines = []
    while not game.over:
        seat = next((each for each in game.pending if each in others), PERSON)
        move = ask(game, seat, others.get(seat, person))
        if seat == PERSON:
            lines.append(spoken(move, game.board, talk))
        game.play(move)
    return lines, game
