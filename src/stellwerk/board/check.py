"""Whether a board makes sense: what its single entries cannot tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stellwerk.board.layout import LANES, SEATS, TICKETS
from stellwerk.board.model import COLOURS, Route, Ticket
from stellwerk.board.names import fold
from stellwerk.board.sense import rules_faults
from stellwerk.board.sheet import Sheet
from stellwerk.board.table import Problems
from stellwerk.board.variants import VariantEntry


def check(sheet: Sheet, variants: Sequence[VariantEntry], problems: Problems) -> None:
    """Note everything about the board that makes no sense."""
    _check_names(sheet, problems)
    _check_routes(sheet, problems)
    _check_lanes(sheet, problems)
    if sheet.whole:
        # With an entry missing these would only repeat its problem.
        _check_countries(sheet, problems)
        _check_reach(sheet, variants, problems)
    for variant in variants:
        _check_tickets(sheet, variant, problems)
    _check_rules(sheet, variants, problems)


def _check_names(sheet: Sheet, problems: Problems) -> None:
    holders: dict[str, tuple[str, str]] = {}
    places = [*sheet.city_places, *sheet.country_places]
    names = [(city.name, city.aliases) for city in sheet.cities]
    names += [(country.id, tuple(country.names.values())) for country in sheet.countries]
    for where, (name, aliases) in zip(places, names, strict=True):
        for each in dict.fromkeys((name, *aliases)):
            folded = fold(each)
            if not folded:
                problems.add(where, f"the name '{each}' needs letters from a to z or digits")
                continue
            other, holder = holders.setdefault(folded, (where, name))
            if other != where:
                problems.add(where, f"the name '{each}' is already that of '{holder}' ({other})")


def _check_routes(sheet: Sheet, problems: Problems) -> None:
    ids: dict[str, int] = {}
    for where, route in zip(sheet.route_places, sheet.routes, strict=True):
        for fault in _route_faults(sheet, route):
            problems.add(where, fault)
        if ids.setdefault(route.id, route.connection) != route.connection:
            problems.add(where, f"the id '{route.id}' already belongs to another route")


def _route_faults(sheet: Sheet, route: Route) -> Iterable[str]:
    name = _name(sheet, route)
    if route.colour is not None and route.colour not in sheet.colours:
        yield f"{name} is {COLOURS[route.colour]}, but there are no cards of that colour"
    if route.locomotives > route.length:
        yield f"{name} asks for {route.locomotives} locomotives, but has {route.length} spaces"
    if route.kind == "ship":
        if route.tunnel:
            yield f"{name} is a ship route; it cannot be a tunnel"
        if route.locomotives:
            yield f"{name} is a ship route; it cannot ask for locomotives"
        if route.rugged:
            yield f"{name} is a ship route; it cannot be rugged"
    elif route.rugged:
        if route.tunnel:
            yield f"{name} is rugged; it cannot be a tunnel"
        if route.locomotives:
            yield f"{name} is rugged; it cannot ask for locomotives"
        if route.colour is not None:
            yield f"{name} is rugged, so it must be gray"
    ends = sheet.cities[route.a], sheet.cities[route.b]
    if ends[0].country is not None and ends[0].country == ends[1].country:
        yield f"{name} joins two end points of one country"


def _check_lanes(sheet: Sheet, problems: Problems) -> None:
    connections: dict[int, list[int]] = {}
    for number, route in enumerate(sheet.routes):
        connections.setdefault(route.connection, []).append(number)
    for numbers in connections.values():
        lanes = [sheet.routes[number] for number in numbers]
        where = sheet.route_places[numbers[-1]]
        name = _name(sheet, lanes[0])
        if len({route.length for route in lanes}) > 1:
            lengths = " and ".join(str(route.length) for route in lanes)
            problems.add(where, f"the lanes of {name} are not equally long: {lengths}")
        if [route.lane for route in lanes] != list(range(1, len(lanes) + 1)):
            listed = ", ".join(str(route.lane) for route in lanes)
            problems.add(
                where,
                f"the lanes of {name} must be numbered from 1 to {len(lanes)}, but are {listed}"
                if len(lanes) > 1
                else f"{name} has one lane; it must have the number 1, not {listed}",
            )
        if len(lanes) > LANES:
            problems.add(where, f"{name} has {len(lanes)} lanes, but {LANES} are the most")
        if numbers[-1] - numbers[0] >= len(numbers):
            problems.add(where, f"the lanes of {name} must stand next to each other")


def _check_countries(sheet: Sheet, problems: Problems) -> None:
    for where, country in zip(sheet.country_places, sheet.countries, strict=True):
        if not country.ends:
            problems.add(where, f"the country '{country.names['de']}' has no end point in cities")
        for end in country.ends:
            connections = {r.connection for r in sheet.routes if end in (r.a, r.b)}
            if len(connections) > 1:
                name = sheet.cities[end].name
                message = f"'{name}' is an end point of a country and may have only one route"
                problems.add(sheet.city_places[end], f"{message}, not {len(connections)}")


def _check_reach(sheet: Sheet, variants: Sequence[VariantEntry], problems: Problems) -> None:
    group = _groups(len(sheet.cities), sheet.routes)
    sizes = {each: group.count(each) for each in group}
    main = max(sizes, key=lambda each: sizes[each], default=0)
    for number, (where, city) in enumerate(zip(sheet.city_places, sheet.cities, strict=True)):
        if group[number] != main:
            alone = sizes[group[number]] == 1
            reason = "has no route" if alone else "cannot be reached from the rest of the map"
            problems.add(where, f"'{city.name}' {reason}")
    for variant in variants:
        for where, ticket in zip(variant.ticket_places, variant.tickets, strict=True):
            reached = [{group[city] for city in stop} for stop in ticket.stops]
            if all(reached) and not set.intersection(*reached):
                problems.add(where, f"no routes connect the places of {_label(ticket)}")


def _groups(cities: int, routes: Iterable[Route]) -> list[int]:
    """Number the parts of the map that hang together; return the part of each city."""
    group = list(range(cities))
    for route in routes:
        kept, merged = group[route.a], group[route.b]
        if kept != merged:
            group = [kept if each == merged else each for each in group]
    return group


def _check_tickets(sheet: Sheet, entry: VariantEntry, problems: Problems) -> None:
    seen: dict[str, str] = {}
    for where, ticket in zip(entry.ticket_places, entry.tickets, strict=True):
        other = seen.setdefault(ticket.id, where)
        if not ticket.tour:
            # The same journey in the other direction.
            seen.setdefault("-".join(reversed(ticket.names)), where)
        if other != where:
            problems.add(where, f"the ticket {_label(ticket)} is already there ({other})")
    number = len(entry.tickets)
    if number > TICKETS:
        message = f"there are {number} tickets, but no more than {TICKETS} are possible"
        problems.add(entry.where, message)
    rules = entry.rules.tickets
    if not sheet.whole or not entry.sound:
        return
    for pile, name in enumerate(rules.piles):
        size = sum(ticket.pile == pile for ticket in entry.tickets)
        dealt = SEATS * (rules.start[0] if rules.mix else rules.start[pile])
        if size == 0:
            problems.add(entry.where, f"the ticket pile '{name}' is empty")
        elif size < dealt:
            message = f"the ticket pile '{name}' holds {size} tickets, but {SEATS} seats"
            problems.add(entry.where, f"{message} {'may ask for' if rules.mix else 'get'} {dealt}")


def _check_rules(sheet: Sheet, variants: Sequence[VariantEntry], problems: Problems) -> None:
    faults: dict[str, list[str]] = {}
    variants = [entry for entry in variants if entry.sound]
    for entry in variants:
        for fault in rules_faults(entry.rules, sheet):
            faults.setdefault(fault, []).append(entry.where)
    for fault, places in faults.items():
        # What is wrong in every variant is wrong in the rules they share.
        for where in ["rules"] if len(places) == len(variants) else places:
            problems.add(where, fault)


def _name(sheet: Sheet, route: Route) -> str:
    return f"{sheet.cities[route.a].name}–{sheet.cities[route.b].name}"


def _label(ticket: Ticket) -> str:
    return "–".join(ticket.names)
