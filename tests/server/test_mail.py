"""Mail: an address counts once it is confirmed, is easily given up, and never asked too often."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import select, update

from stellwerk.server.errors import Refusal
from stellwerk.server.post.mail import mail_server as read_address
from stellwerk.server.post.mail import with_password
from stellwerk.server.preflight import check_environment
from stellwerk.server.protocol import SeatWish
from stellwerk.server.run import check
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions.addresses import ASKED_MOST, CONFIRM_FOR, clean_address
from tests.server.house import House, refused
from tests.server.mailing import MailServer, link_in, mail_server, text_of
from tests.server.programs import free_port
from tests.server.test_notices import call_ada, look_on, settled
from tests.server.test_retention import cleaned

pytestmark = pytest.mark.anyio

FROM = "Stellwerk <games@example.org>"
URL = "https://games.example.org"


@pytest.fixture
def server() -> Iterator[MailServer]:
    """A mail server."""
    with mail_server() as running:
        yield running


@pytest.fixture
async def house(database_url: str, server: MailServer) -> AsyncIterator[House]:
    """A service that sends mail."""
    settings = Settings(
        database=database_url,
        bot_delay=0.0,
        poll=0.05,
        mail=server.address,
        mail_from=FROM,
        public_url=URL,
    )
    async with House(settings) as house:
        yield house


async def confirmed(house: House, server: MailServer, actor: Actor, address: str) -> None:
    """Give an address and follow the link that is sent there."""
    await house.service.notices.give_address(actor, address, "")
    await house.service.notices.confirm(link_in(server.mails[-1], "/confirm/"))
    server.mails.clear()


async def test_whoever_wants_mail_gets_it_when_it_is_their_turn(
    house: House, server: MailServer
) -> None:
    table, ada, bob = await house.duel()
    await confirmed(house, server, ada, "ada@example.org")
    await look_on(house, ada, bob, table)
    await call_ada(house, bob, table)
    begun = time.monotonic()
    (mail,) = await asyncio.to_thread(server.wait)
    assert server.times[-1] - begun < 2.0
    assert mail["From"] == FROM
    assert mail["To"] == "ada@example.org"
    assert mail["Subject"].startswith("Du bist am Zug")
    assert mail["Message-ID"].endswith("@games.example.org>")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Content-Language"] == "de"
    assert f"{URL}/t/{table}" in text_of(mail)
    assert "Bob" in text_of(mail)
    html = mail.get_body(("html",))
    assert html is not None
    assert f'href="{URL}/t/{table}"' in html.get_content()
    stop = link_in(mail, "/mail/stop/")
    assert mail["List-Unsubscribe"] == f"<{URL}/mail/stop/{stop}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert await refused(house.service.notices.stop_mail(stop[:-1] + "x")) == "bad_token"
    for _ in range(2):
        await house.service.notices.stop_mail(stop)
    assert (await house.service.notices.settings(ada)).address is None
    await confirmed(house, server, ada, "ada@new.example.org")
    await house.service.notices.stop_mail(stop)  # it was meant for the other address
    assert (await house.service.notices.settings(ada)).address is not None


async def test_an_address_counts_once_it_is_confirmed_and_the_old_one_until_then(
    house: House, server: MailServer
) -> None:
    notices, ada = house.service.notices, await house.guest("Ada")
    await notices.give_address(ada, "first@example.org", "")
    found = (await notices.settings(ada)).address
    assert found is not None
    assert (found.address, found.wanted) == (None, "first@example.org")
    first = link_in((await asyncio.to_thread(server.wait))[0], "/confirm/")
    assert await refused(notices.confirm(first + "x")) == "bad_token"
    assert await notices.confirm(first) == "first@example.org"
    assert await refused(notices.confirm(first)) == "bad_token"
    await notices.give_address(ada, "second@example.org", "")
    found = (await notices.settings(ada)).address
    assert found is not None
    assert (found.address, found.wanted) == ("first@example.org", "second@example.org")
    later = update(schema.addresses).values(until=time.time() - 1)
    await house.service.database.write(lambda c: c.execute(later))
    second = link_in((await asyncio.to_thread(server.wait, 2))[1], "/confirm/")
    assert await refused(notices.confirm(second)) == "bad_token"
    await cleaned(house, 0)
    found = (await notices.settings(ada)).address
    assert found is not None
    assert (found.address, found.wanted) == ("first@example.org", None)
    assert CONFIRM_FOR == 86_400


async def test_an_address_is_not_asked_often_nor_at_all_if_its_owner_says_so(
    house: House, server: MailServer
) -> None:
    notices = house.service.notices
    for number in range(ASKED_MOST):
        eve = await house.guest(f"Eve {number}")
        await notices.give_address(eve, "Victim@Example.org", "")
    attempt = notices.give_address(await house.guest(), "victim@example.org", "")
    assert await refused(attempt) == "mail_asked"
    mails = await asyncio.to_thread(server.wait, ASKED_MOST)
    await notices.refuse(link_in(mails[0], "/confirm/"))
    await cleaned(house, 2)
    attempt = notices.give_address(await house.guest(), "VICTIM@example.org", "")
    assert await refused(attempt) == "mail_refused"
    assert await refused(notices.refuse("guessed")) == "bad_token"
    stored = str(await house.rows(select(schema.mailboxes)))
    assert "victim" not in stored.casefold()


async def test_one_guest_asks_for_few_mails_and_one_network_for_few_more(
    house: House, server: MailServer
) -> None:
    notices, ada = house.service.notices, await house.guest()
    for number in range(5):
        await notices.give_address(ada, f"ada{number}@example.org", "")
    attempt = notices.give_address(ada, "ada@example.org", "")
    assert await refused(attempt) == "rate_limited"
    for number in range(20):
        await notices.give_address(await house.guest(), f"bob{number}@example.org", "1.2.3.4")
    attempt = notices.give_address(await house.guest(), "bob@example.org", "1.2.3.4")
    assert await refused(attempt) == "rate_limited"


async def test_what_happens_within_ten_minutes_is_told_in_one_mail(
    house: House, server: MailServer
) -> None:
    table, ada, bob = await house.duel()
    await confirmed(house, server, ada, "ada@example.org")
    await look_on(house, ada, bob, table)
    await call_ada(house, bob, table)
    await asyncio.to_thread(server.wait)
    others = []
    for _ in range(2):
        again = await house.table(SeatWish("me"), SeatWish("open"), host=ada)
        await house.service.seats.join(bob, again.id)
        await house.service.tables.start(ada, again.id)
        others.append(again.id)
    await settled(house)
    assert len(server.mails) == 1
    earlier = update(schema.addresses).values(mailed=time.time() - 601)
    await house.service.database.write(lambda c: c.execute(earlier))
    now = update(schema.notices).values(due=0.0)
    await house.service.database.write(lambda c: c.execute(now))
    house.service.postman.wake()
    (_, mail) = await asyncio.to_thread(server.wait, 2)
    assert mail["Subject"] == "2 Neuigkeiten aus deinen Partien"
    assert all(f"{URL}/t/{each}" in text_of(mail) for each in others)
    await settled(house)
    assert len(server.mails) == 2


async def test_a_mail_server_that_is_busy_is_asked_again_with_the_same_number(
    house: House, server: MailServer
) -> None:
    table, ada, bob = await house.duel()
    await confirmed(house, server, ada, "ada@example.org")
    await look_on(house, ada, bob, table)
    server.answers = ["451 Later", "250 Taken"]
    await call_ada(house, bob, table)
    await asyncio.to_thread(server.wait_refused)
    number = None

    async def put_off() -> bool:
        nonlocal number
        house._news.set()
        rows = await house.rows(select(schema.notices).where(schema.notices.c.tries == 1))
        number = rows[0].id if rows else None
        return bool(rows)

    await house.until(put_off)
    now = update(schema.notices).values(due=0.0)
    await house.service.database.write(lambda c: c.execute(now))
    house.service.postman.wake()
    (mail,) = await asyncio.to_thread(server.wait)
    assert mail["Message-ID"] == f"<{number}@games.example.org>"


async def test_an_address_that_is_refused_for_good_is_told_at_once(
    house: House, server: MailServer
) -> None:
    server.answers = ["550 No such person", "451 Later"]
    ada = await house.guest()
    attempt = house.service.notices.give_address(ada, "nobody@example.org", "")
    assert await refused(attempt) == "mail_address_refused"
    attempt = house.service.notices.give_address(ada, "nobody@example.org", "")
    assert await refused(attempt) == "mail_away"


async def test_a_name_cannot_write_headers(house: House, server: MailServer) -> None:
    mallory = await house.guest("Eve\r\nBcc: x@y.zz")
    await house.service.notices.give_address(mallory, "eve@example.org", "")
    (mail,) = await asyncio.to_thread(server.wait)
    assert mail["Bcc"] is None
    assert mail.keys().count("To") == 1


@pytest.mark.parametrize(
    "text",
    [
        "ada",
        "@example.org",
        "ada@",
        "ada@localhost",
        "ada@example..org",
        "ada@-example.org",
        "a da@example.org",
        "ada@example.org\r\nBcc: x@example.org",
        "ada@example.org,bob@example.org",
        '"ada lovelace"@example.org',
        "ada@[127.0.0.1]",
        "ada@127.0.0.1",
        "ä@example.org",
        "a" * 65 + "@example.org",
        "a@" + "b" * 64 + ".org",
    ],
)
def test_an_address_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        clean_address(text)
    assert refusal.value.code == "bad_mail_address"


def test_the_password_of_the_mail_server_stands_in_the_environment(tmp_path: object) -> None:
    given = {"STELLWERK_MAIL_PASSWORD": "p@ss word"}
    address = with_password("smtp://ada@mail.example.org", given)
    found = read_address(address, FROM)
    assert (found.kind, found.host, found.port) == ("smtp", "mail.example.org", 587)
    assert (found.user, found.password) == ("ada", "p@ss word")
    assert with_password("smtp+plain://127.0.0.1", given) == "smtp+plain://127.0.0.1"
    with pytest.raises(Refusal) as refusal:
        with_password("smtp://ada@host", {"STELLWERK_MAIL_PASSWORD_FILE": f"{tmp_path}/none"})
    assert refusal.value.code == "bad_mail_password_file"


@pytest.mark.parametrize("address", ["mail.example.org", "http://host", "smtp://", "smtp://h:x"])
def test_a_mail_server_that_is_none_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_address(address, FROM)
    assert refusal.value.code == "bad_mail_server"


@pytest.mark.parametrize("sender", [None, "", "Stellwerk", "a@b\r\nBcc: c@d", "a@b, c@d"])
def test_a_sender_that_is_none_is_refused(sender: str | None) -> None:
    with pytest.raises(Refusal) as refusal:
        read_address("smtp://host", sender)
    assert refusal.value.code == "bad_mail_sender"


async def test_a_mail_server_that_cannot_be_used_is_told_at_the_start(
    server: MailServer, sqlite_url: str
) -> None:
    settings = Settings(database=sqlite_url, mail=server.address, mail_from=FROM)
    await check_environment(settings)
    with pytest.raises(Refusal) as refusal:
        check(settings)
    assert refusal.value.code == "mail_needs_url"
    check(dataclasses.replace(settings, public_url=URL))
    away = f"smtp+plain://ada:secret@127.0.0.1:{free_port()}"
    # Without encryption nothing is said to a server that should offer it.
    unsafe = server.address.replace("smtp+plain://", "smtp://ada:secret@")
    for address in (away, unsafe):
        with pytest.raises(Refusal) as refusal:
            await check_environment(dataclasses.replace(settings, mail=address))
        assert refusal.value.code == "no_mail_server"
        assert "secret" not in str(refusal.value)
    assert server.logins == []
