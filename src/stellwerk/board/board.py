"""A board: the map, the tickets and the rules that a game is played with."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.board.errors import AmbiguousName, UnknownName
from stellwerk.board.files import boards, file_text, interpret, parse, shipped_text
from stellwerk.board.model import City, Country, Route, Rules, Text, Ticket, Variant
from stellwerk.board.names import Finder, closest, slug

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, eq=False)
class Board:
    """A checked, immutable board in one of its variants.

    >>> board = Board.load("usa")
    >>> board.city("salt lake").name
    'Salt Lake City'
    >>> board.route("phoenix-denver").length
    5
    """

    id: str
    names: Text
    about: Text
    notes: Text
    variant: Variant
    variants: tuple[Variant, ...]
    colours: tuple[int, ...]
    """The card colours in use, as indices into COLOURS."""
    player_colours: tuple[str, ...]
    """The colours of pieces in the box; the clearest on this board come first."""
    seat_colours: tuple[str, ...]
    """The same, in the order of the seats."""
    cities: tuple[City, ...]
    countries: tuple[Country, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    rules: Rules

    @classmethod
    def load(cls, source: str | Path, variant: str | None = None) -> Board:
        """Load a board by its id, or from a file; without a variant in its usual way."""
        if isinstance(source, str):
            name = slug(source).replace("-", "_")
            if name in boards():
                return _load_shipped(name, variant)
            if not source.endswith(".toml") and not _is_file(source):
                raise UnknownName("board", source, closest(source, boards()) or boards())
        path = Path(source)
        return cls.parse(file_text(path), origin=str(path), variant=variant)

    @classmethod
    def parse(cls, text: str, origin: str = "board", variant: str | None = None) -> Board:
        """Read a board from the text of a board file; ``origin`` stands in error messages."""
        return cls.from_tables(parse(text, origin), origin, variant)

    @classmethod
    def from_tables(
        cls, tables: Mapping[str, object], origin: str = "board", variant: str | None = None
    ) -> Board:
        """Read a board from the tables of a board file, however they were made."""
        sheet, entries = interpret(tables, origin)
        known = [entry.variant.id for entry in entries]
        if variant is not None and variant not in known:
            raise UnknownName("variant", variant, closest(variant, known) or known)
        chosen = entries[0 if variant is None else known.index(variant)]
        return cls(
            id=sheet.id,
            names=sheet.names,
            about=sheet.about,
            notes=sheet.notes,
            variant=chosen.variant,
            variants=tuple(entry.variant for entry in entries),
            colours=sheet.colours,
            player_colours=sheet.player_colours,
            seat_colours=sheet.player_colours,
            cities=tuple(sheet.cities),
            countries=tuple(sheet.countries),
            routes=tuple(sheet.routes),
            tickets=chosen.tickets,
            rules=chosen.rules,
        )

    def coloured(self, colours: Sequence[str]) -> Board:
        """Return this board with other colours for the first seats; the rest is as in the box."""
        left = list(self.player_colours)
        for colour in colours:
            if colour not in left:
                raise UnknownName("free colour", colour, left)
            left.remove(colour)
        chosen = (*colours, *left)
        if chosen == self.seat_colours:
            return self
        _ = self.hash, self.record  # a copy has what was worked out before it
        board = copy.copy(self)
        object.__setattr__(board, "seat_colours", chosen)
        return board

    @cached_property
    def hash(self) -> str:
        """A fingerprint of all that matters to the rules; texts, places and looks do not."""
        content = {
            "id": self.id,
            "variant": self.variant.id,
            "colours": self.colours,
            "cities": [(city.id, city.kind, city.country, city.port) for city in self.cities],
            "routes": [
                (
                    *(route.id, route.a, route.b, route.length, route.colour, route.kind),
                    *(route.locomotives, route.tunnel, route.rugged, route.connection),
                )
                for route in self.routes
            ],
            "tickets": [
                (
                    *(ticket.id, ticket.stops, ticket.pile),
                    *(ticket.points, ticket.any_order, ticket.penalty),
                )
                for ticket in self.tickets
            ],
            "rules": asdict(self.rules),
        }
        canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Whether both are the same to the rules."""
        return isinstance(other, Board) and self.hash == other.hash

    def __hash__(self) -> int:
        """Hash by content."""
        return hash(self.hash)

    def __repr__(self) -> str:
        """Name the board and its variant."""
        return f"<Board {self.id}/{self.variant.id} {self.hash[:8]}>"

    @cached_property
    def record(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The board as the kernel reads it: an array of one BOARD record."""
        from stellwerk.board.compile import compile_board

        return compile_board(self)

    @cached_property
    def known(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The same record, for kernels that are compiled for one kind of board."""
        from stellwerk.board.known import known_form, numbers_of

        return self.record.view(known_form(numbers_of(self.record)))

    @cached_property
    def city_index(self) -> dict[str, int]:
        """The number of each city by its id."""
        return {city.id: i for i, city in enumerate(self.cities)}

    @cached_property
    def route_index(self) -> dict[str, int]:
        """The number of each route by its id."""
        return {route.id: i for i, route in enumerate(self.routes)}

    @cached_property
    def ticket_index(self) -> dict[str, int]:
        """The number of each ticket by its id."""
        return {ticket.id: i for i, ticket in enumerate(self.tickets)}

    def place_name(self, place: str, language: str = "en") -> str:
        """Return the name of a city or country, given its id, as shown in a language."""
        for country in self.countries:
            if country.id == place:
                return country.names[language]
        city = self.cities[self.city_index[place]]
        return city.names.get(language, city.name)

    def city(self, text: str) -> City:
        """Return the city meant by a person; forgives case, accents and unfinished words."""
        return self.cities[self._city_finder.find(text)]

    def find_cities(self, text: str) -> tuple[int, ...]:
        """Return the numbers of all cities that a text may mean, also an unfinished one."""
        return self._city_finder.candidates(text)

    def lanes(self, text: str) -> tuple[Route, ...]:
        """Return all routes that ``duluth-omaha``, ``Omaha Duluth`` or ``dul-oma/2`` may mean."""
        pair, *details = (part.strip().casefold() for part in text.split("/"))
        for ends in self._city_finder.pairs(pair):
            found = tuple(
                route
                for route in self.routes
                if ((route.a, route.b) in ends or (route.b, route.a) in ends)
                and all(detail in (route.kind, str(route.lane)) for detail in details)
            )
            if found:
                return found
        return ()

    def route(self, text: str) -> Route:
        """Return the one route meant; its cities may be named in either order."""
        if text in self.route_index:
            return self.routes[self.route_index[text]]
        found = self.lanes(text)
        if not found:
            raise UnknownName("route", text, closest(text, self.route_index))
        if len(found) > 1:
            raise AmbiguousName("route", text, [route.id for route in found])
        return found[0]

    def ticket(self, text: str) -> Ticket:
        """Return the one ticket meant; its two places may be named in either order."""
        if text in self.ticket_index:
            return self.tickets[self.ticket_index[text]]
        places = self._place_ids
        for pairs in self._place_finder.pairs(text):
            ends = {(places[a], places[b]) for a, b in pairs}
            found = [t for t in self.tickets if t.names in ends or t.names[::-1] in ends]
            if len(found) > 1:
                raise AmbiguousName("ticket", text, [ticket.id for ticket in found])
            if found:
                return found[0]
        # A tour is known by the beginning of its id.
        return self.tickets[self._ticket_finder.find(text)]

    @cached_property
    def _city_finder(self) -> Finder:
        return Finder(
            "city", [(city.name, (*city.aliases, *city.names.values())) for city in self.cities]
        )

    @cached_property
    def _place_ids(self) -> tuple[str, ...]:
        cities = (city.id for city in self.cities)
        return (*cities, *(country.id for country in self.countries))

    @cached_property
    def _place_finder(self) -> Finder:
        cities = [(city.name, city.aliases) for city in self.cities]
        countries = [(country.id, tuple(country.names.values())) for country in self.countries]
        return Finder("place", cities + countries)

    @cached_property
    def _ticket_finder(self) -> Finder:
        return Finder("ticket", [(ticket.id, ()) for ticket in self.tickets])


@lru_cache(maxsize=64)
def _load_shipped(name: str, variant: str | None) -> Board:
    return Board.parse(shipped_text(name), origin=f"{name}.toml", variant=variant)


def _is_file(source: str) -> bool:
    try:
        return Path(source).is_file()
    except (OSError, ValueError):
        return False
