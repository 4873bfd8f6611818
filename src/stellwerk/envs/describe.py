"""Tables about observations, actions and datasets, for the documentation: made from the code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stellwerk.board import Board, boards
from stellwerk.envs.action_table import ActionTable
from stellwerk.envs.dataset import COLUMNS
from stellwerk.envs.fields import Field, Layout

SEATS = 2
"""Seats of the observations in the tables."""


def sizes() -> Iterator[str]:
    """Yield a table of all boards and variants: how many actions, how long observations are."""
    yield "| board | variant | actions | with all payments | observation | with distances |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for name in boards():
        for variant in Board.load(name).variants:
            board = Board.load(name, variant.id)
            figures = (
                ActionTable(board).size,
                ActionTable(board, all_payments=True).size,
                Layout(board, SEATS).size,
                Layout(board, SEATS, distances=True).size,
            )
            yield f"| {name} | `{variant.id}` | " + " | ".join(map(str, figures)) + " |"


def fields() -> Iterator[str]:
    """Yield a table of all fields of an observation, in order, with their sizes on each board."""
    layouts = {name: Layout(Board.load(name), SEATS, distances=True) for name in boards()}
    yield "| field | entries | an entry says | " + " | ".join(layouts) + " |"
    yield "| --- | --- | --- |" + " ---: |" * len(layouts)
    for name, field in _all_fields(layouts):
        found = (layout.fields.get(name) for layout in layouts.values())
        columns = " | ".join(str(each.size) if each else "" for each in found)
        yield f"| `{name}` | {field.entries} | {field.meaning} | {columns} |"


def _all_fields(layouts: dict[str, Layout]) -> Iterator[tuple[str, Field]]:
    """Yield the fields of all boards, each once; Europe and World have all but one between them."""
    seen: set[str] = set()
    order = ("europe", "world", *layouts)
    merged: list[tuple[str, Field]] = []
    for board in order:
        at = 0
        for name, field in layouts[board].fields.items():
            if name in seen:
                at = next(i for i, (other, _) in enumerate(merged) if other == name) + 1
                continue
            seen.add(name)
            merged.insert(at, (name, field))
            at += 1
    yield from merged


def actions() -> Iterator[str]:
    """Yield a table of all blocks of actions, in order, with their sizes on each board."""
    tables = {name: ActionTable(Board.load(name)) for name in boards()}
    yield "| actions | one for each of | meaning | for example | " + " | ".join(tables) + " |"
    yield "| --- | --- | --- | --- |" + " ---: |" * len(tables)
    blocks: dict[str, tuple[str, str, str]] = {}
    for table in tables.values():
        for block in table.blocks:
            example = table.text(block.first + block.size - 1)
            blocks.setdefault(block.name, (block.order, block.meaning, example))
    order = "mix keep pieces take blind tickets exchange pass_turn withdraw pay_tunnel claim"
    for name in (*order.split(), "station", "harbour"):
        found = ({block.name: block.size for block in each.blocks} for each in tables.values())
        columns = " | ".join(str(each.get(name, "")) for each in found)
        entries, meaning, example = blocks[name]
        yield f"| `{name}` | {entries} | {meaning} | `{example}` | {columns} |"


def columns() -> Iterator[str]:
    """Yield a table of the columns of a dataset."""
    yield "| column | what it holds |"
    yield "| --- | --- |"
    for name, meaning in COLUMNS.items():
        yield f"| `{name}` | {meaning} |"


PARTS = {"sizes": sizes, "fields": fields, "actions": actions, "columns": columns}


def renewed(page: str) -> str:
    """Return a page with its tables renewed; each stands between two marks.

    >>> renewed("<!-- columns -->old<!-- /columns -->").splitlines()[1:3]
    ['| column | what it holds |', '| --- | --- |']
    """
    for name, make in PARTS.items():
        table = "\n".join(make())
        marked = f"<!-- {name} -->\n{table}\n<!-- /{name} -->"
        escaped = marked.replace("\\", r"\\")
        page = re.sub(f"<!-- {name} -->.*?<!-- /{name} -->", escaped, page, flags=re.S)
    return page
