"""Whatever stands in a board file, it is a board or is refused with a reason."""

import copy
import tomllib
from collections.abc import Callable
from typing import Any

from hypothesis import example as try_also
from hypothesis import given, settings
from hypothesis import strategies as st

from stellwerk.board import Board, BoardError, boards
from stellwerk.board.files import shipped_text
from tests.board.example import example_text

TEXTS = {name: shipped_text(name) for name in boards()} | {"example": example_text()}
TABLES = {name: tomllib.loads(text) for name, text in TEXTS.items()}

scalars = st.one_of(
    st.booleans(),
    st.integers(-3, 300),
    st.integers(),
    st.just(10**4000),
    st.floats(),
    st.text(max_size=12),
    st.dates(),
    st.sampled_from(["Kiel", "Wien", "Denver", "Dänemark", "gray", "red", "ship", "out", "1910"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


def _judge(read: Callable[[], Board]) -> None:
    """Let it be read and compiled; if it is refused, then with reasons that name the file."""
    lines: list[str] = []
    try:
        board = read()
        assert board.record.shape == (1,)
        assert len(board.hash) == 64
    except BoardError as error:
        lines = str(error).split("\n")
    for line in lines:
        assert line.startswith("fuzz.toml: ")
        assert len(line) < 1000


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return every container with each of its keys or numbers."""
    found: list[tuple[Any, Any]] = []
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in entries:
        found.append((value, key))
        if isinstance(inner, dict | list):
            found += _places(inner)
    return found


@settings(max_examples=300)
@given(st.sampled_from(sorted(TABLES)), st.data())
def test_mutated_tables(name: str, data: st.DataObject) -> None:
    tables = copy.deepcopy(TABLES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        places = _places(tables)
        if not places:
            break
        holder, key = places[data.draw(st.integers(0, len(places) - 1))]
        match data.draw(st.sampled_from(["replace", "delete", "add", "repeat", "swap"])):
            case "replace":
                holder[key] = data.draw(values)
            case "delete":
                del holder[key]
            case "add" if isinstance(holder, dict):
                holder[data.draw(st.text(max_size=8))] = data.draw(values)
            case "repeat" if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case _:
                other, there = places[data.draw(st.integers(0, len(places) - 1))]
                holder[key] = copy.deepcopy(other[there])
    _judge(lambda: Board.from_tables(tables, "fuzz.toml"))


@settings(max_examples=200)
@given(st.sampled_from(sorted(TEXTS)), st.data())
def test_mutated_text(name: str, data: st.DataObject) -> None:
    text = TEXTS[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(st.text(max_size=6)) + text[end:]
    _judge(lambda: Board.parse(text, "fuzz.toml"))


@given(st.text())
@try_also("")
@try_also("format = 1")
@try_also("format = 1\n[variants.a.piles]\na = [[]]")
def test_any_text(text: str) -> None:
    _judge(lambda: Board.parse(text, "fuzz.toml"))


@given(st.dictionaries(st.sampled_from(sorted(TABLES["germany"])), values))
def test_any_tables(tables: dict[str, Any]) -> None:
    _judge(lambda: Board.from_tables({"format": 1} | tables, "fuzz.toml"))
