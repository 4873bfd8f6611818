"""The World board: two piles, a drifting display, set-up, and how it ends."""

import dataclasses
from collections import Counter

import pytest

from stellwerk.board import Board
from stellwerk.game import (
    BuildHarbour,
    ChoosePieces,
    ClaimRoute,
    DrawCard,
    Game,
    KeepTickets,
    TakeCard,
)
from tests.builders import position
from tests.rules.asking import (
    actions,
    claimable,
    discards,
    display,
    hand,
    piles,
    refused,
    ticket_pile,
)

COLOURS = ["purple", "white", "green", "yellow", "black", "red"]


def test_the_two_piles() -> None:
    """W-01: 80 train cards with 14 locomotives, 60 ship cards."""
    board = Board.load("world")
    cards = position("world").position.cards(board.record["stock"][0])
    for colour in COLOURS:
        assert cards[colour] + cards[f"{colour} harbour"] == 11
        assert cards[f"{colour} harbour"] == 4
        assert cards[f"{colour} ship"] == 4
        assert cards[f"{colour} double-ship"] == 6
    assert cards["locomotive"] == 14
    assert sum(cards.values()) == 80 + 60


@pytest.mark.parametrize("seats", [2, 5])
def test_the_deal(seats: int) -> None:
    """W-02: 3 train and 7 ship cards each, 3 + 3 in the display."""
    game = Game.new("world", seats, seed=1)
    for seat in range(seats):
        assert game.position.hand_sizes(seat) == {"train": 3, "ship": 7}
    assert [str(card).endswith("ship") for card in display(game)] == [False] * 3 + [True] * 3


def test_five_tickets_are_dealt_and_three_kept() -> None:
    """W-03."""
    game = Game.new("world", 2, seed=1)
    offer = game.position.offer(0)
    assert (len(offer), game.position.must_keep(0)) == (5, 3)
    assert refused(game, KeepTickets(0, offer[:2])) == "keep_too_few"
    game.play(KeepTickets(0, offer[:3]))
    game.play("keep 1 2 3 4 5", seat=1)
    assert ticket_pile(game)[-2:] == list(offer[3:])


def test_the_tickets() -> None:
    """W-03: 65, 8 of them tours."""
    tickets = Board.load("world").tickets
    assert len(tickets) == 65
    assert sum(ticket.tour for ticket in tickets) == 8


@pytest.mark.parametrize("wagons", [10, 20, 25])
def test_sixty_pieces_out_of_75(wagons: int) -> None:
    """W-04; example 10: 25 wagons and 35 ships are legal."""
    game = position("world", phase="pieces")
    assert ChoosePieces(0, wagons) in game.legal_moves(0)
    assert len(game.legal_moves(0)) == 16
    game.play(ChoosePieces(0, wagons))
    game.play(ChoosePieces(1, 20))
    assert game.position.pieces(0) == {"wagon": wagons, "ship": 60 - wagons}
    assert game.position.box(0) == {"wagon": 25 - wagons, "ship": wagons - 10}
    assert game.view(0).players[0].harbours_left == 3


@pytest.mark.parametrize("wagons", [-1, 9, 26, 60])
def test_other_mixes_of_pieces_are_refused(wagons: int) -> None:
    """W-04; example 10: 26 + 34 and 9 + 51 are not."""
    game = position("world", phase="pieces")
    assert refused(game, ChoosePieces(0, wagons)) == "bad_pieces"


@pytest.mark.parametrize(("refill", "new"), [("train", "white"), ("ship", "white ship")])
def test_a_display_card_is_replaced_from_the_pile_of_ones_choice(refill: str, new: str) -> None:
    """W-05."""
    game = position("world", pile={"white": 3, "white ship": 3})
    before = display(game)
    game.play(f"take 1 {refill}")
    assert display(game) == [new, *before[1:]]
    game.play(f"take 6 {refill}")
    assert display(game)[5] == new


