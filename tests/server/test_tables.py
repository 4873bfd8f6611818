"""Tables: opening them, taking seats, starting, and what the host may do."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from stellwerk.board import Board
from stellwerk.board.files import shipped_text
from stellwerk.game import Record
from stellwerk.server.protocol import NewTable, SeatWish, TableInfo
from stellwerk.server.service import Actor
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


STRANGER = Actor()


def holders(table: TableInfo) -> list[str]:
    return [seat.holder for seat in table.seats]


async def test_bots_that_nobody_named_are_called_in_the_viewers_language(house: House) -> None:
    ada, uwe = await house.guest("Ada"), await house.guest("Uwe", "de")
    bots = SeatWish("bot", "random"), SeatWish("bot", "random"), SeatWish("bot", "greedy", "Hal")
    table = await house.table(SeatWish("me"), *bots, host=ada)
    assert [seat.name for seat in table.seats] == ["Ada", "Random", "Random 2", "Hal"]
    seen = await house.service.tables.info(uwe, table.id)
    assert [seat.name for seat in seen.seats] == ["Ada", "Zufall", "Zufall 2", "Hal"]


async def test_a_table_is_opened_joined_and_started(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await house.table(SeatWish("me"), SeatWish("open"), SeatWish("bot", "random"), host=ada)
    assert (table.status, table.seq, table.commitment) == ("open", 0, "")
    assert holders(table) == ["person", "open", "bot"]
    assert [seat.you for seat in table.seats] == [True, False, False]
    joined = await house.service.seats.join(bob, table.id)
    assert [seat.name for seat in joined.seats] == ["Ada", "Bob", "Random"]
    assert [seat.you for seat in joined.seats] == [False, True, False]
    assert not joined.host
    started = await house.service.tables.start(ada, table.id)
    assert started.status == "playing"
    assert len(started.commitment) == 64
    assert ("lobby", b"table") not in house.hints


async def test_a_table_can_start_at_once(house: House) -> None:
    ada = await house.guest()
    table = await house.table(SeatWish("me"), SeatWish("bot", "greedy"), host=ada, start=True)
    assert table.status == "playing"
    code = await refused(house.table(SeatWish("me"), SeatWish("open"), host=ada, start=True))
    assert code == "seats_open"
    assert len(await house.service.tables.own(ada)) == 1


async def test_seats_are_filled_in_the_order_one_likes(house: House) -> None:
    ada, bob, eve = [await house.guest(name) for name in ("Ada", "Bob", "Eve")]
    table = (await house.table(SeatWish("me"), SeatWish(), SeatWish(), host=ada)).id
    await house.service.seats.join(bob, table, 2)
    assert await refused(house.service.seats.join(eve, table, 2)) == "seat_taken"
    assert await refused(house.service.seats.join(eve, table, 4)) == "no_seat"
    await house.service.seats.join(eve, table)
    assert await refused(house.service.seats.join(eve, table)) == "full"
    info = await house.service.tables.info(eve, table)
    assert [seat.name for seat in info.seats] == ["Ada", "Eve", "Bob"]


async def test_one_guest_may_hold_several_seats(house: House) -> None:
    ada = await house.guest("Ada")
    table = (await house.table(SeatWish("me"), SeatWish("me", name="Grandma"), host=ada)).id
    started = await house.service.tables.start(ada, table)
    assert [seat.name for seat in started.seats] == ["Ada", "Grandma"]
    assert all(seat.you for seat in started.seats)
    messages = await house.service.watch.messages(ada, table, -1, 0, -1)
    assert [type(message).__name__ for message in messages] == ["TableMessage", "Update", "Update"]
    assert await house.play_out(table, ada) == (await house.game(ada, table)).seq


async def test_seats_with_one_name_are_told_apart(house: House) -> None:
    ada = await house.guest("Ada")
    table = await house.table(SeatWish("me"), SeatWish("me"), SeatWish("me"), host=ada)
    assert [seat.name for seat in table.seats] == ["Ada", "Ada 2", "Ada 3"]


async def test_only_the_host_may_start_kick_and_close(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = (await house.table(SeatWish("me"), SeatWish(), host=ada)).id
    await house.service.seats.join(bob, table)
    service = house.service
    for actor in (bob, STRANGER):
        assert await refused(service.tables.start(actor, table)) == "not_host"
        assert await refused(service.seats.kick(actor, table, 0)) == "not_host"
        assert await refused(service.tables.close(actor, table)) == "not_host"
        assert await refused(service.seats.set(actor, table, 0, SeatWish())) == "not_host"
        assert await refused(service.tables.delete(actor, table)) == "not_host"
    assert holders(await service.seats.kick(ada, table, 1)) == ["person", "open"]
    assert await service.tables.own(bob) == ()
    assert await refused(service.tables.start(ada, table)) == "seats_open"
    changed = await service.seats.set(ada, table, 1, SeatWish("bot", "random", "Robo"))
    assert (changed.seats[1].holder, changed.seats[1].name) == ("bot", "Robo")
    assert (await service.tables.close(ada, table)).status == "closed"
    assert await refused(service.seats.join(bob, table)) == "not_open"


async def test_leaving_before_the_start_frees_the_seat(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = (await house.table(SeatWish("me"), SeatWish(), host=ada)).id
    await house.service.seats.join(bob, table)
    assert holders(await house.service.seats.leave(bob, table)) == ["person", "open"]
    assert await refused(house.service.seats.leave(bob, table, 1)) == "not_seated"


async def test_public_tables_are_listed_and_others_are_not(house: House) -> None:
    ada = await house.guest("Ada")
    public = await house.table(SeatWish("me"), SeatWish(), host=ada, public=True)
    hidden = await house.table(SeatWish("me"), SeatWish(), host=ada)
    (line,) = await house.service.tables.public(STRANGER)
    assert (line.id, line.open_seats, line.yours, line.names) == (public.id, 1, False, ("Ada",))
    assert ("lobby", b"table") in house.hints
    own = await house.service.tables.own(ada)
    assert {each.id for each in own} == {public.id, hidden.id}
    await house.service.tables.close(ada, public.id)
    assert await house.service.tables.public(STRANGER) == ()


async def test_the_list_of_own_tables_tells_whose_turn_it_is(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    assert [(await house.service.tables.own(actor))[0].your_turn for actor in (ada, bob)] == [
        True,
        False,
    ]


async def test_a_file_of_the_server_is_no_board(house: House, tmp_path: Path) -> None:
    ada = await house.guest()
    file = tmp_path / "b.toml"
    file.write_text(shipped_text("lesson"), encoding="utf-8")
    assert await refused(house.service.boards.find(str(file))) == "no_such_board"
    wish = NewTable(board=str(file))
    assert await refused(house.service.tables.create(ada, wish)) == "no_such_board"


async def test_what_makes_no_sense_is_refused(house: House) -> None:
    ada = await house.guest()
    service = house.service
    three = (SeatWish("me"), SeatWish(), SeatWish())
    for code, wish in {
        "bad_bot": NewTable(seats=(SeatWish("me"), SeatWish("bot", "search:9s"))),
        "bad_name": NewTable(seats=(SeatWish("me", name="x" * 30), SeatWish())),
        "no_such_board": NewTable(board="own:nothing", seats=three),
    }.items():
        assert await refused(service.tables.create(ada, wish)) == code
    assert await refused(service.tables.create(ada, NewTable(board="atlantis"))) == "no_such_board"
    assert (
        await refused(service.tables.create(ada, NewTable(variant="atlantis"))) == "no_such_variant"
    )
    assert await refused(service.tables.create(STRANGER, NewTable())) == "no_guest"
    assert await refused(service.tables.create(Actor("nobody"), NewTable())) == "no_guest"
    assert await refused(service.tables.info(ada, "NO-TABLE")) == "no_table"
    assert await refused(service.watch.view(ada, "NO-TABLE")) == "no_table"
    assert await service.tables.own(ada) == ()


async def test_a_guest_may_not_open_tables_without_end(house: House) -> None:
    ada = await house.guest()
    most = house.service.settings.tables_per_guest
    for _ in range(most):
        last = await house.table(SeatWish("me"), SeatWish(), host=ada)
    assert await refused(house.table(SeatWish("me"), SeatWish(), host=ada)) == "too_many_tables"
    await house.service.tables.close(ada, last.id)
    await house.table(SeatWish("me"), SeatWish(), host=ada)


async def test_seats_are_shuffled_where_that_is_wished(house: House) -> None:
    ada = await house.guest()
    bots = (SeatWish("me", name="host"), *(SeatWish("me", name=f"bot {n}") for n in range(3)))
    first = set()
    for _ in range(24):  # that one seat begins all of them has a chance of 4 to the power of -23
        table = await house.table(*bots, host=ada, shuffle_seats=True, start=True)
        first.add(table.seats[0].name)
    assert len(first) > 1


def colours(table: TableInfo) -> list[str]:
    return [seat.colour for seat in table.seats]


async def test_everybody_chooses_a_colour_in_the_waiting_room(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    seats = SeatWish("me"), SeatWish("open"), SeatWish("bot", "random")
    table = await house.table(*seats, host=ada, board="germany")
    first, second, third, fourth, last = Board.load("germany").player_colours
    assert colours(table) == [first, second, third]
    await house.service.seats.join(bob, table.id)
    choose = house.service.seats.set_colour
    assert colours(await choose(bob, table.id, 1, last)) == [first, last, third]
    assert colours(await choose(ada, table.id, 0, third)) == [third, last, first]
    assert colours(await choose(ada, table.id, 2, fourth)) == [third, last, fourth]
    assert await refused(choose(ada, table.id, 0, last)) == "colour_taken"
    assert await refused(choose(ada, table.id, 1, first)) == "not_your_seat"
    assert await refused(choose(bob, table.id, 2, first)) == "not_host"
    assert await refused(choose(bob, table.id, 1, "pink")) == "no_such_colour"
    assert await refused(choose(STRANGER, table.id, 1, first)) != ""
    started = await house.service.tables.start(ada, table.id)
    assert colours(started) == [third, last, fourth]
    view = (await house.service.watch.view(bob, table.id, 1)).view
    assert [player.colour for player in view.players] == [third, last, fourth]
    assert await refused(choose(bob, table.id, 1, first)) == "not_open"


async def test_a_colour_stays_with_its_person(house: House) -> None:
    ada = await house.guest("Ada")
    seats = [SeatWish("me", name=name) for name in ("Ada", "Bea", "Cleo", "Dora")]
    for _ in range(8):
        table = await house.table(*seats, host=ada, shuffle_seats=True)
        before = {seat.name: seat.colour for seat in table.seats}
        started = await house.service.tables.start(ada, table.id)
        assert {seat.name: seat.colour for seat in started.seats} == before


async def test_records_and_rematches_keep_the_colours(house: House) -> None:
    ada = await house.guest()
    wish = ("white", "yellow")
    table = await house.table(
        *(SeatWish("me"), SeatWish("bot", "greedy")),
        host=ada,
        board="germany",
        colours=wish,
        start=True,
    )
    await house.play_out(table.id, ada)
    record = Record.from_json(await house.service.watch.record(ada, table.id))
    assert record.colours == wish
    assert [player.colour for player in record.replay().view(0).players] == list(wish)
    again = await house.service.tables.rematch(ada, table.id)
    assert colours(again) == ["yellow", "white"]
    assert colours(await house.service.tables.same_deal(ada, table.id)) == list(wish)


async def test_colours_that_a_board_does_not_have_are_refused(house: House) -> None:
    ada = await house.guest()
    for given in (("white", "white"), ("pink",), ("",)):
        opening = house.table(SeatWish("me"), SeatWish(), host=ada, board="germany", colours=given)
        assert await refused(opening) == "no_such_colour"


async def test_one_word_gives_one_deal_and_another_word_another(house: House) -> None:
    ada = await house.guest()
    seats = (SeatWish("me"), SeatWish("bot", "random"))
    hands = []
    for deal in ("monday", "monday", "tuesday", None, None):
        table = await house.table(*seats, host=ada, deal=deal, start=True)
        assert table.by_word is (deal is not None)
        view = (await house.service.watch.view(ada, table.id, 0)).view
        hands.append((view.commitment, view.hand, view.offer))
    assert hands[0] == hands[1]
    assert len({commitment for commitment, _, _ in hands}) == 4


@pytest.mark.parametrize("others", [("me",), ("open",), ("program",), ("bot", "open")])
async def test_a_word_tells_nobody_the_deck_of_others(house: House, others: list[str]) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    bots = {"bot": "random"}
    seats = [SeatWish("me"), *(SeatWish(each, bots.get(each)) for each in others)]  # type: ignore[arg-type]
    keys = set()
    for _ in range(2):
        table = (await house.table(*seats, host=ada, deal="monday")).id
        if "open" in others:
            await house.service.seats.join(bob, table)
        started = await house.service.tables.start(ada, table)
        keys.add((await house.row(table)).key)
        for actor in (ada, bob, STRANGER):
            assert (await house.service.tables.info(actor, table)).by_word
        assert started.commitment == hashlib.sha256((await house.row(table)).key).hexdigest()
    alone = await house.table(
        SeatWish("me"), SeatWish("bot", "random"), host=bob, deal="monday", start=True
    )
    keys.add((await house.row(alone.id)).key)
    assert len(keys) == 3


async def test_nobody_sits_down_where_the_deck_may_be_known(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    seats = SeatWish("me"), SeatWish("bot", "random")
    table = (await house.table(*seats, host=ada, deal="monday", start=True)).id
    await house.service.seats.reopen(ada, table, 1)
    assert await refused(house.service.seats.join(bob, table)) == "dealt_by_word"
    fresh = (await house.table(*seats, host=ada, start=True)).id
    await house.service.seats.reopen(ada, fresh, 1)
    assert (await house.service.seats.join(bob, fresh)).seats[1].you


async def test_a_key_of_the_servers_own_deals_the_same_to_many(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    hands = set()
    for _ in range(2):
        table = (await house.table(SeatWish("me"), SeatWish(), host=ada, key=bytes(32))).id
        await house.service.seats.join(bob, table)
        await house.service.tables.start(ada, table)
        hands.add(str((await house.service.watch.view(bob, table)).view.hand))
        assert (await house.row(table)).key == bytes(32)
    assert len(hands) == 1


async def test_only_the_host_is_told_the_word_of_a_deal_until_the_end(house: House) -> None:
    table, ada, bob = await house.duel(deal="a secret word")
    assert (await house.service.tables.info(ada, table)).deal == "a secret word"
    assert (await house.service.tables.info(bob, table)).deal is None
    for seat, actor in enumerate((ada, bob)):
        await house.service.seats.agree(actor, table, seat)
    assert (await house.service.tables.info(bob, table)).deal == "a secret word"


async def test_a_rematch_finds_the_same_people_and_is_one_table(house: House) -> None:
    table, ada, bob = await house.duel()
    assert await refused(house.service.tables.rematch(ada, table)) == "not_finished"
    await house.play_out(table, ada, bob)
    assert await refused(house.service.tables.rematch(await house.guest(), table)) == "not_seated"
    again = await house.service.tables.rematch(bob, table)
    assert again.id != table
    assert again.status == "open"
    assert [seat.you for seat in again.seats] == [True, False]  # who began sits last now
    assert (await house.service.tables.rematch(ada, table)).id == again.id
    assert (await house.service.tables.info(ada, table)).rematch == again.id
    await house.service.seats.join(ada, again.id)
    assert (await house.service.tables.start(bob, again.id)).status == "playing"


async def test_a_rematch_against_bots_starts_at_once(house: House) -> None:
    ada = await house.guest()
    table = await house.table(SeatWish("me"), SeatWish("bot", "greedy"), host=ada, start=True)
    await house.play_out(table.id, ada)
    again = await house.service.tables.rematch(ada, table.id)
    assert again.status == "playing"
    assert [seat.holder for seat in again.seats] == ["bot", "person"]


async def test_a_finished_table_can_be_deleted_by_its_host(house: House) -> None:
    table, ada, bob = await house.duel()
    assert await refused(house.service.tables.delete(ada, table)) == "not_finished"
    await house.play_out(table, ada, bob)
    assert await refused(house.service.tables.delete(bob, table)) == "not_host"
    await house.service.tables.delete(ada, table)
    assert await refused(house.service.tables.info(ada, table)) == "no_table"
    assert await house.service.tables.own(bob) == ()


async def test_the_host_says_how_fast_the_bots_are(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await house.table(SeatWish("me"), SeatWish("bot", "random"), host=ada, start=True)
    assert table.pace == "brisk"
    assert (await house.service.tables.set_pace(ada, table.id, "calm")).pace == "calm"
    assert (await house.service.tables.info(bob, table.id)).pace == "calm"
    assert await refused(house.service.tables.set_pace(bob, table.id, "instant")) == "not_host"


async def test_everybody_may_ask_how_the_score_stands(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await house.table(SeatWish("me"), SeatWish("open"), host=ada)
    assert await refused(house.service.watch.standing(ada, table.id)) == "not_playing"
    await house.service.seats.join(bob, table.id)
    await house.service.tables.start(ada, table.id)
    for actor, own in ((ada, [0]), (bob, [1]), (STRANGER, [])):
        told = await house.service.watch.standing(actor, table.id)
        assert [seat.seat for seat in told if seat.own is not None] == own
    assert await refused(house.service.watch.standing(ada, table.id, 1)) == "not_your_seat"
    assert await refused(house.service.watch.standing(STRANGER, table.id, 1)) == "not_seated"
