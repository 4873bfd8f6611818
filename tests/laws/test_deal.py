"""The deal is a frozen contract: the same key gives the same cards and tickets for ever (C-25)."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.board.layout import LOCOMOTIVE, NONE, SHIP
from stellwerk.rules import entries
from stellwerk.rules.state import MIX, MOVE, STATE
from tests.laws.laws import TABLES, key_words

MASK = 0xFFFFFFFF
ZERO_KEY_BLOCK = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
)
"""The first block of ChaCha with 8 rounds, a key of 256 zero bits and nonce 0, as published."""


def chacha8(key: list[int], nonce: int, counter: int) -> list[int]:
    """Return one block of ChaCha8, as its specification describes it."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *key]
    start += [counter & MASK, counter >> 32, nonce & MASK, nonce >> 32]
    words = list(start)

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[one] = (words[one] + words[two]) & MASK
            mixed = words[three] ^ words[one]
            words[three] = (mixed << turn | mixed >> (32 - turn)) & MASK

    for _ in range(4):
        for column in range(4):
            quarter(column, column + 4, column + 8, column + 12)
        for row in range(4):
            quarter(row, (row + 1) % 4 + 4, (row + 2) % 4 + 8, (row + 3) % 4 + 12)
    return [(word + first) & MASK for word, first in zip(words, start, strict=True)]


def stream(key: list[int], nonce: int) -> Iterator[int]:
    """Give the random words of a stream, block after block."""
    counter = 0
    while True:
        yield from chacha8(key, nonce, counter)
        counter += 1


def below(words: Iterator[int], n: int) -> int:
    """Return a number below n: the upper half of a product, unless the lower half is too small."""
    while True:
        product = next(words) * n
        if product & MASK >= 2**32 % n:
            return product >> 32


class Dealer:
    """Deals a game as the contract says, in plain Python."""

    def __init__(self, board: Board, key: list[int]) -> None:
        """Lay the piles ready; each has a stream of its own, the tickets the third."""
        self.board = board
        self.words = [stream(key, nonce) for nonce in range(3)]
        stock = [int(number) for number in board.record["stock"][0]]
        self.piles = [dict(enumerate(stock[:SHIP])), dict(enumerate(stock[SHIP:], SHIP))]

    def draw(self, pile: int) -> int:
        """Draw a card: the n-th of those left, sorted by kind."""
        n = below(self.words[pile], sum(self.piles[pile].values()))
        for kind, count in self.piles[pile].items():
            if n < count:
                self.piles[pile][kind] -= 1
                return kind
            n -= count
        raise AssertionError("the pile has fewer cards than counted")

    def hands(self, seats: int) -> list[list[int]]:
        """Deal the hands, seat by seat, train cards first."""
        deal = self.board.rules.hand
        return [
            [self.draw(pile) for pile in (0, 1) for _ in range(deal[pile])] for _ in range(seats)
        ]

    def display(self) -> list[int]:
        """Lay out the display, train cards first."""
        return [self.draw(pile) for pile in (0, 1) for _ in range(self.board.rules.display[pile])]

    def tickets(self) -> list[list[int]]:
        """Shuffle each ticket pile, from the last place to the first."""
        piles = []
        for pile in range(len(self.board.rules.tickets.piles)):
            order = [n for n, ticket in enumerate(self.board.tickets) if ticket.pile == pile]
            for last in range(len(order) - 1, 0, -1):
                other = below(self.words[2], last + 1)
                order[last], order[other] = order[other], order[last]
            piles.append(order)
        return piles


def dealt(board: Board, seats: int, key: Any) -> Any:
    """Return the kernel's state after the deal."""
    states = np.zeros(1, STATE)
    states["key"][0] = key
    entries.deal(states, 0, board.record, seats)
    return states


def test_the_first_block_is_the_published_one() -> None:
    block = struct.pack("<16I", *chacha8([0] * 8, 0, 0))
    assert block.hex() == ZERO_KEY_BLOCK


