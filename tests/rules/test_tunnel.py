"""Tunnels: cards turned up, the extra price, and withdrawing."""

from collections.abc import Mapping

import pytest

from stellwerk.game import DrawCard, Game, PayTunnel, Withdraw
from stellwerk.game.moves import ClaimRoute
from tests.builders import position
from tests.rules.asking import actions, discards, display, hand, piles, refused

GRAY_TUNNEL = "bucuresti-sofia"
GREEN_TUNNEL = "venezia-zurich"
DISPLAY = ["orange"] * 5


def attempt(
    hand: Mapping[str, int],
    laid: Mapping[str, int],
    pile: Mapping[str, int],
    route: str = GRAY_TUNNEL,
    discards: Mapping[str, int] | None = None,
) -> Game:
    """Return a game in which a set was just laid for a tunnel; the pile decides what comes up."""
    game = position("europe", hands=[hand], pile=pile, display=DISPLAY, discards=discards or {})
    game.play(ClaimRoute(0, route, laid))
    return game


def test_without_extra_cost_the_tunnel_is_claimed_at_once() -> None:
    """E-07."""
    game = attempt({"green": 2}, {"green": 2}, {"red": 3})
    assert game.position.routes(0) == (GRAY_TUNNEL,)
    assert (game.phase, game.turn) == ("turn", 1)
    assert game.position.score(0) == 2
    assert game.position.pieces(0) == {"wagon": 43}
    assert piles(game) == {"train": 5}


def test_each_card_of_the_laid_colour_and_each_locomotive_costs_one_more() -> None:
    """E-07; example 17: 2 green laid; green, a locomotive and red turned up: 2 more."""
    game = attempt(
        {"green": 5, "locomotive": 2}, {"green": 2}, {"green": 1, "locomotive": 1, "red": 1}
    )
    assert game.phase == "tunnel"
    assert sorted(game.position.turned) == ["green", "locomotive", "red"]
    view = game.view(1).tunnel
    assert view is not None
    assert (view.extra, view.laid, view.route) == (2, {"green": 2}, GRAY_TUNNEL)
    assert dict(zip(view.turned, view.hits, strict=True)) == {
        "green": True,
        "locomotive": True,
        "red": False,
    }
    assert game.payments(PayTunnel) == [
        {"green": 2},
        {"green": 1, "locomotive": 1},
        {"locomotive": 2},
    ]


def test_the_extra_price_is_paid_exactly() -> None:
    """E-07."""
    game = attempt({"green": 5, "red": 3}, {"green": 2}, {"green": 2, "red": 1})
    assert refused(game, PayTunnel(0, {"green": 1})) == "wrong_number"
    assert refused(game, PayTunnel(0, {"green": 3})) == "wrong_number"
    assert refused(game, PayTunnel(0, {"red": 2})) == "wrong_colour"
    assert refused(game, PayTunnel(0, {"green": 1, "red": 1})) == "mixed_colours"
    assert refused(game, PayTunnel(0, {"locomotive": 2})) == "not_in_hand"
    game.play(PayTunnel(0, {"green": 2}))
    assert game.position.routes(0) == (GRAY_TUNNEL,)
    assert hand(game) == {"green": 1, "red": 3}


def test_wagons_and_points_stay_those_of_the_length() -> None:
    """E-07."""
    game = attempt({"green": 5}, {"green": 2}, {"green": 3})
    game.play(PayTunnel(0, {"green": 3}))
    assert game.position.score(0) == 2
    assert game.position.pieces(0) == {"wagon": 43}
    assert game.turn == 1


def test_all_cards_are_discarded_after_paying() -> None:
    """E-07, E-09: those laid, those paid and those turned up."""
    game = attempt({"green": 4, "locomotive": 1}, {"green": 2}, {"green": 4})
    assert discards(game) == {}
    game.play(PayTunnel(0, {"green": 2, "locomotive": 1}))
    assert discards(game) == {"green": 2 + 2 + 3, "locomotive": 1}


def test_the_colour_on_a_gray_tunnel_is_that_of_the_cards_laid() -> None:
    """E-07: also when locomotives are among them."""
    game = attempt({"blue": 1, "locomotive": 1}, {"blue": 1, "locomotive": 1}, {"blue": 3})
    assert int(game.states[0].tunnel_extra) == 3


