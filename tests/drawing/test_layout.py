from itertools import pairwise

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.drawing.check import check, length_ratio, true_places
from stellwerk.drawing.draw import draw
from stellwerk.drawing.files import encode
from stellwerk.drawing.layout.energy import Coast, Energy, Variables
from stellwerk.drawing.layout.labels import candidates, label_discs
from stellwerk.drawing.layout.lettering import settings, size, text_width, two_lines
from stellwerk.drawing.layout.neighbours import neighbours
from stellwerk.drawing.layout.network import FONT, UNITS, Network, network_of
from stellwerk.drawing.layout.scale import scaled_projection
from stellwerk.drawing.layout.spaces import tracks
from stellwerk.drawing.layout.start import twins, untangle
from stellwerk.drawing.overlaps import overlaps
from tests.drawing.boards import ISLAND, small_board


def network(name: str) -> Network:
    board = Board.load(name)
    projection = scaled_projection(board)
    turn = projection.period if any(route.wraps for route in board.routes) else 0.0
    return network_of(board, true_places(board, projection) / UNITS, turn / UNITS)


@pytest.mark.parametrize("name", ["world", "great_lakes", "europe"])
def test_the_gradient_is_the_slope_of_the_cost(name: str) -> None:
    ground = network(name)
    chance = np.random.default_rng(3)
    cities, connections = len(ground.true), len(ground.a)
    energy = Energy(ground, neighbours(ground.true), np.array([3.0, 3.0, 15.0, 10.0]))
    energy.coast = Coast(chance.normal(0, 0.5, (40, 60)), -4.0, -3.0, 1.7)
    energy.labelled[:] = True
    energy.label_offsets = chance.normal(0, 1, energy.label_offsets.shape)
    variables = Variables(
        ground.true + chance.normal(0, 0.1, (cities, 2)),
        chance.normal(0, 0.3, (connections, 2)),
        chance.normal(0.1, 0.1, (connections, 2)),
    )
    pairs = energy.pairs(variables, 0.09)
    assert len(pairs.first) > 1000
    _, gradient = energy.slope(variables, pairs, 12.0, 0.09)
    flat, slope = variables.flat(), gradient.flat()

    def cost(change: np.ndarray) -> float:
        return energy.slope(Variables.of(flat + change, cities, connections), pairs, 12.0, 0.09)[0]

    for _ in range(20):
        way = chance.normal(0, 1, len(flat))
        step = 1e-7
        measured = (cost(step * way) - cost(-step * way)) / (2 * step)
        # Where a disc of a lane goes from one piece of its curve to the next it jumps a little.
        assert measured == pytest.approx(float(slope @ way), abs=0.005 * np.hypot.reduce(slope))


def test_names_are_measured_letter_by_letter() -> None:
    assert text_width("WWW") > text_width("iii")
    assert text_width("München") == pytest.approx(text_width("Münch") + text_width("en"))
    assert text_width("漢") > text_width("W")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Wien", ("Wien",)),
        ("Salt Lake City", ("Salt Lake", "City")),
        ("New York", ("New", "York")),
        ("Garmisch-Partenkirchen", ("Garmisch-", "Partenkirchen")),
    ],
)
def test_names_break_where_the_longer_line_is_shortest(name: str, lines: tuple[str, ...]) -> None:
    assert two_lines(name) == lines


def test_a_label_has_room_for_both_languages() -> None:
    names = {"de": "Niederlande", "en": "Netherlands"}
    (lines,) = settings(names)
    width, _ = size(lines)
    assert width == pytest.approx(FONT * max(map(text_width, names.values())))
    assert [len(settings({"de": "Neu Ulm", "en": "New Ulm"}))] == [2]


def test_label_candidates_keep_off_their_city() -> None:
    offered = candidates({"de": "Wien", "en": "Vienna"})
    away = np.maximum(0.0, np.abs(offered.box[:, :2]) - offered.box[:, 2:] / 2)
    assert np.hypot(*away.T).min() > 0.24
    assert label_discs(offered.box[0]).mean(axis=0) == pytest.approx(offered.box[0, :2])


def test_a_line_over_a_city_is_bent_round_it() -> None:
    board = small_board(
        [("West", 50, 0), ("Middle", 50.02, 5), ("East", 50, 10)],
        [("West", "Middle", 2), ("Middle", "East", 2), ("West", "East", 5)],
    )
    projection = scaled_projection(board)
    ground = network_of(board, true_places(board, projection) / UNITS, 0.0)
    heights = untangle(ground, ground.true, np.zeros((3, 2)), ())
    assert heights[:2].tolist() == [[0, 0], [0, 0]]
    assert abs(heights[2]).min() >= 0.4


def test_a_ship_and_a_train_between_two_cities_part_and_the_ship_takes_the_water() -> None:
    ground = network("great_lakes")
    left = Coast(np.tile(np.linspace(9.0, -9.0, 30), (30, 1)), -2.0, -2.0, 0.9)
    right = Coast(-left.grid, -2.0, -2.0, 0.9)
    parted = twins(ground, left)
    assert parted
    for first in parted:
        for second in parted:
            if first < second and ground.a[first] == ground.a[second]:
                assert ground.b[first] != ground.b[second] or parted[first] == -parted[second]
    turned = twins(ground, right)
    assert {e: -bulge for e, bulge in turned.items()} == parted


def test_lanes_lie_from_left_to_right_and_spaces_are_equal() -> None:
    ground = network("usa")
    heights = np.zeros((len(ground.a), 2))
    variables = Variables(ground.true, heights, np.full(heights.shape, 0.1))
    for e, track in enumerate(tracks(ground, variables)):
        assert track.middles.shape == (ground.lanes[e], ground.length[e], 2)
        if ground.lanes[e] == 2:
            ahead = np.radians(track.angles[0, 0])
            across = track.middles[1, 0] - track.middles[0, 0]
            # y goes down, so the right hand of (1, 0) is (0, 1).
            assert across @ [-np.sin(ahead), np.cos(ahead)] == pytest.approx(0.42)


def test_the_same_seed_draws_the_same_bytes_and_another_seed_others() -> None:
    board = Board.load("lesson")
    first, again, other = (encode(draw(board, seed)) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_a_board_of_ones_own_comes_out_clean() -> None:
    board = Board.load(ISLAND)
    report = check(board, draw(board))
    assert report.troubles == ()
    assert [bar for bar in report.bars if not bar.passed] == []


def test_a_board_whose_cities_lie_in_one_line_can_be_drawn() -> None:
    names = ["Aa", "Bb", "Cc", "Dd", "Ee"]
    board = small_board(
        [(name, 0.0, 10.0 + 2 * i) for i, name in enumerate(names)],
        [*((a, b, 2) for a, b in pairwise(names)), ("Aa", "Ee", 4)],
    )
    drawing = draw(board)
    assert overlaps(board, drawing) == []
    assert length_ratio(drawing) < 3


def test_two_cities_are_enough() -> None:
    board = small_board([("Aa", 60, 170), ("Bb", 60, -170)], [("Aa", "Bb", 3)])
    drawing = draw(board)
    assert overlaps(board, drawing) == []
    assert drawing.places["aa"].x < drawing.places["bb"].x
