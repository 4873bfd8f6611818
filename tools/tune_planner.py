"""Tune the planner by self-play: ``python tools/tune_planner.py --board usa [--passes 1]``.

One parameter after the other is moved up and down; the planner with the new value plays the one
with the old value, deal by deal from every seat. What wins with some certainty stays, and is tried
further the same way. Where no step alone helps, ``--leaps`` tries several at once, and ``--start``
begins with what was found for another board. The result goes to the planner's data file.
"""

from __future__ import annotations

import argparse
import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from rich.console import Console

from stellwerk import bots
from stellwerk.arena import Lineup
from stellwerk.arena.games import Column
from stellwerk.arena.match import play_in_kernel
from stellwerk.arena.share import Share
from stellwerk.board import Board
from stellwerk.bots.planning.playbook import PARAMETERS, book
from stellwerk.bots.strategies.tuned import FILE, tuned

MARGIN_WORTH = 1 / 200
"""What a point of difference counts beside the win itself; it makes small gains visible."""
SURE = 0.8
"""A new value must win by this many half widths of the 95 % interval."""
LEAST_GAIN = 1e-3
"""A smaller gain is not worth a change; a parameter that plays no part on a board gains none."""

PATH = Path(bots.__file__).parent / "data" / FILE

LEAST = {"pace": 1, "tickets_hope": -60}
"""How far down a parameter may go, where that is not 0."""

Parameters = Mapping[str, int]


def compare(board: Board, new: Parameters, old: Parameters, seed: str, deals: int) -> Share:
    """Return by how much one set of parameters beats another, as a share of a win.

    One seat plays by the new set, all others by the old one: with two seats and with four, each
    deal from every seat.
    """
    two = _success(board, new, old, f"{seed} 2", 2, deals)
    four = _success(board, new, old, f"{seed} 4", 4, deals)
    return Share.of((two + four) / 2)


def _success(
    board: Board, new: Parameters, old: Parameters, seed: str, seats: int, deals: int
) -> Column:
    """Return for each deal how much the seat with the new parameters has won above its share."""
    # All are called planner, so the line-up knows one seating; the others are played here.
    lineup = Lineup(board, ("planner",) * seats, seed)
    new_book, old_book = book(board, new), book(board, old)
    success = np.zeros(deals)
    for seat in range(seats):
        books = np.concatenate([new_book if i == seat else old_book for i in range(seats)])
        results, _ = play_in_kernel(lineup, range(deals), books)
        first = results["rank"][:, :seats] == 1
        total = results["total"][:, :seats].astype(float)
        ahead = (total[:, seat] - total.mean(axis=1)) * seats / (seats - 1)
        success += first[:, seat] / first.sum(axis=1) - 1 / seats + ahead * MARGIN_WORTH
    return success / seats


def steps(value: int) -> Iterator[int]:
    """Yield how far to move a value: finely, then boldly, up and down."""
    for part in (4, 2):
        size = max(1, abs(value) // part)
        yield size
        yield -size


def gain_of(board: Board, new: Parameters, old: Parameters, seed: str, deals: int) -> float | None:
    """Return what a change gains if that is fairly sure, at a second look with new deals, too."""
    allowed = all(value >= LEAST.get(name, 0) for name, value in new.items())
    if not allowed or (book(board, new) == book(board, old)).all():
        return None
    if compare(board, new, old, seed, deals).mean <= LEAST_GAIN:
        return None
    gain = compare(board, new, old, f"{seed} again", 3 * deals)
    return gain.mean if gain.mean > max(LEAST_GAIN, SURE * gain.margin) else None


def improve(
    board: Board, parameters: dict[str, int], name: str, seed: str, deals: int, console: Console
) -> None:
    """Move one parameter as far as it helps."""
    old = parameters[name]
    for step in steps(old):
        while True:
            new = {**parameters, name: parameters[name] + step}
            gain = gain_of(board, new, parameters, f"{seed} {name}", deals)
            if gain is None:
                break
            console.print(f"{name} {parameters[name]} → {new[name]}: {gain:+.3f}")
            parameters[name] = new[name]
        if parameters[name] != old:
            break


def leap(
    board: Board, parameters: dict[str, int], names: Sequence[str], seed: str, deals: int
) -> float | None:
    """Move two to four parameters at once, in any direction; return what was gained, if it was."""
    chance = random.Random(seed)
    chosen = chance.sample(names, min(chance.randint(2, 4), len(names)))
    moves = {name: chance.choice(list(steps(parameters[name]))) for name in chosen}
    new = {**parameters, **{name: parameters[name] + step for name, step in moves.items()}}
    gain = gain_of(board, new, parameters, seed, deals)
    if gain is not None:
        parameters.update(new)
    return gain


def simplify(
    board: Board, parameters: dict[str, int], usual: Parameters, seed: str, deals: int
) -> None:
    """Take back what makes no difference: leaps and starts bring that along."""
    for name in [name for name, value in parameters.items() if value != usual[name]]:
        old = {**parameters, name: usual[name]}
        if compare(board, old, parameters, f"{seed} {name}", deals).mean >= 0:
            parameters[name] = usual[name]


def write(board: Board, variant: str | None, parameters: Parameters) -> None:
    """Write into the data file what differs on a board from the usual, or on a variant from it."""
    text = PATH.read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    comment = text[: text.index("version =")]
    usual, section = dict(PARAMETERS), board.id
    if variant is not None:
        usual |= tables.get(board.id, {})
        section = f"{board.id}/{variant}"
    tables[section] = {name: value for name, value in parameters.items() if value != usual[name]}
    lines = [f"{comment}version = {tables.pop('version')}\n"]
    for name, table in sorted(tables.items()):
        lines.append(f'\n["{name}"]\n' + "".join(f"{key} = {v}\n" for key, v in table.items()))
    PATH.write_text("".join(lines), encoding="utf-8")


def main() -> int:
    """Tune the planner for one board and write what was found."""
    sections = tomllib.loads(PATH.read_text(encoding="utf-8"))
    del sections["version"]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="usa")
    parser.add_argument("--variant", help="tune this variant alone")
    parser.add_argument("--deals", type=int, default=500, help="deals of a first look")
    parser.add_argument("--passes", type=int, default=1, help="how often to go through all")
    parser.add_argument("--leaps", type=int, default=0, help="how often to move several at once")
    parser.add_argument("--start", choices=sections, help="begin with this section of the file")
    parser.add_argument("--only", nargs="*", choices=PARAMETERS, help="parameters to tune")
    parser.add_argument("--seed", default="tune")
    options = parser.parse_args()
    console = Console()
    board = Board.load(options.board, options.variant)
    before = dict(tuned(board).parameters)
    parameters = {**before, **sections.get(options.start, {})}
    names: list[str] = options.only or list(PARAMETERS)
    for number in range(options.leaps):
        seed = f"{options.seed} leap {number}"
        gain = leap(board, parameters, names, seed, options.deals)
        if gain is not None:
            moved = {name: value for name, value in parameters.items() if value != before[name]}
            console.print(f"leap {number}: {gain:+.3f}, now {moved}")
    for number in range(options.passes):
        seed = f"{options.seed} {number}"
        still = dict(parameters)
        for name in names:
            improve(board, parameters, name, seed, options.deals, console)
        if parameters == still:
            break
    simplify(board, parameters, before, f"{options.seed} simple", 6 * options.deals)
    proof = compare(board, parameters, before, f"{options.seed} proof", 4 * options.deals)
    console.print(f"in all: {proof.mean:+.3f} ± {proof.margin:.3f}")
    if proof.mean > proof.margin:
        write(board, options.variant, parameters)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
