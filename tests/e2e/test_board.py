"""The board in a real browser: mouse, fingers, keyboard, and the world that turns."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from stellwerk import Board
from stellwerk.drawing.files import drawing_of
from tests.e2e.board_demo import PHONE, build, demo

pytestmark = pytest.mark.slow

LYING: ViewportSize = {"width": 844, "height": 390}
MEASURE = (Path(__file__).parent / "sizes.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("demo"))


def middle_of(page: Page, board: str, route: str) -> tuple[float, float]:
    """Return where the first space of a route is on the screen."""
    space = drawing_of(Board.load(board)).spaces[route][0]
    x, y = page.evaluate(
        """([x, y]) => {
            const sheet = document.querySelector("svg.sheet");
            const place = new DOMPoint(x, y).matrixTransform(sheet.getScreenCTM());
            return [place.x, place.y];
        }""",
        [space.x, space.y],
    )
    return x, y


def said(page: Page) -> str:
    answer = page.evaluate("demo.said()")
    assert isinstance(answer, str)
    return answer


def test_a_click_on_a_route_tells_the_route(chrome: Browser, page_files: Path) -> None:
    with demo(chrome, page_files, "europe") as page:
        page.mouse.click(*middle_of(page, "europe", "paris-zurich"))
        assert said(page) == "route paris-zurich"


def test_a_drag_is_no_click(chrome: Browser, page_files: Path) -> None:
    with demo(chrome, page_files, "europe") as page:
        x, y = middle_of(page, "europe", "paris-zurich")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y + 10, steps=4)
        page.mouse.up()
        assert said(page) == ""


def test_the_wheel_zooms_at_the_pointer(chrome: Browser, page_files: Path) -> None:
    with demo(chrome, page_files, "europe") as page:
        x, y = middle_of(page, "europe", "budapest-wien/1")
        page.mouse.move(x, y)
        page.mouse.wheel(0, -500)
        expect(page.get_by_role("button", name="Show all")).to_be_enabled()
        after = middle_of(page, "europe", "budapest-wien/1")
        assert after == pytest.approx((x, y), abs=2)
        page.mouse.click(x, y)
        assert said(page) == "route budapest-wien/1"


def test_a_finger_between_two_lanes_is_asked_which_one(chrome: Browser, page_files: Path) -> None:
    with demo(chrome, page_files, "usa", view=PHONE, touch=True) as page:
        page.evaluate("demo.show(['denver-salt-lake-city/1', 'denver-omaha/1'])")
        expect(page.locator(".view.moving")).to_have_count(0)
        first, second = (middle_of(page, "usa", f"denver-salt-lake-city/{lane}") for lane in (1, 2))
        page.touchscreen.tap((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
        chooser = page.get_by_role("dialog", name="Which lane?")
        expect(chooser.get_by_role("button")).to_have_count(3)
        for button in chooser.get_by_role("button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 44
        chooser.get_by_role("button", name="(2)").tap()
        expect(chooser).to_have_count(0)
        assert said(page) == "route denver-salt-lake-city/2"


def test_a_finger_between_two_lanes_that_are_the_same_is_not_asked(
    chrome: Browser, page_files: Path
) -> None:
    with demo(chrome, page_files, "usa", view=PHONE, touch=True) as page:
        page.evaluate("demo.show(['portland-seattle/1', 'helena-seattle'])")
        expect(page.locator(".view.moving")).to_have_count(0)
        for _ in range(3):  # where it is crowded, the first tap brings the map nearer
            first, second = (middle_of(page, "usa", f"portland-seattle/{lane}") for lane in (1, 2))
            page.touchscreen.tap((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
            page.wait_for_timeout(500)
            expect(page.locator(".view.moving")).to_have_count(0)
            if said(page):
                break
        assert said(page).startswith("route portland-seattle/")
        expect(page.get_by_role("dialog", name="Which lane?")).to_have_count(0)


@pytest.mark.parametrize("view", [PHONE, LYING], ids=["standing", "lying"])
def test_who_asks_for_a_lane_does_not_hide_it(
    chrome: Browser, page_files: Path, view: ViewportSize
) -> None:
    with demo(chrome, page_files, "usa", view=view, touch=True) as page:
        page.evaluate(MEASURE)
        chooser = page.get_by_role("dialog", name="Which lane?")
        for route, other in (
            ("denver-salt-lake-city", "denver-omaha"),
            ("los-angeles-san-francisco", "las-vegas-los-angeles"),
            ("boston-new-york", "montreal-new-york"),
        ):
            page.evaluate("(routes) => demo.show(routes)", [f"{route}/1", other])
            expect(page.locator(".view.moving")).to_have_count(0)
            for _ in range(3):  # where it is crowded, the first tap brings the map nearer
                first, second = (middle_of(page, "usa", f"{route}/{lane}") for lane in (1, 2))
                page.touchscreen.tap((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
                page.wait_for_timeout(500)
                expect(page.locator(".view.moving")).to_have_count(0)
                if chooser.count():
                    break
            found = page.evaluate("measureSubject()")
            assert found["shapes"] == 1
            assert not found["hidden"]
            chooser.get_by_role("button", name="Close").tap()


def test_a_double_tap_zooms_there_and_the_mini_map_appears(
    chrome: Browser, page_files: Path
) -> None:
    with demo(chrome, page_files, "germany", view=PHONE, touch=True) as page:
        assert page.locator("svg.mini").count() == 0
        # On a busy machine two taps may be too far apart; then the next one is the second.
        for _ in range(4):
            page.touchscreen.tap(195, 20)
        expect(page.locator("svg.mini")).to_be_visible()
        page.get_by_role("button", name="Show all").tap()
        expect(page.locator("svg.mini")).to_have_count(0)


def test_the_mini_map_leaves_what_is_spoken_of_in_sight(chrome: Browser, page_files: Path) -> None:
    with demo(chrome, page_files, "europe", view=PHONE, touch=True) as page:
        mini = page.locator("svg.mini")
        page.evaluate("demo.show([], ['moskva'])")
        expect(mini).to_be_visible()
        page.evaluate("demo.speak({cities: ['lisboa']})")
        expect(mini).to_have_count(0)
        page.evaluate("demo.speak({cities: ['edinburgh']})")
        expect(mini).to_be_visible()


def test_arrows_walk_over_the_map_and_enter_chooses(chrome: Browser, page_files: Path) -> None:
    with demo(chrome, page_files, "europe") as page:
        page.evaluate("demo.enter({kind: 'city', id: 'wien'})")
        page.keyboard.press("ArrowLeft")
        name = page.evaluate("document.activeElement.dataset.route")
        assert name is not None
        expect(page.locator("path.focus.outer")).to_have_count(1)
        page.keyboard.press("Enter")
        assert said(page) == f"route {name}"


def test_one_tab_leads_to_the_board_and_the_next_beyond_it(
    chrome: Browser, page_files: Path
) -> None:
    with demo(chrome, page_files, "europe") as page:
        inside = page.locator("ul[aria-label=Routes] [tabindex='0']")
        assert inside.count() == 1


def test_every_route_is_a_button_with_its_name_and_state(chrome: Browser, page_files: Path) -> None:
    with demo(chrome, page_files, "lesson", "full") as page:
        routes = page.evaluate("demo.routes()")
        names = page.locator("ul[aria-label=Routes] [data-route]").all_inner_texts()
        assert len(names) == 2 * len(routes)  # one under each of its cities
        assert len(set(names)) == len(routes)
        assert all(name.count(",") >= 2 for name in names)


def test_the_world_pans_round_without_an_edge(chrome: Browser, page_files: Path) -> None:
    with demo(chrome, page_files, "world") as page:
        page.mouse.move(900, 650)
        page.mouse.down()
        page.mouse.move(200, 650, steps=6)
        page.mouse.up()
        # One copy has left on the left, and the next one follows on the right.
        expect(page.locator("g.stellwerk[id$=ground]")).to_have_count(1)
        copies = page.locator("use[href$=-routes]")
        expect(copies).to_have_count(2)
        bands = page.evaluate(
            "[...document.querySelectorAll('use[href$=-ground]')]"
            ".map((use) => use.parentNode.getAttribute('transform'))"
        )
        assert len(set(bands)) == 2


def test_claimed_routes_get_a_piece_on_every_space(chrome: Browser, page_files: Path) -> None:
    with demo(chrome, page_files, "usa") as page:
        page.evaluate("demo.claim('denver-phoenix', 2)")
        expect(page.locator("use[href='#piece-wagon-green']")).to_have_count(5)
        page.evaluate("demo.free('denver-phoenix')")
        expect(page.locator("use[href='#piece-wagon-green']")).to_have_count(0)
