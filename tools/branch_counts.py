"""Count the move sequences from fixed positions: ``python -m tools.branch_counts [--check]``.

For one board or one variant alone name it: ``python -m tools.branch_counts usa europe/mega``.

Each board and variant has a file in ``tests/golden/branches``, and a test counts again. A line
names the seats, the seed and how many random moves lead to the position, and then how many
sequences of one, two, three ... moves are legal from there. In set-up the lowest seat that owes a
decision decides. A change of these numbers is a change of the rules, of the order of legal moves,
or of the deal.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from stellwerk.board import Board, boards
from stellwerk.rules import entries
from stellwerk.rules.state import MOVE, MOVES, STATE

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "branches"
HEADING = "# seats seed after: sequences of 1, 2, 3 ... legal moves\n"
AFTER = (0, 12, 50, 110)
MOST = 20_000
"""A line ends with the first number above this."""
DEPTH = 4
_STEP = 6364136223846793005
_WORD = (1 << 64) - 1


class Counter:
    """A position, and how many ways lead on from it."""

    def __init__(self, board: Board, seats: int, seed: int, after: int) -> None:
        """Deal a game, and make some moves chosen by a simple rule that everybody can repeat."""
        self.record = board.record
        self.states = np.zeros(DEPTH + 1, STATE)
        self.states["key"][0] = [seed * 1000 + word for word in range(8)]
        self.moves = [np.zeros(MOVES, MOVE) for _ in range(DEPTH)]
        self.spare = np.zeros(1, MOVE)
        entries.deal(self.states, 0, self.record, seats)
        number = seed
        for _ in range(after):
            count = self._legal(0)
            if count == 0:
                break
            number = (number * _STEP + 1) & _WORD
            self._play(0, (number >> 33) % count)

    def count(self, depth: int, at: int = 0) -> int:
        """Return the number of sequences of this many moves."""
        if depth == 1:
            seat = self._seat(at)
            if seat < 0:
                return 0
            moves = self.moves[at]
            return int(entries.count_legal(self.states, at, self.record, seat, moves))
        total = 0
        for number in range(self._legal(at)):
            self.states[at + 1] = self.states[at]
            self._play(at + 1, number, at)
            total += self.count(depth - 1, at + 1)
        return total

    def _seat(self, at: int) -> int:
        pending = int(self.states["pending"][at])
        return (pending & -pending).bit_length() - 1

    def _legal(self, at: int) -> int:
        seat = self._seat(at)
        if seat < 0:
            return 0
        return int(entries.legal(self.states, at, self.record, seat, self.moves[at]))

    def _play(self, at: int, number: int, listed: int = 0) -> None:
        moves = self.moves[listed]
        assert entries.play(self.states, at, self.record, moves, number, self.spare) == 0


def counts(board: Board, seats: int, seed: int, after: int) -> Iterator[int]:
    """Count sequences of more and more moves, until they are many."""
    counter = Counter(board, seats, seed, after)
    for depth in range(1, DEPTH + 1):
        number = counter.count(depth)
        yield number
        if number > MOST or number == 0:
            return


def text(board: Board, most_seats: int = 5) -> str:
    """Return the branch counts of a board as the text of its file."""
    lines = [HEADING]
    for seats in range(2, most_seats + 1):
        for after in AFTER:
            numbers = " ".join(str(number) for number in counts(board, seats, seats, after))
            lines.append(f"{seats} {seats} {after}: {numbers}\n")
    return "".join(lines)


def files(wanted: Sequence[str] = ()) -> Iterator[tuple[Path, Board]]:
    """Give the file of each board and variant, or of those wanted: ``usa``, ``europe/mega``."""
    for name in boards():
        for variant in Board.load(name).variants:
            if not wanted or name in wanted or f"{name}/{variant.id}" in wanted:
                yield FOLDER / f"{name}-{variant.id}.txt", Board.load(name, variant.id)


def main() -> int:
    """Write the files, or tell which differ."""
    every = [board for _, board in files()]
    known = {name for board in every for name in (board.id, f"{board.id}/{board.variant.id}")}
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("wanted", nargs="*", metavar="BOARD[/VARIANT]", help="only these")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    options = parser.parse_args()
    if unknown := sorted(set(options.wanted) - known):
        parser.error(f"no such board or variant: {', '.join(unknown)}")
    different = 0
    for path, board in files(options.wanted):
        found = text(board)
        if options.check and (not path.exists() or path.read_text("utf-8") != found):
            print(f"{path.name} differs")
            different += 1
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(found, "utf-8")
    return different


if __name__ == "__main__":
    raise SystemExit(main())
