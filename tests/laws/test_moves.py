"""The kernel judges moves as an independent oracle does, and lists payments without a gap."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.board.layout import KINDS, LOCOMOTIVE, SHIP
from stellwerk.rules import entries
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    BUILD_STATION,
    CLAIM,
    MOVE,
    OVER,
    PASS,
    PAY_TUNNEL,
    TUNNEL,
    TURN,
)
from tests.laws.laws import TABLES, VARIANTS, Walk, effort
from tests.laws.oracle import Hand, Oracle, card, cards_of

PAYING = (CLAIM, BUILD_STATION, BUILD_HARBOUR)


def give_hand(walk: Walk, seat: int, most: int, rng: random.Random) -> None:
    """Give a seat a small hand of few colours, so that its payments can be counted by hand."""
    stock = walk.record["stock"][0]
    kinds = [kind for kind in range(KINDS) if stock[kind]]
    most_colours = min(3, len(walk.board.colours))
    colours = rng.sample(range(len(walk.board.colours)), rng.randint(1, most_colours))
    usable = [kind for kind in kinds if card(kind)[1] in (-1, *colours)]
    hand = np.zeros(KINDS, np.uint8)
    for _ in range(rng.randint(0, most)):
        kind = rng.choice([*usable, LOCOMOTIVE])
        if hand[kind] < 5 and np.prod(hand.astype(float) + 1) < 1500:
            hand[kind] += 1
    walk.states["hand"][0, seat] = hand
    walk.states["hand_size"][0, seat] = hand[:SHIP].sum(), hand[SHIP:].sum()
    walk.states["known"][0, seat] = 0


def mutate(move: Any, walk: Walk, rng: random.Random) -> None:
    """Change one or two fields of a move at random."""
    record = walk.record[0]
    for _ in range(rng.randint(1, 2)):
        change = rng.randrange(7)
        if change == 0:
            move["seat"] = rng.randrange(6)
        elif change == 1:
            move["kind"] = rng.randrange(PASS + 2)
        elif change == 2:
            move["target"] = rng.randint(-1, max(int(record.routes), int(record.cities)))
        elif change == 3:
            move["argument"] = rng.randint(-1, 16)
        elif change == 4:
            move["cards"][rng.randrange(KINDS)] = rng.randrange(4)
        elif change == 5:
            move["cards"][LOCOMOTIVE] = rng.randrange(5)
        else:
            used = np.flatnonzero(move["cards"])
            if len(used):
                old, new = rng.choice(list(used)), rng.randrange(KINDS)
                move["cards"][old] -= 1
                move["cards"][new] += 1


def judge(walk: Walk, oracle: Oracle, move: Any) -> bool:
    """Return the common verdict of kernel and oracle about a move."""
    moves = np.zeros(1, MOVE)
    moves[0] = move
    reason = entries.check(walk.states, 0, walk.record, moves, 0, walk.spare)
    verdict = oracle.legal(moves[0])
    assert (reason == 0) == verdict, f"{moves[0]} in phase {oracle.phase}: refused for {reason}"
    return verdict


@pytest.mark.parametrize(("name", "variant", "seats"), TABLES)
def test_mutated_moves_get_the_verdict_of_the_oracle(name: str, variant: str, seats: int) -> None:
    rng = random.Random(f"{name} {variant} {seats}")
    walk = Walk(Board.load(name, variant), seats, seed=seats)
    found = {True: 0, False: 0}
    for number, _ in enumerate(walk.steps(effort(400, interpreted=8))):
        if number % 4:
            continue
        walk.states[1] = walk.states[0]
        if int(walk.state.phase) in (TURN, TUNNEL):
            give_hand(walk, walk.seat, 12, rng)
        listed = walk.moves[: walk.legal()].copy()
        oracle = Oracle(walk.board, walk.states[0])
        for _ in range(12):
            move = listed[rng.randrange(len(listed))].copy()
            assert judge(walk, oracle, move), "a listed move is legal"
            mutate(move, walk, rng)
            found[judge(walk, oracle, move)] += 1
        walk.states[0] = walk.states[1]
    assert min(found.values()) > 0


def rows(walk: Walk, count: int) -> Iterator[Hand]:
    """Give the cards of the first moves listed."""
    for number in range(count):
        yield cards_of(walk.moves[number]["cards"])


def frozen(cards: Hand) -> frozenset[tuple[tuple[str, int], int]]:
    """Return a set of cards as something that can be compared."""
    return frozenset(cards.items())


def compare_payments(walk: Walk, kind: int, target: int) -> int:
    """Compare the payments listed with all sets of the hand; return their number."""
    seat = walk.seat
    count = entries.payments(walk.states, 0, walk.record, seat, kind, target, walk.moves)
    listed = [frozen(cards) for cards in rows(walk, count)]
    assert len(set(listed)) == len(listed), "a payment is listed twice"
    for move in walk.moves[:count]:
        assert (move["seat"], move["kind"], move["target"]) == (seat, kind, target)
    oracle = Oracle(walk.board, walk.states[0])
    assert set(listed) == {frozen(cards) for cards in oracle.payments(seat, kind, target)}
    return int(count)


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_payments_are_all_sets_of_the_hand_that_pay(name: str, variant: str) -> None:
    rng = random.Random(f"{name} {variant}")
    board = Board.load(name, variant)
    special = [
        number
        for number, route in enumerate(board.routes)
        if route.rugged or route.locomotives or route.tunnel or route.kind == "ship"
    ]
    seen = dict.fromkeys(PAYING, 0)
    for seed in range(effort(6, interpreted=1)):
        walk = Walk(board, rng.randint(2, 5), seed)
        for number, _ in enumerate(walk.steps(240 if effort(1) else 10)):
            if number % 8 or int(walk.state.phase) != TURN:
                continue
            walk.states[1] = walk.states[0]
            give_hand(walk, walk.seat, 14, rng)
            routes = [rng.randrange(len(board.routes)), rng.choice(special or [0])]
            targets = [(CLAIM, route) for route in routes]
            if board.rules.stations:
                targets.append((BUILD_STATION, rng.randrange(len(board.cities))))
            if board.rules.harbours:
                targets.append((BUILD_HARBOUR, rng.choice(reached(walk) or [0])))
            for kind, target in targets:
                seen[kind] += compare_payments(walk, kind, target)
            walk.states[0] = walk.states[1]
    assert seen[CLAIM] > 0
    if effort(1, interpreted=0):
        assert bool(seen[BUILD_STATION]) == (board.rules.stations > 0)
        assert bool(seen[BUILD_HARBOUR]) == (board.rules.harbours > 0)


def reached(walk: Walk) -> list[int]:
    """Return the ports that the seat to move has a route into."""
    owners = Oracle(walk.board, walk.states[0]).owners
    routes = [walk.board.routes[route] for route, seat in owners.items() if seat == walk.seat]
    ends = {city for route in routes for city in (route.a, route.b)}
    return sorted(city for city in ends if walk.board.cities[city].port)


@pytest.mark.parametrize("name", ["europe", "world", "great_lakes", "usa"])
def test_a_target_is_listed_where_it_has_a_payment(name: str) -> None:
    rng = random.Random(name)
    board = Board.load(name)
    walk = Walk(board, 3, seed=2)
    for number, _ in enumerate(walk.steps(effort(300, interpreted=6))):
        if number % 20 or int(walk.state.phase) != TURN:
            continue
        walk.states[1] = walk.states[0]
        give_hand(walk, walk.seat, 12, rng)
        listed = walk.moves[: walk.legal()].copy()
        shown: dict[tuple[int, int], set[frozenset[tuple[tuple[str, int], int]]]] = {}
        for move in listed:
            if int(move["kind"]) in PAYING:
                target = int(move["kind"]), int(move["target"])
                shown.setdefault(target, set()).add(frozen(cards_of(move["cards"])))
        targets = [(CLAIM, route) for route in range(len(board.routes))]
        targets += [(kind, city) for kind in PAYING[1:] for city in range(len(board.cities))]
        for kind, city in targets:
            count = entries.payments(walk.states, 0, walk.record, walk.seat, kind, city, walk.moves)
            every = {frozen(cards) for cards in rows(walk, count)}
            assert shown.get((kind, city), set()) <= every
            assert ((kind, city) in shown) == (count > 0)
        walk.states[0] = walk.states[1]


def test_tunnel_payments_are_all_sets_of_the_hand_that_pay() -> None:
    rng = random.Random(3)
    board = Board.load("europe")
    tunnels = [number for number, route in enumerate(board.routes) if route.tunnel]
    walk = Walk(board, 2, seed=1).forward(10)
    found = 0
    for _ in range(effort(150)):
        give_hand(walk, walk.seat, 12, rng)
        colour = rng.choice([*np.flatnonzero(walk.states["hand"][0, walk.seat][:LOCOMOTIVE]), 0])
        walk.states["phase"] = TUNNEL
        walk.states["tunnel_route"] = rng.choice(tunnels)
        walk.states["tunnel_extra"] = rng.randint(1, 3)
        walk.states["laid"] = 0
        walk.states["laid"][0, LOCOMOTIVE if rng.random() < 0.3 else colour] = 2
        found += compare_payments(walk, PAY_TUNNEL, 0)
    assert found > 0


def test_passing_is_legal_only_when_nothing_else_is() -> None:
    rng = random.Random(9)
    verdicts = set()
    for name in ("lesson", "europe", "germany", "world"):
        for _ in range(effort(25, interpreted=2)):
            walk = Walk(Board.load(name), rng.randint(2, 5), rng.randrange(1000)).forward(60)
            while int(walk.state.phase) not in (TURN, OVER):
                walk.forward(1)
            if int(walk.state.phase) == OVER:
                continue
            for field in ("pile", "discard", "pile_size", "discard_size", "left", "box"):
                walk.states[field] = 0
            give_hand(walk, walk.seat, rng.choice([0, 1, 6]), rng)
            if rng.random() < 0.3:
                walk.states["left"] = 1
            move = np.zeros((), MOVE)
            move["seat"], move["kind"] = walk.seat, PASS
            verdicts.add(judge(walk, Oracle(walk.board, walk.states[0]), move))
            kinds = {int(kind) for kind in walk.moves["kind"][: walk.legal()]}
            assert (kinds == {PASS}) == (PASS in kinds)
    assert verdicts == {True, False}
