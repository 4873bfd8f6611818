"""The game as environments of Gymnasium: a learner among bots, in one game or in many at once."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final, SupportsFloat, Unpack

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from stellwerk.board import Board
from stellwerk.envs.batch import Batch, Wishes
from stellwerk.envs.spaces import action_space, observation_space

_METADATA: Final[dict[str, Any]] = {"render_modes": []}
_VECTOR_METADATA: Final = {**_METADATA, "autoreset_mode": AutoresetMode.NEXT_STEP}

Observations = dict[str, npt.NDArray[Any]]


class StellwerkVectorEnv(VectorEnv[Observations, npt.NDArray[Any], npt.NDArray[Any]]):
    """Many games at once; in each a learner has one seat, and bots have the others.

    The learner's seat moves on by one with each game. A game that is over is dealt again with the
    step after (Gymnasium's usual way); the action for it is not looked at.
    """

    metadata = _VECTOR_METADATA

    def __init__(
        self,
        board: Board | str = "usa",
        num_envs: int = 256,
        seats: int = 2,
        variant: str | None = None,
        *,
        opponents: str | Sequence[str] = "planner",
        threads: int = 1,
        **wishes: Unpack[Wishes],
    ) -> None:
        self.batch = Batch(
            *(board, num_envs, seats),
            variant=variant,
            opponents=opponents,
            threads=threads,
            autoreset="next_step",
            **wishes,
        )
        self.num_envs = num_envs
        self.single_action_space = action_space(self.batch.table)
        self.single_observation_space = observation_space(self.batch.layout, self.batch.table)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin new games; the same seed gives the same games."""
        super().reset(seed=seed)
        self.batch.reset(_seed(seed, self._seeded))
        self._seeded = True
        return self._seen(), self._told()

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play the learner's actions and what the bots answer."""
        batch = self.batch
        batch.step(actions)
        rows = np.arange(self.num_envs)
        rewards = batch.reward[rows, batch.acting]
        over = batch.over.copy()
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), self._told()

    def _seen(self) -> Observations:
        return {
            "observation": self.batch.observation.copy(),
            "action_mask": self.batch.mask.astype(np.int8),
        }

    def _told(self) -> dict[str, Any]:
        """Tell the learner's seats, and the points of the games that have just ended."""
        seats = self.batch.acting.copy()
        if not self.batch.over.any():
            return {"seat": seats}
        return {
            "seat": seats,
            "total": self.batch.result["total"][:, : self.batch.seats].astype(np.int64),
            "rank": self.batch.result["rank"][:, : self.batch.seats].astype(np.int64),
            "_total": self.batch.over.copy(),
            "_rank": self.batch.over.copy(),
        }


class StellwerkEnv(gymnasium.Env[Any, Any]):
    """One game; a learner has one seat, and bots have the others."""

    metadata = _METADATA

    def __init__(
        self,
        board: Board | str = "usa",
        seats: int = 2,
        variant: str | None = None,
        *,
        opponents: str | Sequence[str] = "planner",
        **wishes: Unpack[Wishes],
    ) -> None:
        self.batch = Batch(
            board, 1, seats, variant=variant, opponents=opponents, autoreset="never", **wishes
        )
        self.action_space = action_space(self.batch.table)
        self.observation_space = observation_space(self.batch.layout, self.batch.table)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin a new game; the same seed gives the same game."""
        super().reset(seed=seed)
        self.batch.reset(_seed(seed, self._seeded))
        self._seeded = True
        return self._seen(), self._told()

    def step(self, action: int) -> tuple[Observations, SupportsFloat, bool, bool, dict[str, Any]]:
        """Play the learner's action and what the bots answer."""
        self.batch.step(action)
        reward = float(self.batch.reward[0, self.batch.acting[0]])
        return self._seen(), reward, bool(self.batch.over[0]), False, self._told()

    def _seen(self) -> Observations:
        return {
            "observation": self.batch.observation[0].copy(),
            "action_mask": self.batch.mask[0].astype(np.int8),
        }

    def _told(self) -> dict[str, Any]:
        told: dict[str, Any] = {"seat": int(self.batch.acting[0])}
        if self.batch.over[0]:
            seats, result = self.batch.seats, self.batch.result[0]
            told["total"] = result["total"][:seats].tolist()
            told["rank"] = result["rank"][:seats].tolist()
        return told


def _seed(seed: int | None, seeded: bool) -> int | None:
    """Return the seed to begin with: without one, a game goes on with its own chance."""
    return secrets.randbits(63) if seed is None and not seeded else seed


def gymnasium_env(
    board: Board | str = "usa", seats: int = 2, variant: str | None = None, **options: Any
) -> StellwerkEnv:
    """Return one game against bots as Gymnasium's environment.

    >>> env = gymnasium_env("lesson", opponents="random")
    >>> seen, told = env.reset(seed=1)
    >>> seen in env.observation_space, told
    (True, {'seat': 0})
    """
    return StellwerkEnv(board, seats, variant, **options)


def gymnasium_vector_env(
    board: Board | str = "usa",
    num_envs: int = 256,
    seats: int = 2,
    variant: str | None = None,
    **options: Any,
) -> StellwerkVectorEnv:
    """Return many games against bots as Gymnasium's vector environment."""
    return StellwerkVectorEnv(board, num_envs, seats, variant, **options)
