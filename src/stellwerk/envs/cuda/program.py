"""The compiled kernels on a card: loading them, memory for their arguments, starting them."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import numpy as np

from stellwerk.envs.cuda.compile import ensure_compiled, entry_of, ptx_file
from stellwerk.envs.errors import Missing
from stellwerk.envs.records import ROOM
from stellwerk.rules.cache import cache_folder

Array = np.ndarray[Any, np.dtype[Any]]

THREADS: Final = 128
"""Threads of a block."""


class DeviceArray(Protocol):
    """An array of CuPy, as far as it is handed to a kernel here."""

    flags: Any
    data: Any
    size: int
    itemsize: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


class Rows:
    """Rows of bytes in the memory of a card, which kernels see as overlapping ROW records."""

    def __init__(self, cupy: Any, count: int, size: int) -> None:
        memory = cupy.zeros(count * size + ROOM, cupy.uint8)
        self.size: Final = size
        self.array: Final = memory[: count * size].reshape(count, size)


class Records:
    """An array of records in the memory of a card; CuPy itself knows none."""

    def __init__(self, cupy: Any, dtype: np.dtype[Any], count: int) -> None:
        self._cupy: Final = cupy
        self.dtype: Final = dtype
        self.count: Final = count
        self.bytes: Final = cupy.zeros((count, dtype.itemsize), cupy.uint8)

    def fill(self, values: Array) -> None:
        """Copy records to the card; a single one goes to every place."""
        flat = np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1)
        self.bytes[:] = self._cupy.asarray(flat)

    def field(self, name: str) -> Any:
        """Return a field of all records, copied within the card."""
        assert self.dtype.fields is not None
        kind, offset = self.dtype.fields[name][:2]
        cut = self._cupy.ascontiguousarray(self.bytes[:, offset : offset + kind.itemsize])
        return cut.view(kind.base).reshape(self.count, *kind.shape)

    def get(self) -> Array:
        """Copy the records from the card."""
        records: Array = self.bytes.get().view(self.dtype).reshape(self.count)
        return records


Argument: TypeAlias = "int | Records | Rows | DeviceArray | tuple[Argument, ...]"
"""What a kernel is started with."""


class Program:
    """The kernels, compiled for the card at hand when they are first needed.

    ``folder`` holds their PTX, or machine code made of it (``.cubin``); by default that is the
    folder of the compiled rules, and what is missing there is compiled.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.cupy: Final = find_cupy()
        self._capability: Final = str(self.cupy.cuda.Device().compute_capability)
        self._folder: Final = folder or cache_folder() / "cuda"
        self._compiles: Final = folder is None
        self._kernels: Final[dict[str, Any]] = {}

    def need(self, *names: str) -> None:
        """Load kernels."""
        missing = [name for name in names if name not in self._kernels]
        if self._compiles:
            ensure_compiled(self._folder, self._capability, missing)
        for name in missing:
            ptx = ptx_file(self._folder, name, self._capability)
            machine_code = ptx.with_suffix(".cubin")
            path = machine_code if machine_code.is_file() else ptx
            module = self.cupy.RawModule(path=str(path))
            self._kernels[name] = module.get_function(entry_of(ptx.read_text()))

    def records(self, dtype: np.dtype[Any], values: Array | int) -> Records:
        """Make an array of records on the card: of zeros, or with these values."""
        count = values if isinstance(values, int) else len(values)
        records = Records(self.cupy, dtype, count)
        if not isinstance(values, int):
            records.fill(values)
        return records

    def rows(self, count: int, size: int) -> Rows:
        """Make rows of bytes on the card."""
        return Rows(self.cupy, count, size)

    def start(
        self,
        name: str,
        games: int,
        *arguments: Argument,
        threads: int = THREADS,
        most_blocks: int | None = None,
    ) -> None:
        """Start a kernel for a number of games; it runs while Python goes on."""
        flat: list[Any] = [np.int64(games)]
        for argument in arguments:
            flat.extend(_flattened(argument))
        blocks = -(-games // threads)
        if most_blocks is not None:
            blocks = min(blocks, most_blocks)
        self._kernels[name]((blocks,), (threads,), tuple(flat))

    @property
    def processors(self) -> int:
        """How many multiprocessors the card has; each runs at least one block at a time."""
        return int(self.cupy.cuda.Device().attributes["MultiProcessorCount"])


def _flattened(argument: Argument) -> list[Any]:
    """Return what Numba makes of an argument.

    An array has memory, size, shape and strides; a tuple is passed as its parts.
    """
    if isinstance(argument, int):
        return [np.int64(argument)]
    if isinstance(argument, tuple):
        return [value for part in argument for value in _flattened(part)]
    nothing = np.uint64(0)
    if isinstance(argument, Records):
        size = argument.dtype.itemsize
        pointer = np.uint64(argument.bytes.data.ptr)
        count, item = np.int64(argument.count), np.int64(size)
        return [nothing, nothing, count, item, pointer, count, item]
    if isinstance(argument, Rows):
        count, stride = np.int64(len(argument.array)), np.int64(argument.size)
        pointer = np.uint64(argument.array.data.ptr)
        return [nothing, nothing, count, np.int64(ROOM), pointer, count, stride]
    assert argument.flags.c_contiguous
    return [
        *(nothing, nothing, np.int64(argument.size), np.int64(argument.itemsize)),
        np.uint64(argument.data.ptr),
        *map(np.int64, argument.shape),
        *map(np.int64, argument.strides),
    ]


def find_cupy() -> Any:
    """Return CuPy, or say what is missing."""
    try:
        cupy = import_module("cupy")
        cupy.cuda.runtime.getDeviceCount()
    except Exception as problem:
        raise Missing("gpu", f"no graphics card can be used: {problem}") from problem
    return cupy


@lru_cache(maxsize=1)
def program() -> Program:
    """Return the kernels of the card at hand, loaded once."""
    return Program()
