"""Drawing cards: one after the other, open or blind, and what happens to piles and display."""

import dataclasses
from collections import Counter

import pytest

from stellwerk.board import Board
from stellwerk.game import DrawCard, DrawTickets, Game, TakeCard
from tests.builders import position
from tests.rules.asking import actions, claimable, discards, display, hand, piles, refused

FIVE_RED = ["red"] * 5


def test_two_cards_are_drawn_one_after_the_other() -> None:
    """C-03."""
    game = position(display=["red", "blue", "green", "white", "black"], pile={"yellow": 9})
    game.play("take 1")
    assert (game.phase, game.turn) == ("second", 0)
    game.play("draw")
    assert hand(game) == {"red": 1, "yellow": 1}
    assert (game.phase, game.turn) == ("turn", 1)


def test_a_display_card_is_replaced_before_the_second_card() -> None:
    """C-03."""
    game = position(display=["red", "blue", "green", "white", "black"], pile={"yellow": 9})
    game.play("take 3")
    assert display(game) == ["red", "blue", "yellow", "white", "black"]
    assert piles(game) == {"train": 8}
    game.play("take 3")
    assert hand(game) == {"green": 1, "yellow": 1}


@pytest.mark.parametrize("first", ["take 1", "draw"])
@pytest.mark.parametrize("second", ["take 2", "draw"])
def test_each_card_is_open_or_blind(first: str, second: str) -> None:
    """C-03."""
    game = position()
    game.play(first)
    game.play(second)
    assert sum(hand(game).values()) == 2
    assert game.turn == 1


def test_the_second_card_must_be_taken() -> None:
    """C-03: no other move is legal in between."""
    game = position(hands=[{"red": 5}])
    game.play("draw")
    assert actions(game) == {TakeCard, DrawCard}
    assert refused(game, "pass") == "wrong_phase"
    assert refused(game, DrawTickets(0)) == "wrong_phase"


def test_display_locomotive_ends_the_draw() -> None:
    """C-04."""
    game = position(display=["locomotive", "red", "red", "red", "red"])
    game.play("take 1")
    assert hand(game) == {"locomotive": 1}
    assert (game.phase, game.turn) == ("turn", 1)


def test_display_locomotive_may_not_be_the_second_card() -> None:
    """C-04."""
    game = position(display=["locomotive", "red", "red", "red", "red"])
    game.play("draw")
    assert refused(game, "take 1") == "second_locomotive"
    assert TakeCard(0, 1) not in game.legal_moves()
    assert TakeCard(0, 2) in game.legal_moves()


def test_a_locomotive_just_turned_up_may_not_be_the_second_card() -> None:
    """C-04; example 13."""
    game = position(display=FIVE_RED, pile={"locomotive": 2})
    game.play("take 2")
    assert display(game)[1] == "locomotive"
    assert refused(game, "take 2") == "second_locomotive"


def test_blind_locomotive_counts_as_an_ordinary_card() -> None:
    """C-05."""
    game = position(display=FIVE_RED, pile={"locomotive": 9})
    game.play("draw")
    assert game.phase == "second"
    game.play("draw")
    assert hand(game) == {"locomotive": 2}
    assert game.turn == 1


def test_after_a_blind_locomotive_any_card_but_an_open_one() -> None:
    """C-04, C-05; example 12."""
    shown = ["locomotive", "red", "blue", "green", "white"]
    game = position(display=shown, pile={"locomotive": 9})
    game.play("draw")
    assert game.legal_moves() == [*(TakeCard(0, place) for place in (2, 3, 4, 5)), DrawCard(0)]
    game.play("draw")
    assert hand(game) == {"locomotive": 2}


def test_three_locomotives_clear_the_display_before_the_second_card() -> None:
    """C-06."""
    game = position(
        display=["locomotive", "locomotive", "red", "red", "red"],
        pile={"locomotive": 1, "blue": 0},
        discards={"blue": 9},
    )
    game.play("take 3")
    assert game.phase == "second"
    assert display(game).count("locomotive") < 3
    assert hand(game) == {"red": 1}


