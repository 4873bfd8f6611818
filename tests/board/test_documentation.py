"""The documentation of the file format holds."""

import re
import tomllib

import pytest

from stellwerk.board import Board, boards, bounds, layout
from stellwerk.board.files import LARGEST, shipped_text
from stellwerk.board.sense import MOST_MEASURED
from tests.board.example import DOCUMENTATION, example_text


def test_the_example_is_a_board() -> None:
    board = Board.parse(example_text())
    assert [variant.id for variant in board.variants] == ["base", "explorer"]
    explorer = Board.parse(example_text(), variant="explorer").rules
    assert (explorer.longest_path, explorer.most_tickets) == (0, 10)
    assert (explorer.tickets.start, explorer.tickets.draw) == ((2,), (3,))


def _keys(value: object) -> set[str]:
    """All keys of tables, except names chosen by the writer of the board."""
    if isinstance(value, list):
        return {key for each in value for key in _keys(each)}
    if isinstance(value, dict):
        return set(value).union(*(_keys(each) for each in value.values()))
    return set()


@pytest.mark.parametrize("board", boards())
def test_every_key_of_our_boards_is_explained(board: str) -> None:
    tables = tomllib.loads(shipped_text(board))
    own = {*tables["tickets"], *tables["variants"]}
    own |= {pile for variant in tables["variants"].values() for pile in variant["piles"]}
    explained = set(re.findall(r"`(\w+)`", DOCUMENTATION.read_text(encoding="utf-8")))
    assert _keys(tables) - own - {"tickets", "rules", "variants"} <= explained


def test_the_maxima_are_those_of_the_engine() -> None:
    text = DOCUMENTATION.read_text(encoding="utf-8").split("## What is possible")[1]
    rows = re.findall(r"^\| ([^|]+) \| ([0-9;, MiB]+) \|$", text, re.MULTILINE)
    assert dict(rows) == {
        "seats": f"{layout.SEATS}",
        "cities, junctions and end points together": f"{layout.CITIES}",
        "routes, each lane counted": f"{layout.ROUTES}",
        "lanes of a connection": f"{layout.LANES}",
        "length of a route": f"{layout.LENGTH}",
        "routes that a seat has pieces for, where the longest path counts": f"{MOST_MEASURED}",
        "colours; with harbour or ship cards": f"{layout.COLOURS}; {layout.SHIP_COLOURS}",
        "cards of a pile": f"{layout.PILE}",
        "cards in the display": f"{layout.DISPLAY}",
        "tickets of a variant; ticket piles": f"{layout.TICKETS}; {layout.TICKET_PILES}",
        "stops of a tour": f"{layout.STOPS}",
        "tickets dealt at the start; drawn later": f"{layout.OFFER}; {layout.DRAW}",
        "points of a ticket; pieces of a kind": "99; 99",
        "tickets of a file, all sets together; sets; variants": (
            f"{bounds.TICKETS}; {bounds.SETS}; {bounds.VARIANTS}"
        ),
        "characters of a name or key; of `about` and `notes`": f"{bounds.NAME}; {bounds.TEXT:,}",
        "aliases of a city, tags of a ticket": f"{bounds.LIST}",
        "parts of a dotted key, brackets around a value": f"{bounds.DEPTH}",
        "size of the file": f"{LARGEST >> 20} MiB",
    }
