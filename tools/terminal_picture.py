"""Draw the picture of the terminal that the README shows: ``python -m tools.terminal_picture``."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from stellwerk import Board, Game
from stellwerk.bots.registry import make
from stellwerk.bots.table import ask
from stellwerk.cli.scene import Scene
from stellwerk.cli.talk import Talk

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "terminal.svg"
NAMES = ("Ada", "Bruno", "Clara")
TURNS = 48


def main() -> None:
    """Let bots play on the Europe board for a while, and draw what the first seat sees."""
    board = Board.load("europe")
    game = Game.new(board, seats=len(NAMES), seed=11)
    bots = [make("greedy", seat) for seat in range(len(NAMES))]
    while game.seq < TURNS or game.turn != 0 or game.phase != "turn":
        seat = game.pending[0]
        game.play(ask(game, seat, bots[seat]))
    console = Console(record=True, width=104, file=io.StringIO(), force_terminal=True)
    scene = Scene(Talk("en"), board, NAMES)
    console.print(scene.table(game.view(0), width=104))
    drawn = console.export_svg(title="stellwerk play --board europe")
    own = re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", drawn, flags=re.DOTALL)
    PICTURE.write_text(own, encoding="utf-8")


if __name__ == "__main__":
    main()
