"""How a record of numbers is declared: one class for the type checker and for NumPy.

Kernels read and write such records. A class lists the fields, each with its type and its form:

    class Slot(Protocol):
        seat: Annotated[int, "u1"]
        hand: Annotated[Array2, "u1", SEATS, KINDS]

    SLOT = dtype_of(Slot)

Numba takes the form from the dtype of the records that it is given and never looks at annotations;
neither does the interpreter, since they are not evaluated there.
"""

from __future__ import annotations

from typing import Protocol, TypeVar, get_args, get_type_hints, overload

import numpy as np

Record = TypeVar("Record")


class Array1(Protocol):
    """A field of one dimension."""

    def __getitem__(self, at: int, /) -> int: ...

    def __setitem__(self, at: int, number: int, /) -> None: ...


class Array2(Protocol):
    """A field of two dimensions."""

    @overload
    def __getitem__(self, at: int, /) -> Array1: ...

    @overload
    def __getitem__(self, at: tuple[int, int], /) -> int: ...

    def __setitem__(self, at: tuple[int, int], number: int, /) -> None: ...


class Array3(Protocol):
    """A field of three dimensions."""

    @overload
    def __getitem__(self, at: tuple[int, int], /) -> Array1: ...

    @overload
    def __getitem__(self, at: tuple[int, int, int], /) -> int: ...

    def __setitem__(self, at: tuple[int, int, int], number: int, /) -> None: ...


class Records(Protocol[Record]):
    """An array of records."""

    @property
    def shape(self) -> tuple[int, ...]:
        """How many records there are, in each dimension."""

    def __getitem__(self, at: int, /) -> Record: ...

    def __setitem__(self, at: int, record: Record, /) -> None: ...


def dtype_of(record: type[object]) -> np.dtype[np.void]:
    """Return the form of a record, its fields in the order of the class and aligned as in C."""
    fields = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        _, form, *shape = get_args(hint)
        fields.append((name, form, tuple(shape)))
    return np.dtype((np.record, np.dtype(fields, align=True)))
