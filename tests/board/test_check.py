"""Every message of the checker, and that all problems are named at once."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import pytest

from stellwerk.board import Board, BoardError, names, table
from stellwerk.board.files import interpret, parse, shipped_text
from tests.board.example import example

Tables = dict[str, Any]
Change = Callable[[Tables], object]


def problems(tables: Tables) -> list[str]:
    """Return what the checker says about the tables, one text for each problem."""
    try:
        interpret(tables, "coast.toml")
    except BoardError as error:
        return [str(problem) for problem in error.problems]
    return []


def lay(path: str, value: object) -> Change:
    """Put a value at a place such as ``routes.3.length``; a new place is made at the end."""

    def change(tables: Tables) -> None:
        *way, last = path.split(".")
        at: Any = tables
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at.setdefault(step, {})
        if isinstance(at, list) and int(last) == len(at):
            at.append(value)
        elif isinstance(at, list):
            at[int(last)] = value
        else:
            at[last] = value

    return change


def drop(path: str) -> Change:
    """Take away what stands at a place."""

    def change(tables: Tables) -> None:
        *way, last = path.split(".")
        at: Any = tables
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at[step]
        del at[int(last) if isinstance(at, list) else last]

    return change


def both(*changes: Change) -> Change:
    """Make several changes."""

    def change(tables: Tables) -> None:
        for each in changes:
            each(tables)

    return change


def ships(tables: Tables) -> None:
    """Make Kiel-Wismar a ship route, with all that it needs."""
    tables["routes"][4] = {
        "between": ["Kiel", "Wismar"],
        "length": 3,
        "colour": "gray",
        "kind": "ship",
    }
    tables["rules"]["ships"] = 10
    tables["rules"]["cards"] |= {"harbour": 2, "ship": 6, "double_ship": 2}
    tables["rules"]["hand"] = {"train": 2, "ship": 1}


def harbours(tables: Tables) -> None:
    """Add harbours to the ships."""
    ships(tables)
    tables["cities"][1]["port"] = True
    tables["rules"] |= {"harbours": 2, "harbour_values": [5, 10, 15], "harbour_penalty": 2}
    tables["rules"]["tie_breaks"] = ["tickets", "harbours"]


def abroad(tables: Tables) -> None:
    """Add a country with two end points, and a ticket to it."""
    tables["countries"] = [{"name": "Dänemark", "en": "Denmark"}]
    for number, (at, city) in enumerate([([55.0, 9.4], "Flensburg"), ([54.7, 11.4], "Rostock")], 1):
        end = f"Dänemark ({number})"
        tables["cities"].append({"name": end, "at": at, "country": "Dänemark"})
        tables["routes"].append({"between": [city, end], "length": 1, "colour": "gray"})
    tables["tickets"]["all"].append({"between": ["Dänemark", "Stralsund"], "points": 3})


def junction(tables: Tables) -> None:
    """Add a junction at sea."""
    tables["cities"].append({"name": "Buoy", "at": [54.5, 11.0], "junction": True, "de": "Boje"})
    tables["routes"].append({"between": ["Kiel", "Buoy"], "length": 1, "colour": "gray"})


def two_piles(tables: Tables) -> None:
    """Deal tickets from two piles."""
    everything = tables["tickets"]["all"]
    tables["tickets"] = {"near": everything[:5], "far": everything[5:]}
    for variant in tables["variants"].values():
        variant["piles"] = {"near": ["near"], "far": ["far"]}
        variant.pop("rules", None)
    tables["rules"]["tickets"] = {
        "start": {"near": 1, "far": 1},
        "start_keep": 1,
        "draw": {"near": 2},
    }


@pytest.mark.parametrize("change", [ships, harbours, abroad, junction, two_piles])
def test_what_the_changes_below_start_from_is_sound(change: Change) -> None:
    tables = example()
    assert problems(tables) == []
    change(tables)
    assert problems(tables) == []


MESSAGES: list[tuple[Change, str]] = [
    # The shape of a file.
    (drop("format"), "'format' is missing"),
    (lay("format", 2), "format: only format 1 is understood, not 2"),
    (lay("format", "1"), "format: must be a whole number, not '1'"),
    (drop("id"), "'id' is missing"),
    (lay("id", "Küste"), "id: may hold only the letters a-z, digits and '_'"),
    (lay("id", ""), "id: must be a text in one line, not ''"),
    (drop("name"), "'name' is missing"),
    (
        lay("name", {"fr": "Côte"}),
        'name: must be a text, or texts by language: { de = "...", en = "..." }',
    ),
    (lay("colour", []), "unknown key 'colour'; did you mean 'colours'?"),
    (lay("rules.wagon", 12), "rules: unknown key 'wagon'; did you mean 'wagons'?"),
    (lay("routes.3.colors", 12), "routes[3]: unknown key 'colors'; did you mean 'colour'?"),
    (lay("cities", {}), "cities: must be a list of tables, not a table"),
    (lay("cities.1", "Kiel"), "cities[1]: must be a table, not 'Kiel'"),
    (lay("tickets", []), "tickets: must be a table, not a list"),
    (drop("rules"), "'rules' is missing"),
    (drop("routes"), "'routes' is missing"),
    (drop("tickets"), "'tickets' is missing"),
    (drop("variants"), "'variants' is missing"),
    (lay("variants", {}), "variants: there must be at least one variant"),
    # Colours.
    (lay("colours.1", "pink"), "colours: 'pink' is not one of purple, blue, orange"),
    (lay("colours.1", "gren"), "red; did you mean 'green'?"),
    (lay("colours.1", "blue"), "colours: names 'blue' twice"),
    (lay("colours", "blue"), "colours: must be a list, not 'blue'"),
    (lay("colours", []), "colours: must name at least one colour"),
    (drop("players.4"), "players: must name 5 different colours, one for each seat"),
    # Cities.
    (drop("cities.2.name"), "cities[2]: 'name' is missing"),
    (lay("cities.2.name", "Lü\nbeck"), "cities[2].name: must be a text in one line"),
    (lay("cities.6", {"name": "KIEL", "at": [1, 1]}), "the name 'KIEL' is already that of 'Kiel'"),
    (lay("cities.1.aliases", ["rostock"]), "the name 'Rostock' is already that of 'Kiel'"),
    (lay("cities.1.name", "基尔"), "the name '基尔' needs letters from a to z or digits"),
    (
        lay("cities.1.at", [54.32]),
        "cities[1].at: must be [latitude, longitude] in degrees, such as [47.05, 8.31]",
    ),
    (lay("cities.1.at", [154.32, 10.12]), "cities[1].at: must be [latitude, longitude]"),
    (lay("cities.1.at", [float("nan"), 10.12]), "cities[1].at: must be [latitude, longitude]"),
    (lay("cities.1.port", 1), "cities[1].port: must be true or false, not 1"),
    (lay("cities.1.aliases", "Kiel"), "cities[1].aliases: must be a list of texts"),
    (lay("cities.1.de", "Kiel"), "cities[1]: unknown key 'de'"),
    (lay("cities.6", {"name": "Bonn", "at": [50.7, 7.1]}), "cities[6]: 'Bonn' has no route"),
    (
        both(
            lay("cities.6", {"name": "Bonn", "at": [50.7, 7.1]}),
            lay("cities.7", {"name": "Köln", "at": [50.9, 7.0]}),
            lay("routes.10", {"between": ["Bonn", "Köln"], "length": 1, "colour": "gray"}),
        ),
        "cities[7]: 'Köln' cannot be reached from the rest of the map",
    ),
    # Countries and junctions.
    (both(abroad, lay("cities.6.country", "Danemark")), "country 'Danemark' is not in countries"),
    (both(abroad, lay("cities.6.port", True)), "cities[6]: only a city can be a port"),
    (
        both(junction, abroad, lay("cities.7.junction", True)),
        "cities[7]: a junction cannot be an end point of a country",
    ),
    (
        lay("countries", [{"name": "Dänemark"}]),
        "countries[0]: the country 'Dänemark' has no end point in cities",
    ),
    (
        both(abroad, lay("countries.1", {"name": "Dänemark"})),
        "countries[1]: the name 'danemark' is already that of 'danemark'",
    ),
    (
        both(
            abroad,
            lay("routes.12", {"between": ["Kiel", "Dänemark (1)"], "length": 1, "colour": "gray"}),
        ),
        "cities[6]: 'Dänemark (1)' is an end point of a country and may have only one route, not 2",
    ),
    (
        both(abroad, lay("routes.10.between", ["Dänemark (1)", "Dänemark (2)"])),
        "routes[10]: Dänemark (1)–Dänemark (2) joins two end points of one country",
    ),
    (
        both(abroad, lay("routes.10.between", ["Flensburg", "Dänemark"])),
        "'Dänemark' is a country; name one of its end points: 'Dänemark (1)' or 'Dänemark (2)'",
    ),
    (
        both(abroad, lay("tickets.all.10.between", ["Dänemark (1)", "Stralsund"])),
        "tickets.all[10]: 'Dänemark (1)' is an end point of a country; name the country itself",
    ),
    (
        both(junction, lay("tickets.all.0.between", ["Buoy", "Stralsund"])),
        "tickets.all[0]: 'Buoy' is a junction; tickets name cities and countries only",
    ),
    # Routes.
    (
        lay("routes.7.between", ["Lübek", "Rostock"]),
        "routes[7]: city 'Lübek' is not in cities; did you mean 'Lübeck'?",
    ),
    (lay("routes.7.between", ["Rostock"]), "routes[7].between: must name two different cities"),
    (lay("routes.7.between", ["Kiel", "Kiel"]), "must name two different cities"),
    (lay("routes.7.between", "Kiel"), "routes[7].between: must be a list of texts"),
    (lay("routes.7.length", 0), "routes[7].length: must be between 1 and 9, not 0"),
    (lay("routes.7.length", 10), "routes[7].length: must be between 1 and 9, not 10"),
    (lay("routes.7.length", 16**5000), "must be between 1 and 9, not a huge number"),
    (lay("routes.7.length", True), "routes[7].length: must be a whole number, not true"),
    (lay("routes.7.length", 3.5), "routes[7].length: must be a whole number, not 3.5"),
    (lay("routes.7.colour", "violet"), "routes[7].colour: 'violet' is not one of gray, purple"),
    (
        lay("routes.7.colour", "black"),
        "routes[7]: Lübeck–Rostock is black, but there are no cards of that colour",
    ),
    (lay("routes.7.kind", "train "), "'train' is not one of train, ship; did you mean 'train'?"),
    (
        lay("routes.3.length", 3),
        "routes[3]: the lanes of Kiel–Lübeck are not equally long: 2 and 3",
    ),
    (
        lay("routes.3.lane", 1),
        "routes[3]: the lanes of Kiel–Lübeck must be numbered from 1 to 2, but are 1, 1",
    ),
    (
        lay("routes.7.lane", 2),
        "routes[7]: Lübeck–Rostock has one lane; it must have the number 1, not 2",
    ),
    (
        both(
            lay("routes.10", {"between": ["Wismar", "Lübeck"], "length": 1, "colour": "gray"}),
            lay("routes.10.lane", 2),
        ),
        "routes[10]: the lanes of Lübeck–Wismar must stand next to each other",
    ),
    (
        lambda tables: tables["routes"].extend(
            {"between": ["Rostock", "Kiel"], "length": 5, "colour": "gray", "lane": lane}
            for lane in range(1, 5)
        ),
        "routes[13]: Rostock–Kiel has 4 lanes, but 3 are the most",
    ),
    (
        both(
            lay("cities.6", {"name": "Kiel Lübeck", "at": [1, 1]}),
            lay("cities.7", {"name": "Lübeck Wismar", "at": [1, 1]}),
            lay("routes.10", {"between": ["Kiel Lübeck", "Wismar"], "length": 1, "colour": "gray"}),
            lay("routes.11", {"between": ["Kiel", "Lübeck Wismar"], "length": 1, "colour": "gray"}),
        ),
        "routes[11]: the id 'kiel-lubeck-wismar' already belongs to another route",
    ),
    (lay("routes.4.locomotives", 4), "Kiel–Wismar asks for 4 locomotives, but has 3 spaces"),
    (both(ships, lay("routes.4.tunnel", True)), "Kiel–Wismar is a ship route; it cannot be a tun"),
    (both(ships, lay("routes.4.locomotives", 1)), "is a ship route; it cannot ask for locomotives"),
    (both(ships, lay("routes.4.rugged", True)), "is a ship route; it cannot be rugged"),
    (lay("routes.6.rugged", True), "routes[6]: Wismar–Rostock is rugged; it cannot be a tunnel"),
    (lay("routes.4.rugged", True), "Kiel–Wismar is rugged; it cannot ask for locomotives"),
    (lay("routes.7.rugged", True), "Lübeck–Rostock is rugged, so it must be gray"),
    # Tickets.
    (
        lay("tickets.all.2.between", ["Kiel", "Kiehl"]),
        "city 'Kiehl' is not in cities; did you mean",
    ),
    (lay("tickets.all.2.between", ["Kiel"]), "must name two places; more stops make a tour"),
    (lay("tickets.all.2.between", ["Kiel", "Kiel"]), "tickets.all[2]: names a place twice"),
    (lay("tickets.all.2", {"tour": ["Kiel", "Wismar"], "points": 3}), "must name 3 to 6 places"),
    (lay("tickets.all.2.points", 100), "tickets.all[2].points: must be between 1 and 99, not 100"),
    (lay("tickets.all.2.any_order", 2), "tickets.all[2]: unknown key 'any_order'"),
    (
        lay("tickets.all.9.between", ["Stralsund", "Wismar"]),
        "tickets.all[9]: the ticket stralsund–wismar is already there (tickets.all[8])",
    ),
    (
        both(
            lay("cities.6", {"name": "Bonn", "at": [50.7, 7.1]}),
            lay("tickets.all.2.between", ["Bonn", "Kiel"]),
        ),
        "tickets.all[2]: no routes connect the places of bonn–kiel",
    ),
    # Variants.
    (
        lay("variants.Base", {}),
        "variants.Base: the name of a variant may hold only the letters a-z",
    ),
    (drop("variants.base.piles"), "variants.base: 'piles' is missing"),
    (lay("variants.base.piles", {}), "variants.base.piles: there must be 1 to 2 ticket piles"),
    (
        lay("variants.base.piles", {"a": ["all"], "b": ["all"], "c": ["all"]}),
        "variants.base.piles: there must be 1 to 2 ticket piles",
    ),
    (
        lay("variants.base.piles", {"a": ["all"], "b": ["all"]}),
        "variants.base.piles: a set of tickets cannot lie in two piles",
    ),
    (
        lay("variants.base.piles.tickets", ["al"]),
        "variants.base.piles.tickets: 'al' is not one of all; did you mean 'all'?",
    ),
    (lay("variants.base.piles.tickets", []), "variants.base: the ticket pile 'tickets' is empty"),
    (
        lay("variants.base.only", "fat"),
        "variants.base.only: no ticket has the tag 'fat'; did you mean 'far'?",
    ),
    (
        lay("variants.base.only", "far"),
        "variants.base: the ticket pile 'tickets' holds 2 tickets, but 5 seats get 10",
    ),
    (
        lay("variants.explorer.rules.most_ticket", 3),
        "variants.explorer.rules: unknown key 'most_ticket'; did you mean 'most_tickets'",
    ),
    (
        lay("variants.explorer.rules.wagons", 3),
        "variants.explorer: there are routes of length 4, but only 3 wagons",
    ),
    # Rules about tickets.
    (drop("rules.tickets"), "rules.tickets: 'start' is missing"),
    (drop("rules.tickets.start"), "rules.tickets: 'start' is missing"),
    (lay("rules.tickets.start", 9), "rules.tickets.start: must be between 0 and 8, not 9"),
    (lay("rules.tickets.draw", 5), "rules.tickets.draw: must be between 0 and 4, not 5"),
    (lay("rules.tickets.start", 0), "rules: tickets.start must deal 1 to 8 tickets, not 0"),
    (lay("rules.tickets.draw", 0), "variants.base: tickets.draw must draw 1 to 4 tickets, not 0"),
    (lay("rules.tickets.start_keep", 3), "tickets.start_keep is 3, but only 2 are dealt"),
    (
        both(lay("rules.tickets.draw_keep", 3), drop("variants.explorer")),
        "rules: tickets.draw_keep is 3, but only 2 are drawn",
    ),
    (
        lay("rules.tickets.start_unkept", "box"),
        "rules.tickets.start_unkept: 'box' is not one of under, out, shuffle",
    ),
    (lay("rules.tickets.mix", True), "rules.tickets.mix: there is only one pile to mix from"),
    (
        both(two_piles, lay("rules.tickets.start", 2)),
        "rules.tickets.start: must say how many come from each pile: { near = 1, far = 1 }",
    ),
    (
        both(two_piles, lay("rules.tickets.mix", True)),
        "rules.tickets.start: must be one number, since the player chooses the mix",
    ),
    (
        both(
            two_piles,
            lay("rules.tickets.mix", True),
            lay("rules.tickets.start", 2),
            lay("rules.tickets.draw", 2),
        ),
        "the ticket pile 'near' holds 5 tickets, but 5 seats may ask for 10",
    ),
    (
        both(two_piles, lay("rules.tickets.start.farr", 1)),
        "rules.tickets.start: unknown key 'farr'; did you mean 'far'?",
    ),
    (
        both(
            two_piles,
            lay("rules.tickets.start_keep", 2),
            lay("rules.tickets.start_keep_at_most", {"far": 0}),
        ),
        "rules: tickets.start_keep is 2, but start_keep_at_most allows 1",
    ),
    # Rules about cards.
    (drop("rules.cards"), "rules.cards: 'train' is missing"),
    (
        lay("rules.cards.locomotives", 250),
        "rules: there are 282 train cards, but no more than 255 are possible",
    ),
    (
        lay("rules.hand", 7),
        "rules: there are 38 train cards, but 5 hands of 7 and a display of 5 need 40",
    ),
    (
        both(ships, lay("rules.hand.ship", 7)),
        "rules: there are 32 ship cards, but 5 hands of 7 and a display of 0 need 35",
    ),
    (
        both(ships, drop("colours")),
        "with harbour or ship cards there may be 6 colours at most, not 8",
    ),
    (lay("rules.display", 0), "rules: display must lay out 1 to 8 cards, not 0"),
    (
        both(lay("rules.cards.locomotives", 200), lay("rules.display", 8), lay("rules.flush", 1)),
        "rules: a display of 8 cards would be cleared again and again: with 200 locomotives among "
        "232 train cards there are nearly always 1 in it, which is what flush clears",
    ),
    # More than any board needs.
    (lay("cities.0.name", "x" * 101), "cities[0].name: has 101 signs, but no more than 100"),
    (lay("notes", "x" * 4001), "notes: has 4001 signs, but no more than 4000 are possible"),
    (lay("cities.0.aliases", ["a"] * 33), "cities[0].aliases: there are 33, but no more than 32"),
    (lay("x" * 101, 1), "has more than 100 signs"),
    (lay("variants", {f"v{n}": {} for n in range(17)}), "variants: there are 17, but no more than"),
    (lay("tickets.more", [{}] * 512), "tickets: there are 522, but no more than 512 are possible"),
    (lay("about", [[[0] * 32] * 32] * 32), "there are more than 20000 values"),
    (
        both(ships, lay("rules.display", {"train": 5, "ship": 4})),
        "rules: display must lay out 1 to 8 cards, not 9",
    ),
    (lay("rules.cards.train", 0), "rules: there are train routes, but no train cards"),
    # Rules about pieces.
    (drop("rules.wagons"), "rules: 'wagons' is missing"),
    (lay("rules.wagons", 3), "there are routes of length 4, but only 3 wagons"),
    (both(ships, lay("rules.ships", 2)), "there are ship routes of length 3, but only 2 ships"),
    (
        both(ships, lay("rules.cards.ship", 0), lay("rules.cards.double_ship", 0)),
        "rules: there are ship routes, but no ship cards",
    ),
    (both(ships, lay("rules.pieces", 23)), "pieces asks for 23, but there are 22 wagons and ships"),
    (lay("rules.pieces", 10), "pieces lets players choose between wagons and ships, but there are"),
    (lay("rules.exchange", True), "exchange needs pieces left over, so pieces must be given"),
    (lay("rules.suggested_wagons", 3), "suggested_wagons means nothing without pieces"),
    (
        both(ships, lay("rules.pieces", 20), lay("rules.suggested_wagons", 9)),
        "suggested_wagons is 9, which no player can choose",
    ),
    (lay("rules.end_pieces", 12), "rules: end_pieces is 12, but a seat begins with 12"),
    # Rules about stations, harbours and points.
    (lay("rules.station_bonus", 4), "station_bonus means nothing without stations"),
    (
        lay("rules.tie_breaks", ["fewest_stations"]),
        "tie_breaks counts stations, but there are none",
    ),
    (lay("rules.tie_breaks", ["harbours"]), "tie_breaks counts harbours, but there are none"),
    (lay("rules.tie_breaks", ["wealth"]), "rules.tie_breaks: 'wealth' is not one of tickets"),
    (lay("rules.harbour_values", [1, 2, 3]), "harbour_values means nothing without harbours"),
    (lay("rules.harbour_penalty", 4), "harbour_penalty means nothing without harbours"),
    (lay("rules.harbour_values", [1]), "rules.harbour_values: must be three numbers"),
    (both(harbours, lay("rules.cards.ship", 0)), "harbours are paid with harbour and ship cards"),
    (both(harbours, drop("rules.ships")), "rules: there are harbours, but no ships"),
    (both(harbours, drop("cities.1.port")), "rules: there are harbours, but no city is a port"),
    (
        lay("rules.route_points", [1, 2, 4]),
        "rules: route_points ends with length 3, but there are routes of length 4",
    ),
    (lay("rules.route_points", [1] * 10), "rules.route_points: has more than 9 entries"),
    (lay("rules.route_points", [1, 2, 4, "7"]), "must be a list of whole numbers between 0 and 99"),
]


@pytest.mark.parametrize(("change", "message"), MESSAGES, ids=[message for _, message in MESSAGES])
def test_message(change: Change, message: str) -> None:
    tables = example()
    change(tables)
    assert any(message in problem for problem in problems(tables)), problems(tables)


def _chain(cities: int) -> Tables:
    tables = example()
    for number in range(len(tables["cities"]), cities):
        tables["cities"].append({"name": f"Stop {number}", "at": [0, 0]})
        between = ["Kiel", f"Stop {number}"]
        tables["routes"].append({"between": between, "length": 1, "colour": "gray"})
    return tables


def test_more_cities_than_possible() -> None:
    assert problems(_chain(64)) == []
    assert problems(_chain(65)) == ["cities: there are 65, but no more than 64 are possible"]


def test_more_routes_than_possible() -> None:
    tables = _chain(64)
    names = [city["name"] for city in tables["cities"][6:]]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    room = 192 - len(tables["routes"])
    for a, b in pairs[:room]:
        tables["routes"].append({"between": [a, b], "length": 1, "colour": "gray"})
    assert problems(tables) == []
    tables["routes"].append({"between": list(pairs[room]), "length": 1, "colour": "gray"})
    assert problems(tables) == ["routes: there are 193, but no more than 192 are possible"]


def test_more_tickets_than_possible() -> None:
    tables = _chain(24)
    names = [city["name"] for city in tables["cities"][6:]]
    pairs = [[a, b] for i, a in enumerate(names) for b in names[i + 1 :]]
    room = 104 - len(tables["tickets"]["all"])
    tables["tickets"]["all"] += [{"between": pair, "points": 2} for pair in pairs[:room]]
    assert problems(tables) == []
    tables["tickets"]["all"].append({"between": ["Kiel", names[0]], "points": 2})
    assert problems(tables) == [
        f"variants.{variant}: there are 105 tickets, but no more than 104 are possible"
        for variant in ("base", "explorer")
    ]


def test_all_problems_come_at_once() -> None:
    tables = example()
    lay("routes.1.length", 0)(tables)
    lay("routes.7.between", ["Lübek", "Rostock"])(tables)
    lay("tickets.all.2.between", ["Kiehl", "Bonn"])(tables)
    lay("rules.wagon", 3)(tables)
    assert problems(tables) == [
        "routes[1].length: must be between 1 and 9, not 0",
        "routes[7]: city 'Lübek' is not in cities; did you mean 'Lübeck'?",
        "tickets.all[2]: city 'Kiehl' is not in cities; did you mean 'Kiel'?",
        "tickets.all[2]: city 'Bonn' is not in cities",
        "rules: unknown key 'wagon'; did you mean 'wagons'?",
    ]


def test_a_file_full_of_mistakes_costs_little_and_names_a_hundred() -> None:
    tables = _chain(64)
    rows = [{"between": ["Kiell", "Lübekc"], "length": 1, "colour": f"rde{n}"} for n in range(120)]
    tables["routes"] = [{**row, **dict.fromkeys(f"key {n}" for n in range(20))} for row in rows]
    compared = 0
    before = names.closest

    def counted(name: str, among: Iterable[str]) -> tuple[str, ...]:
        nonlocal compared
        compared += 1
        return before(name, among)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "closest", counted)
        found = problems(tables)
    assert compared == 20
    assert len(found) == 101
    assert found[-1] == "there are 2660 more problems"
    assert "did you mean" in found[0]


def test_a_display_with_too_few_other_cards_is_at_rest() -> None:
    tables = example()
    lay("rules.cards", {"train": 1, "locomotives": 60})(tables)
    lay("rules.display", 8)(tables)
    lay("rules.flush", 1)(tables)
    assert problems(tables) == []


def test_the_longest_path_is_measured_among_64_routes_of_a_seat_at_most() -> None:
    tables = example()
    names = [f"City {number}" for number in range(34)]
    steps = [*pairwise(names), *zip(names, names[2:], strict=False)]
    lay("cities", [{"name": name, "at": [at, at % 7]} for at, name in enumerate(names)])(tables)
    lay("routes", [{"between": list(s), "length": 1, "colour": "gray"} for s in steps])(tables)
    lay("tickets", {"all": [{"between": list(s), "points": 1} for s in steps[:10]]})(tables)
    lay("variants", {"base": {"name": "Base", "piles": {"tickets": ["all"]}}})(tables)
    assert len(steps) == 65
    lay("rules.wagons", 64)(tables)
    assert problems(tables) == []
    lay("rules.wagons", 65)(tables)
    assert problems(tables) == [
        "rules: a seat has pieces for 65 routes, but the longest path can be measured among "
        "64 at most: give fewer pieces or do without longest_path"
    ]
    lay("rules.longest_path", 0)(tables)
    assert len(problems(tables)) == 1
    lay("rules.tie_breaks", ["tickets"])(tables)
    assert problems(tables) == []


def test_a_problem_of_the_shared_rules_is_named_once() -> None:
    tables = example()
    lay("rules.wagons", 3)(tables)
    assert problems(tables) == ["rules: there are routes of length 4, but only 3 wagons"]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("rules.cards", "rules.cards: 'train' is missing"),
        ("rules.wagons", "rules: 'wagons' is missing"),
        ("rules.tickets.start_keep", "rules.tickets: 'start_keep' is missing"),
        ("cities.0.at", "cities[0]: 'at' is missing"),
    ],
)
def test_one_mistake_is_one_problem(place: str, message: str) -> None:
    tables = example()
    drop(place)(tables)
    assert problems(tables) == [message]


def test_the_message_names_file_table_and_entry() -> None:
    text = shipped_text("usa").replace('["Denver", "Phoenix"]', '["Denvr", "Phoenix"]')
    with pytest.raises(BoardError) as caught:
        Board.parse(text, origin="usa.toml")
    assert str(caught.value) == (
        "usa.toml: routes[35]: city 'Denvr' is not in cities; did you mean 'Denver'?"
    )


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("format = 1\nname = \n", "line 2, column 8"),
        ("format = 1\nformat = 1\n", "line 2, column 11"),
        ("cities = [", "end of document"),
        ("x = " + "[" * 100_000, "line 1"),
        ("# a\n" + "a." * 10_000 + "a = 1", "line 2"),
        ("[" + "a . " * 8 + "a]", "line 1"),
        ('"a"."b".c.d.e.f.g.h.i = 1', "line 1"),
        ("x = " + "9" * 10_000, ""),
    ],
)
def test_text_that_is_no_toml(text: str, where: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse(text, "mine.toml")
    assert caught.value.where == where
    assert caught.value.message


def test_tours_may_share_their_places() -> None:
    tables = example()
    for order in (["Kiel", "Lübeck", "Wismar"], ["Lübeck", "Kiel", "Wismar"]):
        tables["tickets"]["all"].append({"tour": order, "points": 4, "any_order": 2, "penalty": 5})
    assert problems(tables) == []
    tables["tickets"]["all"].append({"tour": ["Kiel", "Lübeck", "Wismar"], "points": 4})
    assert problems(tables) == [
        "tickets.all[12]: the ticket kiel–lubeck–wismar is already there (tickets.all[10])"
    ]
