"""Passkeys: a name is kept for good, and only its own keys open it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select, update

from stellwerk.server.service import Actor
from stellwerk.server.service.ceremonies import Party
from stellwerk.server.store import schema
from stellwerk.server.transactions.passkeys import MOST
from stellwerk.server.transactions.signing_in import Visit
from tests.server.authenticator import Json, Passkey, encoded
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio

HERE = Party("games.example", "https://games.example")
STRANGER = Visit(Actor(), "Firefox · Linux", None)


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def keep(house: House, actor: Actor, **others: Any) -> Passkey:
    """Keep somebody's name with a new passkey."""
    made, answer = Passkey.make(
        await house.service.account.begin_passkey(actor, HERE), HERE.origin, **others
    )
    await house.service.account.add_passkey(actor, HERE, answer, "Laptop")
    return made


async def asked(house: House) -> Json:
    return await house.service.account.begin_sign_in(HERE)


async def enter(house: House, answer: Json, party: Party = HERE) -> str:
    """Sign in with what a passkey has signed; return as whom."""
    entered = await house.service.account.enter_by_passkey(STRANGER, party, answer)
    return entered.told.id


async def test_a_guest_comes_back_by_a_passkey_again_and_again(house: House) -> None:
    ada = await house.guest()
    passkey = await keep(house, ada)
    for _ in range(2):
        assert await enter(house, passkey.sign(await asked(house), HERE.origin)) == ada.guest
    info = await house.service.account.info(ada, HERE)
    assert [(key.name, key.used is None) for key in info.passkeys] == [("Laptop", False)]
    assert [device.way for device in info.devices] == ["new", "passkey", "passkey"]


async def test_a_passkey_that_does_not_count_is_good_as_well(house: House) -> None:
    ada = await house.guest()
    passkey = await keep(house, ada, counts=False)
    for _ in range(2):
        assert await enter(house, passkey.sign(await asked(house), HERE.origin)) == ada.guest


async def test_a_passkey_that_counts_backwards_is_refused(house: House) -> None:
    passkey = await keep(house, await house.guest())
    await enter(house, passkey.sign(await asked(house), HERE.origin))
    passkey.counter = 0
    assert (
        await refused(enter(house, passkey.sign(await asked(house), HERE.origin)))
        == "passkey_copied"
    )


async def test_an_answer_counts_once(house: House) -> None:
    passkey = await keep(house, await house.guest(), counts=False)
    answer = passkey.sign(await asked(house), HERE.origin)
    await enter(house, answer)
    assert await refused(enter(house, answer)) == "challenge_over"


async def test_a_challenge_holds_for_five_minutes(house: House) -> None:
    ada = await house.guest()
    passkey = await keep(house, ada)
    options = await asked(house)
    for_ada = await house.service.account.begin_passkey(ada, HERE)
    await house.service.database.write(
        lambda c: c.execute(update(schema.challenges).values(until=1.0))
    )
    assert await refused(enter(house, passkey.sign(options, HERE.origin))) == "challenge_over"
    _, answer = Passkey.make(for_ada, HERE.origin)
    add = house.service.account.add_passkey(ada, HERE, answer, "Phone")
    assert await refused(add) == "challenge_over"


