"""Each mistake gets its own name, told from the move played, the better one and the game."""

from __future__ import annotations

import pytest

from stellwerk.game import (
    BuildHarbour,
    BuildStation,
    ChooseMix,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    Game,
    KeepTickets,
    Move,
    PayTunnel,
    TakeCard,
    Withdraw,
)
from stellwerk.review.history import History
from stellwerk.review.lessons import closing_lessons, lesson_of
from stellwerk.review.model import Judged, Lesson, Option
from tests.builders import position


def lesson(game: Game, seq: int, better: Move, played: Move | None = None) -> Lesson:
    """Return what is said of a step that gave 5 points away."""
    step = game.steps[seq - 1]
    move = played or step.move
    assert not isinstance(move, str)
    given = Judged(
        seq=seq,
        seat=step.seat,
        turn=History(game).turn(seq),
        played=Option(move, 0.4, 5.0, 0.0),  # type: ignore[arg-type]
        better=(Option(better, 0.5, 10.0, 0.0),),
        loss=5.0,
        mark="mistake",
        luck=0.0,
    )
    found = lesson_of(History(game), given)
    assert found is not None
    return found


def draw_on(game: Game, turns: int) -> None:
    """Let all draw two cards a turn."""
    for _ in range(turns):
        seat = game.pending[0]
        game.play(DrawCard(seat))
        game.play(DrawCard(seat))


def test_cards_kept_for_turns_while_a_route_was_payable_are_hoarded() -> None:
    game = position(hands=[{"black": 3}], seats=2)
    draw_on(game, 5)
    claim = ClaimRoute(0, "nashville-raleigh", {"black": 3})
    found = lesson(game, 9, claim)
    assert found.code == "hoarded"
    assert found.params == {"route": "nashville-raleigh", "turns": 3, "cards": 7}


def test_two_turns_of_waiting_are_no_hoarding() -> None:
    game = position(hands=[{"black": 3}], seats=2)
    draw_on(game, 3)
    claim = ClaimRoute(0, "nashville-raleigh", {"black": 3})
    assert lesson(game, 5, claim).code == "claim_missed"


def test_open_locomotive_that_cost_two_cards_is_named() -> None:
    game = position(display=["locomotive", "red", "blue", "green", "white"])
    game.play(TakeCard(0, 1))
    assert lesson(game, 1, TakeCard(0, 2)).code == "locomotive"
    game = position(display=["locomotive", "red", "blue", "green", "white"])
    game.play(TakeCard(0, 2))
    assert lesson(game, 1, TakeCard(0, 3)).code == "wrong_card"


def test_tickets_come_too_early_or_too_late() -> None:
    game = position(seats=2)
    game.play(DrawTickets(0))
    game.play(KeepTickets(0, game.position.offer(0)[:1]))
    draw_on(game, 3)
    game.play(DrawTickets(0))
    assert lesson(game, 1, DrawCard(0)).code == "tickets_early"
    assert lesson(game, game.seq, DrawCard(0)).code == "tickets_late"


def test_route_off_the_way_of_a_ticket_is_the_long_way_round() -> None:
    hands = [{"black": 3, "green": 2}]
    game = position(hands=hands, tickets=[["denver-el-paso"]], seats=2)
    game.play(ClaimRoute(0, "nashville-raleigh", {"black": 3}))
    found = lesson(game, 1, ClaimRoute(0, "denver-santa-fe", {"green": 2}))
    assert found.code == "long_way"
    assert found.params == {
        "route": "nashville-raleigh",
        "ticket": "denver-el-paso",
        "better": "denver-santa-fe",
    }
    other = ClaimRoute(0, "dallas-houston/1", {"green": 1})
    assert lesson(game, 1, other).code == "other_route"


CLAIM = ClaimRoute(0, "denver-santa-fe", {"red": 2})
DEARER = ClaimRoute(0, "denver-santa-fe", {"red": 1, "locomotive": 1})


@pytest.mark.parametrize(
    ("played", "better", "code"),
    [
        (DEARER, CLAIM, "payment"),
        (CLAIM, DrawCard(0), "claimed_early"),
        (BuildStation(0, "denver", {"red": 1}), DrawCard(0), "station"),
        (BuildHarbour(0, "denver", {"red": 1}), DrawCard(0), "harbour"),
        (ExchangePieces(0, "wagon", 2), DrawCard(0), "exchange"),
        (ChooseMix(0, 1), ChooseMix(0, 2), "setup"),
        (CLAIM, DrawTickets(0), "tickets_missed"),
        (CLAIM, BuildStation(0, "denver", {"red": 1}), "station_missed"),
        (DrawCard(0), BuildHarbour(0, "denver", {"red": 1}), "harbour_missed"),
        (CLAIM, ExchangePieces(0, "wagon", 2), "other"),
    ],
)
def test_mistake_has_its_name(played: Move, better: Move, code: str) -> None:
    game = position(seats=2)
    draw_on(game, 1)
    assert lesson(game, 1, better, played).code == code


def test_tunnel_given_up_and_tunnel_too_dear_name_the_route() -> None:
    game = _in_tunnel()
    route = game.position.tunnel_route
    pay = next(move for move in game.legal_moves(0) if isinstance(move, PayTunnel))
    game.play(Withdraw(0))
    given_up = lesson(game, 2, pay)
    assert (given_up.code, given_up.params) == ("tunnel_left", {"route": route})
    paid = lesson(game, 2, Withdraw(0), pay)
    assert (paid.code, paid.params) == ("tunnel_paid", {"route": route})


def _in_tunnel() -> Game:
    """Return a game in which a tunnel asks for more cards."""
    for seed in range(20):
        game = position("europe", hands=[{"red": 3, "locomotive": 4}], seed=seed)
        claim = next(
            move
            for move in game.legal_moves(0)
            if isinstance(move, ClaimRoute)
            and game.board.routes[game.board.route_index[move.route]].tunnel
        )
        game.play(claim)
        if game.position.phase == "tunnel":
            return game
    raise AssertionError("no tunnel asked for more cards")


def test_bonus_for_most_tickets_missed_by_one_is_told() -> None:
    ticket = next(each for each in position("germany").board.tickets if len(each.stops) == 2)
    game = position("germany", tickets=[[], [ticket.id]])
    assert game.board.rules.most_tickets
    owners = _way(game, ticket.id)
    game = position("germany", tickets=[[], [ticket.id]], owners=dict.fromkeys(owners, 1))
    found = {each.code: each for each in closing_lessons(History(game), (0, 1))}
    assert found["most_missed"].seat == 0
    assert found["most_missed"].params == {"count": 1}
    assert found["most_missed"].points == game.board.rules.most_tickets


def _way(game: Game, ticket: str) -> tuple[str, ...]:
    from stellwerk.game.view import tickets_seen

    (seen,) = tickets_seen(game, 1, (ticket,))
    return seen.path


def test_harbour_that_no_completed_ticket_names_is_in_vain() -> None:
    game = position("world", harbours={"lima": 0})
    (found,) = (each for each in closing_lessons(History(game), (0,)) if each.code.startswith("h"))
    assert (found.code, found.params) == ("harbour_vain", {"city": "lima"})


def test_exchange_of_pieces_costs_points() -> None:
    game = position("world", boxes=[(5, 10)])
    game.play(ExchangePieces(0, "wagon", 3))
    found = {each.code: each for each in closing_lessons(History(game), (0,))}
    assert found["exchange_cost"].params == {"count": 3}
    assert found["exchange_cost"].points == 3.0
