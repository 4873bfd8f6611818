"""``stellwerk arena``: bots play each other on paired deals, and a table says who is better."""

from __future__ import annotations

import secrets
import shlex
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rich.table import Table
from rich.text import Text

from stellwerk.arena import Lineup, Standing
from stellwerk.arena.crew import cores, play_here
from stellwerk.arena.hold import Held, hold
from stellwerk.arena.match import Portion
from stellwerk.arena.pace import KERNEL, Paces
from stellwerk.arena.results import ResultsFile, read_head
from stellwerk.board import Board
from stellwerk.bots import registry
from stellwerk.bots.budget import budget_of
from stellwerk.bots.strategies.tuned import tuned
from stellwerk.cli.checks import check_games, check_jobs, check_seats
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.failure import Refusal
from stellwerk.cli.progress import progress_bar, rate
from stellwerk.cli.statistics import interval
from stellwerk.cli.storage import make_room
from stellwerk.cli.talk import Talk
from stellwerk.cli.terminal import Terminal
from stellwerk.cli.wishes import MatchWishes
from stellwerk.drawing.files import DrawingError, drawing_of
from stellwerk.drawing.model import Drawing

_NAME: Final = 11
"""Room for a bot's name, however narrow the terminal is."""


def hold_match(terminal: Terminal, wishes: MatchWishes) -> int:
    """Let bots play a match and show the table; interrupted, that of the games so far."""
    _check(wishes)
    lineup = _lineup(wishes)
    for path in filter(None, (wishes.report, wishes.results)):
        make_room(path)
    if wishes.records is not None:
        make_room(wishes.records / "any")
    compile_rules(terminal)
    compile_rules(terminal, games=True)
    if any(registry.searches(bot) for bot in lineup.bots):
        compile_rules(terminal, search=True)
    began = time.perf_counter()
    held = _hold(terminal, lineup, wishes)
    seconds = time.perf_counter() - began
    standing = Standing.of(lineup, held.games)
    terminal.show(_table(terminal.talk, lineup, standing))
    if len(lineup.names) > 2:
        terminal.show(_cross_table(terminal.talk, lineup, standing))
    if KERNEL not in held.paces:
        terminal.show(_times(terminal.talk, lineup, held.paces))
    for complaint in held.complaints:
        terminal.show(Text(complaint, style="yellow"))
    terminal.out.print(_summary(terminal.talk, lineup, standing), style="dim")
    played = held.played * lineup.seatings
    pace = terminal.talk(
        "cli.simulate.pace",
        games=f"{played:,}",
        seconds=f"{seconds:.1f}",
        speed=rate(played / seconds),
    )
    terminal.out.print(pace, style="dim")
    if wishes.report is not None:
        _report(terminal, lineup, held, wishes)
    return 0


def _check(wishes: MatchWishes) -> None:
    """Refuse numbers out of range."""
    check_seats(wishes.seats)
    check_games(wishes.games)
    check_jobs(wishes.jobs)
    if not 0 < wishes.seconds <= 3600:
        raise Refusal("cli.failure.seconds", seconds=wishes.seconds)
    if wishes.until is not None and not 0 < wishes.until < 100:
        raise Refusal("cli.failure.until", share=wishes.until)


def _lineup(wishes: MatchWishes) -> Lineup:
    """Return the match; the seed is as given, else that of the results file, else random."""
    board = Board.load(wishes.board, wishes.variant)
    known = read_head(wishes.results) if wishes.results is not None else None
    seed = wishes.seed
    if seed is None:
        seed = known.seed if known is not None else str(secrets.randbelow(10**9))
    names = tuple(dict.fromkeys(registry.listed(wishes.bots)))
    if len(names) > wishes.seats:
        return Lineup(board, names, seed, wishes.seconds, wishes.seats)
    return Lineup(board, registry.seated(wishes.bots, wishes.seats), seed, wishes.seconds)


def _command(wishes: MatchWishes, lineup: Lineup) -> str:
    """Return the command that holds the same match again."""
    given = {
        "bots": wishes.bots,
        "board": wishes.board,
        "variant": wishes.variant,
        "seats": wishes.seats,
        "games": wishes.games,
        "seed": lineup.seed,
        "seconds": None if wishes.seconds == 1 else wishes.seconds,
        "until": wishes.until,
    }
    options = (f"--{name} {shlex.quote(str(it))}" for name, it in given.items() if it is not None)
    return f"stellwerk arena {' '.join(options)}"


def _play(wishes: MatchWishes, lineup: Lineup, deals: Sequence[int]) -> Iterator[Portion]:
    """Play deals where the person wants them played."""
    if wishes.cluster is not None:
        from stellwerk.arena.cluster import play_on_cluster

        return play_on_cluster(wishes.cluster, lineup, deals, wishes.records)
    return play_here(lineup, deals, wishes.records, wishes.jobs or cores())


