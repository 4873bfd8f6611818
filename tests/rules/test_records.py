"""The classes by which the type checker knows the records of the kernel."""

from typing import Annotated, Protocol, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from stellwerk.board.layout import BOARD, BoardRecord
from stellwerk.board.records import Array1, Array2, Array3, dtype_of
from stellwerk.rules.score import RESULT, Result
from stellwerk.rules.scratch import SCRATCH, Scratch
from stellwerk.rules.state import MOVE, REPORTING_STATE, STATE, MoveRecord, ReportingState, State

_TYPES = (int, Array1, Array2, Array3)
"""The type of a field, by the number of its dimensions."""


@pytest.mark.parametrize(
    ("record", "dtype"),
    [
        (State, STATE),
        (ReportingState, REPORTING_STATE),
        (BoardRecord, BOARD),
        (MoveRecord, MOVE),
        (Scratch, SCRATCH),
        (Result, RESULT),
    ],
)
def test_every_field_has_the_type_of_its_dimensions(
    record: type[object], dtype: np.dtype[np.void]
) -> None:
    hints = get_type_hints(record, include_extras=True)
    assert tuple(hints) == dtype.names
    for name, hint in hints.items():
        kind, form, *_ = get_args(hint)
        assert get_origin(hint) is Annotated
        assert dtype[name].base == np.dtype(form)
        assert kind is _TYPES[dtype[name].ndim], name


def test_a_state_with_a_report_ends_with_all_bytes_of_the_state() -> None:
    reporting, plain = dict(REPORTING_STATE.fields or {}), dict(STATE.fields or {})
    report = REPORTING_STATE.itemsize - STATE.itemsize
    for name, (form, offset, *_) in plain.items():
        assert reporting[name][:2] == (form, report + offset)
    assert all(reporting[name][1] < report for name in reporting.keys() - plain.keys())


class _Record(Protocol):
    seat: Annotated[int, "u1"]
    score: Annotated[Array1, "i2", 3]
    hand: Annotated[Array2, "u1", 3, 2]
    word: Annotated[int, "u8"]


def test_a_record_lies_in_memory_as_its_class_says() -> None:
    dtype = dtype_of(_Record)
    offsets = {name: offset for name, (_, offset, *_) in (dtype.fields or {}).items()}
    assert offsets == {"seat": 0, "score": 2, "hand": 8, "word": 16}
    assert dtype.itemsize == 24
    assert dtype["hand"].shape == (3, 2)
    record = np.zeros(1, dtype)[0]
    record.hand[2, 1] = 7
    assert (record.seat, record.hand[2].tolist()) == (0, [0, 7])
