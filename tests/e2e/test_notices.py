"""Being called back in a real browser: asked for, delivered, shown, clicked; and being offline."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.e2e.axe import assert_open_to_all
from tests.e2e.houses import House
from tests.e2e.people import PHONE, Person, person
from tests.e2e.visits import words
from tests.server.mailing import MailServer, link_in, mail_server
from tests.server.players import Guest
from tests.server.pushing import PushService, push_service
from tests.server.serving import GENEROUS

pytestmark = pytest.mark.slow

SUBSCRIBE = """(given) => {
    // Chromium's own subscription would need the outside: this one leads to the test.
    let made = null;
    const key = (text) => {
        const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
        return Uint8Array.from(plain, (sign) => sign.charCodeAt(0)).buffer;
    };
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async (options) => (made = {
        endpoint: given.endpoint,
        options: { applicationServerKey: key(options.applicationServerKey) },
        toJSON: () => given,
        unsubscribe: async () => ((made = null), true),
    });
}"""
SHOWN = """async () => {
    // Until one is shown: a worker takes a moment to wake up.
    const worker = await navigator.serviceWorker.ready;
    for (const end = Date.now() + 30_000; Date.now() < end; ) {
        const shown = await worker.getNotifications();
        if (shown.length) return shown.map(({ title, tag, data }) => ({ title, tag, ...data }));
        await new Promise((go) => setTimeout(go, 20));
    }
    return [];
}"""
KEPT = """async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const kept = await Promise.all(caches_.map((cache) => cache.keys()));
    return kept.flat().map(({ url }) => url);
}"""
CLICK = """async () => {
    const [notification] = await self.registration.getNotifications();
    const click = new NotificationEvent("notificationclick", { notification });
    self.dispatchEvent(click);
}"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    """A push service."""
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    """A mail server."""
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def server(
    page_built: None, tmp_path_factory: pytest.TempPathFactory, mails: MailServer
) -> Iterator[House]:
    """A server that calls browsers of this machine and sends mail."""
    folder = tmp_path_factory.mktemp("server")
    settings = dataclasses.replace(
        GENEROUS,
        database=f"sqlite:///{folder / 'tables.db'}",
        push_anywhere=True,
        mail=mails.address,
        mail_from="Stellwerk <games@example.org>",
        public_url="http://games.lan",
    )
    house = House(settings, folder / "server.log")
    house.start()
    try:
        yield house
    finally:
        house.stop()


class Delivery:
    """Hands messages to the service worker, as the browser's push service would."""

    def __init__(self, page: Page, origin: str) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._origin = origin
        self._registration: list[str] = []
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._session.send("ServiceWorker.enable")

    def _note(self, event: dict[str, Any]) -> None:
        self._registration += [each["registrationId"] for each in event["registrations"]]

    def hand_over(self, content: Any) -> None:
        """Hand a message to the worker."""
        self._session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self._origin,
                "registrationId": self._registration[0],
                "data": json.dumps(content),
            },
        )


def ready(somebody: Person) -> None:
    """Wait until the service worker is at work."""
    somebody.page.wait_for_function("navigator.serviceWorker?.controller !== undefined")
    somebody.page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def become(somebody: Person, name: str) -> None:
    """Become a guest."""
    arrive = """(name) => fetch("/api/me", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name }),
    })"""
    somebody.go("/")
    somebody.page.evaluate(arrive, name)