def test_a_coloured_tunnel() -> None:
    """E-07."""
    game = attempt({"green": 3}, {"green": 2}, {"green": 1, "black": 2}, GREEN_TUNNEL)
    assert int(game.states[0].tunnel_extra) == 1
    game.play("pay 1 green")
    assert game.position.routes(0) == (GREEN_TUNNEL,)


def test_for_a_set_of_locomotives_only_locomotives_count() -> None:
    """E-08."""
    game = attempt({"locomotive": 2}, {"locomotive": 2}, {"green": 3}, GREEN_TUNNEL)
    assert game.position.routes(0) == (GREEN_TUNNEL,)


def test_for_a_set_of_locomotives_only_locomotives_pay() -> None:
    """E-08."""
    game = attempt(
        {"green": 4, "locomotive": 4},
        {"locomotive": 2},
        {"locomotive": 2, "green": 1},
        GREEN_TUNNEL,
    )
    assert int(game.states[0].tunnel_extra) == 2
    assert game.payments(PayTunnel) == [{"locomotive": 2}]
    assert refused(game, PayTunnel(0, {"green": 2})) == "wrong_colour"
    assert PayTunnel(0, {"locomotive": 2}) in game.legal_moves()


def test_who_cannot_pay_takes_the_cards_back() -> None:
    """E-09; example 17."""
    game = attempt({"green": 3}, {"green": 2}, {"green": 2, "red": 1})
    assert game.legal_moves() == [Withdraw(0)]
    game.play("withdraw")
    assert hand(game) == {"green": 3}
    assert game.position.routes(0) == ()
    assert game.position.score(0) == 0
    assert (game.phase, game.turn) == ("turn", 1)


def test_who_can_pay_may_still_withdraw() -> None:
    """E-09."""
    game = attempt({"green": 5}, {"green": 2}, {"green": 3})
    assert actions(game) == {PayTunnel, Withdraw}
    game.play("withdraw")
    assert hand(game) == {"green": 5}


def test_the_cards_turned_up_are_discarded_when_withdrawing() -> None:
    """E-09: here they become the new pile at once (C-08)."""
    game = attempt({"green": 2}, {"green": 2}, {"green": 3})
    assert piles(game) == {"train": 0}
    game.play("withdraw")
    assert piles(game) == {"train": 3}
    game = attempt({"green": 2}, {"green": 2}, {"green": 4})
    game.play("withdraw")
    assert discards(game) == {"green": 3}


def test_everybody_knows_the_cards_taken_back() -> None:
    """E-09, C-24."""
    game = attempt({"green": 3}, {"green": 2}, {"green": 3})
    game.play("withdraw")
    assert game.position.known(0) == {"green": 2}


def test_a_short_pile_is_turned_up_first_then_its_discards() -> None:
    """E-10."""
    game = attempt({"green": 2}, {"green": 2}, {"green": 1}, discards={"locomotive": 5})
    assert sorted(game.position.turned) == ["green", "locomotive", "locomotive"]
    assert piles(game) == {"train": 3}


@pytest.mark.parametrize("number", [1, 2])
def test_if_there_are_fewer_than_three_only_those_count(number: int) -> None:
    """E-10: neither the laid nor the turned-up cards are in the discards yet."""
    game = attempt({"green": 5}, {"green": 2}, {"green": number})
    assert game.position.turned == ("green",) * number
    assert int(game.states[0].tunnel_extra) == number
    assert discards(game) == {}


def test_with_no_card_at_all_the_tunnel_costs_nothing_extra() -> None:
    """E-10."""
    game = attempt({"green": 2}, {"green": 2}, {})
    assert game.position.routes(0) == (GRAY_TUNNEL,)
    assert display(game) == DISPLAY
    assert piles(game) == {"train": 2}


def test_a_tunnel_counts_as_an_action_when_its_basic_set_can_be_laid() -> None:
    """C-10."""
    game = position("europe", hands=[{"green": 2}], pile={}, display=DISPLAY)
    assert refused(game, "pass") == "can_act"


def test_nothing_else_is_legal_while_the_price_is_open() -> None:
    """E-07."""
    game = attempt({"green": 5}, {"green": 2}, {"green": 3})
    assert refused(game, DrawCard(0)) == "wrong_phase"
    assert refused(game, ClaimRoute(0, GREEN_TUNNEL, {"green": 2})) == "wrong_phase"
    assert game.legal_moves(1) == []