def test_every_open_card_can_be_refilled_from_either_pile() -> None:
    """W-05."""
    game = position("world")
    takes = [move for move in game.legal_moves() if isinstance(move, TakeCard)]
    assert len(takes) == 12
    assert len([move for move in game.legal_moves() if isinstance(move, DrawCard)]) == 2


@pytest.mark.parametrize(
    ("taken", "refill", "kind"), [([4, 5, 6], "train", 6), ([1, 2, 3], "ship", 0)]
)
def test_the_display_may_become_six_of_a_kind(taken: list[int], refill: str, kind: int) -> None:
    """W-05; example 11: 6 train, 6 ship, or 4 + 2 cards."""
    game = position("world", pile={"white": 9 - 3, "white ship": 4, "red double-ship": 4})
    for number, place in enumerate(taken):
        game.play(f"take {place} {refill}")
        trains = sum(not str(card).endswith("ship") for card in display(game))
        assert trains == (3 + number + 1 if refill == "train" else 3 - number - 1)
    assert sum(not str(card).endswith("ship") for card in display(game)) == kind


def test_a_pile_that_is_empty_cannot_be_named() -> None:
    """W-05."""
    game = position("world", pile={"white": 3})
    assert refused(game, TakeCard(0, 1, "ship")) == "no_cards"
    assert refused(game, DrawCard(0, "ship")) == "no_cards"
    takes = {move.refill for move in game.legal_moves() if isinstance(move, TakeCard)}
    assert takes == {"train"}
    game = position("world", pile={"white ship": 3})
    takes = {move.refill for move in game.legal_moves() if isinstance(move, TakeCard)}
    assert takes == {"ship"}
    assert DrawCard(0, "ship") in game.legal_moves()
    assert DrawCard(0, "train") not in game.legal_moves()


def test_with_both_piles_empty_nothing_can_be_drawn() -> None:
    """C-09 with two piles."""
    game = position("world", pile={})
    assert not actions(game) & {TakeCard, DrawCard}


def test_empty_places_are_filled_from_the_larger_pile() -> None:
    """W-05: the ships that come back fill the display."""
    game = position(
        "world",
        hands=[{"white ship": 2, "white double-ship": 1}],
        display=[None, None, "red", "red ship", None, None],
        pile={},
    )
    game.play(ClaimRoute(0, "bangkok-jakarta", {"white ship": 2}))
    assert Counter(display(game)) == {"white ship": 2, "red": 1, "red ship": 1, None: 2}


def test_equal_piles_fill_empty_places_from_the_train_pile() -> None:
    """W-05: four cards of a harbour come back, two for each pile."""
    cards = {"yellow harbour": 2, "yellow ship": 2}
    game = position(
        "world",
        hands=[cards],
        owners={"lima-valparaiso/1": 0},
        display=[None, "red", "red", "red ship", "red ship", "red ship"],
        pile={},
    )
    game.play(BuildHarbour(0, "lima", cards))
    assert display(game)[0] == "yellow harbour"
    assert piles(game) == {"train": 1, "ship": 2}


def test_three_locomotives_clear_all_six_and_three_of_each_pile_are_laid() -> None:
    """W-06."""
    game = position(
        "world",
        display=["locomotive", "locomotive", "red", "red", "red ship", "red ship"],
        pile={"locomotive": 1, "white ship": 4},
        discards={"white": 6},
    )
    game.play("take 3 train")
    shown = display(game)
    assert [str(card).endswith("ship") for card in shown] == [False] * 3 + [True] * 3
    assert shown.count("locomotive") < 3


def test_a_short_pile_is_helped_by_the_other() -> None:
    """W-06: only one ship card is left; the train pile fills up to six."""
    game = position(
        "world",
        display=["locomotive", "locomotive", "red", "red", "red", "red ship"],
        pile={"locomotive": 1},
        discards={"white": 6},
    )
    game.play("take 3 train")
    shown = display(game)
    assert None not in shown
    assert Counter(str(card).endswith("ship") for card in shown) == {False: 5, True: 1}


