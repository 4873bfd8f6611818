"""Playing: moves, takebacks, repeated and late messages, leaving and coming back."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from stellwerk.board import Board
from stellwerk.game import ClaimRoute, DrawCard, Event, Game, KeepTickets
from stellwerk.game.record import Record
from stellwerk.server.protocol import (
    AskPayments,
    AskRoutes,
    AskWhy,
    SeatWish,
    SendMove,
    TableMessage,
    Update,
)
from stellwerk.server.service import Actor
from stellwerk.server.service.cache import RECENT, Watched
from stellwerk.server.transactions.seats import STAND_IN
from stellwerk.server.transactions.table import read, rebuilt
from tests.server.house import NOW, House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


STRANGER = Actor()


@pytest.mark.parametrize("board", ["lesson", "world"])
async def test_a_game_of_people_and_a_bot_ends_as_its_record_replays(
    house: House, board: str
) -> None:
    ada, bob = await house.guest("Ada", "de"), await house.guest("Bob")
    table = await house.table(
        SeatWish("me"), SeatWish(), SeatWish("bot", "random"), host=ada, board=board
    )
    await house.service.seats.join(bob, table.id)
    await house.service.tables.start(ada, table.id)
    made = await house.play_out(table.id, ada, bob)
    game = await house.game(ada, table.id)
    update = await house.service.watch.view(bob, table.id)
    assert (await house.service.tables.info(ada, table.id)).status == "finished"
    assert update.view.outcome == game.outcome()
    assert update.seq == game.seq
    assert made == sum(step.by == "person" for step in game.steps)
    assert [event.seq for event in update.events] == sorted(event.seq for event in update.events)


async def test_a_repeated_move_is_made_once(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    update = await house.service.watch.view(ada, table)
    message = SendMove("same", update.seq, update.view.moves[0])
    first = await house.service.play.move(ada, table, message)
    assert await house.service.play.move(ada, table, message) == first
    await asyncio.gather(*(house.service.play.move(ada, table, message) for _ in range(10)))
    assert (await house.service.tables.info(ada, table)).seq == first.seq == update.seq + 1


async def test_of_many_moves_at_one_moment_one_is_made(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    update = await house.service.watch.view(ada, table)
    calls = [
        house.service.play.move(ada, table, SendMove(f"try-{number}", update.seq, move))
        for number, move in enumerate(update.view.moves)
    ]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(not isinstance(answer, BaseException) for answer in answers) == 1
    assert (await house.service.tables.info(ada, table)).seq == update.seq + 1


async def test_another_persons_move_id_does_no_harm(house: House) -> None:
    table, ada, bob = await house.duel()
    first, second = [await house.service.watch.view(actor, table) for actor in (ada, bob)]
    await house.service.play.move(ada, table, SendMove("mine", first.seq, first.view.moves[0]))
    call = house.service.play.move(bob, table, SendMove("mine", second.seq, second.view.moves[0]))
    assert await refused(call) == "move_id_taken"
    await house.play_out(table, ada, bob)


@pytest.mark.parametrize("by", ["bot", "clock"])
async def test_a_move_id_of_a_person_never_stops_a_bot(house: House, by: str) -> None:
    ada = await house.guest()
    table = await house.table(SeatWish("me"), SeatWish("bot", "random"), host=ada, start=True)
    dice, ended = Random(1), False
    while not ended:

        async def mine() -> Update | None:
            update = await house.service.watch.view(ada, table.id, since=NOW)
            return update if update.view.outcome or 0 in update.view.pending else None

        update = await house.until(mine)
        ended = update.view.outcome is not None
        if not ended:
            # As if the server itself had made the move after this one.
            message = SendMove(f"{by}:{update.seq + 2}", update.seq, dice.choice(update.view.moves))
            await house.service.play.move(ada, table.id, message)


async def test_a_move_for_an_older_state_is_stale(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    old = await house.service.watch.view(ada, table)
    await house.move(ada, table, Random(1))
    call = house.service.play.move(ada, table, SendMove("late", old.seq, old.view.moves[0]))
    assert await refused(call) == "stale"
    ahead = SendMove("early", old.seq + 50, old.view.moves[0])
    assert await refused(house.service.play.move(ada, table, ahead)) == "stale"


async def test_choices_that_all_make_at_once_may_cross(house: House) -> None:
    table, ada, bob = await house.duel()
    first = [await house.service.watch.view(actor, table) for actor in (ada, bob)]
    for actor, update in zip((ada, bob), first, strict=True):
        assert isinstance(update.view.moves[0], KeepTickets)
        message = SendMove(f"keep {update.seat}", update.seq, update.view.moves[0])
        await house.service.play.move(actor, table, message)
    assert (await house.service.watch.view(ada, table)).view.phase == "turn"


async def test_nobody_plays_for_another_seat_or_out_of_turn(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    service = house.service
    update = await service.watch.view(ada, table)
    move = update.view.moves[0]
    assert await refused(service.play.move(bob, table, SendMove("a", update.seq, move))) == (
        "not_your_seat"
    )
    assert await refused(service.play.move(STRANGER, table, SendMove("a", update.seq, move))) == (
        "not_seated"
    )
    assert await refused(service.play.move(bob, table, SendMove("a", update.seq, text="draw")))
    assert await refused(service.watch.view(bob, table, 0)) == "not_your_seat"
    assert await refused(service.watch.view(STRANGER, table, 0)) == "not_seated"
    wish = AskPayments("?", "claim", next(iter(update.view.owners), ""), seat=0)
    assert await refused(service.watch.payments(bob, table, wish)) == "not_your_seat"
    assert await refused(service.watch.why(bob, table, AskWhy("?", move))) == "not_your_seat"
    assert (await service.tables.info(ada, table)).seq == update.seq


async def test_a_move_is_a_move_a_text_or_a_takeback_and_only_one_of_them(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    seq = (await house.service.watch.view(ada, table)).seq
    for message in (
        SendMove("a", seq),
        SendMove("a", seq, text="draw", undo=True),
        SendMove("a", seq, DrawCard(0), undo=True),
    ):
        assert await refused(house.service.play.move(ada, table, message)) == "bad_move_message"
    assert await refused(
        house.service.play.move(ada, table, SendMove("a", seq, text="fly to the moon"))
    )
    await house.service.play.move(ada, table, SendMove("a", seq, text="draw"))


async def test_a_takeback_is_a_step_of_its_own(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.move(ada, table, Random(1))
    before = await house.service.watch.view(bob, table)
    assert not before.can_undo
    assert (await house.service.watch.view(ada, table)).can_undo
    assert await refused(
        house.service.play.move(bob, table, SendMove("b", before.seq, undo=True, seat=1))
    )
    await house.service.play.move(ada, table, SendMove("undo", before.seq, undo=True))
    after = await house.service.watch.view(ada, table)
    assert after.seq == before.seq + 1
    assert 0 in after.view.pending
    assert after.events[-1].code == "undone"
    made = await house.play_out(table, ada, bob)
    game = await house.game(ada, table)
    assert (game.seq, len(game.moves)) == (made + 2, made)


async def test_payments_and_reasons_are_told_before_a_move(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    update = await house.service.watch.view(ada, table)
    assert (
        await house.service.watch.why(ada, table, AskWhy("1", update.view.moves[0]))
    ).problem is None
    reason = await house.service.watch.why(bob, table, AskWhy("2", DrawCard(1)))
    assert reason.problem is not None
    assert reason.problem.text
    claims = [move for move in update.view.moves if isinstance(move, ClaimRoute)]
    for claim in claims:
        ask = AskPayments("3", "claim", claim.route)
        answer = await house.service.watch.payments(ada, table, ask)
        assert answer.payments
        assert answer.missing == 0
    nowhere = await house.service.watch.payments(ada, table, AskPayments("4", "claim", "nowhere"))
    assert (nowhere.payments, nowhere.missing) == ((), None)
    dear = {route.id for route in Board.load("lesson").routes} - {claim.route for claim in claims}
    ask = AskPayments("5", "claim", min(dear))
    lacking = await house.service.watch.payments(ada, table, ask)
    assert lacking.payments == ()
    assert lacking.missing


async def test_every_free_route_can_be_claimed_or_has_a_reason(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    service = house.service
    update = await service.watch.view(ada, table)
    claimed = {getattr(move, "route", None) for move in update.view.moves}
    answer = await service.watch.routes(ada, table, AskRoutes("1"))
    board = (await service.watch.look(table)).table.board
    free = {route.id for route in board.routes} - update.view.owners.keys()
    assert answer.reasons.keys() == free - claimed
    assert all(len(reason) > 10 for reason in answer.reasons.values())
    # Whoever is not to play has nothing to claim; nobody hears what another hand lacks.
    assert (await service.watch.routes(bob, table, AskRoutes("2"))).reasons == {}
    assert (
        await refused(service.watch.routes(bob, table, AskRoutes("3", seat=0))) == "not_your_seat"
    )
    assert await refused(service.watch.routes(STRANGER, table, AskRoutes("4"))) == "not_seated"
    # Asked again, it is not worked out again.
    again = await service.watch.routes(ada, table, AskRoutes("5"))
    assert again.reasons is answer.reasons


async def test_a_text_may_spare_locomotives(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    service = house.service
    needs: str | None = None
    while needs is None:
        game = (await service.watch.look(table)).game
        assert game is not None
        seat, seq = game.pending[0], game.seq
        actor = (ada, bob)[seat]
        for route in game.board.routes:
            ways = game.payments(ClaimRoute, route.id, seat) if game.phase == "turn" else []
            if ways and all("locomotive" in cards for cards in ways):
                needs = route.id
        if needs is None:
            await service.play.move(actor, table, SendMove(f"{seq}", seq, text="draw"))
    message = SendMove("a", seq, text=needs, sparing=True)
    assert await refused(service.play.move(actor, table, message)) == "spends_locomotives"
    told = SendMove("b", seq, text=f"{needs}!", sparing=True)
    assert (await service.play.move(actor, table, told)).seq == seq + 1


async def test_news_come_without_gap_or_repetition(house: House) -> None:
    table, ada, bob = await house.duel()
    known, seen = -1, []
    dice = Random(3)
    for _ in range(30):
        made = await house.play_out(table, ada, bob, dice=dice, most=dice.randint(1, 4))
        for message in await house.service.watch.messages(bob, table, known, 0, 1000):
            assert isinstance(message, Update)
            seen += [(event.seq, event.code) for event in message.events]
            known = message.seq
        if not made:
            break
    house.service.cache.forget(table)
    whole = await house.service.watch.view(bob, table)
    assert seen == [(event.seq, event.code) for event in whole.events]


@pytest.mark.parametrize("forgetful", [False, True])
async def test_a_view_tells_what_happened_since_its_viewer_last_decided(
    house: House, forgetful: bool
) -> None:
    """The same as the view of a game that knows its whole past, however much is at hand."""
    table, ada, bob = await house.duel(board="usa")
    dice, told = Random(5), set()
    for number in range(70):
        await house.play_out(table, ada, bob, dice=dice, most=min(number, dice.randint(0, 2)))
        game = await house.service.database.read(lambda c: rebuilt(c, read(c, table)))
        for actor, seat in ((ada, 0), (bob, 1), (STRANGER, None)):
            if forgetful:
                house.service.cache.forget(table)
            view = (await house.service.watch.view(actor, table, since=NOW)).view
            assert msgspec.json.encode(view.events) == _encoded(game.view(seat).events)
            told |= {event.code for event in view.events}
        if forgetful:
            house.service.cache.forget(table)  # so that of the next move alone is known at first
    assert {"started", "offered", "decided", "kept", "drew"} <= told


def _encoded(events: tuple[Event, ...]) -> bytes:
    return msgspec.json.encode(events, enc_hook=dict)


async def test_nobody_is_told_more_steps_than_are_always_at_hand(house: House) -> None:
    table, ada, bob = await house.duel(board="usa")
    seq = await house.play_out(table, ada, bob, most=RECENT + 5)
    assert seq > RECENT
    whole = await house.service.watch.look(table, 0)
    recent = [msgspec.structs.replace(entry, seat=0) for entry in whole.recent]
    waiting = Watched(whole.table, whole.game, whole.first, recent)  # the other has never decided
    assert {event.seq for event in waiting.view(1).events} == set(range(seq - RECENT + 1, seq + 1))


async def test_a_move_restores_its_game_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    seq = (await house.service.watch.view(ada, table)).seq
    restored: list[int] = []
    restore = Game.restore

    def counted(*given: Any, **named: Any) -> Game:
        restored.append(1)
        return restore(*given, **named)

    monkeypatch.setattr(Game, "restore", counted)
    actor = (ada, bob)[(await house.service.watch.view(ada, table)).view.turn]
    await house.service.play.move(actor, table, SendMove("once", seq, text="draw"))
    for viewer in (ada, bob, STRANGER):
        assert (await house.service.watch.view(viewer, table, since=seq)).seq == seq + 1
    assert restored == [1]


async def test_what_was_read_before_a_move_does_not_hide_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _ = await house.duel()
    service, read = house.service, house.service.database.read
    has_read, go_on = asyncio.Event(), asyncio.Event()

    async def slow_read(work: Callable[[Connection], Any]) -> Any:
        found = await read(work)
        has_read.set()
        await go_on.wait()
        return found

    service.cache.forget(table)
    with monkeypatch.context() as patched:
        patched.setattr(service.database, "read", slow_read)
        looking = asyncio.create_task(service.watch.look(table))
        await has_read.wait()
    made = await house.move(ada, table, Random(1))
    service.cache.forget(table)  # as after a move that came too late
    go_on.set()
    await looking
    assert (await service.watch.look(table, hinted=True)).table.seq == made.seq


async def test_a_spectator_sees_the_public_view_and_no_secret(house: House) -> None:
    table, _, bob = await house.duel()
    (info, update) = await house.service.watch.messages(STRANGER, table, -1, 0, -1)
    assert isinstance(info, TableMessage)
    assert not any(seat.you for seat in info.table.seats)
    assert isinstance(update, Update)
    assert (update.seat, update.view.seat, update.view.hand) == (None, None, {})
    assert (update.view.tickets, update.view.offer, update.view.moves) == ((), None, ())
    record = Record.from_json(await house.service.watch.record(STRANGER, table))
    assert (record.key, record.viewer) == (None, None)
    own = Record.from_json(await house.service.watch.record(bob, table))
    assert (own.key, own.viewer) == (None, 1)


async def test_a_game_that_has_not_begun_has_no_view_and_no_record(house: House) -> None:
    ada = await house.guest()
    table = (await house.table(SeatWish("me"), SeatWish(), host=ada)).id
    service = house.service
    for call in (
        service.watch.view(ada, table),
        service.watch.record(ada, table),
        service.play.move(ada, table, SendMove("a", 0, text="draw")),
        service.watch.payments(ada, table, AskPayments("a", "pay")),
        service.seats.resign(ada, table, 0),
    ):
        assert await refused(call) == "not_playing"
    assert len(await service.watch.messages(ada, table, -1, 0, -1)) == 1


async def test_memory_aids_can_be_left_out(house: House) -> None:
    for aids in (True, False):
        table, ada, bob = await house.duel(memory_aids=aids)
        await house.set_up(table, ada, bob)
        seq = (await house.service.watch.view(ada, table)).seq
        await house.service.play.move(ada, table, SendMove("a", seq, text="take 1"))
        view = (await house.service.watch.view(bob, table)).view
        assert bool(view.players[0].known) is aids


async def test_a_bot_stands_in_for_somebody_who_left_until_it_comes_back(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    left = await house.service.seats.leave(ada, table)
    assert left.seats[0].stand_in
    assert left.seats[0].bot == STAND_IN

    async def bobs_turn() -> bool:
        return (await house.service.watch.view(bob, table)).view.pending == (1,)

    await house.until(bobs_turn)
    await house.service.seats.take_back(ada, table, 0)
    await house.move(bob, table, Random(2))
    await house.play_out(table, ada, bob)
    game = await house.game(bob, table)
    assert {step.by for step in game.steps if step.seat == 0} == {"person", "bot"}


async def test_whoever_is_stood_in_for_must_take_the_seat_back_first(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    await house.service.seats.leave(bob, table)
    update = await house.service.watch.view(bob, table)
    call = house.service.play.move(bob, table, SendMove("a", update.seq, text="draw"))
    assert await refused(call) == "stand_in"


async def test_the_host_replaces_a_leaver_and_reopens_the_seat(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    eve = await house.guest("Eve")
    service = house.service
    assert await refused(service.seats.replace(bob, table, 0, "greedy")) == "not_host"
    assert await refused(service.seats.reopen(ada, table, 1)) == "not_away_long"
    assert await refused(service.seats.replace(ada, table, 1, "deep")) == "bad_bot"
    assert await refused(service.seats.replace(ada, table, 7, "greedy")) == "no_seat"
    await service.seats.leave(bob, table)
    await service.seats.replace(ada, table, 1, "random")
    reopened = await service.seats.reopen(ada, table, 1)
    assert (reopened.seats[1].holder, reopened.seats[1].stand_in) == ("open", True)
    assert await refused(service.seats.take_back(bob, table, 1)) == "not_seated"
    joined = await service.seats.join(eve, table)
    assert (joined.seats[1].name, joined.seats[1].stand_in) == ("Eve", False)
    await house.play_out(table, ada, eve)
    assert (await service.tables.info(eve, table)).status == "finished"


async def test_the_others_are_told_of_a_move_whose_sender_went_away(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    seen = await house.service.watch.view(bob, table)
    actor = (ada, bob)[seen.view.turn]
    hints = len(house.hints)
    sending = asyncio.create_task(
        house.service.play.move(actor, table, SendMove("last", seen.seq, text="draw"))
    )
    await asyncio.sleep(0)
    sending.cancel()

    async def told() -> bool:
        return any(channel == f"table:{table}" for channel, _ in house.hints[hints:])

    await house.until(told)
    assert (await house.service.watch.view(bob, table)).seq == seen.seq + 1
    with pytest.raises(asyncio.CancelledError):
        await sending


async def test_a_refusal_that_nobody_waits_for_is_no_error_of_the_server(house: House) -> None:
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
    table, ada, bob = await house.duel()
    sending = asyncio.create_task(
        house.service.play.move(ada, table, SendMove("x", 99, text="draw"))
    )
    await asyncio.sleep(0)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    await house.set_up(table, ada, bob)  # stored after the refusal, in one line with it
    gc.collect()
    assert complaints == []


async def test_a_game_ends_when_all_people_agree(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    service = house.service
    assert (await service.seats.agree(ada, table, 0)).status == "playing"
    assert not (await service.seats.agree(ada, table, 0, False)).seats[0].agreed
    assert (await service.seats.agree(bob, table, 1)).status == "playing"
    ended = await service.seats.agree(ada, table, 0)
    assert (ended.status, ended.closed) == ("finished", "agreed")
    update = await service.watch.view(bob, table)
    assert update.view.outcome is not None
    assert (update.view.pending, update.view.moves) == ((), ())
    assert await refused(
        house.service.play.move(ada, table, SendMove("a", update.seq, text="draw"))
    ) == ("not_playing")
    assert (await house.game(ada, table)).outcome() == update.view.outcome


async def test_who_left_does_not_keep_the_others_from_ending_the_game(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    service = house.service
    await service.seats.leave(bob, table)
    ended = await service.seats.agree(ada, table, 0)
    assert (ended.status, ended.closed) == ("finished", "agreed")


async def test_a_game_ends_when_the_last_who_did_not_agree_leaves(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    assert (await house.service.seats.agree(ada, table, 0)).status == "playing"
    left = await house.service.seats.leave(bob, table)
    assert (left.status, left.closed) == ("finished", "agreed")


async def test_a_game_that_all_have_left_is_played_on(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    await house.service.seats.leave(ada, table)
    await house.service.seats.leave(bob, table)

    async def finished() -> bool:
        return (await house.service.tables.info(ada, table)).status == "finished"

    await house.until(finished)
    assert (await house.service.tables.info(ada, table)).closed is None


async def test_a_program_plays_with_the_token_of_its_seat(house: House) -> None:
    ada = await house.guest()
    service = house.service
    table = await house.table(SeatWish("me"), SeatWish("program"), host=ada)
    assert await refused(service.seats.new_token(ada, table.id, 0)) == "no_program_seat"
    old = await service.seats.new_token(ada, table.id, 1)
    token = await service.seats.new_token(ada, table.id, 1)
    assert await service.guests.program(old.token) is None
    program = await service.guests.program(token.token)
    assert program is not None
    assert program.seats(await house.stored(table.id)) == (1,)
    await service.tables.start(ada, table.id)
    other, *_ = await house.duel()
    assert (
        await refused(service.play.move(program, other, SendMove("a", 0, text="draw")))
        == "not_seated"
    )
    await house.play_out(table.id, ada, program)
    assert (await service.watch.view(program, table.id)).view.outcome is not None
