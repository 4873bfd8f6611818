"""Words that a person types: numbers, cards, piles and pieces, in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from stellwerk.board import AmbiguousName, Board, UnknownName
from stellwerk.board.errors import shorten
from stellwerk.board.names import fold
from stellwerk.board.names import spellings as ways_to_write
from stellwerk.game.cards import LOCOMOTIVE_NAME, PIECE_NAMES, CardSet, kinds_of_names
from stellwerk.game.errors import NotationError
from stellwerk.game.moves import PieceName, PileName
from stellwerk.words import spellings

COMMANDS: Final = (
    "mix",
    "keep",
    "pieces",
    "take",
    "draw",
    "tickets",
    "claim",
    "station",
    "harbour",
    "exchange",
    "pay",
    "withdraw",
    "pass",
)
_JOINTS: Final = frozenset({"", "and", "und", "with", "mit", "for", "fur", "from", "vom", "von"})
_DIGITS: Final = 4


class Word(NamedTuple):
    """A word that was typed, and where it begins."""

    text: str
    position: int

    @property
    def number(self) -> bool:
        """Whether it is a number."""
        return self.text.isascii() and self.text.isdigit()


class Reader:
    """Reads the words of one text, and says what is wrong with them."""

    def __init__(self, text: str, board: Board) -> None:
        self.text = text
        self.board = board

    def number(self, word: Word) -> int:
        """Read a number."""
        if not word.number:
            raise self.error("expected_number", word.position, word=shorten(word.text))
        if len(word.text) > _DIGITS:
            raise self.error("number_too_big", word.position, word=shorten(word.text))
        return int(word.text)

    def once(self, repeated: bool, word: Word) -> None:
        """Refuse a word that says a second time what was said before."""
        if repeated:
            raise self.error("named_twice", word.position, word=shorten(word.text))

    def check_total(self, first: Word, found: int, total: int, example: str) -> None:
        """Refuse numbers that contradict each other rather than drop one of them."""
        if found != total:
            params = {"found": found, "total": total, "example": example}
            raise self.error("wrong_total", first.position, **params)

    def nothing_more(self, words: Sequence[Word]) -> None:
        """Refuse words that are left over."""
        if words:
            raise self.error("too_much", words[0].position, word=shorten(words[0].text))

    def missing(self, what: str) -> NotationError:
        """Return the error that something is missing at the end."""
        return self.error("missing", len(self.text), expected=f"expected.{what}")

    def unknown(
        self, code: str, position: int, problem: UnknownName, verb: str = ""
    ) -> NotationError:
        """Return the error of a name that the board does not know, or that may mean several."""
        name = shorten(problem.name)
        if isinstance(problem, AmbiguousName):
            names = problem.suggestions
            texts = tuple(f"{verb} {each}" for each in names) if verb else ()
            return self.error("ambiguous", position, word=name, choices=names, texts=texts)
        return self.error(code, position, word=name, hint=problem.suggestions)

    def error(self, code: str, position: int, **params: object) -> NotationError:
        """Return an error at a position of the text."""
        error = NotationError(code, self.text, position, **params)
        error.board = self.board
        return error

    def cards(self, words: Sequence[Word]) -> CardSet:
        """Read numbers of cards: ``4 white 1 locomotive``."""
        counts: dict[str, int] = {}
        at = 0
        while at < len(words):
            count = self.number(words[at])
            end = at + 1
            while end < len(words) and not words[end].number:
                end += 1
            if end == at + 1:
                position = words[end].position if end < len(words) else len(self.text)
                shown = words[end].text if end < len(words) else ""
                raise self.error("expected_card", position, word=shorten(shown))
            card = self.card(words[at + 1 : end])
            counts[card] = counts.get(card, 0) + count
            at = end
        kinds = kinds_of_names(self.board)
        order = sorted(counts, key=lambda card: (card == LOCOMOTIVE_NAME, kinds[card]))
        return CardSet((card, counts[card]) for card in order)

    def card(self, words: Sequence[Word]) -> str:
        """Read the name of one card."""
        card = self.card_or_none(words)
        if card is None:
            shown = shorten(joined(words))
            raise self.error("expected_card", words[0].position, word=shown)
        return card

    def card_or_none(self, words: Sequence[Word]) -> str | None:
        """Return the card that words mean, also when the last is unfinished."""
        typed = fold(joined(words))
        table = _card_words(self.board)
        if typed in table or not typed:
            return table.get(typed)
        found = {card for spelling, card in table.items() if spelling.startswith(typed)}
        plain = {card for card in found if " " not in card}
        return (plain or found).pop() if len(plain or found) == 1 else None

    def pile(self, words: Sequence[Word]) -> PileName | None:
        """Read the name of a pile of cards, if there is one."""
        if not words:
            return None
        self.nothing_more(words[1:])
        if one_of(words[0].text, "typed.train"):
            return "train"
        if one_of(words[0].text, "typed.ship"):
            return "ship"
        shown = shorten(words[0].text)
        raise self.error("expected_pile", words[0].position, word=shown, piles=("train", "ship"))

    def ticket_pile(self, word: Word) -> int:
        """Read the name of a pile of tickets, as its number."""
        names = self.board.rules.tickets.piles
        typed = fold(word.text)
        for number, name in enumerate(names):
            known = spellings(f"typed.{name}") if name in ("long", "short") else (name,)
            if typed and any(fold(each) == typed for each in (name, *known)):
                return number
        shown = shorten(word.text)
        raise self.error("expected_pile", word.position, word=shown, piles=names)

    def piece(self, word: Word) -> PieceName:
        """Read wagons or ships."""
        for piece in PIECE_NAMES:
            if one_of(word.text, f"typed.{piece}"):
                return "ship" if piece == "ship" else "wagon"
        raise self.error("expected_piece", word.position, word=shorten(word.text))


def without_joints(words: Sequence[Word]) -> list[Word]:
    """Leave out words that only join others: ``and``, ``with``."""
    return [word for word in words if fold(word.text) not in _JOINTS]


def joined(words: Sequence[Word]) -> str:
    """Return words as one text again."""
    return " ".join(word.text for word in words)


def one_of(text: str, key: str) -> bool:
    """Tell whether a word is one of those a person may type for a key."""
    return fold(text) in _folded(key)


@lru_cache(maxsize=64)
def _folded(key: str) -> frozenset[str]:
    return frozenset(way for word in spellings(key) for way in ways_to_write(word))


@lru_cache(maxsize=1)
def command_words() -> Mapping[str, str]:
    """Return the command each word stands for."""
    return {word: command for command in COMMANDS for word in sorted(_folded(f"command.{command}"))}


@lru_cache(maxsize=64)
def _card_words(board: Board) -> Mapping[str, str]:
    """Return the card that each way to name one stands for."""
    table: dict[str, str] = {}
    for card in kinds_of_names(board):
        colour, _, sort = card.partition(" ")
        names = _folded(f"typed.{colour}")
        if not sort:
            for name in names:
                table.setdefault(name, card)
            continue
        for name, kind in product(names, _folded(f"typed.{sort.replace('-', '_')}")):
            table.setdefault(f"{name} {kind}", card)
            table.setdefault(f"{kind} {name}", card)
    return table
