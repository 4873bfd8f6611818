"""``stellwerk simulate``: many games among bots, and a table of what came out."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from rich.table import Table
from rich.text import Text

from stellwerk.board import Board
from stellwerk.bots import registry
from stellwerk.bots.strategies.names import STRATEGIES
from stellwerk.cli.checks import choose_games
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.failure import Refusal
from stellwerk.cli.progress import progress_bar, rate
from stellwerk.cli.statistics import Spread, Tally, interval
from stellwerk.cli.talk import Talk
from stellwerk.cli.terminal import Terminal
from stellwerk.cli.wishes import GamesWishes

DEVICES: Final = ("cpu", "cuda")
"""Where games are played: on the processor or on a graphics card."""
_CHUNK: Final = 500
"""Games between two steps of the progress bar."""
_CARD_CHUNK: Final = 1 << 18
"""The same for a graphics card."""


def simulate_games(terminal: Terminal, wishes: GamesWishes, device: str) -> int:
    """Let bots play games and show the statistics; interrupted, those of the games so far."""
    seats, games = wishes.seats, wishes.games
    board, bots, chosen = choose_games(wishes)
    tally = Tally(seats, games)
    if device not in DEVICES:
        raise Refusal("cli.failure.device", device=device, devices=", ".join(DEVICES))
    if set(bots) == {"random"}:
        play = random_games if device == "cpu" else card_games
    elif device != "cpu":
        raise Refusal("cli.failure.device_bots", device=device)
    else:
        play = kernel_games if set(bots) <= set(STRATEGIES) else table_games
    compile_rules(terminal)
    if play is random_games:
        compile_rules(terminal, random_on=board)
    elif play is kernel_games:
        compile_rules(terminal, games=True)
    if any(registry.searches(bot) for bot in bots):
        compile_rules(terminal, search=True)
    if set(bots) <= set(STRATEGIES):
        # The time to load the first game's code does not count.
        next(play(board, bots, Tally(seats, 1), "0"))
    began = time.perf_counter()
    steps = play(board, bots, tally, chosen)
    try:
        with progress_bar(terminal, games) as progress:
            progress(0)
            while tally.played < games:
                next(steps)
                progress(tally.played)
    except KeyboardInterrupt:
        if not tally.played:
            raise
        terminal.say("cli.simulate.cut", style="yellow", games=tally.played, wanted=games)
    seconds = time.perf_counter() - began
    terminal.show(_table(terminal.talk, board, bots, tally, chosen))
    terminal.show(_lengths(terminal.talk, tally))
    if tally.forfeits:
        terminal.say("cli.program.forfeits", style="yellow", count=len(tally.forfeits))
        terminal.show(Text(str(tally.forfeits[0]), style="yellow"))
    pace = terminal.talk(
        "cli.simulate.pace",
        games=f"{tally.played:,}",
        seconds=f"{seconds:.1f}",
        speed=rate(tally.played / seconds),
    )
    terminal.out.print(pace, style="dim")
    return 0


def _number(seed: str) -> int:
    """Turn any seed into a number of 64 bits."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "little")


def random_games(board: Board, bots: Sequence[str], tally: Tally, seed: str) -> Iterator[None]:
    """Play games of random bots inside the kernel, some at each step."""
    from stellwerk.bots.strategies.random_games import LENGTH
    from stellwerk.bots.strategies.random_games import random_games as play_random_games
    from stellwerk.rules.score import RESULT
    from stellwerk.rules.scratch import SCRATCH
    from stellwerk.rules.state import MOVE, STATE

    seats = len(bots)
    states, moves, scratch = np.zeros(2, STATE), np.zeros(1, MOVE), np.zeros(1, SCRATCH)
    scratch["rng"] = _number(seed)
    while True:
        room = min(_CHUNK, tally.room)
        results, lengths = np.zeros(room, RESULT), np.zeros(room, LENGTH)
        play_random_games(states, board.known, seats, moves, scratch, results, lengths)
        tally.add(
            total=results["total"][:, :seats],
            rank=results["rank"][:, :seats],
            completed=results["completed"][:, :seats],
            held=lengths["held"][:, :seats],
            turns=lengths["turns"],
            decisions=lengths["decisions"],
        )
        yield


