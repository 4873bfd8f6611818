"""Recording clients: a fair game tells nobody too much, and each kind of leak is found."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from random import Random

import pytest

from stellwerk.game import Game, Record
from tests.server.players import Player, open_table
from tests.server.recording import Ledger, Received, RecordingGuest, excess
from tests.server.web.serving import Server

Found = tuple[str, list[RecordingGuest], Ledger, Game]


@pytest.fixture(scope="module")
def played(server: Server) -> Found:
    """A game of two people and a bot that a third one has watched, all recorded."""
    address = server.address.removeprefix("http://")
    guests = [RecordingGuest(address, name) for name in ("Ada", "Bob", "Cleo")]
    ada, bob, _ = guests
    table = open_table((ada, bob), bots=("random",))
    ledger = Ledger()
    for seat, guest in enumerate((ada, bob)):
        ledger.sit(guest.id, table, seat)
    for guest in guests:
        guest.ask("GET", f"/api/tables/{table}/view")
        guest.ask("GET", f"/api/tables/{table}/record")

    async def play() -> None:
        dice = Random(7)
        players = [Player(guest, table, [address], Random(dice.random())) for guest in guests]
        async with asyncio.timeout(60):
            await asyncio.gather(*(player.play() for player in players))

    asyncio.run(play())
    ada.ask("GET", f"/api/tables/{table}/record")
    return table, guests, ledger, Record.from_json(ada.received[-1].data).replay()


def test_a_fair_game_tells_nobody_too_much(played: Found) -> None:
    table, guests, ledger, game = played
    for guest in guests:
        assert excess(guest, ledger, {table: game}) == []
        assert sum(each.way.startswith("ws") for each in guest.received) > 20


def stolen(played: Found, thief: int, victim: int, kind: str) -> Received:
    """Let one guest receive something that was meant for another."""
    _, guests, _, _ = played
    found = [each for each in guests[victim].received if f'"{kind}"'.encode() in each.data]
    loot = found[len(found) // 3]
    return dataclasses.replace(loot, way="ws " + (loot.table or ""))


@pytest.mark.parametrize("thief", [0, 2])
def test_the_update_of_another_seat_is_found(played: Found, thief: int) -> None:
    assert "which is not held" in _problems(played, thief, stolen(played, thief, 1, "update"))


def test_the_secret_of_an_event_is_found(played: Found) -> None:
    update = json.loads(stolen(played, 2, 2, "update").data)
    game = played[3]
    secret = next(
        (seq, fact)
        for seq in range(1, game.seq)
        for fact in game.facts(seq)
        if fact.code == "drew" and fact.params["card"]
    )
    update["events"] = [
        {"seq": secret[0], "code": "drew", "params": dict(secret[1].params), "text": ""}
    ]
    assert "drew" in _problems(played, 2, _changed(played, update))


def test_a_hand_in_a_sentence_is_found(played: Found) -> None:
    update = json.loads(stolen(played, 2, 2, "update").data)
    update["events"][-1]["text"] += " red"
    assert "' for seat None" in _problems(played, 2, _changed(played, update)).replace('"', "'")


def test_a_field_of_a_view_is_found(played: Found) -> None:
    update = json.loads(stolen(played, 2, 2, "update").data)
    update["view"]["hand"] = {"red": 1}
    assert "view.hand.red shows" in _problems(played, 2, _changed(played, update))


def test_a_field_that_no_message_has_is_found(played: Found) -> None:
    table = json.loads(stolen(played, 2, 2, "table").data)
    table["table"]["seats"][0]["hand"] = {"red": 1}
    assert "with something else in it" in _problems(played, 2, _changed(played, table))


def test_a_key_is_found(played: Found) -> None:
    key = played[3].key
    assert key is not None
    chat = {"type": "chat", "lines": [], "why": key.hex()}
    assert "the key of" in _problems(played, 2, _changed(played, chat))


def test_the_record_of_another_seat_is_found(played: Found) -> None:
    record = stolen(played, 2, 1, "stellwerk-record-1")
    assert "a record for seat 1" in _problems(played, 2, record)


def test_a_seat_that_was_given_up_shows_nothing_new(played: Found) -> None:
    table, guests, _, game = played
    ledger = Ledger()
    ledger.sit(guests[1].id, table, 1)
    ledger.stand(guests[1].id, table, 1, game.seq // 2)
    found = excess(guests[1], ledger, {table: game})
    assert found
    steps = [int(each.partition("at step ")[2].partition(",")[0]) for each in found]
    assert min(steps) == game.seq // 2 + 1


def _changed(played: Found, message: object) -> Received:
    table = played[0]
    return Received(f"ws {table}", table, json.dumps(message).encode(), 0.0)


def _problems(played: Found, thief: int, loot: Received) -> str:
    """Return what is found when one guest has received something more."""
    table, guests, ledger, game = played
    guest = RecordingGuest.__new__(RecordingGuest)
    guest.id, guest.received = guests[thief].id, [loot]
    return "; ".join(excess(guest, ledger, {table: game}))
