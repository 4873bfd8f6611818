"""The search bot: tries each promising move in many games that may be the real one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from stellwerk.bots.bot import Decision
from stellwerk.bots.planning.thought import MEMORY
from stellwerk.bots.search.budget import Budget, PlayOuts, Seconds
from stellwerk.bots.search.engine import Engine, Records, threads
from stellwerk.bots.search.halving import DOUBT, best_arm
from stellwerk.bots.search.options import parse
from stellwerk.bots.search.weights import weights
from stellwerk.bots.strategies.bot import chance_of, read_move
from stellwerk.rules.state import SECOND, TICKET_CHOICE, TUNNEL

if TYPE_CHECKING:
    from stellwerk.game import Move

_ANY_DEAL: Final = 0
"""Any redeal will do: what the seat cannot know is guessed again."""
_SHARES: Final = {SECOND: 0.35, TICKET_CHOICE: 0.5, TUNNEL: 0.35}
"""The share of its budget that a decision gets, where it is not the first of a turn."""
_SLACK: Final = 0.9
"""The share of its time after which it stops, for all that is done besides."""
_LEAST_GUESSES: Final = 8
_MOST_GUESSES: Final = 256
_PLAY_OUTS_A_GUESS: Final = 32
"""Play-outs for each guess about what others hold, so that guessing takes little of the time."""
_PLAY_OUTS_A_SECOND: Final = 10_000
"""A low estimate, for the number of guesses alone."""


class Taste(Protocol):
    """Somebody who likes some moves of a position better than others: see the champion."""

    @property
    def favourite(self) -> Records:
        """The move to begin with, an array of one MOVE record."""

    def handicaps(self, moves: Records) -> Sequence[float]:
        """Return what each move has to win more than the first of them, in thousandths of a win."""


class SearchBot:
    """Searches with play-outs of planners; plays the planner's move where none is better."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        self.name: Final = name
        self._options = parse(name)
        self._chance = chance_of(seed)
        self._memories = np.zeros(1, MEMORY)
        self._cost: float | None = None
        play_outs = self._options.play_outs or round(self._options.seconds * _PLAY_OUTS_A_SECOND)
        guesses = max(_LEAST_GUESSES, min(_MOST_GUESSES, play_outs // _PLAY_OUTS_A_GUESS))
        changed = {} if self._options.belief else {"sweeps": 0}
        self._engine = Engine(weights(**changed), guesses, threads())

    def choose(self, decision: Decision) -> Move:
        """Return the move that won most in games that may be the real one."""
        return self.choose_by(decision, None)

    def choose_by(self, decision: Decision, taste: Taste | None) -> Move:
        """Return a favourite move or one that is clearly better; without taste the planner's."""
        seat, board = decision.view.seat, decision.board
        assert seat is not None, "a spectator decides nothing"
        states = decision.redealt(_ANY_DEAL).states
        budget = self._budget(decision, int(states["phase"][0]))
        seed = self._chance ^ (int(states["moves"][0]) << 32)
        count = self._engine.get_ready(states, board, seat, seed, self._memories)
        handicaps = None
        if taste is not None:
            count = self._engine.lead(count, taste.favourite)
            handicaps = taste.handicaps(self._engine.moves(count))
        arm = best_arm(self._engine, count, budget, DOUBT, handicaps) if count > 1 else 0
        if isinstance(budget, Seconds):
            self._cost = budget.cost
        return read_move(decision, self._engine.move(arm))

    def _budget(self, decision: Decision, phase: int) -> Budget:
        """Return what may be spent on a decision of a phase."""
        share = _SHARES.get(phase, 1.0)
        if self._options.play_outs is not None:
            return PlayOuts(round(self._options.play_outs * share))
        seconds = min(self._options.seconds, decision.seconds)
        return Seconds(seconds * share * _SLACK, self._cost)