def card_games(board: Board, bots: Sequence[str], tally: Tally, seed: str) -> Iterator[None]:
    """Play games of random bots on a graphics card, some hundred thousand at each step."""
    from stellwerk.envs.cuda.random_games import RandomGames
    from stellwerk.envs.errors import Missing

    seats = len(bots)
    try:
        games = RandomGames(board, seats, seed, min(_CARD_CHUNK, tally.room))
    except Missing as missing:
        raise Refusal("cli.failure.extra", extra=missing.extra, reason=missing.reason) from missing
    while True:
        room = min(games.games, tally.room)
        games.play(room)
        tally.add(
            total=games.results.field("total")[:room, :seats].get(),
            rank=games.results.field("rank")[:room, :seats].get(),
            completed=games.results.field("completed")[:room, :seats].get(),
            held=games.lengths.field("held")[:room, :seats].get(),
            turns=games.lengths.field("turns")[:room].get(),
            decisions=games.lengths.field("decisions")[:room].get(),
        )
        yield


def kernel_games(board: Board, bots: Sequence[str], tally: Tally, seed: str) -> Iterator[None]:
    """Play games of bots that think inside the kernel, some at each step."""
    from stellwerk.arena import Lineup
    from stellwerk.arena.match import books_of, members, play_in_kernel

    seats = len(bots)
    lineup = Lineup(board, tuple(bots), seed)
    books = books_of(lineup)
    while True:
        deals = range(tally.played, tally.played + min(_CHUNK, tally.room))
        results, played = play_in_kernel(lineup, deals, books, seatings=1)
        tally.add(
            total=results["total"][:, :seats],
            rank=results["rank"][:, :seats],
            completed=results["completed"][:, :seats],
            held=members(played["held"], seats, len(board.tickets)).sum(axis=2),
            turns=played["turns"],
            decisions=played["decisions"],
        )
        yield


def table_games(board: Board, bots: Sequence[str], tally: Tally, seed: str) -> Iterator[None]:
    """Play games through ``Game`` itself, one at each step."""
    from stellwerk.bots.table import play_game

    while True:
        finished = play_game(board, bots, f"{seed}/{tally.played}")
        seats = finished.game.outcome().seats
        tally.forfeits += [each for of_seat in finished.forfeits for each in of_seat]
        tally.add(
            total=[seat.total for seat in seats],
            rank=[seat.rank for seat in seats],
            completed=[seat.completed for seat in seats],
            held=[len(seat.tickets) for seat in seats],
            turns=finished.turns,
            decisions=finished.game.seq,
        )
        yield


def _table(talk: Talk, board: Board, bots: Sequence[str], tally: Tally, seed: str) -> Table:
    title = talk(
        "cli.simulate.title",
        board=board.names[talk.language],
        variant=board.variant.names[talk.language],
        games=f"{tally.played:,}",
        seed=seed,
    )
    table = Table(title=title, title_justify="left", header_style="bold")
    table.add_column(talk("cli.simulate.seat"), justify="right", no_wrap=True)
    table.add_column(talk("cli.simulate.bot"), no_wrap=True)
    numbers = ("mean", "deviation", "least", "most", "held", "completed", "wins", "advantage")
    for name in numbers:
        table.add_column(talk(f"cli.simulate.{name}"), justify="right", no_wrap=True)
    for seat, bot in enumerate(bots):
        points = tally.points(seat)
        table.add_row(
            str(seat + 1),
            bot,
            f"{points.mean:.1f}",
            f"{points.deviation:.1f}",
            f"{points.least:.0f}",
            f"{points.most:.0f}",
            f"{tally.held(seat):.2f}",
            f"{tally.completed(seat):.2f}",
            interval(tally.wins(seat), 100),
            interval(tally.advantage(seat), sign="+"),
        )
    return table


def _lengths(talk: Talk, tally: Tally) -> Table:
    table = Table(show_header=False)
    table.add_row(talk("cli.simulate.turns"), _range(talk, tally.turns))
    table.add_row(talk("cli.simulate.decisions"), _range(talk, tally.decisions))
    return table


def _range(talk: Talk, spread: Spread) -> str:
    return talk(
        "cli.simulate.range",
        mean=f"{spread.mean:.1f}",
        deviation=f"{spread.deviation:.1f}",
        least=f"{spread.least:.0f}",
        most=f"{spread.most:.0f}",
    )
