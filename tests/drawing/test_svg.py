import gzip
import re
from collections import Counter

import msgspec
import pytest

from stellwerk import Board
from stellwerk.board import boards
from stellwerk.board.errors import UnknownName
from stellwerk.drawing.files import drawing_of, encode
from stellwerk.drawing.model import NO_OUTLINES
from stellwerk.drawing.notebook import load_ipython_extension
from stellwerk.drawing.palette import THEMES, TICKETS, tokens
from stellwerk.drawing.picture import board_svg, game_svg, map_svg
from stellwerk.drawing.scene import Scene, TicketMark, scene_of
from stellwerk.drawing.svg.shapes import upright
from stellwerk.drawing.svg.style import flat
from stellwerk.game import Game, View
from tests.builders import position
from tests.drawing.pictures import NAMESPACE, ids, parsed, references, texts


def groups(svg: str, attribute: str) -> dict[str, str]:
    """Return the class of each group that names a route or city."""
    return {
        element.attrib[attribute]: element.attrib.get("class", "")
        for element in parsed(svg).iter(f"{NAMESPACE}g")
        if attribute in element.attrib
    }


def used(svg: str) -> Counter[str]:
    """Count what a picture uses, by id."""
    return Counter(element.attrib["href"][1:] for element in parsed(svg).iter(f"{NAMESPACE}use"))


@pytest.mark.parametrize("name", boards())
def test_picture_of_a_full_board_is_small_and_whole(name: str) -> None:
    board = Board.load(name)
    colours = board.player_colours
    owners = {route.id: colours[i % len(colours)] for i, route in enumerate(board.routes)}
    svg = board_svg(board, scene=Scene(owners=owners))
    assert len(gzip.compress(svg.encode())) <= 400 * 1024
    picture = parsed(svg)
    names = ids(picture)
    assert len(names) == len(set(names))
    assert references(picture) <= set(names)
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    pieces = sum(count for name, count in used(svg).items() if name.startswith("piece-"))
    assert pieces == sum(route.length for route in board.routes)


@pytest.mark.parametrize("name", boards())
def test_a_page_reads_little_before_it_shows_a_board(name: str) -> None:
    board = Board.load(name)
    places = encode(msgspec.structs.replace(drawing_of(board), outlines=NO_OUTLINES))
    assert len(gzip.compress(map_svg(board).encode())) + len(gzip.compress(places)) < 150 * 1024


@pytest.mark.parametrize("name", boards())
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_route_and_place_is_shown_in_its_way(name: str, language: str) -> None:
    board = Board.load(name)
    svg = board_svg(board, language=language)
    assert set(groups(svg, "data-route")) == set(board.route_index)
    assert set(groups(svg, "data-city")) == set(board.city_index)
    labels = drawing_of(board).places
    expected = [
        line for city in board.cities if (label := labels[city.id].label) is not None
        for line in label.lines[language]
    ]  # fmt: skip
    assert texts(parsed(svg), "label") == expected
    assert board.names[language] in svg


@pytest.mark.parametrize("name", boards())
def test_marks_of_the_board_are_counted_right(name: str) -> None:
    board = Board.load(name)
    count = used(board_svg(board))
    assert count["glyph-locomotive"] == sum(route.locomotives for route in board.routes)
    rugged = sum(route.length for route in board.routes if route.rugged)
    assert count["glyph-peaks"] == rugged
    ferries = [route for route in board.routes if route.locomotives and route.colour is None]
    assert count["glyph-wave"] == sum(route.length - route.locomotives for route in ferries)
    assert count["glyph-anchor"] == sum(city.port for city in board.cities)
    assert count["glyph-star"] == sum(city.kind == "junction" for city in board.cities)
    tunnels = board_svg(board).count('class="tunnel"')
    assert tunnels == sum(route.tunnel for route in board.routes)


def test_gray_is_hatched_and_other_colours_have_their_symbol() -> None:
    board = Board.load("usa")
    svg = board_svg(board)
    gray = sum(route.colour is None for route in board.routes)
    assert svg.count('fill="url(#hatch)"') == gray
    classes = groups(svg, "data-route")
    assert classes["denver-phoenix"] == "white"
    assert classes["dallas-houston/1"] == "gray"


def test_country_reads_as_a_country() -> None:
    board = Board.load("germany")
    picture = parsed(board_svg(board, language="de"))
    ends = [city for city in board.cities if city.kind == "country"]
    assert len(texts(picture, "land-name")) == len(ends) > 0
    plates = [e for e in picture.iter(f"{NAMESPACE}rect") if e.get("class") == "country-plate"]
    assert len(plates) == len(ends)


def test_edge_of_the_world_names_the_far_cities() -> None:
    board = Board.load("world")
    edges = drawing_of(board).edges
    names = texts(parsed(board_svg(board, language="en")), "edge")
    assert sorted(names) == sorted(board.place_name(mark.city, "en") for mark in edges)
    assert len(edges) >= 2 * sum(connection.wraps for connection in drawing_of(board).connections)


@pytest.mark.parametrize("theme", THEMES)
def test_picture_carries_the_colours_of_its_theme(theme: str) -> None:
    svg = board_svg(Board.load("lesson"), theme=theme)  # type: ignore[arg-type]
    asked = set(re.findall(r"var\(--([\w-]+)\)", svg))
    given = dict(re.findall(r"--([\w-]+):(#\w+)", svg))
    known = tokens(theme)  # type: ignore[arg-type]
    assert asked == set(given)
    assert all(known[name] == colour for name, colour in given.items())


