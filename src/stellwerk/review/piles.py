"""Ticket piles before anybody has drawn: their order is as unknown as any, and is shuffled here.

A redealt game deals anew what has been drawn. While all choose how many tickets to take from which
pile, nothing has, and the order of the piles would stay the true one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stellwerk.board import Board

Records = np.ndarray[Any, np.dtype[Any]]


def shuffle_piles(states: Records, board: Board, seed: int) -> None:
    """Shuffle the ticket piles of all states, each pile by itself, whatever their order was."""
    pile_of = board.record["ticket_pile"][0]
    for number, state in enumerate(states):
        dice = np.random.default_rng((seed, number))
        tail = int(state["tail"])
        queue = state["queue"][:tail].copy()
        piles = pile_of[queue]
        for pile in np.unique(piles):
            places = np.flatnonzero(piles == pile)
            state["queue"][places] = dice.permutation(np.sort(queue[places]))
