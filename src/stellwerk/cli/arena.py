"""``stellwerk arena``: bots play each other on paired deals, and a table says who is better."""

from __future__ import annotations

import secrets
import time
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stellwerk.arena import Lineup, Standing, play_deals
from stellwerk.arena.games import Games
from stellwerk.arena.share import Share
from stellwerk.board import Board
from stellwerk.board.layout import SEATS
from stellwerk.bots import registry
from stellwerk.bots.tuned import tuned
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.failure import Refusal
from stellwerk.cli.talk import Talk
from stellwerk.cli.terminal import Terminal

_KERNEL_PORTION: Final = 100
_TABLE_PORTION: Final = 1
"""Deals between two steps of the progress bar."""


def hold_match(
    terminal: Terminal,
    board_name: str,
    variant: str | None,
    seats: int,
    games: int,
    bot_names: str,
    seed: str | None,
) -> int:
    """Let bots play a match and show the table; interrupted, that of the games so far."""
    board = Board.load(board_name, variant)
    if not 2 <= seats <= SEATS:
        raise Refusal("cli.failure.seats", count=seats)
    if games < 1:
        raise Refusal("cli.failure.games", count=games)
    chosen = seed if seed is not None else str(secrets.randbelow(10**9))
    lineup = Lineup(board, registry.seated(bot_names, seats), chosen)
    compile_rules(terminal)
    compile_rules(terminal, games=True)
    if any(registry.searches(bot) for bot in lineup.bots):
        compile_rules(terminal, search=True)
    play_deals(lineup, range(1))
    began = time.perf_counter()
    played = _play(terminal, lineup, -(-games // lineup.seatings))
    seconds = time.perf_counter() - began
    standing = Standing.of(lineup, played)
    terminal.show(_table(terminal.talk, lineup, standing))
    terminal.out.print(_summary(terminal.talk, lineup, standing), style="dim")
    pace = terminal.talk(
        "cli.simulate.pace",
        games=f"{standing.games:,}",
        seconds=f"{seconds:.1f}",
        speed=f"{standing.games / seconds:,.0f}",
    )
    terminal.out.print(pace, style="dim")
    return 0


def _play(terminal: Terminal, lineup: Lineup, deals: int) -> Games:
    """Play all deals with a progress bar; an interrupt keeps those that are finished."""
    portion = _KERNEL_PORTION if lineup.is_kernel_only else _TABLE_PORTION
    parts: list[Games] = []
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    try:
        with Progress(*columns, console=terminal.errors, transient=True) as progress:
            task = progress.add_task(terminal.talk("cli.simulate.playing"), total=deals)
            for start in range(0, deals, portion):
                parts.append(play_deals(lineup, range(start, min(start + portion, deals))))
                progress.update(task, completed=min(start + portion, deals))
    except KeyboardInterrupt:
        if not parts:
            raise
        terminal.say("cli.arena.cut", style="yellow", deals=deals)
    return Games.join(parts)


def _table(talk: Talk, lineup: Lineup, standing: Standing) -> Table:
    title = talk(
        "cli.arena.title",
        board=lineup.board.names[talk.language],
        variant=lineup.board.variant.names[talk.language],
        seats=lineup.seats,
        deals=f"{standing.deals:,}",
        seatings=lineup.seatings,
        seed=lineup.seed,
    )
    table = Table(title=title, title_justify="left", header_style="bold")
    table.add_column(talk("cli.arena.bot"), no_wrap=True)
    for name in ("chairs", "wins", "points", "routes", "tickets", "bonuses", "completed"):
        table.add_column(talk(f"cli.arena.{name}"), justify="right", no_wrap=True)
    for row in sorted(standing.rows, key=lambda row: -row.wins.mean / row.seats):
        table.add_row(
            row.bot,
            str(row.seats),
            _interval(row.wins, 100),
            _interval(row.points),
            f"{row.routes:.1f}",
            f"{row.tickets:.1f}",
            f"{row.bonuses:.1f}",
            f"{row.completed:.2f} / {row.held:.2f}",
        )
    return table


def _interval(share: Share, scale: int = 1) -> str:
    return f"{share.mean * scale:.1f} ± {share.margin * scale:.1f}"


def _summary(talk: Talk, lineup: Lineup, standing: Standing) -> str:
    lines = [
        talk(
            "cli.arena.winners",
            points=_interval(standing.winners_points),
            turns=f"{standing.turns:.1f}",
        )
    ]
    if "planner" in lineup.bots:
        parameters = tuned(lineup.board)
        lines.append(
            talk("cli.arena.planner", version=parameters.version, hash=parameters.fingerprint)
        )
    return "\n".join(lines)
