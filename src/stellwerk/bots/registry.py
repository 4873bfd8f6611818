"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from stellwerk.board import UnknownName
from stellwerk.board.names import closest
from stellwerk.bots.bot import Bot
from stellwerk.bots.names import STRATEGIES

_KERNEL_BOT: Final = ("stellwerk.bots.kernel_bot", "KernelBot")

# Module and class; a bot's module is read when it is asked for, since some are heavy. A bot of the
# kernel is told its name, since one class stands for all of them.
_BOTS: Final[Mapping[str, tuple[str, str]]] = {
    **dict.fromkeys(STRATEGIES, _KERNEL_BOT),
    "random": ("stellwerk.bots.random", "RandomBot"),
}


def names() -> tuple[str, ...]:
    """Return the names of all bots.

    >>> names()
    ('random', 'greedy', 'hungry', 'route', 'onestep', 'junkie', 'planner')
    """
    return tuple(_BOTS)


def make(name: str, seed: int | str = 0) -> Bot:
    """Make a bot with its own random stream.

    >>> make("greedy", seed=7).name
    'greedy'
    """
    module, kind = _BOTS[check_name(name)]
    maker: Callable[..., Bot] = getattr(import_module(module), kind)
    return maker(name, seed) if (module, kind) == _KERNEL_BOT else maker(seed)


def check_name(name: str) -> str:
    """Return the name if a bot has it; raise UnknownName with suggestions otherwise."""
    if name not in _BOTS:
        raise UnknownName("bot", name, closest(name, _BOTS) or names())
    return name


def seated(text: str, seats: int) -> tuple[str, ...]:
    """Return a bot's name for each seat from a list such as ``greedy,random``.

    Too few are repeated in order, too many are cut off.

    >>> seated("greedy,random", 3)
    ('greedy', 'random', 'greedy')
    """
    listed = [check_name(name.strip()) for name in text.split(",")]
    return tuple(listed[seat % len(listed)] for seat in range(seats))