def test_the_cleared_display_goes_to_the_discards() -> None:
    """C-06."""
    game = position(
        display=["locomotive", "locomotive", "red", "green", "green"],
        pile={"locomotive": 6, "blue": 12, "white": 12, "black": 12},
        seed=5,
    )
    for _ in range(20):
        if discards(game):
            break
        game.play("take 3")
    thrown = discards(game)
    assert sum(thrown.values()) % 5 == 0
    assert thrown["locomotive"] >= 3


def test_three_locomotives_clear_the_display_after_taking_one() -> None:
    """C-06: a display locomotive was taken and another one turned up in its place."""
    game = position(
        display=["locomotive", "locomotive", "locomotive", "red", "red"],
        pile={"locomotive": 1},
        discards={"blue": 10},
    )
    game.play("take 1")
    assert hand(game) == {"locomotive": 1}
    assert display(game).count("locomotive") < 3
    assert game.turn == 1


def test_two_locomotives_do_not_clear_the_display() -> None:
    """C-06."""
    game = position(display=["locomotive", "red", "red", "red", "red"], pile={"locomotive": 9})
    game.play("take 2")
    assert display(game) == ["locomotive", "locomotive", "red", "red", "red"]
    assert discards(game) == {}


def test_the_display_is_left_alone_with_too_few_other_cards() -> None:
    """C-06: only two cards are no locomotives, so three of any five would be."""
    game = position(
        display=["locomotive", "locomotive", "red", "red", "red"], pile={"locomotive": 9}
    )
    game.play("take 3")
    assert display(game) == ["locomotive", "locomotive", "locomotive", "red", "red"]
    assert discards(game) == {}
    game.play("draw")
    assert game.turn == 1


def test_a_display_left_alone_is_cleared_once_enough_other_cards_are_discarded() -> None:
    """C-06."""
    game = position(
        hands=[{"blue": 3}],
        display=["locomotive", "locomotive", "locomotive", "red", "red"],
        pile={"locomotive": 2},
    )
    game.play("claim montreal-new-york 3 blue")
    assert display(game).count("locomotive") < 3


def test_display_and_pile_do_not_change_places_for_ever() -> None:
    """C-06: the pile is as large as the display, without discards: one exchange and no second."""
    exchanged = 0
    for seed in range(20):
        game = position(
            display=["locomotive", "locomotive", "red", "green", "green"],
            pile={"locomotive": 4, "blue": 2},
            seed=seed,
        )
        game.play("take 3")
        if "blue" in display(game)[3:]:
            exchanged += 1
            assert Counter(display(game)) == {"locomotive": 3, "blue": 2}
            assert piles(game) == {"train": 5}
            assert discards(game) == {}
    assert exchanged > 0


def test_after_an_exchange_the_display_is_looked_at_again_with_the_next_card() -> None:
    """C-06: another seat takes an open card, and then the display can be cleared."""
    game = position(
        display=["locomotive", "locomotive", "locomotive", "blue", "blue"],
        pile={"locomotive": 1, "red": 2, "green": 2},
    )
    game.play("take 4")
    assert display(game).count("locomotive") < 3


def test_a_display_that_does_not_come_to_rest_stays_after_a_thousand_tries() -> None:
    """C-06: nearly every display of eight has a locomotive, and one would clear it."""
    usa = Board.load("usa")
    cards = dataclasses.replace(usa.rules.cards, train=2, locomotives=200)
    rules = dataclasses.replace(usa.rules, cards=cards, display=(8, 0), flush=1)
    game = Game.new(dataclasses.replace(usa, rules=rules), 2, 42)
    assert "locomotive" in display(game)
    for seat in (0, 1):
        game.play("keep 1 2", seat=seat)
    game.play("draw")
    assert sum(piles(game).values()) + sum(discards(game).values()) == 216 - 8 - 8 - 1


def test_a_hand_may_hold_any_number_of_cards() -> None:
    """C-07."""
    everything = dict.fromkeys(["red", "blue", "green", "white", "black", "yellow", "orange"], 12)
    game = position(hands=[{**everything, "purple": 7}], display=["purple"] * 5)
    assert piles(game) == {"train": 14}
    game.play("draw")
    game.play("draw")
    assert sum(hand(game).values()) == 93


