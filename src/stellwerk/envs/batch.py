"""A batch of games that are stepped together: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from stellwerk.board import Board
from stellwerk.board.layout import SEATS
from stellwerk.envs import entries as batch_entries
from stellwerk.envs.action_table import ActionTable
from stellwerk.envs.arrays import NEXT_STEP, Games, Room, outlooks_of, tables_of
from stellwerk.envs.bound import bound
from stellwerk.envs.errors import BadAction, BadRequest
from stellwerk.envs.fields import Layout
from stellwerk.envs.opponents import Opponents
from stellwerk.envs.records import ROOM, SLOT, rows
from stellwerk.envs.reward import CustomReward, scheme_of
from stellwerk.envs.seeding import chances
from stellwerk.rules import entries
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, STATE

Array = np.ndarray[Any, np.dtype[Any]]
AUTORESET: Final = ("never", "same_step", "next_step")
"""When a game that is over is dealt again; the numbers are those of arrays.py."""
WORTH_COMPILING: Final = 64
"""From this many games on, steps are compiled for the kind of board that is played."""
Hook = Callable[["Batch", npt.NDArray[np.intp]], None]


class Wishes(TypedDict, total=False):
    """What a batch is asked for, also by the environments that are made of one."""

    reward: str | CustomReward
    distances: bool
    all_payments: bool


class Batch:
    """Many games of one board, each waiting for the decision of one seat.

    The arrays ``mask``, ``observation``, ``reward``, ``over`` and ``acting`` belong to the batch
    and are overwritten by each step. A game that ends is scored, into ``result``, and dealt again
    at once: ``over`` tells, and mask and observation are those of the next one. With ``autoreset``
    ``next_step`` they are still those of its end, where nothing is legal, and the next step deals
    again whatever is asked for; with ``never`` all games are begun by ``reset``.

    >>> batch = Batch("usa", games=2, seats=2, seed=1)
    >>> batch.step(batch.mask.argmax(axis=1))          # each keeps its first ticket it may
    >>> batch.acting.tolist(), batch.over.tolist()
    ([1, 1], [False, False])
    """

    def __init__(
        self,
        board: Board | str = "usa",
        games: int = 256,
        seats: int = 2,
        *,
        variant: str | None = None,
        seed: int | str = 0,
        observe: bool = True,
        opponents: str | Sequence[str] | None = None,
        autoreset: str = "same_step",
        threads: int = 1,
        hooks: Sequence[Hook] = (),
        **wishes: Unpack[Wishes],
    ) -> None:
        unknown = wishes.keys() - Wishes.__annotations__.keys()
        if unknown:
            raise TypeError(f"a batch has no option {', '.join(sorted(unknown))}")
        self.board: Final = board if isinstance(board, Board) else Board.load(board, variant)
        if not 2 <= seats <= SEATS:
            raise BadRequest(f"a game has 2 to {SEATS} seats, not {seats}")
        if games < 1 or threads < 1:
            raise BadRequest("a batch has at least one game and one thread")
        self.games: Final = games
        self.seats: Final = seats
        self.observes: Final = observe
        self.table: Final = ActionTable(self.board, wishes.get("all_payments", False))
        self.layout: Final = Layout(self.board, seats, wishes.get("distances", False))
        self.opponents: Final = Opponents.of(opponents, self.board, games, seats)
        self.hooks: Final = list(hooks)
        self._reward: Final = wishes.get("reward", "points")
        if autoreset not in AUTORESET:
            raise BadRequest(f"autoreset is one of {', '.join(AUTORESET)}, not {autoreset}")
        self._scheme: Final = scheme_of(self._reward)
        self._renewal: Final = AUTORESET.index(autoreset)
        self._threads: Final = min(threads, games)
        self.states: Array = np.zeros(games, STATE)
        self.slots: Array = np.zeros(games, SLOT)
        self.result: Array = np.zeros(games, RESULT)
        if self.table.size > ROOM:
            raise BadRequest(f"{self.table.size} actions are too many; {ROOM} are the most")
        self.observation, self._seen = rows(games, self.layout.size if observe else 0)
        self.reward = np.zeros((games, seats), np.float32)
        self.over = np.zeros(games, np.bool_)
        self.acting = np.zeros(games, np.int64)
        self._mask, self._marks = rows(games, self.table.size)
        self._chosen = np.zeros(games, np.int64)
        self._room = [(np.zeros(1, MOVE), np.zeros(1, SCRATCH)) for _ in range(self._threads)]
        self._outlooks = outlooks_of(self.layout, games)
        self._open()
        self.reset(seed)

    def _open(self) -> None:
        """Make what cannot be pickled: the threads, and what shares memory."""
        self.mask = self._mask.view()
        self.mask.flags.writeable = False
        self._games: Games = (
            self.states,
            self.slots,
            self.result,
            self.acting,
            self._marks,
            self._seen,
            self.reward,
            self.over,
            self._outlooks,
        )
        self._tables = tables_of(self.table, self.layout)
        self._bound_step: Callable[..., None] | None = None
        many = self.games >= WORTH_COMPILING
        self._step_tables = (self.board.known, *self._tables[1:]) if many else self._tables
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        tables = ("_games", "_tables", "_step_tables", "_bound_step")
        shared = ("_pool", "mask", "_mask", "_marks", "observation", "_seen", *tables)
        kept = {name: value for name, value in vars(self).items() if name not in shared}
        return {**kept, "marked": self._mask.copy(), "seen": self.observation.copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        marked, seen = state.pop("marked"), state.pop("seen")
        vars(self).update(state)
        self._mask, self._marks = rows(*marked.shape)
        self.observation, self._seen = rows(*seen.shape)
        self._mask[:], self.observation[:] = marked, seen
        self._open()

    def reset(self, seed: int | str | None = None) -> None:
        """Begin new games; without a seed, each goes on with its own chance."""
        if seed is not None:
            self.slots["rng"] = chances(seed, self.games)
            self.slots["episodes"] = 0
        self.reward[:] = 0
        self.over[:] = False
        self._each(self._reset)

    def deal(self, keys: Sequence[bytes]) -> None:
        """Begin each game from the 32 bytes of a key, as records and datasets name them."""
        if self.opponents is not None or len(keys) != self.games:
            raise BadRequest("keys deal games without opponents, one key for each game")
        self.reward[:] = 0
        self.over[:] = False
        self.states[:] = np.zeros(1, STATE)
        self.states["key"] = [np.frombuffer(key, "<u4") for key in keys]
        for name in ("steps", "last_kind", "last_route", "counted"):
            self.slots[name] = 0
        self.acting[:] = 0
        for game in range(self.games):
            entries.deal(self.states, game, self.board.record, self.seats)
        self._show(0, self.games, self._room[0])

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in each game; raises BadAction, and plays none, if one is not legal."""
        chosen = self._chosen
        chosen[:] = actions
        # One call for all games, before the first of them is touched.
        illegal = batch_entries.first_illegal(
            chosen, self.table.size, self._marks, self.over, self._renewal
        )
        if illegal != batch_entries.FINE:
            raise self._refused(illegal, int(chosen[illegal]))
        self._each(self._step)
        if self.hooks or callable(self._reward):
            self._finish()

    def _each(self, work: Callable[[int, int, Room], None]) -> None:
        """Do something for all games, in stretches if there are threads."""
        if self._pool is None:
            work(0, self.games, self._room[0])
            return
        ends = [self.games * part // self._threads for part in range(self._threads + 1)]
        parts = zip(ends, ends[1:], self._room, strict=False)
        jobs = [self._pool.submit(work, first, end, room) for first, end, room in parts]
        for job in jobs:
            job.result()

    def _reset(self, first: int, end: int, room: Room) -> None:
        if self.opponents is not None:
            # What is over begins, and the bots decide until it is the learner's turn.
            self.over[first:end] = True
            self._play(first, end, NEXT_STEP, room)
            return
        batch_entries.reset(first, end, self.seats, self._games, self._tables, room)
        self._show(first, end, room)

    def _show(self, first: int, end: int, room: Room) -> None:
        """Mark what is legal and write what is seen."""
        batch_entries.mark(first, end, self._games, self._tables)
        if self.observes:
            self._look(first, end, self.acting, room, self._seen)

    def _look(self, first: int, end: int, viewers: Array, room: Room, seen: Array) -> None:
        batch_entries.look(first, end, self._games, self._tables, viewers, room, seen)

    def _step(self, first: int, end: int, room: Room) -> None:
        self._play(first, end, self._renewal, room)

    def _play(self, first: int, end: int, renewal: int, room: Room) -> None:
        options = (self.seats, self._scheme, renewal, self.observes)
        batch = (first, end, options, self._chosen, self._games)
        if self.opponents is None:
            arguments = (*batch, self._step_tables, room)
            if self._bound_step is None:
                self._bound_step = bound(batch_entries.step, *arguments)
            self._bound_step(*arguments)
        else:
            from stellwerk.envs.bot_turns import step_with_bots

            step_with_bots(*batch, self._tables, room, self.opponents.bots())

    @property
    def ended_as(self) -> npt.NDArray[np.intp]:
        """The learner's seat in the last game of each slot that ended."""
        places = np.arange(self.games) + self.slots["episodes"].astype(np.intp) - 1
        seats: npt.NDArray[np.intp] = places % self.seats
        return seats

    def _finish(self) -> None:
        """Let a reward of one's own and the hooks see the games that have just ended."""
        ended = np.flatnonzero(self.over)
        if callable(self._reward):
            self.reward[:] = 0
            if len(ended):
                self.reward[ended] = self._reward(self.result[ended], self.seats)
        if len(ended):
            for hook in self.hooks:
                hook(self, ended)

    def _refused(self, game: int, action: int) -> BadAction:
        known = 0 <= action < self.table.size
        text = self.table.text(action) if known else f"there are {self.table.size}"
        return BadAction(game, action, text, int(self._mask[game].sum()))

    def observe(self, viewers: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """Return what a seat of each game sees, also where another one acts."""
        seen, records = rows(self.games, self.layout.size)
        who = np.broadcast_to(np.asarray(viewers, np.int64), self.games).copy()
        self._look(0, self.games, who, self._room[0], records)
        return seen
