from collections.abc import Callable

import msgspec
import pytest

from stellwerk.board import Board, boards
from stellwerk.drawing.check import check, length_ratio, likeness, on_land, unequal_routes
from stellwerk.drawing.files import drawing_of
from stellwerk.drawing.model import Box, Drawing, Label, Point, Space
from stellwerk.drawing.overlaps import crossings, overlaps

Change = Callable[[Drawing], Drawing]


@pytest.mark.parametrize("name", boards())
def test_every_shipped_drawing_reaches_every_bar(name: str) -> None:
    board = Board.load(name)
    report = check(board, drawing_of(board))
    assert report.troubles == ()
    assert [bar for bar in report.bars if not bar.passed] == []


@pytest.mark.parametrize("name", boards())
def test_every_shipped_drawing_shows_its_whole_board(name: str) -> None:
    board = Board.load(name)
    drawing = drawing_of(board)
    assert set(drawing.places) == {city.id for city in board.cities}
    assert {route: len(spaces) for route, spaces in drawing.spaces.items()} == {
        route.id: route.length for route in board.routes
    }
    for connection in drawing.connections:
        lanes = [board.routes[board.route_index[route]] for route in connection.routes]
        assert [lane.lane for lane in lanes] == list(range(1, len(lanes) + 1))
        assert connection.wraps == lanes[0].wraps
        start = drawing.places[board.cities[lanes[0].a].id]
        assert connection.curve[0] == Point(start.x, start.y)
    for city in board.cities:
        label = drawing.places[city.id].label
        assert (label is None) == (city.kind == "junction")
        if label is not None:
            for language in ("de", "en"):
                shown = " ".join(label.lines[language]).replace("- ", "-")
                assert shown == board.place_name(city.id, language)


@pytest.mark.parametrize("name", boards())
def test_everything_lies_inside_the_frame(name: str) -> None:
    drawing = drawing_of(Board.load(name))
    frame = drawing.frame
    points = [(place.x, place.y) for place in drawing.places.values()]
    points += [(space.x, space.y) for spaces in drawing.spaces.values() for space in spaces]
    for place in drawing.places.values():
        if place.label is not None:
            box = place.label.box
            points += [(box.x, box.y), (box.x + box.width, box.y + box.height)]
    for x, y in points:
        assert frame.x < x < frame.x + frame.width
        assert frame.y < y < frame.y + frame.height


def test_a_country_is_named_without_a_number() -> None:
    drawing = drawing_of(Board.load("germany"))
    label = drawing.places["niederlande-2"].label
    assert label is not None
    assert label.lines == {"de": ("Niederlande",), "en": ("Netherlands",)}


def test_routes_over_the_edge_are_marked_on_both_sides() -> None:
    board = Board.load("world")
    drawing = drawing_of(board)
    wrapping = [connection for connection in drawing.connections if connection.wraps]
    assert len(drawing.edges) == 2 * len(wrapping) > 0
    for mark in drawing.edges:
        route = board.routes[board.route_index[mark.routes[0]]]
        far = route.b if mark.side == "left" else route.a
        assert mark.city == board.cities[far].id
        assert drawing.frame.y < mark.y < drawing.frame.y + drawing.frame.height


def test_lanes_go_over_the_edge_together() -> None:
    drawing = drawing_of(Board.load("world"))
    doubles = [each for each in drawing.connections if each.wraps and len(each.routes) > 1]
    assert doubles
    for connection in doubles:
        for spaces in zip(*(drawing.spaces[route] for route in connection.routes), strict=True):
            assert max(space.x for space in spaces) - min(space.x for space in spaces) < 100


@pytest.fixture
def board() -> Board:
    return Board.load("europe")


@pytest.fixture
def drawing(board: Board) -> Drawing:
    return drawing_of(board)


def with_label(drawing: Drawing, city: str, box: Box) -> Drawing:
    place = drawing.places[city]
    assert place.label is not None
    moved = msgspec.structs.replace(place, label=Label(box, place.label.lines))
    return msgspec.structs.replace(drawing, places={**drawing.places, city: moved})


def with_space(drawing: Drawing, route: str, space: Space) -> Drawing:
    spaces = {**drawing.spaces, route: (space, *drawing.spaces[route][1:])}
    return msgspec.structs.replace(drawing, spaces=spaces)


