"""The page speaks from the one catalogue: it asks for no missing key, and for every other one."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from stellwerk.words import keys, parameters

WEB = Path(__file__).parents[2] / "web" / "src"
WHOLE = re.compile(r"""["'`](page(?:\.[a-z0-9_-]+)+)["'`]""")
"""A key in quotes."""
BEGUN = re.compile(r"`((?:[a-z_]+\.)+[a-z_]*)\$\{")
"""The beginning of a key whose end is put in."""
ASKED = re.compile(r"""\bsay\(\s*["']([a-z0-9_.-]+)["'](?:,\s*\{([^{}]*)\})?""")
"""A sentence asked for, with its parameters where they stand there openly."""
NAMED = re.compile(r"(?:^|,)\s*(?:\.\.\.)?(\w+)\s*(?=[:,]|$)")


@cache
def sources() -> dict[str, str]:
    """Return the page's own sources by their path."""
    return {
        str(path.relative_to(WEB)): path.read_text("utf-8")
        for path in sorted(WEB.rglob("*"))
        if path.suffix in {".svelte", ".ts"} and ".test." not in path.name
    }


def found(pattern: re.Pattern[str]) -> Iterator[tuple[str, re.Match[str]]]:
    for name, text in sources().items():
        for match in pattern.finditer(text):
            yield name, match


def test_the_page_asks_for_no_key_that_is_missing() -> None:
    known = set(keys("en"))
    asked = [(name, match[1]) for pattern in (WHOLE, ASKED) for name, match in found(pattern)]
    assert [each for each in asked if each[1] not in known] == []


def test_every_word_of_the_page_is_used() -> None:
    whole = {match[1] for _, match in found(WHOLE)}
    begun = {match[1] for _, match in found(BEGUN)}
    quoted = {match[1] for _, match in found(re.compile(r"""["'`]([\w-]+)["'`]"""))}
    quoted |= {match[1] for _, match in found(re.compile(r"\b([a-z_]+):"))}

    def is_used(key: str) -> bool:
        if key in whole:
            return True
        return any(key.startswith(start) and key[len(start) :] in quoted for start in begun)

    assert [key for key in keys("en") if key.startswith("page.") and not is_used(key)] == []


def test_sentences_get_the_parameters_they_want() -> None:
    """Where parameters stand beside the key, they are the ones that its sentence names."""
    wrong = []
    for name, match in found(ASKED):
        given = set(NAMED.findall(_flat(match[2] or "")))
        wanted = parameters(match[1], "en")
        if match[2] is None:
            # A call that goes on without an object hands its parameters over as a whole.
            rest = sources()[name][match.end() : match.end() + 1]
            if rest == ")" and wanted:
                wrong.append((name, match[1], sorted(wanted)))
        elif wanted - given:
            wrong.append((name, match[1], sorted(wanted - given)))
    assert wrong == []


def _flat(inside: str) -> str:
    """Return the inside of an object without what stands in inner brackets."""
    while (shorter := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", inside)) != inside:
        inside = shorter
    return inside
