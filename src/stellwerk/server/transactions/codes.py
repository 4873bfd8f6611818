"""Names and codes: what people type and tell each other."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from typing import Final

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import NAME_LENGTH

# No letters or digits that could be mistaken for each other.
SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LIST: Final = """
AMSEL BIENE BIRKE BOJE BRISE DACHS DAMM DISTEL ELSTER FALKE FARN FICHTE FINK FJORD FUCHS
GLEIS GRANIT HAFER HAFEN HALM HAMSTER HECHT HERBST HIMMEL IGEL INSEL KIEFER KLEE KOMPASS
KRAN KRANICH KUPFER LACHS LAMPE LATERNE LERCHE LINDE LUCHS MARDER MEISE MOND MOOR MOOS
NEBEL OTTER PAPPEL QUARZ RABE REGEN REIHER SALZ SCHIENE SCHNEE SEGEL SIGNAL SPECHT STERN
STURM TANNE TULPE UFER ULME WACHTEL WAGEN WEICHE WIESE WINTER ZIEGEL
"""
_WORDS: Final = tuple(_LIST.split())
"""Words that people can tell each other over the telephone."""
_GROUPS, _GROUP_SIGNS = 2, 4
CODES: Final = len(_WORDS) * len(SIGNS) ** (_GROUPS * _GROUP_SIGNS)
"""How many codes there are; docs/security.md works out how long guessing one takes."""


CODE: Final = re.compile(
    rf"\b(?:{'|'.join(_WORDS)})-(?:[{SIGNS}]{{4}}-[{SIGNS}]{{4}}|[{SIGNS}]{{5}})\b"
)
"""A table's code, in its present form and the earlier one."""


_DRAWN_AS: Final = {
    foreign: latin
    for signs, letters in (
        ("АВЕЗКМНОРСТУХІЈЅԌԚԜ", "abe3kmhopctyxijsgqw"),
        ("авезкмнорстухіјѕԁһԛԝ", "abe3kmhopctyxijsdhqw"),
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"),
        ("αβγεικνορτυχω", "abyeikvoptuxw"),
    )
    for foreign, latin in zip(signs, letters, strict=True)
}
"""Cyrillic and Greek letters that are drawn like Latin ones."""
_ALIKE: Final = str.maketrans("i1ı0", "lllo")
"""Letters and digits that are drawn like each other."""


def new_code() -> str:
    """Return a code for a table that nobody can guess: ``KRAN-7F3Q-K9TM``."""
    groups = [[secrets.choice(SIGNS) for _ in range(_GROUP_SIGNS)] for _ in range(_GROUPS)]
    return "-".join((secrets.choice(_WORDS), *("".join(group) for group in groups)))


def new_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_hex(12)


def new_token() -> str:
    """Return a secret to be shown once."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def clean_name(name: str) -> str:
    """Return a name without what cannot be shown, or refuse it.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    cleaned = clean_text(name)
    if not cleaned or len(cleaned) > NAME_LENGTH:
        raise Refusal("bad_name", most=NAME_LENGTH)
    return cleaned


def lookalike(name: str) -> str:
    """Return how a name looks: two that people could take for each other give the same.

    >>> lookalike("A\u0301d\u200ba ") == lookalike("\u0410DA") == lookalike("Ａｄａ") == "ada"
    True
    >>> lookalike("Ada 2")
    'ada2'
    """
    signs = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name))
    drawn = "".join(_DRAWN_AS.get(sign, sign).casefold() for sign in signs if sign.isalnum())
    return drawn.translate(_ALIKE) or clean_text(signs)


def clean_text(text: str) -> str:
    """Return a text on one line, without control characters or changes of direction."""
    shown = "".join(
        " " if sign.isspace() else sign
        for sign in unicodedata.normalize("NFC", text)
        if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return " ".join(shown.split())
