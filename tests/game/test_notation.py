from functools import cache, partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stellwerk.board import Board
from stellwerk.game import Game, NotationError, parse_move
from stellwerk.game.reading import COMMANDS
from stellwerk.words import spellings
from tests.builders import position
from tests.game.walks import refused

USA = Board.load("usa")
HAND = {"white": 5, "red": 3, "blue": 2, "locomotive": 1}


@cache
def table() -> Game:
    display = ["locomotive", "red", "blue", "red", "green"]
    return position(hands=[HAND], display=display, owners={"denver-santa-fe": 1})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("claim denver-phoenix 4 white 1 locomotive", "claim denver-phoenix 4 white 1 locomotive"),
        ("CLAIM Denver Phoenix 4 WHITE 1 Locomotive", "claim denver-phoenix 4 white 1 locomotive"),
        ("claim phoenix denver 4 white and 1 loco", "claim denver-phoenix 4 white 1 locomotive"),
        ("Strecke denver phoenix 4 weiß 1 lok", "claim denver-phoenix 4 white 1 locomotive"),
        (
            "strecke denver phoenix 4 weisse, 1 Lokomotive",
            "claim denver-phoenix 4 white 1 locomotive",
        ),
        ("claim den pho 2 whi 2 white 1 wild", "claim denver-phoenix 4 white 1 locomotive"),
        ("claim denver phoenix white", "claim denver-phoenix 5 white"),
        ("claim montreal toronto 3 rot", "claim montreal-toronto 3 red"),
        ("claim Montréal Toronto 3 rote", "claim montreal-toronto 3 red"),
        ("claim duluth omaha 2 red", "claim duluth-omaha/1 2 red"),
        ("claim duluth-omaha/2 2 red", "claim duluth-omaha/2 2 red"),
        ("claim duluth omaha 2 2 red", "claim duluth-omaha/2 2 red"),
        ("take 3", "take 3"),
        ("nimm 3", "take 3"),
        ("take red", "take 2"),
        ("take loco", "take 1"),
        ("nimm blau", "take 3"),
        ("draw", "draw"),
        ("ziehe", "draw"),
        ("draw train", "draw"),
        ("tickets", "tickets"),
        ("draw tickets", "tickets"),
        ("ziehe zielkarten", "tickets"),
        ("passe", "pass"),
        ("pas", "pass"),
        ("withdraw", "withdraw"),
        ("zurück", "withdraw"),
        ("zurueck", "withdraw"),
        ("pay 1 red 1 lok", "pay 1 red 1 locomotive"),
        ("keep boston-miami calgary-phoenix", "keep boston-miami calgary-phoenix"),
        ("behalte miami boston, calgary phoenix", "keep boston-miami calgary-phoenix"),
    ],
)
def test_a_move_is_understood(typed: str, meant: str) -> None:
    assert parse_move(typed, USA, 0, table()).text(USA) == meant


@pytest.mark.parametrize(
    ("board", "typed", "meant"),
    [
        ("germany", "tickets 2 long", "tickets 2 long"),
        ("germany", "zielkarten 1 kurz 3 lang", "tickets 3 long"),
        ("germany", "tickets 1 short", "tickets 3 long"),
        ("germany", "mix 1 lang", "mix 1 long"),
        ("world", "pieces 20 wagons", "pieces 20 wagons"),
        ("world", "pieces 40 ships", "pieces 20 wagons"),
        ("world", "figuren 20 waggons 40 schiffe", "pieces 20 wagons"),
        ("world", "exchange 2 ships", "exchange 2 ships"),
        ("world", "tausche 3 waggons", "exchange 3 wagons"),
        ("world", "take 3 ship", "take 3 ship"),
        ("world", "draw ship", "draw ship"),
        ("world", "ziehe zugkarte", "draw train"),
        (
            "world",
            "Hafen Lima 2 gelb Hafen 1 Schiff gelb 1 Joker",
            "harbour lima 2 yellow harbour 1 yellow ship 1 locomotive",
        ),
        (
            "world",
            "harbor lima 1 yellow double ship",
            "harbour lima 1 yellow double-ship",
        ),
        ("europe", "station paris 2 red", "station paris 2 red"),
        ("europe", "Bahnhof Rom 1 lok", "station roma 1 locomotive"),
    ],
)
def test_moves_of_other_boards_are_understood(board: str, typed: str, meant: str) -> None:
    loaded = Board.load(board)
    assert parse_move(typed, loaded, 0).text(loaded) == meant


def test_cards_may_be_left_out_when_only_one_set_pays() -> None:
    game = position(hands=[{"white": 5}])
    move = parse_move("claim denver phoenix", USA, 0, game)
    assert move.text(USA) == "claim denver-phoenix 5 white"


