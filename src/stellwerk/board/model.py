"""What a board is made of: immutable values, free of any file format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Language = Literal["de", "en"]
Text = Mapping[str, str]
"""One text per language: ``{"de": "Welt", "en": "World"}``."""

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
"""The card colours, in the order of the card kinds."""

GRAY = "gray"

PlaceKind = Literal["city", "country", "junction"]
RouteKind = Literal["train", "ship"]


@dataclass(frozen=True, slots=True)
class City:
    """A place where routes end: a city, one end point of a country, or an unnamed junction."""

    id: str
    """ASCII, lower case, words joined by ``-``: ``salt-lake-city``."""
    name: str
    """As printed on the board."""
    lat: float
    lon: float
    kind: PlaceKind = "city"
    country: str | None = None
    """For an end point of a country: the id of the country."""
    port: bool = False
    aliases: tuple[str, ...] = ()
    """Other usual names, for typing."""
    names: Text = field(default_factory=dict)
    """Translated name of a country's end point or a junction; empty for cities."""
    unconfirmed: bool = False
    """Whether something about it could not be confirmed; the board's notes say what."""


@dataclass(frozen=True, slots=True)
class Country:
    """A country that tickets may name; reached at any of its end points (G-05)."""

    id: str
    names: Text
    ends: tuple[int, ...]
    """Indices of its end points among the cities."""


@dataclass(frozen=True, slots=True)
class Route:
    """One lane of a connection."""

    id: str
    """``denver-phoenix``, with the lane where there is more than one: ``duluth-omaha/2``."""
    a: int
    b: int
    length: int
    colour: int | None
    """Index into ``COLOURS``, or None for gray."""
    lane: int = 1
    kind: RouteKind = "train"
    locomotives: int = 0
    """Locomotive symbols of a ferry (E-06)."""
    tunnel: bool = False
    rugged: bool = False
    """All spaces are rugged (W-09)."""
    wraps: bool = False
    """Leaves the map on one side and enters on the other; ``a`` is the western end.

    Only the drawing asks for it."""
    connection: int = 0
    """Routes with the same number are lanes of one connection (C-15)."""
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket: two places, or a tour of more.

    Each stop is a set of cities of which any will do.
    """

    id: str
    """``boston-miami``; for a tour all stops: ``lagos-luanda-dar-es-salaam-djibouti``."""
    stops: tuple[tuple[int, ...], ...]
    """City indices per stop: one for a city, several for a country."""
    names: tuple[str, ...]
    """City or country id per stop."""
    points: int
    any_order: int
    """Points of a tour joined, though not in order (W-12); otherwise equal to points."""
    penalty: int
    """Points lost when it fails, as a positive number."""
    pile: int = 0
    """The ticket pile it belongs to."""
    unconfirmed: bool = False

    @property
    def tour(self) -> bool:
        """Whether this is a tour."""
        return len(self.stops) > 2


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards of each sort there are; the first four per colour."""

    train: int
    harbour: int = 0
    """Train cards with the harbour symbol, besides those without."""
    ship: int = 0
    double_ship: int = 0
    locomotives: int = 14


TieBreak = Literal["tickets", "longest_path", "fewest_stations", "harbours"]
Unkept = Literal["under", "out", "shuffle"]


@dataclass(frozen=True, slots=True)
class TicketRules:
    """How tickets are dealt and drawn (C-18)."""

    piles: tuple[str, ...]
    """Names of the ticket piles that are drawn from during the game, one or two."""
    start: tuple[int, ...]
    """Dealt to each seat from each pile; with ``mix`` the first number is the total."""
    start_keep: int
    draw: tuple[int, ...]
    """Drawn later from each pile; with ``mix`` the first number is the total.

    A pile that is never drawn from leaves the game after the deal (E-02)."""
    start_unkept: Unkept = "under"
    """Where tickets not kept at the start go: under their pile, out of the game, or shuffled in."""
    start_keep_at_most: tuple[int, ...] = ()
    """Most that may be kept at the start from each pile; empty: no limit."""
    draw_keep: int = 1
    mix: bool = False
    """The player announces how many come from each pile (G-02, G-03)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that differs between boards, apart from the map itself."""

    cards: Cards
    tickets: TicketRules
    wagons: int
    route_points: tuple[int, ...]
    """By length, from length 1 (C-17)."""
    hand: tuple[int, int] = (4, 0)
    """Cards dealt to each seat from the train pile and the ship pile."""
    display: tuple[int, int] = (5, 0)
    """Cards laid out from the train pile and the ship pile."""
    flush: int = 3
    """This many locomotives in the display clear it (C-06)."""
    ships: int = 0
    pieces: int = 0
    """Pieces each seat chooses out of wagons and ships (W-04); 0: all of them, no choice."""
    suggested_wagons: int = 0
    stations: int = 0
    station_bonus: int = 0
    """Points for each station not built (E-05)."""
    harbours: int = 0
    harbour_values: tuple[int, int, int] = (0, 0, 0)
    """Worth of a harbour with 1, 2, 3 or more completed tickets (W-14)."""
    harbour_penalty: int = 0
    """Points lost for each harbour not built."""
    exchange: bool = False
    """Pieces may be exchanged for a point each (W-16)."""
    end_pieces: int = 2
    """A seat left with this many pieces or fewer triggers the end (C-21, W-15)."""
    end_rounds: int = 1
    longest_path: int = 0
    """Bonus for the longest path (C-22)."""
    most_tickets: int = 0
    """Bonus for most completed tickets (G-06, Globetrotter)."""
    tie_breaks: tuple[TieBreak, ...] = ("tickets",)


@dataclass(frozen=True, slots=True)
class Variant:
    """A named way to play a board."""

    id: str
    names: Text
    about: Text
