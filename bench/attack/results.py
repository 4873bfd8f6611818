"""What has been done so far: a line of JSON for each finished portion."""

from __future__ import annotations

import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec


@dataclass(slots=True)
class Done:
    """What came out of a portion."""

    amounts: dict[str, int]
    """How much was done, by unit; the part's own unit among them."""
    problems: list[str]
    """What should not have been."""
    figures: dict[str, float] = field(default_factory=dict)
    """What was measured."""


class Portion(msgspec.Struct, frozen=True):
    """One finished portion, as it is written down."""

    part: str
    where: str
    seed: int
    commit: str
    source: str
    """Tells the program that was attacked: portions of another one prove nothing about this."""
    at: float
    seconds: float
    amounts: dict[str, int]
    figures: dict[str, float]
    problems: tuple[str, ...]


class Results:
    """The portions in a file, of the program as it is now."""

    def __init__(self, file: Path, source: str) -> None:
        self._file = file
        self._source = source
        self._found = list(self._read())
        self.others = sum(portion.source != source for portion in self._found)
        """Portions of other versions, which do not count."""

    def _read(self) -> Iterator[Portion]:
        if not self._file.exists():
            return
        for line in self._file.read_bytes().splitlines():
            try:
                yield msgspec.json.decode(line, type=Portion)
            except msgspec.MsgspecError:  # the machine went down while it was being written
                continue

    def of(self, part: str, where: str | None = None) -> list[Portion]:
        """Return the portions of a part, in one place or in all."""
        return [
            portion
            for portion in self._found
            if portion.part == part
            and portion.source == self._source
            and where in (None, portion.where)
        ]

    def amount(self, part: str, unit: str, where: str | None = None) -> int:
        """Return how much of a part was done without a problem."""
        return sum(portion.amounts.get(unit, 0) for portion in self.of(part, where))

    def amounts(self, part: str, where: str) -> Counter[str]:
        """Return all that was done."""
        total: Counter[str] = Counter()
        for portion in self.of(part, where):
            total.update(portion.amounts)
        return total

    def add(self, part: str, where: str, seed: int, commit: str, begun: float, done: Done) -> None:
        """Write a portion down."""
        portion = Portion(
            part,
            where,
            seed,
            commit,
            self._source,
            begun,
            round(time.time() - begun, 1),
            done.amounts,
            done.figures,
            tuple(problem[:2000] for problem in done.problems[:20]),
        )
        self._found.append(portion)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(portion) + b"\n")


def source() -> str:
    """Return what tells the program as it is now: its files as the repository knows them."""
    try:
        tree = _git("rev-parse", "--short=12", "HEAD:src/stellwerk")
        return tree + ("+" if _git("status", "--porcelain", "--", "src") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*words: str) -> str:
    done = subprocess.run(("git", *words), capture_output=True, text=True, check=True)
    return done.stdout.strip()