def test_cards_must_be_named_when_several_sets_pay() -> None:
    with pytest.raises(NotationError, match="5 white cards; 4 white cards and 1 loco") as problem:
        parse_move("claim denver phoenix", USA, 0, table())
    assert problem.value.code == "choose_cards"
    assert "4 weiße Karten und 1 Lokomotive" in problem.value.say("de")


def test_canonical_pays_with_the_fewest_locomotives_then_the_most_plentiful_colour() -> None:
    game = position(hands=[{"red": 3, "white": 5, "blue": 2, "locomotive": 3}])
    typed = "claim duluth omaha"
    move = parse_move(typed, USA, 0, game, canonical=True)
    assert move.text(USA) == "claim duluth-omaha/1 2 white"


def test_the_lane_must_be_named_when_it_matters() -> None:
    game = position(hands=[{"locomotive": 5}])
    with pytest.raises(NotationError, match=r"Kansas City–Saint Louis \(1\)"):
        parse_move("claim kansas city st louis 2 loco", USA, 0, game)


def test_the_lane_follows_from_the_cards() -> None:
    game = position(hands=[{"blue": 2, "purple": 2}])
    blue = parse_move("claim kansas city st louis 2 blue", USA, 0, game).text(USA)
    purple = parse_move("claim kansas city st louis 2 purple", USA, 0, game).text(USA)
    assert {blue, purple} == {
        "claim kansas-city-saint-louis/1 2 blue",
        "claim kansas-city-saint-louis/2 2 purple",
    }


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("van cal", "claim calgary-vancouver 3 red"),
        ("cal van", "claim calgary-vancouver 3 red"),
        ("Vancouver Calgary 2 rot 1 lok", "claim calgary-vancouver 2 red 1 locomotive"),
        ("van cal red", "claim calgary-vancouver 3 red"),
        ("van-cal!", "claim calgary-vancouver 3 red"),
        ("dul oma", "claim duluth-omaha/1 2 red"),
        ("port sea 1 loco", "claim portland-seattle/1 1 locomotive"),
        ("st louis pitts 4 white 1 lok", "claim pittsburgh-saint-louis 4 white 1 locomotive"),
        ("take red", "take 2"),
        ("pas", "pass"),
    ],
)
def test_the_beginnings_of_two_cities_are_a_claim(typed: str, meant: str) -> None:
    game = position(hands=[{"red": 3, "locomotive": 1}], display=["blue", "red", *["green"] * 3])
    assert parse_move(typed, USA, 0, game, sparing=True).text(USA) == meant


def question(typed: str, game: Game, *, sparing: bool = True) -> NotationError:
    with pytest.raises(NotationError) as problem:
        parse_move(typed, game.board, 0, game, sparing=sparing)
    return problem.value


def test_locomotives_are_asked_for_before_they_are_spent() -> None:
    game = position(hands=[{"red": 2, "locomotive": 2}])
    error = question("van cal", game)
    assert error.code == "spends_locomotives"
    assert error.params["texts"] == (
        "claim calgary-vancouver 2 red 1 locomotive",
        "claim calgary-vancouver 1 red 2 locomotive",
    )
    assert "2 rote Karten und 1 Lokomotive" in error.say("de")
    assert question("van cal red", game).code == "spends_locomotives"
    for text in error.params["texts"]:
        assert parse_move(text, USA, 0, game, sparing=True).text(USA) == text
    meant = "claim calgary-vancouver 2 red 1 locomotive"
    for told in ("van cal!", "van cal !", "van cal 2 red 1 lok", "claim van cal red!"):
        assert parse_move(told, USA, 0, game, sparing=True).text(USA) == meant
    only = position(hands=[{"locomotive": 3}])
    assert parse_move("van cal lok", USA, 0, only, sparing=True).text(USA).endswith("3 locomotive")
    # Whoever does not ask for it is not asked: programs and records go on as they did.
    assert parse_move("claim van cal", USA, 0, only).text(USA).endswith("3 locomotive")


def test_what_can_be_paid_without_locomotives_is_not_asked() -> None:
    game = position(hands=[{"white": 5, "locomotive": 2}])
    assert parse_move("den pho", USA, 0, game, sparing=True).text(USA).endswith("5 white")
    gray = position(hands=[{"white": 2, "red": 2, "locomotive": 2}])
    error = question("dul oma", gray)
    assert error.code == "choose_cards"
    assert set(error.params["texts"]) == {
        "claim duluth-omaha/1 2 white",
        "claim duluth-omaha/1 2 red",
    }


def test_an_ambiguous_beginning_lists_what_it_may_mean() -> None:
    game = position(hands=[{"red": 3}])
    error = question("s l", game)
    assert error.code == "ambiguous"
    assert len(error.params["choices"]) > 1
    names = [text.partition(" ")[2] for text in error.params["texts"]]
    assert names == list(error.params["choices"])
    assert "Los Angeles" in error.say("de")
    lone = question("vanc", game)
    assert lone.code == "ambiguous"
    assert set(lone.params["choices"]) >= {"calgary-vancouver", "seattle-vancouver/1"}
    assert question("van xyzzy", game).code == "unknown_route"


