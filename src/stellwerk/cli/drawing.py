"""``stellwerk board draw``: compute the drawing of a board, and measure how good it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stellwerk.board import Board, boards
from stellwerk.board.names import slug
from stellwerk.cli.boards import city_name
from stellwerk.cli.failure import Refusal
from stellwerk.cli.storage import make_room
from stellwerk.cli.talk import Talk
from stellwerk.cli.terminal import Terminal
from stellwerk.drawing.files import SUFFIX, drawing_of, drawing_path, load_for, save
from stellwerk.drawing.model import Drawing

if TYPE_CHECKING:
    from stellwerk.drawing.check import Bar, Report
    from stellwerk.drawing.overlaps import Trouble

NOT_GOOD_ENOUGH: Final = 1
_EXTRA: Final = frozenset({"scipy", "shapely"})
_WHOLE: Final = frozenset({"overlaps", "crossings", "unequal", "land"})
_PER_CENT: Final = frozenset({"shift", "bearings"})
_LEAST: Final = frozenset({"fold", "bearings", "band"})


def draw_board(terminal: Terminal, source: str, seed: int, out: Path | None, check: bool) -> int:
    """Draw a board and store the drawing beside it, or only check the drawing that is there."""
    board = Board.load(source)
    file = None if _is_shipped(source) else Path(source)
    if check:
        drawing = load_for(board, out) if out else drawing_of(board, file)
    else:
        # A board that comes with the program lies where a person may not write.
        path = out or (drawing_path(file) if file else Path(f"{board.id}{SUFFIX}"))
        make_room(path, "cli.draw.write")
        drawing = _draw(terminal, board, seed)
        _write(drawing, path)
        terminal.say("cli.draw.written", file=path)
    report = _check(board, drawing)
    terminal.show(_table(terminal.talk, report))
    for trouble in report.troubles:
        terminal.show(Text(_sentence(terminal.talk, board, trouble), style="red"))
    return 0 if report.passed else NOT_GOOD_ENOUGH


def _is_shipped(source: str) -> bool:
    return slug(source).replace("-", "_") in boards()


def _draw(terminal: Terminal, board: Board, seed: int) -> Drawing:
    if seed < 0:
        raise Refusal("cli.draw.seed", seed=seed)
    terminal.say("cli.draw.working", style="dim", board=board.names[terminal.talk.language])
    try:
        from stellwerk.drawing.draw import draw
    except ModuleNotFoundError as error:
        raise _without_extra(error) from None
    return draw(board, seed)


def _check(board: Board, drawing: Drawing) -> Report:
    try:
        from stellwerk.drawing.check import check
    except ModuleNotFoundError as error:
        raise _without_extra(error) from None
    return check(board, drawing)


def _without_extra(error: ModuleNotFoundError) -> Exception:
    missing = (error.name or "").partition(".")[0]
    return Refusal("cli.draw.extra", name=missing) if missing in _EXTRA else error


def _write(drawing: Drawing, path: Path) -> None:
    try:
        save(drawing, path)
    except OSError as error:
        raise Refusal("cli.draw.write", file=path, reason=error.strerror or error) from None


def _table(talk: Talk, report: Report) -> RenderableType:
    """Return every bar with its figure."""
    table = Table(header_style="bold")
    table.add_column(talk("cli.draw.bar"))
    table.add_column(talk("cli.draw.figure"), justify="right")
    table.add_column(talk("cli.draw.limit"), justify="right")
    table.add_column("")
    for bar in report.bars:
        mark = Text("✓", style="green") if bar.passed else Text("✗", style="red")
        sign = ("≥" if bar.limit else ">") if bar.name in _LEAST else "≤" if bar.limit else ""
        limit = f"{sign} {_number(talk, bar, bar.limit)}".strip()
        table.add_row(
            talk(f"cli.draw.bars.{bar.name}"), _number(talk, bar, bar.figure), limit, mark
        )
    return table


def _number(talk: Talk, bar: Bar, value: float) -> str:
    if bar.name in _WHOLE:
        return str(int(value))
    text = f"{value:.1f} %" if bar.name in _PER_CENT else f"{value:.2f}"
    return text.replace(".", ",") if talk.language == "de" else text


def _sentence(talk: Talk, board: Board, trouble: Trouble) -> str:
    """Say which two things are in each other's way, and where."""
    first, second = (_name(talk, board, each) for each in (trouble.first, trouble.second))
    place = f"{trouble.x:.0f}, {trouble.y:.0f}"
    return talk(f"cli.draw.trouble.{trouble.kind}", first=first, second=second, place=place)


def _name(talk: Talk, board: Board, thing: str) -> str:
    """Return the name of a city, of a route, or of a space of a route with its number."""
    name, _, number = thing.partition(" ")
    if name in board.city_index:
        return board.place_name(name, talk.language)
    if name not in board.route_index:
        return ""
    route = board.routes[board.route_index[name]]
    ends = f"{city_name(board, route.a, talk)} – {city_name(board, route.b, talk)}"
    detail = name.partition("/")[2]
    ends = f"{ends} ({detail})" if detail else ends
    return talk("cli.draw.space", number=number, route=ends) if number else ends
