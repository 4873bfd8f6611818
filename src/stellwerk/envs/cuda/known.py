"""Boards of which some numbers are known when a kernel is compiled.

A number that is known costs no reading, and what it rules out is no part of the machine code. On a
card that is a great deal: all that is waited for there are the instructions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numba.cuda import types
from numba.cuda.extending import core_models, lower_getattr, register_model
from numba.cuda.np.numpy_support import from_dtype

from stellwerk.board.layout import BOARD
from stellwerk.envs.cuda.compile import SWITCHES


class KnownBoard(types.Record):  # type: ignore[misc]
    """A record of a board with numbers that are read while compiling."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        plain = from_dtype(BOARD)
        fields = [
            (name, {"type": field.type, "offset": field.offset, "alignment": field.alignment})
            for name, field in plain.fields.items()
        ]
        super().__init__(fields, plain.size, plain.aligned)
        self.numbers = dict(numbers)
        # Numba tells types apart by their names.
        self.name = f"{self.numbers} {plain.name}"

    def can_convert_to(self, context: Any, other: Any) -> None:
        """Keep code compiled for one board from being used for another with the same fields."""


def _read(name: str) -> Any:
    def read(context: Any, builder: Any, board: KnownBoard, value: Any) -> Any:
        return context.get_constant(board.typeof(name), board.numbers[name])

    return read


register_model(KnownBoard)(core_models.RecordModel)
for _name in SWITCHES:
    lower_getattr(KnownBoard, _name)(_read(_name))
