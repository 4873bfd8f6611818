"""Names: how they become ids, and how a person's spelling of one is understood."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final

from stellwerk.board.errors import AmbiguousName, UnknownName

# Letters that Unicode does not take apart into a plain letter and a mark.
_PLAIN: Final = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})

_MOST_WORDS: Final = 16
"""Longer texts name no pair of cities; the rest is not looked at."""
_LONGEST_GUESSED: Final = 100
"""Of a longer name nobody guesses what was meant."""


def fold(name: str) -> str:
    """Reduce a name to lower-case ASCII words, so that accents and punctuation do not matter.

    >>> fold("Sault St. Marie"), fold("København"), fold("Gießen")
    ('sault st marie', 'kobenhavn', 'giessen')
    """
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN)).casefold()
    letters = "".join(c if c.isascii() and c.isalnum() else " " for c in plain if not _mark(c))
    return " ".join(letters.split())


def spellings(name: str) -> tuple[str, ...]:
    """All folded ways to write a name: ``Zürich`` is ``zurich`` and ``zuerich``."""
    composed = unicodedata.normalize("NFC", name).casefold()
    return tuple(dict.fromkeys((fold(name), fold(composed.translate(_UMLAUTS)))))


def slug(name: str) -> str:
    """Turn a name into an id.

    >>> slug("Dänemark (1)")
    'danemark-1'
    """
    return fold(name).replace(" ", "-")


def closest(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return up to three names that look like the given one, best first."""
    folded = {fold(each): each for each in names}
    return tuple(folded[each] for each in _look_alikes(name, folded))


def _look_alikes(name: str, folded: Iterable[str]) -> list[str]:
    """Return which folded names look like a name; a very long one is like none."""
    return difflib.get_close_matches(fold(name), folded) if len(name) <= _LONGEST_GUESSED else []


class Finder:
    """Finds things of one kind by what a person types.

    Every thing is known by a label and any number of names. What is typed is understood as a
    whole name, else as the beginning of a name, else as the beginning of a later word of one.
    """

    def __init__(self, kind: str, names: Sequence[tuple[str, Iterable[str]]]) -> None:
        """Take the label and the further names of each thing, in the order of their numbers."""
        self.kind = kind
        self._labels = tuple(label for label, _ in names)
        keys: dict[str, set[int]] = {}
        for number, (label, others) in enumerate(names):
            for name in (label, *others):
                for key in spellings(name):
                    keys.setdefault(key, set()).add(number)
        self._keys: Mapping[str, set[int]] = keys

    def candidates(self, text: str) -> tuple[int, ...]:
        """Return the numbers of all things that the text may stand for."""
        typed = fold(text)
        if not typed:
            return ()
        if whole := self._whole(typed):
            return whole
        for fits in (str.startswith, _later_word_starts):
            found: set[int] = set()
            for key, numbers in self._keys.items():
                if fits(key, typed):
                    found |= numbers
            if found:
                return tuple(sorted(found))
        return ()

    def find(self, text: str) -> int:
        """Return the number of the one thing meant, or raise UnknownName or AmbiguousName."""
        found = self.candidates(text)
        if not found:
            raise UnknownName(self.kind, text, self.suggestions(text))
        if len(found) > 1:
            raise AmbiguousName(self.kind, text, [self._labels[number] for number in found])
        return found[0]

    def pairs(self, text: str) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        """Return the pairs of things that a text such as ``denver-phoenix`` may stand for.

        First the pairs of whole names, then those of unfinished ones.
        """
        words = fold(text).split()[:_MOST_WORDS]
        whole: set[tuple[int, int]] = set()
        begun: set[tuple[int, int]] = set()
        for cut in range(1, len(words)):
            left, right = " ".join(words[:cut]), " ".join(words[cut:])
            whole.update(product(self._whole(left), self._whole(right)))
            begun.update(product(self.candidates(left), self.candidates(right)))
        return whole, begun

    def _whole(self, typed: str) -> tuple[int, ...]:
        return tuple(sorted(self._keys.get(typed, ())))

    def suggestions(self, text: str) -> tuple[str, ...]:
        """Return the labels of things whose names look like the text."""
        close = _look_alikes(text, self._keys)
        labels = (self._labels[number] for key in close for number in sorted(self._keys[key]))
        return tuple(dict.fromkeys(labels))[:3]


def _mark(character: str) -> bool:
    return unicodedata.combining(character) != 0


def _later_word_starts(key: str, typed: str) -> bool:
    return f" {typed}" in key
