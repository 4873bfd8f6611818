"""The game for OpenSpiel: explicit chance, information states, and resampling what is hidden.

Chance acts four times at the beginning, each time with a byte of the deal's seed; from then on
everything follows from the actions. What a player knows is the sequence of its observations.
"""

from __future__ import annotations

import hashlib
import struct
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

from stellwerk.board import Board
from stellwerk.board.layout import SEATS
from stellwerk.envs import entries as batch_entries
from stellwerk.envs.action_table import ActionTable
from stellwerk.envs.arrays import NEVER, Games, outlooks_of, tables_of
from stellwerk.envs.entries import write_action
from stellwerk.envs.fields import Layout
from stellwerk.envs.records import SLOT, rows
from stellwerk.envs.reward import REWARDS
from stellwerk.envs.seeding import chances
from stellwerk.game.codec import codec
from stellwerk.game.moves import Move
from stellwerk.rules import entries
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, OVER, STATE

Array = np.ndarray[Any, np.dtype[Any]]

NAME: Final = "python_stellwerk"
SEED_BYTES: Final = 4
LONGEST: Final = 20_000
"""More decisions than a game can have."""
_DEFAULTS: Final = {"board": "usa", "variant": "", "seats": 2}
_WIN: Final = REWARDS.index("win")

_GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Stellwerk",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class _Desk:
    """What all states of a board share: tables, and room for one call of the kernel."""

    def __init__(self, board: Board, seats: int) -> None:
        self.board: Final = board
        self.seats: Final = seats
        self.table: Final = ActionTable(board)
        self.layout: Final = Layout(board, seats)
        self.options: Final = (seats, _WIN, NEVER, False)
        self.moves: Array = np.zeros(1, MOVE)
        self.scratches: Array = np.zeros(1, SCRATCH)
        self.room: Final = (self.moves, self.scratches)
        self.tables: Final = tables_of(self.table, self.layout)
        self.outlooks: Array = outlooks_of(self.layout, 1)
        self.rewards = np.zeros((1, seats), np.float32)
        self.over = np.zeros(1, np.bool_)
        self.viewer = np.zeros(1, np.int64)
        self.seen, self.rows = rows(1, self.layout.size)
        self.mask, self.marks = rows(1, self.table.size)
        self.chosen = np.zeros(1, np.int64)

    def __deepcopy__(self, memory: dict[int, Any]) -> _Desk:
        """Stay the same when a state is cloned."""
        return self


@lru_cache(maxsize=32)
def _desk(name: str, variant: str, seats: int) -> _Desk:
    return _Desk(Board.load(name, variant or None), seats)


class StellwerkGame(pyspiel.Game):  # type: ignore[misc]
    """A board with a number of seats, for OpenSpiel: ``python_stellwerk(board=europe,seats=3)``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        self.desk = _desk(str(given["board"]), str(given["variant"]), int(given["seats"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.desk.table.size,
            max_chance_outcomes=256,
            num_players=self.desk.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_GAME_TYPE, info, given)

    def new_initial_state(self) -> StellwerkState:
        """Return the beginning, before the deal."""
        return StellwerkState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> StellwerkObserver:
        """Return what writes observations, or information states where recall is asked for."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return StellwerkObserver(self.desk.layout, bool(recall))


