"""Games of full length in the browser: ``python -m bench.soak_pages [--board B] [--with bots]``.

On every board: four people, each with a browser of his own, from the invitation to the score
table, and one person against three bots.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import Browser

from bench.table import commit
from tests.e2e.board_demo import browser
from tests.e2e.houses import WholeHouse, house
from tests.e2e.people import person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import follow, invite, play_now, start

BOARDS: Final = ("usa", "europe", "germany", "world", "great_lakes")
NAMES: Final = ("Anna", "Ben", "Clara", "David")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all games and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", choices=BOARDS, help="only this board")
    parser.add_argument("--with", dest="others", choices=GAMES, help="only with these others")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    boards = [options.board] if options.board else BOARDS
    games = [options.others] if options.others else list(GAMES)
    print(f"Whole games in the browser · commit {commit()} · seed {options.seed}")
    with (
        tempfile.TemporaryDirectory() as folder,
        house(Path(folder), WholeHouse) as server,
        browser() as chrome,
    ):
        for board in boards:
            for others in games:
                begun = time.perf_counter()
                done = _played(GAMES[others], chrome, server.url, board, options.seed)
                took = time.perf_counter() - begun
                print(f"{board:12} {others:8} {took:6.0f} s  {done} things done", flush=True)
        return 1 if "Traceback" in server.log else 0


def _played(game: Game, chrome: Browser, url: str, board: str, seed: int) -> int:
    """Play a game and return how many things were done in the page."""
    with ExitStack() as stack:
        robots = game(stack, chrome, url, board, seed)
        play(*robots, steps=100_000)
        return sum(sum(robot.done.values()) for robot in robots)


def _people(stack: ExitStack, chrome: Browser, url: str, board: str, seed: int) -> list[Robot]:
    people = [stack.enter_context(person(chrome, url)) for _ in NAMES]
    link = invite(people[0], NAMES[0], board, len(NAMES))
    for friend, name in zip(people[1:], NAMES[1:], strict=True):
        follow(friend, link, name)
    start(people[0])
    return [Robot(each, board, Random(seed + number)) for number, each in enumerate(people)]


def _bots(stack: ExitStack, chrome: Browser, url: str, board: str, seed: int) -> list[Robot]:
    somebody = stack.enter_context(person(chrome, url))
    play_now(somebody, NAMES[0], board, 4, bot="greedy")
    return [Robot(somebody, board, Random(seed))]


Game = Callable[[ExitStack, Browser, str, str, int], list[Robot]]
GAMES: Final[dict[str, Game]] = {"people": _people, "bots": _bots}


if __name__ == "__main__":
    sys.exit(main())
