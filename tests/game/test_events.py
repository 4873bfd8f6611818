from collections import Counter
from typing import Any

import pytest

from stellwerk.game import Event, Game
from stellwerk.game.chance import chance_of
from stellwerk.game.position import Position
from stellwerk.words import LANGUAGES, tell
from tests.builders import position
from tests.game.walks import TABLES, walk

SECRETS = {"drew": "card", "offered": "tickets", "kept": "tickets"}


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_events_hide_the_secrets_of_others(board: str, variant: str | None, seats: int) -> None:
    *_, game = walk(board, variant, seats, seed=6, takebacks=0.1)
    seen: Counter[str] = Counter()
    for viewer in (None, *range(seats)):
        events = game.events(viewer)
        assert [event.seq for event in events] == sorted(event.seq for event in events)
        for event in events:
            seen[event.code] += 1
            if event.code in SECRETS:
                secret = event.params[SECRETS[event.code]]
                assert (secret is not None) == (event.params["seat"] == viewer)
    assert seen["ended"] == seats + 1
    assert seen["started"] == seats + 1


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_every_event_can_be_told_in_every_language(
    board: str, variant: str | None, seats: int
) -> None:
    *_, game = walk(board, variant, seats, seed=7, takebacks=0.1)
    for viewer in (0, None):
        for event in game.events(viewer):
            for language in LANGUAGES:
                sentence = tell(event, game.board, game.names, language)
                assert sentence
                assert "{" not in sentence
                assert "None" not in sentence


def test_every_step_has_its_number_and_at_least_one_event() -> None:
    *_, game = walk("europe", None, 2, seed=8, takebacks=0.2)
    assert {event.seq for event in game.events()} == set(range(game.seq + 1))
    assert {event.seq for event in game.events(since=10)} == set(range(11, game.seq + 1))
    assert game.events(since=game.seq) == []


def happened(game: Game, move: str) -> list[tuple[str, dict[str, Any]]]:
    return [(event.code, event.params) for event in game.play(move)]


def test_play_returns_what_the_mover_sees() -> None:
    game = position(hands=[{}], pile={"green": 5})
    brought = game.play("draw")
    assert list(brought) == [Event(1, "drew", {"seat": 0, "pile": "train", "card": "green"})]
    assert len(brought) == 1
    assert brought[0].code == "drew"
    assert brought[:1] == (brought[0],)
    assert repr(brought).startswith("[Event(")
    (hidden,) = game.events(1, since=0)
    assert hidden.params["card"] is None


def test_a_card_taken_is_told_with_the_card_turned_up() -> None:
    game = position(display=["red"] * 5, pile={"white": 3})
    assert happened(game, "take 2") == [
        ("took", {"seat": 0, "card": "red", "place": 2, "new": "white"})
    ]


def test_a_claim_is_told_with_its_cards_and_points() -> None:
    game = position(hands=[{"white": 5}])
    assert happened(game, "claim denver-phoenix 5 white") == [
        ("claimed", {"seat": 0, "route": "denver-phoenix", "cards": {"white": 5}, "points": 10})
    ]


def test_a_cleared_display_is_told() -> None:
    display = ["locomotive", "locomotive", "red", "red", "red"]
    game = position(display=display, pile={"locomotive": 1}, discards={"blue": 9})
    codes = happened(game, "take 3")
    assert codes == [
        ("took", {"seat": 0, "card": "red", "place": 3, "new": "locomotive"}),
        ("flushed", {"display": ("blue",) * 5}),
        ("shuffled", {"pile": "train"}),
    ]


def test_a_new_pile_is_told() -> None:
    game = position(pile={"green": 1}, discards={"blue": 4})
    assert [code for code, _ in happened(game, "draw")] == ["drew", "shuffled"]


def test_cards_that_come_back_fill_the_display() -> None:
    game = position(hands=[{"white": 5}], display=[None] * 5, pile={})
    codes = happened(game, "claim denver-phoenix 5 white")
    assert [code for code, _ in codes] == ["claimed", "shuffled", "filled"]
    assert codes[2] == ("filled", {"display": ("white",) * 5})


def test_the_last_round_is_told() -> None:
    game = position(hands=[{"white": 5}], pieces=[7, 45])
    codes = happened(game, "claim denver-phoenix 5 white")
    assert codes[-1] == ("last_round", {"seat": 0, "turns": 2})


