"""What a move laid open: cards turned up for a tunnel, every display, piles made anew.

Where a display was cleared (C-06), the state after a move no longer tells what lay there in between
nor what was turned up before. So the move is made once more from the state before it, which has all
its chance in it: first without clearing, then the display is cleared step by step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import DISPLAY, SHIP, TRAIN_PILE
from stellwerk.game.codec import codec
from stellwerk.game.moves import (
    BuildHarbour,
    BuildStation,
    ClaimRoute,
    DrawCard,
    Move,
    PayTunnel,
    TakeCard,
    Withdraw,
)
from stellwerk.game.position import Position
from stellwerk.rules.cards import AGAIN, FLUSHES, STAYS
from stellwerk.rules.state import MOVE, STATE

Display = tuple[str | None, ...]

_WITH_CARDS: Final = (
    TakeCard,
    DrawCard,
    ClaimRoute,
    PayTunnel,
    Withdraw,
    BuildStation,
    BuildHarbour,
)
"""The moves that can change the display."""


class Opened(NamedTuple):
    """What a move laid open."""

    turned: tuple[str, ...] | None
    """The cards turned up for a tunnel."""
    display: Display
    """The display with its places filled, before it was cleared."""
    laid_out: tuple[Display, ...]
    """Each display that took the place of one with too many locomotives."""
    shuffled: tuple[str, ...]
    """The piles made anew from discards (C-08)."""


def opened_by_deal(after: Position) -> tuple[Display, ...]:
    """Return the displays that were laid out in the deal; the last one stays."""
    from stellwerk.rules import entries

    states = np.zeros(1, STATE)
    states["key"] = after.state["key"]
    entries.deal(states, 0, _without_clearing(after.board), after.seats)
    first = Position(after.board, states.tobytes())
    displays = (first.display, *_cleared(first))
    # A game that began in a given position was not dealt by this key.
    return displays if displays[-1] == after.display else (after.display,)


def opened(before: Position, after: Position, move: Move) -> Opened:
    """Return what a move laid open."""
    if not isinstance(move, _WITH_CARDS):
        return Opened(None, after.display, (), ())
    uncleared = after
    laid_out: tuple[Display, ...] = ()
    if _may_clear(before, move):
        uncleared = _played_without_clearing(before, move)
        laid_out = _cleared(uncleared)
    turned = None
    if isinstance(move, ClaimRoute) and is_tunnel(before, move.route):
        turned = _turned_up(before, uncleared)
    display = uncleared.display
    taken: list[str | None] = [*(turned or ())]
    for each in laid_out:
        taken.extend(each)
    if isinstance(move, TakeCard):
        taken.append(display[move.place - 1])
    elif isinstance(move, DrawCard):
        taken.append(move.pile)
    else:
        taken.extend(new for old, new in zip(before.display, display, strict=True) if old is None)
    return Opened(turned, display, laid_out, _shuffled(before, after, taken))


def is_tunnel(position: Position, route: str) -> bool:
    """Tell whether a route is a tunnel."""
    return position.board.routes[position.board.route_index[route]].tunnel


def _may_clear(before: Position, move: Move) -> bool:
    """Tell whether a move can leave too many locomotives in the display."""
    display = before.display
    new = display.count(None) + isinstance(move, TakeCard)
    return display.count("locomotive") + new >= before.board.rules.flush


def _played_without_clearing(before: Position, move: Move) -> Position:
    """Return the position after a move, were there no rule to clear the display."""
    from stellwerk.rules import entries

    board = before.board
    states, moves = _states(before), np.zeros(1, MOVE)
    codec(board).write(move, (), moves)
    entries.play(states, 0, _without_clearing(board), moves, 0, np.zeros(1, MOVE))
    return Position(board, states.tobytes())


def _cleared(position: Position) -> tuple[Display, ...]:
    """Return the displays that are laid out, one after the other, till one may stay."""
    from stellwerk.rules import entries

    board, states = position.board, _states(position)
    displays: list[Display] = []
    again = AGAIN
    while again == AGAIN and len(displays) < FLUSHES:
        again = entries.clear(states, 0, board.record)
        if again != STAYS:
            displays.append(Position(board, states.tobytes()).display)
    return tuple(displays)


def _turned_up(before: Position, after: Position) -> tuple[str, ...]:
    """Return the cards that were turned up for a tunnel.

    While it is to be paid they lie open. When it cost nothing more they are in the discards, on top
    of what was there and of what was laid; or, if they were the last, they are all there was.
    """
    if after.phase == "tunnel":
        return after.turned
    old, new = before.state, after.state
    size = int(old["pile_size"][TRAIN_PILE])
    discards = int(old["discard_size"][TRAIN_PILE])
    if size + discards <= len(new["turned"]):
        turned = old["pile"].astype(int) + old["discard"]
    else:
        laid = (old["hand"].astype(int) - new["hand"]).sum(axis=0)
        turned = new["discard"] - laid
        if size > len(new["turned"]):
            turned = turned - old["discard"]
    turned[SHIP:] = 0
    return tuple(card for card, count in before.cards(turned).items() for _ in range(count))


def _shuffled(before: Position, after: Position, taken: Sequence[str | None]) -> tuple[str, ...]:
    """Return the piles that hold another number of cards than they would without those taken."""
    old, new = before.piles, after.piles
    ships = sum(card is not None and card.endswith("ship") for card in taken)
    numbers = {"train": len(taken) - taken.count(None) - ships, "ship": ships}
    return tuple(name for name in before.pile_names if new[name] != old[name] - numbers[name])


def _states(position: Position) -> Any:
    return np.array([position.state], STATE)


@lru_cache(maxsize=16)
def _without_clearing(board: Board) -> Any:
    """Return the tables of a board on which no display is ever cleared."""
    record = board.record.copy()
    record["flush"] = DISPLAY + 1
    return record
