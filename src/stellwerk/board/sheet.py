"""Reads the map and the tickets of a board file into values of the model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from stellwerk.board.errors import shorten
from stellwerk.board.layout import LENGTH, SEATS, STOPS
from stellwerk.board.model import (
    COLOURS,
    GRAY,
    City,
    Country,
    PlaceKind,
    Route,
    RouteKind,
    Text,
    Ticket,
)
from stellwerk.board.names import slug
from stellwerk.board.table import Table

FORMAT: Final = 1
"""The version of the file format that is read."""

IDENTIFIER: Final = re.compile(r"[a-z0-9][a-z0-9_]*")
_KINDS: Final[tuple[RouteKind, ...]] = ("train", "ship")
_MOST_POINTS: Final = 99


@dataclass(slots=True)
class TicketEntry:
    """A ticket as the file has it, before a variant puts it into a pile."""

    where: str
    ticket: Ticket
    reprint: Ticket
    """The same with the numbers of the later printing."""
    tags: tuple[str, ...]


@dataclass(slots=True)
class Sheet:
    """What a board file says, apart from rules and variants."""

    id: str = ""
    names: Text = field(default_factory=dict)
    about: Text = field(default_factory=dict)
    notes: Text = field(default_factory=dict)
    colours: tuple[int, ...] = ()
    player_colours: tuple[str, ...] = ()
    cities: list[City] = field(default_factory=list)
    city_places: list[str] = field(default_factory=list)
    countries: list[Country] = field(default_factory=list)
    country_places: list[str] = field(default_factory=list)
    routes: list[Route] = field(default_factory=list)
    route_places: list[str] = field(default_factory=list)
    tickets: dict[str, list[TicketEntry]] = field(default_factory=dict)
    whole: bool = True
    """Whether every entry could be read, so that the map as a whole can be judged."""


def read_sheet(top: Table) -> Sheet:
    """Read the map and the tickets; what is wrong with an entry is noted among the problems."""
    sheet = Sheet(
        id=top.string("id"),
        names=top.text("name"),
        about=top.text("about", ""),
        notes=top.text("notes", ""),
        colours=tuple(COLOURS.index(each) for each in top.choices("colours", COLOURS, COLOURS)),
        player_colours=top.choices("players", COLOURS),
    )
    if sheet.id and not IDENTIFIER.fullmatch(sheet.id):
        top.fault("may hold only the letters a-z, digits and '_'", "id")
    if not sheet.colours:
        top.fault("must name at least one colour", "colours")
    if len(sheet.player_colours) != SEATS and top.has("players"):
        top.fault(f"must name {SEATS} different colours, one for each seat", "players")
    country_names = _read_countries(top, sheet)
    _read_cities(top, sheet, country_names)
    _read_routes(top, sheet, country_names)
    _read_tickets(top, sheet, country_names)
    return sheet


def _unknown(row: Table, kind: str, name: str, table: str, names: Iterable[str]) -> None:
    """Note that a name is not among those of a table."""
    row.fault(f"{kind} '{shorten(name)}' is not in {table}{row.guess(name, names)}")


def _read_countries(top: Table, sheet: Sheet) -> dict[str, int]:
    """Read the countries, as yet without end points; return their numbers by name."""
    numbers: dict[str, int] = {}
    for row in top.rows("countries"):
        name = row.string("name") if row else ""
        if row is None or not name:
            sheet.whole = False
            continue
        names = _translations(row, name)
        row.finish()
        numbers.setdefault(name, len(sheet.countries))
        sheet.countries.append(Country(slug(name), names, ()))
        sheet.country_places.append(row.where)
    return numbers


def _read_cities(top: Table, sheet: Sheet, country_names: Mapping[str, int]) -> None:
    for row in top.rows("cities", required=True):
        name = row.string("name") if row else ""
        if row is None or not name:
            sheet.whole = False
            continue
        city = _read_city(row, name, sheet, country_names)
        row.finish()
        if city.country is not None:
            number = next(i for i, each in enumerate(sheet.countries) if each.id == city.country)
            country = sheet.countries[number]
            ends = (*country.ends, len(sheet.cities))
            sheet.countries[number] = replace(country, ends=ends)
        sheet.cities.append(city)
        sheet.city_places.append(row.where)


def _read_city(row: Table, name: str, sheet: Sheet, country_names: Mapping[str, int]) -> City:
    lat, lon = row.point("at")
    kind: PlaceKind = "city"
    names: Text = {}
    country = None
    if row.flag("junction"):
        kind = "junction"
        names = _translations(row, name)
        if row.has("country"):
            row.fault("a junction cannot be an end point of a country")
    if row.has("country") and (country_name := row.string("country")):
        kind = "country"
        if country_name in country_names:
            country = sheet.countries[country_names[country_name]].id
            names = sheet.countries[country_names[country_name]].names
        else:
            _unknown(row, "country", country_name, "countries", country_names)
    port = row.flag("port")
    if port and kind != "city":
        row.fault("only a city can be a port")
    return City(
        id=slug(name),
        name=name,
        lat=lat,
        lon=lon,
        kind=kind,
        country=country,
        port=port,
        aliases=row.strings("aliases", ()),
        names=names,
        unconfirmed=row.flag("unconfirmed"),
    )


def _translations(row: Table, name: str) -> Text:
    return {"de": row.string("de", name), "en": row.string("en", name)}


def _read_routes(top: Table, sheet: Sheet, country_names: Mapping[str, int]) -> None:
    cities = {city.name: i for i, city in enumerate(sheet.cities)}
    connections: dict[tuple[frozenset[int], RouteKind], int] = {}
    for row in top.rows("routes", required=True):
        if row is None:
            sheet.whole = False
            continue
        ends = _read_ends(row, sheet, cities, country_names)
        colour = row.choice("colour", (GRAY, *COLOURS))
        route = Route(
            id="",
            a=ends[0] if ends else 0,
            b=ends[1] if ends else 0,
            length=row.integer("length", 1, LENGTH),
            colour=None if colour == GRAY else COLOURS.index(colour),
            lane=row.integer("lane", 1, 99, 1),
            kind=row.choice("kind", _KINDS, "train"),
            locomotives=row.integer("locomotives", 0, LENGTH, 0),
            tunnel=row.flag("tunnel"),
            rugged=row.flag("rugged"),
            wraps=row.flag("wraps"),
            unconfirmed=row.flag("unconfirmed"),
        )
        row.finish()
        if not ends:
            sheet.whole = False
            continue
        key = (frozenset(ends), route.kind)
        connection = connections.setdefault(key, len(connections))
        sheet.routes.append(replace(route, connection=connection))
        sheet.route_places.append(row.where)
    _name_routes(sheet)


def _read_ends(
    row: Table, sheet: Sheet, cities: Mapping[str, int], country_names: Mapping[str, int]
) -> tuple[int, int] | None:
    names = row.strings("between")
    if not names:
        return None
    if len(names) != 2 or names[0] == names[1]:
        row.fault("must name two different cities", "between")
        return None
    for name in names:
        if name in cities:
            continue
        if name in country_names:
            ends = sheet.countries[country_names[name]].ends
            choice = " or ".join(f"'{sheet.cities[end].name}'" for end in ends)
            row.fault(f"'{shorten(name)}' is a country; name one of its end points: {choice}")
        else:
            _unknown(row, "city", name, "cities", cities)
    if names[0] in cities and names[1] in cities:
        return cities[names[0]], cities[names[1]]
    return None


def _name_routes(sheet: Sheet) -> None:
    """Give each route its id: both ends, the kind if both kinds join them, the lane if several."""
    first: dict[frozenset[int], Route] = {}
    kinds: dict[frozenset[int], set[RouteKind]] = {}
    lanes: dict[int, int] = {}
    for route in sheet.routes:
        pair = frozenset((route.a, route.b))
        first.setdefault(pair, route)
        kinds.setdefault(pair, set()).add(route.kind)
        lanes[route.connection] = lanes.get(route.connection, 0) + 1
    for number, route in enumerate(sheet.routes):
        pair = frozenset((route.a, route.b))
        # All routes of a pair are named alike, even where one row has its ends the other way round.
        name = f"{sheet.cities[first[pair].a].id}-{sheet.cities[first[pair].b].id}"
        if len(kinds[pair]) > 1:
            name += f"/{route.kind}"
        if lanes[route.connection] > 1:
            name += f"/{route.lane}"
        sheet.routes[number] = replace(route, id=name)


def _read_tickets(top: Table, sheet: Sheet, country_names: Mapping[str, int]) -> None:
    cities = {city.name: i for i, city in enumerate(sheet.cities)}
    table = top.table("tickets", required=True)
    for name in table:
        entries = sheet.tickets.setdefault(name, [])
        for row in table.rows(name):
            if row is None:
                sheet.whole = False
                continue
            entry = _read_ticket(row, sheet, cities, country_names)
            row.finish()
            if entry is None:
                sheet.whole = False
            else:
                entries.append(entry)


def _read_ticket(
    row: Table, sheet: Sheet, cities: Mapping[str, int], country_names: Mapping[str, int]
) -> TicketEntry | None:
    tour = row.has("tour")
    names = row.strings("tour" if tour else "between")
    points = row.integer("points", 1, _MOST_POINTS)
    any_order = row.integer("any_order", 1, _MOST_POINTS, points) if tour else points
    penalty = row.integer("penalty", 0, _MOST_POINTS, points)
    reprint = points if tour else row.integer("reprint", 1, _MOST_POINTS, points)
    tags = row.strings("tags", ())
    unconfirmed = row.flag("unconfirmed")
    if not names:
        return None
    if not tour and len(names) != 2:
        row.fault("must name two places; more stops make a tour", "between")
        return None
    if tour and not 3 <= len(names) <= STOPS:
        row.fault(f"must name 3 to {STOPS} places", "tour")
        return None
    if len(set(names)) < len(names):
        row.fault("names a place twice")
        return None
    stops: list[tuple[int, ...]] = []
    ids: list[str] = []
    for name in names:
        if name in country_names:
            country = sheet.countries[country_names[name]]
            stops.append(country.ends)
            ids.append(country.id)
        elif name not in cities:
            _unknown(row, "city", name, "cities", [*cities, *country_names])
        elif (city := sheet.cities[cities[name]]).kind == "city":
            stops.append((cities[name],))
            ids.append(city.id)
        elif city.kind == "junction":
            row.fault(f"'{shorten(name)}' is a junction; tickets name cities and countries only")
        else:
            row.fault(f"'{shorten(name)}' is an end point of a country; name the country itself")
    if len(stops) < len(names):
        return None
    ticket = Ticket(
        id="-".join(ids),
        stops=tuple(stops),
        names=tuple(ids),
        points=points,
        any_order=any_order,
        penalty=penalty,
        unconfirmed=unconfirmed,
    )
    later = ticket
    if reprint != points:
        penalty = penalty if row.has("penalty") else reprint
        later = replace(ticket, points=reprint, any_order=reprint, penalty=penalty)
    return TicketEntry(row.where, ticket, later, tags)
