import pytest

from stellwerk.board import Board
from stellwerk.game import Event
from stellwerk.words import (
    a_card,
    card_label,
    card_name,
    cards_phrase,
    join,
    person,
    route_name,
    tell,
    ticket_name,
)

USA = Board.load("usa")


@pytest.mark.parametrize(
    ("card", "count", "english", "german"),
    [
        ("red", 1, "red card", "rote Karte"),
        ("green", 2, "green cards", "grüne Karten"),
        ("locomotive", 1, "locomotive", "Lokomotive"),
        ("locomotive", 2, "locomotives", "Lokomotiven"),
        ("red harbour", 1, "red card with an anchor", "rote Karte mit Anker"),
        ("red harbour", 2, "red cards with an anchor", "rote Karten mit Anker"),
        ("red ship", 1, "red ship", "rotes Schiff"),
        ("purple ship", 1, "purple ship", "lila Schiff"),
        ("white double-ship", 1, "white double ship", "weißes Doppelschiff"),
        ("purple double-ship", 3, "purple double ships", "lila Doppelschiffe"),
        ("gold", 1, "gold", "gold"),
        ("red plane", 1, "red plane", "red plane"),
        (None, 1, "a card", "eine Karte"),
    ],
)
def test_cards_have_names(card: str | None, count: int, english: str, german: str) -> None:
    assert card_name(card, "en", count) == english
    assert card_name(card, "de", count) == german


@pytest.mark.parametrize(
    ("card", "english", "german"),
    [
        ("green", "a green card", "eine grüne Karte"),
        ("orange", "an orange card", "eine orange Karte"),
        ("locomotive", "a locomotive", "eine Lokomotive"),
        ("blue harbour", "a blue card with an anchor", "eine blaue Karte mit Anker"),
        ("purple ship", "a purple ship", "ein lila Schiff"),
        ("white double-ship", "a white double ship", "ein weißes Doppelschiff"),
        (None, "a card", "eine Karte"),
    ],
)
def test_a_card_has_its_article(card: str | None, english: str, german: str) -> None:
    assert a_card(card, "en") == english
    assert a_card(card, "de") == german


@pytest.mark.parametrize(
    ("card", "english", "german"),
    [
        ("green", "green", "grün"),
        ("red harbour", "red with an anchor", "rot mit Anker"),
        ("blue ship", "blue ship", "blaues Schiff"),
        ("locomotive", "locomotive", "Lokomotive"),
    ],
)
def test_a_card_in_a_list_is_short(card: str, english: str, german: str) -> None:
    assert card_label(card, "en") == english
    assert card_label(card, "de") == german


def test_sets_of_cards_are_phrases() -> None:
    cards = {"white": 2, "red": 1, "locomotive": 1}
    assert cards_phrase(cards, "en") == "2 white cards, 1 red card and 1 locomotive"
    assert cards_phrase(cards, "de") == "2 weiße Karten, 1 rote Karte und 1 Lokomotive"
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
            "Ann zieht verdeckt eine Karte vom Stapel der Wagenkarten.",
        ),
        (
            Event(1, "kept", {"seat": 1, "count": 1, "piles": (1,), "tickets": None}),
            "Red keeps 1 ticket.",
            "Rot behält 1 Zielkarte.",
        ),
        (
            Event(1, "took", {"seat": 0, "card": "red", "place": 1, "new": None}),
            "Ann takes a red card.",
            "Ann nimmt eine rote Karte.",
        ),
        (
            Event(1, "took", {"seat": 0, "card": "locomotive", "place": 1, "new": "white"}),
            "Ann takes a locomotive; a white card is turned up.",
            "Ann nimmt eine Lokomotive; aufgedeckt wird eine weiße Karte.",
        ),
        (
            Event(
                1,
                "tunnel",
                {
                    "seat": 0,
                    "route": "denver-phoenix",
                    "cards": {"red": 2},
                    "turned": ("blue", "white", "green"),
                    "extra": 0,
                },
            ),
            "Ann lays 2 red cards for the tunnel Denver–Phoenix; "
            "turned up: blue, white and green; nothing more to pay.",
            "Ann legt 2 rote Karten für den Tunnel Denver–Phoenix; "
            "aufgedeckt: blau, weiß und grün; keine weitere Karte.",
        ),
        (
            Event(
                1,
                "exchanged",
                {"seat": 0, "given": "wagon", "received": "ship", "number": 1, "points": -1},
            ),
            "Ann exchanges 1 wagon for 1 ship: −1 points.",
            "Ann tauscht 1 Waggon gegen 1 Schiff: −1 Punkte.",
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


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (Event(1, "decided", {"seat": 0}), "You have decided.", "Du hast dich entschieden."),
        (
            Event(1, "drew", {"seat": 0, "pile": "train", "card": "red"}),
            "You draw a red card from the train pile.",
            "Du ziehst eine rote Karte vom Stapel der Wagenkarten.",
        ),
        (
            Event(1, "drew", {"seat": 0, "pile": "train", "card": None}),
            "Ann draws a card from the train pile.",
            "Ann zieht verdeckt eine Karte vom Stapel der Wagenkarten.",
        ),
        (Event(1, "passed", {"seat": 1}), "Bob passes.", "Bob passt."),
        (
            Event(1, "ended", {"winners": (0,), "points": 99}),
            "The game is over. You win with 99 points.",
            "Das Spiel ist zu Ende. Du gewinnst: 99 Punkte.",
        ),
        (
            Event(1, "ended", {"winners": (0, 1), "points": 99}),
            "The game is over. Ann and Bob win together with 99 points.",
            "Das Spiel ist zu Ende. Ann und Bob gewinnen gemeinsam: 99 Punkte.",
        ),
    ],
)
def test_what_one_did_oneself_is_told_to_you(event: Event, english: str, german: str) -> None:
    assert tell(event, USA, ("Ann", "Bob"), "en", 0) == english
    assert tell(event, USA, ("Ann", "Bob"), "de", 0) == german
