"""Finds and opens board files, and turns their text into checked entries."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from stellwerk.board.bounds import too_deep, too_many
from stellwerk.board.check import check
from stellwerk.board.errors import BoardError, Problem
from stellwerk.board.sheet import FORMAT, Sheet, read_sheet
from stellwerk.board.table import Problems, Table
from stellwerk.board.variants import VariantEntry, read_variants

LARGEST: Final = 1 << 20
"""Most bytes of a board file."""

_DATA: Final = resources.files("stellwerk.board") / "data"
_PLACE: Final = re.compile(
    r"^(?P<message>.*) \(at (?P<where>line \d+, column \d+|end of document)\)$"
)


@cache
def boards() -> tuple[str, ...]:
    """Return the ids of the boards that come with the program."""
    names = (entry.name for entry in _DATA.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def shipped_text(board: str) -> str:
    """Return the file of a board that comes with the program."""
    return (_DATA / f"{board}.toml").read_text(encoding="utf-8")


def file_text(path: Path) -> str:
    """Return the text of a board file, or raise BoardError if it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BoardError(str(path), [Problem("", f"cannot be read: {reason}")]) from None
    if len(content) > LARGEST:
        raise BoardError(str(path), [Problem("", f"is larger than {LARGEST} bytes")])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BoardError(str(path), [Problem(f"line {line}", "is not UTF-8 text")]) from None


def parse(text: str, origin: str) -> dict[str, object]:
    """Return the tables of a TOML text, or raise BoardError with the line that is wrong."""
    deep = too_deep(text)
    if deep is not None:
        raise BoardError(origin, [deep])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.match(str(error))
        where, message = (found["where"], found["message"]) if found else ("", str(error))
        raise BoardError(origin, [Problem(where, message)]) from None
    except (ValueError, RecursionError):
        # Numbers with thousands of digits, or brackets nested without end.
        raise BoardError(origin, [Problem("", "is not a board file")]) from None


def interpret(tables: Mapping[str, object], origin: str) -> tuple[Sheet, list[VariantEntry]]:
    """Read and check the tables of a board file; BoardError names all problems at once."""
    crowded = too_many(tables)
    if crowded:
        raise BoardError(origin, crowded)
    problems = Problems()
    top = Table(problems, ("", tables))
    version = top.integer("format", 1, 10**6)
    if version != FORMAT and top.sound:
        top.fault(f"only format {FORMAT} is understood, not {version}", "format")
    if not top.sound:
        raise BoardError(origin, problems.listed())
    sheet = read_sheet(top)
    variants = read_variants(top, sheet)
    top.finish()
    check(sheet, variants, problems)
    if problems:
        raise BoardError(origin, problems.listed())
    return sheet, variants