class StellwerkState(pyspiel.State):  # type: ignore[misc]
    """One position, with what every player has seen on the way to it."""

    def __init__(self, game: StellwerkGame) -> None:
        super().__init__(game)
        self._desk = game.desk
        self._seed = b""
        self._key = b""
        self._states: Array = np.zeros(1, STATE)
        self._slots: Array = np.zeros(1, SLOT)
        self._results: Array = np.zeros(1, RESULT)
        self._acting = np.zeros(1, np.int64)
        self._mask = np.zeros((1, self._desk.table.size), np.uint8)
        self._returns = [0.0] * self._desk.seats
        self._paths = [b""] * self._desk.seats

    def current_player(self) -> int:
        """Return who decides: chance until the deal is made."""
        if len(self._seed) < SEED_BYTES:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self._acting[0])

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return len(self._seed) == SEED_BYTES and int(self._states["phase"][0]) == OVER

    def returns(self) -> list[float]:
        """Return the outcome for each player: from 1 for a win to -1."""
        return list(self._returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of a byte, each as likely as the others."""
        return [(byte, 1 / 256) for byte in range(256)]

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        legal: list[int] = np.flatnonzero(self._mask[0]).tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        if len(self._seed) < SEED_BYTES:
            self._seed += bytes([action])
            if len(self._seed) == SEED_BYTES:
                self._deal()
            return
        desk = self._desk
        desk.chosen[0] = action
        batch_entries.step(0, 1, desk.options, desk.chosen, self._games, desk.tables, desk.room)
        self._mask[:] = desk.mask
        if desk.over[0]:
            self._returns = desk.rewards[0].astype(float).tolist()
        self._remember()

    def _deal(self) -> None:
        desk = self._desk
        self._slots["rng"] = chances(int.from_bytes(self._seed, "little"), 1)
        batch_entries.reset(0, 1, desk.seats, self._games, desk.tables, desk.room)
        self._key = self._states["key"][0].tobytes()
        self._mark()
        self._remember()

    def _mark(self) -> None:
        desk = self._desk
        batch_entries.mark(0, 1, self._games, desk.tables)
        self._mask[:] = desk.mask

    @property
    def _games(self) -> Games:
        desk = self._desk
        return (
            *(self._states, self._slots, self._results, self._acting),
            *(desk.marks, desk.rows, desk.rewards, desk.over, desk.outlooks),
        )

    def observed(self, player: int) -> npt.NDArray[np.uint8]:
        """Return what a player sees now; before the deal, nothing."""
        desk = self._desk
        if len(self._seed) < SEED_BYTES:
            return np.zeros(desk.layout.size, np.uint8)
        desk.viewer[0] = player
        batch_entries.look(0, 1, self._games, desk.tables, desk.viewer, desk.room, desk.rows)
        seen: npt.NDArray[np.uint8] = desk.seen[0]
        return seen

    @property
    def key(self) -> bytes:
        """The key of the deal, for a Game of the same; only for those who may know all."""
        return bytes(self._key)

    def move(self, action: int) -> Move:
        """Return the move that an action of the deciding player stands for, with its cards."""
        desk, player = self._desk, int(self._acting[0])
        write_action(
            self._states, desk.board.record, player, desk.table.actions, action, desk.moves
        )
        (move,) = codec(desk.board).read(desk.moves, 1, self._offer(player))
        return move

    def action_of(self, move: Move) -> int:
        """Return the legal action that means a move, or pays for the same in another way."""
        told = {self.move(action): action for action in self._legal_actions(move.seat)}
        if move in told:
            return told[move]
        target = _target(move)
        return next(action for other, action in told.items() if _target(other) == target)

    def _offer(self, player: int) -> list[str]:
        state, tickets = self._states[0], self._desk.board.tickets
        offered = state["offer"][player, : state["offered"][player]]
        return [tickets[ticket].id for ticket in offered]

    def path(self, player: int) -> str:
        """Return what stands for all that a player has seen so far."""
        return self._paths[player].hex()

    def _remember(self) -> None:
        """Add what each player sees now to what it has seen."""
        for player in range(self._desk.seats):
            digest = hashlib.blake2b(self._paths[player], digest_size=12)
            digest.update(self.observed(player).tobytes())
            self._paths[player] = digest.digest()

    def resample_from_infostate(self, player: int, sampler: Any) -> StellwerkState:
        """Return a state that looks the same to a player; all else is a fair sample."""
        other: StellwerkState = self.clone()
        desk = self._desk
        desk.scratches["rng"] = struct.unpack("<Q", struct.pack("<d", sampler()))[0]
        entries.redeal(other._states, 0, desk.board.record, player, desk.scratches)
        for seat in range(desk.seats):
            if seat != player:
                other._paths[seat] = hashlib.blake2b(
                    other.observed(seat).tobytes(), digest_size=12
                ).digest()
        if other._acting[0] != player:
            other._mark()
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed byte {action}"
        return self._desk.table.text(action)

    def __str__(self) -> str:
        moves = int(self._states["moves"][0])
        return f"{self._desk.board.id}, seed {self._seed.hex()}, {moves} decisions"


def _target(move: Move) -> tuple[object, ...]:
    """Return what a move is about, whatever it is paid with."""
    about = (getattr(move, name, None) for name in ("seat", "route", "city"))
    return type(move), *about


class StellwerkObserver:
    """Writes what a player sees, or knows, for OpenSpiel."""

    def __init__(self, layout: Layout, recall: bool) -> None:
        self._recall = recall
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {name: self.tensor[field.slice] for name, field in layout.fields.items()}

    def set_from(self, state: StellwerkState, player: int) -> None:
        """Write the observation of a player."""
        self.tensor[:] = state.observed(player)

    def string_from(self, state: StellwerkState, player: int) -> str:
        """Return the observation of a player, or all that it has seen, as a short text."""
        if self._recall:
            return f"{player}:{state.path(player)}"
        seen = hashlib.blake2b(state.observed(player).tobytes(), digest_size=12)
        return f"{player}:{seen.hexdigest()}"


pyspiel.register_game(_GAME_TYPE, StellwerkGame)


def openspiel_game(board: str = "usa", seats: int = 2, variant: str | None = None) -> StellwerkGame:
    """Return a board as a game of OpenSpiel.

    >>> state = openspiel_game("lesson").new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(7)
    >>> state.current_player(), state.action_to_string(state.legal_actions()[0])
    (0, 'keep 1 2')
    """
    parameters = {"board": board, "variant": variant or "", "seats": seats}
    game: StellwerkGame = pyspiel.load_game(NAME, parameters)
    return game
