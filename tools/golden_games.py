"""Record golden games of a board: ``python -m tools.golden_games BOARD ...``.

Some games are played by greedy and random bots; five of them are kept that together show as many
kinds of moves and parts of scores as possible. Made once per board and version of the rules: a
golden game proves that old records still replay, so those of a board that has them stay as they
are. A new variant needs none. Made again, they would be other games, since seeds pick variants.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import msgspec

from stellwerk import Board, Game
from stellwerk.board import boards
from stellwerk.bots.registry import make
from stellwerk.bots.table import play_on

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
CANDIDATES = 60
KEPT = 5


def play(board: Board, seats: int, seed: int) -> Game:
    """Play one game; greedy and random bots alternate."""
    game = Game.new(board, seats, seed=seed)
    rng = random.Random(seed)
    names = [rng.choice(("greedy", "random")) for _ in range(seats)]
    bots = [make(name, f"{seed}/{seat}") for seat, name in enumerate(names)]
    play_on(game, dict(enumerate(bots)))
    return game


def features(game: Game) -> set[str]:
    """Return the kinds of moves and the parts of scores a game shows."""
    found = {type(move).__name__ for move in game.moves}
    outcome = game.outcome()
    if outcome.tie_break:
        found.add(f"tie: {outcome.tie_break}")
    for seat in outcome.seats:
        for part in ("exchange", "longest_path", "most_tickets", "stations", "harbours"):
            if getattr(seat, part):
                found.add(part)
        found |= {f"ticket {ticket.status}" for ticket in seat.tickets}
        found |= {"borrowed" for station in seat.stations_built if station.route}
        found |= {f"harbour {harbour.points}" for harbour in seat.harbours_built}
    return found


def choose(board: str) -> list[Game]:
    """Return five games that together show the most."""
    games = []
    variants = Board.load(board).variants
    for seed in range(CANDIDATES):
        variant = variants[seed % len(variants)].id
        games.append(play(Board.load(board, variant=variant), 2 + seed % 4, seed))
    shown: set[str] = set()
    kept: list[Game] = []
    while len(kept) < KEPT:
        best = max(games, key=lambda game: (len(features(game) - shown), -len(game.moves)))
        games.remove(best)
        kept.append(best)
        shown |= features(best)
    print(board, *sorted(shown), sep="\n  ")
    return kept


def main() -> None:
    """Write the golden games of the boards named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="+", choices=boards(), metavar="BOARD")
    GOLDEN.mkdir(exist_ok=True)
    for board in parser.parse_args().boards:
        for number, game in enumerate(choose(board), start=1):
            write(game, GOLDEN / f"{board}-{number}.json")


def write(game: Game, path: Path) -> None:
    """Write a game's record, and beside it what the final scoring said."""
    game.record().write(path)
    outcome = msgspec.json.format(msgspec.json.encode(game.outcome()), indent=1)
    path.with_suffix(".outcome").write_bytes(outcome + b"\n")


if __name__ == "__main__":
    main()
