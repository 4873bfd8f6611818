"""The boards that come with the program, held against the counts of their printed originals."""

import re
from collections import Counter
from pathlib import Path

import pytest

from stellwerk.board import COLOURS, GRAY, Board, Ticket, boards

README = Path(__file__).parent.parent.parent / "README.md"
BOARDS = ("europe", "germany", "great_lakes", "lesson", "usa", "world")
VARIANTS = {
    "europe": ("base", "1912", "big_cities", "mega"),
    "germany": ("base", "1902"),
    "great_lakes": ("base",),
    "lesson": ("base",),
    "usa": ("classic", "tickets69", "1910", "mega", "big_cities"),
    "world": ("base",),
}


def _colour(colour: int | None) -> str:
    return GRAY if colour is None else COLOURS[colour]


def _routes_by_length(board: Board) -> dict[int, int]:
    return dict(sorted(Counter(route.length for route in board.routes).items()))


def _routes_by_colour(board: Board) -> Counter[str]:
    return Counter(_colour(route.colour) for route in board.routes)


def _spaces_by_colour(board: Board, kind: str = "train") -> Counter[str]:
    spaces: Counter[str] = Counter()
    for route in board.routes:
        if route.kind == kind:
            spaces[_colour(route.colour)] += route.length
    return spaces


def _lanes(board: Board) -> Counter[int]:
    """How many connections have one lane, two, three."""
    return Counter(Counter(route.connection for route in board.routes).values())


def _piles(board: Board) -> dict[str, tuple[int, int]]:
    """Number and sum of points of the tickets in each pile."""
    piles = {}
    for number, name in enumerate(board.rules.tickets.piles):
        points = [ticket.points for ticket in board.tickets if ticket.pile == number]
        piles[name] = (len(points), sum(points))
    return piles


def _shortest(board: Board, ticket: Ticket) -> int:
    """Fewest spaces between the ends of a ticket."""
    distance = [0 if city in ticket.stops[0] else 999 for city in range(len(board.cities))]
    for _ in board.cities:
        for route in board.routes:
            distance[route.a] = min(distance[route.a], distance[route.b] + route.length)
            distance[route.b] = min(distance[route.b], distance[route.a] + route.length)
    return min(distance[city] for city in ticket.stops[-1])


def _off_the_shortest_path(board: Board) -> dict[str, tuple[int, int]]:
    """Tickets of two places whose points differ from the fewest spaces, with both numbers."""
    paths = {ticket: _shortest(board, ticket) for ticket in board.tickets if not ticket.tour}
    return {t.id: (t.points, spaces) for t, spaces in paths.items() if t.points != spaces}


def test_the_boards_and_their_variants() -> None:
    assert boards() == BOARDS
    for board in BOARDS:
        assert tuple(each.id for each in Board.load(board).variants) == VARIANTS[board]


def test_the_readme_lists_every_board_and_its_variants() -> None:
    table = README.read_text(encoding="utf-8").split("## Boards and variants")[1].split("\n\n")[1]
    rows = [row.split(" | ") for row in table.splitlines()[2:]]
    names = {Board.load(board).names["en"]: VARIANTS[board] for board in BOARDS}
    listed = {name.strip("| ").split(",")[0]: variants for name, variants, _ in rows}
    assert {name: tuple(re.findall(r"`(\w+)`", each)) for name, each in listed.items()} == names


