"""Whole games on every board, from the start page to the score table."""

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.choice import some_long
from tests.e2e.houses import House
from tests.e2e.people import person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import follow, invite, play_now, start

pytestmark = pytest.mark.slow

BOARDS = ("usa", "europe", "germany", "world", "great_lakes")


@pytest.mark.parametrize("board", some_long(BOARDS, "usa", "europe"))
def test_two_people_play_from_the_invitation_to_the_score_table(
    chrome: Browser, server: House, board: str
) -> None:
    with person(chrome, server.url) as anna, person(chrome, server.url) as ben:
        link = invite(anna, "Anna", board, 2)
        follow(ben, link, "Ben")
        start(anna)
        robots = [Robot(each, board, Random(number)) for number, each in enumerate((anna, ben))]
        play(*robots)
        scores = [each.page.locator(".scores table").inner_text() for each in (anna, ben)]
        for name in ("Anna", "Ben"):
            assert all(name in score for score in scores)
        assert sum(robot.done["claim"] for robot in robots) >= 2


@pytest.mark.parametrize("board", some_long(BOARDS, "germany", "world", "great_lakes"))
def test_one_person_plays_three_bots(chrome: Browser, server: House, board: str) -> None:
    with person(chrome, server.url) as anna:
        play_now(anna, "Anna", board, 4)
        play(Robot(anna, board, Random(3)))
        expect(anna.page.locator(".scores tbody")).to_have_count(4)
