"""Draw the pictures of all boards: ``python -m tools.board_pictures [board ...]``.

Each board is drawn in the middle of a game between bots, by day and by night. Smaller copies go to
docs/boards, and parts become the small pictures of the start page. Needs a Chromium and Pillow.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from stellwerk import Board, Game
from stellwerk.board import boards
from stellwerk.bots.registry import make
from stellwerk.bots.table import ask
from stellwerk.drawing.files import drawing_of
from stellwerk.drawing.palette import THEMES, Theme
from stellwerk.drawing.picture import board_svg
from stellwerk.drawing.scene import Scene, scene_of

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "boards"
PAGE = ROOT / "web" / "public" / "boards"
HERO = "europe"
"""The board at the head of the start page."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
CLAIMED = 0.55
"""A game is in its middle when this share of the routes is claimed."""


WIDTH = 1600
SHOWN = 1200
"""Pixels from left to right: as drawn, and in docs/boards."""
PAGE_THEMES = {"light": "light", "night": "dark"}


def main() -> None:
    """Draw all boards, or those named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    PAGE.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or boards():
        board = Board.load(name)
        scene = middle_of_a_game(board)
        for theme in THEMES:
            picture = draw(board, scene, theme)
            small = picture.resize((SHOWN, round(SHOWN * picture.height / picture.width)))
            save(small, FOLDER / f"{name}-{theme}.webp")
            save_for_page(picture, name, PAGE_THEMES[theme])


def save_for_page(picture: Image.Image, name: str, theme: str) -> None:
    """Cut the start page's pictures out of a large one."""
    width, height = picture.size
    left, top = width // 2 - 360, min(height, 1200) // 2 - 240
    small = picture.crop((left, top, left + 720, top + 480)).resize((480, 320))
    save(small, PAGE / f"{name}-{theme}.webp")
    if name == HERO:
        save(picture.crop((130, 60, 1530, 960)), PAGE / f"hero-{theme}.webp")


def save(picture: Image.Image, path: Path) -> None:
    """Store a picture and tell how large it is."""
    picture.save(path, quality=78, method=6)
    print(path.relative_to(ROOT), f"{path.stat().st_size / 1024:.0f} KB")


def middle_of_a_game(board: Board) -> Scene:
    """Let bots play for a while; show the last move and an open ticket of the first seat."""
    seats = len(board.player_colours)
    game = Game.new(board, seats=seats, seed=5)
    bots = [make("greedy", seat) for seat in range(seats)]
    while not game.over and len(game.position.owners) < CLAIMED * len(board.routes):
        seat = game.pending[0]
        game.play(ask(game, seat, bots[seat]))
    view = game.view(0)
    open_tickets = [seen.ticket for seen in view.tickets if not seen.completed and seen.path]
    return scene_of(board, view, tickets=open_tickets[:1])


def draw(board: Board, scene: Scene, theme: Theme) -> Image.Image:
    """Draw one picture with a browser."""
    sheet = drawing_of(board).sheet
    height = round(WIDTH * sheet.height / sheet.width)
    svg = board_svg(board, scene=scene, theme=theme, width=WIDTH)
    with tempfile.TemporaryDirectory() as folder:
        source, shot = Path(folder, "board.svg"), Path(folder, "board.png")
        source.write_text(svg, encoding="utf-8")
        subprocess.run(
            [
                browser(),
                *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                f"--window-size={WIDTH},{height}",
                f"--screenshot={shot}",
                source.as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )
        with Image.open(shot) as picture:
            return picture.convert("RGB")


def browser() -> str:
    """Return the browser to draw with."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit(f"no browser found to draw with; install one of {', '.join(BROWSERS)}")
    return found


if __name__ == "__main__":
    main()
