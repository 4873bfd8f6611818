"""One term for one thing: words that the catalogues do not use, each with the one that they do."""

import re
from collections.abc import Iterator

import pytest

from stellwerk.words import sentences

TYPED = ("command.", "typed.", "cli.command.", "cli.short.")
"""What a person may type: here other words are welcome."""
WORDS = {
    "de": {
        r"Figur(en)?": "Waggon, or Spielstein for wagons and ships together",
        r"Stein(e|en)?": "Spielstein",
        r"Wagen(?!-)": "Waggon",
        r"Zugkarten?": "Wagenkarte",
        r"Spur(en)?": "Gleis",
        r"\w*bahnpl(a|ä)n\w*|Pläne|Plänen|Plans|Plandatei(en)?": "Spielplan",
        r"[Ll]ängsten? Strecken?": "längster Weg",
        r"Klang|Klänge|Töne": "Ton",
        r"[Vv]erfehlt\w*": "unerfüllt, nicht erfüllt",
        r"Beurteilung(en)?": "Analyse",
        r"Ziehst du zurück": "Ziehst du dich zurück",
        r"es kostet nichts mehr": "keine weitere Karte",
        r"An einen Tisch": "Einem Tisch beitreten",
        r"[Gg]egeben: \{": "{yours}",
        r"Ziele": "Zielkarten",
    },
    "en": {
        r"railway cars?|train cars?|trains": "wagon",
        r"decks?": "pile",
        r"tracks?": "lane, or route",
        r"longest (route|line|trail)": "longest path",
        r"destinations?": "ticket",
        r"jokers?|wild cards?": "locomotive",
        r"wagon cards?|carriage cards?": "train card",
        r"Go on on": "Continue on",
        r"\} given": "{yours}",
        r"(?<![Tt]here )is no (?!longer|more)\w+": "is not a",
    },
}
ALLOWED = {
    "report.low.turns": "the plans of a player",
    "page.programs.example_about": "the longest of the routes",
    "page.lesson.tickets": "what tickets are",
    "page.lesson.say_keep": "what tickets are",
}


def forms(language: str) -> Iterator[tuple[str, str]]:
    for key, sentence in sentences(language).items():
        for form in sentence if isinstance(sentence, tuple) else (sentence,):
            yield key, form


@pytest.mark.parametrize("language", WORDS)
def test_there_is_one_term_for_one_thing(language: str) -> None:
    found = [
        (key, match[0], better)
        for term, better in WORDS[language].items()
        for key, form in forms(language)
        for match in [re.search(rf"(?<!\w)(?:{term})(?!\w)", form)]
        if match and key not in ALLOWED and not key.startswith(TYPED)
    ]
    assert found == []


def test_what_is_allowed_is_still_there() -> None:
    assert set(sentences("de")) >= ALLOWED.keys()


def test_a_board_is_always_a_spielplan() -> None:
    """A bare Plan is what a player or a bot intends."""
    plans = {key for key, form in forms("de") if re.search(r"\bPlan\b", form)}
    assert plans == {"bot.hungry.about", "review.lesson.wrong_card.text"}