async def test_a_challenge_is_for_one_guest_and_one_purpose(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    account = house.service.account
    passkey, answer = Passkey.make(await account.begin_passkey(ada, HERE), HERE.origin)
    assert await refused(account.add_passkey(bob, HERE, answer, "Mine")) == "challenge_over"
    await account.add_passkey(ada, HERE, answer, "Still Ada's")
    to_keep = await account.begin_passkey(ada, HERE)
    assert await refused(enter(house, passkey.sign(to_keep, HERE.origin))) == "challenge_over"
    invented = {"challenge": encoded(b"made up by the client")}
    assert await refused(enter(house, passkey.sign(invented, HERE.origin))) == "challenge_over"


@pytest.mark.parametrize(
    "origin",
    ["https://games.example.evil.example", "http://games.example", "https://games.example:8443"],
)
async def test_an_answer_given_to_another_page_is_refused(house: House, origin: str) -> None:
    ada = await house.guest()
    passkey = await keep(house, ada)
    answer = passkey.sign(await asked(house), origin)
    assert await refused(enter(house, answer)) == "passkey_elsewhere"
    _, made = Passkey.make(await house.service.account.begin_passkey(ada, HERE), origin)
    add = house.service.account.add_passkey(ada, HERE, made, "Trap")
    assert await refused(add) == "passkey_elsewhere"


async def test_a_passkey_of_another_address_opens_nothing(house: House) -> None:
    ada = await house.guest()
    passkey = await keep(house, ada)
    passkey.host = "other.example"
    assert (
        await refused(enter(house, passkey.sign(await asked(house), HERE.origin))) == "bad_passkey"
    )


async def test_nobody_signs_with_the_key_of_another(house: House) -> None:
    ada, eve = await house.guest("Ada"), await house.guest("Eve")
    hers, own = await keep(house, ada), await keep(house, eve)
    own.id, own.handle = hers.id, hers.handle
    assert await refused(enter(house, own.sign(await asked(house), HERE.origin))) == "bad_passkey"
    hers.handle = encoded((eve.guest or "").encode())
    assert await refused(enter(house, hers.sign(await asked(house), HERE.origin))) == "bad_passkey"


async def test_whoever_is_not_recognised_by_their_device_is_refused(house: House) -> None:
    passkey = await keep(house, await house.guest())
    answer = passkey.sign(await asked(house), HERE.origin, verified=False)
    assert await refused(enter(house, answer)) == "bad_passkey"


async def test_a_passkey_is_kept_once(house: House) -> None:
    ada, eve = await house.guest("Ada"), await house.guest("Eve")
    passkey = await keep(house, ada)
    for actor in (ada, eve):
        options = await house.service.account.begin_passkey(actor, HERE)
        again = passkey.attested(options["challenge"], HERE.origin)
        add = house.service.account.add_passkey(actor, HERE, again, "Twice")
        assert await refused(add) == "passkey_known"
    assert await enter(house, passkey.sign(await asked(house), HERE.origin)) == ada.guest


async def test_browsers_are_told_which_passkeys_a_guest_has(house: House) -> None:
    ada = await house.guest()
    passkey = await keep(house, ada)
    options = await house.service.account.begin_passkey(ada, HERE)
    assert [each["id"] for each in options["excludeCredentials"]] == [encoded(passkey.id)]
    assert (
        "allowCredentials" not in await asked(house) or not (await asked(house))["allowCredentials"]
    )


async def test_a_passkey_that_is_taken_away_opens_nothing(house: House) -> None:
    ada, eve = await house.guest("Ada"), await house.guest("Eve")
    account = house.service.account
    first, second = await keep(house, ada), await keep(house, ada)
    ids = [key.id for key in (await account.info(ada, HERE)).passkeys]
    assert await refused(account.remove_passkey(eve, ids[0], sure=True)) == "no_passkey"
    assert await refused(account.rename_passkey(eve, ids[0], "Eve's")) == "no_passkey"
    await account.remove_passkey(ada, ids[0], sure=False)
    assert (
        await refused(enter(house, first.sign(await asked(house), HERE.origin)))
        == "passkey_unknown"
    )
    assert await refused(account.remove_passkey(ada, ids[1], sure=False)) == "last_way_back"
    assert await enter(house, second.sign(await asked(house), HERE.origin)) == ada.guest
    await account.remove_passkey(ada, ids[1], sure=True)
    assert (
        await refused(enter(house, second.sign(await asked(house), HERE.origin)))
        == "passkey_unknown"
    )


async def test_codes_are_a_way_back_as_well(house: House) -> None:
    ada = await house.guest()
    await keep(house, ada)
    await house.service.account.new_codes(ada)
    (key,) = (await house.service.account.info(ada, HERE)).passkeys
    await house.service.account.rename_passkey(ada, key.id, "  Old   phone ")
    assert (await house.service.account.info(ada, HERE)).passkeys[0].name == "Old phone"
    await house.service.account.remove_passkey(ada, key.id, sure=False)


async def test_nobody_has_more_passkeys_than_the_limit(house: House) -> None:
    ada = await house.guest()
    for _ in range(MOST):
        await keep(house, ada)
    assert await refused(house.service.account.begin_passkey(ada, HERE)) == "too_many_passkeys"


@pytest.mark.parametrize(
    "spoiled",
    [
        {},
        {"id": 5},
        {"response": []},
        {"response": {"clientDataJSON": "e30"}},
        {"response": {"clientDataJSON": "x" * 5000}},
        {"response": {"clientDataJSON": encoded(b"[" * 1000)}},
        {"response": {"clientDataJSON": encoded(b'{"challenge": 5, "origin": []}')}},
    ],
)
async def test_an_odd_answer_is_refused(house: House, spoiled: Json) -> None:
    assert await refused(enter(house, spoiled)) == "bad_passkey"
    add = house.service.account.add_passkey(await house.guest(), HERE, spoiled, "Odd")
    assert await refused(add) == "bad_passkey"


@pytest.mark.parametrize("part", ["authenticatorData", "signature", "attestationObject"])
async def test_a_spoiled_part_of_an_answer_is_refused(house: House, part: str) -> None:
    ada = await house.guest()
    account = house.service.account
    if part == "attestationObject":
        _, answer = Passkey.make(await account.begin_passkey(ada, HERE), HERE.origin)
    else:
        answer = (await keep(house, ada)).sign(await asked(house), HERE.origin)
    for value in ("", "AAAA", "!", encoded(b"\xff" * 300)):
        answer["response"][part] = value
        call = (
            account.add_passkey(ada, HERE, answer, "Odd")
            if part == "attestationObject"
            else enter(house, answer)
        )
        assert await refused(call) in ("bad_passkey", "challenge_over")


async def test_neither_challenges_nor_codes_are_stored_as_they_are(house: House) -> None:
    ada = await house.guest()
    options = await house.service.account.begin_passkey(ada, HERE)
    codes = await house.service.account.new_codes(ada)
    stored = str(await house.rows(select(schema.challenges)))
    stored += str(await house.rows(select(schema.recovery_codes)))
    assert options["challenge"] not in stored
    assert not [code for code in codes if code in stored or code.replace("-", "") in stored]
