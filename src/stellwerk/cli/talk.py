"""The language the command line speaks, and the voice it speaks with."""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping, Sequence
from typing import Final

from stellwerk.board.model import Language
from stellwerk.words import LANGUAGES, say

_FLAG: Final = "--language"


class Talk:
    """Says everything in one language.

    >>> Talk("de")("cli.title.display")
    'Offene Karten'
    """

    def __init__(self, language: Language) -> None:
        self.language: Final = language

    def __call__(self, key: str, /, **parameters: object) -> str:
        """Return the sentence of a key, with its parameters filled in."""
        return say(key, self.language, **parameters)


def language_of(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language asked for: by ``--language``, else by the environment, else English.

    A language we do not speak is refused later, by name, with the other arguments.

    >>> language_of(["play", "--language", "de"], {})
    'de'
    >>> language_of([], {"LANG": "de_AT.UTF-8"})
    'de'
    """
    wishes = [
        _value_of_flag(argument, following)
        for argument, following in itertools.pairwise([*arguments, ""])
    ]
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wishes.append(environment.get(name, ""))
    for wish in filter(None, wishes):
        for language in LANGUAGES:
            if wish.casefold()[:2] == language:
                return language
        break
    return "en"


def _value_of_flag(argument: str, following: str) -> str:
    if argument == _FLAG:
        return following
    return argument.removeprefix(f"{_FLAG}=") if argument.startswith(f"{_FLAG}=") else ""