def _report(terminal: Terminal, lineup: Lineup, held: Held, wishes: MatchWishes) -> None:
    from stellwerk.arena.report.match import match_report
    from stellwerk.arena.report.voice import Voice

    assert wishes.report is not None
    drawing = drawing_if_any(lineup.board, wishes.board)
    voice = Voice(terminal.talk.language)
    write_report(
        terminal,
        wishes.report,
        match_report(lineup, held, drawing, voice, _command(wishes, lineup)),
    )


def drawing_if_any(board: Board, source: str) -> Drawing | None:
    """Return the drawing of a board, if there is one that fits."""
    file = Path(source)
    try:
        return drawing_of(board, file if file.is_file() else None)
    except DrawingError:
        return None


def write_report(terminal: Terminal, path: Path, content: str) -> None:
    """Write a report into a file, and tell so."""
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise Refusal("cli.failure.no_room", file=path, reason=error.strerror) from None
    terminal.say("cli.arena.written", style="green", file=path)


def _hold(terminal: Terminal, lineup: Lineup, wishes: MatchWishes) -> Held:
    """Play all deals that are not known yet, with a progress bar."""
    deals = -(-wishes.games // lineup.seatings)
    results = ResultsFile(wishes.results, lineup) if wishes.results is not None else None
    until = None if wishes.until is None else wishes.until / 100
    try:
        with progress_bar(terminal, deals, lineup.seatings) as progress:
            held = hold(lineup, deals, partial(_play, wishes), results, until, progress)
    finally:
        if results is not None:
            results.close()
    if held.enough:
        terminal.say("cli.arena.enough", style="green", bot=lineup.labels[0], share=wishes.until)
    elif held.interrupted:
        terminal.say("cli.arena.cut", style="yellow", deals=deals)
        if wishes.results is not None:
            terminal.say("cli.arena.go_on", style="dim", file=wishes.results)
    return held


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
    table.add_column(talk("cli.arena.bot"), overflow="fold", min_width=_NAME)
    several = any(row.seats > 1 for row in standing.rows)
    rated = any(row.rating for row in standing.rows)
    numbers = ("wins", "points", "routes", "tickets", "bonuses", "completed")
    for name in (*(("chairs",) if several else ()), *numbers, *(("rating",) if rated else ())):
        table.add_column(talk(f"cli.arena.{name}"), justify="right", no_wrap=True)
    for row in standing.ranking:
        table.add_row(
            row.label,
            *((str(row.seats),) if several else ()),
            interval(row.wins, 100),
            interval(row.points),
            f"{row.routes:.1f}",
            f"{row.tickets:.1f}",
            f"{row.bonus:.1f}",
            f"{row.completed:.2f} / {row.held:.2f}",
            *((f"{row.rating.rating:.0f}",) if row.rating else ()),
        )
    return table


def _cross_table(talk: Talk, lineup: Lineup, standing: Standing) -> Table:
    """Return who finishes ahead of whom, in per cent."""
    table = Table(title=talk("cli.arena.ahead"), title_justify="left", header_style="bold")
    order = [lineup.names.index(row.bot) for row in standing.ranking]
    table.add_column("")
    for number in order:
        table.add_column(lineup.labels[number], justify="right", overflow="fold")
    for number in order:
        cells = (standing.ahead[number][other] for other in order)
        table.add_row(
            lineup.labels[number], *("–" if cell is None else interval(cell, 100) for cell in cells)
        )
    return table


def _times(talk: Talk, lineup: Lineup, paces: Paces) -> Table:
    """Return how long the bots think."""
    table = Table(title=talk("cli.arena.times"), title_justify="left", header_style="bold")
    table.add_column(talk("cli.arena.bot"), overflow="fold", min_width=_NAME)
    for name in ("mean", "late", "slowest", "budget", "overruns", "forfeits"):
        table.add_column(talk(f"cli.arena.{name}"), justify="right", no_wrap=True)
    for name, label in zip(lineup.names, lineup.labels, strict=True):
        pace = paces[name]
        budget = budget_of(name, lineup.seconds)
        table.add_row(
            label,
            duration(pace.mean),
            duration(pace.quantile(0.99)),
            duration(pace.slowest),
            duration(budget),
            *(
                Text(str(count), style="red" if count else "")
                for count in (pace.overruns, pace.forfeits)
            ),
        )
    return table


def duration(seconds: float | None) -> str:
    """Return a short time with its unit.

    >>> duration(0.000042), duration(0.5), duration(2.0), duration(None)
    ('42 µs', '500 ms', '2.00 s', '–')
    """
    if seconds is None:
        return "–"
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


def _summary(talk: Talk, lineup: Lineup, standing: Standing) -> str:
    lines = [
        talk(
            "cli.arena.winners",
            points=interval(standing.winners_points),
            turns=f"{standing.turns:.1f}",
        )
    ]
    if "planner" in lineup.bots:
        parameters = tuned(lineup.board)
        lines.append(
            talk("cli.arena.planner", version=parameters.version, hash=parameters.fingerprint)
        )
    return "\n".join(lines)
