"""The game as an environment of PettingZoo: agents act one after the other."""

from __future__ import annotations

import secrets
from typing import Any, Final, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from stellwerk.board import Board
from stellwerk.envs.batch import Batch, Wishes
from stellwerk.envs.errors import BadRequest
from stellwerk.envs.spaces import action_space, observation_space
from stellwerk.game.position import Position

_METADATA: Final = {"name": "stellwerk_v0", "render_modes": ["ansi"], "is_parallelizable": False}

Observation = dict[str, npt.NDArray[Any]]


class StellwerkAEC(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """One game; agents are called ``seat_0``, ``seat_1`` and so on, in the order of their turns.

    It checks itself what PettingZoo's wrappers check: nothing can be asked before ``reset``, and an
    action that is not legal raises BadAction and changes nothing.
    """

    metadata = _METADATA

    def __init__(
        self,
        board: Board | str = "usa",
        seats: int = 2,
        variant: str | None = None,
        *,
        render_mode: str | None = None,
        **wishes: Unpack[Wishes],
    ) -> None:
        wishes.setdefault("reward", "win")
        self.batch = Batch(board, 1, seats, variant=variant, autoreset="never", **wishes)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.render_mode = render_mode
        self._actions = action_space(self.batch.table)
        self._observations = observation_space(self.batch.layout, self.batch.table)
        self._seen = self.batch.observation[0]
        self._nothing = np.zeros(self.batch.table.size, np.int8)
        self._seeded = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations: the compact one and the mask of legal actions."""
        return self._observations

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions: the numbers of the action table."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed deals the same."""
        if seed is None and not self._seeded:
            seed = secrets.randbits(63)
        self._seeded = True
        self.batch.reset(seed)
        self.agents: list[str] = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, int]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[int(self.batch.acting[0])]

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know; the mask is empty unless it is its turn to act."""
        batch = self.batch
        seat = self.possible_agents.index(agent)
        if seat != batch.acting[0]:
            return {"observation": batch.observe(seat)[0], "action_mask": self._nothing.copy()}
        return {
            "observation": self._seen.copy(),
            "action_mask": batch.mask[0].astype(np.int8),
        }

    def step(self, action: int | None) -> None:
        """Play an action for the agent whose turn it is; None for one whose game is over."""
        if not self._seeded:
            raise BadRequest("reset the environment before the first step")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        batch = self.batch
        batch.step(action if action is not None else -1)
        given = self._cumulative_rewards
        given[agent] = 0.0
        for other, reward in zip(self.agents, batch.reward[0].tolist(), strict=True):
            self.rewards[other] = reward
            given[other] += reward
        if batch.over[0]:
            self._finish()
        else:
            self.agent_selection = self.agents[int(batch.acting[0])]

    def _finish(self) -> None:
        """Tell every agent how the game ended."""
        result = self.batch.result[0]
        for seat, agent in enumerate(self.agents):
            self.terminations[agent] = True
            total, rank = int(result["total"][seat]), int(result["rank"][seat])
            self.infos[agent] = {"total": total, "rank": rank}
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """Return the table in a few lines, as anybody beside it sees it."""
        if self.render_mode is None:
            return None
        position = Position(self.batch.board, self.batch.states.tobytes())
        shown = [f"{position.phase}, {', '.join(card or '-' for card in position.display)}"]
        for seat, agent in enumerate(self.possible_agents):
            mark = ">" if agent == self.agent_selection else " "
            pieces = " and ".join(f"{n} {name}" for name, n in position.pieces(seat).items())
            cards = sum(position.hand_sizes(seat).values())
            tickets, points = len(position.tickets(seat)), position.score(seat)
            shown.append(
                f"{mark} {agent}: {points} points, {pieces}, {cards} cards, {tickets} tickets"
            )
        return "\n".join(shown)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def pettingzoo_env(
    board: Board | str = "usa", seats: int = 2, variant: str | None = None, **options: Any
) -> StellwerkAEC:
    """Return a game as PettingZoo's AEC environment; the options are those of StellwerkAEC.

    >>> env = pettingzoo_env(board="lesson", seats=3)
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.last()[0]["action_mask"].nonzero()[0].tolist()
    ('seat_0', [2, 4, 5, 6])
    """
    return StellwerkAEC(board, seats, variant, **options)
