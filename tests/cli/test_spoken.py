"""What the terminal proposes to type is understood as the move that was meant."""

from random import Random

import pytest

from stellwerk.board import boards
from stellwerk.cli.asking import LineCompleter
from stellwerk.cli.spoken import spoken
from stellwerk.cli.talk import Talk
from stellwerk.cli.typed import WISHES, Typed, understand
from stellwerk.game import Game, parse_move
from stellwerk.words import LANGUAGES, spellings


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", boards())
def test_every_move_is_understood_as_it_is_spoken(board: str, language: str) -> None:
    dice = Random(board)
    talk = Talk("de" if language == "de" else "en")
    game = Game.new(board, 3, seed=3)
    for _ in range(80):
        if game.over:
            break
        seat = game.pending[0]
        legal = game.legal_moves(seat)
        for move in dice.sample(legal, min(8, len(legal))):
            line = spoken(move, game.board, talk)
            typed = understand(line, game.phase)
            assert typed.wish is None, line
            assert parse_move(typed.rest, game.board, seat, game) == move
        kinds = {type(move): move for move in dice.sample(legal, len(legal))}
        game.play(dice.choice(list(kinds.values())))


@pytest.mark.parametrize(
    ("line", "phase", "typed"),
    [
        ("?", "turn", Typed("help", "")),
        ("HILFE", "turn", Typed("help", "")),
        ("rueckgaengig", "turn", Typed("undo", "")),
        ("routes salt lake", "turn", Typed("routes", "salt lake")),
        ("tickets", "turn", Typed("mine", "")),
        ("Zielkarten", "turn", Typed("mine", "")),
        ("tickets 2 long", "turn", Typed(None, "tickets 2 long")),
        ("3", "turn", Typed(None, "take 3")),
        ("3", "second", Typed(None, "take 3")),
        ("1 3", "keep", Typed(None, "keep 1 3")),
        ("2", "mix", Typed(None, "mix 2")),
        ("20", "pieces", Typed(None, "pieces 20")),
        ("c denver phoenix", "turn", Typed(None, "claim denver phoenix")),
        ("s denver phoenix", "turn", Typed(None, "claim denver phoenix")),
        ("  claim x  ", "turn", Typed(None, "claim x")),
        ("   ", "turn", Typed(None, "")),
    ],
)
def test_what_a_line_means(line: str, phase: str, typed: Typed) -> None:
    assert understand(line, phase) == typed


def test_no_word_of_the_table_is_a_word_of_the_game() -> None:
    table = {word for wish in WISHES for word in spellings(f"cli.command.{wish}")}
    shorts = [
        w for name in ("claim", "take", "draw", "keep") for w in spellings(f"cli.short.{name}")
    ]
    moves = "mix keep pieces take draw tickets claim station harbour exchange pay withdraw pass"
    game = {word for name in moves.split() for word in spellings(f"command.{name}")}
    assert not table & game
    assert not table & set(shorts)
    assert len(shorts) == len(set(shorts))


@pytest.mark.parametrize(
    ("typed", "fitting"),
    [
        ("", ["claim a-b", "claim b-c", "draw", "help"]),
        ("cl", ["claim a-b", "claim b-c"]),
        ("claim c", ["claim b-c"]),
        ("claim a-b", ["claim a-b", "claim a-b 1 red", "claim a-b 1 blue"]),
        ("claim a-b 1 r", ["claim a-b 1 red"]),
        ("x", []),
    ],
)
def test_completion(typed: str, fitting: list[str]) -> None:
    lines = ["claim a-b", "claim a-b 1 red", "claim a-b 1 blue", "claim b-c", "draw", "help"]
    assert LineCompleter(lines).fitting(typed) == fitting
