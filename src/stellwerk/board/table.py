"""Typed reading of TOML tables that collects every problem instead of stopping at the first."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from stellwerk.board.errors import Problem, did_you_mean, shorten
from stellwerk.board.model import Text
from stellwerk.board.names import closest

LANGUAGES: Final = ("de", "en")

_T = TypeVar("_T", bound=str)


MOST_PROBLEMS: Final = 100
"""Problems that are listed; of more only the number is told."""
_MOST_GUESSES: Final = 20
"""Times that it is guessed what was meant: to compare names costs most of the time."""


class Problems:
    """The problems found so far, each one once."""

    def __init__(self) -> None:
        """Start with none."""
        self._found: dict[Problem, None] = {}
        self._further = 0
        self._guesses = 0

    def add(self, where: str, message: str) -> None:
        """Note one problem."""
        if len(self._found) < MOST_PROBLEMS:
            self._found[Problem(where, message)] = None
        elif Problem(where, message) not in self._found:
            self._further += 1

    def guess(self, name: str, names: Iterable[str]) -> str:
        """Return the end of a sentence that says what may have been meant, or nothing."""
        if self._guesses >= _MOST_GUESSES:
            return ""
        self._guesses += 1
        return did_you_mean(closest(name, names))

    def __len__(self) -> int:
        """Count them."""
        return len(self._found) + self._further

    def listed(self) -> list[Problem]:
        """Return them in the order in which they were found, and how many more there are."""
        more = [Problem("", f"there are {self._further} more problems")] if self._further else []
        return [*self._found, *more]


class Table:
    """A TOML table, or several laid over each other of which the last one that has a key counts.

    Each reading method names the key it expects, notes a problem if the value is not what it
    should be, and then returns a harmless stand-in. ``finish`` notes the keys nobody asked for.
    """

    def __init__(self, problems: Problems, *layers: tuple[str, Mapping[str, object]]) -> None:
        """Take the layers, lowest first, each with the place where it stands in the file."""
        self._problems = problems
        self._layers = layers
        self._asked: set[str] = set()
        # What no layer has is missing in the lowest one.
        self.where = layers[0][0]
        self.sound = True
        """Whether nothing was wrong so far."""

    def fault(self, message: str, key: str = "") -> None:
        """Note a problem of this table, or of one of its keys."""
        self.sound = False
        self._problems.add(self._place(key) if key else self.where, message)

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return any(key in layer for _, layer in self._layers)

    def is_table(self, key: str) -> bool:
        """Whether the key holds a table."""
        self._asked.add(key)
        return isinstance(
            next((layer[key] for _, layer in reversed(self._layers) if key in layer), None), dict
        )

    def __iter__(self) -> Iterator[str]:
        """Go through the keys in the order of the file."""
        return iter(dict.fromkeys(key for _, layer in self._layers for key in layer))

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Read a whole number between two bounds; without a default it must be there."""
        value = self._value(key, default)
        if value is None:
            return low
        if not isinstance(value, int) or isinstance(value, bool):
            self.fault(f"must be a whole number, not {shown(value)}", key)
            return low
        if not low <= value <= high:
            self.fault(f"must be between {low} and {high}, not {shown(value)}", key)
            return low
        return value

    def integers(
        self, key: str, low: int, high: int, default: Sequence[int] | None = None
    ) -> tuple[int, ...]:
        """Read a list of whole numbers between two bounds."""
        values = self._value(key, default)
        if values is None:
            return ()
        if isinstance(values, list | tuple) and all(
            isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
            for value in values
        ):
            return tuple(values)
        self.fault(f"must be a list of whole numbers between {low} and {high}", key)
        return ()

    def shares(
        self, key: str, names: Sequence[str], high: int, default: int | None = None, rest: int = 0
    ) -> tuple[int, ...]:
        """Read one number per name, as ``{ train = 3, ship = 7 }``; a bare one is for the first."""
        value = self._value(key, default)
        if isinstance(value, dict):
            part = Table(self._problems, (self._place(key), value))
            numbers = tuple(part.integer(name, 0, high, rest) for name in names)
            part.finish()
            self.sound &= part.sound
            return numbers
        return (self.integer(key, 0, high, default), *(rest for _ in names[1:]))

    def flag(self, key: str) -> bool:
        """Read a switch that is off unless it is there."""
        value = self._value(key, False)
        if isinstance(value, bool):
            return value
        self.fault(f"must be true or false, not {shown(value)}", key)
        return False

    def string(self, key: str, default: str | None = None) -> str:
        """Read a text in one line that is not empty."""
        value = self._value(key, default)
        if value is None:
            return ""
        if isinstance(value, str) and (value == default or _is_line(value)):
            return unicodedata.normalize("NFC", value)
        self.fault(f"must be a text in one line, not {shown(value)}", key)
        return ""

    def choice(self, key: str, choices: Sequence[_T], default: _T | None = None) -> _T:
        """Read one of a few words."""
        value = self._value(key, default)
        for choice in choices:
            if value == choice:
                return choice
        if value is not None:
            self.fault(self._not_among(value, choices), key)
        return choices[0]

    def choices(
        self, key: str, choices: Sequence[_T], default: Sequence[_T] | None = None
    ) -> tuple[_T, ...]:
        """Read a list of different words, each one of a few."""
        values = self._value(key, default)
        if values is None:
            return ()
        if not isinstance(values, list | tuple):
            self.fault(f"must be a list, not {shown(values)}", key)
            return ()
        found: list[_T] = []
        for value in values:
            match = next((choice for choice in choices if value == choice), None)
            if match is None:
                self.fault(self._not_among(value, choices), key)
            elif match in found:
                self.fault(f"names '{match}' twice", key)
            else:
                found.append(match)
        return tuple(found)

    def strings(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """Read a list of texts."""
        values = self._value(key, default)
        if values is None:
            return ()
        if isinstance(values, list | tuple):
            lines = [v for v in values if isinstance(v, str) and _is_line(v)]
            if len(lines) == len(values):
                return tuple(unicodedata.normalize("NFC", line) for line in lines)
        self.fault("must be a list of texts", key)
        return ()

    def point(self, key: str) -> tuple[float, float]:
        """Read ``[latitude, longitude]`` in degrees."""
        value = self._value(key, None)
        if value is None:
            return (0.0, 0.0)
        if isinstance(value, list) and len(value) == 2:
            lat, lon = value
            if _within(lat, 90) and _within(lon, 180):
                return (float(lat), float(lon))
        self.fault("must be [latitude, longitude] in degrees, such as [47.05, 8.31]", key)
        return (0.0, 0.0)

    def text(self, key: str, default: str | None = None) -> Text:
        """Read a text per language; one text alone serves for all of them."""
        value = self._value(key, default)
        if value is None:
            return {}
        if isinstance(value, str):
            return dict.fromkeys(LANGUAGES, _flow(value))
        if isinstance(value, dict):
            given = {
                language: _flow(each)
                for language, each in value.items()
                if language in LANGUAGES and isinstance(each, str)
            }
            if given and len(given) == len(value):
                spare = next(iter(given.values()))
                return {language: given.get(language, spare) for language in LANGUAGES}
        self.fault('must be a text, or texts by language: { de = "...", en = "..." }', key)
        return {}

    def table(self, key: str, required: bool = False) -> Table:
        """Read a table inside this one; each layer may hold a part of it, or none."""
        self._asked.add(key)
        layers: list[tuple[str, Mapping[str, object]]] = []
        for where, layer in self._layers:
            if key in layer:
                value = layer[key]
                if isinstance(value, dict):
                    layers.append((_join(where, key), value))
                else:
                    self.fault(f"must be a table, not {shown(value)}", key)
        if required and not self.has(key):
            self.fault(f"'{key}' is missing")
        return Table(self._problems, *(layers or [(self._place(key), {})]))

    def under(self, upper: Table) -> Table:
        """Lay another table over this one."""
        return Table(self._problems, *self._layers, *upper._layers)

    def rows(self, key: str, required: bool = False) -> list[Table | None]:
        """Read a list of tables; an entry that is none is noted and comes as None."""
        value = self._value(key, None if required else [])
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault(f"must be a list of tables, not {shown(value)}", key)
            return []
        found: list[Table | None] = []
        for number, row in enumerate(value):
            where = f"{self._place(key)}[{number}]"
            if isinstance(row, dict):
                found.append(Table(self._problems, (where, row)))
            else:
                self.sound = False
                self._problems.add(where, f"must be a table, not {shown(row)}")
                found.append(None)
        return found

    def finish(self) -> None:
        """Note every key that is not known here."""
        for where, layer in self._layers:
            for key in layer:
                if key not in self._asked:
                    self.sound = False
                    meant = self.guess(key, self._asked)
                    self._problems.add(where, f"unknown key '{shorten(key)}'{meant}")

    def guess(self, name: str, names: Iterable[str]) -> str:
        """Return the end of a sentence that says what may have been meant, or nothing."""
        return self._problems.guess(name, names)

    def _not_among(self, value: object, choices: Iterable[str]) -> str:
        options = list(choices)
        meant = self.guess(value, options) if isinstance(value, str) else ""
        return f"{shown(value)} is not one of {', '.join(options)}{meant}"

    def _value(self, key: str, default: object) -> object:
        """Return the value; None, after a note, if there is none and no default either."""
        self._asked.add(key)
        for _, layer in reversed(self._layers):
            if key in layer:
                return layer[key]
        if default is None:
            self.fault(f"'{key}' is missing")
        return default

    def _place(self, key: str) -> str:
        where = next((where for where, layer in reversed(self._layers) if key in layer), self.where)
        return _join(where, key)


def shown(value: object) -> str:
    """Describe a value of a file briefly; it may be anything."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{shorten(value)}'"
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**18):
        return str(value)
    names = {int: "a huge number", list: "a list", dict: "a table"}
    return names.get(type(value), f"a {type(value).__name__}")


def _is_line(value: str) -> bool:
    return bool(value.strip()) and value == value.strip() and value.isprintable()


def _flow(text: str) -> str:
    """Join the lines of each paragraph; an empty line begins a new one."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def _within(value: object, bound: float) -> bool:
    # The comparison also refuses "not a number".
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= bound


def _join(where: str, key: str) -> str:
    return f"{where}.{shorten(key)}" if where else shorten(key)
