"""What a program hands over by mistake is refused with what would be right, and changes nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stellwerk import Board, Game
from stellwerk.game import (
    BadSetup,
    ClaimRoute,
    DrawCard,
    GameError,
    KeepTickets,
    Record,
    RecordError,
    TakeCard,
)
from tests.builders import position

HALF = "\ud800"
"""Half of a character: no text that can be written down."""


def dealt(**wanted: Any) -> Game:
    return Game.new("lesson", **{"seats": 2, "seed": 1, **wanted})


def ready() -> Game:
    game = dealt()
    for seat in (0, 1):
        game.play("keep 1 2", seat=seat)
    return game


SETUPS: list[Callable[[], object]] = [
    lambda: dealt(seats="2"),
    lambda: dealt(seats=2.0),
    lambda: dealt(seats=True),
    lambda: dealt(seats=None),
    lambda: dealt(names=["Anna", 5]),
    lambda: dealt(names=["Anna", HALF]),
    lambda: dealt(names=[b"Anna", "Bert"]),
    lambda: dealt(names=5),
    lambda: dealt(names="AB"),
    lambda: dealt(variant=5),
    lambda: dealt(variant=["base"]),
    lambda: dealt(variant=HALF),
    lambda: dealt(seed=1.5),
    lambda: dealt(seed=[1]),
    lambda: Game.new(5),  # type: ignore[arg-type]
    lambda: Game.new(None),  # type: ignore[arg-type]
    lambda: Record.from_json(5),  # type: ignore[arg-type]
    lambda: Record.from_json(None),  # type: ignore[arg-type]
    lambda: Record.read(5),  # type: ignore[arg-type]
    lambda: dealt().record().write(None),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("make", SETUPS)
def test_a_game_cannot_be_made_of_it(make: Callable[[], object]) -> None:
    with pytest.raises(BadSetup) as refused:
        make()
    assert refused.value.say("de") != refused.value.say("en")
    refused.value.say("de").encode()


MOVES: list[Any] = [
    5,
    None,
    b"draw",
    {"move": "draw"},
    [],
    TakeCard("0", 1, "train"),  # type: ignore[arg-type]
    TakeCard(False, 1, "train"),
    TakeCard(0, "1", "train"),  # type: ignore[arg-type]
    TakeCard(0, 1.0, "train"),  # type: ignore[arg-type]
    TakeCard(0, True, "train"),
    TakeCard(0, np.int64(1), "train"),  # type: ignore[arg-type]
    TakeCard(0, 1, "boat"),  # type: ignore[arg-type]
    TakeCard(0, 1, HALF),  # type: ignore[arg-type]
    DrawCard(0, None),  # type: ignore[arg-type]
    KeepTickets(0, "boston"),  # type: ignore[arg-type]
    KeepTickets(0, (1, 2)),  # type: ignore[arg-type]
    ClaimRoute(0, 7, {"red": 1}),  # type: ignore[arg-type]
    ClaimRoute(0, "bregenz-innsbruck", {"red": "1"}),  # type: ignore[dict-item]
    ClaimRoute(0, "bregenz-innsbruck", {"red": 1.0}),  # type: ignore[dict-item]
    ClaimRoute(0, "bregenz-innsbruck", {"red": True}),
    ClaimRoute(0, "bregenz-innsbruck", 5),  # type: ignore[arg-type]
    ClaimRoute(0, "bregenz-innsbruck", None),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("move", MOVES, ids=repr)
def test_what_is_no_move_is_refused(move: Any) -> None:
    game = ready()
    before = game.states.tobytes()
    for ask in (game.play, game.check):
        with pytest.raises(GameError, match="move must be a move"):
            ask(move)
    assert game.states.tobytes() == before


@pytest.mark.parametrize(
    "given",
    [
        {"by": "zz"},
        {"by": None},
        {"by": ["bot"]},
        {"at": math.nan},
        {"at": math.inf},
        {"at": -math.inf},
        {"at": "now"},
        {"at": True},
        {"at": 1e300},
        {"at": 10**400},
        {"seat": "0"},
        {"seat": 0.5},
        {"seat": 7},
        {"seat": -1},
    ],
    ids=repr,
)
def test_what_no_record_can_hold_is_refused(given: dict[str, Any]) -> None:
    game = ready()
    before = game.states.tobytes()
    with pytest.raises(BadSetup):
        game.play("draw", **given)
    with pytest.raises(GameError):
        game.undo(**given)
    assert game.states.tobytes() == before
    assert game.seq == 2


def test_other_questions_are_refused_in_words() -> None:
    game = ready()
    asked: list[Callable[[], object]] = [
        lambda: game.view("0"),  # type: ignore[arg-type]
        lambda: game.legal_moves("0"),  # type: ignore[arg-type]
        lambda: game.export(1.5),  # type: ignore[arg-type]
        lambda: game.redealt("0"),  # type: ignore[arg-type]
        lambda: game.snapshot("1"),  # type: ignore[arg-type]
        lambda: game.clone("1"),  # type: ignore[arg-type]
        lambda: game.payments(TakeCard, ""),  # type: ignore[arg-type]
        lambda: game.payments("claim", ""),  # type: ignore[arg-type]
        lambda: game.payments(ClaimRoute, ["bregenz-innsbruck"]),  # type: ignore[arg-type]
    ]
    for ask in asked:
        with pytest.raises(BadSetup):
            ask()


def test_numbers_of_other_libraries_count_as_seats() -> None:
    game = dealt(seats=np.int64(2), seed=np.int64(1))
    assert game.key == dealt().key
    game.play("keep 1 2", seat=int(np.int64(0)))
    assert game.view(np.int64(1)).phase == "keep"  # type: ignore[arg-type]


def test_every_record_that_can_be_made_can_be_read() -> None:
    game = dealt(names=["Ännchen 🚂", ""], seed=HALF)
    game.play("keep 1 2", seat=0, at=0)
    game.play("keep 1 2", seat=1, by="clock", at=-1.5)
    assert Record.from_json(game.record().to_json()).replay().seq == 2


def test_a_place_that_the_display_does_not_have_is_named() -> None:
    game = position("usa")
    with pytest.raises(GameError, match="the display has places 1 to 5, no 9") as refused:
        game.play("take 9")
    assert refused.value.code == "no_such_target"
    assert refused.value.say("de") == "die Auslage hat die Plätze 1 bis 5, keinen 9"


@pytest.mark.parametrize("place", [".", "/", "", "..", "\0", "missing/game.json", "x" * 5000])
def test_a_record_that_cannot_be_written_there_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RecordError, match="cannot be written"):
        ready().record().write(place)
    with pytest.raises(RecordError, match="cannot be read"):
        Record.read(place)
    assert not list(tmp_path.iterdir())


def test_a_board_file_is_needed_where_one_is_named() -> None:
    with pytest.raises(LookupError):
        Board.load(HALF)