def test_a_station_is_asked_for_in_the_same_way() -> None:
    game = position("europe", hands=[{"locomotive": 2}])
    error = question("station paris", game)
    assert error.params["texts"] == ("station paris 1 locomotive",)
    error = question("station b", game)
    assert (error.code, error.params["texts"][0].split()[0]) == ("ambiguous", "station")


def test_tickets_are_kept_by_their_number_in_the_offer() -> None:
    offers = [["boston-miami", "calgary-phoenix", "dallas-new-york"]]
    game = position(offers=offers, phase="keep")
    assert parse_move("keep 1 3", USA, 0, game).text(USA) == "keep boston-miami dallas-new-york"
    assert (
        parse_move("keep calg dal", USA, 0, game).text(USA)
        == "keep calgary-phoenix dallas-new-york"
    )


def test_an_unpayable_claim_is_left_to_the_rules() -> None:
    move = parse_move("claim denver phoenix", USA, 0, position(hands=[{"red": 1}]))
    assert move.text(USA) == "claim denver-phoenix"


@pytest.mark.parametrize(
    ("typed", "code", "at", "reason"),
    [
        ("", "nothing", 0, "nothing was typed"),
        ("  ", "nothing", 2, "nothing was typed"),
        ("fly away", "unknown_command", 0, "'fly' is not a command"),
        ("p", "ambiguous_command", 0, "may be more than one command"),
        ("claim", "missing", 5, "a route"),
        ("claim denvr phoenix 5 white", "unknown_route", 6, "'denvr phoenix' is not a route"),
        ("claim denver-phoenix 5 whote", "expected_card", 23, "a card belongs here, not 'whote'"),
        ("claim denver-phoenix 5 white 1", "expected_card", 30, "a card belongs here"),
        ("claim denver-phoenix 99999 white", "number_too_big", 21, "too big"),
        ("take", "missing", 4, "a place of the display"),
        ("take orange", "not_in_display", 5, "the display does not hold an orange card"),
        ("take nothing", "expected_place", 5, "a place of the display belongs here"),
        ("take 1 air", "expected_pile", 7, "one of the piles belongs here (train, ship)"),
        ("take 1 train now", "too_much", 13, "'now' does not belong here"),
        ("draw cards", "expected_pile", 5, "one of the piles belongs here (train, ship)"),
        ("tickets 3", "too_much", 8, "'3' does not belong here"),
        ("keep", "missing", 4, "the tickets to keep"),
        ("keep 9", "no_such_offer", 5, "no ticket number 9"),
        ("keep boston-maimi", "unknown_ticket", 5, "is not a ticket of this board"),
        ("pass now", "too_much", 5, "'now' does not belong here"),
        ("exchange 2", "missing", 10, "a number"),
        ("exchange two ships", "expected_number", 9, "a number belongs here, not 'two'"),
        ("exchange 2 cars", "expected_piece", 11, "wagons or ships belong here"),
        ("station atlantis 1 red", "unknown_city", 8, "'atlantis' is not a city"),
        ("pieces", "missing", 6, "a number"),
    ],
)
def test_what_is_wrong_is_said_and_where(typed: str, code: str, at: int, reason: str) -> None:
    with pytest.raises(NotationError) as problem:
        parse_move(typed, USA, 0, table())
    error = problem.value
    assert (error.code, error.position, error.text) == (code, at, typed)
    assert reason in str(error)
    assert error.say("de") != str(error)


