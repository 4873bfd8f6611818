"""Games for learning, on a card or on the processor, seen as PyTorch's tensors.

Both kinds have the same attributes: ``observation``, ``mask``, ``acting``, ``reward``, ``over`` and
the planner's ``advice`` and ``advised`` move for the seat that acts.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from stellwerk.board import Board
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.names import PLANNER
from stellwerk.envs.advice_layout import AdviceLayout
from stellwerk.envs.batch import Batch
from stellwerk.envs.cuda.batch import DeviceBatch
from stellwerk.envs.cuda.program import Program
from stellwerk.envs.fields import Layout
from stellwerk.envs.records import rows
from stellwerk.rules.state import MOVE


class Games(Protocol):
    """Many games, each waiting for a decision."""

    count: int
    can_wait: bool
    """Whether a game stays as it is when asked to play no action, -1."""
    learner_acts: bool
    """Whether all decisions are the learner's, since planners have the other seats."""
    seats: int
    layout: Layout
    actions: int
    observation: Tensor
    mask: Tensor
    acting: Tensor
    reward: Tensor
    over: Tensor
    advice: Tensor
    advised: Tensor

    def step(self, actions: Tensor) -> None:
        """Play an action in each game, and what planners answer where they are the opponents.

        It may run alongside other work: call ``settle`` before reading anything.
        """

    def settle(self) -> None:
        """Make whatever follows wait until the last step is done."""

    def look(self, viewers: Tensor) -> Tensor:
        """Return what a seat of each game sees."""

    def seen_by(self, viewers: Tensor) -> tuple[Tensor, Tensor]:
        """Return what a seat of each game sees, and the planner's advice to it."""

    def ranks(self) -> Tensor:
        """Return the ranks of all seats in the last game of each place that ended."""


class DeviceGames:
    """Games in the memory of a card."""

    def __init__(
        self,
        board: Board,
        games: int,
        seats: int,
        seed: str,
        opponents: str | None,
        kernels: Program,
    ) -> None:
        self._batch = DeviceBatch(
            board,
            games,
            seats,
            seed=seed,
            validate=False,
            opponents=opponents,
            kernels=kernels,
        )
        self.can_wait = True
        self.learner_acts = opponents is not None
        # A stream for each batch, so that they run side by side: none fills the card alone.
        self._stream = torch.cuda.Stream()
        self._kernel_stream = kernels.cupy.cuda.ExternalStream(self._stream.cuda_stream)
        self._rows = kernels.rows(games, self._batch.layout.size)
        self._adviser, self._other = self._batch.adviser(), self._batch.adviser()
        self.count = games
        self.seats = seats
        self.layout = self._batch.layout
        self.actions = self._batch.table.size
        share = torch.from_dlpack
        self.observation = share(self._batch.observation)
        self.mask = share(self._batch.mask)
        self.acting = share(self._batch.acting)
        self.reward = share(self._batch.reward)
        self.over = share(self._batch._over)
        self.advice = share(self._adviser.rows.array)
        self.advised = share(self._adviser.moves)
        self._seen, self._advice = share(self._rows.array), share(self._other.rows.array)
        self._viewers = kernels.cupy.zeros(games, kernels.cupy.int64)
        self._batch.advise(self._batch.acting, self._adviser)

    def step(self, actions: Tensor) -> None:
        """See ``Games``."""
        self._stream.wait_stream(torch.cuda.current_stream())
        with self._kernel_stream:
            self._batch.step(actions)
            self._batch.advise(self._batch.acting, self._adviser)

    def settle(self) -> None:
        """See ``Games``."""
        torch.cuda.current_stream().wait_stream(self._stream)

    def look(self, viewers: Tensor) -> Tensor:
        """Return what a seat of each game sees."""
        share: Tensor = torch.from_dlpack(self._viewers)
        share.copy_(viewers)
        self._batch.look(self._viewers, self._rows)
        return self._seen

    def seen_by(self, viewers: Tensor) -> tuple[Tensor, Tensor]:
        """See ``Games``."""
        seen = self.look(viewers)
        self._batch.advise(self._viewers, self._other)
        return seen, self._advice

    def ranks(self) -> Tensor:
        """See ``Games``."""
        found: Tensor = torch.from_dlpack(self._batch.results.field("rank"))
        return found[:, : self.seats].long()


class HostGames:
    """Games on the processor: slower, for tests and for machines without a card."""

    def __init__(
        self, board: Board, games: int, seats: int, seed: str, opponents: str | None
    ) -> None:
        self._batch = Batch(board, games, seats, seed=seed, opponents=opponents)
        self.can_wait = False
        self.learner_acts = opponents is not None
        self._layout = AdviceLayout(board)
        self._book = book_of(PLANNER, board)
        self.count = games
        self.seats = seats
        self.layout = self._batch.layout
        self.actions = self._batch.table.size
        self._show()

    def _show(self) -> None:
        batch = self._batch
        self.observation = torch.from_numpy(batch.observation.copy())
        self.mask = torch.from_numpy(np.array(batch.mask))
        self.acting = torch.from_numpy(batch.acting.copy())
        self.reward = torch.from_numpy(batch.reward.copy())
        self.over = torch.from_numpy(batch.over.astype(np.uint8))
        self.advice, self.advised = self._advise(batch.acting)

    def _advise(self, viewers: np.ndarray[Any, np.dtype[Any]]) -> tuple[Tensor, Tensor]:
        from stellwerk.champion.entries import advise_games
        from stellwerk.envs.advice import Advice, AdviceRoom

        batch = self._batch
        advice, records = rows(self.count, self._layout.size)
        advised = np.zeros(self.count, np.int64)
        room = AdviceRoom(np.zeros(1, MEMORY), np.zeros(1, THOUGHT), np.zeros(1, MOVE))
        boards, numbers = batch.board.record, batch.table.numbers
        advise_games(
            *(0, self.count, batch.states, boards, numbers, viewers, self._book, room),
            Advice(self._layout.places, records, advised),
        )
        return torch.from_numpy(advice), torch.from_numpy(advised)

    def step(self, actions: Tensor) -> None:
        """See ``Games``."""
        self._batch.step(actions.numpy())
        self._show()

    def settle(self) -> None:
        """See ``Games``."""

    def look(self, viewers: Tensor) -> Tensor:
        """Return what a seat of each game sees."""
        return torch.from_numpy(self._batch.observe(viewers.numpy()))

    def seen_by(self, viewers: Tensor) -> tuple[Tensor, Tensor]:
        """See ``Games``."""
        return self.look(viewers), self._advise(viewers.numpy())[0]

    def ranks(self) -> Tensor:
        """See ``Games``."""
        found = self._batch.result["rank"][:, : self.seats].astype(np.int64)
        return torch.from_numpy(found)
