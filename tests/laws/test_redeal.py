"""A redeal is a fair sample of all that fits what its viewer has seen; it shows nothing new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.board.layout import NONE, OUT, SHUFFLE, UNDER
from stellwerk.rules import entries
from stellwerk.rules.state import KEEP, MIX, OVER, PIECES, STATE
from tests.laws import invariants
from tests.laws.chance import fits
from tests.laws.laws import SPECTATOR, TABLES, Array, Walk, effort
from tests.laws.tiny import CardDeals, TicketDeals, follow_tickets, played, tiny_record

LESSON = Board.load("lesson")
MOST_WAYS = 600
"""Positions that can be dealt in more ways would need too many samples."""


def samples(walk: Walk, viewer: int, deals: CardDeals | TicketDeals, number: int) -> Any:
    """Count how the cards or tickets lie in many redeals of a position."""
    found: Counter[Hashable] = Counter()
    for _ in range(number):
        walk.redeal(viewer)
        found[deals.outcome(walk.states[1])] += 1
    return found


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_cards_are_redealt_as_often_as_they_lie_so(seats: int, seed: int) -> None:
    """C-24: blind and open draws, hidden cards shown in payments, and reshuffles."""
    record = tiny_record()
    walk = Walk(LESSON, seats, seed, record)
    first = walk.states[0].copy()
    viewer = seed % seats
    deals = CardDeals(record[0], seats, viewer, first)
    followed = compared = 0
    for history in played(walk, effort(60, interpreted=12)):
        if not all(deals.follow(step) for step in history[followed:]):
            break
        followed = len(history)
        expected = deals.distribution()
        if followed % 4 == 3 and 1 < len(expected) <= MOST_WAYS:
            number = min(40 * len(expected), effort(8000, interpreted=100))
            assert fits(samples(walk, viewer, deals, number), expected)
            compared += 1
    assert compared > 0


def test_tiny_games_have_all_that_can_be_known_of_cards() -> None:
    """The tests above would prove little if nothing was shown or shuffled in them."""
    shows = shuffles = 0
    for seats in (2, 3):
        for seed in range(6):
            walk = Walk(LESSON, seats, seed, tiny_record())
            for history in played(walk, 60):
                if history and history[-1].move["cards"].any():
                    before = history[-1].before["known"][int(history[-1].move["seat"])]
                    shows += bool((history[-1].move["cards"] > before).any())
                shuffles += bool(history and history[-1].after["old"].any())
    assert shows > 10
    assert shuffles > 10


def test_a_spectator_takes_all_hidden_cards_as_one_pool() -> None:
    walk = Walk(LESSON, 2, 3, tiny_record()).forward(12)
    hidden = walk.states["hand"][0, :2].astype(int) - walk.states["known"][0, :2].astype(int)
    pool = hidden.sum(axis=0) + walk.states["pile"][0]
    drawn = np.zeros_like(pool)
    number = effort(4000, interpreted=50)
    for _ in range(number):
        walk.redeal(SPECTATOR)
        drawn += walk.states["hand"][1, 0].astype(int) - walk.states["known"][1, 0].astype(int)
    share = hidden[0].sum() / pool.sum()
    assert np.allclose(drawn / number, pool * share, atol=8 / number**0.5)


def tops(lying: Mapping[Any, Any], places: int) -> Any:
    """Count only what is held or offered, and the top of each pile."""
    found: Any = Counter()
    for (piles, held, offers), weight in lying.items():
        found[tuple(pile[:places] for pile in piles), held, offers] += weight
    return found


TICKET_RULES: dict[str, Array] = {
    "one pile": tiny_record(unkept=UNDER),
    "small pile": tiny_record(unkept=UNDER, tickets=5, start=1, draw=3),
    "out of the game": tiny_record(
        unkept=OUT, tickets=7, second=4, start=1, start_second=1, draw=0, draw_second=2
    ),
    "two piles": tiny_record(
        unkept=UNDER, tickets=7, second=4, start=1, start_second=1, draw=1, draw_second=2
    ),
    "mixed and shuffled": tiny_record(unkept=SHUFFLE, tickets=8, second=4, mix=True),
    "mixed": tiny_record(unkept=UNDER, tickets=8, second=4, mix=True),
}


@pytest.mark.parametrize("rules", TICKET_RULES)
@pytest.mark.parametrize("seed", range(4))
def test_tickets_are_redealt_as_often_as_they_lie_so(rules: str, seed: int) -> None:
    """C-18, E-02, G-02: offers seen, tickets kept, given back, put away and shuffled in."""
    record = TICKET_RULES[rules]
    seats = 2
    walk = Walk(LESSON, seats, seed, record)
    viewer = seed % 2
    compared = 0
    changed = -1
    for history in played(walk, effort(80, interpreted=30)):
        state = walk.states[0]
        if (
            int(state["phase"]) in (MIX, KEEP)
            or int(state["tail"]) + int(state["draws"]) == changed
        ):
            continue
        changed = int(state["tail"]) + int(state["draws"])
        deals = follow_tickets(record[0], seats, viewer, history)
        expected = deals.distribution()
        number = effort(6000, interpreted=100)
        found = samples(walk, viewer, deals, number)
        assert found.keys() <= expected.keys()
        assert fits(found, expected)
        for places in (0, 1, 2):
            assert fits(tops(found, places), tops(expected, places))
        compared += 1
    assert compared > 0


@pytest.mark.parametrize("rules", TICKET_RULES)
def test_start_offers_are_redealt_fairly_before_anybody_has_chosen(rules: str) -> None:
    record = TICKET_RULES[rules]
    walk = Walk(LESSON, 2, 5, record)
    while int(walk.state.phase) == MIX:
        walk.forward(1)
    deals = TicketDeals(record[0], 2, 0)
    deals.deal(walk.states[0])
    number = effort(6000, interpreted=100)
    assert fits(samples(walk, 0, deals, number), deals.distribution())


@pytest.mark.parametrize(("name", "variant"), [("usa", "classic"), ("europe", "mega")])
def test_sealed_choices_are_redealt_among_the_legal_ones(name: str, variant: str) -> None:
    """C-25: nobody knows what another has chosen, only that it has."""
    walk = Walk(Board.load(name, variant), 3, seed=2)
    legal = [int(walk.moves[n]["argument"]) for n in range(walk.legal())]
    walk.play(1)
    found: Counter[int] = Counter()
    for _ in range(effort(4000, interpreted=100)):
        walk.redeal(1)
        found[int(walk.states["choice"][1, 0])] += 1
    # The offer is another one each time, but the same numbers of each pile are.
    assert fits(found, dict.fromkeys(legal, 1 / len(legal)))


@pytest.mark.parametrize(("name", "phase"), [("germany", MIX), ("world", PIECES)])
def test_sealed_mixes_are_redealt_among_the_legal_ones(name: str, phase: int) -> None:
    walk = Walk(Board.load(name), 2, seed=2)
    while int(walk.state.phase) != phase:
        walk.forward(1)
    legal = [int(walk.moves[n]["argument"]) for n in range(walk.legal())]
    walk.play(0)
    found: Counter[int] = Counter()
    for _ in range(effort(4000, interpreted=100)):
        walk.redeal(1)
        found[int(walk.states["choice"][1, 0])] += 1
    assert fits(found, dict.fromkeys(legal, 1 / len(legal)))


@pytest.mark.parametrize(("name", "variant", "seats"), TABLES)
def test_a_redeal_changes_nothing_that_its_viewer_sees(name: str, variant: str, seats: int) -> None:
    """C-24, C-25: the same view for every seat and for a spectator, and all laws hold on."""
    walk = Walk(Board.load(name, variant), seats, seed=seats)
    for number, _ in enumerate(walk.steps(effort(250, interpreted=4))):
        if number > 3 * seats and number % 7:
            continue
        for viewer in range(SPECTATOR, seats):
            walk.redeal(viewer)
            assert invariants.same_view(walk.states, 0, 1, walk.record, viewer)
            assert walk.broken(1) in (invariants.ALL_HOLD, invariants.DISPLAY_RIGHT)
            key = walk.states["key"]
            assert key[0].tobytes() != key[1].tobytes()


@pytest.mark.parametrize("name", ["lesson", "europe", "germany", "world"])
def test_seats_share_the_views_of_each_other_only_where_they_may(name: str) -> None:
    """A redeal for one seat is noticed by the others, whose own cards have changed."""
    walk = Walk(Board.load(name), 2, seed=1).forward(20)
    walk.redeal(0)
    assert invariants.same_view(walk.states, 0, 1, walk.record, 0)
    assert not invariants.same_view(walk.states, 0, 1, walk.record, 1)
    assert invariants.same_view(walk.states, 0, 1, walk.record, SPECTATOR)


UNSEEN = {"key", "block", "random", "used", "pile", "queue", "draw_kept"}
"""What nobody sees, or not as a whole; of all else the first number is seat 0's own, or public."""