def test_picture_can_take_its_colours_from_the_page_or_the_system() -> None:
    board = Board.load("lesson")
    assert "--sea:" not in board_svg(board, theme="page")
    assert "prefers-color-scheme" in board_svg(board, theme="auto")
    assert "var(" not in flat(board_svg(board, theme="light"), "night")


def test_rules_of_a_picture_reach_nothing_else_on_a_page() -> None:
    svg = board_svg(Board.load("lesson"), theme="light", fonts=False)
    style = re.search(r"<style>(.*?)</style>", svg, re.DOTALL)
    assert style is not None
    selectors = re.findall(r"^([^{@]+)\{", style[1], re.MULTILINE)
    assert selectors
    assert all(selector.strip().startswith(".stellwerk") for selector in selectors)


def test_two_boards_on_one_page_do_not_share_their_land() -> None:
    usa, europe = (set(ids(parsed(board_svg(Board.load(name))))) for name in ("usa", "europe"))
    assert not {name for name in usa & europe if "land" in name or "lakes" in name}
    assert not {name for name in usa & europe if "frame" in name}


def test_game_is_drawn_with_pieces_in_the_colours_of_the_seats() -> None:
    game = position(
        "europe",
        owners={"lisboa-madrid": 0, "berlin-wien": 1},
        stations={"wien": 1},
    )
    count = used(game_svg(game))
    assert count["piece-wagon-blue"] == 3
    assert count["piece-wagon-red"] == 3
    assert count["piece-station-red"] == 1


def test_ships_sail_where_wagons_cannot_and_harbours_stand() -> None:
    game = position("world", owners={"miami-caracas": 0}, harbours={"miami": 0})
    count = used(game_svg(game))
    assert count["piece-ship-blue"] == 2
    assert count["piece-harbour-blue"] == 1


def test_last_move_is_ringed_for_others_and_not_for_its_seat() -> None:
    game = position("usa", hands=[{"black": 3}, {}])
    game.play("claim nashville-raleigh 3 black")
    assert 'class="ring"' in game_svg(game)
    assert 'class="ring"' in game_svg(game, seat=1)
    assert 'class="ring"' not in game_svg(game, seat=0)
    assert 'class="ring"' not in game_svg(game, last_move=False)


def test_legal_routes_shine_and_others_step_back() -> None:
    game = position("usa", hands=[{"white": 5}, {}])
    scene = scene_of(game.board, game.view(0), legal=True)
    assert "denver-phoenix" in scene.legal
    assert "helena-denver" in scene.veiled or "denver-helena" in scene.veiled
    svg = game_svg(game, seat=0, legal=True)
    assert 'class="envelope"' in svg
    assert 'class="envelope"' not in game_svg(game, seat=0)


def test_closed_lane_is_barred() -> None:
    game = position("usa", owners={"denver-kansas-city/1": 0})
    view = game.view(None)
    assert view.closed
    assert 'class="closed"' in game_svg(view)


def test_preview_shows_pieces_that_are_not_there_yet() -> None:
    game = position("usa", hands=[{"white": 5}, {}])
    assert used(game_svg(game, seat=0, preview="denver phoenix"))["piece-wagon-blue"] == 5


def test_ticket_is_shown_with_rings_and_the_way_to_go() -> None:
    game = position("usa", tickets=[["boston-miami"], []])
    svg = game_svg(game, seat=0, tickets=["boston-miami"])
    assert svg.count('stroke="var(--ticket)"') == 3
    assert texts(parsed(svg), "letter") == []


def test_several_tickets_have_letters() -> None:
    board = Board.load("germany")
    marks = tuple(
        TicketMark(tuple(tuple(board.cities[i].id for i in stop) for stop in ticket.stops))
        for ticket in board.tickets[: len(TICKETS)]
    )
    svg = board_svg(board, scene=Scene(tickets=marks))
    assert set(texts(parsed(svg), "letter")) == set("ABCDE")


def test_completed_ticket_is_green() -> None:
    board = Board.load("usa")
    mark = TicketMark((("boston",), ("miami",)), completed=True)
    assert "var(--ok)" in board_svg(board, scene=Scene(tickets=(mark,)))


def test_ticket_that_a_seat_does_not_hold_is_refused() -> None:
    game = position("usa", tickets=[["boston-miami"], []])
    with pytest.raises(UnknownName):
        game_svg(game, seat=1, tickets=["boston-miami"])


def test_labels_can_be_few() -> None:
    svg = board_svg(Board.load("usa"), labelled={"denver", "boston"})
    assert sorted(texts(parsed(svg), "label")) == ["Boston", "Denver"]


def test_station_stands_on_the_freer_side_of_its_city() -> None:
    from stellwerk.drawing.svg.pieces import free_spots

    drawing = drawing_of(Board.load("europe"))
    for city, place in drawing.places.items():
        assert place.label is not None
        box = place.label.box
        spot = free_spots(drawing, city)[0]
        inside = box.x < spot.x < box.x + box.width and box.y < spot.y < box.y + box.height
        assert not inside


@pytest.mark.parametrize("angle", range(-360, 361, 15))
def test_nothing_stands_on_its_head(angle: int) -> None:
    assert -90 <= upright(angle) <= 90
    assert (upright(angle) - angle) % 180 == 0


def test_notebook_shows_boards_and_games_by_themselves() -> None:
    shown: dict[type, object] = {}

    class Formatter:
        def for_type(self, kind: type, draw: object) -> None:
            shown[kind] = draw

    class Shell:
        display_formatter = type("D", (), {"formatters": {"image/svg+xml": Formatter()}})

    load_ipython_extension(Shell())
    assert set(shown) == {Board, Game, View}
    picture = board_svg(Board.load("lesson"))
    assert picture._repr_svg_() == picture
