"""Environments for research: games as arrays, on a processor or a graphics card.

Names are looked up when they are asked for, since some need packages that an extra installs, and
what is not used is not compiled.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from stellwerk.envs.action_table import ActionTable
    from stellwerk.envs.aec import pettingzoo_env
    from stellwerk.envs.batch import Batch
    from stellwerk.envs.cuda.batch import DeviceBatch
    from stellwerk.envs.errors import BadAction, BadRequest
    from stellwerk.envs.fields import Layout
    from stellwerk.envs.learner import gymnasium_env, gymnasium_vector_env
    from stellwerk.envs.openspiel import openspiel_game
    from stellwerk.envs.statistics import Statistics

_HOMES: Final = {
    "ActionTable": "action_table",
    "BadAction": "errors",
    "BadRequest": "errors",
    "Batch": "batch",
    "DeviceBatch": "cuda.batch",
    "Layout": "fields",
    "Statistics": "statistics",
    "gymnasium_env": "learner",
    "gymnasium_vector_env": "learner",
    "openspiel_game": "openspiel",
    "pettingzoo_env": "aec",
}

__all__ = [
    "ActionTable",
    "BadAction",
    "BadRequest",
    "Batch",
    "DeviceBatch",
    "Layout",
    "Statistics",
    "gymnasium_env",
    "gymnasium_vector_env",
    "openspiel_game",
    "pettingzoo_env",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
