"""The message catalogue: one file for each language, with the same keys in both."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from string import Formatter
from types import MappingProxyType
from typing import Any, Final, get_args

from stellwerk.board.model import Language

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_ONE, _OTHER = "one", "other"

Sentence = str | tuple[str, str]
"""A text, or one for the number one and one for all other numbers."""


def say(key: str, language: str, /, **parameters: object) -> str:
    """Return the text of a key in a language; where it has a plural, ``count`` chooses the form.

    >>> say("count.points", "en", count=1), say("count.points", "de", count=4)
    ('1 point', '4 Punkte')
    """
    sentence = _catalogue(language)[key]
    if isinstance(sentence, tuple):
        sentence = sentence[0 if parameters["count"] == 1 else 1]
    return sentence.format_map(parameters) if parameters else sentence


def keys(language: str) -> tuple[str, ...]:
    """Return all keys of a language."""
    return tuple(_catalogue(language))


def sentences(language: str) -> Mapping[str, Sentence]:
    """Return all texts of a language by their keys, with their parameters still open.

    >>> sentences("en")["count.points"]
    ('{count} point', '{count} points')
    """
    return MappingProxyType(_catalogue(language))


def spellings(key: str) -> tuple[str, ...]:
    """Return all words a person may type for a key, in any language.

    >>> "strecke" in spellings("command.claim")
    True
    """
    words: list[str] = []
    for language in LANGUAGES:
        sentence = _catalogue(language)[key]
        forms = sentence if isinstance(sentence, tuple) else (sentence,)
        words += [word.strip() for form in forms for word in form.split(",")]
    return tuple(dict.fromkeys(words))


def parameters(key: str, language: str) -> set[str]:
    """Return the names of the parameters that a text wants."""
    sentence = _catalogue(language)[key]
    forms = sentence if isinstance(sentence, tuple) else (sentence,)
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}


@cache
def _catalogue(language: str) -> Mapping[str, Sentence]:
    if language not in LANGUAGES:
        raise ValueError(f"no words in '{language}'; there are {', '.join(LANGUAGES)}")
    text = resources.files(__package__).joinpath(f"{language}.toml").read_text("utf-8")
    return dict(_flatten(tomllib.loads(text), ""))


def _flatten(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Sentence]]:
    for name, value in table.items():
        if not isinstance(value, dict):
            yield prefix + name, value
        elif value.keys() == {_ONE, _OTHER}:
            yield prefix + name, (value[_ONE], value[_OTHER])
        else:
            yield from _flatten(value, f"{prefix}{name}.")