@pytest.mark.parametrize("field", [name for name in STATE.names or () if name not in UNSEEN])
def test_a_viewer_notices_every_change_of_what_it_may_know(field: str) -> None:
    walk = Walk(Board.load("europe"), 2, seed=1).forward(20)
    walk.states[1] = walk.states[0]
    assert invariants.same_view(walk.states, 0, 1, walk.record, 0)
    value = walk.states[field][1]
    if value.ndim:
        value.reshape(-1)[0] ^= 1
    else:
        walk.states[field][1] = value ^ 1
    assert not invariants.same_view(walk.states, 0, 1, walk.record, 0)


def test_a_viewer_knows_what_it_kept_and_gave_back() -> None:
    walk = Walk(LESSON, 2, seed=3)
    while int(walk.state.phase) != OVER and not int(walk.state.draws):
        walk.forward(1)
    who = int(walk.state.draw_who[0]) // 25
    walk.states[1] = walk.states[0]
    walk.states["draw_kept"][1, 0] ^= 1
    assert not invariants.same_view(walk.states, 0, 1, walk.record, who)
    assert invariants.same_view(walk.states, 0, 1, walk.record, 1 - who)
    assert NONE not in walk.states["start_offer"][0, who, :3]
    entries.redeal(walk.states, 0, walk.record, who, walk.scratch)