@pytest.mark.parametrize(
    ("board", "typed", "code", "reason"),
    [
        ("world", "pieces 25 wagons 10 ships", "wrong_total", "35 in all, but it must be 60"),
        ("world", "pieces 25 wagons 10 ships", "wrong_total", "25 wagons 35 ships"),
        ("world", "pieces 40 ships and 21 wagons", "wrong_total", "21 wagons 39 ships"),
        ("world", "pieces 99 wagons 99 ships", "wrong_total", "25 wagons 35 ships"),
        ("world", "pieces 20 wagons 20 wagons", "named_twice", "'wagons' is there twice"),
        ("world", "pieces 20 wagons 40", "named_twice", "'40' is there twice"),
        ("world", "pieces and", "missing", "a number"),
        ("world", "exchange 2 wagons 3 ships", "too_much", "'3' does not belong here"),
        ("germany", "mix 2 short 1 long", "wrong_total", "3 in all, but it must be 4"),
        ("germany", "mix 2 short 1 long", "wrong_total", "2 short 2 long"),
        ("germany", "mix 4 short 4 long", "wrong_total", "4 short 0 long"),
        ("germany", "mix 1 long 1 short", "wrong_total", "1 short 3 long"),
        ("germany", "mix 9 short 9 long", "wrong_total", "4 short 0 long"),
        ("germany", "mix 2 short 2 short", "named_twice", "'short' is there twice"),
        ("germany", "mix 2 short 2", "expected_pile", "the piles belongs here (short, long)"),
        ("germany", "mix 2 short 2 long 0 long", "named_twice", "'long' is there twice"),
        ("germany", "tickets 1 short 1 long", "wrong_total", "1 short 3 long"),
        ("germany", "tickets 4 short 4 long", "wrong_total", "8 in all, but it must be 4"),
        ("usa", "keep boston-miami boston-miami", "named_twice", "'boston-miami' is there"),
        ("usa", "keep boston miami, boston miami", "named_twice", "'boston miami' is there"),
        ("usa", "keep and", "missing", "the tickets to keep"),
    ],
)
def test_no_number_and_no_word_is_left_out_in_silence(
    board: str, typed: str, code: str, reason: str
) -> None:
    with pytest.raises(NotationError) as problem:
        parse_move(typed, Board.load(board), 0)
    assert problem.value.code == code
    assert reason in str(problem.value)
    assert problem.value.say("de") != str(problem.value)


@pytest.mark.parametrize(
    ("board", "typed", "text"),
    [
        ("world", "pieces 25 wagons and 35 ships", "pieces 25 wagons"),
        ("world", "pieces 35 ships", "pieces 25 wagons"),
        ("world", "pieces 25", "pieces 25 wagons"),
        ("germany", "mix 2 short and 2 long", "mix 2 long"),
        ("germany", "mix 3 lang 1 kurz", "mix 3 long"),
        ("germany", "mix 4 short 0 long", "mix 0 long"),
        ("germany", "mix 1 short", "mix 3 long"),
        ("germany", "mix 3", "mix 3 long"),
        ("germany", "tickets 2 short 2 long", "tickets 2 long"),
        ("usa", "keep boston-miami and calgary-phoenix", "keep boston-miami calgary-phoenix"),
    ],
)
def test_numbers_that_agree_are_understood(board: str, typed: str, text: str) -> None:
    chosen = Board.load(board)
    assert parse_move(typed, chosen, 0).text(chosen) == text


def test_a_ticket_kept_twice_by_number_is_refused() -> None:
    game = position(offers=[["boston-miami", "calgary-phoenix"]], phase="keep")
    with pytest.raises(NotationError, match="'1' is there twice"):
        parse_move("keep 1 1", USA, 0, game)


def test_a_wrong_name_comes_with_a_hint() -> None:
    with pytest.raises(NotationError, match="did you mean denver-phoenix"):
        parse_move("claim denvr-phoenix 5 white", USA, 0)


def test_the_same_route_by_land_and_sea_is_ambiguous() -> None:
    board = Board.load("great_lakes")
    pairs: dict[frozenset[int], set[str]] = {}
    for route in board.routes:
        pairs.setdefault(frozenset((route.a, route.b)), set()).add(route.kind)
    a, b = next(tuple(pair) for pair, kinds in pairs.items() if len(kinds) == 2)
    typed = f"claim {board.cities[a].id} {board.cities[b].id} 1 red"
    with pytest.raises(NotationError, match="may mean more than one thing"):
        parse_move(typed, board, 0)


def test_every_command_is_understood_in_both_languages() -> None:
    for command in COMMANDS:
        for word in spellings(f"command.{command}"):
            error = refused(partial(parse_move, word, USA, 0, table()), NotationError)
            assert error is None or error.code not in ("unknown_command", "ambiguous_command")


WORDS = st.sampled_from(
    [
        *(word for command in COMMANDS for word in spellings(f"command.{command}")),
        *("denver", "phoenix", "denver-phoenix", "duluth-omaha/2", "duluth", "omaha", "/", "/2"),
        *(
            "4",
            "1",
            "0",
            "99",
            "99999999999",
            "²",
            "-1",
            "1.5",
            "red",
            "weiß",
            "lok",
            "ship",
            "lang",
        ),
        *("boston-miami", "lima", ",", ";", "and", "wagons", "double", "hafen"),
    ]
)


@given(st.lists(WORDS | st.text(max_size=8), max_size=9).map(" ".join) | st.text())
@example("keep ,")
@example("claim / 1 red")
@example("take , ,")
@example("pieces ,")
def test_parsing_never_crashes(text: str) -> None:
    for board, game in ((USA, table()), (USA, None), (Board.load("world"), None)):
        for canonical in (False, True):
            parse = partial(parse_move, text, board, 0, game, canonical=canonical)
            error = refused(parse, NotationError)
            if error is None:
                assert parse().text(board)
            else:
                assert 0 <= error.position <= len(text)
                assert error.say("en")
                assert error.say("de")
