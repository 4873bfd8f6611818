"""A batch of games in the memory of a graphics card."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import BOARD, SEATS
from stellwerk.bots.planning.playbook import BOOK
from stellwerk.bots.planning.thought import MEMORY
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.names import PLANNER
from stellwerk.envs.action_table import ActionTable
from stellwerk.envs.advice_layout import ADVICE, AdviceLayout
from stellwerk.envs.arrays import outlooks_of
from stellwerk.envs.cuda.compile import PLANNING, STEPPING, made_for
from stellwerk.envs.cuda.program import Argument, DeviceArray, Program, Rows, program
from stellwerk.envs.errors import BadAction, BadRequest
from stellwerk.envs.fields import Layout
from stellwerk.envs.outlook import OUTLOOK
from stellwerk.envs.records import ACTION, NUMBERS, PLACES, SLOT
from stellwerk.envs.reward import scheme_of
from stellwerk.envs.seeding import chances
from stellwerk.rules.score import RESULT
from stellwerk.rules.state import MOVE, STATE


class Adviser:
    """What the planner advises in each game: rows of bytes, and the number of its move."""

    def __init__(self, kernels: Program, board: Board, games: int) -> None:
        layout = AdviceLayout(board)
        self.places: Final = kernels.records(ADVICE, layout.places)
        self.rows: Final = kernels.rows(games, layout.size)
        self.moves: Final = kernels.cupy.zeros(games, kernels.cupy.int64)
        self.arguments: Final = (self.places, self.rows, self.moves)


class DeviceBatch:
    """Many games of one board on a card; the same games as a Batch with the same seed.

    ``mask``, ``observation``, ``reward``, ``over`` and ``acting`` are CuPy arrays, overwritten by
    each step; ``torch.from_dlpack(batch.observation)`` and ``jax.dlpack.from_dlpack`` share their
    memory. A step only starts the kernels: reading an array on the same stream waits for them.
    With ``opponents="planner"`` planners have all seats but the learner's, which moves on by one
    from game to game; they answer in the same step.
    """

    def __init__(
        self,
        board: Board | str = "usa",
        games: int = 65536,
        seats: int = 2,
        *,
        variant: str | None = None,
        seed: int | str = 0,
        reward: str = "points",
        observe: bool = True,
        distances: bool = False,
        all_payments: bool = False,
        validate: bool = True,
        opponents: str | None = None,
        kernels: Program | None = None,
    ) -> None:
        self.board: Final = board if isinstance(board, Board) else Board.load(board, variant)
        if not 2 <= seats <= SEATS:
            raise BadRequest(f"a game has 2 to {SEATS} seats, not {seats}")
        if opponents not in (None, "planner"):
            raise BadRequest(f"on a card planners are the only opponents, not {opponents}")
        self.opponents: Final = opponents
        self.games: Final = games
        self.seats: Final = seats
        self.observes: Final = observe
        self.validates: Final = validate
        self.table: Final = ActionTable(self.board, all_payments)
        self.layout: Final = Layout(self.board, seats, distances)
        self._scheme: Final = scheme_of(reward)
        self._kernels: Final = kernels or program()
        self._kernels.need(*STEPPING)
        self._advises, self._answers = (made_for(self.board, name) for name in PLANNING)
        records, cupy = self._kernels.records, self._kernels.cupy
        self.states: Final = records(STATE, games)
        self.slots: Final = records(SLOT, games)
        self.results: Final = records(RESULT, games)
        self._marks = self._kernels.rows(games, self.table.size)
        self._seen = self._kernels.rows(games, self.layout.size if observe else 0)
        self.mask: Final = self._marks.array
        self.observation: Final = self._seen.array
        self.reward: Final = cupy.zeros((games, seats), cupy.float32)
        self.acting: Final = cupy.zeros(games, cupy.int64)
        self._over = cupy.zeros(games, cupy.uint8)
        self.over: Final = self._over.view(cupy.bool_)
        self._refused = cupy.zeros(games, cupy.uint8)
        # In the order of ``arrays.Games`` and ``arrays.Tables``.
        self._games = (
            *(self.states, self.slots, self.results, self.acting),
            *(self._marks, self._seen, self.reward, self._over),
            records(OUTLOOK, len(outlooks_of(self.layout, games))),
        )
        self._tables = (
            records(BOARD, self.board.record),
            records(ACTION, self.table.actions),
            records(MOVE, self.table.payments),
            records(NUMBERS, self.table.numbers),
            records(PLACES, self.layout.places),
            records(STATE, 1),
        )
        self._books = records(BOOK, book_of(PLANNER, self.board))
        if opponents is not None:
            self._need_planners()
            self._memories = records(MEMORY, games * seats)
        self.reset(seed)

    def reset(self, seed: int | str | None = None) -> None:
        """Begin new games; without a seed, each goes on with its own chance."""
        if seed is not None:
            slots = np.zeros(self.games, SLOT)
            slots["rng"] = chances(seed, self.games)
            self.slots.fill(slots)
        self.reward[:] = 0
        self._over[:] = 0
        self._start("reset", self.seats, self._games, self._tables)
        if self.opponents is not None:
            self._answer()
        self._show()

    def step(self, actions: Any) -> None:
        """Play one action in each game: an array of the card, from whatever library.

        With ``validate``, raises BadAction if one is not legal, and waits for the card to tell;
        without, such a game just stays as it is.
        """
        cupy = self._kernels.cupy
        chosen = actions if isinstance(actions, cupy.ndarray) else cupy.from_dlpack(actions)
        chosen = cupy.ascontiguousarray(chosen, dtype=cupy.int64)
        if self.validates:
            self._validate(chosen)
        batch = (self._games, self._tables)
        self._start("step", self.seats, self._scheme, chosen, *batch, self._refused)
        if self.opponents is not None:
            self._answer()
        self._show()

    def _answer(self) -> None:
        """Let the planners decide up to the learner's next turn."""
        batch = (self._games, self._tables, self._books, self._memories)
        self._start(self._answers, self.seats, self._scheme, *batch)

    def look(self, viewers: DeviceArray, seen: Rows) -> None:
        """Write what a seat of each game sees, also where another one acts."""
        self._start("look", self._games, self._tables, viewers, seen)

    def adviser(self) -> Adviser:
        """Return room for the planner's advice to a seat of each game."""
        self._need_planners()
        return Adviser(self._kernels, self.board, self.games)

    def advise(self, viewers: DeviceArray, adviser: Adviser) -> None:
        """Write what the planner advises a seat of each game."""
        batch = (self._games, self._tables, viewers, self._books)
        self._start(self._advises, *batch, adviser.arguments)

    def _need_planners(self) -> None:
        self._kernels.need(self._advises, self._answers)

    def _show(self) -> None:
        """Mark the legal actions and write the observations of all games."""
        self._start("mark", self._games, self._tables)
        if self.observes:
            self.look(self.acting, self._seen)

    def _start(self, name: str, *arguments: Argument) -> None:
        self._kernels.start(name, self.games, *arguments)

    def _validate(self, chosen: Any) -> None:
        cupy, size = self._kernels.cupy, self.table.size
        inside = (chosen >= 0) & (chosen < size)
        marked = self.mask[cupy.arange(self.games), cupy.where(inside, chosen, 0)]
        wrong = cupy.flatnonzero(~(inside & (marked != 0)))
        if len(wrong):
            game = int(wrong[0])
            action = int(chosen[game])
            text = self.table.text(action) if 0 <= action < size else f"there are {size}"
            raise BadAction(game, action, text, int(self.mask[game].sum()))