def test_a_label_on_another_is_found(board: Board, drawing: Drawing) -> None:
    label = drawing.places["paris"].label
    assert label is not None
    (trouble,) = overlaps(board, with_label(drawing, "madrid", label.box))
    assert trouble[:3] == ("label_label", "madrid", "paris")


def test_a_label_on_a_city_is_found(board: Board, drawing: Drawing) -> None:
    place = drawing.places["moskva"]
    found = overlaps(board, with_label(drawing, "madrid", Box(place.x, place.y, 5, 5)))
    assert [trouble[:3] for trouble in found] == [("city_label", "moskva", "madrid")]


def test_a_label_on_a_space_is_found_and_the_space_is_numbered(
    board: Board, drawing: Drawing
) -> None:
    space = drawing.spaces["lisboa-madrid"][1]
    found = overlaps(board, with_label(drawing, "moskva", Box(space.x - 5, space.y - 5, 10, 10)))
    assert [trouble[:3] for trouble in found] == [("space_label", "lisboa-madrid 2", "moskva")]
    assert found[0].x == pytest.approx(space.x, abs=1)


def test_a_space_on_another_route_and_on_a_city_is_found(board: Board, drawing: Drawing) -> None:
    there = drawing.spaces["lisboa-madrid"][1]
    found = overlaps(board, with_space(drawing, "moskva-petrograd", there))
    assert {trouble.kind for trouble in found} == {"space_space"}
    city = drawing.places["lisboa"]
    found = overlaps(board, with_space(drawing, "moskva-petrograd", Space(city.x, city.y, 0, 20)))
    assert "space_city" in {trouble.kind for trouble in found}


def test_the_frame_of_a_tunnel_needs_room_but_not_from_its_own_lanes(
    board: Board, drawing: Drawing
) -> None:
    tunnel = next(route for route in board.routes if route.tunnel and route.length > 1)
    space = drawing.spaces[tunnel.id][0]
    place = drawing.places["lisboa"]
    # Beside the city of Lisboa, nearer than the frame is wide.
    near = Space(place.x, place.y - 24 - 18 - 4, 0, space.length)
    found = overlaps(board, with_space(drawing, tunnel.id, near))
    assert ("space_city", f"{tunnel.id} 1", "lisboa") in [trouble[:3] for trouble in found]
    plain = next(route for route in board.routes if not route.tunnel and "lisboa" not in route.id)
    found = overlaps(board, with_space(drawing, plain.id, near))
    assert ("space_city", f"{plain.id} 1", "lisboa") not in [trouble[:3] for trouble in found]


def test_a_crossing_is_found(drawing: Drawing) -> None:
    first, *others = drawing.connections
    start, end = drawing.places["lisboa"], drawing.places["moskva"]
    curve = (Point(start.x, start.y), Point(start.x, start.y), Point(end.x, end.y))
    crossing = msgspec.structs.replace(first, curve=(*curve, Point(end.x, end.y)))
    found = crossings(msgspec.structs.replace(drawing, connections=(crossing, *others)))
    assert found
    assert {trouble.first for trouble in found} == {first.routes[0]}


def test_unequal_and_overlong_spaces_are_found(drawing: Drawing) -> None:
    space = drawing.spaces["lisboa-madrid"][0]
    stretched = with_space(drawing, "lisboa-madrid", space._replace(length=200.0))
    assert unequal_routes(stretched) == ["lisboa-madrid"]
    assert length_ratio(stretched) > 1.6


def test_a_ferry_on_land_is_found(board: Board, drawing: Drawing) -> None:
    ferry = next(route for route in board.routes if route.locomotives)
    place = drawing.places["moskva"]
    (trouble,) = on_land(board, with_space(drawing, ferry.id, Space(place.x, place.y, 0, 80)))
    assert trouble[:2] == ("land", f"{ferry.id} 1")


def test_moved_cities_are_measured(board: Board, drawing: Drawing) -> None:
    places = drawing.places
    swapped = {**places, "madrid": places["moskva"], "moskva": places["madrid"]}
    moved = msgspec.structs.replace(drawing, places=swapped)
    before, after = likeness(board, drawing), likeness(board, moved)
    assert after[0] > before[0] + 0.5
    assert after[1] < before[1]
