"""The account in a real browser: a name that is kept, on one device after the other."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.e2e.axe import assert_open_to_all
from tests.e2e.houses import House
from tests.e2e.people import PHONE, Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.visits import code_of, play_now, seated, words

pytestmark = pytest.mark.slow

Json = dict[str, Any]
AUTHENTICATOR: Json = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Keyring:
    """The authenticator of a device: it belongs to one page."""

    def __init__(self, somebody: Person) -> None:
        self._session: CDPSession = somebody.context.new_cdp_session(somebody.page)
        self._session.send("WebAuthn.enable")
        made = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self._id: str = made["authenticatorId"]

    @property
    def keys(self) -> list[Json]:
        """All passkeys on it."""
        found = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})
        keys: list[Json] = found["credentials"]
        return keys

    def take(self, key: Json) -> None:
        """Get a passkey from another device, as those do that keep them together."""
        given = {"authenticatorId": self._id, "credential": key}
        self._session.send("WebAuthn.addCredential", given)


def named(server: House) -> str:
    """Return the server's address with a name, since digits have no passkeys."""
    return server.url.replace("127.0.0.1", "localhost")


def press(somebody: Person, key: str) -> None:
    """Press the button with these words."""
    somebody.page.get_by_role("button", name=words(somebody, key), exact=True).click()


def says(somebody: Person, key: str) -> None:
    """Wait until these words are shown."""
    expect(somebody.page.get_by_text(words(somebody, key), exact=True)).to_be_visible()


def test_a_game_goes_on_at_another_device_by_a_passkey(chrome: Browser, server: House) -> None:
    with person(chrome, named(server)) as anna:
        play_now(anna, "Anna", "europe", 2)
        table = code_of(anna.page)
        robot = Robot(anna, "europe", Random(3))
        play(robot, until=lambda: robot.done["card"] >= 1 and robot.free)
        anna.go("/account")
        keyring = Keyring(anna)
        press(anna, "page.account.passkey_add")
        says(anna, "page.account.passkey_added")
        (key,) = keyring.keys
        assert key["isResidentCredential"]
        assert_open_to_all(anna.page, "account")
        # All cookies are lost: this browser knows nobody any more.
        anna.context.clear_cookies()
        anna.page.reload()
        says(anna, "page.account.sign_in")

    with person(chrome, named(server), view=PHONE, touch=True) as phone:
        phone.go("/account")
        assert_open_to_all(phone.page, "account of a stranger")
        Keyring(phone).take(key)
        press(phone, "page.account.by_passkey")
        expect(phone.page.locator("#devices li")).to_have_count(2)
        assert_open_to_all(phone.page, "account on a phone")
        phone.go(f"/t/{table}")
        seated(phone.page)
        robot = Robot(phone, "europe", Random(4))
        play(robot, until=lambda: robot.done["card"] >= 1 and robot.free)


def test_a_passkey_that_was_taken_away_opens_nothing(chrome: Browser, server: House) -> None:
    with person(chrome, named(server), language="de", may_complain=True) as anna:
        anna.go("/account")
        anna.page.locator("#name input").first.fill("Änne")
        press(anna, "page.lobby.save")
        keyring = Keyring(anna)
        press(anna, "page.account.passkey_add")
        says(anna, "page.account.passkey_added")
        remove = anna.page.locator("#passkeys li button.danger")
        remove.click()
        expect(anna.page.locator("#passkeys [role=alert]")).to_be_visible()
        remove.click()
        expect(anna.page.locator("#passkeys li")).to_have_count(0)
        assert keyring.keys, "the device still has it"
        press(anna, "page.account.by_passkey")
        expect(anna.page.locator("#sign-in [role=alert]")).to_contain_text("Passkey")


def test_without_https_codes_lead_back_and_tables_come_along(
    chrome: Browser, server: House
) -> None:
    with person(chrome, server.url) as anna:
        anna.go("/account")
        anna.page.locator("#name input").first.fill("Anna")
        press(anna, "page.lobby.save")
        says(anna, "page.account.codes_instead")
        expect(anna.page.locator("#passkeys")).to_have_count(0)
        press(anna, "page.account.codes_make")
        codes = anna.page.locator(".codes code").all_inner_texts()
        assert len(set(codes)) == 10
        assert_open_to_all(anna.page, "codes")
        with person(chrome, server.url, view=PHONE, touch=True, may_complain=True) as phone:
            play_now(phone, "Phone", "europe", 2)
            table = code_of(phone.page)
            phone.go("/account#sign-in")
            enter = phone.page.locator(
                "#sign-in button", has_text=words(phone, "page.account.by_code")
            )
            expect(enter).to_be_disabled()
            phone.page.locator("#sign-in input[type=radio]").first.check()
            phone.page.locator("#sign-in input.field").fill(codes[0].lower())
            enter.click()
            expect(phone.page.get_by_text("1 table has come along.")).to_be_visible()
            assert_open_to_all(phone.page, "signed in")
            phone.go(f"/t/{table}")
            seated(phone.page)
        anna.page.reload()
        expect(anna.page.locator("#codes")).to_contain_text("9 codes")
        expect(anna.page.locator("#devices li")).to_have_count(2)
        anna.page.locator("#devices li button.danger").click()
        expect(anna.page.locator("#devices li")).to_have_count(1)


def test_the_account_is_deleted_once_the_name_is_typed(chrome: Browser, server: House) -> None:
    with person(chrome, server.url) as anna:
        anna.go("/account")
        anna.page.locator("#name input").first.fill("Anna Lena")
        press(anna, "page.lobby.save")
        with anna.page.expect_download() as file:
            anna.page.get_by_role("link", name=words(anna, "page.account.export")).click()
        assert file.value.suggested_filename == "stellwerk.zip"
        press(anna, "page.account.delete_begin")
        delete = anna.page.locator("#data form button.danger")
        typed = anna.page.locator("#data form input")
        typed.fill("Anna")
        expect(delete).to_be_disabled()
        typed.fill("anna lena ")
        delete.click()
        anna.page.wait_for_url("**/")
        anna.go("/account")
        says(anna, "page.account.sign_in")
