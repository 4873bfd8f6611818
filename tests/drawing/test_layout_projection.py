import math
from dataclasses import replace

import numpy as np
import pytest

from stellwerk.board import Board, boards
from stellwerk.drawing.layout.projection import Projection, cone, find_seam, projection_of
from stellwerk.drawing.layout.scale import scaled_projection


def test_the_cone_agrees_with_a_textbook_example() -> None:
    # Snyder, Map Projections: a sphere of radius 1, parallels 33 and 45 degrees, origin 23 N 96 W.
    projection = cone(-276, -96, 33, 45)
    assert projection.cone == pytest.approx(0.6304777, abs=1e-7)
    x, y = projection.plane(-75, 35) - projection.plane(-96, 23)
    assert (x, -y) == pytest.approx((0.2966785, 0.2462112), abs=1e-7)


def test_the_cone_of_one_latitude_touches_there() -> None:
    assert cone(-180, 0, 50, 50).cone == pytest.approx(math.sin(math.radians(50)))


def test_a_cone_across_the_equator_is_mercators_cylinder() -> None:
    projection = cone(-180, 0, -20, 20)
    x, y = projection.plane(10, 15)
    stretch = math.cos(math.radians(20))
    assert x == pytest.approx(stretch * math.radians(10), rel=1e-4)
    north = math.log(math.tan(math.pi / 4 + math.radians(15) / 2))
    origin = math.log(math.tan(math.pi / 4 + math.radians(-20) / 2))
    assert -y == pytest.approx(stretch * (north - origin), rel=1e-4)


def test_the_cylinder_is_galls_stereographic() -> None:
    projection = Projection(seam=-180, centre=0)
    x, y = projection.plane(90, 45)
    assert x == pytest.approx(math.pi / 2 * math.sqrt(0.5))
    # At 45 degrees Gall's cylinder cuts the globe: height and width of a degree agree.
    assert -y == pytest.approx((1 + math.sqrt(0.5)) * math.tan(math.pi / 8))
    turn = projection.plane(370, 0) - projection.plane(10, 0)
    assert turn == pytest.approx([projection.period, 0.0])


def test_north_is_up_and_east_is_right() -> None:
    for projection in (cone(-180, 10, 40, 50), Projection(-180, 0)):
        middle = projection.plane(10, 45)
        assert projection.plane(10, 46)[1] < middle[1]
        assert projection.plane(11, 45)[0] > middle[0]


def test_scale_and_offset_follow_each_other() -> None:
    projection = cone(-180, 10, 40, 50)
    point = projection.plane(12, 47)
    changed = projection.moved(1, 2).scaled(3, 4).moved(5, 6)
    assert changed.plane(12, 47) == pytest.approx(
        np.array([3, 4]) * (point + np.array([1, 2])) + np.array([5, 6])
    )


@pytest.mark.parametrize("board", boards())
def test_a_board_that_wraps_gets_a_cylinder_and_any_other_a_cone(board: str) -> None:
    loaded = Board.load(board)
    wraps = any(route.wraps for route in loaded.routes)
    assert bool(projection_of(loaded).period) == wraps


@pytest.mark.parametrize("board", boards())
def test_every_route_leaves_the_map_only_if_it_says_so(board: str) -> None:
    loaded = Board.load(board)
    lon = projection_of(loaded).unwrapped([city.lon for city in loaded.cities])
    for route in loaded.routes:
        # The longer way is the one through the map, where the shorter leads over the edge.
        assert (abs(lon[route.a] - lon[route.b]) > 180) == route.wraps, route.id


def test_a_board_across_the_date_line_stays_in_one_piece() -> None:
    lon = [175.0, 178.0, -179.0, -172.0]
    seam = find_seam(lon, [(0, 1, False), (1, 2, False), (2, 3, False)])
    assert np.ptp(Projection(seam, 0).unwrapped(lon)) == pytest.approx(13.0)


@pytest.mark.parametrize("board", boards())
def test_the_map_is_scaled_to_the_length_of_its_routes(board: str) -> None:
    loaded = Board.load(board)
    projection = scaled_projection(loaded)
    lon = projection.unwrapped([city.lon for city in loaded.cities])
    places = projection.plane(lon, [city.lat for city in loaded.cities])
    ways = np.array([places[route.b] - places[route.a] for route in loaded.routes])
    ways[:, 0] -= np.where([route.wraps for route in loaded.routes], projection.period, 0.0)
    lengths = np.array([100.0 * route.length for route in loaded.routes])
    assert 1.0 < np.median(np.hypot(*ways.T) / lengths) < 1.6
    assert 0.85 < projection.scale[0] / projection.scale[1] < 1.15


def test_a_larger_map_has_the_same_period_in_degrees() -> None:
    projection = replace(Projection(-180, 0), scale=(7.0, 5.0))
    assert projection.period == pytest.approx(7 * Projection(-180, 0).period)
