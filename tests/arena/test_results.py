"""Results files: a match goes on where it stopped, and is never mixed with another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from stellwerk.arena import Games, Lineup, Standing, play_deals
from stellwerk.arena.crew import play_here
from stellwerk.arena.errors import ResultsError
from stellwerk.arena.hold import LEAST_GAMES, Held, hold
from stellwerk.arena.match import Portion
from stellwerk.arena.results import ResultsFile
from stellwerk.board import Board

LINEUP = Lineup(Board.load("lesson"), ("planner", "greedy"), "results")


def crew(lineup: Lineup, deals: Sequence[int]) -> Iterator[Portion]:
    """Play deal by deal."""
    for deal in deals:
        yield play_deals(lineup, [deal])


def match(path: Path, deals: int, lineup: Lineup = LINEUP) -> Held:
    results = ResultsFile(path, lineup)
    try:
        return hold(lineup, deals, crew, results)
    finally:
        results.close()


def same(one: Games, other: Games) -> bool:
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name))
        for field in fields(Games)
    )


@pytest.mark.parametrize("board", ["lesson", "europe", "world"])
@pytest.mark.parametrize("bots", [("planner", "greedy"), ("planner", "cycle", "greedy")])
def test_a_file_gives_back_the_games_that_were_stored(
    tmp_path: Path, board: str, bots: tuple[str, ...]
) -> None:
    chosen = tuple("hungry" if bot == "cycle" else bot for bot in bots)
    lineup = Lineup(Board.load(board), chosen, "stored", chairs=2)
    played = match(tmp_path / "a.jsonl", 3, lineup)
    known = match(tmp_path / "a.jsonl", 3, lineup)
    assert (played.played, known.played) == (3, 0)
    assert same(played.games, known.games)
    assert played.paces == known.paces


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = match(tmp_path / "whole.jsonl", 6)
    assert match(tmp_path / "parts.jsonl", 2).played == 2
    rest = match(tmp_path / "parts.jsonl", 6)
    assert rest.played == 4
    assert same(whole.games, rest.games)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    whole = match(path, 4)
    content = path.read_bytes()
    path.write_bytes(content[:-40])
    rest = match(path, 4)
    assert rest.played == 1
    assert same(whole.games, rest.games)
    assert path.read_bytes().count(b"\n") == content.count(b"\n")


def test_even_the_first_line_may_be_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    match(path, 1)
    path.write_bytes(path.read_bytes()[:20])
    assert match(path, 1).played == 1


@pytest.mark.parametrize(
    ("other", "field"),
    [
        (replace(LINEUP, seed="another"), "seed"),
        (replace(LINEUP, bots=("greedy", "planner")), "bots"),
        (replace(LINEUP, board=Board.load("usa")), "board"),
        (replace(LINEUP, bots=("greedy", "planner", "random"), chairs=2), "bots"),
        (replace(LINEUP, seconds=3.0), "seconds"),
    ],
)
def test_another_match_is_refused_by_name(tmp_path: Path, other: Lineup, field: str) -> None:
    path = tmp_path / "one.jsonl"
    match(path, 1)
    before = path.read_bytes()
    with pytest.raises(ResultsError) as caught:
        match(path, 1, other)
    assert caught.value.parameters["field"] == field
    assert path.read_bytes() == before


def test_a_foreign_or_damaged_file_is_left_alone(tmp_path: Path) -> None:
    foreign = tmp_path / "shopping.txt"
    foreign.write_text("milk\n")
    with pytest.raises(ResultsError) as caught:
        match(foreign, 1)
    assert caught.value.key == "cli.results.unreadable"
    damaged = tmp_path / "damaged.jsonl"
    match(damaged, 3)
    lines = damaged.read_bytes().splitlines(keepends=True)
    damaged.write_bytes(b"".join([lines[0], b"{}\n", *lines[2:]]))
    with pytest.raises(ResultsError) as caught:
        match(damaged, 3)
    assert caught.value.parameters["line"] == 2
    assert foreign.read_text() == "milk\n"


def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    def interrupted(lineup: Lineup, deals: Sequence[int]) -> Iterator[Portion]:
        yield play_deals(lineup, deals[:2])
        raise KeyboardInterrupt

    results = ResultsFile(tmp_path / "cut.jsonl", LINEUP)
    held = hold(LINEUP, 5, interrupted, results)
    results.close()
    assert (held.interrupted, len(held.games)) == (True, 4)
    assert match(tmp_path / "cut.jsonl", 5).played == 3
    with pytest.raises(KeyboardInterrupt):
        hold(LINEUP, 5, lambda lineup, deals: iter(()))


def test_a_match_stops_when_it_is_certain_whatever_the_order() -> None:
    lineup = Lineup(Board.load("lesson"), ("planner", "random"), "until")
    deals = 400

    def backwards(lineup: Lineup, deals: Sequence[int]) -> Iterator[Portion]:
        yield play_deals(lineup, deals[250:])
        yield play_deals(lineup, deals[:250])

    straight = hold(lineup, deals, lambda match, some: play_here(match, some), until=0.8)
    assert straight.enough
    assert LEAST_GAMES <= len(straight.games) < 2 * deals
    wins = Standing.of(lineup, straight.games).rows[0].wins
    assert wins.mean - wins.margin > 0.8
    assert same(straight.games, hold(lineup, deals, backwards, until=0.8).games)
    never = hold(lineup, 250, lambda match, some: play_here(match, some), until=0.9999)
    assert not never.enough
