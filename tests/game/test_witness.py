"""Everything that lies open is told: by the events of each move, and by the record."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from stellwerk import Board, Game
from stellwerk.game import (
    BuildHarbour,
    BuildStation,
    ClaimRoute,
    Concealed,
    Move,
    PayTunnel,
    Resign,
    Undo,
    Withdraw,
)
from stellwerk.game.position import Position
from stellwerk.rules.kernel import INTERPRETED
from tests.game.witness import Witness
from tests.laws.small_boards import small_tables

GAMES = 2 if INTERPRETED else 12


def tiny_board(rng: random.Random) -> Board:
    """Return a small board with hardly more cards than the hands and the display need."""
    tables = small_tables(rng)
    tables["colours"] = tables["colours"][: rng.randint(1, 3)]
    for route in tables["routes"]:
        if route["kind"] == "train" and rng.random() < 0.7:
            route.pop("rugged", None)
            route["tunnel"] = True
    cards: dict[str, Any] = tables["rules"]["cards"]
    colours = len(tables["colours"])
    cards["train"] = -(-rng.randint(15, 18) // colours)
    cards["locomotives"] = rng.randint(3, 6)
    if "ship" in cards:
        cards |= {"ship": -(-14 // colours), "double_ship": 1}
    return Board.from_tables(tables, origin="tiny board")


def choose(moves: list[Move], rng: random.Random) -> Move:
    """Return a move that uses up cards, if there is one and not always."""
    spending = [each for each in moves if isinstance(each, ClaimRoute | Withdraw)]
    building = [each for each in moves if isinstance(each, BuildStation | BuildHarbour)]
    for kinds in (spending, building):
        if kinds and rng.random() < 0.3:
            return rng.choice(kinds)
    return rng.choice(moves)


@pytest.mark.parametrize("part", range(6))
def test_what_lies_open_follows_from_what_is_told(part: int) -> None:
    """C-06, C-08, C-24, E-07, E-10: on tiny decks, where all of it happens at once."""
    rng = random.Random(f"witness {part}")
    happened: Counter[str] = Counter()
    for number in range(GAMES):
        board = tiny_board(rng)
        game = Game.new(board, seats=rng.randint(2, 5), seed=number)
        while not game.over:
            game.play(choose(game.legal_moves(rng.choice(game.pending)), rng))
        happened += follow_events(game)
        follow_record(game)
    assert INTERPRETED or min(happened[code] for code in ("flushed", "shuffled", "tunnel")) > 0


def follow_events(game: Game) -> Counter[str]:
    """Follow the events of a game as a spectator hears them; return how often each was told."""
    witness = Witness(Position(game.board, game.snapshot(0)))
    found: Counter[str] = Counter()
    events = game.events(viewer=None)
    for seq in range(1, game.seq + 1):
        told = [(each.code, each.params) for each in events if each.seq == seq]
        found.update(code for code, _ in told)
        shuffled = witness.hear(told)
        assert witness.agrees_with(Position(game.board, game.snapshot(seq))), told
        assert shuffled == witness.shuffled, told
    for seat in range(game.seats):
        follow_hand(game, seat)
    return found


def follow_hand(game: Game, seat: int) -> None:
    """Follow the hand of a seat by what that seat is told."""
    hand = Counter(Position(game.board, game.snapshot(0)).hand(seat))
    laid: Counter[str] = Counter()
    events = [each for each in game.events(viewer=seat) if each.params.get("seat") == seat]
    for event in events:
        cards = Counter(event.params.get("cards") or {})
        if event.code in ("took", "drew"):
            hand[event.params["card"]] += 1
        elif event.code == "tunnel":
            hand -= cards
            laid = cards
        elif event.code == "withdrew":
            hand += laid
        elif event.code in ("paid", "station", "harbour") or not laid:
            hand -= cards
        if event.code in ("claimed", "withdrew"):
            laid = Counter()
    assert +hand == Counter(game.position.hand(seat))


def follow_record(game: Game) -> None:
    """Follow the record of a game."""
    witness = Witness(Position(game.board, game.snapshot(0)))
    record = game.record()
    following = [*(entry.move for entry in record.entries[1:]), None]
    for entry, then in zip(record.entries, following, strict=True):
        assert not isinstance(entry.move, Undo | Resign | Concealed)
        witness.read(entry.move, entry.outcome, isinstance(then, PayTunnel | Withdraw))
        assert witness.agrees_with(Position(game.board, game.snapshot(entry.seq))), entry
        assert set(entry.outcome.shuffled) == witness.shuffled, entry
    assert record.replay(game.board).record().to_json() == record.to_json()
