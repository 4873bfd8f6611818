import pytest

from stellwerk.board import Board
from stellwerk.game import Event
from stellwerk.words import card_name, cards_phrase, join, person, route_name, tell, ticket_name

USA = Board.load("usa")


@pytest.mark.parametrize(
    ("card", "count", "english", "german"),
    [
        ("red", 1, "red", "rot"),
        ("locomotive", 1, "locomotive", "Lokomotive"),
        ("locomotive", 2, "locomotives", "Lokomotiven"),
        ("red harbour", 1, "red harbour", "rot mit Hafen"),
        ("red ship", 1, "red ship", "Schiff rot"),
        ("red double-ship", 1, "red double ship", "Doppelschiff rot"),
        ("gold", 1, "gold", "gold"),
        ("red plane", 1, "red plane", "red plane"),
        (None, 1, "a card", "eine Karte"),
    ],
)
def test_cards_have_names(card: str | None, count: int, english: str, german: str) -> None:
    assert card_name(card, "en", count) == english
    assert card_name(card, "de", count) == german


def test_sets_of_cards_are_phrases() -> None:
    cards = {"white": 2, "red": 1, "locomotive": 1}
    assert cards_phrase(cards, "en") == "2 white, 1 red and 1 locomotive"
    assert cards_phrase(cards, "de") == "2 weiß, 1 rot und 1 Lokomotive"
    assert cards_phrase({}, "en") == "no cards"


def test_parts_are_joined_as_a_person_would() -> None:
    assert [join(list("abc")[:n], "de") for n in range(4)] == ["", "a", "a und b", "a, b und c"]


def test_routes_and_tickets_have_names() -> None:
    assert route_name(USA, "duluth-omaha/2", "en") == "Duluth–Omaha (2)"
    assert route_name(USA, "a-b", "en") == "a-b"
    assert ticket_name(USA, "boston-miami", "en") == "Boston–Miami"
    assert ticket_name(USA, "a-b", "en") == "a-b"
    germany = Board.load("germany")
    ticket = next(each for each in germany.tickets if "osterreich" in each.names[-1])
    assert ticket_name(germany, ticket.id, "de").endswith("Österreich")
    assert ticket_name(germany, ticket.id, "en").endswith("Austria")


def test_seats_are_called_by_name_or_colour() -> None:
    assert person(USA, ("Ann", ""), 0, "de") == "Ann"
    assert person(USA, ("Ann", ""), 1, "de") == "Rot"
    assert person(USA, (), 7, "de") == "Platz 8"


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (
            Event(1, "drew", {"seat": 0, "pile": "train", "card": None}),
            "Ann draws a card from the train pile.",
            "Ann zieht verdeckt vom Stapel der Zugkarten.",
        ),
        (
            Event(1, "kept", {"seat": 1, "count": 1, "piles": (1,), "tickets": None}),
            "Red keeps 1 ticket.",
            "Rot behält 1 Zielkarte.",
        ),
        (
            Event(1, "took", {"seat": 0, "card": "red", "place": 1, "new": None}),
            "Ann takes red.",
            "Ann nimmt rot.",
        ),
        (
            Event(1, "ended", {"winners": (0, 1), "points": 99}),
            "The game is over. Ann and Red win together with 99 points.",
            "Das Spiel ist zu Ende. Ann und Rot gewinnen gemeinsam: 99 Punkte.",
        ),
    ],
)
def test_events_are_told(event: Event, english: str, german: str) -> None:
    assert tell(event, USA, ("Ann", ""), "en") == english
    assert tell(event, USA, ("Ann", ""), "de") == german