@pytest.mark.parametrize(
    ("board", "variant"), [(board, variant) for board in BOARDS for variant in VARIANTS[board]]
)
def test_every_variant_loads_and_is_described(board: str, variant: str) -> None:
    loaded = Board.load(board, variant)
    assert (loaded.id, loaded.variant.id) == (board, variant)
    for text in (loaded.names, loaded.about, loaded.variant.names, loaded.variant.about):
        assert text["de"]
        assert text["en"]
    assert len({city.id for city in loaded.cities}) == len(loaded.cities)
    assert len({route.id for route in loaded.routes}) == len(loaded.routes)
    assert len({ticket.id for ticket in loaded.tickets}) == len(loaded.tickets)
    assert loaded.record.shape == (1,)


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_unconfirmed_stands_in_the_notes(board: str) -> None:
    loaded = Board.load(board)
    for language in ("de", "en"):
        notes = loaded.notes[language]
        for city in loaded.cities:
            if city.unconfirmed and city.kind != "country":
                assert city.names.get(language, city.name).removeprefix("Knoten im ") in notes
        pairs = [(loaded.cities[r.a], loaded.cities[r.b]) for r in loaded.routes if r.unconfirmed]
        for a, b in pairs:
            assert f"{a.name}–{b.name}" in notes
        for ticket in loaded.tickets:
            if ticket.unconfirmed:
                assert "–".join(loaded.place_name(n, "de") for n in ticket.names) in notes


def test_usa_map() -> None:
    board = Board.load("usa")
    assert len(board.cities) == 36
    assert _routes_by_length(board) == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}
    assert _routes_by_colour(board) == {GRAY: 44, **dict.fromkeys(COLOURS, 7)}
    assert _spaces_by_colour(board) == {GRAY: 93, **dict.fromkeys(COLOURS, 27)}
    assert _lanes(board) == {1: 56, 2: 22}


def test_usa_tickets() -> None:
    assert _piles(Board.load("usa")) == {"tickets": (30, 349)}
    # The four tickets of the later printing are worth one, one, one and two points less.
    assert _piles(Board.load("usa", "tickets69")) == {"tickets": (69, 349 + 391 + 19 - 5)}
    assert _piles(Board.load("usa", "1910")) == {"tickets": (35, 391)}
    assert _piles(Board.load("usa", "mega")) == {"tickets": (69, 754)}
    big = Board.load("usa", "big_cities")
    assert len(big.tickets) == 35
    cities = {"chicago", "dallas", "houston", "los-angeles", "miami", "new-york", "seattle"}
    assert all(cities & set(ticket.names) for ticket in big.tickets)
    assert big.ticket("seattle-new-york").points == 20
    assert Board.load("usa").ticket("seattle-new-york").points == 22
    assert _off_the_shortest_path(Board.load("usa")) == {
        "los-angeles-chicago": (16, 15),
        "los-angeles-miami": (20, 19),
        "los-angeles-new-york": (21, 20),
        "sault-st-marie-oklahoma-city": (9, 8),
        "seattle-new-york": (22, 20),
    }
    assert _off_the_shortest_path(Board.load("usa", "mega")) == {
        "los-angeles-chicago": (16, 15),
        "las-vegas-miami": (21, 20),
    }


@pytest.mark.parametrize("variant", VARIANTS["usa"])
def test_usa_rules(variant: str) -> None:
    """U-01, U-02, U-04, in every variant; what differs is in tests/rules/test_usa.py."""
    rules = Board.load("usa", variant).rules
    assert (rules.wagons, rules.hand, rules.display) == (45, (4, 0), (5, 0))
    assert (rules.cards.train, rules.cards.locomotives) == (12, 14)
    assert (rules.tickets.start_unkept, rules.tickets.draw_keep) == ("under", 1)
    assert rules.tie_breaks == ("tickets", "longest_path")


def test_europe_map() -> None:
    board = Board.load("europe")
    assert len(board.cities) == 47
    assert _routes_by_length(board) == {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}
    assert _routes_by_colour(board) == {GRAY: 37, **dict.fromkeys(COLOURS, 8)}
    assert sum(route.length for route in board.routes) == 300
    assert _lanes(board) == {1: 79, 2: 11}
    assert sum(route.tunnel for route in board.routes) == 18
    assert Counter(r.locomotives for r in board.routes) == {0: 88, 1: 9, 2: 4}
    assert all(route.colour is None for route in board.routes if route.locomotives)
    assert not any(route.tunnel for route in board.routes if route.locomotives)