def test_ships_fill_up_when_train_cards_are_few() -> None:
    """W-06: a board on which one locomotive clears; two train cards are left in all."""
    world = Board.load("world")
    board = dataclasses.replace(world, rules=dataclasses.replace(world.rules, flush=1))
    game = position(
        board,
        display=["red", "red", "red ship", "red ship", "red ship", "red ship"],
        pile={"locomotive": 1, "white ship": 12 - 8, "green ship": 4},
    )
    game.play("take 1 train")
    assert Counter(str(card).endswith("ship") for card in display(game)) == {False: 2, True: 4}


def test_three_locomotives_stay_when_there_are_no_other_train_cards() -> None:
    """C-06, W-06."""
    game = position(
        "world",
        display=["locomotive", "locomotive", "red ship", "red ship", "red ship", "red ship"],
        pile={"locomotive": 1, "white ship": 4},
    )
    game.play("take 3 train")
    assert display(game).count("locomotive") == 3


def test_fewer_cards_than_places_make_a_smaller_display() -> None:
    """W-06, C-09: at set-up with hardly any cards."""
    usa = Board.load("usa")
    cards = dataclasses.replace(usa.rules.cards, train=1, locomotives=2)
    board = dataclasses.replace(usa, rules=dataclasses.replace(usa.rules, cards=cards))
    game = Game.new(board, 2, seed=1)
    assert display(game)[2:] == [None, None, None]
    assert None not in display(game)[:2]


def test_display_and_pile_do_not_change_places_for_ever() -> None:
    """C-06, W-06: two ships in all, so four train cards are laid, and four lie in the pile."""
    exchanged = 0
    for seed in range(12):
        game = position(
            "world",
            display=["locomotive", "locomotive", "red", "green", "red ship", "red ship"],
            pile={"locomotive": 4, "white": 1},
            seed=seed,
        )
        game.play("take 3 train")
        exchanged += Counter(display(game)) == {"locomotive": 3, "white": 1, "red ship": 2}
        assert None not in display(game)
    assert exchanged > 0


def test_train_routes_take_train_cards_and_ship_routes_ship_cards() -> None:
    """W-07; example 14: Hamburg–Athina is a green train route of 2."""
    game = position(
        "world", hands=[{"green": 1, "green harbour": 1, "green ship": 2, "locomotive": 1}]
    )
    assert game.payments(ClaimRoute, "hamburg-athina") == [
        {"green": 1, "green harbour": 1},
        {"green": 1, "locomotive": 1},
        {"green harbour": 1, "locomotive": 1},
    ]
    assert refused(game, ClaimRoute(0, "hamburg-athina", {"green ship": 2})) == "wrong_pile"
    assert (
        refused(game, ClaimRoute(0, "hamburg-athina", {"green": 1, "green ship": 1}))
        == "wrong_pile"
    )
    assert refused(game, ClaimRoute(0, "athina-al-qahira", {"green": 1})) == "wrong_pile"


def test_wagons_and_ships_are_never_mixed() -> None:
    """W-07, C-13: a train route takes wagons, a ship route ships."""
    game = position("world", hands=[{"green": 2, "green ship": 1}], pieces=[(20, 40)])
    game.play(ClaimRoute(0, "hamburg-athina", {"green": 2}))
    assert game.position.pieces(0) == {"wagon": 18, "ship": 40}
    game = position("world", hands=[{"green": 2, "green ship": 1}], pieces=[(20, 40)])
    game.play(ClaimRoute(0, "athina-al-qahira", {"green ship": 1}))
    assert game.position.pieces(0) == {"wagon": 20, "ship": 39}
    game = position("world", hands=[{"green": 2, "green ship": 1}], pieces=[(1, 0)])
    assert refused(game, ClaimRoute(0, "hamburg-athina", {"green": 2})) == "too_few_pieces"
    assert refused(game, ClaimRoute(0, "athina-al-qahira", {"green ship": 1})) == "too_few_pieces"
    assert not {"hamburg-athina", "athina-al-qahira"} & claimable(game)


