"""Playing the deals of a match: inside the kernel where all bots can, else game by game."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stellwerk.arena.games import Games
from stellwerk.arena.lineup import Lineup
from stellwerk.bots.books import book_of
from stellwerk.bots.kernel_bot import chance_of
from stellwerk.bots.matches import PLAYED, PLAYER, play_matches
from stellwerk.bots.names import STRATEGIES
from stellwerk.bots.table import play_game
from stellwerk.bots.thought import MEMORY, THOUGHT
from stellwerk.game.game import key_of
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, STATE

Records = np.ndarray[Any, np.dtype[Any]]

_PARTS: Final = ("total", "routes", "tickets", "completed")


def play_deals(lineup: Lineup, deals: range) -> Games:
    """Play some deals of a match, each from every seating."""
    if not lineup.is_kernel_only:
        return play_at_table(lineup, deals)
    results, played = play_in_kernel(lineup, deals, books_of(lineup))
    seats = slice(lineup.seats)
    parts: dict[str, Any] = {name: results[name][:, seats] for name in _PARTS}
    parts |= {name: played[name] for name in ("turns", "decisions")}
    parts["held"] = played["held"][:, seats]
    bots = [_sitting(lineup, int(first)) for first in played["first"]]
    return Games.of(bots, parts, results["rank"][:, seats])


def books_of(lineup: Lineup) -> Records:
    """Return the books that the bots of a line-up bring along."""
    return np.concatenate([book_of(STRATEGIES.index(bot), lineup.board) for bot in lineup.bots])


def play_in_kernel(
    lineup: Lineup, deals: range, books: Records, seatings: int | None = None
) -> tuple[Records, Records]:
    """Play deals inside the kernel, thousands of games a second: RESULT and PLAYED records.

    ``books`` has one book for each bot of the line-up. Each deal is played from every seating, or
    from the first few of them.
    """
    seats = lineup.seats
    times = lineup.seatings if seatings is None else seatings
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
    play_matches(
        np.zeros(2, STATE),
        lineup.board.record,
        seats,
        players,
        books,
        np.zeros(seats, MEMORY),
        np.zeros(1, THOUGHT),
        np.zeros(2, MOVE),
        np.zeros(1, SCRATCH),
        results,
        played,
    )
    assert not played["refused"].any(), "a strategy made a move that is not legal"
    return results, played


def _sitting(lineup: Lineup, seating: int) -> list[int]:
    """Return who sits where, as numbers of the line-up's names."""
    return [lineup.names.index(bot) for bot in lineup.seated(seating)]


def play_at_table(lineup: Lineup, deals: range) -> Games:
    """Play deals through the game's own door, as bots outside the kernel must."""
    finished = []
    bots = []
    for deal in deals:
        for seating in range(lineup.seatings):
            seed = lineup.seed_of(deal)
            finished.append(play_game(lineup.board, lineup.seated(seating), seed))
            bots.append(_sitting(lineup, seating))
    names = (*_PARTS, "held", "turns", "decisions")
    parts = {name: [getattr(game, name) for game in finished] for name in names}
    return Games.of(bots, parts, [game.rank for game in finished])
