"""Recovery codes: a way back on paper."""

from __future__ import annotations

import math

import pytest

from stellwerk.server.service import Actor
from stellwerk.server.transactions import recovery
from stellwerk.server.transactions.codes import SIGNS
from stellwerk.server.transactions.signing_in import Visit
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio

STRANGER = Visit(Actor(), "", None)


def test_nobody_guesses_a_code() -> None:
    assert recovery.GROUPS * recovery.GROUP_SIGNS * math.log2(len(SIGNS)) >= 60


async def test_each_code_works_once_however_it_is_typed(house: House) -> None:
    ada = await house.guest()
    enter = house.service.account.enter_by_code
    codes = await house.service.account.new_codes(ada)
    assert len(set(codes)) == recovery.CODES
    assert (await enter(STRANGER, codes[0])).told.id == ada.guest
    assert await refused(enter(STRANGER, codes[0])) == "bad_code"
    typed = f"  {codes[1].replace('-', ' ').lower()} "
    assert (await enter(STRANGER, typed)).told.name == "Ada"
    info = await house.service.account.info(ada, None)
    assert info.codes_left == recovery.CODES - 2
    assert [device.way for device in info.devices] == ["new", "code", "code"]


async def test_new_codes_end_the_old_ones(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    account = house.service.account
    old, others = await account.new_codes(ada), await account.new_codes(bob)
    new = await account.new_codes(ada)
    assert await refused(account.enter_by_code(STRANGER, old[3])) == "bad_code"
    assert (await account.enter_by_code(STRANGER, new[3])).told.id == ada.guest
    assert (await account.enter_by_code(STRANGER, others[3])).told.id == bob.guest


@pytest.mark.parametrize("code", ["", "----", "7F3Q-K9TM-7F3Q-K9TM", "\x00", "é" * 90])
async def test_a_wrong_code_opens_nothing(house: House, code: str) -> None:
    assert await refused(house.service.account.enter_by_code(STRANGER, code)) == "bad_code"


async def test_a_stranger_makes_no_codes(house: House) -> None:
    assert await refused(house.service.account.new_codes(Actor())) == "no_guest"
    assert await refused(house.service.account.new_codes(Actor("nobody"))) == "no_guest"
