"""``stellwerk dataset``: games among bots as a Parquet file."""

from __future__ import annotations

from pathlib import Path

from stellwerk.cli.checks import choose_games
from stellwerk.cli.failure import Refusal
from stellwerk.cli.progress import progress_bar
from stellwerk.cli.storage import make_room
from stellwerk.cli.terminal import Terminal
from stellwerk.cli.wishes import GamesWishes
from stellwerk.envs.dataset import find_pyarrow, write_dataset
from stellwerk.envs.errors import Missing


def make_dataset(terminal: Terminal, wishes: GamesWishes, out: Path) -> int:
    """Play games and write them down, with a progress bar."""
    games = wishes.games
    board, bots, chosen = choose_games(wishes)
    make_room(out)
    try:
        find_pyarrow()
        with progress_bar(terminal, games) as progress:
            progress(0)
            write_dataset(out, board, bots, games, chosen, progress)
    except Missing as missing:
        raise Refusal("cli.failure.extra", extra=missing.extra, reason=missing.reason) from missing
    except OSError as problem:
        raise Refusal("cli.failure.no_room", file=str(out), reason=problem.strerror) from problem
    size = f"{out.stat().st_size / 1e6:,.1f}"
    terminal.say("cli.dataset.done", file=str(out), games=f"{games:,}", seed=chosen, size=size)
    return 0
