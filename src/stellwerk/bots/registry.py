"""The bots by name; what follows a colon are options: ``search:2000``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from stellwerk.board import UnknownName
from stellwerk.board.errors import KeyedError
from stellwerk.board.names import closest
from stellwerk.bots.bot import Bot
from stellwerk.bots.levels import CHAMPION, LEVELS
from stellwerk.bots.search import options
from stellwerk.bots.strategies.names import STRATEGIES

# Module and class; a bot's module is read when it is asked for, since some are heavy. Each is told
# its whole name, since one class may stand for several bots, and options are part of a name.
_BOTS: Final[Mapping[str, tuple[str, str]]] = {
    **dict.fromkeys(STRATEGIES, ("stellwerk.bots.strategies.bot", "KernelBot")),
    "random": ("stellwerk.bots.strategies.random", "RandomBot"),
    "search": ("stellwerk.bots.search.bot", "SearchBot"),
    **dict.fromkeys(LEVELS, ("stellwerk.bots.levels", "LevelBot")),
    CHAMPION: ("stellwerk.champion.bot", "ChampionBot"),
}

_OPTIONS: Final[Mapping[str, Callable[[str], object]]] = dict.fromkeys(
    ("search", CHAMPION), options.parse
)
"""For each bot that has options what reads them from its name; it raises UnknownName."""

PROGRAM: Final = "cmd:"
"""Before a command that starts a program which plays. ``make`` knows no such bots, so that a server
never starts one; ``stellwerk.bots.table.seat_bot`` does, for people at this machine."""


class TooManyBots(KeyedError):
    """More bots were named than there are seats for them."""

    code = "too_many_bots"


def names() -> tuple[str, ...]:
    """Return the names of all bots, without options; opponents for people come last.

    >>> names()[-7:]
    ('search', 'apprentice', 'conductor', 'driver', 'signaller', 'dispatcher', 'champion')
    """
    return tuple(_BOTS)


def make(name: str, seed: int | str = 0) -> Bot:
    """Make a bot with its own random stream.

    >>> make("greedy", seed=7).name
    'greedy'
    """
    module, kind = _BOTS[plain_name(check_name(name))]
    maker: Callable[[str, int | str], Bot] = getattr(import_module(module), kind)
    return maker(name, seed)


def plain_name(name: str) -> str:
    """Return a bot's name without its options.

    >>> plain_name("search:0.5s")
    'search'
    """
    return name.partition(":")[0]


def searches(name: str) -> bool:
    """Tell whether a bot searches, and so needs more to be compiled than others.

    The champion does where it has no network.

    >>> searches("search:0.5s"), searches("dispatcher"), searches("planner")
    (True, True, False)
    """
    level = LEVELS.get(name)
    return plain_name(name if level is None else level.bot) in ("search", CHAMPION)


def check_name(name: str) -> str:
    """Return the name if a bot has it; raise UnknownName with suggestions otherwise."""
    plain = plain_name(name)
    if plain not in _BOTS:
        raise UnknownName("bot", name, closest(plain, _BOTS) or names())
    if plain in _OPTIONS:
        _OPTIONS[plain](name)
    elif plain != name:
        raise UnknownName("bot", name, (plain,))
    return name


def label(name: str) -> str:
    """Return what a bot is called in a table: its name, or that of its program's file.

    >>> label("search:0.5s"), label("cmd:python bots/mine.py")
    ('search:0.5s', 'cmd:mine.py')
    """
    if not name.startswith(PROGRAM):
        return name
    return PROGRAM + name.removeprefix(PROGRAM).split()[-1].rpartition("/")[2]


def listed(text: str) -> tuple[str, ...]:
    """Return the names in a list such as ``greedy,cmd:./mybot``.

    >>> listed("greedy, random")
    ('greedy', 'random')
    """
    names_given = (name.strip() for name in text.split(","))
    return tuple(
        name if name.startswith(PROGRAM) and name != PROGRAM else check_name(name)
        for name in names_given
    )


def seated(text: str, seats: int) -> tuple[str, ...]:
    """Return a bot's name for each seat from a list such as ``greedy,random``.

    Too few are repeated in order; too many raise TooManyBots.

    >>> seated("greedy,random", 3)
    ('greedy', 'random', 'greedy')
    """
    names_given = listed(text)
    if len(names_given) > seats:
        raise TooManyBots("cli.failure.bots", count=len(names_given), seats=seats)
    return tuple(names_given[seat % len(names_given)] for seat in range(seats))