def test_locomotives_serve_both() -> None:
    """W-07."""
    game = position("world", hands=[{"locomotive": 2}])
    assert {"hamburg-athina", "athina-al-qahira"} <= claimable(game)


def test_routes_over_the_edge_join_like_any_other() -> None:
    """W-10: Los Angeles–Tokyo leads over the edge of the map."""
    owners = {"los-angeles-new-york/1": 0, "los-angeles-tokyo/1": 0}
    game = position("world", owners=owners, tickets=[["new-york-tokyo"]])
    assert game.outcome().seats[0].ticket_points == 15


def test_junctions_are_no_cities() -> None:
    """W-10: no harbour there, no ticket, but routes lead through."""
    board = Board.load("world")
    junction = board.city_index["indian-ocean-junction"]
    assert not int(board.record["ports"][0]) >> junction & 1
    assert not int(board.record["station_cities"][0]) >> junction & 1
    assert all(junction not in stop for ticket in board.tickets for stop in ticket.stops)
    owners = {"cape-town-indian-ocean-junction/1": 0, "indian-ocean-junction-perth/1": 0}
    owners |= {"jakarta-perth": 0}
    game = position("world", owners=owners, tickets=[["cape-town-jakarta"]])
    assert game.outcome().seats[0].completed == 1


def test_wagons_and_ships_connect_alike() -> None:
    """W-11: by train to Athina, by ship to Al-Qahira."""
    owners = {"hamburg-marseille/1": 0, "hamburg-athina": 0, "athina-al-qahira": 0}
    game = position("world", owners=owners, tickets=[["marseille-al-qahira"]])
    assert game.outcome().seats[0].ticket_points == 5


def test_six_pieces_left_trigger_two_more_rounds() -> None:
    """W-15: of both kinds together."""
    game = position("world", hands=[{"green": 2}], pieces=[(4, 4), (20, 40)])
    game.play(ClaimRoute(0, "hamburg-athina", {"green": 2}))
    assert game.position.turns_left == 4
    turns = []
    while not game.over:
        turns.append(game.turn)
        game.play("draw ship")
        game.play("draw ship")
    assert turns == [1, 0, 1, 0]


def test_seven_pieces_left_do_not() -> None:
    """W-15."""
    game = position("world", hands=[{"green": 2}], pieces=[(4, 5)])
    game.play(ClaimRoute(0, "hamburg-athina", {"green": 2}))
    assert game.position.turns_left is None


def test_no_bonuses() -> None:
    """W-17."""
    owners = {"marseille-athina": 0, "athina-al-qahira": 0}
    game = position("world", owners=owners, tickets=[["marseille-al-qahira"]])
    seat = game.outcome().seats[0]
    assert (seat.longest_path, seat.most_tickets) == (0, 0)


def test_cards_go_to_the_discards_of_their_own_pile() -> None:
    """W-18: locomotives to the train pile, also from a ship route."""
    game = position("world", hands=[{"white ship": 1, "locomotive": 1}])
    game.play(ClaimRoute(0, "bangkok-jakarta", {"white ship": 1, "locomotive": 1}))
    assert discards(game) == {"white ship": 1, "locomotive": 1}
    assert game.states[0].discard_size.tolist() == [1, 1]


def test_each_pile_is_renewed_from_its_own_discards() -> None:
    """W-18, C-08."""
    game = position("world", pile={"red": 1, "red ship": 1}, discards={"white": 3, "white ship": 2})
    game.play("draw ship")
    assert piles(game) == {"train": 1, "ship": 2}
    game.play("draw train")
    assert piles(game) == {"train": 3, "ship": 2}
    assert hand(game) == {"red": 1, "red ship": 1}
