from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.board.layout import KINDS
from stellwerk.game import (
    CardSet,
    ClaimRoute,
    KeepTickets,
    Move,
    NotationError,
    Pass,
    TakeCard,
    from_json,
    parse_move,
    to_json,
)
from stellwerk.game.cards import kinds_of_names
from tests.game.walks import TABLES, refused, walk


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_every_legal_move_survives_its_text_and_its_json(
    board: str, variant: str | None, seats: int
) -> None:
    kinds = set()
    for number, game in enumerate(walk(board, variant, seats)):
        if number % 5:
            continue
        for seat in game.pending:
            for move in game.legal_moves(seat):
                kinds.add(type(move))
                assert from_json(to_json(move)) == move
                text = move.text(game.board)
                assert parse_move(text, game.board, seat) == move
                assert parse_move(text, game.board, seat, game) == move
                assert parse_move(text.upper(), game.board, seat, game) == move
    assert len(kinds) >= 5


def test_all_kinds_of_moves_occur_in_random_games() -> None:
    seen = set()
    for board, variant, seats in TABLES:
        for seed in range(3):
            *_, game = walk(board, variant, seats, seed)
            seen |= {type(move) for move in game.moves}
    assert seen | {Pass} == set(get_args(Move))


def test_moves_are_values() -> None:
    one = ClaimRoute(0, "denver-phoenix", {"white": 4, "locomotive": 1})
    other = ClaimRoute(0, "denver-phoenix", {"locomotive": 1, "white": 4, "red": 0})
    assert one == other
    assert hash(one) == hash(other)
    with pytest.raises(AttributeError):
        one.seat = 1  # type: ignore[misc]


def test_a_set_of_cards_does_not_change() -> None:
    cards = CardSet({"red": 2})
    changes: list[Any] = [
        lambda: cards.update(red=1),
        lambda: cards.__setitem__("red", 1),
        cards.clear,
        cards.popitem,
    ]
    for change in changes:
        with pytest.raises(TypeError, match="does not change"):
            change()
    assert cards == {"red": 2}


def test_cards_of_world_have_names_of_their_own() -> None:
    (game, *_) = walk("world", None, 2)
    names = set(kinds_of_names(game.board))
    assert {"red", "red harbour", "red ship", "red double-ship", "locomotive"} <= names
    assert "blue" not in names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"move":"claim"}',
        '{"move":"fly","seat":0}',
        '{"move":"take","seat":"0","place":1}',
        '{"move":"take","seat":0,"place":1,"refill":"air"}',
        '{"move":"pass","seat":0,"more":1}',
        '{"move":"claim","seat":0,"route":"a-b","cards":["red"]}',
        "[" * 5000,
        b"\xff\xfe",
    ],
)
def test_what_is_no_move_in_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(NotationError, match="not a move") as problem:
        from_json(text)
    assert problem.value.code == "bad_json"


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_reading_json_never_crashes(text: str | bytes) -> None:
    error = refused(lambda: from_json(text), NotationError)
    assert error is None or error.say("de")


@given(
    st.builds(KeepTickets, st.integers(0, 4), st.lists(st.text(), max_size=3).map(tuple))
    | st.builds(TakeCard, st.integers(-9, 99), st.integers(-9, 99))
    | st.builds(
        ClaimRoute,
        st.integers(0, 4),
        st.text(),
        st.dictionaries(st.text(), st.integers(1), max_size=KINDS),
    )
)
def test_any_move_survives_its_json(move: Move) -> None:
    assert from_json(to_json(move)) == move
