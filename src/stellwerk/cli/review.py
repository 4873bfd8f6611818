"""``stellwerk review``: what each decision of a finished game was worth, and what to learn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from stellwerk.board import Board
from stellwerk.cli.arena import drawing_if_any, write_report
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.failure import Refusal
from stellwerk.cli.scene import Scene
from stellwerk.cli.storage import make_room
from stellwerk.cli.terminal import Terminal
from stellwerk.game import Game, Record
from stellwerk.game.position import Position

if TYPE_CHECKING:
    from stellwerk.review import Judged, Lesson, Review

_STYLES: Final = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow"}


def review_record(
    terminal: Terminal,
    file: Path,
    *,
    seat: int | None,
    board: str | None,
    html: Path | None,
    playouts: int | None,
) -> int:
    """Review a recorded game, of one seat or of all, and show it or write it as a page."""
    record = Record.read(file)
    ground = None if board is None else Board.load(board, record.board.variant)
    if html is not None:
        make_room(html)
    compile_rules(terminal)
    compile_rules(terminal, search=True)
    game = record.replay(ground)
    if not game.over:
        raise Refusal("cli.review.unfinished", count=game.seq)
    if seat is not None and not 1 <= seat <= game.seats:
        raise Refusal("cli.failure.seat", count=seat, seats=game.seats)
    if playouts is not None and playouts < 1:
        raise Refusal("cli.review.playouts", count=playouts)
    found = _review(terminal, game, None if seat is None else (seat - 1,), playouts)
    if html is not None:
        from stellwerk.review.page import review_page

        drawing = drawing_if_any(game.board, board or game.board.id)
        content = review_page(game, found, drawing, terminal.talk.language)
        write_report(terminal, html, content)
    scene = Scene(terminal.talk, game.board, game.names)
    terminal.show(_summaries(scene, found))
    for lesson in found.lessons:
        terminal.show(*_told(scene, game, found, lesson))
    terminal.say("cli.review.fair", style="dim", count=f"{found.playouts:,}")
    return 0


def _review(
    terminal: Terminal, game: Game, seats: tuple[int, ...] | None, playouts: int | None
) -> Review:
    """Judge all decisions with a progress bar."""
    from stellwerk.bots.search.engine import threads
    from stellwerk.review.judge import PLAYOUTS
    from stellwerk.review.review import reviews

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
    )
    with Progress(*columns, console=terminal.errors, transient=True) as progress:
        task = progress.add_task(terminal.talk("cli.review.judging"), total=None)
        for found in reviews(game, seats, playouts or PLAYOUTS, threads()):
            progress.update(task, completed=len(found.judged), total=found.decisions)
    return found


def _summaries(scene: Scene, review: Review) -> Table:
    """Return how each seat played, in a table."""
    talk = scene.talk
    table = Table(header_style="bold")
    table.add_column(talk("cli.column.player"), no_wrap=True)
    for name in ("accuracy", "lost", "luck", "inaccuracies", "mistakes", "blunders"):
        table.add_column(talk(f"cli.review.{name}"), justify="right")
    for each in review.summaries:
        table.add_row(
            scene.player(each.seat),
            str(each.accuracy),
            _number(scene, each.lost),
            _number(scene, each.luck, signed=True),
            *(str(each.marks[mark]) for mark in ("inaccuracy", "mistake", "blunder")),
        )
    return table


def _told(scene: Scene, game: Game, review: Review, lesson: Lesson) -> tuple[Text, ...]:
    """Return a lesson in two or three lines: its name, what happened, and what was better."""
    from stellwerk.review.sentences import sentence, title

    talk = scene.talk
    judged = None
    if not lesson.is_closing:
        judged = next(each for each in review.judged if each.seq == lesson.seq)
    sign = 1 if lesson.is_praise else -1
    style = "green" if lesson.is_praise else _STYLES.get(judged.mark if judged else "", "yellow")
    head = Text.assemble(
        (title(lesson, talk.language), style),
        "  ",
        scene.player(lesson.seat),
        (f"  {_when(scene, lesson)}", "dim"),
        (f"  {_number(scene, sign * lesson.points, signed=True)}" if lesson.points else "", style),
    )
    lines = [head, Text(f"  {sentence(lesson, scene.board, game.names, talk.language)}")]
    if judged is not None and judged.loss:
        lines.append(Text(f"  {_compared(scene, game, judged)}", style="dim"))
    return tuple(lines)


def _when(scene: Scene, lesson: Lesson) -> str:
    """Say when in the game something happened."""
    if lesson.turn == 0:
        return scene.talk("review.page.at_the_start")
    if lesson.is_closing:
        return scene.talk("review.page.at_the_end")
    return scene.talk("review.page.turn", count=lesson.turn)


def _compared(scene: Scene, game: Game, judged: Judged) -> str:
    """Say what was played and what was better, with the chances of both."""
    from stellwerk.review.sentences import move_phrase

    before = Position(scene.board, game.snapshot(judged.seq - 1))
    language = scene.talk.language
    best = judged.better[0]
    return scene.talk(
        "cli.review.compared",
        played=move_phrase(judged.played.move, before, language),
        chance=f"{judged.played.chance:.0%}".replace("%", " %"),
        better=move_phrase(best.move, before, language),
        better_chance=f"{best.chance:.0%}".replace("%", " %"),
    )


def _number(scene: Scene, value: float, *, signed: bool = False) -> str:
    text = f"{value:+.1f}" if signed else f"{value:.1f}"
    text = text.replace("-", "−")
    return text.replace(".", ",") if scene.talk.language == "de" else text