def test_the_kernel_makes_the_published_block() -> None:
    states = dealt(Board.load("lesson"), 2, 0)
    assert states["block"][0, 0] == 1
    assert states["random"][0, 0].astype("<u4").tobytes().hex() == ZERO_KEY_BLOCK


@pytest.mark.parametrize(("name", "variant", "seats"), TABLES)
def test_hands_display_and_tickets_follow_from_the_key(name: str, variant: str, seats: int) -> None:
    board = Board.load(name, variant)
    for seed in range(5):
        key = key_words(seed)
        state = dealt(board, seats, key)[0]
        dealer = Dealer(board, [int(word) for word in key])
        for seat, hand in enumerate(dealer.hands(seats)):
            assert np.bincount(hand, minlength=len(state["hand"][seat])).tolist() == (
                state["hand"][seat].tolist()
            )
        display = dealer.display()
        if display.count(LOCOMOTIVE) < board.rules.flush:
            shown = [int(kind) for kind in state["display"] if kind != NONE]
            assert shown == display
        order = [ticket for pile in dealer.tickets() for ticket in pile]
        assert state["queue"][: len(order)].tolist() == order


def test_a_pile_is_the_same_whoever_draws_from_it() -> None:
    """The order of a pile depends on the key alone: four blind draws by one or by two seats."""
    board = Board.load("usa")
    dealer = Dealer(board, [int(word) for word in key_words(7)])
    dealer.hands(2)
    dealer.display()
    expected = [dealer.draw(0) for _ in range(4)]
    states = dealt(board, 2, key_words(7))
    states["phase"], states["pending"] = 3, 1
    moves = np.zeros(1, MOVE)
    moves["kind"] = 4
    found = []
    for seat in (0, 0, 1, 1):
        moves["seat"] = seat
        before = states["hand"][0, seat].astype(int)
        assert entries.play(states, 0, board.record, moves, 0, np.zeros(1, MOVE)) == 0
        found.append(int(np.argmax(states["hand"][0, seat].astype(int) - before)))
    assert found == expected


GOLDEN = {
    "europe": "954f30b58ed3ef69",
    "germany": "383d44069edeae81",
    "great_lakes": "62673b3ed7ce7ba7",
    "lesson": "6e8114a27ed89ec4",
    "usa": "58da8c1be8bc94da",
    "world": "3b01d640b23370f6",
}
"""Of each board, dealt to three seats with a key of the words 1 to 8: hands, display, tickets."""


@pytest.mark.parametrize("name", GOLDEN)
def test_the_deal_never_changes(name: str) -> None:
    board = Board.load(name)
    state = dealt(board, 3, list(range(1, 9)))[0]
    tickets = state["queue"][: len(board.tickets)].tolist()
    whole = [state["hand"][:3].tolist(), state["display"].tolist(), tickets]
    assert hashlib.sha256(repr(whole).encode()).hexdigest()[:16] == GOLDEN[name]


HANDS = [[0, 2, 5, 8], [0, 0, 1, 5], [2, 3, 8, 8]]
SHOWN = [1, 5, 8, 0, 2]
OFFERS = [
    ["bregenz-villach", "villach-gmund", "bregenz-linz"],
    ["klagenfurt-liezen", "innsbruck-eisenstadt", "bregenz-bischofshofen"],
    ["salzburg-liezen", "eisenstadt-gmund", "lienz-klagenfurt"],
]


def test_the_lesson_dealt_with_the_words_1_to_8() -> None:
    """The same written out, for whoever writes the deal again."""
    board = Board.load("lesson")
    state = dealt(board, 3, list(range(1, 9)))[0]
    hands = [[kind for kind in range(9) for _ in range(row[kind])] for row in state["hand"][:3]]
    assert hands == HANDS
    assert state["display"][:5].tolist() == SHOWN
    offers = [state["offer"][seat][:3].tolist() for seat in range(3)]
    assert [[board.tickets[ticket].id for ticket in offer] for offer in offers] == OFFERS


def test_germany_begins_with_the_mix_before_any_ticket_is_seen() -> None:
    states = dealt(Board.load("germany"), 2, 1)
    assert states["phase"][0] == MIX
    assert not states["offered"].any()