def test_europe_tickets() -> None:
    assert _piles(Board.load("europe")) == {"long": (6, 123), "regular": (40, 321)}
    assert _piles(Board.load("europe", "1912")) == {"long": (6, 123), "regular": (59, 484)}
    mega = Board.load("europe", "mega")
    assert _piles(mega) == {"long": (12, 230), "regular": (89, 321 + 163 + 373)}
    big = Board.load("europe", "big_cities")
    assert len(big.tickets) == 45
    cities = {"london", "paris", "madrid", "berlin", "wien", "roma", "athina", "angora", "moskva"}
    assert all(cities & set(ticket.names) for ticket in big.tickets)
    assert _off_the_shortest_path(mega) == {
        "edinburgh-athina": (21, 20),
        "london-wien": (10, 9),
        "essen-angora": (16, 15),
        "bucuresti-erzurum": (7, 8),
        "sochi-smyrna": (9, 8),
        "london-angora": (20, 19),
        "paris-berlin": (7, 6),
        "paris-roma": (10, 7),
    }


def test_europe_rules() -> None:
    """E-01, E-02, E-05, E-11 to E-13."""
    rules = Board.load("europe").rules
    assert (rules.wagons, rules.stations, rules.station_bonus) == (45, 3, 4)
    assert rules.longest_path == 10
    assert rules.tie_breaks == ("tickets", "fewest_stations", "longest_path")
    assert (rules.tickets.start, rules.tickets.start_keep) == ((1, 3), 2)
    assert (rules.tickets.draw, rules.tickets.draw_keep) == ((0, 3), 1)
    assert rules.tickets.start_unkept == "out"
    big = Board.load("europe", "big_cities").rules.tickets
    assert (big.start, big.start_keep, big.start_unkept, big.draw) == ((5,), 2, "out", (4,))
    mega = Board.load("europe", "mega").rules.tickets
    assert (mega.start, mega.start_keep, mega.start_unkept, mega.draw) == ((2, 5), 3, "out", (0, 3))
    assert mega.start_keep_at_most[0] == 1
    assert mega.start_keep_at_most[1] >= 5


def test_germany_map() -> None:
    board = Board.load("germany")
    assert Counter(city.kind for city in board.cities) == {"city": 35, "country": 14}
    assert {country.names["en"]: len(country.ends) for country in board.countries} == {
        "Denmark": 2,
        "Netherlands": 3,
        "France": 3,
        "Switzerland": 3,
        "Austria": 3,
    }
    assert _routes_by_length(board) == {1: 23, 2: 30, 3: 25, 4: 17, 5: 8, 6: 2, 7: 5}
    assert _routes_by_colour(board) == {GRAY: 45, **dict.fromkeys(COLOURS, 8), "yellow": 9}
    assert sum(route.length for route in board.routes) == 313
    assert _lanes(board) == {1: 62, 2: 21, 3: 2}
    assert board.player_colours == ("red", "purple", "black", "yellow", "white")


def test_germany_tickets() -> None:
    """G-02 to G-08."""
    board = Board.load("germany")
    assert _piles(board) == {"short": (33, 252), "long": (29, 456)}
    assert _off_the_shortest_path(board) == {}
    later = Board.load("germany", "1902")
    assert _piles(later) == {"short": (56, 252 + 169), "long": (35, 456 + 90)}
    assert _off_the_shortest_path(later) == {"kiel-stuttgart": (17, 16)}
    rules = board.rules
    assert rules.tickets.mix
    assert (rules.tickets.start[0], rules.tickets.start_keep) == (4, 2)
    assert (rules.tickets.draw[0], rules.tickets.draw_keep) == (4, 1)
    assert rules.tickets.start_unkept == "shuffle"
    assert (rules.longest_path, rules.most_tickets) == (0, 15)
    assert rules.tie_breaks == ("tickets",)


