"""Whole games on every board, from the start page to the score table."""

from contextlib import ExitStack
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import assert_open_to_all
from tests.e2e.houses import House
from tests.e2e.people import Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import follow, invite, play_now, start

pytestmark = pytest.mark.slow

NAMES = ("Anna", "Ben", "Clara", "David")
DECISIONS = {
    "usa": {"keep", "payment", "tickets"},
    "europe": {"keep", "payment", "tickets", "site"},
    "germany": {"keep", "mix", "payment"},
    "world": {"keep", "pieces", "refill", "exchange", "payment"},
    "great_lakes": {"keep", "pieces", "refill", "exchange", "payment"},
}
"""What is decided in every game on a board, however the cards lie."""


@pytest.mark.parametrize(
    "board",
    ["europe", *(pytest.param(b, marks=pytest.mark.long) for b in DECISIONS if b != "europe")],
)
def test_four_people_play_from_the_invitation_to_the_score_table(
    chrome: Browser, server: House, board: str
) -> None:
    with ExitStack() as stack:
        people = [stack.enter_context(person(chrome, server.url)) for _ in NAMES]
        link = invite(people[0], NAMES[0], board, len(NAMES))
        for friend, name in zip(people[1:], NAMES[1:], strict=True):
            follow(friend, link, name)
        start(people[0])
        robots = [Robot(each, board, Random(number)) for number, each in enumerate(people)]
        play(*robots)
        scores = [each.page.locator(".scores table").inner_text() for each in people]
        assert all(name in score for name in NAMES for score in scores)
        assert sum(robot.done["claim"] for robot in robots) >= 2


@pytest.mark.parametrize(
    "board",
    [
        "world",
        *(
            pytest.param(board, marks=pytest.mark.long)
            for board in ("europe", "germany", "usa", "great_lakes")
        ),
    ],
)
def test_one_person_plays_three_bots_and_every_decision_is_open_to_all(
    chrome: Browser, server: House, board: str
) -> None:
    seen: set[str] = set()

    def check(whose: Person, kind: str) -> None:
        if kind not in seen:
            seen.add(kind)
            assert_open_to_all(whose.page, f"{board}: {kind}", within="section.frame")

    with person(chrome, server.url) as anna:
        play_now(anna, "Anna", board, 4)
        play(Robot(anna, board, Random(3), onframe=check))
        expect(anna.page.locator(".scores tbody")).to_have_count(4)
        assert seen >= DECISIONS[board]