def test_an_empty_pile_is_renewed_from_the_discards_at_once() -> None:
    """C-08."""
    game = position(display=FIVE_RED, pile={"blue": 1}, discards={"green": 7})
    game.play("draw")
    assert piles(game) == {"train": 7}
    assert discards(game) == {}
    game.play("draw")
    assert hand(game) == {"blue": 1, "green": 1}


def test_a_refill_that_uses_up_the_pile_renews_it_too() -> None:
    """C-08."""
    game = position(display=FIVE_RED, pile={"blue": 1}, discards={"green": 7})
    game.play("take 1")
    assert display(game) == ["blue", "red", "red", "red", "red"]
    assert piles(game) == {"train": 7}


def test_without_pile_and_discards_the_next_discards_become_the_pile() -> None:
    """C-08."""
    game = position(hands=[{"blue": 3}], display=FIVE_RED, pile={})
    game.play("claim montreal-new-york 3 blue")
    assert piles(game) == {"train": 3}
    assert discards(game) == {}
    assert TakeCard in actions(game)


def test_without_cards_nothing_can_be_drawn_not_even_open_ones() -> None:
    """C-09."""
    game = position(hands=[{"red": 1}], display=FIVE_RED, pile={})
    assert DrawCard not in actions(game)
    assert TakeCard not in actions(game)
    assert refused(game, "draw") == "no_cards"
    assert refused(game, "take 1") == "no_cards"


def test_both_piles_empty_leaves_tickets_and_claims() -> None:
    """C-09, the trap of both piles empty."""
    game = position(hands=[{"red": 1}], display=FIVE_RED, pile={})
    assert DrawTickets in actions(game)
    assert "dallas-houston/1" in claimable(game)


def test_cards_running_out_in_mid_draw_end_the_turn() -> None:
    """C-09."""
    game = position(display=FIVE_RED, pile={"blue": 1})
    game.play("draw")
    assert hand(game) == {"blue": 1}
    assert (game.phase, game.turn) == ("turn", 1)


def test_an_empty_display_is_filled_when_cards_come_back() -> None:
    """C-09, the trap of a display that stays empty."""
    game = position(hands=[{"blue": 3}], display=[None] * 5, pile={})
    game.play("claim montreal-new-york 3 blue")
    assert display(game) == ["blue", "blue", "blue", None, None]
    assert piles(game) == {"train": 0}
    assert DrawCard not in actions(game)


def test_a_short_display_is_filled_first_and_the_rest_is_the_pile() -> None:
    """C-09."""
    game = position(hands=[{"blue": 3}], display=["red", None, "red", None, "red"], pile={})
    game.play("claim montreal-new-york 3 blue")
    assert display(game) == ["red", "blue", "red", "blue", "red"]
    assert piles(game) == {"train": 1}


def test_after_filling_the_display_three_locomotives_clear_it() -> None:
    """C-09, then C-06."""
    game = position(
        hands=[{"locomotive": 3, "blue": 2}],
        display=["locomotive", "locomotive", "red", "red", None],
        pile={},
        seed=3,
    )
    game.play("claim atlanta-miami 2 blue 3 locomotive")
    assert display(game).count("locomotive") < 3
    assert None not in display(game)


def test_an_empty_place_cannot_be_taken() -> None:
    """C-09."""
    game = position(display=["red", None, "red", "red", "red"], pile={"blue": 3})
    assert refused(game, "take 2") == "empty_place"
    assert TakeCard(0, 2) not in game.legal_moves()


def test_an_empty_place_is_laid_out_again_with_the_others() -> None:
    """C-06, C-09."""
    game = position(
        display=["locomotive", "locomotive", "red", "red", None],
        pile={"locomotive": 1},
        discards={"blue": 9},
    )
    game.play("take 3")
    assert None not in display(game)
    assert display(game).count("locomotive") < 3


@pytest.mark.parametrize("place", [0, 6, 99])
def test_a_place_outside_the_display_cannot_be_taken(place: int) -> None:
    """C-03."""
    assert refused(position(), TakeCard(0, place)) == "no_such_target"