def tunnel(**wanted: Any) -> tuple[Game, str, int]:
    game = position("europe", **wanted)
    route = next(each for each in game.board.routes if each.tunnel and each.colour is None)
    return game, route.id, route.length


@pytest.mark.parametrize(
    ("pile", "discards"),
    [
        ({"blue": 9}, {}),
        ({"blue": 9}, {"green": 2}),
        ({"blue": 3}, {"green": 2}),
        ({"blue": 3}, {}),
        ({"blue": 2}, {}),
        ({"blue": 2}, {"green": 9}),
        ({"blue": 1}, {"green": 1}),
        ({}, {}),
    ],
)
def test_a_free_tunnel_is_told_with_the_cards_turned_up(
    pile: dict[str, int], discards: dict[str, int]
) -> None:
    """E-07, E-10: also when the pile is short."""
    game, route, length = tunnel(hands=[{"red": 4}], pile=pile, discards=discards)
    events = happened(game, f"claim {route} {length} red")
    assert [code for code, _ in events][:2] == ["tunnel", "claimed"]
    from_pile = min(3, pile.get("blue", 0))
    rest = min(3 - from_pile, discards.get("green", 0))
    assert sorted(events[0][1]["turned"]) == ["blue"] * from_pile + ["green"] * rest
    assert events[0][1]["extra"] == 0


@pytest.mark.parametrize("number", [3, 9])
def test_a_free_tunnel_after_which_the_display_is_cleared_is_told_in_full(number: int) -> None:
    """E-07, C-06: what was turned up, and what is laid out then; in the record, too."""
    crowded = ["locomotive", "locomotive", "locomotive", "green", "green"]
    game, route, length = tunnel(hands=[{"red": 4}], display=crowded, pile={"blue": number})
    events = happened(game, f"claim {route} {length} red")
    codes = [code for code, _ in events]
    assert codes[:2] == ["tunnel", "claimed"]
    assert events[0][1]["turned"] == ("blue",) * 3
    assert codes.count("flushed") > 0
    assert events[-1] == ("flushed", {"display": game.position.display})
    before, after = (Position(game.board, game.snapshot(seq)) for seq in (0, 1))
    outcome = chance_of(before, after, game.moves[0])
    assert outcome.turned == ("blue",) * 3
    assert outcome.cleared[0] == tuple(crowded)


def test_a_card_that_comes_before_the_display_is_cleared_is_told() -> None:
    """C-06: too few other cards had kept three locomotives there; with the new one they suffice."""
    display = ["locomotive", "locomotive", "locomotive", "red"]
    game = position("lesson", display=[*display, "red"], pile={"blue": 3})
    events = happened(game, "take 4")
    assert events[0] == ("took", {"seat": 0, "card": "red", "place": 4, "new": "blue"})
    assert events[1][0] == "flushed"


def test_a_crowded_display_is_not_cleared_while_a_tunnel_is_to_be_paid_for() -> None:
    """C-06, E-07: it is told when it happens, after the payment."""
    crowded = ["locomotive", "locomotive", "locomotive", "green", "green"]
    game, route, length = tunnel(hands=[{"red": 6}], display=crowded, pile={"red": 6})
    events = happened(game, f"claim {route} {length} red")
    assert game.phase == "tunnel"
    assert [code for code, _ in events] == ["tunnel"]
    assert game.position.display == tuple(crowded)
    assert happened(game, "pay 3 red")[-1][0] == "flushed"


def test_a_tunnel_that_costs_more_is_told_in_two_steps() -> None:
    game, route, length = tunnel(hands=[{"red": 5, "locomotive": 3}], pile={"red": 3})
    assert happened(game, f"claim {route} {length} red")[0] == (
        "tunnel",
        {
            "seat": 0,
            "route": route,
            "cards": {"red": length},
            "turned": ("red", "red", "red"),
            "extra": 3,
        },
    )
    paid = happened(game.clone(), f"pay {5 - length} red {length - 2} locomotive")
    assert [code for code, _ in paid][:2] == ["paid", "claimed"]
    assert sum(paid[1][1]["cards"].values()) == length + 3
    assert happened(game, "withdraw")[0] == ("withdrew", {"seat": 0, "route": route})
