"""Who plays the deals makes no difference to the games."""

from __future__ import annotations

import multiprocessing
from dataclasses import fields
from multiprocessing.connection import wait
from pathlib import Path

import numpy as np
import pytest

from stellwerk.arena import Games, Lineup, crew, play_deals
from stellwerk.arena.cluster import play_on_cluster
from stellwerk.arena.crew import play_here
from stellwerk.arena.errors import ClusterError
from stellwerk.board import Board
from stellwerk.bots.programs.bot import BrokenBot
from stellwerk.game import Record, replay

LINEUP = Lineup(Board.load("lesson"), ("planner", "greedy", "hungry"), "crew", chairs=2)


def _same(one: Games, other: Games) -> bool:
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name))
        for field in fields(Games)
    )


def test_several_processes_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "_WORTH_HELP", 0.0)
    monkeypatch.setattr(crew, "_KERNEL_PORTION", 2)
    portions = list(play_here(LINEUP, range(7), jobs=2))
    assert len(portions) == 4
    games = Games.join([portion.games for portion in portions])
    assert _same(games, play_deals(LINEUP, range(7)).games)


def test_a_failure_in_another_process_is_told_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "_WORTH_HELP", -1.0)
    lineup = Lineup(LINEUP.board, ("greedy", "cmd:./no-such-bot"), "crew")
    with pytest.raises(BrokenBot):
        list(crew._play_beside(lineup, [[0]], None, 1))


def test_whoever_wants_no_more_leaves_no_process_behind() -> None:
    before = set(multiprocessing.active_children())
    games = crew._play_beside(LINEUP, [[deal] for deal in range(400)], None, 2)
    next(games)
    workers = set(multiprocessing.active_children()) - before
    assert workers
    games.close()
    # Not by is_alive: the pool asks for the end of its processes, too, and only one gets an answer.
    assert all(wait([worker.sentinel], 30) for worker in workers)


def test_more_bots_than_chairs_all_meet() -> None:
    games = play_deals(LINEUP, range(2)).games
    assert len(games) == 2 * LINEUP.seatings == 12
    met = {tuple(sorted(row)) for row in games.bots.tolist()}
    assert met == {(0, 1), (0, 2), (1, 2)}


def test_records_of_all_games_are_kept_and_right(tmp_path: Path) -> None:
    portion = play_deals(LINEUP, range(1), tmp_path)
    assert _same(portion.games, play_deals(LINEUP, range(1)).games)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 6
    game = replay(Record.from_json(files[0].read_bytes()))
    assert game.names == ("planner", "greedy")
    assert [seat.total for seat in game.outcome().seats] == portion.games.total[0].tolist()


@pytest.mark.slow
def test_a_cluster_plays_the_same_games() -> None:
    pytest.importorskip("ray", reason="the extra 'cluster' is not installed")
    portions = list(play_on_cluster("local", LINEUP, range(120)))
    assert len(portions) == 2
    games = Games.join([portion.games for portion in portions])
    assert _same(games, play_deals(LINEUP, range(120)).games)
    with pytest.raises(ClusterError) as caught:
        list(play_on_cluster("127.0.0.1:9", LINEUP, range(1)))
    assert caught.value.key == "cli.cluster.unreachable"
