"""What went wrong, as a sentence a person can act on."""

from __future__ import annotations

from collections.abc import Iterable

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)
from cyclopts.exceptions import RepeatArgumentError

from stellwerk.board import AmbiguousName, BoardError, UnknownName
from stellwerk.board.errors import KeyedError, shorten
from stellwerk.board.names import closest
from stellwerk.cli.talk import Talk
from stellwerk.drawing.files import DrawingError
from stellwerk.game import GameError
from stellwerk.server.errors import Refusal as ServerRefusal


class Refusal(KeyedError):
    """Options of the command line that cannot be met."""

    code = "refusal"


def sentence(error: Exception, talk: Talk) -> str:
    """Return what to tell a person about an error of ours or of the arguments."""
    if isinstance(error, CycloptsError):
        command = " ".join(("stellwerk", *(error.command_chain or ())))
        return f"{_about_arguments(error, talk)}\n{talk('cli.failure.see_help', command=command)}"
    if isinstance(error, GameError | ServerRefusal):
        return error.say(talk.language)
    if isinstance(error, KeyedError):
        return talk(error.key, **error.parameters)
    if isinstance(error, BoardError):
        count = len(error.problems)
        return "\n".join((talk("cli.failure.board", file=error.file, count=count), *_places(error)))
    if isinstance(error, UnknownName):
        return _about_name(error, talk)
    if isinstance(error, DrawingError):
        return talk(f"cli.draw.{error.reason}", name=error.name)
    return str(error)


def _places(error: BoardError) -> list[str]:
    return [f"  {problem}" for problem in error.problems]


def _about_name(error: UnknownName, talk: Talk) -> str:
    kind = talk(f"cli.kind.{error.kind}")
    name = shorten(error.name)
    choices = ", ".join(error.suggestions)
    if isinstance(error, AmbiguousName):
        return talk("cli.failure.ambiguous", kind=kind, name=name, choices=choices)
    if not choices:
        return talk("cli.failure.unknown", kind=kind, name=name)
    return talk("cli.failure.unknown_but", kind=kind, name=name, choices=choices)


def _about_arguments(error: CycloptsError, talk: Talk) -> str:
    """Say what is wrong with the arguments; the parser's own words are English only."""
    if isinstance(error, UnknownOptionError):
        name = error.token.keyword or error.token.value
        options = [option for argument in error.argument_collection for option in argument.names]
        return talk("cli.failure.option", name=shorten(name)) + _perhaps(name, options, talk)
    if isinstance(error, UnknownCommandError):
        name = (error.unused_tokens or [""])[0]
        commands = [command for command in error.app or () if not command.startswith("-")]
        listed = ", ".join(commands)
        hint = _perhaps(name, commands, talk)
        return talk("cli.failure.command", name=shorten(name), commands=listed) + hint
    if isinstance(error, MissingArgumentError):
        name = _label(error)
        key = "no_value" if name.startswith("--") else "missing"
        return talk(f"cli.failure.{key}", name=name)
    if isinstance(error, CoercionError) and error.token is not None:
        value = shorten(error.token.value)
        return talk("cli.failure.value", name=_label(error), value=value)
    if isinstance(error, RepeatArgumentError):
        return talk("cli.failure.repeated", name=error.token.keyword)
    if isinstance(error, UnusedCliTokensError):
        return talk("cli.failure.unused", names=shorten(" ".join(error.unused_tokens or [])))
    return str(error)


def _label(error: CycloptsError) -> str:
    if error.argument is None:
        return ""
    name = error.argument.name
    return name if name.startswith("--") else name.upper()


def _perhaps(name: str, names: Iterable[str], talk: Talk) -> str:
    close = closest(name, names)
    return " " + talk("cli.failure.perhaps", name=close[0]) if close else ""