def test_world_map() -> None:
    board = Board.load("world")
    assert Counter(city.kind for city in board.cities) == {"city": 47, "junction": 1}
    assert sum(city.port for city in board.cities) == 38
    assert Counter(route.kind for route in board.routes) == {"train": 71, "ship": 59}
    assert sum(route.length for route in board.routes) == 411
    assert _lanes(board) == {1: 62, 2: 34}
    six = ("purple", "white", "green", "yellow", "black", "red")
    assert tuple(COLOURS[colour] for colour in board.colours) == six
    ships, trains = _spaces_by_colour(board, "ship"), _spaces_by_colour(board)
    assert all(37 <= ships[colour] <= 38 for colour in six)
    assert all(20 <= trains[colour] <= 23 for colour in six)
    rugged = [route.length for route in board.routes if route.rugged]
    assert (len(rugged), sum(rugged)) == (5, 10)
    wrapping = [route.connection for route in board.routes if route.wraps]
    assert (len(wrapping), len(set(wrapping))) == (10, 8)
    at_sea = {city for r in board.routes if r.kind == "ship" for city in (r.a, r.b)}
    assert {i for i, city in enumerate(board.cities) if city.port} == {
        city for city in at_sea if board.cities[city].kind == "city"
    }


def test_world_tickets() -> None:
    board = Board.load("world")
    assert _piles(board) == {"tickets": (65, 913)}
    tours = [ticket for ticket in board.tickets if ticket.tour]
    assert len(tours) == 8
    assert all(tour.penalty == tour.points + 6 for tour in tours)
    assert all(tour.any_order < tour.points for tour in tours)
    off = _off_the_shortest_path(board)
    assert 57 - len(off) == 4
    assert all(points > spaces for points, spaces in off.values())


def test_world_rules() -> None:
    """W-01 to W-04, W-14, W-15, W-17."""
    rules = Board.load("world").rules
    cards = rules.cards
    assert (cards.train, cards.harbour, cards.ship, cards.double_ship) == (7, 4, 4, 6)
    assert cards.locomotives == 14
    assert (rules.hand, rules.display) == ((3, 7), (3, 3))
    assert (rules.tickets.start, rules.tickets.start_keep, rules.tickets.draw) == ((5,), 3, (4,))
    assert (rules.wagons, rules.ships, rules.pieces, rules.suggested_wagons) == (25, 50, 60, 20)
    assert (rules.harbours, rules.harbour_values, rules.harbour_penalty) == (3, (20, 30, 40), 4)
    assert (rules.end_pieces, rules.end_rounds, rules.exchange) == (6, 2, True)
    assert (rules.longest_path, rules.most_tickets) == (0, 0)
    assert rules.tie_breaks == ("tickets", "harbours")
    assert rules.route_points == (1, 2, 4, 7, 10, 15, 18, 21)


def test_great_lakes() -> None:
    """L-01."""
    board = Board.load("great_lakes")
    assert Counter(city.kind for city in board.cities) == {"city": 35, "junction": 2}
    assert sum(city.port for city in board.cities) == 25
    assert Counter(route.kind for route in board.routes) == {"train": 52, "ship": 58}
    assert sum(route.length for route in board.routes) == 355
    assert _lanes(board)[2] == 28
    assert not any(route.rugged or route.wraps for route in board.routes)
    assert sum(route.unconfirmed for route in board.routes) == 6
    assert _piles(board) == {"tickets": (55, 526)}
    off = _off_the_shortest_path(board)
    assert 55 - len(off) == 11
    assert off["marquette-albany"] == (10, 16)
    rules = board.rules
    assert (rules.wagons, rules.ships, rules.pieces, rules.suggested_wagons) == (33, 32, 50, 27)
    assert (rules.hand, rules.display) == ((2, 2), (3, 3))
    assert rules.harbour_values == (10, 20, 30)
    assert rules.route_points == (1, 2, 4, 7, 10, 15, 18, 21, 27)


def test_train_and_ship_routes_between_two_cities_are_separate_connections() -> None:
    train, ship = Board.load("great_lakes").lanes("duluth-thunder bay")
    assert (train.id, ship.id) == ("duluth-thunder-bay/train", "duluth-thunder-bay/ship")
    assert train.connection != ship.connection


def test_lesson() -> None:
    board = Board.load("lesson")
    assert len(board.cities) == 14
    spaces = _spaces_by_colour(board)
    assert {spaces[COLOURS[colour]] for colour in board.colours} == {8}
    assert _off_the_shortest_path(board) == {}
