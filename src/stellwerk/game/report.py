"""What the deal and each move brought, with the names of the board.

The rules write it down while they play a move (see ``rules/report.py``). A game keeps the report
on its last move; an earlier one is played once more, from the state before it,
which holds all its chance.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import DISPLAY
from stellwerk.game.codec import codec
from stellwerk.game.moves import Move
from stellwerk.game.position import Position
from stellwerk.rules.state import MOVE, REPORTING_STATE, STATE, TURNED

Display = tuple[str | None, ...]
States = np.ndarray[tuple[int], np.dtype[np.void]]

_REPORT: Final = REPORTING_STATE.itemsize - STATE.itemsize
"""The bytes of a report; those of the state follow."""
_AT: Final[dict[str, int]] = {
    name: field[1] for name, field in (REPORTING_STATE.fields or {}).items()
}
"""Where each field of a report begins; read as bytes, in a tenth of the time."""
_SET: Final = struct.Struct("=Q")
_COUNT: Final = struct.Struct("=H")


class Report(NamedTuple):
    """What a move brought."""

    drawn: str | None
    """The card drawn blind."""
    turned: tuple[str, ...] | None
    """The cards turned up for a tunnel; sorted where it cost nothing more."""
    display: Display
    """The display with its places filled, before it was cleared."""
    laid_out: tuple[Display, ...]
    """Each display that took the place of one with too many locomotives."""
    shuffled: tuple[str, ...]
    """The piles made from discards (C-08)."""


def with_report(snapshot: bytes) -> States:
    """Return an array of one state with room for a report, from the bytes of the state."""
    return np.frombuffer(bytearray(_REPORT) + snapshot, REPORTING_STATE)


def without_report(states: States) -> States:
    """Return an array of the state alone, in the same memory."""
    return np.frombuffer(states, STATE, offset=_REPORT)


def dealt(board: Board, key: bytes, seats: int) -> States:
    """Deal a game; return an array of one state with a report."""
    from stellwerk.rules import entries

    states = np.zeros(1, REPORTING_STATE)
    states["key"][0] = np.frombuffer(key, "<u4")
    entries.deal(states, 0, board.record, seats)
    return states


def displays_of_deal(after: Position) -> tuple[Display, ...]:
    """Return the displays that were laid out in the deal; the last one stays."""
    states = dealt(after.board, after.state["key"].astype("<u4").tobytes(), after.seats)
    displays = _displays(after, states.view(np.uint8).data)
    # A game that began in a given position was not dealt by this key.
    return displays if displays[-1] == after.display else (after.display,)


def report_of(
    before: Position, after: Position, move: Move, states: States | None = None
) -> Report:
    """Return what a move brought; ``states`` is the state after it with its report, if at hand."""
    data = (_played_again(before, move) if states is None else states).view(np.uint8).data
    turned = None
    if data[_AT["tunnel"]]:
        # Records have the cards of a tunnel that is claimed at once in the order of their kinds.
        kinds = data[_AT["turned_up"] :][:TURNED]
        names = map(after.card, kinds if after.phase == "tunnel" else sorted(kinds))
        turned = tuple(name for name in names if name is not None)
    displays = _displays(after, data) or (after.display,)
    (shuffled,) = _SET.unpack_from(data, _AT["shuffled"])
    return Report(
        drawn=after.card(data[_AT["drawn"]]),
        turned=turned,
        display=displays[0],
        laid_out=displays[1:],
        shuffled=tuple(name for i, name in enumerate(after.pile_names) if shuffled >> i & 1),
    )


def _played_again(before: Position, move: Move) -> States:
    """Play a move from the state before it."""
    from stellwerk.rules import entries

    board = before.board
    states, moves = with_report(before.state.tobytes()), np.zeros(2, MOVE)
    codec(board).write(move, before.offer(move.seat), moves[:1])
    entries.play(states, 0, board.record, moves, 0, moves[1:])
    return states


def _displays(position: Position, data: memoryview) -> tuple[Display, ...]:
    """Return the display that may be cleared, and each one laid out then."""
    (count,) = _COUNT.unpack_from(data, _AT["displays"])
    size, shown = len(position.display), data[_AT["shown"] :]
    rows = (shown[DISPLAY * row :][:size] for row in range(count))
    return tuple(tuple(position.card(kind) for kind in row) for row in rows)
