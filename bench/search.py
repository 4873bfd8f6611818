"""How strong the search is: ``python -m bench.search [BAR ...] [--games 400] [--file FILE]``.

Every bar is a match of the search against planners (or itself without a belief) on paired deals.
With ``--stop`` a match ends as soon as the lower end of its interval is above the bar, though not
before 100 games, and with one more lost deal counted than there was: it is looked at after every
deal. Each finished deal is appended to the file, and a later run goes on from there; what other
rules or bots have played is not mixed in. Without a bar's name all are measured, one after the
other.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

import stellwerk
from bench.table import commit
from stellwerk.arena import Lineup
from stellwerk.arena.share import Share
from stellwerk.board import Board
from stellwerk.bots.strategies.tuned import tuned
from stellwerk.bots.table import play_game

SEED: Final = "1"
RESULTS: Final = Path(__file__).parent / "results" / "search.jsonl"
"""What was measured last, for everybody to look at and go on with."""
LEAST: Final = 100
"""Games before a match may be stopped."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A match, and the share of wins that its first bot should reach."""

    board: str
    bots: tuple[str, ...]
    least: float


def _planners(seats: int, board: str, least: float, play_outs: int = 2000) -> Bar:
    return Bar(board, (f"search:{play_outs}", *("planner",) * (seats - 1)), least)


BARS: Final = {
    "usa-2": _planners(2, "usa", 0.72),
    "usa-2-20000": _planners(2, "usa", 0.78, 20_000),
    "usa-4": _planners(4, "usa", 0.42),
    "europe-2": _planners(2, "europe", 0.70),
    "europe-4": _planners(4, "europe", 0.38),
    "germany-2": _planners(2, "germany", 0.65),
    "germany-4": _planners(4, "germany", 0.35),
    "world-2": _planners(2, "world", 0.65),
    "world-4": _planners(4, "world", 0.35),
    "belief": Bar("usa", ("search:1000", "search:1000:uniform"), 0.5),
}


def _deal(lineup: Lineup, deal: int) -> dict[str, Any]:
    """Play a deal from every seating; return the first bot's wins and margins."""
    wins, margins, decisions = [], [], 0
    for seating in range(lineup.seatings):
        bots = lineup.seated(seating)
        game = play_game(lineup.board, bots, lineup.seed_of(deal)).game
        outcome = game.outcome()
        seat = bots.index(lineup.bots[0])
        wins.append(1 / len(outcome.winners) if seat in outcome.winners else 0.0)
        others = [each.total for each in outcome.seats if each.seat != seat]
        margins.append(outcome.seats[seat].total - max(others))
        decisions += game.seq
    return {"deal": deal, "wins": wins, "margins": margins, "decisions": decisions}


def players(board: Board) -> str:
    """Return a fingerprint of everything that decides how a game among bots goes on a board."""
    digest = hashlib.sha256(f"{board.hash} {tuned(board).fingerprint}".encode())
    home = Path(stellwerk.__file__).parent
    for folder in ("board", "rules", "bots"):
        for file in sorted((home / folder).rglob("*.py")):
            digest.update(file.relative_to(home).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def _kept(file: Path, name: str, who: str) -> Iterator[dict[str, Any]]:
    """Yield the deals of a bar that the same rules and bots have played before."""
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            played = json.loads(line)
            if (played["bar"], played["players"]) == (name, who):
                yield played


def measure(
    name: str, games: int, file: Path, console: Console, *, stop: bool
) -> tuple[int, Share, Share]:
    """Play what is missing of a bar; return the games, the share of wins and the margin."""
    bar = BARS[name]
    board = Board.load(bar.board)
    who, lineup = players(board), Lineup(board, bar.bots, SEED)
    played = list(_kept(file, name, who))
    while len(played) * lineup.seatings < games and not (stop and _is_clear(played, bar)):
        new = {"bar": name, "players": who, "commit": commit(), **_deal(lineup, len(played))}
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(new) + "\n")
        played.append(new)
        if len(played) % 10 == 0:
            console.print(
                f"{name}: {len(played) * lineup.seatings} games, {_percent(_wins(played))}"
            )
    margin = Share.of(np.array([np.mean(each["margins"]) for each in played]))
    return len(played) * lineup.seatings, _wins(played), margin


def _wins(played: list[dict[str, Any]], lost: int = 0) -> Share:
    """Return the share of wins, with this many more lost deals."""
    return Share.of(np.array([*(np.mean(each["wins"]) for each in played), *(0.0,) * lost]))


def _is_clear(played: list[dict[str, Any]], bar: Bar) -> bool:
    """Tell whether a bar is passed beyond doubt."""
    if len(played) * len(bar.bots) < LEAST:
        return False
    wins = _wins(played, lost=1)
    return wins.mean - wins.margin > bar.least


def _percent(share: Share) -> str:
    return f"{100 * share.mean:.1f} ± {100 * share.margin:.1f} %"


def main() -> int:
    """Measure bars and print a table; fail if one is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bars", nargs="*", metavar="BAR", help=", ".join(BARS))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--stop", action="store_true", help="end a match once a bar is passed")
    parser.add_argument("--file", type=Path, default=RESULTS)
    options = parser.parse_args()
    console = Console()
    table = Table(title=f"Search, commit {commit()}, seed {SEED}")
    for column in ("bar", "bots", "games", "wins", "at least", "margin", "planner"):
        table.add_column(column)
    missed = 0
    for name in options.bars or BARS:
        games, wins, margin = measure(name, options.games, options.file, console, stop=options.stop)
        bar = BARS[name]
        missed += wins.mean - wins.margin < bar.least
        table.add_row(
            name,
            ",".join(bar.bots),
            str(games),
            _percent(wins),
            f"{100 * bar.least:.0f} %",
            f"{margin.mean:+.1f} ± {margin.margin:.1f}",
            tuned(Board.load(bar.board)).fingerprint,
        )
    console.print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
