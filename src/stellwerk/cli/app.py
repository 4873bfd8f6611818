"""The command line: which commands there are, and how each ends."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import App, CycloptsError, Parameter

from stellwerk._version import __version__
from stellwerk.board import StellwerkError
from stellwerk.board.model import Language
from stellwerk.cli.failure import Refusal, sentence
from stellwerk.cli.manual import Manual
from stellwerk.cli.talk import Talk, language_of
from stellwerk.cli.terminal import Terminal, silence
from stellwerk.cli.wishes import (
    Database,
    DatasetWishes,
    GamesWishes,
    GameWishes,
    MatchWishes,
    Reason,
    ServerWishes,
    Variant,
)

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
FAILED: Final = 1

# Help texts are keys of the word catalogue; the manual says them. The terminal is handed over by
# `main`, not by the person.
_Terminal = Annotated[Terminal, Parameter(parse=False)]
_Language = Annotated[Language | None, Parameter(help="cli.help.language")]
_GAME: Final = GameWishes()
_SERVER: Final = ServerWishes()
_GAMES: Final = GamesWishes()
_DATASET: Final = DatasetWishes()
_MATCH: Final = MatchWishes()


def play(
    *,
    terminal: _Terminal,
    text: Annotated[bool, Parameter(help="cli.help.text", negative=())] = False,
    wishes: GameWishes = _GAME,
    port: Annotated[int | None, Parameter(help="cli.help.play_port")] = None,
    language: _Language = None,
) -> int:
    """Play against bots and friends."""
    if text:
        from stellwerk.cli.play import play_game

        return play_game(terminal, wishes)
    from stellwerk.cli.serve import play_in_browser

    for field in fields(wishes):
        if getattr(wishes, field.name) is not None:
            raise Refusal("cli.failure.needs_text", name=f"--{field.name}")
    return play_in_browser(terminal, port)


def serve(
    *,
    terminal: _Terminal,
    wishes: ServerWishes = _SERVER,
    verbose: Annotated[bool, Parameter(help="cli.help.verbose", negative=())] = False,
    language: _Language = None,
) -> int:
    """Host tables."""
    from stellwerk.cli.serve import serve_tables

    return serve_tables(terminal, wishes, verbose=verbose)


def simulate(
    *,
    terminal: _Terminal,
    wishes: GamesWishes = _GAMES,
    device: Annotated[str, Parameter(help="cli.help.device")] = "cpu",
    language: _Language = None,
) -> int:
    """Let bots play many games."""
    from stellwerk.cli.simulate import simulate_games

    return simulate_games(terminal, wishes, device)


def dataset(
    *,
    terminal: _Terminal,
    out: Annotated[Path, Parameter(help="cli.help.dataset_out")],
    wishes: DatasetWishes = _DATASET,
    language: _Language = None,
) -> int:
    """Write games among bots into a file."""
    from stellwerk.cli.dataset import make_dataset

    return make_dataset(terminal, wishes, out)


def arena(
    *,
    terminal: _Terminal,
    wishes: MatchWishes = _MATCH,
    language: _Language = None,
) -> int:
    """Find out which bot is better."""
    from stellwerk.cli.arena import hold_match

    return hold_match(terminal, wishes)


def replay(
    file: Annotated[Path, Parameter(help="cli.help.file")],
    /,
    *,
    terminal: _Terminal,
    verify: Annotated[bool, Parameter(help="cli.help.verify", negative=())] = False,
    step: Annotated[bool, Parameter(help="cli.help.step", negative=())] = False,
    seat: Annotated[int | None, Parameter(help="cli.help.seat")] = None,
    board: Annotated[str | None, Parameter(help="cli.help.replay_board")] = None,
    language: _Language = None,
) -> int:
    """Play a record again."""
    from stellwerk.cli.replay import replay_record

    return replay_record(terminal, file, board=board, verify=verify, step=step, seat=seat)


def review(
    file: Annotated[Path, Parameter(help="cli.help.file")],
    /,
    *,
    terminal: _Terminal,
    seat: Annotated[int | None, Parameter(help="cli.help.review_seat")] = None,
    html: Annotated[Path | None, Parameter(help="cli.help.review_html")] = None,
    playouts: Annotated[int | None, Parameter(help="cli.help.review_playouts")] = None,
    board: Annotated[str | None, Parameter(help="cli.help.replay_board")] = None,
    language: _Language = None,
) -> int:
    """Judge each decision of a finished game."""
    from stellwerk.cli.review import review_record

    return review_record(terminal, file, seat=seat, board=board, html=html, playouts=playouts)


def board_list(*, terminal: _Terminal, language: _Language = None) -> None:
    """List the boards."""
    from stellwerk.cli.boards import list_boards

    list_boards(terminal)


def board_show(
    board: Annotated[str, Parameter(help="cli.help.board")],
    /,
    *,
    terminal: _Terminal,
    variant: Variant = None,
    language: _Language = None,
) -> None:
    """Show one board."""
    from stellwerk.cli.boards import show_board

    show_board(terminal, board, variant)


def board_check(
    file: Annotated[Path, Parameter(help="cli.help.board_file")],
    /,
    *,
    terminal: _Terminal,
    language: _Language = None,
) -> None:
    """Check a board file."""
    from stellwerk.cli.boards import check_board

    check_board(terminal, file)


def board_draw(
    file: Annotated[str, Parameter(help="cli.help.board")],
    /,
    *,
    terminal: _Terminal,
    seed: Annotated[int, Parameter(help="cli.help.draw_seed")] = 1,
    out: Annotated[Path | None, Parameter(help="cli.help.draw_out")] = None,
    check: Annotated[bool, Parameter(help="cli.help.draw_check", negative=())] = False,
    language: _Language = None,
) -> int:
    """Draw a board."""
    from stellwerk.cli.drawing import draw_board

    return draw_board(terminal, file, seed, out, check)


def board_balance(
    file: Annotated[str, Parameter(help="cli.help.board")],
    /,
    *,
    terminal: _Terminal,
    variant: Variant = None,
    seats: Annotated[int, Parameter(help="cli.help.balance_seats")] = 5,
    games: Annotated[int, Parameter(help="cli.help.balance_games")] = 2000,
    out: Annotated[Path | None, Parameter(help="cli.help.report")] = None,
    language: _Language = None,
) -> int:
    """Measure the balance of a board."""
    from stellwerk.cli.balance import balance_board

    return balance_board(terminal, file, variant, seats, games, out)


def host_tables(
    *,
    terminal: _Terminal,
    status: Annotated[str | None, Parameter(help="cli.help.host_status")] = None,
    most: Annotated[int, Parameter(help="cli.help.host_most")] = 50,
    db: Database = None,
    language: _Language = None,
) -> int:
    """List tables."""
    from stellwerk.cli.host import list_tables

    return list_tables(terminal, db, status, most)


def host_table(
    code: Annotated[str, Parameter(help="cli.help.host_code")],
    /,
    *,
    terminal: _Terminal,
    db: Database = None,
    language: _Language = None,
) -> int:
    """Show who sits at a table."""
    from stellwerk.cli.host import show_table

    return show_table(terminal, db, code)


def host_guests(
    *,
    terminal: _Terminal,
    name: Annotated[str, Parameter(help="cli.help.host_name")] = "",
    most: Annotated[int, Parameter(help="cli.help.host_most")] = 50,
    db: Database = None,
    language: _Language = None,
) -> int:
    """List guests."""
    from stellwerk.cli.host import list_guests

    return list_guests(terminal, db, name, most)


def host_close(
    code: Annotated[str, Parameter(help="cli.help.host_code")],
    /,
    *,
    terminal: _Terminal,
    reason: Reason = "",
    db: Database = None,
    language: _Language = None,
) -> int:
    """Close a table."""
    from stellwerk.cli.host import close_table

    return close_table(terminal, db, code, reason)


def host_bar(
    guest: Annotated[str, Parameter(help="cli.help.host_guest")],
    /,
    *,
    terminal: _Terminal,
    reason: Reason = "",
    db: Database = None,
    language: _Language = None,
) -> int:
    """Bar a guest."""
    from stellwerk.cli.host import bar_guest

    return bar_guest(terminal, db, guest, reason)


def host_lift(
    guest: Annotated[str, Parameter(help="cli.help.host_guest")],
    /,
    *,
    terminal: _Terminal,
    db: Database = None,
    language: _Language = None,
) -> int:
    """Let a barred guest in again."""
    from stellwerk.cli.host import lift_bar

    return lift_bar(terminal, db, guest)


def host_barred(*, terminal: _Terminal, db: Database = None, language: _Language = None) -> int:
    """List who is barred."""
    from stellwerk.cli.host import list_barred

    return list_barred(terminal, db)


def version(*, terminal: _Terminal, language: _Language = None) -> None:
    """Tell the version."""
    terminal.out.print(f"stellwerk {__version__}")


_HOST: Final = (
    *(host_tables, host_table, host_guests),
    *(host_close, host_bar, host_lift, host_barred),
)


def build(talk: Talk) -> App:
    """Return the parser of the command line, with help pages in one language."""
    manual = Manual(talk)
    app = App(
        name="stellwerk",
        help="cli.help.stellwerk",
        help_format="plaintext",
        help_formatter=manual,
        version_flags=["--version"],
        version=f"stellwerk {__version__}",
    )
    boards = App(name="board", help="cli.help.board_command")
    for command in (play, serve, simulate, arena, dataset, replay, review, version):
        app.command(command, name=command.__name__, help=f"cli.help.{command.__name__}")
    for part in (board_list, board_show, board_check, board_draw, board_balance):
        name = part.__name__.removeprefix("board_")
        boards.command(part, name=name, help=f"cli.help.{part.__name__}")
    app.command(boards)
    host = App(name="host", help="cli.help.host_command")
    for order in _HOST:
        name = order.__name__.removeprefix("host_")
        host.command(order, name=name, help=f"cli.help.{order.__name__}")
    app.command(host)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0, or 2 for bad input, never a traceback for what a person typed."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _take_any_text()
    terminal = Terminal(Talk(language_of(given)))
    try:
        code = _run(given, terminal)
        if sys.stdout is not None:
            # Notice here what cannot be printed, not at the very end.
            sys.stdout.flush()
        return code
    except (CycloptsError, StellwerkError) as error:
        terminal.complain(sentence(error, terminal.talk))
        return BAD_INPUT
    except KeyboardInterrupt:
        terminal.complain(terminal.talk("cli.interrupted"))
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has closed it; there is nobody left to tell.
        silence(sys.stdout)
        return FAILED
    except OSError as error:
        # The disk may be full, or the terminal gone.
        silence(sys.stdout)
        reason = error.strerror or str(error)
        terminal.complain(terminal.talk("cli.failure.system", reason=reason))
        return FAILED
    except MemoryError:
        terminal.complain(terminal.talk("cli.failure.memory"))
        return FAILED


def _take_any_text() -> None:
    """Let characters that a stream does not know become question marks rather than an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run(given: Sequence[str], terminal: Terminal) -> int:
    app = build(terminal.talk)
    if given and given[0].startswith("--language"):
        # Said before the command, it is meant for the command.
        words = 1 if "=" in given[0] else 2
        given = [*given[words:], *given[:words]]
    command, bound, unparsed = app.parse_args(
        given, console=terminal.out, print_error=False, exit_on_error=False
    )
    for name, value in _each_given(bound.arguments):
        if isinstance(value, str) and not value.isascii():
            _check_text(f"--{name}", value)
    if "terminal" in unparsed:
        bound.arguments["terminal"] = terminal
    return command(*bound.args, **bound.kwargs) or 0


def _each_given(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Go through options and their values, also through those that are gathered in wishes."""
    for name, value in arguments.items():
        if is_dataclass(value):
            yield from ((field.name, getattr(value, field.name)) for field in fields(value))
        else:
            yield name, value


def _check_text(name: str, value: str) -> None:
    """Refuse bytes that are no text."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Refusal("cli.failure.text", name=name) from None
