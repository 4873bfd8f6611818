from itertools import product

import pytest

from stellwerk.drawing.vision import VISIONS, Vision, ciede2000, contrast, difference, simulate

# Pairs of L*, a*, b* with their difference, published with the formula to test it.
PUBLISHED = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.903),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.263),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("first", "second", "expected"), PUBLISHED)
def test_difference_is_that_of_the_published_examples(
    first: tuple[float, float, float], second: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)
    assert ciede2000(second, first) == pytest.approx(expected, abs=1e-4)


def test_black_and_white_are_farthest_apart() -> None:
    assert difference("#000000", "#ffffff") == pytest.approx(100, abs=0.01)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize(("vision", "grey"), [*product(VISIONS, ["#000000", "#808080", "#ffffff"])])
def test_grey_looks_grey_to_all_eyes(vision: Vision, grey: str) -> None:
    assert difference(simulate(grey, vision), grey) < 0.5


def test_red_and_green_look_alike_without_one_kind_of_cones() -> None:
    red, green = "#c05020", "#788020"
    assert difference(red, green) > 30
    assert difference(red, green, "deutan") < difference(red, green) / 3