def test_a_browser_is_called_shows_the_notice_and_leads_to_the_table(
    chrome: Browser, server: House, service: PushService
) -> None:
    with person(chrome, server.url, worker=True, view=PHONE, touch=True) as anna:
        page = anna.page
        anna.context.grant_permissions(["notifications"], origin=server.url)
        given = service.browser("anna")
        page.add_init_script(f"({SUBSCRIBE})({json.dumps(given)})")
        become(anna, "Anna")
        ready(anna)
        anna.go("/account")
        page.get_by_role("button", name=words(anna, "page.notices.on")).click()
        here = page.get_by_role("listitem").filter(has_text=words(anna, "page.notices.here"))
        expect(here).to_contain_text("Chrome")
        chat = here.get_by_label(words(anna, "page.notices.chat"))
        chat.check()
        expect(chat).to_be_enabled()
        assert_open_to_all(page, "notices", within="#notices")
        delivery = Delivery(page, server.url)
        here.get_by_role("button", name=words(anna, "page.notices.try")).click()
        (first,) = service.wait("anna")
        delivery.hand_over(first.content)
        (shown,) = page.evaluate(SHOWN)
        assert shown["title"] == words(anna, "post.test.title")
        page.evaluate("""navigator.serviceWorker.ready
            .then((worker) => worker.getNotifications())
            .then((shown) => shown.forEach((each) => each.close()))""")

        bob = Guest(server.address, "Bob")
        wish = {"board": "lesson", "seats": [{"holder": "me"}, {"holder": "open"}]}
        table = bob.ask("POST", "/api/tables", wish)["id"]
        page.evaluate(
            """(table) => fetch(`/api/tables/${table}/join`, {
            method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" })""",
            table,
        )
        bob.ask("POST", f"/api/tables/{table}/start")
        content = service.wait("anna", 2)[1].content
        for _ in range(2):  # it comes twice, and is shown once
            delivery.hand_over(content)
        (shown,) = page.evaluate(SHOWN)
        assert (shown["id"], shown["tag"]) == (content["id"], content["tag"])
        assert shown["path"] == f"/t/{table}"
        anna.context.service_workers[0].evaluate(CLICK)
        page.wait_for_url(f"**/t/{table}")
        page.locator(".table .board").wait_for()


def test_mail_is_confirmed_and_quiet_hours_are_kept(
    chrome: Browser, server: House, mails: MailServer
) -> None:
    with person(chrome, server.url, language="de") as anna:
        page = anna.page
        become(anna, "Anna")
        anna.go("/account")
        page.get_by_label(words(anna, "page.notices.address")).fill("anna@example.org")
        page.get_by_role("button", name=words(anna, "page.notices.send")).click()
        expect(page.get_by_text("anna@example.org")).to_be_visible()
        page.get_by_label(words(anna, "page.notices.quiet_on")).check()
        until = page.get_by_label(words(anna, "page.notices.until"), exact=True)
        until.fill("07:30")
        until.press("Tab")
        token = link_in(mails.wait()[-1], "/confirm/")
        anna.go(f"/confirm/{token}")
        assert_open_to_all(page, "the link of a mail")
        page.get_by_role("button", name=words(anna, "page.mail.confirm_do")).click()
        expect(page.get_by_role("status")).to_contain_text("anna@example.org")
        anna.go("/account")
        expect(page.locator("#notices")).to_contain_text("anna@example.org")
        expect(until).to_have_value("07:30")
        assert_open_to_all(page, "notices with mail", within="#notices")


def test_without_a_connection_the_page_says_so_and_the_rules_can_be_read(
    chrome: Browser, server: House, tmp_path: Path
) -> None:
    with person(chrome, server.url, worker=True, may_complain=True) as anna:
        page = anna.page
        anna.go("/rules/usa")
        page.locator("main h1").first.wait_for()
        ready(anna)
        page.reload()  # now it is the worker's
        page.locator("main h1").first.wait_for()
        kept = page.evaluate(KEPT)
        paths = [url.removeprefix(server.url) for url in kept]
        games = [path for path in paths if path.startswith(("/api/tables", "/api/me", "/t/"))]
        assert not games
        assert any(path.startswith("/assets/") for path in paths)
        assert "/api/words/de" in paths
        anna.context.set_offline(True)
        page.reload()
        expect(page.locator("main h1").first).to_be_visible()
        anna.go("/")
        expect(page.get_by_role("heading")).to_have_text(words(anna, "page.offline.title"))
        assert_open_to_all(page, "offline")
        anna.context.set_offline(False)
        page.locator(".quick").wait_for()  # it comes back by itself


def test_the_page_can_be_installed(chrome: Browser, server: House) -> None:
    with person(chrome, server.url, worker=True) as anna:
        anna.go("/")
        ready(anna)
        session = anna.context.new_cdp_session(anna.page)
        found = session.send("Page.getAppManifest")
        assert found["errors"] == []
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A browser of a test is always a private one.
        assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
