"""Playing the deals of a match: inside the kernel where all bots can, else game by game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from stellwerk.arena.games import NOBODY, PARTS, Games, Numbers
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.pace import KERNEL, Pace, Paces
from stellwerk.bots.budget import budget_of
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.bot import chance_of
from stellwerk.bots.strategies.entries import PLAYED, PLAYER, play_matches
from stellwerk.bots.strategies.names import STRATEGIES
from stellwerk.bots.table import Finished, play_game
from stellwerk.game.seeds import key_of
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, STATE

Records = np.ndarray[Any, np.dtype[Any]]

_SCORES: Final = ("rank", "total", *PARTS, "completed")


class Portion(NamedTuple):
    """Some deals of a match, played."""

    games: Games
    paces: Paces
    complaints: tuple[str, ...] = ()
    """Why programs forfeited decisions: one of each kind."""


def play_deals(lineup: Lineup, deals: Sequence[int], records: Path | None = None) -> Portion:
    """Play some deals of a match, each from every seating.

    With a folder for records every game is played at the table, since the kernel keeps none.
    """
    if not lineup.is_kernel_only or records is not None:
        return play_at_table(lineup, deals, records)
    began = time.perf_counter()
    games = Games.join([_kernel_games(lineup, table, deals) for table in lineup.tables])
    seconds = time.perf_counter() - began
    decisions = int(games.decisions.sum())
    return Portion(games, {KERNEL: Pace(decisions=decisions, seconds=seconds)})


def _kernel_games(lineup: Lineup, table: Lineup, deals: Sequence[int]) -> Games:
    """Play deals at one of a line-up's tables, inside the kernel."""
    results, played = play_in_kernel(table, deals, books_of(table))
    seats, board = table.seats, table.board
    number = np.array([lineup.names.index(name) for name in table.names])
    holder = _whose(played["held"], seats, len(board.tickets))
    worth = np.take_along_axis(
        results["ticket_value"][:, :, : len(board.tickets)],
        np.maximum(holder, 0)[:, None, :].astype(np.int64),
        axis=1,
    )[:, 0]
    return Games(
        deal=np.repeat(np.asarray(deals), table.turns),
        bots=number[table.sitting[played["first"]]],
        **{name: results[name][:, :seats] for name in _SCORES},
        turns=played["turns"].astype(np.int64),
        decisions=played["decisions"].astype(np.int64),
        owner=_whose(played["own"], seats, len(board.routes)),
        holder=holder,
        worth=np.where(holder == NOBODY, 0, worth),
    )


def books_of(lineup: Lineup) -> Records:
    """Return the books that the bots of a line-up bring along."""
    return np.concatenate([book_of(STRATEGIES.index(bot), lineup.board) for bot in lineup.bots])


def play_in_kernel(
    lineup: Lineup, deals: Sequence[int], books: Records, seatings: int | None = None
) -> tuple[Records, Records]:
    """Play deals at one table inside the kernel, thousands of games a second.

    Returns RESULT and PLAYED records. ``books`` has one book for each bot of the line-up. Each deal
    is played from every seating, or from the first few of them.
    """
    seats = lineup.seats
    times = lineup.turns if seatings is None else seatings
    players = np.zeros(seats, PLAYER)
    players["strategy"] = [STRATEGIES.index(bot) for bot in lineup.bots]
    players["book"] = range(seats)
    played = np.zeros(len(deals) * times, PLAYED)
    for i, game in enumerate(played):
        deal, seating = divmod(i, times)
        seed = lineup.seed_of(deals[deal])
        game["key"] = np.frombuffer(key_of(seed), "<u4")
        game["rng"][:seats] = [chance_of(f"{seed}/{seat}") for seat in range(seats)]
        game["first"] = seating
    results = np.zeros(len(played), RESULT)
    bots = players, books, np.zeros(seats, MEMORY), np.zeros(1, THOUGHT)
    states, moves, scratch = np.zeros(2, STATE), np.zeros(2, MOVE), np.zeros(1, SCRATCH)
    play_matches(states, lineup.board.record, seats, bots, moves, scratch, results, played)
    assert not played["refused"].any(), "a strategy made a move that is not legal"
    return results, played


def members(sets: Records, seats: int, count: int) -> Numbers:
    """Return sets of 64-bit words as truth values: a game, a seat, a number."""
    words = np.ascontiguousarray(sets[:, :seats]).astype("<u8")
    bits = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little", count=count)
    return bits.astype(bool)


def _whose(sets: Records, seats: int, count: int) -> Numbers:
    """Return which seat has each thing, or NOBODY."""
    has = members(sets, seats, count)
    whose: Numbers = np.where(has.any(axis=1), has.argmax(axis=1), NOBODY).astype(np.int8)
    return whose


def play_at_table(lineup: Lineup, deals: Sequence[int], records: Path | None = None) -> Portion:
    """Play deals through `Game`, as bots outside the kernel must."""
    rows: list[dict[str, Any]] = []
    paces: Paces = {name: Pace() for name in lineup.names}
    complaints: dict[str, str] = {}
    for deal in deals:
        for number, sitting in enumerate(lineup.sitting, 1):
            bots = [lineup.names[bot] for bot in sitting]

            def watch(seat: int, took: float, bots: list[str] = bots) -> None:
                paces[bots[seat]].add(took, budget_of(bots[seat], lineup.seconds))

            finished = play_game(lineup.board, bots, lineup.seed_of(deal), lineup.seconds, watch)
            for bot, forfeits in zip(bots, finished.forfeits, strict=True):
                paces[bot].forfeits += len(forfeits)
                for each in forfeits:
                    complaints.setdefault(f"{bot} {each.code}", f"{bot}: {each}")
            rows.append({"deal": deal, "bots": sitting, **_row(finished)})
            if records is not None:
                finished.game.record().write(records / f"deal-{deal + 1}-{number}.json")
    games = Games(**{name: np.array([row[name] for row in rows]) for name in rows[0]})
    return Portion(games, paces, tuple(complaints.values()))


def _row(finished: Finished) -> dict[str, Any]:
    """Return the columns of one finished game."""
    game = finished.game
    board, seats = game.board, game.outcome().seats
    owner = np.full(len(board.routes), NOBODY, np.int8)
    for route, seat in game.position.owners.items():
        owner[board.route_index[route]] = seat
    holder = np.full(len(board.tickets), NOBODY, np.int8)
    worth = np.zeros(len(board.tickets), np.int16)
    for outcome in seats:
        for ticket in outcome.tickets:
            number = board.ticket_index[ticket.ticket]
            holder[number], worth[number] = outcome.seat, ticket.points
    own = {"tickets": "ticket_points"}
    scores = {
        name: [getattr(outcome, own.get(name, name)) for outcome in seats] for name in _SCORES
    }
    lengths = {"turns": finished.turns, "decisions": game.seq}
    return {**scores, **lengths, "owner": owner, "holder": holder, "worth": worth}
