"""What measures the page counts only what is there to be seen."""

import pytest
from playwright.sync_api import Browser

from bench.page_sizes import Decisions
from tests.e2e.people import Person

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "left",
    ["", "<section class=frame><button class=confirm aria-disabled=true>…</button></section>"],
    ids=["played", "on its way"],
)
def test_a_payment_that_is_already_made_is_not_looked_at(chrome: Browser, left: str) -> None:
    context = chrome.new_context()
    page = context.new_page()
    page.set_content(left)
    looking = Decisions("usa", None)
    looking.look(Person(context, page, ""), "payment")
    context.close()
    assert (looking.looks, looking.wrong) == (0, [])
