"""Eight small numbers in one word do what they would do one by one."""

import numpy as np
import numpy.typing as npt
import pytest

from stellwerk.rules.bits import u64
from stellwerk.rules.kernel import entry
from stellwerk.rules.octets import (
    at_least,
    at_most,
    each,
    equal,
    filled,
    flagged,
    octet,
    octets,
    put_octet,
    running_sums,
)

FLAG = 0x80


@entry
def _ask(
    field: npt.NDArray[np.uint8], number: int, place: int, answers: npt.NDArray[np.uint64]
) -> None:
    word = octets(field, 0)
    answers[0] = word
    answers[1] = equal(word, number)
    answers[2] = at_least(word, number)
    answers[3] = at_most(word, number)
    answers[4] = filled(equal(word, number))
    answers[5] = flagged(equal(word, number))
    answers[6] = put_octet(word, place, number)
    answers[7] = u64(octet(word, place))
    answers[8] = each(number)
    answers[9] = running_sums(word)


def _one_by_one(numbers: list[int], number: int, place: int) -> list[int]:
    def word(values: list[int]) -> int:
        return int.from_bytes(bytes(values), "little")

    same = [FLAG if each == number else 0 for each in numbers]
    return [
        word(numbers),
        word(same),
        word([FLAG if each >= number else 0 for each in numbers]),
        word([min(each, number) for each in numbers]),
        word([0xFF if flag else 0 for flag in same]),
        sum(1 << i for i, flag in enumerate(same) if flag),
        word([number if i == place else each for i, each in enumerate(numbers)]),
        numbers[place],
        word([number] * 8),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_words_of_eight_numbers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    answers = np.zeros(10, np.uint64)
    for number in (0, 1, 8, 9, 127, 128, 129, 200, 255):
        near = np.clip(number + rng.integers(-1, 2, 8), 0, 255)
        for numbers in (near, rng.integers(0, 256, 8), rng.integers(0, 14, 8)):
            field, place = numbers.astype(np.uint8), int(rng.integers(8))
            _ask(field, number, place, answers)
            assert answers[:9].tolist() == _one_by_one(field.tolist(), number, place)


@pytest.mark.parametrize("most", [14, 100, 256])
def test_running_sums_are_right_until_they_do_not_fit(most: int) -> None:
    field = np.random.default_rng(most).integers(0, most, 8).astype(np.uint8)
    answers = np.zeros(10, np.uint64)
    _ask(field, 0, 0, answers)
    found = int(answers[9]).to_bytes(8, "little")
    sums = np.cumsum(field.astype(int))
    fitting = int((sums < 256).sum())
    assert fitting >= 1
    assert list(found[:fitting]) == sums[:fitting].tolist()
