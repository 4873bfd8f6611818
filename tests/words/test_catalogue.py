import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import stellwerk
from stellwerk.board import COLOURS, Board, boards
from stellwerk.game.position import PHASES
from stellwerk.game.reading import COMMANDS
from stellwerk.game.refusal import CODES
from stellwerk.words import LANGUAGES, keys, parameters, say, spellings
from stellwerk.words.catalogue import _catalogue

SOURCES = sorted(Path(stellwerk.__file__).parent.rglob("*.py"))
CALLS = {
    "IllegalMove": "reason",
    "NotYourTurn": "reason",
    "GameOver": "reason",
    "StaleState": "reason",
    "BadSetup": "reason",
    "RecordError": "record",
    "NotationError": "notation",
    "_error": "notation",
    "_missing": "expected",
    "Fact": "event",
    "say": "",
    "amount": "count",
}
"""Functions whose first argument is a key, and the section it lies in."""


@cache
def names() -> frozenset[str]:
    """Return all texts and names of functions that stand in the source code, in lower case."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value.casefold())
            if isinstance(node, ast.FunctionDef):
                found.add(node.name)
                found |= {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
    return frozenset(found)


def asked() -> Iterator[str]:
    """Go through the keys that the source code asks for by name."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            first = node.args[0]
            if name in CALLS and isinstance(first, ast.Constant) and isinstance(first.value, str):
                section = CALLS[name]
                if first.value in LANGUAGES:  # an error is asked to say itself in a language
                    continue
                yield f"{section}.{first.value}" if section else first.value


def test_both_languages_have_the_same_keys() -> None:
    english, german = (set(keys(language)) for language in LANGUAGES)
    assert english == german


def test_both_languages_have_them_in_the_same_order() -> None:
    assert keys("en") == keys("de")


def test_both_languages_want_the_same_parameters() -> None:
    for key in keys("en"):
        assert parameters(key, "en") == parameters(key, "de"), key


def test_both_languages_have_a_plural_where_one_has() -> None:
    for key in keys("en"):
        forms = {isinstance(_catalogue(language)[key], tuple) for language in LANGUAGES}
        assert len(forms) == 1, key


def test_no_key_is_missing() -> None:
    known = set(keys("en"))
    wanted = {
        *asked(),
        *(f"reason.{code}" for code in CODES.values()),
        *(f"phase.{phase}" for phase in PHASES.values()),
        *(f"command.{command}" for command in COMMANDS),
        *(f"colour.{colour}" for colour in (*COLOURS, "gray")),
        *(f"typed.{colour}" for colour in COLOURS),
        *(f"player.{c}" for board in boards() for c in Board.load(board).player_colours),
    }
    assert wanted - known == set()


def test_no_key_is_unused() -> None:
    """A key is asked for by its whole name, or put together from a section and a name.

    What only the page says is looked for in the page: tests/web/test_page_words.py.
    """
    known = names()
    endings = tuple(name for name in known if re.fullmatch(r"_[a-z]+", name))
    unused = []
    for key in keys("en"):
        if key.startswith("page."):
            continue
        last = key.rpartition(".")[2]
        stems = {last, last.replace("_", "-")}
        stems |= {last.removesuffix(ending) for ending in endings}
        if key not in known and not stems & known:
            unused.append(key)
    assert unused == []


def test_german_is_german() -> None:
    english = re.compile(
        r"\b(the|you|your|is|are|not|and|card|ticket|given|may|of|with|no)\b", re.I
    )
    for key in keys("de"):
        sentence = _catalogue("de")[key]
        for form in sentence if isinstance(sentence, tuple) else (sentence,):
            bare = re.sub(r"\{\w+\}|'.*?'", "", form)
            assert not english.search(bare), (key, form)
        # Single words may be the same in both, sentences never.
        if len(re.findall(r"[^\W\d]+", re.sub(r"\{\w+\}", "", str(sentence)))) > 1:
            assert sentence != _catalogue("en")[key], key


def test_texts_are_tidy() -> None:
    for language in LANGUAGES:
        for key in keys(language):
            sentence = _catalogue(language)[key]
            for form in sentence if isinstance(sentence, tuple) else (sentence,):
                assert form.strip(), key
                assert "  " not in form.replace("\n  ", "").replace("  {", ""), key


def test_the_plural_follows_the_number() -> None:
    assert say("count.points", "en", count=1) == "1 point"
    assert say("count.points", "en", count=-1) == "-1 points"
    assert say("count.points", "de", count=0) == "0 Punkte"


def test_a_language_we_do_not_speak_is_refused() -> None:
    with pytest.raises(ValueError, match="there are de, en"):
        say("list.end", "fr")


def test_spellings_come_from_all_languages() -> None:
    assert {"claim", "strecke"} <= set(spellings("command.claim"))


def test_no_word_for_a_command_means_two_things() -> None:
    seen: dict[str, str] = {}
    for command in COMMANDS:
        for word in spellings(f"command.{command}"):
            assert seen.setdefault(word, command) == command
